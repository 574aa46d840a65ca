//! Delivery, tries again and giving up, with time that the test moves; over TLS with certificates of a CA of its own.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

use affixboard_store::{MadeBy, NewProposal, NewRevision};
use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use tempfile::TempDir;
use tokio::sync::{mpsc as channel, oneshot};
use ureq::tls::{Certificate, RootCerts};

use super::*;

/// Reads a request and answers with a status; gives head and body.
fn answer(stream: &mut (impl Read + Write), status: &str) -> std::io::Result<(String, String)> {
    let mut reader = BufReader::new(&mut *stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
    let head = head.to_ascii_lowercase();
    let length = head.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
    let mut body = vec![0; length.and_then(|length| length.parse().ok()).expect("a length")];
    reader.read_exact(&mut body)?;
    stream.write_all(format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").as_bytes())?;
    stream.flush()?;
    Ok((head, String::from_utf8(body).expect("UTF-8")))
}

/// The request received on each connection as head and body, or why there was none.
type Came = mpsc::Receiver<Result<(String, String), String>>;

/// Takes connections on a free port, one after the other, and answers each as it is told; gives the port.
fn listen(
    answers: Vec<String>,
    mut take: impl FnMut(TcpStream, &str) -> std::io::Result<(String, String)> + Send + 'static,
) -> (u16, Came) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let (sender, came) = mpsc::channel();
    std::thread::spawn(move || {
        for told in answers {
            let (stream, _) = listener.accept().expect("a connection");
            let taken = take(stream, &told).map_err(|error| error.to_string());
            if sender.send(taken).is_err() {
                return;
            }
        }
    });
    (port, came)
}

/// The same without TLS; gives the address.
fn plain(answers: &[&str]) -> (String, Came) {
    let answers = answers.iter().map(|told| (*told).to_owned()).collect();
    let (port, came) = listen(answers, |mut stream, told| answer(&mut stream, told));
    (format!("http://127.0.0.1:{port}/hook?key=1"), came)
}

/// The body of the next request.
fn body(came: &Came) -> serde_json::Value {
    let (_, body) = came.recv().expect("a connection").expect("a request");
    serde_json::from_str(&body).expect("JSON")
}

/// A database with an edition.
async fn store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("x.db")).await.expect("opened");
    let starter = crate::starter::all().into_iter().next().expect("a starter");
    let (loaded, made_by) = (&starter.loaded, MadeBy::Import);
    let new = NewRevision { slug: "ours", title: "ours", loaded, made_by, note: "", by: None, now_ms: 1 };
    store.import(new).await.expect("imported");
    (folder, store)
}

async fn propose(store: &Store, title: &str) {
    let base = store.revision("ours", None).await.expect("an answer").expect("a revision");
    let new = NewProposal {
        edition: base.edition_id,
        author: None,
        title,
        description: "",
        base: base.id,
        changes: "change remove\nfile x\nentry kind 1 a\nline 1 A\nwas A:1\n",
        effect: &"0".repeat(64),
        reverts: None,
        now_ms: 1_319_378_719_000,
    };
    store.propose(new).await.expect("proposed");
}

/// A webhook that doesn't wait at all.
fn impatient(address: &str) -> Webhook {
    Webhook { wait: Arc::new(|_| Box::pin(std::future::ready(()))), ..Webhook::new(address).expect("an address") }
}

/// A fake clock: receives each wait of the webhook with its duration and a sender that ends it.
struct Clock(channel::UnboundedReceiver<(Duration, oneshot::Sender<()>)>);

impl Clock {
    /// How long it waits next; it does until what this gives is dropped or told.
    async fn next(&mut self) -> (u64, oneshot::Sender<()>) {
        let (time, end) = self.0.recv().await.expect("a wait");
        (time.as_secs(), end)
    }

    /// The same, at whose end it goes on.
    async fn pass(&mut self) -> u64 {
        self.next().await.0
    }
}

/// A webhook whose time a test moves.
fn clocked(address: &str) -> (Webhook, Clock) {
    let (sender, waits) = channel::unbounded_channel();
    let wait: Wait = Arc::new(move |time| {
        let (end, ended) = oneshot::channel();
        // After the test nobody listens, and the wait ends at once.
        let _ = sender.send((time, end));
        Box::pin(async move {
            let _ = ended.await;
        })
    });
    (Webhook { wait, ..Webhook::new(address).expect("an address") }, Clock(waits))
}

#[tokio::test]
async fn an_act_is_told_as_json() {
    let (_folder, store) = store().await;
    propose(&store, "Before").await;
    let (address, came) = plain(&["500 x", "204 x", "400 x", "400 x", "400 x", "400 x"]);
    let webhook = impatient(&address);
    let mut last = None;
    // Earlier acts are not sent.
    assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 0);
    propose(&store, "Rarer \"blades\"").await;
    assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 1);
    let (first, second) = (came.recv().expect("a request"), came.recv().expect("another"));
    assert_eq!(first, second, "what failed is sent again as it was");
    let (head, body) = first.expect("a request");
    assert!(head.starts_with("post /hook?key=1 http/1.1\r\n") && head.contains("content-type: application/json"));
    let told: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(told["at"], "2011-10-23T14:05:19Z");
    assert_eq!(told["by"], serde_json::Value::Null);
    assert_eq!(
        told["proposal"],
        serde_json::json!({
            "number": 2, "title": "Rarer \"blades\"", "edition": "ours", "state": "open", "revision": 1,
            "path": "/proposals/2"
        })
    );
    // Nothing twice; and what is refused is left out after the last try.
    assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 0);
    propose(&store, "In vain").await;
    assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 0);
    for _ in 0..4 {
        assert!(came.recv().expect("a try").expect("a request").1.contains("In vain"));
    }
    assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 0);
}

/// Every wait of the worker, in order, over deliveries, failures and a failure for good.
#[tokio::test]
async fn the_worker_tries_again_ever_later_and_then_goes_on() {
    let (_folder, store) = store().await;
    propose(&store, "Before").await;
    let (address, came) = plain(&["500 x", "503 x", "204 x", "500 x", "404 x", "302 x", "500 x", "200 x", "201 x"]);
    let (webhook, mut clock) = clocked(&address);
    let (stop, stopped) = watch::channel(false);
    let worker = tokio::spawn(webhook.work(store.clone(), stopped));
    // The first look is at the start of the program, and sends nothing.
    let (time, pause) = clock.next().await;
    assert_eq!(time, 2);
    propose(&store, "First").await;
    drop(pause);
    assert_eq!((clock.pass().await, clock.pass().await), (2, 10), "tried again");
    let (time, pause) = clock.next().await;
    assert_eq!(time, 2, "delivered: the usual pause");
    let tries = [body(&came), body(&came), body(&came)];
    assert!(tries.iter().all(|told| *told == tries[0] && told["about"] == "First"), "{tries:?}");
    // One that is never taken holds the next ones up for so long, and no longer.
    propose(&store, "Second").await;
    propose(&store, "Third").await;
    propose(&store, "Fourth").await;
    drop(pause);
    assert_eq!((clock.pass().await, clock.pass().await, clock.pass().await), (2, 10, 60));
    let (time, pause) = clock.next().await;
    assert_eq!(time, 2);
    let told: Vec<_> = (0..6).map(|_| body(&came)).collect();
    let about: Vec<_> = told.iter().map(|told| told["about"].as_str().expect("a title")).collect();
    assert_eq!(about, ["Second", "Second", "Second", "Second", "Third", "Fourth"]);
    assert!(told.windows(2).all(|two| two[0]["act"].as_i64() <= two[1]["act"].as_i64()), "they rise");
    stop.send_replace(true);
    worker.await.expect("it stops in the middle of a wait");
    drop(pause);
}

/// As ADR 15 has it: what was done while the program was away is not told, what comes after its start is, each once.
#[tokio::test]
async fn after_a_restart_it_goes_on_with_what_is_new() {
    let (_folder, store) = store().await;
    let (address, came) = plain(&["500 x", "200 x", "200 x"]);
    let (webhook, mut clock) = clocked(&address);
    let (stop, stopped) = watch::channel(false);
    let worker = tokio::spawn(webhook.work(store.clone(), stopped));
    let (_, pause) = clock.next().await;
    propose(&store, "Not taken").await;
    drop(pause);
    // Stopped between two tries.
    let (time, wait) = clock.next().await;
    assert_eq!((time, &body(&came)["about"]), (2, &"Not taken".into()));
    stop.send_replace(true);
    worker.await.expect("stopped");
    drop(wait);
    propose(&store, "Meanwhile").await;
    let (webhook, mut clock) = clocked(&address);
    let (stop, stopped) = watch::channel(false);
    let worker = tokio::spawn(webhook.work(store.clone(), stopped));
    let (_, pause) = clock.next().await;
    propose(&store, "After").await;
    propose(&store, "And after").await;
    drop(pause);
    let (_, pause) = clock.next().await;
    assert_eq!((&body(&came)["about"], &body(&came)["about"]), (&"After".into(), &"And after".into()));
    // The program's end is one too.
    drop(stop);
    worker.await.expect("stopped");
    drop(pause);
}

#[tokio::test]
async fn of_many_acts_the_newest_are_told() {
    let (_folder, store) = store().await;
    let (address, came) = plain(&["200 x"; MOST as usize]);
    let webhook = impatient(&address);
    let mut last = None;
    webhook.send_new(&store, &mut last).await.expect("read");
    for number in 0..MOST + 3 {
        propose(&store, &format!("p{number}")).await;
    }
    assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), MOST as usize);
    assert_eq!(body(&came)["about"], "p3");
    assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 0);
}

/// If the store fails, no act is skipped.
#[tokio::test]
async fn a_store_that_fails_loses_nothing() {
    let (folder, store) = store().await;
    let (address, came) = plain(&["200 x"]);
    let webhook = impatient(&address);
    let mut last = None;
    webhook.send_new(&store, &mut last).await.expect("read");
    propose(&store, "Kept").await;
    store.close().await;
    assert!(webhook.send_new(&store, &mut last).await.is_err());
    let store = Store::open(&folder.path().join("x.db")).await.expect("opened again");
    assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 1);
    assert_eq!(body(&came)["about"], "Kept");
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let (_folder, store) = store().await;
    let elsewhere = TcpListener::bind("127.0.0.1:0").expect("a port");
    elsewhere.set_nonblocking(true).expect("set");
    let target = elsewhere.local_addr().expect("an address");
    for status in ["301", "302", "303", "307", "308"] {
        let moved = format!("{status} x\r\nLocation: http://{target}/hook");
        let (address, came) = plain(&[moved.as_str(); 4]);
        assert!(!impatient(&address).send("{}".to_owned()).await, "{status}");
        assert_eq!((0..4).map(|_| came.recv().expect("a try").expect("a request").1).collect::<Vec<_>>(), ["{}"; 4]);
    }
    let error = elsewhere.accept().expect_err("nobody comes");
    assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock);
    drop(store);
}

/// A file of `certificates/`, which says how it was made.
fn file(name: &str) -> Vec<u8> {
    let path = format!("{}/certificates/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Listens with that certificate; answers each connection with 204.
fn serve(certificate: &str, connections: usize) -> (String, Came) {
    let certificate = CertificateDer::from_pem_slice(&file(certificate)).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(&file("here.key")).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a certificate and its key");
    let config = Arc::new(config);
    let (port, came) = listen(vec!["204 x".to_owned(); connections], move |stream, told| {
        let connection = ServerConnection::new(Arc::clone(&config)).map_err(std::io::Error::other)?;
        let mut stream = StreamOwned::new(connection, stream);
        let taken = answer(&mut stream, told)?;
        stream.conn.send_close_notify();
        stream.flush()?;
        Ok(taken)
    });
    (format!("https://127.0.0.1:{port}/hook"), came)
}

/// Who believes that CA, and no other.
fn believing(ca: &str, address: &str) -> Webhook {
    let roots = RootCerts::new_with_certs(&[Certificate::from_pem(&file(ca)).expect("a certificate")]);
    Webhook { agent: agent(TlsConfig::builder().root_certs(roots).build()), ..impatient(address) }
}

#[tokio::test]
async fn acts_are_told_over_tls() {
    let (_folder, store) = store().await;
    let (address, came) = serve("here.pem", 1);
    let webhook = believing("ca.pem", &address);
    let mut last = None;
    webhook.send_new(&store, &mut last).await.expect("read");
    propose(&store, "Hidden").await;
    assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 1);
    assert_eq!(body(&came)["about"], "Hidden");
}

/// Nothing is sent to who isn't who they should be.
#[tokio::test]
async fn certificates_that_are_not_good_are_refused() {
    // Of a CA that nobody knows, of another than the one that is believed, of another name, and run out.
    for (certificate, believed) in [
        ("here.pem", None),
        ("here.pem", Some("other.pem")),
        ("elsewhere.pem", Some("ca.pem")),
        ("run_out.pem", Some("ca.pem")),
    ] {
        let (address, came) = serve(certificate, 4);
        let webhook = believed.map_or_else(|| impatient(&address), |ca| believing(ca, &address));
        assert!(!webhook.send("{\"secret\":1}".to_owned()).await, "{certificate}, {believed:?}");
        for _ in 0..4 {
            came.recv().expect("a connection").expect_err("no request was sent");
        }
    }
}

#[test]
fn only_http_addresses_are_taken() {
    // Addresses within one's own network too: whoever runs the program sets it, and chats of teams are there (ADR 15).
    for address in [
        "http://127.0.0.1:9/hook",
        "http://[::1]:9/hook",
        "http://10.0.0.7/hook",
        "http://192.168.1.5:8065/hooks/1",
        "https://chat.internal/hooks/1",
        "https://chat.example.org/hooks/1",
        " https://example.org ",
    ] {
        assert!(Webhook::new(address).is_ok(), "{address}");
    }
    for (address, expected) in [
        ("ftp://example.org/x", "webhook: found the scheme `ftp`; expected an address such as https://"),
        ("file:///etc/passwd", "webhook: "),
        ("example.org", "webhook: found the scheme ``; expected"),
        ("", "webhook: expected an address"),
        ("https://", "webhook: "),
    ] {
        let error = format!("{:#}", Webhook::new(address).expect_err("refused"));
        assert!(error.starts_with(expected), "{address}: {error}");
    }
}

#[test]
fn nothing_of_the_address_but_its_host_is_shown() {
    let webhook = Webhook::new("https://chat.example.org/hooks/secret").expect("an address");
    assert_eq!(format!("{webhook:?}"), "Webhook(chat.example.org)");
}
