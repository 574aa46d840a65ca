//! Accounts: the first link, invitations, signing in and out, sessions, passwords, tokens, people and the log.

use affixboard_service::{clock::now_ms, config::Settings};
use affixboard_store::{AccountId, Role, Scope};

use crate::support::{Answer, Board, HOST, STARTER, Who, settings};

pub(super) const PASSWORD: &str = "correct+horse";

/// The cookie that an answer sets, as the browser sends it back.
pub(super) fn cookie(answer: &Answer) -> Who {
    let pair = answer.header("set-cookie").split(';').next().expect("a cookie");
    assert!(pair.contains('=') && pair.len() > 40, "{pair}: {}", answer.text());
    Who("cookie", pair.to_owned())
}

pub(super) fn nobody() -> Who {
    Who("accept", "*/*".to_owned())
}

/// Makes the first maintainer by the form.
pub(super) async fn first(board: &Board) -> Who {
    assert!(board.store.make_first_link("first", now_ms()).await.expect("an answer"));
    let made = board.post("/join/first", &format!("name=Ann&password={PASSWORD}&again={PASSWORD}")).await;
    assert_eq!((made.status.as_u16(), made.header("location")), (303, "/"), "{}", made.text());
    cookie(&made)
}

pub(super) async fn sign_in(board: &Board, who: &Who, name: &str, password: &str) -> Answer {
    board.post_as(who, "/sign-in", &format!("name={name}&password={password}&next=/batches")).await
}

/// The path of the link that a page shows.
pub(super) fn link(page: &Answer) -> String {
    let link = page.between("<p class=\"source-file\">", "</p>");
    link.strip_prefix("http://127.0.0.1:7878").expect("a whole link").to_owned()
}

#[tokio::test]
async fn the_first_link_makes_a_maintainer_and_closes_acting_to_visitors() {
    let board = Board::new().await;
    board.store.make_first_link("first", now_ms()).await.expect("an answer");
    // Until it is used everything is as it was.
    assert!(!board.get("/").await.text().contains("class=\"who\""));
    assert_eq!(board.post("/profiles", "name=Dive&text=1-5:+good+0.5").await.status.as_u16(), 303);
    let page = board.get("/join/first").await;
    assert!(page.text().contains("<h1>The first maintainer</h1>"));
    assert_eq!(page.header("cache-control"), "no-store");
    for (form, problem) in [
        ("name=Ann&password=short&again=short", "Password: expected 10 to 200 characters."),
        ("name=Ann&password=correct+horse&again=other+horse", "The two passwords differ."),
        (
            "name=+&password=correct+horse&again=correct+horse",
            "Name: found the name ``; expected 1 to 60 characters that can be seen, without blanks around them.",
        ),
    ] {
        let refused = board.post("/join/first", form).await;
        assert_eq!((refused.status.as_u16(), refused.problem()), (422, problem));
    }
    let ann = first(&board).await;
    assert!(
        board
            .get_as(&ann, "/")
            .await
            .text()
            .contains("<a class=\"who\" href=\"/account\" title=\"Your account\">Ann</a>")
    );
    assert_eq!(board.get("/join/first").await.status.as_u16(), 404);
    let refused = board.post("/profiles", "name=x&text=1-5:+good+0.5").await;
    assert_eq!(refused.status.as_u16(), 401);
    assert!(refused.lead().starts_with("Sign in first. Nothing was saved yet"), "{}", refused.lead());
    assert!(refused.text().contains("1-5: good 0.5</textarea>"), "what was typed isn't lost");
    assert_eq!(board.get(STARTER).await.status.as_u16(), 200, "reading stays open");
    assert_eq!(board.post_as(&ann, "/profiles", "name=x&text=1-5:+good+0.5").await.status.as_u16(), 303);
    let log = board.get_as(&ann, "/acts").await;
    assert!(
        log.text().contains("<td>added a profile</td><td><a href=\"/profiles/2\">x</a></td><td></td><td></td>"),
        "{}",
        log.text()
    );
}

#[tokio::test]
async fn somebody_is_invited_signs_in_and_out() {
    let board = Board::new().await;
    let ann = first(&board).await;
    let page = board.post_as(&ann, "/people/links", "role=proposer&days=7").await;
    let join = link(&page);
    let shown = board.get(&join).await;
    assert!(shown.text().contains("Ann invites you to this dashboard as a proposer."));
    let taken = board.post(&join, &format!("name=ann&password={PASSWORD}&again={PASSWORD}")).await;
    assert_eq!((taken.status.as_u16(), taken.problem()), (422, "Name: there is an account `ann` already."));
    let bob = cookie(&board.post(&join, &format!("name=Bob&password={PASSWORD}&again={PASSWORD}")).await);
    assert_eq!(board.post(&join, &format!("name=Eve&password={PASSWORD}&again={PASSWORD}")).await.status.as_u16(), 404);
    assert!(board.get_as(&bob, "/account").await.text().contains("<h1>Bob <small>proposer</small></h1>"));
    let out = board.post_as(&bob, "/sign-out", "").await;
    assert_eq!(out.header("set-cookie"), "affixboard_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0");
    assert_eq!(board.get_as(&bob, "/account").await.status.as_u16(), 401, "the session has ended, not only the cookie");
    let again = sign_in(&board, &nobody(), "BOB", PASSWORD).await;
    assert_eq!((again.status.as_u16(), again.header("location")), (303, "/batches"));
    assert_eq!(board.get_as(&cookie(&again), "/account").await.status.as_u16(), 200);
    for (form, problem) in [
        ("role=king&days=7", "Role: found `king`; expected reader, proposer, reviewer or maintainer."),
        ("role=reader&days=31", "Days: found `31`; expected a number from 1 to 30."),
        ("role=reader&days=-1", "Days: found `-1`; expected a number from 1 to 30."),
    ] {
        let refused = board.post_as(&ann, "/people/links", form).await;
        assert_eq!((refused.status.as_u16(), refused.problem()), (422, problem));
    }
}

#[tokio::test]
async fn wrong_names_and_wrong_passwords_are_told_the_same() {
    let board = Board::new().await;
    let ann = first(&board).await;
    let wrong = sign_in(&board, &nobody(), "Ann", "wrong+horse").await;
    assert_eq!(wrong.status.as_u16(), 422);
    assert_eq!(wrong.problem(), "That name and password don’t go together.");
    assert_eq!(wrong.header("set-cookie"), "");
    let other = sign_in(&board, &nobody(), "Nob", "wrong+horse").await;
    assert_eq!(other.text().replace("Nob", "Ann"), wrong.text());
    // One who is disabled learns nothing either.
    let bob = link(&board.post_as(&ann, "/people/links", "role=reader&days=1").await);
    board.post(&bob, &format!("name=Bob&password={PASSWORD}&again={PASSWORD}")).await;
    assert_eq!(board.post_as(&ann, "/people/2/disabled", "disabled=yes").await.status.as_u16(), 303);
    let disabled = sign_in(&board, &nobody(), "Bob", PASSWORD).await;
    assert_eq!(disabled.text().replace("Bob", "Ann"), wrong.text());
}

#[tokio::test]
async fn a_session_is_never_one_that_somebody_else_chose() {
    let board = Board::new().await;
    let ann = first(&board).await;
    let chosen = Who("cookie", "affixboard_session=0123456789abcdef".to_owned());
    let signed_in = cookie(&sign_in(&board, &chosen, "Ann", PASSWORD).await);
    assert_ne!(signed_in.1, chosen.1);
    assert_eq!(board.get_as(&chosen, "/account").await.status.as_u16(), 401);
    // Nor does the session that came with the request go on.
    let rotated = cookie(&sign_in(&board, &ann, "Ann", PASSWORD).await);
    assert_eq!(board.get_as(&ann, "/account").await.status.as_u16(), 401);
    assert_eq!(board.get_as(&rotated, "/account").await.status.as_u16(), 200);
}

#[tokio::test]
async fn tries_run_out_by_name_and_by_address() {
    let behind = Settings { behind_tls: true, ..settings(HOST, &[], false) };
    let board = Board::with(&behind).await;
    board.store.make_first_link("first", now_ms()).await.expect("an answer");
    let from = |n: u32| Who("x-forwarded-for", format!("203.0.113.1, 192.0.2.{n}"));
    for n in 0..10 {
        assert_eq!(sign_in(&board, &from(n), "ann", "x").await.status.as_u16(), 422);
    }
    let refused = sign_in(&board, &from(99), "ANN", "x").await;
    assert_eq!(refused.status.as_u16(), 429);
    let seconds: u32 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=30).contains(&seconds), "{seconds}");
    assert!(refused.lead().starts_with("Too many tries. Try again in "));
    // Twenty of one address, whatever the name; what the visitor says himself counts for nothing.
    for n in 0..20 {
        let who = Who("x-forwarded-for", format!("198.51.100.{n}, 192.0.2.200"));
        assert_eq!(board.get_as(&who, "/join/x").await.status.as_u16(), 404);
    }
    assert_eq!(board.get_as(&from(200), "/join/x").await.status.as_u16(), 429);
    assert_eq!(board.get_as(&from(201), "/join/x").await.status.as_u16(), 404);
}

#[tokio::test]
async fn behind_tls_the_cookie_is_bound_to_it() {
    let board = Board::with(&Settings { behind_tls: true, ..settings(HOST, &[], false) }).await;
    board.store.make_first_link("first", now_ms()).await.expect("an answer");
    let made = board.post("/join/first", &format!("name=Ann&password={PASSWORD}&again={PASSWORD}")).await;
    let set = made.header("set-cookie");
    assert!(set.starts_with("__Host-affixboard_session="), "{set}");
    assert!(set.ends_with("; HttpOnly; SameSite=Lax; Path=/; Max-Age=2592000; Secure"), "{set}");
    let ann = cookie(&made);
    assert_eq!(board.get_as(&ann, "/account").await.status.as_u16(), 200);
    let plain = Who("cookie", ann.1.replace("__Host-", ""));
    assert_eq!(board.get_as(&plain, "/account").await.status.as_u16(), 401);
    let page = board.post_as(&ann, "/people/links", "role=reader&days=1").await;
    assert!(page.text().contains(">https://127.0.0.1:7878/join/"));
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let board = Board::new().await;
    let ann = first(&board).await;
    let other = cookie(&sign_in(&board, &nobody(), "Ann", PASSWORD).await);
    let form = |old: &str| format!("old={old}&password=battery+staple&again=battery+staple");
    let refused = board.post_as(&ann, "/account/password", &form("wrong+horse")).await;
    assert_eq!((refused.status.as_u16(), refused.problem()), (422, "That isn’t the password you have now."));
    assert_eq!(board.get_as(&other, "/account").await.status.as_u16(), 200);
    assert_eq!(board.post_as(&ann, "/account/password", &form(PASSWORD)).await.status.as_u16(), 303);
    assert_eq!(board.get_as(&ann, "/account").await.status.as_u16(), 200);
    assert_eq!(board.get_as(&other, "/account").await.status.as_u16(), 401);
    assert_eq!(sign_in(&board, &nobody(), "Ann", PASSWORD).await.status.as_u16(), 422);

    // By a maintainer's link, where it is forgotten: all end.
    let reset = link(&board.post_as(&ann, "/people/1/reset", "").await);
    assert!(board.get(&reset).await.text().contains("For the account Ann."));
    let set = board.post(&reset, &format!("password={PASSWORD}&again={PASSWORD}")).await;
    assert_eq!(set.status.as_u16(), 303);
    assert_eq!(board.get_as(&ann, "/account").await.status.as_u16(), 401);
    assert_eq!(board.get_as(&cookie(&set), "/account").await.status.as_u16(), 200);
    assert_eq!(board.post(&reset, &format!("password={PASSWORD}&again={PASSWORD}")).await.status.as_u16(), 404);
}

#[tokio::test]
async fn sessions_are_listed_and_ended_by_whose_they_are() {
    let board = Board::new().await;
    let ann = first(&board).await;
    let other = cookie(&sign_in(&board, &Who("user-agent", "Mozilla <b>5</b>".to_owned()), "Ann", PASSWORD).await);
    let bob = board.somebody("Bob", Role::Reader).await;
    let page = board.get_as(&ann, "/account").await;
    assert!(
        page.text().contains("Mozilla &lt;b&gt;5&lt;/b&gt;")
            || page.text().contains("Mozilla &#60;b&#62;5&#60;/b&#62;"),
        "{}",
        page.text()
    );
    assert!(page.text().contains("this one") && !page.text().contains("<b>5"));
    assert_eq!(board.post_as(&bob, "/account/sessions/2/end", "").await.status.as_u16(), 404, "not Bob's");
    assert_eq!(board.post_as(&ann, "/account/sessions/2/end", "").await.status.as_u16(), 303);
    assert_eq!(board.get_as(&other, "/account").await.status.as_u16(), 401);
    assert_eq!(board.get_as(&ann, "/account").await.status.as_u16(), 200);
}

#[tokio::test]
async fn tokens_do_what_their_scope_says() {
    let board = Board::new().await;
    let ann = first(&board).await;
    for wrong in ["", "&password=wrong+horse"] {
        let form = format!("name=ci&scope=propose&days=90{wrong}");
        let refused = board.post_as(&ann, "/account/tokens", &form).await;
        assert_eq!(refused.status.as_u16(), 422, "{wrong}");
        assert!(refused.text().contains("That isn’t the password you have now."), "{}", refused.text());
    }
    let form = format!("name=ci&scope=propose&days=90&password={PASSWORD}");
    let made = board.post_as(&ann, "/account/tokens", &form).await;
    let token = made.between("<p class=\"source-file\">", "</p>").to_owned();
    assert!(token.starts_with("affixboard_") && token.len() == 75, "{token}");
    assert!(!board.get_as(&ann, "/account").await.text().contains(&token), "shown once");
    let program = Who("authorization", format!("bearer {token}"));
    assert_eq!(board.post_as(&program, "/profiles", "name=x&text=1-5:+good+0.5").await.status.as_u16(), 303);
    let refused = board.post_as(&program, "/import", "").await;
    assert_eq!((refused.status.as_u16(), refused.lead()), (403, "This needs the role maintainer."));
    let refused = board.get_as(&program, "/account").await;
    assert_eq!((refused.status.as_u16(), refused.lead()), (403, "A token can&#39;t do this; sign in."));
    for wrong in ["Bearer x", "Bearer", &format!("Bearer {token}x"), &token] {
        let refused = board.get_as(&Who("authorization", wrong.to_owned()), "/").await;
        assert_eq!((refused.status.as_u16(), refused.header("www-authenticate")), (401, "Bearer"), "{wrong}");
    }
    // What a proxy asks of browsers before us is none of our business.
    for other in ["Basic YTpi", "Digest username=\"x\"", "Negotiate YTpi"] {
        let who = Who("authorization", other.to_owned());
        assert_eq!(board.get_as(&who, "/").await.status.as_u16(), 200, "{other}");
        assert_eq!(board.post_as(&who, "/profiles", "name=x&text=1-5:+good+0.5").await.status.as_u16(), 401, "{other}");
    }
    assert_eq!(board.post_as(&ann, "/account/tokens/1/end", "").await.status.as_u16(), 303);
    assert_eq!(board.get_as(&program, "/").await.status.as_u16(), 401);
    for form in [
        "name=ci&scope=king&days=9",
        "name=ci&scope=all&days=0",
        "name=ci&scope=all&days=367",
        "name=&scope=all&days=9",
    ] {
        let form = format!("{form}&password={PASSWORD}");
        assert_eq!(board.post_as(&ann, "/account/tokens", &form).await.status.as_u16(), 422, "{form}");
    }
}

#[tokio::test]
async fn maintainers_change_roles_but_one_stays() {
    let board = Board::new().await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    let bob = board.somebody("Bob", Role::Reader).await;
    for (path, form) in [("/people/1/role", "role=reader"), ("/people/1/disabled", "disabled=yes")] {
        let refused = board.post_as(&ann, path, form).await;
        assert_eq!(refused.status.as_u16(), 409);
        assert_eq!(refused.lead(), "this is the last maintainer; make another one first");
    }
    assert_eq!(board.post_as(&bob, "/people/2/role", "role=maintainer").await.status.as_u16(), 403);
    assert_eq!(board.post_as(&ann, "/people/2/role", "role=maintainer").await.status.as_u16(), 303);
    assert_eq!(board.get_as(&bob, "/people").await.status.as_u16(), 200, "at once, in the same session");
    assert_eq!(board.post_as(&bob, "/people/1/disabled", "disabled=yes").await.status.as_u16(), 303);
    assert_eq!(board.get_as(&ann, "/people").await.status.as_u16(), 401);
    assert_eq!(board.post_as(&bob, "/people/1/disabled", "disabled=maybe").await.status.as_u16(), 422);
    assert_eq!(board.post_as(&bob, "/people/9/role", "role=reader").await.status.as_u16(), 404);
    assert_eq!(board.post_as(&bob, "/people/9/reset", "").await.status.as_u16(), 404);
    // A link that is withdrawn lets nobody in.
    let join = link(&board.post_as(&bob, "/people/links", "role=reader&days=1").await);
    let id = board.store.invitations(now_ms()).await.expect("links")[0].id;
    assert_eq!(board.post_as(&bob, &format!("/people/links/{id}/withdraw"), "").await.status.as_u16(), 303);
    assert_eq!(board.get(&join).await.status.as_u16(), 404);
    assert_eq!(board.post_as(&bob, &format!("/people/links/{id}/withdraw"), "").await.status.as_u16(), 404);
}

/// Names of people are text wherever they appear.
#[tokio::test]
async fn hostile_names_are_text() {
    let board = Board::new().await;
    let ann = board.somebody("=cmd()|'/c calc'!A1", Role::Maintainer).await;
    let eve = board.somebody("\"><script>alert(1)</script>", Role::Maintainer).await;
    board.post_as(&eve, "/people/1/role", "role=reader").await;
    let program = board.program(AccountId(2), Scope::All).await;
    for (who, path) in
        [(&eve, "/"), (&eve, "/account"), (&eve, "/people"), (&eve, "/acts"), (&ann, "/account"), (&program, STARTER)]
    {
        let page = board.get_as(who, path).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        assert!(!page.text().contains("<script>alert"), "{path}: {}", page.text());
    }
    let csv = board.get_as(&program, "/acts.csv").await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert!(csv.text().contains("changed a role,'=cmd()|'/c calc'!A1,maintainer,reader"), "{}", csv.text());
    assert!(!csv.text().contains(",="), "{}", csv.text());
}

#[tokio::test]
async fn a_maintainer_sees_everybodys_tokens_and_revokes_them() {
    let board = Board::new().await;
    let ann = board.somebody("Ann", Role::Maintainer).await;
    board.somebody("Bob", Role::Proposer).await;
    let program = board.program(AccountId(2), Scope::Read).await;
    let row = "<th scope=\"row\">ci</th><td>Bob</td><td>read</td>";
    let page = board.get_as(&ann, "/people").await;
    assert!(page.text().contains(row) && page.text().contains("<td>never</td>"), "{}", page.text());
    assert!(!page.text().contains(program.1.trim_start_matches("Bearer ")), "the token itself is nobody's to see");
    assert_eq!(board.get_as(&program, "/").await.status.as_u16(), 200);
    let page = board.get_as(&ann, "/people").await;
    assert!(page.text().contains(row) && !page.text().contains("<td>never</td>"), "{}", page.text());

    assert_eq!(board.post_as(&ann, "/people/tokens/1/end", "").await.status.as_u16(), 303);
    assert_eq!(board.get_as(&program, "/").await.status.as_u16(), 401);
    assert!(!board.get_as(&ann, "/people").await.text().contains("<h2>Tokens</h2>"));
    assert_eq!(board.post_as(&ann, "/people/tokens/1/end", "").await.status.as_u16(), 404);
}
