//! `affixboard serve`, and `affixboard` alone.

use super::program::{Home, Server};

fn answers(server: &mut Server) {
    assert!(server.addr.starts_with("127.0.0.1:") && !server.addr.ends_with(":0"), "{}", server.addr);
    assert_eq!(server.line(), "data in data/affixboard.db; stop with Ctrl-C\n");
    assert_eq!(server.get("/healthz"), (200, "ok\n".to_owned()));
    assert_eq!(server.get("/readyz"), (200, "ok\n".to_owned()));
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    assert!(page.starts_with("<!doctype html>") && page.contains("/editions/affix-branch-starter"), "{page}");
    assert_eq!(server.get("/nothing").0, 404);
}

#[test]
fn it_serves_with_and_without_the_word() {
    let home = Home::new();
    for arguments in ["", "serve"] {
        let mut server = home.serve(arguments);
        answers(&mut server);
        stop(server);
    }
    assert!(home.path("data/affixboard.db").is_file());
}

#[cfg(unix)]
fn stop(server: Server) {
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
}

#[cfg(not(unix))]
fn stop(server: Server) {
    drop(server);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_too() {
    let home = Home::new();
    let server = home.serve("serve");
    server.signal("INT");
    assert_eq!(server.ended(), Some(0));
}

/// A supervisor may start and stop it at once.
#[cfg(unix)]
#[test]
fn signals_are_caught_from_the_first_line_on() {
    let home = Home::new();
    for signal in ["TERM", "INT"].repeat(10) {
        let server = home.serve("serve");
        server.signal(signal);
        assert_eq!(server.ended(), Some(0));
    }
}

#[test]
fn imports_of_the_command_line_are_seen() {
    let home = Home::new();
    home.small("", "", "");
    home.run("import edit --edition ours --data-dir data").done();
    let server = home.serve("");
    assert!(server.get("/").1.contains("/editions/ours"));
    // Also while it runs.
    home.run("import edit --edition theirs --data-dir data").done();
    assert!(server.get("/").1.contains("/editions/theirs"));
    assert_eq!(server.get("/editions/theirs/revisions/1/types/23").0, 200);
}

#[test]
fn an_address_that_is_taken() {
    let home = Home::new();
    let server = home.serve("serve");
    home.run(&format!("serve --addr {} --data-dir other", server.addr))
        .refused(1, &[&format!("can't listen on {}", server.addr)]);
}

/// Each start prints a new link for the first maintainer, and the one before isn't good any more.
#[test]
fn the_first_maintainer_s_link_is_printed_at_each_start() {
    let home = Home::new();
    let link = |server: &mut Server| {
        assert!(server.line().starts_with("data in "));
        let line = server.line();
        let start = format!("no accounts yet; this link makes the first maintainer, once: http://{}", server.addr);
        let path = line.trim_end().strip_prefix(&start).unwrap_or_else(|| panic!("{line}")).to_owned();
        assert!(path.starts_with("/join/") && path.len() == 70, "{path}");
        path
    };
    let mut server = home.serve("serve");
    let first = link(&mut server);
    assert_eq!(server.get(&first).0, 200);
    stop(server);
    let mut server = home.serve("serve");
    let second = link(&mut server);
    assert_eq!((server.get(&first).0, server.get(&second).0), (404, 200));
}

/// The log of a server that was asked for all sorts of things.
#[cfg(unix)]
fn log_of(home: &Home, arguments: &str) -> String {
    let log = std::fs::File::create(home.path("log")).expect("a file");
    let command = format!("serve --addr 127.0.0.1:0 --data-dir data --log trace {arguments}");
    let server = Server::start_with_log(&mut home.command(&command), log.into());
    server.get("/join/secret-of-a-link?x=secret-of-a-query");
    server.ask(&format!(
        "GET /batches HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: affixboard_session=secret-of-a-cookie\r\n\
         Authorization: Bearer secret-of-a-token\r\n\r\n",
        server.addr
    ));
    server.post("/sign-in", "name=ann&password=secret-of-a-form");
    server.signal("TERM");
    assert_eq!(server.ended(), Some(0));
    std::fs::read_to_string(home.path("log")).expect("text")
}

#[cfg(unix)]
#[test]
fn the_log_has_no_secrets_and_no_colours() {
    let home = Home::new();
    let text = log_of(&home, "");
    assert!(text.contains("path=\"/join/…\"") && text.contains("path=\"/batches\""), "{text}");
    let json = log_of(&home, "--log-format json");
    let lines: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
    let is_of_batches = |line: &&serde_json::Value| line["span"]["path"] == "/batches";
    let id = lines.iter().find(is_of_batches).expect("a line")["span"]["id"].as_str().expect("an id").to_owned();
    assert_eq!(id.len(), 16, "{id}");
    for log in [text, json] {
        assert!(!log.contains('\u{1b}') && !log.contains("secret-of"), "{log}");
    }
}
