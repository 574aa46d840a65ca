//! Headers on every answer, and who may change something.

use axum::{
    body::Body,
    http::{Request, header},
};

use crate::support::{Board, HOST, STARTER, settings};

#[rustfmt::skip]
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

#[tokio::test]
async fn every_answer_has_the_headers() {
    let board = Board::new().await;
    board.start_batch("depths=20&drops=100&seed=1&great=on").await;
    board.work();
    board.finished(1).await;
    let mut answers = Vec::new();
    for path in [
        "/",
        "/editions/affix-branch-starter",
        "/batches/1/events",
        "/batches/1/tally.csv",
        "/batches/1/types/23.svg",
        "/healthz",
        "/static/app.css",
        "/static/none",
        "/nowhere",
        "/batches/x",
    ] {
        answers.push((path, board.get(path).await));
    }
    answers.push(("405", board.post("/", "").await));
    answers.push(("409", board.post("/batches/1/cancel", "").await));
    answers.push(("413", board.post(&format!("{STARTER}/batches"), &"x".repeat(70_000)).await));
    answers.push(("422", board.import("x", &[]).await));
    answers.push(("403", ask(&board, "/import", HOST, &[("sec-fetch-site", "cross-site")]).await));
    answers.push(("421", ask(&board, "/import", "evil.example", &[]).await));
    for (what, answer) in &answers {
        for (name, value) in HEADERS {
            assert_eq!(answer.header(name), value, "{what} {}", answer.status);
        }
        if let Ok(status) = what.parse::<u16>() {
            assert_eq!(answer.status.as_u16(), status, "{}", answer.text());
        }
    }
}

/// Each answer has an id, which is the proxy's where that is trusted.
#[tokio::test]
async fn requests_have_ids() {
    let trusting =
        Board::with(&affixboard_service::config::Settings { behind_tls: true, ..settings(HOST, &[], false) }).await;
    let who = |id: &str| crate::support::Who("x-request-id", id.to_owned());
    assert_eq!(trusting.get_as(&who("edge-7"), "/healthz").await.header("x-request-id"), "edge-7");
    let board = Board::new().await;
    for (board, given) in [(&trusting, "not a word"), (&board, "edge-7")] {
        let (one, two) = (board.get_as(&who(given), "/healthz").await, board.get("/healthz").await);
        assert!(one.header("x-request-id") != given && one.header("x-request-id").len() == 16);
        assert_ne!(one.header("x-request-id"), two.header("x-request-id"));
    }
}

/// A proxy that keeps pages gives one person's to nobody else.
#[tokio::test]
async fn pages_are_for_who_asked() {
    let board = Board::new().await;
    let ann = board.somebody("Ann", affixboard_store::Role::Maintainer).await;
    let sheet = format!("{STARTER}/types/23");
    for path in ["/", "/batches", "/proposals", "/views", "/nowhere", sheet.as_str()] {
        for answer in [board.get_as(&ann, path).await, board.get(path).await] {
            let cache = answer.header("cache-control");
            assert!(cache.split(", ").any(|word| word == "private"), "{path}: {cache}");
            assert!(answer.headers.get_all("vary").iter().any(|name| name == "cookie"), "{path}");
        }
    }
    assert_eq!(board.get_as(&ann, "/account").await.header("cache-control"), "no-store");
}

/// Posts nothing in particular. An answer that isn't 403 or 421 was let through.
async fn ask(board: &Board, path: &str, host: &str, headers: &[(&str, &str)]) -> crate::support::Answer {
    let mut request = Request::post(path).header(header::HOST, host);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    board.send(request.body(Body::empty()).expect("a request")).await
}

type Header = (&'static str, &'static str);

#[tokio::test]
async fn only_our_own_pages_change_something() {
    let board = Board::new().await;
    let other_site = (403, "This request came from another site&#39;s page.");
    let let_through = (404, "there is no batch 9");
    #[rustfmt::skip]
    let table: [(&[Header], (u16, &str)); 11] = [
        (&[("sec-fetch-site", "same-origin")], let_through),
        (&[("sec-fetch-site", "none")], let_through),
        (&[("sec-fetch-site", "same-site")], other_site),
        (&[("sec-fetch-site", "cross-site")], other_site),
        (&[("sec-fetch-site", "anything")], other_site),
        (&[("sec-fetch-site", "cross-site"), ("origin", "http://127.0.0.1:7878")], other_site),
        (&[("origin", "http://127.0.0.1:7878")], let_through),
        (&[("origin", "http://127.0.0.1:7879")], other_site),
        (&[("origin", "http://evil.example")], other_site),
        (&[("origin", "null")], other_site),
        // Neither header: no browser.
        (&[], let_through),
    ];
    for (headers, expected) in table {
        let answer = ask(&board, "/batches/9/cancel", HOST, headers).await;
        assert_eq!((answer.status.as_u16(), answer.lead()), expected, "{headers:?}");
    }
    // Nor do the other routes let another site's page through.
    let profiles = ["/profiles", "/profiles/1", "/profiles/1/delete"].map(str::to_owned);
    let others = ["/import".to_owned(), format!("{STARTER}/batches"), "/nowhere".to_owned()];
    for path in others.into_iter().chain(profiles) {
        for method in ["POST", "PUT", "DELETE"] {
            let request = Request::builder().method(method).uri(&path).header(header::HOST, HOST);
            let request = request.header("sec-fetch-site", "cross-site").body(Body::empty()).expect("a request");
            let answer = board.send(request).await;
            assert_eq!((answer.status.as_u16(), answer.lead()), other_site, "{method} {path}");
        }
    }
}

/// A page whose own name was made to point at this machine is same-origin to the browser; its name gives it away.
#[tokio::test]
async fn only_requests_for_our_own_name_change_something() {
    let board = Board::new().await;
    for (host, status) in [
        ("127.0.0.1:7878", 404),
        ("localhost:7878", 404),
        ("LOCALHOST", 404),
        ("[::1]:7878", 404),
        ("evil.example:7878", 421),
        ("127.0.0.1.evil.example", 421),
        ("board.example", 421),
        ("", 421),
    ] {
        let answer = ask(&board, "/batches/9/cancel", host, &[("sec-fetch-site", "same-origin")]).await;
        assert_eq!(answer.status.as_u16(), status, "{host}");
    }
    let named = Board::with(&settings("0.0.0.0:80", &["board.example"], true)).await;
    for (host, status) in [("board.example", 404), ("localhost", 404), ("evil.example", 421)] {
        assert_eq!(ask(&named, "/batches/9/cancel", host, &[]).await.status.as_u16(), status, "{host}");
    }
    let unnamed = Board::with(&settings("0.0.0.0:80", &[], true)).await;
    assert_eq!(ask(&unnamed, "/batches/9/cancel", "any.example", &[]).await.status.as_u16(), 404);
    // Of two names what stands before us may have looked at the other.
    for board in [&board, &named, &unnamed] {
        let two = ask(board, "/batches/9/cancel", HOST, &[("host", "evil.example")]).await;
        assert_eq!((two.status.as_u16(), two.lead()), (400, "found two Host headers; expected one"));
    }
}

#[tokio::test]
async fn visitors_from_elsewhere_only_read() {
    let board = Board::with(&settings("0.0.0.0:80", &[], false)).await;
    let before = board.editions().await;
    let files: Vec<_> = crate::editions::import::starter_files();
    let files: Vec<_> = files.iter().map(|(name, bytes)| ("files", *name, bytes.as_slice())).collect();
    let answers = [
        board.import("mine", &files).await,
        board.post(&format!("{STARTER}/batches"), "depths=1&drops=1&seed=1&good=on").await,
        board.post("/batches/1/cancel", "").await,
        board.post("/profiles", "name=x&text=1%3A+good+1").await,
        board.post("/profiles/1", "name=x&text=1%3A+good+1&seen=1").await,
        board.post("/profiles/1/delete", "").await,
    ];
    for answer in answers {
        assert_eq!(answer.status.as_u16(), 403);
        assert_eq!(
            answer.lead(),
            "This dashboard is read only for visitors. Whoever runs it can allow imports, batches and profiles (--open-actions)."
        );
    }
    assert_eq!(board.editions().await, before);
    assert!(board.store.batches(affixboard_store::BatchFilter::All, 9).await.expect("an answer").is_empty());
    // Pages don't offer what isn't allowed.
    assert!(!board.get("/").await.text().contains("New batch</a>"));
    assert!(!board.get(STARTER).await.text().contains("New batch</a>"));
    assert!(!board.get(&format!("{STARTER}/types/23")).await.text().contains("New batch</a>"));
    assert!(board.store.profiles().await.expect("an answer").is_empty());
    assert!(!board.get("/profiles").await.text().contains("New profile</a>"));
    for path in ["/import".to_owned(), "/profiles/new".to_owned(), format!("{STARTER}/batches/new")] {
        let page = board.get(&path).await;
        assert!(page.text().contains("This dashboard is read only for visitors."), "{path}");
        assert!(page.text().contains("<button class=\"primary\" disabled>"), "{path}");
    }
    // Unless whoever runs it opens it to everyone.
    let open = Board::with(&settings("0.0.0.0:80", &[], true)).await;
    assert_eq!(open.import("mine", &files).await.status.as_u16(), 303);
    assert!(open.get("/").await.text().contains("New batch</a>"));
}
