//! A provider by which people sign in: OIDC, by the authorization code flow with PKCE. What is sent and checked is the
//! crate's; here is when it is asked, by which HTTP client, and what is taken from the answers.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use openidconnect::{
    AccessTokenHash, AuthenticationFlow, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl, Nonce, OAuth2TokenResponse, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, TokenResponse,
    core::{
        CoreClient, CoreIdTokenClaims, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreResponseType,
        CoreTokenResponse, CoreUserInfoClaims,
    },
};
use tracing::warn;
use ureq::Agent;

use super::settings::OidcSettings;

/// How long one question to the provider may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long what the provider says of itself is believed without asking again.
const KNOWN: Duration = Duration::from_mins(10);
/// How long it isn't asked again after it could not be reached.
const PAUSE: Duration = Duration::from_secs(5);
/// Bytes of an answer at most.
const LARGEST: u64 = 1 << 20;
/// The ways of signing that are believed: with a key that only the provider has.
const SIGNED_BY: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

type Client =
    CoreClient<EndpointSet, EndpointNotSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet, EndpointMaybeSet>;

/// The provider.
pub struct Provider {
    settings: OidcSettings,
    redirect: String,
    agent: Agent,
    /// What it said of itself, or that it could not be asked, and when. Locked while it is asked.
    known: Mutex<Option<(Instant, Option<CoreProviderMetadata>)>>,
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
            let client = provider.client(provider.metadata(false)?)?;
            let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
            let flow = AuthenticationFlow::<CoreResponseType>::AuthorizationCode;
            let url = client.authorize_url(flow, CsrfToken::new_random, Nonce::new_random);
            let url = url.add_scope(Scope::new("profile".to_owned())).set_pkce_challenge(challenge);
            let (address, state, nonce) = url.url();
            Ok(Begun {
                address: address.into(),
                state: state.into_secret(),
                nonce: nonce.secret().clone(),
                verifier: verifier.into_secret(),
            })
        })
        .await
    }

    /// Ends a sign-in with the code that the browser brought: who it is.
    ///
    /// # Errors
    /// Fails if the provider refuses the code, or what it says of the person can't be trusted.
    pub async fn finish(self: &Arc<Self>, begun: Begun, code: String) -> Result<Known, ProviderError> {
        self.ask(move |provider| provider.finish_now(begun, code)).await
    }

    /// Does what waits for the provider where nobody else waits for it.
    async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        ask: impl FnOnce(&Provider) -> Result<T, ProviderError> + Send + 'static,
    ) -> Result<T, ProviderError> {
        let provider = Arc::clone(self);
        tokio::task::spawn_blocking(move || ask(&provider)).await.unwrap_or(Err(ProviderError::Unreachable))
    }

    fn client(&self, metadata: CoreProviderMetadata) -> Result<Client, ProviderError> {
        let secret = self.settings.client_secret.clone().map(ClientSecret::new);
        let redirect = RedirectUrl::new(self.redirect.clone()).map_err(|error| {
            self.note("can't send people back", &error);
            ProviderError::Unreachable
        })?;
        let id = ClientId::new(self.settings.client_id.clone());
        Ok(CoreClient::from_provider_metadata(metadata, id, secret).set_redirect_uri(redirect))
    }

    /// What the provider says of itself, with its keys; asked again after a while, or where it should be `anew`.
    fn metadata(&self, anew: bool) -> Result<CoreProviderMetadata, ProviderError> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match &*known {
            Some((at, Some(metadata))) if !anew && at.elapsed() < KNOWN => return Ok(metadata.clone()),
            Some((at, None)) if at.elapsed() < PAUSE => return Err(ProviderError::Unreachable),
            _ => {}
        }
        let found = IssuerUrl::new(self.settings.issuer.clone()).map_err(|error| self.note("has no address", &error));
        let found = found.and_then(|issuer| {
            CoreProviderMetadata::discover(&issuer, &|request| self.send(request))
                .map_err(|error| self.note("could not be asked about itself", &error))
        });
        let found = found.ok();
        *known = Some((Instant::now(), found.clone()));
        found.ok_or(ProviderError::Unreachable)
    }

    fn finish_now(&self, begun: Begun, code: String) -> Result<Known, ProviderError> {
        let client = self.client(self.metadata(false)?)?;
        let exchange = client.exchange_code(AuthorizationCode::new(code));
        let exchange = exchange.map_err(|error| {
            self.note("names no address for codes", &error);
            ProviderError::Unreachable
        })?;
        let answer = exchange
            .set_pkce_verifier(PkceCodeVerifier::new(begun.verifier))
            .request(&|request| self.send(request))
            .map_err(|error| {
                self.note("didn't take a code", &error);
                match error {
                    openidconnect::RequestTokenError::ServerResponse(_) => ProviderError::Refused,
                    _ => ProviderError::Unreachable,
                }
            })?;
        let nonce = Nonce::new(begun.nonce);
        let claims = if let Ok(claims) = checked(&client, &answer, &nonce) {
            claims
        } else {
            // Its keys may have changed since it was asked.
            let client = self.client(self.metadata(true)?)?;
            checked(&client, &answer, &nonce).map_err(|error| {
                warn!(issuer = self.settings.issuer, error, "a provider's token was refused");
                ProviderError::Refused
            })?
        };
        let name = claims.preferred_username().map(|name| name.as_str().to_owned());
        let name =
            name.or_else(|| claims.name().and_then(|names| names.get(None)).map(|name| name.as_str().to_owned()));
        Ok(Known {
            issuer: self.settings.issuer.clone(),
            subject: claims.subject().as_str().to_owned(),
            name: name.or_else(|| self.name(&client, &answer, &claims)).unwrap_or_else(|| claims.subject().to_string()),
        })
    }

    /// The name that the provider tells only who asks for it. Without one signing in goes on.
    fn name(&self, client: &Client, answer: &CoreTokenResponse, claims: &CoreIdTokenClaims) -> Option<String> {
        let request = client.user_info(answer.access_token().clone(), Some(claims.subject().clone())).ok()?;
        let found = request.request(&|request| self.send(request));
        let found: CoreUserInfoClaims = found.map_err(|error| self.note("didn't say a name", &error)).ok()?;
        let name = found.preferred_username().map(|name| name.as_str().to_owned());
        name.or_else(|| found.name().and_then(|names| names.get(None)).map(|name| name.as_str().to_owned()))
    }

    fn note(&self, what: &str, error: &dyn std::error::Error) {
        let causes = std::iter::successors(Some(error), |error| error.source());
        let causes: Vec<_> = causes.map(ToString::to_string).collect();
        warn!(issuer = self.settings.issuer, error = causes.join(": "), "the provider {what}");
    }

    fn send(&self, request: HttpRequest) -> Result<HttpResponse, ureq::Error> {
        let answer =
            if request.body().is_empty() { self.agent.run(request.map(|_| ()))? } else { self.agent.run(request)? };
        let (parts, body) = answer.into_parts();
        Ok(HttpResponse::from_parts(parts, body.into_with_config().limit(LARGEST).read_to_vec()?))
    }
}

/// What the provider signed, if it is for us and for this sign-in, and belongs to the token that came with it.
fn checked(client: &Client, answer: &CoreTokenResponse, nonce: &Nonce) -> Result<CoreIdTokenClaims, String> {
    let verifier = client.id_token_verifier().set_allowed_algs(SIGNED_BY);
    let token = answer.id_token().ok_or("there is no ID token in the answer")?;
    let claims = token.claims(&verifier, nonce).map_err(|error| error.to_string())?;
    if let Some(expected) = claims.access_token_hash() {
        let key = token.signing_key(&verifier).map_err(|error| error.to_string())?;
        let way = token.signing_alg().map_err(|error| error.to_string())?;
        let found = AccessTokenHash::from_token(answer.access_token(), way, key).map_err(|error| error.to_string())?;
        if found != *expected {
            return Err("the access token is not the one that was signed for".to_owned());
        }
    }
    Ok(claims.clone())
}
