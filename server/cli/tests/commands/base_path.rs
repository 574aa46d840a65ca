//! Under a base path, as behind a proxy that passes it on: each address that the dashboard gives out is under it, and answers.

use std::{
    collections::{BTreeSet, VecDeque},
    io::{Read, Write},
    net::TcpStream,
};

use super::program::{Home, Server};

const BASE: &str = "/affixboard";

/// An answer: its status, its headers in lower case and its text.
struct Answer {
    status: u16,
    head: String,
    text: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.filter(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
    }
}

fn ask(server: &Server, request: &str, headers: &str, body: &str) -> Answer {
    let mut stream = TcpStream::connect(&server.addr).expect("a connection");
    let length = body.len();
    let request = format!(
        "{request} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nAccept: text/html\r\nContent-Length: {length}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n{headers}\r\n{body}",
        server.addr
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = Vec::new();
    let is_stream = request.split(' ').nth(1).is_some_and(|address| address.contains("/events"));
    if is_stream {
        // It goes on as long as somebody looks.
        answer.resize(12, 0);
        stream.read_exact(&mut answer).expect("a beginning");
        answer.extend_from_slice(b"\r\n\r\n");
    } else {
        stream.read_to_end(&mut answer).expect("an answer");
    }
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, text) = answer.split_once("\r\n\r\n").expect("headers and a body");
    let status = head.split(' ').nth(1).and_then(|status| status.trim().parse().ok()).expect("a status");
    Answer { status, head: head.to_owned(), text: text.to_owned() }
}

/// The addresses in a page, each with whether it is asked for: what forms send to by POST isn't.
fn addresses(html: &str) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let is_post = tag.starts_with("form ") && tag.contains("method=\"post\"");
        for attribute in tag.split('"').collect::<Vec<_>>().chunks_exact(2) {
            let name = attribute[0].trim_end_matches('=').rsplit(' ').next().unwrap_or_default();
            let value = attribute[1].replace("&#38;", "&").replace("&amp;", "&");
            let is_address = ["href", "src", "action", "formaction"].contains(&name)
                || (name.starts_with("data-") && value.starts_with('/'));
            if is_address {
                found.push((value, !is_post && name != "formaction"));
            }
        }
    }
    found
}

/// An address without its numbers and values, and how many settings it has.
fn shape(address: &str) -> (String, usize) {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let (mut shape, mut before) = (String::new(), "");
    for word in path.split('/').skip(1) {
        let digits = word.bytes().any(|byte| byte.is_ascii_digit());
        shape += if before == "editions" { "/edition" } else { "/" };
        match word.split_once('.').map(|(_, extension)| extension) {
            _ if before == "editions" => {}
            Some(extension) if digits => shape += extension,
            _ if digits => shape += "n",
            _ => shape += word,
        }
        before = word;
    }
    let keys = query.split('&').filter_map(|pair| pair.split('=').next());
    // What is compared is no setting.
    let mut keys: Vec<_> = keys.filter(|key| !["", "from", "to"].contains(key)).collect();
    keys.sort_unstable();
    keys.dedup();
    (format!("{shape}?{}", keys.join("&")), keys.len())
}

/// Asks for what can be reached from the start, one address of those that differ by numbers and values alone, and none with
/// more than so many settings. Gives what was wrong, and the shapes of addresses.
fn crawl(server: &Server, headers: &str, most_settings: usize) -> (Vec<String>, BTreeSet<String>) {
    let mut queue = VecDeque::from([(format!("{BASE}/"), "the start".to_owned())]);
    let mut known = BTreeSet::from([format!("{BASE}/")]);
    let (mut shapes, mut wrong) = (BTreeSet::new(), Vec::new());
    while let Some((address, from)) = queue.pop_front() {
        let answer = ask(server, &format!("GET {address}"), headers, "");
        // Some forms and settings need more, which the page says.
        if !matches!(answer.status, 200 | 303 | 307 | 308 | 400) {
            wrong.push(format!("{address} of {from} is answered {}", answer.status));
        }
        let kind = answer.header("content-type").unwrap_or_default();
        let mut found = if kind.starts_with("text/html") { addresses(&answer.text) } else { Vec::new() };
        found.extend(answer.header("location").map(|to| (to.to_owned(), true)));
        for (to, is_asked) in found {
            let to = to.split('#').next().unwrap_or_default();
            let to = if to.starts_with('?') {
                format!("{}{to}", address.split('?').next().unwrap_or_default())
            } else {
                to.to_owned()
            };
            // Places of the same page, and what other sites say.
            if to.is_empty() || to.starts_with("https://") || to.starts_with("http://") {
                continue;
            }
            if !to.starts_with(&format!("{BASE}/")) {
                wrong.push(format!("{address} leads to {to}"));
            } else if is_asked && known.insert(to.clone()) {
                let (shape, settings) = shape(&to);
                // Other editions' pages are the same, and take longer.
                if settings <= most_settings && !to.contains("-starter") && shapes.insert(shape) {
                    queue.push_back((to, address.clone()));
                }
            }
        }
    }
    (wrong, shapes)
}

#[test]
fn every_address_is_under_the_base_path_and_answers() {
    let home = Home::new();
    home.small("", "", "");
    home.run("import edit --edition ours --data-dir data").done();
    home.small("ego_item.txt", ":good:10:", ":good:4:");
    let arguments = ["--title", "Rarer", "--description", "See [batches](/batches) and [these](/affixboard/views)."];
    let create = home.command("proposal create edit --edition ours --data-dir data").args(arguments).output();
    assert!(create.expect("started").status.success());
    let mut server = home.serve("serve --base-path /affixboard/");
    let post = |path: &str, form: &str| ask(&server, &format!("POST {BASE}{path}"), "", form);

    // Elsewhere is nothing, and the base path without its slash leads to the start.
    for (path, status) in [("/", 404), ("/batches", 404), ("/affixboardx/", 404), ("/healthz", 404)] {
        assert_eq!(ask(&server, &format!("GET {path}"), "", "").status, status, "{path}");
    }
    assert_eq!(ask(&server, "GET /", "", "").text, "This dashboard is under /affixboard/.\n");
    let moved = ask(&server, "GET /affixboard", "", "");
    assert_eq!((moved.status, moved.header("location")), (308, Some("/affixboard/")));
    assert_eq!(ask(&server, "GET /affixboard/healthz", "", "").text, "ok\n");

    // Redirects after forms, with something to crawl: a batch, a view, a comment on a number.
    let revision = "/editions/ours/revisions/1";
    let batch = post(&format!("{revision}/batches"), "depths=1&drops=1&seed=1&good=on");
    assert_eq!(batch.header("location"), Some("/affixboard/batches/1"));
    let sheet = format!("{BASE}{revision}/types/23");
    let view = post("/views", &format!("path={sheet}?q=a"));
    assert_eq!(view.header("location"), Some("/affixboard/views/1"), "{}", view.text);
    assert_eq!(post("/views/1", "name=blades").status, 303);
    let short = ask(&server, "GET /affixboard/v/1", "", "");
    assert_eq!(short.header("location"), Some(format!("{sheet}?q=a").as_str()));
    let at = "at=/affixboard/compare/23%3Ffrom=ours@1%26to=proposal:1.1";
    let comment = post("/proposals/1/comments", &format!("body=See+[it](/views)&seen=1&number=a+number&{at}"));
    assert_eq!(comment.header("location"), Some("/affixboard/proposals/1?comment=1#comment-1"), "{}", comment.text);
    let page = ask(&server, "GET /affixboard/proposals/1", "", "").text;
    for link in ["/batches", "/views", "/compare/23?from=ours@1&#38;to=proposal:1.1"] {
        assert!(page.contains(&format!("href=\"{BASE}{link}\"")), "{link} in {page}");
    }

    // What programs read.
    let host = &server.addr;
    let feed = ask(&server, "GET /affixboard/proposals.atom", "", "").text;
    assert!(feed.contains(&format!("href=\"http://{host}{BASE}/proposals/1\"")), "{feed}");
    assert!(!feed.contains(&format!("http://{host}/p")), "{feed}");
    let json = ask(&server, &format!("GET {sheet}.json"), "", "").text;
    assert!(json.contains(&format!("http://{host}{sheet}")), "{json}");

    let (wrong, shapes) = crawl(&server, "", 1);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for shape in ["/static/app.css?", "/affixboard/batches/n?", "/affixboard/proposals/n?", "/affixboard/v/n?"] {
        assert!(shapes.iter().any(|known| known.ends_with(shape)), "{shape} of {shapes:?}");
    }

    // The first account, by the link that was printed, and what only people with one see.
    server.line();
    let line = server.line();
    let (_, join) = line.trim_end().split_once(&server.addr).expect("a link");
    assert!(join.starts_with("/affixboard/join/"), "{join}");
    let password = "password=correct+horse+battery&again=correct+horse+battery";
    let joined = ask(&server, &format!("POST {join}"), "", &format!("name=ann&{password}"));
    assert_eq!(joined.header("location"), Some("/affixboard/"), "{}", joined.text);
    let cookie = joined.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("; Path=/affixboard;"), "{cookie}");
    let cookie = format!("Cookie: {}\r\n", cookie.split(';').next().unwrap_or_default());
    let (wrong, shapes) = crawl(&server, &cookie, 0);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(shapes.contains("/affixboard/people?"), "{shapes:?}");

    // Who must sign in comes back to where they wanted to go.
    let to = ask(&server, "GET /affixboard/import", "", "");
    assert_eq!(to.header("location"), Some("/affixboard/sign-in?next=/import"));
    let signed_in =
        ask(&server, "POST /affixboard/sign-in", "", "name=ann&password=correct+horse+battery&next=/import");
    assert_eq!(signed_in.header("location"), Some("/affixboard/import"));
}
