//! Pages that are kept say what is true, and to each visitor what is meant for them.

use std::io::Read as _;

use affixboard_store::{AccountId, Role, Scope};
use axum::{
    body::Body,
    http::{HeaderName, Request, StatusCode, header},
};

use crate::support::{Answer, Board, HOST, STARTER};

async fn get(board: &Board, path: &str, headers: &[(HeaderName, &str)]) -> Answer {
    let mut request = Request::get(path).header(header::HOST, HOST);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    board.send(request.body(Body::empty()).expect("a request")).await
}

fn unpacked(answer: &Answer) -> String {
    assert_eq!(answer.header("content-encoding"), "gzip");
    let mut text = String::new();
    flate2::read::GzDecoder::new(answer.body.as_slice()).read_to_string(&mut text).expect("a page");
    text
}

#[tokio::test]
async fn a_page_asked_for_again_is_the_same_and_needn_t_be_sent() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/23");
    let first = board.get(&path).await;
    let again = board.get(&path).await;
    assert_eq!((first.text(), first.header("etag")), (again.text(), again.header("etag")));
    assert_eq!(first.header("cache-control"), "private, no-cache");
    let known = get(&board, &path, &[(header::IF_NONE_MATCH, first.header("etag"))]).await;
    assert_eq!((known.status, known.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let other = get(&board, &path, &[(header::IF_NONE_MATCH, "\"another\"")]).await;
    assert_eq!((other.status, other.text()), (StatusCode::OK, first.text()));
    // Another address is another page, and what failed isn't kept for what doesn't.
    assert_ne!(board.get(&format!("{path}?depths=10")).await.text(), first.text());
    assert_eq!(board.get(&format!("{path}?depths=x")).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(board.get(&format!("{path}?depths=x")).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn each_gets_the_coding_they_can_read() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/23");
    for _ in 0..2 {
        let plain = board.get(&path).await;
        assert_eq!(plain.header("content-encoding"), "");
        let packed = get(&board, &path, &[(header::ACCEPT_ENCODING, "br, gzip")]).await;
        assert_eq!(unpacked(&packed), plain.text());
        assert_eq!(packed.header("vary"), "accept-encoding");
        let refused = get(&board, &path, &[(header::ACCEPT_ENCODING, "gzip;q=0")]).await;
        assert_eq!(refused.text(), plain.text());
    }
}

/// Light and dark pages are kept apart, and each says which it is before anything of it is shown.
#[tokio::test]
async fn each_gets_the_colours_they_chose() {
    let board = Board::new().await;
    board.post("/profiles", "name=Dive&text=1-5:+good+0.5").await;
    let path = format!("{STARTER}/types/23");
    for _ in 0..2 {
        for (cookie, supported, dark_when) in [
            ("", "light dark", "(prefers-color-scheme: dark)"),
            ("affixboard_scheme=dark", "dark", "(min-width: 0)"),
            ("affixboard_scheme=light", "light", "(max-width: 0)"),
            ("affixboard_scheme=blue", "light dark", "(prefers-color-scheme: dark)"),
        ] {
            let page = get(&board, &path, &[(header::COOKIE, cookie)]).await;
            let head = page.between("<head>", "</head>");
            assert!(
                head.contains(&format!("<meta name=\"color-scheme\" content=\"{supported}\">")),
                "{cookie}: {head}"
            );
            assert!(head.contains(&format!("/static/dark.css\" media=\"screen and {dark_when}\"")), "{cookie}: {head}");
            // Charts follow.
            let chart = get(&board, "/profiles/1", &[(header::COOKIE, cookie)]).await;
            let source = chart.between("<picture>", "<img");
            assert!(source.contains(&format!("theme=dark\" media=\"{dark_when}\"")), "{cookie}: {source}");
        }
    }
    // What isn't kept, and what fails.
    for (path, status) in [("/batches", 200), ("/batches/9", 404), ("/nowhere", 404), ("/acts", 200)] {
        let page = get(&board, path, &[(header::COOKIE, "affixboard_scheme=dark")]).await;
        assert_eq!(page.status.as_u16(), status, "{path}");
        assert!(page.text().contains("<meta name=\"color-scheme\" content=\"dark\">"), "{path}");
    }
}

/// The menu's form keeps a choice and leads back, also where only signing in is allowed.
#[tokio::test]
async fn colours_are_chosen_by_a_form() {
    let board = Board::new().await;
    let choose = async |from: &str, scheme: &str| {
        let request = Request::post("/scheme")
            .header(header::HOST, HOST)
            .header(header::REFERER, from)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        board.send(request.body(Body::from(format!("scheme={scheme}"))).expect("a request")).await
    };
    let page = board.get("/batches").await;
    assert!(page.text().contains("<form class=\"list\" method=\"post\" action=\"/scheme\">"));
    assert!(
        page.text().contains("<button name=\"scheme\" value=\"system\" aria-pressed=\"true\">As the system</button>")
    );
    let answer = choose(&format!("http://{HOST}/batches?x=1"), "dark").await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/batches?x=1"));
    assert_eq!(answer.header("set-cookie"), "affixboard_scheme=dark; HttpOnly; SameSite=Lax; Path=/; Max-Age=31536000");
    let answer = choose("https://elsewhere.example/x", "system").await;
    assert_eq!(answer.header("location"), "/");
    assert_eq!(answer.header("set-cookie"), "affixboard_scheme=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0");
    let answer = choose("", "blue").await;
    assert_eq!(
        (answer.status, answer.lead()),
        (StatusCode::BAD_REQUEST, "scheme: found `blue`; expected system, light or dark.")
    );
}

#[tokio::test]
async fn what_is_stored_shows_at_once() {
    let board = Board::new().await;
    let overview = board.get(STARTER).await;
    assert!(!overview.text().contains("href=\"/batches/1\""));
    let id = board.start_batch("depths=5&drops=1000&normal=on&seed=1").await;
    let after = board.get(STARTER).await;
    assert!(after.text().contains(&format!("href=\"/batches/{id}\"")), "{}", after.text());
}

/// The number beside "Proposals" is on kept pages too, and true at once.
#[tokio::test]
async fn what_is_open_is_counted_on_kept_pages() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/23");
    let count = |answer: &Answer| {
        let links = answer.between("<nav aria-label=\"Main\">", "</nav>").to_owned();
        let link = links.split(">Proposals").nth(1).and_then(|rest| rest.split("</a>").next()).expect("a link");
        link.split("<small class=\"count\" title=\"")
            .nth(1)
            .map(|rest| rest.split('"').next().expect("its end").to_owned())
    };
    let before = board.get(&path).await;
    assert_eq!((count(&before), before.header("cache-control")), (None, "private, no-cache"));
    let line = crate::proposals::show::lines(&board).await.swap_remove(0);
    for open in 1..=2 {
        crate::proposals::show::propose(&board, None, "Rarer", &[crate::proposals::show::with(&line, 10 + open)]).await;
        for _ in 0..2 {
            let page = board.get(&path).await;
            assert_eq!(count(&page), Some(format!("{open} open")));
            assert_eq!(page.header("cache-control"), "private, no-cache", "it is kept all the same");
            assert!(!page.header("etag").is_empty() && page.header("etag") != before.header("etag"));
        }
        assert_eq!(count(&board.get("/proposals").await), Some(format!("{open} open")));
    }
    board.store.set_withdrawn(affixboard_store::ProposalId(1), true, None, 1_800_000_000_000).await.expect("withdrawn");
    assert_eq!(count(&board.get(&path).await), Some("1 open".to_owned()));
}

/// Looking for gaps may take longer than the edition's page waits, and stores nothing when it is done.
#[tokio::test]
async fn a_page_that_waits_for_something_is_not_kept() {
    let board = Board::new().await;
    let artifact = format!("{STARTER}/artifacts/20");
    for (path, made) in [(STARTER, "few-affixes"), (&artifact, "<section id=\"often\">")] {
        loop {
            let page = board.get(path).await;
            let is_waiting = page.text().contains("data-waiting");
            assert_eq!(page.header("etag").is_empty(), is_waiting, "{}", page.text());
            if !is_waiting {
                assert!(page.text().contains(made), "{}", page.text());
                break;
            }
            tokio::task::yield_now().await;
        }
    }
}

/// Whatever is made of the database alone is kept.
#[tokio::test]
async fn pages_of_what_is_stored_are_kept() {
    let board = Board::new().await;
    for path in ["", "/types/23", "/affixes/100", "/themes/1", "/artifacts/20", "/kinds", "/kinds/100", "/diagnostics"]
    {
        let path = format!("{STARTER}{path}");
        let first = board.get_until(&path, "</html>").await;
        assert_eq!(first.status, StatusCode::OK, "{path}");
        // The edition's page waits for gaps, and an artifact's for how often it comes.
        let may_wait = path == STARTER || path.contains("/artifacts/");
        assert!(!first.header("etag").is_empty() || may_wait, "{path}");
    }
    for path in ["/", "/compare", "/profiles", "/views"] {
        let (first, again) = (board.get(path).await, board.get(path).await);
        assert_eq!((first.status, first.text()), (StatusCode::OK, again.text()), "{path}");
        assert!(!first.header("etag").is_empty() && first.header("etag") == again.header("etag"), "{path}");
    }
    let before = board.get("/profiles").await;
    board.post("/profiles", "name=Deep&text=20:+great+2").await;
    assert!(!before.text().contains("Deep") && board.get("/profiles").await.text().contains("Deep"));
}

/// A cookie that is none of ours makes nobody else of a visitor.
#[tokio::test]
async fn a_visitor_with_a_cookie_gets_the_same_page() {
    let board = Board::new().await;
    let path = format!("{STARTER}/types/23");
    let first = board.get(&path).await;
    let same = get(&board, &path, &[(header::COOKIE, "a=b")]).await;
    assert_eq!((same.text(), same.header("etag")), (first.text(), first.header("etag")));
    // Nor are files kept: they are written while they are read.
    assert_eq!(board.get(&format!("{path}.csv")).await.header("etag"), "");
}

/// Pages of people who are signed in are kept too, each for one account: nobody gets the page of another.
#[tokio::test]
async fn each_account_has_pages_of_its_own() {
    let board = Board::new().await;
    let anna = board.somebody("Anna", Role::Maintainer).await;
    let berta = board.somebody("Berta", Role::Reader).await;
    let script = board.program(AccountId(1), Scope::Read).await;
    let path = format!("{STARTER}/types/23");
    let mut tags = Vec::new();
    for round in 0..2 {
        for (who, name, imports) in [
            (None, None, false),
            (Some(&anna), Some("Anna"), true),
            (Some(&berta), Some("Berta"), false),
            (Some(&script), Some("Anna"), false),
        ] {
            let page = match who {
                Some(who) => board.get_as(who, &path).await,
                None => board.get(&path).await,
            };
            assert_eq!(page.status, StatusCode::OK);
            for other in ["Anna", "Berta"] {
                let has_name = page.text().contains(&format!("title=\"Your account\">{other}</a>"));
                assert_eq!(has_name, name == Some(other), "{name:?} {other}");
            }
            assert_eq!(page.text().contains("href=\"/import\""), imports, "{name:?}");
            let tag = page.header("etag").to_owned();
            assert!(!tag.is_empty(), "{name:?}: it is kept");
            if round == 0 {
                assert!(!tags.contains(&tag), "{name:?}");
                tags.push(tag);
            } else {
                assert!(tags.contains(&tag), "{name:?}");
            }
        }
    }
    // Who signs out is a visitor again, also with the same cookie.
    board.post_as(&anna, "/sign-out", "").await;
    let page = board.get_as(&anna, &path).await;
    assert!(!page.text().contains("Anna") && page.text().contains("href=\"/sign-in\""));
}
