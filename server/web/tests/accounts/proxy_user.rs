//! Signing in by the word of a trusted proxy, over real connections: the proxy's come from 127.0.0.2, everybody else's from 127.0.0.1.

use affixboard_service::{
    config::Settings,
    signing_in::{Newcomers, SecondFactorRule, SignInSettings},
};
use affixboard_store::{AccountId, Role};
use axum::http::HeaderName;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpSocket,
};

use crate::support::{Board, HOST, settings};

const PROXY: &str = "127.0.0.2:0";
const ELSEWHERE: &str = "127.0.0.1:0";

fn with(newcomers: Newcomers) -> Settings {
    Settings {
        trusted_proxies: vec!["127.0.0.2".parse::<std::net::IpAddr>().expect("an address").into()],
        sign_in: SignInSettings {
            user_header: Some(HeaderName::from_static("remote-user")),
            newcomers,
            ..SignInSettings::default()
        },
        ..settings(HOST, &[], false)
    }
}

/// Asks from an address, with further lines of headers; gives the whole answer.
async fn ask(board: &Board, from: &str, request: &str, lines: &[&str]) -> String {
    let (address, _) = board.listen().await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind(from.parse().expect("an address")).expect("an address of this machine");
    let mut connection = socket.connect(address).await.expect("connected");
    let (head, body) = request.split_once('|').unwrap_or((request, ""));
    let mut text =
        format!("{head} HTTP/1.1\r\nHost: {HOST}\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    for line in lines {
        text += line;
        text += "\r\n";
    }
    text += "Content-Type: application/x-www-form-urlencoded\r\n\r\n";
    text += body;
    connection.write_all(text.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).await.expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

/// Whom a page says to be signed in.
fn who(answer: &str) -> &str {
    let link = "title=\"Your account\">";
    answer.split_once(link).and_then(|(_, rest)| rest.split('<').next()).unwrap_or_default()
}

#[tokio::test]
async fn a_name_is_believed_of_the_proxy_and_of_nobody_else() {
    let board = Board::with(&with(Newcomers::Proposer)).await;
    board.somebody("Ann", Role::Maintainer).await;
    let user = "Remote-User: bob";
    // Whoever sends it straight is a visitor.
    for lines in [&[user][..], &[user, "X-Forwarded-For: 127.0.0.2"], &[user, "Forwarded: for=127.0.0.2"]] {
        assert_eq!(who(&ask(&board, ELSEWHERE, "GET /", lines).await), "");
    }
    assert!(board.store.account_named("bob").await.expect("an answer").is_none());
    assert_eq!(who(&ask(&board, PROXY, "GET /", &[]).await), "");
    assert_eq!(who(&ask(&board, PROXY, "GET /", &[user]).await), "bob");
    assert_eq!(who(&ask(&board, PROXY, "GET /", &["remote-USER:  bob "]).await), "bob");
    let bob = board.store.account_named("bob").await.expect("an answer").expect("made by coming");
    assert_eq!((bob.id, bob.role, bob.has_password), (AccountId(2), Role::Proposer, false));
    // One whose name is somebody's here is somebody else.
    assert_eq!(who(&ask(&board, PROXY, "GET /", &["Remote-User: Ann"]).await), "Ann 2");
    let twice = ask(&board, PROXY, "GET /", &[user, "Remote-User: Ann"]).await;
    assert!(twice.starts_with("HTTP/1.1 400 ") && who(&twice).is_empty(), "{twice}");
    assert!(twice.contains("remote-user: found several"), "{twice}");
    // There is no cookie that would be good without the proxy.
    let account = ask(&board, PROXY, "GET /account", &[user]).await;
    assert!(!account.to_lowercase().contains("set-cookie") && !account.contains("Sign out</button>"), "{account}");
    assert!(account.contains("cache-control: no-store"), "{account}");

    board.store.set_disabled(bob.id, true, AccountId(1), 1_800_000_000_000).await.expect("disabled");
    assert_eq!(who(&ask(&board, PROXY, "GET /", &[user]).await), "");
    assert!(ask(&board, PROXY, "GET /account", &[user]).await.starts_with("HTTP/1.1 401 "));
}

#[tokio::test]
async fn another_sites_page_acts_in_nobodys_name() {
    let board = Board::with(&with(Newcomers::Proposer)).await;
    board.somebody("Ann", Role::Maintainer).await;
    let add = "POST /profiles|name=Dive&text=1-5:+good+0.5";
    let user = "Remote-User: bob";
    for from in
        ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Origin: http://evil.example", "Origin: null"]
    {
        let refused = ask(&board, PROXY, add, &[user, from]).await;
        assert!(refused.starts_with("HTTP/1.1 403 "), "{from}: {refused}");
    }
    let own = ask(&board, PROXY, add, &[user, "Sec-Fetch-Site: same-origin"]).await;
    assert!(own.starts_with("HTTP/1.1 303 "), "{own}");
    assert!(ask(&board, ELSEWHERE, add, &[user]).await.starts_with("HTTP/1.1 401 "));
}

#[tokio::test]
async fn without_newcomers_an_account_is_connected_first() {
    let sign_in = SignInSettings { second_factor: SecondFactorRule::Required, ..with(Newcomers::None).sign_in };
    let board = Board::with(&Settings { sign_in, ..with(Newcomers::None) }).await;
    let settings = with(Newcomers::None);
    let open = Board::with(&settings).await;
    let ann = open.somebody("Ann", Role::Maintainer).await;
    let (user, cookie) = ("Remote-User: ann@corp", format!("Cookie: {}", ann.1));
    assert_eq!(who(&ask(&open, PROXY, "GET /", &[user]).await), "");
    let page = ask(&open, PROXY, "GET /sign-in", &[user]).await;
    assert!(page.contains("The proxy says that you are <strong>ann@corp</strong>"), "{page}");
    assert!(!ask(&open, ELSEWHERE, "GET /sign-in", &[user]).await.contains("ann@corp"));
    // Signed in by password she connects it; here she has none that anybody knows.
    let page = ask(&open, PROXY, "GET /account", &[user, &cookie]).await;
    assert!(page.contains("<button>Connect ann@corp</button>"), "{page}");
    let connect = "POST /account/sign-ins/proxy|password=wrong+horse";
    assert!(ask(&open, PROXY, connect, &[user, &cookie]).await.contains("That isn’t the password you have now."));
    assert!(ask(&open, ELSEWHERE, connect, &[user, &cookie]).await.starts_with("HTTP/1.1 404 "));
    let identity = affixboard_store::Identity { issuer: "proxy", subject: "ann@corp", label: "ann@corp" };
    open.store.connect_identity(AccountId(1), identity, 1).await.expect("connected");
    assert_eq!(who(&ask(&open, PROXY, "GET /", &[user]).await), "Ann");
    assert_eq!(who(&ask(&open, PROXY, "GET /", &["Remote-User: ANN@corp"]).await), "", "names there are as they are");
    let ended = ask(&open, PROXY, "POST /account/sign-ins/1/end|", &[user]).await;
    assert!(ended.starts_with("HTTP/1.1 303 "), "{ended}");
    assert_eq!(who(&ask(&open, PROXY, "GET /", &[user]).await), "");

    // A second factor is the proxy's business.
    board.somebody("Ann", Role::Maintainer).await;
    board.store.connect_identity(AccountId(1), identity, 1).await.expect("connected");
    assert_eq!(who(&ask(&board, PROXY, "GET /people", &[user]).await), "Ann");
}
