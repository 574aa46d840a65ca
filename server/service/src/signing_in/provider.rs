//! A provider by which people sign in: OIDC, by the authorization code flow with PKCE (*OIDC Core*, 3.1; RFC 6749,
//! 7636). Here is when it is asked and what is taken from the answers; what it signed is checked in `token.rs`.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use anyhow::{bail, ensure};
use base64::{Engine, engine::general_purpose};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use ring::digest;
use serde::{Deserialize, de::DeserializeOwned};
use tracing::warn;
use ureq::{
    Agent, Body,
    http::{Response, StatusCode, header},
};

use super::{
    settings::{OidcSettings, is_safe_address},
    token::{Claims, Expected, Keys},
};
use crate::{clock::now_ms, secret::random_token};

/// How long one question to the provider may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long what the provider says of itself is believed without asking again.
const KNOWN: Duration = Duration::from_mins(10);
/// How long it isn't asked again after it could not be reached.
const PAUSE: Duration = Duration::from_secs(5);
/// Bytes of an answer at most.
const LARGEST: u64 = 1 << 20;
/// What stands as it is in a form (RFC 3986, 2.3).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The provider.
pub struct Provider {
    settings: OidcSettings,
    redirect: String,
    agent: Agent,
    /// What it said of itself, or that it could not be asked, and when. Locked while it is asked.
    known: Mutex<Option<(Instant, Option<Metadata>)>>,
}

/// What a provider says of itself (*OIDC Discovery*, 3), and its keys.
#[derive(Debug, Clone)]
struct Metadata {
    said: Said,
    keys: Keys,
}

#[derive(Debug, Clone, Deserialize)]
struct Said {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
}

/// What comes for a code (RFC 6749, 5.1).
#[derive(Deserialize)]
struct Tokens {
    access_token: String,
    id_token: Option<String>,
}

/// What it says where it gives none (RFC 6749, 5.2).
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

/// What is told only who asks for it.
#[derive(Deserialize)]
struct UserInfo {
    sub: String,
    preferred_username: Option<String>,
    name: Option<String>,
}

/// A sign-in that was begun. All of it but the address is for us alone.
#[derive(Debug, Clone)]
pub struct Begun {
    /// Where the browser is sent.
    pub address: String,
    /// What the provider sends back as it is.
    pub state: String,
    /// What stands in the token that it signs.
    pub nonce: String,
    /// What shows that the code is ours.
    pub verifier: String,
}

/// Who somebody is, as the provider says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The provider, as it calls itself.
    pub issuer: String,
    /// Its name for them, which it gives to nobody else.
    pub subject: String,
    /// What they are called there: for pages and for a new account's name.
    pub name: String,
}

/// Why nobody was signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderError {
    /// It can't be reached, or says nothing that makes sense.
    Unreachable,
    /// It doesn't accept the code, or what it signed isn't for this sign-in.
    Refused,
}

impl fmt::Debug for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.settings.fmt(f)
    }
}

impl Provider {
    /// The provider of the settings, which isn't asked yet. `callback` is the path to which it sends people back.
    pub fn new(settings: &OidcSettings, callback: &str) -> Provider {
        // No answer leads elsewhere: that would show secrets to whom nobody named.
        let config =
            Agent::config_builder().timeout_global(Some(PATIENCE)).max_redirects(0).http_status_as_error(false);
        Provider {
            redirect: format!("{}{callback}", settings.public_url),
            agent: config.build().new_agent(),
            known: Mutex::default(),
            settings: settings.clone(),
        }
    }

    /// What people call it.
    pub fn label(&self) -> &str {
        &self.settings.label
    }

    /// Its address.
    pub fn issuer(&self) -> &str {
        &self.settings.issuer
    }

    /// Begins a sign-in.
    ///
    /// # Errors
    /// Fails if the provider doesn't answer, or says something that can't be used.
    pub async fn begin(self: &Arc<Self>) -> Result<Begun, ProviderError> {
        self.ask(|provider| {
            let said = provider.metadata(false)?.said;
            let token = || random_token().map_err(|error| provider.note("can't be sent people to", &error));
            let (Ok(state), Ok(nonce), Ok(verifier)) = (token(), token(), token()) else {
                return Err(ProviderError::Unreachable);
            };
            let challenge = digest::digest(&digest::SHA256, verifier.as_bytes());
            let query = form(&[
                ("response_type", "code"),
                ("client_id", &provider.settings.client_id),
                ("redirect_uri", &provider.redirect),
                ("scope", "openid profile"),
                ("state", &state),
                ("nonce", &nonce),
                ("code_challenge", &general_purpose::URL_SAFE_NO_PAD.encode(challenge)),
                ("code_challenge_method", "S256"),
            ]);
            let joint = if said.authorization_endpoint.contains('?') { '&' } else { '?' };
            let address = format!("{}{joint}{query}", said.authorization_endpoint);
            Ok(Begun { address, state, nonce, verifier })
        })
        .await
    }

    /// Ends a sign-in with the code that the browser brought: who it is.
    ///
    /// # Errors
    /// Fails if the provider refuses the code, or what it says of the person can't be trusted.
    pub async fn finish(self: &Arc<Self>, begun: Begun, code: String) -> Result<Known, ProviderError> {
        self.ask(move |provider| provider.finish_now(&begun, &code)).await
    }

    /// Does what waits for the provider where nobody else waits for it.
    async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl FnOnce(&Provider) -> Result<T, ProviderError> + Send + 'static,
    ) -> Result<T, ProviderError> {
        let provider = Arc::clone(self);
        tokio::task::spawn_blocking(move || ask(&provider)).await.unwrap_or(Err(ProviderError::Unreachable))
    }

    /// What the provider says of itself, with its keys; asked again after a while, or where it should be `anew`.
    fn metadata(&self, anew: bool) -> Result<Metadata, ProviderError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some((at, Some(metadata))) if !anew && at.elapsed() < KNOWN => return Ok(metadata.clone()),
            Some((at, None)) if at.elapsed() < PAUSE => return Err(ProviderError::Unreachable),
            _ => {}
        }
        let found = self.discover();
        let found = found.map_err(|error| self.note("could not be asked about itself", error.as_ref())).ok();
        *known = Some((Instant::now(), found.clone()));
        found.ok_or(ProviderError::Unreachable)
    }

    fn discover(&self) -> anyhow::Result<Metadata> {
        let address = format!("{}/.well-known/openid-configuration", self.settings.issuer.trim_end_matches('/'));
        let said: Said = read(self.agent.get(address).call()?)?;
        ensure!(said.issuer == self.settings.issuer, "it calls itself {:?}", said.issuer);
        let endpoints = [Some(&said.authorization_endpoint), Some(&said.token_endpoint), Some(&said.jwks_uri)];
        for endpoint in endpoints.into_iter().chain([said.userinfo_endpoint.as_ref()]).flatten() {
            ensure!(is_safe_address(endpoint), "it names {endpoint:?}, which is not reached by TLS");
        }
        let keys = Keys::read(&bytes(self.agent.get(&said.jwks_uri).call()?)?)?;
        Ok(Metadata { said, keys })
    }

    fn finish_now(&self, begun: &Begun, code: &str) -> Result<Known, ProviderError> {
        let metadata = self.metadata(false)?;
        let tokens = self.tokens(&metadata.said.token_endpoint, begun, code)?;
        let claims = self.claims(&metadata.keys, &tokens, begun).or_else(|_| {
            // Its keys may have changed since it was asked.
            self.claims(&self.metadata(true)?.keys, &tokens, begun).map_err(|error| {
                warn!(issuer = self.settings.issuer, error, "a provider's token was refused");
                ProviderError::Refused
            })
        })?;
        let name = claims.preferred_username.or(claims.name);
        let name = name.or_else(|| self.name(metadata.said.userinfo_endpoint.as_deref()?, &tokens, &claims.sub));
        Ok(Known {
            issuer: self.settings.issuer.clone(),
            name: name.unwrap_or_else(|| claims.sub.clone()),
            subject: claims.sub,
        })
    }

    /// Gives the code for tokens.
    fn tokens(&self, endpoint: &str, begun: &Begun, code: &str) -> Result<Tokens, ProviderError> {
        let id = &*self.settings.client_id;
        let body = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", &self.redirect),
            ("code_verifier", &begun.verifier),
        ];
        let request = self.agent.post(endpoint).content_type("application/x-www-form-urlencoded");
        let answer = match &self.settings.client_secret {
            // RFC 6749, 2.3.1: as in a form, then as a user and a password.
            Some(secret) => {
                let both = general_purpose::STANDARD.encode(format!("{}:{}", encoded(id), encoded(secret)));
                request.header(header::AUTHORIZATION, format!("Basic {both}")).send(form(&body))
            }
            None => request.send(format!("{}&{}", form(&body), form(&[("client_id", id)]))),
        };
        let answer = answer.map_err(|error| {
            self.note("could not be given a code", &error);
            ProviderError::Unreachable
        })?;
        let is_refused = answer.status().is_client_error();
        read(answer).map_err(|error| {
            self.note("didn't take a code", error.as_ref());
            if is_refused { ProviderError::Refused } else { ProviderError::Unreachable }
        })
    }

    /// What the provider signed, if it is for us and for this sign-in, and belongs to the token that came with it.
    fn claims(&self, keys: &Keys, tokens: &Tokens, begun: &Begun) -> Result<Claims, String> {
        let token = tokens.id_token.as_ref().ok_or("there is no ID token in the answer")?;
        let expected = Expected {
            issuer: &self.settings.issuer,
            client: &self.settings.client_id,
            nonce: &begun.nonce,
            access_token: &tokens.access_token,
            now: now_ms() as f64 / 1000.0,
        };
        keys.claims(token, expected)
    }

    /// The name that the provider tells only who asks for it. Without one signing in goes on.
    fn name(&self, endpoint: &str, tokens: &Tokens, subject: &str) -> Option<String> {
        let authorization = format!("Bearer {}", tokens.access_token);
        let answer = self.agent.get(endpoint).header(header::AUTHORIZATION, authorization).call();
        let found: UserInfo = answer
            .map_err(anyhow::Error::from)
            .and_then(read)
            .map_err(|error| self.note("didn't say a name", error.as_ref()))
            .ok()?;
        // Of somebody else it says nothing (*OIDC Core*, 5.3.2).
        found.preferred_username.or(found.name).filter(|_| found.sub == subject)
    }

    fn note(&self, what: &str, error: &dyn std::error::Error) {
        let causes = std::iter::successors(Some(error), |error| error.source());
        let causes: Vec<_> = causes.map(ToString::to_string).collect();
        // It may be anything that the provider sent.
        let error: String = causes.join(": ").chars().take(LONGEST_REASON).collect();
        warn!(issuer = self.settings.issuer, error, "the provider {what}");
    }
}

/// Characters of a reason in the log.
const LONGEST_REASON: usize = 500;

/// Fields of a form, encoded.
fn form(fields: &[(&str, &str)]) -> String {
    let fields = fields.iter().map(|(name, value)| format!("{name}={}", encoded(value)));
    fields.collect::<Vec<_>>().join("&")
}

/// As in a form.
fn encoded(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string().replace("%20", "+")
}

/// What an answer says in JSON.
fn read<T: DeserializeOwned>(answer: Response<Body>) -> anyhow::Result<T> {
    Ok(serde_json::from_slice(&bytes(answer)?)?)
}

/// The body of an answer that says yes.
fn bytes(answer: Response<Body>) -> anyhow::Result<Vec<u8>> {
    let status = answer.status();
    let body = answer.into_body().into_with_config().limit(LARGEST).read_to_vec()?;
    if status != StatusCode::OK {
        let said: Option<Refusal> = serde_json::from_slice(&body).ok();
        bail!("it answers {status} {}", said.map(|said| said.error).unwrap_or_default());
    }
    Ok(body)
}
