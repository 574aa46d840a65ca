//! Second factors: setting one up, signing in with codes, recovery codes, limits, and what is there when they are off.

use affixboard_service::{
    clock::now_ms,
    config::Settings,
    signing_in::{SecondFactorRule, SignInSettings},
};
use affixboard_store::Role;
use totp_rs::{Algorithm, Secret, TOTP};

use super::sign_in::{PASSWORD, cookie, first, link, nobody, sign_in};
use crate::support::{Answer, Board, HOST, Who, settings};

fn with(second_factor: SecondFactorRule) -> Settings {
    Settings { sign_in: SignInSettings { second_factor, ..SignInSettings::default() }, ..settings(HOST, &[], false) }
}

/// The app on somebody's phone.
struct Phone(TOTP);

impl Phone {
    /// Reads the secret that a page shows to be typed.
    fn of(page: &Answer) -> Phone {
        let shown = page.between("<code class=\"secret\">", "</code>").replace(' ', "");
        let secret = Secret::Encoded(shown).to_bytes().expect("base32");
        Phone(TOTP::new(Algorithm::SHA1, 6, 1, 30, secret, None, String::new()).expect("a secret"))
    }

    /// The code of the half minute that is so many after this one.
    fn code(&self, later: i64) -> String {
        self.0.generate((now_ms() / 1000 + 30 * later).unsigned_abs())
    }
}

/// Sets a second factor up, and gives the phone and the recovery codes.
async fn set_up(board: &Board, who: &Who) -> (Phone, Vec<String>) {
    let phone = Phone::of(&board.get_as(who, "/account/second-factor").await);
    // The earliest that is good, so that two are left for the test.
    let form = format!("code={}&password={PASSWORD}", phone.code(-1));
    let page = board.post_as(who, "/account/second-factor", &form).await;
    assert_eq!(page.status.as_u16(), 200, "{}", page.text());
    let list = page.between("<ol class=\"codes\">", "</ol>");
    let codes: Vec<_> = list.split("<code>").skip(1).filter_map(|rest| rest.split('<').next()).collect();
    (phone, codes.into_iter().map(str::to_owned).collect())
}

/// Gives name and password, and gets the cookie of who owes a code.
async fn half(board: &Board) -> Who {
    let asked = sign_in(board, &nobody(), "Ann", PASSWORD).await;
    assert_eq!((asked.status.as_u16(), asked.header("location")), (303, "/sign-in/code"), "{}", asked.text());
    let set = asked.header("set-cookie");
    assert!(set.starts_with("affixboard_code="), "{set}");
    assert!(set.ends_with("; HttpOnly; SameSite=Lax; Path=/; Max-Age=300"), "{set}");
    cookie(&asked)
}

async fn give(board: &Board, who: &Who, code: &str) -> Answer {
    board.post_as(who, "/sign-in/code", &format!("code={code}")).await
}

#[tokio::test]
async fn a_code_is_asked_for_after_the_password_and_is_good_once() {
    let board = Board::with(&with(SecondFactorRule::Allowed)).await;
    let ann = first(&board).await;
    let other = cookie(&sign_in(&board, &nobody(), "Ann", PASSWORD).await);
    assert!(board.get_as(&ann, "/account").await.text().contains("Set up a second factor"));
    let page = board.get_as(&ann, "/account/second-factor").await;
    assert_eq!(page.header("cache-control"), "no-store");
    assert!(page.text().contains("<svg class=\"qr\"") && page.text().contains("otpauth://totp/Affixboard:Ann?secret="));
    let phone = Phone::of(&page);
    let shown = |page: &Answer| page.between("<code class=\"secret\">", "</code>").to_owned();
    let refused = board.post_as(&ann, "/account/second-factor", &format!("code=12345&password={PASSWORD}")).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.problem().starts_with("That code isn’t the app’s."), "{}", refused.problem());
    assert_eq!(shown(&refused), shown(&page), "the secret in the app is still the one");
    let wrong = format!("code={}&password=wrong+horse", phone.code(0));
    let refused = board.post_as(&ann, "/account/second-factor", &wrong).await;
    assert_eq!((refused.status.as_u16(), refused.problem()), (422, "That isn’t the password you have now."));
    assert_eq!(board.get_as(&other, "/account").await.status.as_u16(), 200);

    let (phone, codes) = set_up(&board, &ann).await;
    assert_eq!(codes.len(), 10);
    assert_eq!(board.get_as(&other, "/account").await.status.as_u16(), 401, "it began without a code");
    let page = board.get_as(&ann, "/account/second-factor").await;
    assert!(page.text().contains("10 of 10 recovery codes are left") && !page.text().contains(&codes[0]));

    let owes = half(&board).await;
    // It is no session, under no name.
    for name in ["affixboard_code", "affixboard_session"] {
        let who = Who("cookie", owes.1.replace("affixboard_code", name));
        assert_eq!(board.get_as(&who, "/account").await.status.as_u16(), 401);
        assert_eq!(board.post_as(&who, "/account/tokens", "name=x&scope=all&days=9").await.status.as_u16(), 401);
    }
    assert!(board.get_as(&owes, "/sign-in/code").await.text().contains("<h1>One more step</h1>"));
    assert_eq!(board.get("/sign-in/code").await.header("location"), "/sign-in");
    let used = give(&board, &owes, &phone.code(-1)).await;
    assert_eq!(used.status.as_u16(), 422, "the one that it was set up with");
    assert!(used.problem().contains("4 tries are left"), "{}", used.problem());
    let signed_in = give(&board, &owes, &phone.code(1)).await;
    assert_eq!((signed_in.status.as_u16(), signed_in.header("location")), (303, "/batches"), "{}", signed_in.text());
    assert_eq!(board.get_as(&cookie(&signed_in), "/account").await.status.as_u16(), 200);
    let taken = signed_in
        .headers
        .get_all("set-cookie")
        .iter()
        .any(|set| set.to_str().is_ok_and(|set| set.starts_with("affixboard_code=;")));
    assert!(taken, "{:?}", signed_in.headers);
    // Neither the half sign-in nor the code is good again.
    assert!(give(&board, &owes, &phone.code(1)).await.problem().starts_with("That took too long."));
    let owes = half(&board).await;
    assert_eq!(give(&board, &owes, &phone.code(1)).await.status.as_u16(), 422);

    // A recovery code, as somebody types it.
    let typed = codes[0].to_uppercase().replace('-', "+");
    let signed_in = give(&board, &owes, &typed).await;
    assert_eq!(signed_in.status.as_u16(), 303, "{}", signed_in.text());
    let owes = half(&board).await;
    assert_eq!(give(&board, &owes, &codes[0]).await.status.as_u16(), 422, "good once");
    let page = board.get_as(&cookie(&signed_in), "/account/second-factor").await;
    assert!(page.text().contains("9 of 10 recovery codes are left"));
    let log = board.get_as(&cookie(&signed_in), "/acts").await;
    for act in ["set up a second factor", "used a recovery code"] {
        assert!(log.text().contains(&format!("<td>{act}</td><td><a href=\"/people#account-1\">Ann</a></td>")), "{act}");
    }
}

#[tokio::test]
async fn recovery_codes_are_renewed_and_it_is_turned_off_with_password_and_code() {
    let board = Board::with(&with(SecondFactorRule::Allowed)).await;
    let ann = first(&board).await;
    let (phone, old) = set_up(&board, &ann).await;
    let post = async |path: &str, code: &str, password: &str| {
        board.post_as(&ann, &format!("/account/second-factor{path}"), &format!("code={code}&password={password}")).await
    };
    assert_eq!(post("", &phone.code(0), PASSWORD).await.status.as_u16(), 422, "there is one");
    assert_eq!(post("/codes", &phone.code(0), "wrong+horse").await.status.as_u16(), 422);
    assert_eq!(post("/codes", "000000", PASSWORD).await.status.as_u16(), 422);
    let page = post("/codes", &phone.code(0), PASSWORD).await;
    assert_eq!(page.status.as_u16(), 200, "{}", page.text());
    let new = page.between("<li><code>", "</code>").to_owned();
    assert_eq!(post("/end", &old[0], PASSWORD).await.status.as_u16(), 422, "they were replaced");
    assert_eq!(post("/end", &new, "wrong+horse").await.status.as_u16(), 422);
    assert_eq!(post("/end", &new, PASSWORD).await.status.as_u16(), 303);
    assert_eq!(sign_in(&board, &nobody(), "Ann", PASSWORD).await.header("location"), "/batches");
    assert!(board.get_as(&ann, "/acts").await.text().contains("turned a second factor off"));
}

#[tokio::test]
async fn wrong_codes_run_out_for_who_knows_the_password_and_for_nobody_else() {
    let board = Board::with(&with(SecondFactorRule::Allowed)).await;
    let ann = first(&board).await;
    let (phone, _) = set_up(&board, &ann).await;
    let owes = half(&board).await;
    for _ in 0..4 {
        assert_eq!(give(&board, &owes, "12345").await.status.as_u16(), 422);
    }
    let last = give(&board, &owes, "wrong-recovery-code").await;
    assert_eq!((last.status.as_u16(), last.problem()), (422, "Too many wrong codes. Sign in again."));
    assert!(give(&board, &owes, &phone.code(0)).await.problem().starts_with("That took too long."));
    let log = board.get_as(&ann, "/acts").await;
    assert!(log.text().contains("<td>gave wrong codes</td>"), "{}", log.text());
    // Setting it up took none; four and one are gone, and five are left of ten.
    let owes = half(&board).await;
    for _ in 0..4 {
        give(&board, &owes, "12345").await;
    }
    give(&board, &owes, "12345").await;
    let owes = half(&board).await;
    let refused = give(&board, &owes, &phone.code(0)).await;
    assert_eq!(refused.status.as_u16(), 429);
    let seconds: u32 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=300).contains(&seconds), "{seconds}");
    // Who doesn't know the password never gets as far: the tries by name are others.
    assert_eq!(sign_in(&board, &nobody(), "Ann", "wrong+horse").await.status.as_u16(), 422);
}

#[tokio::test]
async fn where_it_is_required_it_is_set_up_before_anything_else() {
    let board = Board::with(&with(SecondFactorRule::Required)).await;
    let ann = first(&board).await;
    let html = async |path: &str| {
        let request = axum::http::Request::get(path).header("host", HOST).header("cookie", &ann.1);
        board.send(request.header("accept", "text/html").body(axum::body::Body::empty()).expect("a request")).await
    };
    for path in ["/", "/account", "/people", "/batches"] {
        assert_eq!(html(path).await.header("location"), "/account/second-factor", "{path}");
        let refused = board.get_as(&ann, path).await;
        assert_eq!((refused.status.as_u16(), refused.lead()), (403, "Set up a second factor first."), "{path}");
    }
    for (path, form) in [("/account/tokens", "name=x&scope=all&days=9"), ("/people/links", "role=reader&days=1")] {
        assert_eq!(board.post_as(&ann, path, form).await.status.as_u16(), 403, "{path}");
    }
    let page = html("/account/second-factor").await;
    assert!(page.text().contains("Set yours up to go on."), "{}", page.text());
    set_up(&board, &ann).await;
    assert_eq!(html("/people").await.status.as_u16(), 200);
    // Nobody is held who wants to leave.
    let bob = board.somebody("Bob", Role::Reader).await;
    assert_eq!(board.get_as(&bob, "/").await.status.as_u16(), 403);
    assert_eq!(board.post_as(&bob, "/sign-out", "").await.status.as_u16(), 303);
}

#[tokio::test]
async fn a_maintainer_takes_one_away_and_a_password_link_goes_past_none() {
    let board = Board::with(&with(SecondFactorRule::Allowed)).await;
    let ann = first(&board).await;
    let eve = board.somebody("Eve", Role::Maintainer).await;
    let (phone, _) = set_up(&board, &ann).await;
    let reset = link(&board.post_as(&eve, "/people/1/reset", "").await);
    let set = board.post(&reset, &format!("password={PASSWORD}&again={PASSWORD}")).await;
    assert_eq!(set.header("location"), "/sign-in/code", "the code is asked for all the same");
    assert_eq!(give(&board, &cookie(&set), &phone.code(0)).await.header("location"), "/");

    let owes = half(&board).await;
    assert_eq!(board.post_as(&eve, "/people/2/second-factor/end", "").await.status.as_u16(), 404, "she has none");
    assert!(board.get_as(&eve, "/people").await.text().contains("Take second factor away from Ann"));
    assert_eq!(board.post_as(&eve, "/people/1/second-factor/end", "").await.status.as_u16(), 303);
    assert!(!board.get_as(&eve, "/people").await.text().contains("Take second factor away from Ann"));
    assert_eq!(give(&board, &owes, &phone.code(1)).await.status.as_u16(), 422);
    assert_eq!(sign_in(&board, &nobody(), "Ann", PASSWORD).await.header("location"), "/batches");
    let log = board.get_as(&eve, "/acts").await;
    assert!(
        log.text().contains("Eve</th><td>took a second factor away</td><td><a href=\"/people#account-1\">Ann</a></td>"),
        "{}",
        log.text()
    );
}

#[tokio::test]
async fn where_it_is_off_there_is_none() {
    let board = Board::new().await;
    let ann = first(&board).await;
    for path in ["/account", "/people", "/sign-in"] {
        assert!(!board.get_as(&ann, path).await.text().contains("econd factor"), "{path}");
    }
    for path in ["/account/second-factor", "/sign-in/code"] {
        assert_eq!(board.get_as(&ann, path).await.status.as_u16(), 404, "{path}");
    }
    let off = "There is no second factor here. Whoever runs this dashboard can allow it (--second-factor).";
    for path in
        ["/account/second-factor", "/account/second-factor/codes", "/account/second-factor/end", "/sign-in/code"]
    {
        let refused = board.post_as(&ann, path, "code=123456&password=x").await;
        assert_eq!((refused.status.as_u16(), refused.lead()), (404, off), "{path}");
    }
    assert_eq!(board.post_as(&ann, "/people/1/second-factor/end", "").await.status.as_u16(), 404);
}
