//! Telling another program what is done about proposals: a POST with JSON after each act.
//!
//! Acts are in the store's log before anything is sent, and are read from there: whoever acts never waits for the other end,
//! and nothing is queued in memory.

use std::time::Duration;

use affixboard_store::{Act, Store};
use anyhow::{Context, bail};
use serde::Serialize;
use tokio::sync::watch;
use tracing::{info, warn};
use ureq::{Agent, http::Uri};

use crate::clock;

/// How often the log is looked at.
const PAUSE: Duration = Duration::from_secs(2);
/// How long one try may take, from finding the address to the end of the answer's headers.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long is waited before each further try.
const WAITS: [Duration; 3] = [Duration::from_secs(2), Duration::from_secs(10), Duration::from_mins(1)];
/// So many acts are sent at a time; where more have come meanwhile, the oldest are left out.
const MOST: u32 = 100;

/// Where acts are told.
#[derive(Clone)]
pub struct Webhook {
    address: String,
    /// For the log: the address may have a secret in it.
    host: String,
    agent: Agent,
    waits: Vec<Duration>,
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Webhook({})", self.host)
    }
}

/// What is sent of an act. Fields are only ever added.
#[derive(Debug, Serialize)]
struct Told<'a> {
    /// The act's number in the log; rises.
    act: i64,
    /// When, by RFC 3339.
    at: String,
    /// What was done: `approved a proposal`.
    what: &'a str,
    /// Who did it; `None` for somebody without an account.
    by: Option<&'a str>,
    about: &'a str,
    from: Option<&'a str>,
    to: Option<&'a str>,
    proposal: ToldProposal<'a>,
}

#[derive(Debug, Serialize)]
struct ToldProposal<'a> {
    number: i64,
    title: &'a str,
    edition: &'a str,
    state: &'static str,
    revision: u32,
    /// Its page on the dashboard.
    path: String,
}

impl Webhook {
    /// Sends to that address.
    ///
    /// # Errors
    /// Where it is none of `http` or `https` with a host.
    pub fn new(address: &str) -> anyhow::Result<Webhook> {
        Webhook::with_waits(address, &WAITS)
    }

    /// The same with other waits before further tries.
    ///
    /// # Errors
    /// As of [`Webhook::new`].
    pub fn with_waits(address: &str, waits: &[Duration]) -> anyhow::Result<Webhook> {
        let expected = "expected an address such as https://chat.example.org/hooks/1";
        let uri: Uri = address.trim().parse().with_context(|| format!("webhook: {expected}"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            bail!("webhook: found the scheme `{}`; {expected}", uri.scheme_str().unwrap_or_default());
        }
        let Some(host) = uri.host().filter(|host| !host.is_empty()) else {
            bail!("webhook: found no host; {expected}")
        };
        // Answers aren't followed elsewhere: that would send what is here to whom nobody named.
        let agent = Agent::config_builder().timeout_global(Some(PATIENCE)).max_redirects(0).build().new_agent();
        Ok(Webhook { address: address.trim().to_owned(), host: host.to_owned(), agent, waits: waits.to_vec() })
    }

    /// Sends what is done from now on, until the program stops.
    pub async fn work(self, store: Store, mut stopped: watch::Receiver<bool>) {
        info!(host = self.host, "acts on proposals are told to a webhook");
        let mut last = None;
        loop {
            tokio::select! {
                // The program ends with the sender as well.
                _ = stopped.changed() => return,
                () = tokio::time::sleep(PAUSE) => {}
            }
            tokio::select! {
                _ = stopped.changed() => return,
                sent = self.send_new(&store, &mut last) => {
                    if let Err(error) = sent {
                        warn!(error = %format!("{error:#}"), "acts for the webhook could not be read");
                    }
                }
            }
        }
    }

    /// Sends the acts that came after `last`, which becomes the newest; `None` sends nothing and begins with what is there.
    /// Acts that can't be sent after all tries are left out, with a line in the log. Gives how many were sent.
    ///
    /// # Errors
    /// Where the store fails.
    pub async fn send_new(&self, store: &Store, last: &mut Option<i64>) -> anyhow::Result<usize> {
        let newest = store.activity(None, MOST).await?;
        let known = last.replace(newest.first().map_or(last.unwrap_or(0), |act| act.id));
        let Some(known) = known else { return Ok(0) };
        let mut sent = 0;
        for act in newest.iter().rev().filter(|act| act.id > known) {
            let Some(body) = told(store, act).await? else { continue };
            if self.send(body).await {
                sent += 1;
            } else {
                warn!(host = self.host, act = act.id, "an act was not told to the webhook");
            }
        }
        Ok(sent)
    }

    /// Whether the other end took it, at the first try or a later one.
    async fn send(&self, body: String) -> bool {
        for wait in std::iter::once(None).chain(self.waits.iter().map(Some)) {
            if let Some(wait) = wait {
                tokio::time::sleep(*wait).await;
            }
            let (agent, address, body) = (self.agent.clone(), self.address.clone(), body.clone());
            let trying = tokio::task::spawn_blocking(move || {
                let answer = agent.post(&address).header("Content-Type", "application/json").send(body.as_str());
                answer.is_ok_and(|answer| answer.status().is_success())
            });
            if trying.await.unwrap_or(false) {
                return true;
            }
        }
        false
    }
}

/// The JSON of an act; `None` where its proposal is gone.
async fn told(store: &Store, act: &Act) -> anyhow::Result<Option<String>> {
    let Some(id) = act.proposal else { return Ok(None) };
    let Some(proposal) = store.proposal(id).await? else { return Ok(None) };
    let told = Told {
        act: act.id,
        at: clock::rfc3339(act.at),
        what: &act.what,
        by: act.name.as_deref(),
        about: &act.about,
        from: act.from.as_deref(),
        to: act.to.as_deref(),
        proposal: ToldProposal {
            number: id.0,
            title: &proposal.title,
            edition: &proposal.slug,
            state: proposal.state.name(),
            revision: proposal.revision,
            path: format!("/proposals/{id}"),
        },
    };
    Ok(Some(serde_json::to_string(&told)?))
}

#[cfg(test)]
mod tests {
    use std::{
        io::{BufRead, BufReader, Read, Write},
        net::TcpListener,
        sync::mpsc,
    };

    use affixboard_store::{MadeBy, NewProposal, NewRevision};

    use super::*;

    /// Takes requests on a free port, one after the other, and answers with these statuses; gives the address, and head and
    /// body of each request.
    fn listen(statuses: &'static [u16]) -> (String, mpsc::Receiver<(String, String)>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/hook?key=1", listener.local_addr().expect("an address"));
        let (sender, received) = mpsc::channel();
        std::thread::spawn(move || {
            for status in statuses {
                let (mut stream, _) = listener.accept().expect("a connection");
                let mut reader = BufReader::new(stream.try_clone().expect("the same"));
                let mut head = String::new();
                while !head.ends_with("\r\n\r\n") {
                    assert!(reader.read_line(&mut head).expect("a line") > 0);
                }
                let head = head.to_ascii_lowercase();
                let length = head.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
                let mut body = vec![0; length.and_then(|length| length.parse().ok()).expect("a length")];
                reader.read_exact(&mut body).expect("the body");
                let answer = format!("HTTP/1.1 {status} x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                stream.write_all(answer.as_bytes()).expect("answered");
                sender.send((head, String::from_utf8(body).expect("UTF-8"))).expect("taken");
            }
        });
        (address, received)
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

    #[tokio::test]
    async fn new_acts_are_told_and_tried_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("x.db")).await.expect("opened");
        let starter = crate::starter::all().into_iter().next().expect("a starter");
        let (loaded, made_by) = (&starter.loaded, MadeBy::Import);
        let new = NewRevision { slug: "ours", title: "ours", loaded, made_by, note: "", now_ms: 1 };
        store.import(new).await.expect("imported");
        propose(&store, "Before").await;
        let (address, received) = listen(&[500, 204, 302, 400]);
        let webhook = Webhook::with_waits(&address, &[Duration::ZERO]).expect("an address");
        let mut last = None;
        // What was there before is not told.
        assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 0);
        propose(&store, "Rarer \"blades\"").await;
        assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 1);
        let (first, second) = (received.recv().expect("a request"), received.recv().expect("another"));
        assert_eq!(first, second, "what failed is sent again as it was");
        let (head, body) = first;
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
        // Nothing twice; and what is refused or sent elsewhere is left out after the last try.
        assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 0);
        propose(&store, "In vain").await;
        assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 0);
        assert!(received.recv().expect("a try").1.contains("In vain"));
        assert!(received.recv().expect("another try").1.contains("In vain"));
        assert_eq!(webhook.send_new(&store, &mut last).await.expect("read"), 0);
    }

    #[test]
    fn only_http_addresses_are_taken() {
        for address in ["http://127.0.0.1:9/hook", "https://chat.example.org/hooks/1", " https://example.org "] {
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
}
