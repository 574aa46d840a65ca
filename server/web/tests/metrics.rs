//! `/metrics`: what it says, in a format that is read back here, and to whom.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    net::SocketAddr,
};

use affixboard_service::config::Settings;
use affixboard_store::{AccountId, Role, Scope};

use crate::support::{Board, HOST, STARTER, settings};

/// Samples by name and labels.
type Samples = BTreeMap<String, f64>;

/// Reads the text format: each sample is of a metric that was begun, with a help, a type and a number.
fn read(text: &str) -> Samples {
    let (mut samples, mut begun, mut helped) = (Samples::new(), "", "");
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            helped = rest.split_once(' ').filter(|(_, help)| !help.is_empty()).expect("a help").0;
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a type");
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert_eq!((name, name.ends_with("_total")), (helped, kind == "counter"), "{line}");
            begun = name;
        } else {
            let (sample, value) = line.rsplit_once(' ').expect("a value");
            let (name, labels) = sample.split_once('{').unwrap_or((sample, "}"));
            let part = name.strip_prefix(begun).unwrap_or_else(|| panic!("{line} of {begun}"));
            assert!(["", "_bucket", "_sum", "_count"].contains(&part), "{line}");
            for label in labels.strip_suffix('}').expect("an end").split("\",").filter(|label| !label.is_empty()) {
                let (name, value) = label.split_once("=\"").expect("a label");
                let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./{}*+".contains(c);
                assert!(!name.is_empty() && value.trim_end_matches('"').chars().all(is_plain), "{line}");
            }
            assert!(samples.insert(sample.to_owned(), value.parse().expect("a number")).is_none(), "{line} twice");
        }
    }
    samples
}

/// Status and text of what is asked for by a connection.
fn ask(address: SocketAddr, path: &str, headers: &str) -> (u16, String) {
    let mut stream = std::net::TcpStream::connect(address).expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("headers and a body");
    (head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status"), body.to_owned())
}

async fn asked(address: SocketAddr, path: &'static str, headers: &'static str) -> (u16, String) {
    tokio::task::spawn_blocking(move || ask(address, path, headers)).await.expect("an answer")
}

#[tokio::test]
async fn what_is_asked_for_is_counted_by_route_and_nothing_that_was_sent_is_in_it() {
    let board = Board::new().await;
    let (address, _task) = board.listen().await;
    let sheet = format!("{STARTER}/types/23");
    for _ in 0..2 {
        assert_eq!(board.get(&sheet).await.status.as_u16(), 200);
    }
    for path in ["/batches/hostile", "/hostile\"x", "/views?hostile=1", "/static/hostile"] {
        board.get(&path.replace('"', "%22")).await;
    }
    let hostile = axum::http::Request::builder().method("HOSTILE").uri("/batches").header("host", HOST);
    board.send(hostile.body(axum::body::Body::empty()).expect("a request")).await;
    let (status, text) = asked(address, "/metrics", "").await;
    assert_eq!(status, 200);
    assert!(!text.contains("hostile") && !text.contains("HOSTILE"), "{text}");
    let samples = read(&text);
    let types = "/editions/{slug}/revisions/{number}/types/{file}";
    for (sample, expected) in [
        (format!("requests_total{{route=\"{types}\",method=\"GET\",status=\"2xx\"}}"), 2.0),
        (format!("request_seconds_bucket{{route=\"{types}\",le=\"+Inf\"}}"), 2.0),
        (format!("request_seconds_count{{route=\"{types}\"}}"), 2.0),
        ("requests_total{route=\"/batches/{id}\",method=\"GET\",status=\"4xx\"}".to_owned(), 1.0),
        ("requests_total{route=\"none\",method=\"GET\",status=\"4xx\"}".to_owned(), 1.0),
        ("requests_total{route=\"/batches\",method=\"other\",status=\"4xx\"}".to_owned(), 1.0),
        ("requests_under_way".to_owned(), 1.0),
        ("event_streams".to_owned(), 0.0),
        ("connections{state=\"under_way\"}".to_owned(), 1.0),
        ("connections_refused_total".to_owned(), 0.0),
        ("tasks_waiting{priority=\"progressive\"}".to_owned(), 0.0),
        ("batch_running".to_owned(), 0.0),
        ("cache_hits_total{cache=\"pages\"}".to_owned(), 1.0),
        ("uploads".to_owned(), 0.0),
        ("outage{cause=\"disk_full\"}".to_owned(), 0.0),
        (format!("build_info{{version=\"{}\"}}", env!("CARGO_PKG_VERSION")), 1.0),
    ] {
        assert_eq!(samples.get(&format!("affixboard_{sample}")), Some(&expected), "{sample} in\n{text}");
    }
    for sample in
        ["cache_entries{cache=\"pages\"}", "cache_bytes{cache=\"pages\"}", "cache_misses_total{cache=\"pages\"}"]
    {
        assert!(samples[&format!("affixboard_{sample}")] > 0.0, "{sample} in\n{text}");
    }
    #[cfg(target_os = "linux")]
    for sample in ["resident_memory_bytes", "open_descriptors"] {
        assert!(samples[&format!("affixboard_{sample}")] > 0.0, "{sample} in\n{text}");
    }
}

#[tokio::test]
async fn it_is_for_this_machine_and_for_tokens_of_maintainers() {
    let trusted = vec!["127.0.0.1/32".parse().expect("a net")];
    let board = Board::with(&Settings { trusted_proxies: trusted, ..settings(HOST, &[], false) }).await;
    let (address, _task) = board.listen().await;
    for (headers, expected) in [
        ("", 200),
        // What a proxy passes on is from elsewhere.
        ("X-Forwarded-For: 203.0.113.9\r\n", 403),
        ("X-Forwarded-For: 127.0.0.1, 203.0.113.9\r\n", 403),
    ] {
        assert_eq!(asked(address, "/metrics", headers).await.0, expected, "{headers}");
    }
    // The same where nobody says from where, and with accounts.
    assert_eq!(board.get("/metrics").await.status.as_u16(), 403);
    let person = board.somebody("Ann", Role::Maintainer).await;
    assert_eq!(board.get_as(&person, "/metrics").await.status.as_u16(), 403);
    for scope in Scope::ALL {
        let program = board.program(AccountId(1), scope).await;
        assert_eq!(board.get_as(&program, "/metrics").await.status.as_u16(), 200);
    }
    board.somebody("Bob", Role::Reviewer).await;
    let program = board.program(AccountId(2), Scope::All).await;
    assert_eq!(board.get_as(&program, "/metrics").await.status.as_u16(), 403);
    // From here nobody is looked up: a token that has run out is no reason to say nothing.
    assert_eq!(asked(address, "/metrics", "Authorization: Bearer none-of-ours\r\n").await.0, 200);
}
