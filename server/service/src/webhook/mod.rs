//! Telling another program what is done about proposals: a POST with JSON after each act.
//!
//! Acts are in the store's log before anything is sent, and are read from there: whoever acts never waits for the other end,
//! and nothing is queued in memory.

use std::{pin::Pin, sync::Arc, time::Duration};

use affixboard_store::{AuditEntry, Store};
use anyhow::{Context, bail};
use serde::Serialize;
use tokio::sync::watch;
use tracing::{info, warn};
use ureq::{Agent, http::Uri, tls::TlsConfig};

use crate::{base_path::given_out, clock};

/// Interval between polls of the log.
const PAUSE: Duration = Duration::from_secs(2);
/// How long one try may take, from finding the address to the end of the answer's headers.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long is waited before each further try.
const WAITS: [Duration; 3] = [Duration::from_secs(2), Duration::from_secs(10), Duration::from_mins(1)];
/// Maximum number of acts sent per poll; if there are more, the oldest are left out.
const MOST: u32 = 100;

/// The function that waits for a duration; tests replace it.
type Wait = Arc<dyn Fn(Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// A webhook: an address to which acts of the log are posted.
#[derive(Clone)]
pub struct Webhook {
    address: String,
    /// For the log: the address may have a secret in it.
    host: String,
    agent: Agent,
    wait: Wait,
}

impl std::fmt::Debug for Webhook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Webhook({})", self.host)
    }
}

/// The JSON body sent for an act. Fields are only ever added.
#[derive(Debug, Serialize)]
struct Told<'a> {
    /// The act's number in the log; rises.
    act: i64,
    /// When, by RFC 3339.
    at: String,
    /// The act, such as `approved a proposal`.
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
    /// Fails if it is no `http` or `https` address with a host.
    pub fn new(address: &str) -> anyhow::Result<Webhook> {
        let expected = "expected an address such as https://chat.example.org/hooks/1";
        let uri: Uri = address.trim().parse().with_context(|| format!("webhook: {expected}"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) {
            bail!("webhook: found the scheme `{}`; {expected}", uri.scheme_str().unwrap_or_default());
        }
        let Some(host) = uri.host().filter(|host| !host.is_empty()) else {
            bail!("webhook: found no host; {expected}")
        };
        Ok(Webhook {
            address: address.trim().to_owned(),
            host: host.to_owned(),
            agent: agent(TlsConfig::default()),
            wait: Arc::new(|time| Box::pin(tokio::time::sleep(time))),
        })
    }

    /// Sends what is done from now on, until the program stops.
    pub async fn work(self, store: Store, mut stopped: watch::Receiver<bool>) {
        info!(host = self.host, "acts on proposals are told to a webhook");
        let mut last = None;
        loop {
            let round = async {
                // At once, so that the first look is at what was there when the program started.
                if let Err(error) = self.send_new(&store, &mut last).await {
                    warn!(error = %format!("{error:#}"), "acts for the webhook could not be read");
                }
                (self.wait)(PAUSE).await;
            };
            tokio::select! {
                // The program ends with the sender as well.
                _ = stopped.changed() => return,
                () = round => {}
            }
        }
    }

    /// Sends the acts that came after `last`, which becomes each in turn; `None` sends nothing and begins with what is there.
    /// Acts that can't be sent after all tries are left out, with a line in the log. Gives how many were sent.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn send_new(&self, store: &Store, last: &mut Option<i64>) -> anyhow::Result<usize> {
        let newest = store.activity(None, MOST).await?;
        let Some(known) = *last else {
            *last = Some(newest.first().map_or(0, |act| act.id));
            return Ok(0);
        };
        let mut sent = 0;
        for act in newest.iter().rev().filter(|act| act.id > known) {
            if let Some(body) = told(store, act).await? {
                if self.send(body).await {
                    sent += 1;
                } else {
                    warn!(host = self.host, act = act.id, "an act was not told to the webhook");
                }
            }
            // Only now: where the store fails, the next look goes on here.
            *last = Some(act.id);
        }
        Ok(sent)
    }

    /// Whether the other end took it, at the first try or a later one.
    async fn send(&self, body: String) -> bool {
        for wait in std::iter::once(None).chain(WAITS.map(Some)) {
            if let Some(wait) = wait {
                (self.wait)(wait).await;
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

/// The HTTP client, with time limits and without redirects.
fn agent(tls: TlsConfig) -> Agent {
    // Answers aren't followed elsewhere: that would send what is here to whom nobody named.
    let config = Agent::config_builder().timeout_global(Some(PATIENCE)).max_redirects(0).tls_config(tls);
    config.build().new_agent()
}

/// The JSON of an act; `None` where its proposal is gone.
async fn told(store: &Store, act: &AuditEntry) -> anyhow::Result<Option<String>> {
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
            path: given_out(&format!("/proposals/{id}")),
        },
    };
    Ok(Some(serde_json::to_string(&told)?))
}

#[cfg(test)]
mod tests;
