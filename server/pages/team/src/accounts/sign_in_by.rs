//! Signing in by others: the way to the provider and back, and what one's account is connected with.

use std::sync::Arc;

use affixboard_store::{AccountId, Identity, IdentityId, InvitationError, NewMember, Proof};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::sign_in::{self, within};
use crate::{
    Error, Frame, Html, State,
    extract::{Client, Form, Path, ProxyUser, UrlQuery},
    paths,
    session::{
        begun_sign_in::{BegunSignIn, Connecting, SignInPurpose},
        cookies::SecretCookie,
        passwords,
        viewer::{PROXY, Viewer},
    },
};
use affixboard_service::{
    base_path::{base, given_out},
    clock::now_ms,
    signing_in::{Known, Provider, ProviderError},
};

/// The cookie of a browser that was sent to the provider: nobody else can end what it began.
const COOKIE: SecretCookie = SecretCookie { name: "affixboard_sign_in", seconds: 600 };

#[derive(Template)]
#[template(path = "accounts/sign_in_by.html")]
pub(crate) struct ConnectPage {
    frame: Frame,
    problem: String,
    by: String,
    /// Who they are there.
    known: String,
    /// The account here.
    name: String,
    token: String,
    has_password: bool,
    longest: usize,
}

/// What the address asks for.
#[derive(Debug, Deserialize)]
pub struct BeginQuery {
    #[serde(default)]
    next: String,
    #[serde(default)]
    join: String,
}

/// What the provider sends back, in the address.
#[derive(Debug, Deserialize)]
pub struct CallbackQuery {
    #[serde(default)]
    state: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    error: String,
    /// Who it is that answers (RFC 9207).
    iss: Option<String>,
}

/// The fields of a confirmation that an account is to be connected.
#[derive(Debug, Deserialize)]
pub struct ConfirmForm {
    token: String,
    #[serde(default)]
    password: String,
}

/// The fields of signing in by a proxy.
#[derive(Debug, Deserialize)]
pub struct ProxyForm {
    #[serde(default)]
    password: String,
}

fn provider(state: &State) -> Result<&Arc<Provider>, Error> {
    let none = "Nobody else signs people in here. Whoever runs this dashboard can set it up (--oidc-issuer).";
    state.provider.as_ref().ok_or_else(|| Error::not_found(none))
}

/// Sends a browser to the provider, to sign in or to use a one-time link.
pub async fn begin(
    Extracted(state): Extracted<State>,
    client: Client,
    UrlQuery(query): UrlQuery<BeginQuery>,
) -> Result<Response, Error> {
    let purpose = match query.join.as_str() {
        "" => SignInPurpose::SignIn(within(&query.next).to_owned()),
        token => SignInPurpose::Join(token.to_owned()),
    };
    send(&state, &client, purpose).await
}

/// Sends somebody to the provider who wants to connect their account.
pub async fn connect(Extracted(state): Extracted<State>, client: Client, viewer: Viewer) -> Result<Response, Error> {
    let (_, account) = viewer.person()?;
    send(&state, &client, SignInPurpose::Connect(account.id)).await
}

async fn send(state: &State, client: &Client, purpose: SignInPurpose) -> Result<Response, Error> {
    let provider = provider(state)?;
    state.limit_join(client.0)?;
    let begun = provider.begin().await.map_err(|error| failed(provider, error))?;
    let token = passwords::random_token()?;
    let cookie = set_cookie(state, Some(&token))?;
    let answer = Redirect::to(&begun.address);
    state.begun_sign_ins.put(token, BegunSignIn { begun, purpose }, now_ms());
    Ok(([(header::SET_COOKIE, cookie)], answer).into_response())
}

fn set_cookie(state: &State, token: Option<&str>) -> Result<HeaderValue, Error> {
    HeaderValue::from_str(&COOKIE.set(token, state.behind_tls, base())).map_err(Error::internal)
}

fn failed(provider: &Provider, error: ProviderError) -> Error {
    let label = provider.label();
    match error {
        ProviderError::Unreachable => Error::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("{label} can’t be reached at this moment. Try again later, or sign in with your password."),
        )
        .retry_after(30),
        ProviderError::Refused => {
            Error::forbidden(format!("What {label} answered isn’t good for this sign-in. Sign in again."))
        }
    }
}

/// The browser comes back from the provider.
pub async fn callback(
    Extracted(state): Extracted<State>,
    client: Client,
    viewer: Viewer,
    headers: HeaderMap,
    UrlQuery(query): UrlQuery<CallbackQuery>,
) -> Result<Response, Error> {
    let provider = provider(&state)?;
    let now_ms = now_ms();
    // Taken out whatever follows: what came back once is good for nothing else.
    let token = COOKIE.value(&headers, state.behind_tls, base()).unwrap_or_default();
    let sent = state.begun_sign_ins.take(token, now_ms);
    let Some(sent) = sent.filter(|sent| sent.begun.state == query.state) else {
        return Err(Error::bad_request(
            "This sign-in didn’t begin in this browser, is done already, or took too long. Sign in again.",
        ));
    };
    if query.iss.as_deref().is_some_and(|issuer| issuer != provider.issuer()) {
        return Err(failed(provider, ProviderError::Refused));
    }
    if query.code.is_empty() {
        let why: String = query.error.chars().filter(char::is_ascii_graphic).take(60).collect();
        return Err(Error::forbidden(format!("{} didn’t sign you in ({why}).", provider.label())));
    }
    let known = provider.finish(sent.begun, query.code).await.map_err(|error| failed(provider, error))?;
    let who = identity(&known);
    let found = state.store.identity(who.issuer, who.subject).await?;
    let member = NewMember { identity: who, name: &known.name, now_ms };
    let (identity, account, next) = match (sent.purpose, found) {
        (SignInPurpose::Connect(account), _) => return ask(&state, &viewer, account, known),
        (SignInPurpose::Join(_), Some((_, account))) => {
            return Err(Error::new(
                StatusCode::CONFLICT,
                format!("You have an account already: {}. Sign in with {}.", account.name, provider.label()),
            ));
        }
        (SignInPurpose::Join(link), None) => {
            let made = state.store.accept_invitation_as(&link, member).await.map_err(|error| match error {
                InvitationError::NotUsable => {
                    Error::not_found("This link was used or withdrawn, or has run out. Ask for another.")
                }
                other => other.into(),
            })?;
            (made.0, made.1.id, "/".to_owned())
        }
        (SignInPurpose::SignIn(_), Some((_, account))) if account.disabled_at.is_some() => {
            return Err(Error::forbidden("Your account is disabled."));
        }
        (SignInPurpose::SignIn(next), Some((identity, account))) => (identity, account.id, next),
        (SignInPurpose::SignIn(next), None) => match state.sign_in.newcomers.role() {
            Some(role) if state.has_accounts().await? => {
                let made = state.store.add_member(member, role).await?;
                (made.0, made.1.id, next)
            }
            _ => {
                return Err(Error::forbidden(format!(
                    "{label} says that you are {known}, who has no account here. Ask a maintainer for a link; if you have an account, sign in with its password and connect it with {label} on its page.",
                    label = provider.label(),
                    known = known.name,
                )));
            }
        },
    };
    let session = sign_in::begin(&state, &client, &headers, account, Proof::Identity(identity)).await?;
    let session = session.ok_or_else(|| Error::forbidden("Your account is disabled."))?;
    let cookies = [(header::SET_COOKIE, session), (header::SET_COOKIE, set_cookie(&state, None)?)];
    Ok((AppendHeaders(cookies), Redirect::to(&given_out(&next))).into_response())
}

fn identity(known: &Known) -> Identity<'_> {
    Identity { issuer: &known.issuer, subject: &known.subject, label: &known.name }
}

/// Asks whether somebody means it: they may have been led to the provider by another site's page, and be somebody else there.
fn ask(state: &State, viewer: &Viewer, account: AccountId, known: Known) -> Result<Response, Error> {
    if viewer.account().is_none_or(|own| own.id != account) {
        return Err(Error::forbidden("You were signed in with another account when this began. Begin again."));
    }
    let token = passwords::random_token()?;
    let connecting = Connecting { account, known };
    state.connecting.put(token.clone(), connecting.clone(), now_ms());
    let page = shown(state, viewer, token, &connecting, "")?;
    Ok(([(header::SET_COOKIE, set_cookie(state, None)?)], Html(page)).into_response())
}

fn shown(
    state: &State,
    viewer: &Viewer,
    token: String,
    connecting: &Connecting,
    problem: &str,
) -> Result<ConnectPage, Error> {
    let (_, account) = viewer.person()?;
    Ok(ConnectPage {
        frame: Frame::plain("Connect"),
        problem: problem.to_owned(),
        by: provider(state)?.label().to_owned(),
        known: connecting.known.name.clone(),
        has_password: account.has_password,
        name: account.name,
        token,
        longest: passwords::LENGTH.1,
    })
}

/// Whether a person's password is what they typed; always so where they have none. Tries are limited as those to sign in.
pub(super) async fn confirmed(
    state: &State,
    client: &Client,
    viewer: &Viewer,
    password: String,
) -> Result<bool, Error> {
    let (_, account) = viewer.person()?;
    if !account.has_password {
        return Ok(true);
    }
    state.limit(client.0, Some(&account.name))?;
    let known = state.store.password(&account.name).await?.map(|(_, known)| known);
    let is_it = state.passwords.matches(password, known).await?;
    if is_it {
        state.limits.fill(&account.name);
    }
    Ok(is_it)
}

/// Connects one's account with who one is at the provider.
pub async fn confirm(
    Extracted(state): Extracted<State>,
    client: Client,
    viewer: Viewer,
    Form(form): Form<ConfirmForm>,
) -> Result<Response, Error> {
    provider(&state)?;
    let (_, account) = viewer.person()?;
    let now_ms = now_ms();
    let connecting = state.connecting.with(&form.token, now_ms, |connecting| connecting.clone());
    let Some(connecting) = connecting.filter(|connecting| connecting.account == account.id) else {
        return Err(Error::bad_request("That took too long. Begin again on your account’s page."));
    };
    if !confirmed(&state, &client, &viewer, form.password).await? {
        let page = shown(&state, &viewer, form.token, &connecting, "That isn’t the password you have now.")?;
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response());
    }
    state.connecting.take(&form.token, now_ms);
    state.store.connect_identity(account.id, identity(&connecting.known), now_ms).await?;
    Ok(Redirect::to(&paths::ACCOUNT.path()).into_response())
}

/// Connects one's account with whom the proxy names.
pub async fn connect_proxy(
    Extracted(state): Extracted<State>,
    client: Client,
    viewer: Viewer,
    ProxyUser(user): ProxyUser,
    Form(form): Form<ProxyForm>,
) -> Result<Response, Error> {
    let (_, account) = viewer.person()?;
    let Some(user) = user else {
        return Err(Error::not_found("No proxy says here who you are."));
    };
    if !confirmed(&state, &client, &viewer, form.password).await? {
        return Err(Error::forbidden("That isn’t the password you have now."));
    }
    let identity = Identity { issuer: PROXY, subject: &user, label: &user };
    state.store.connect_identity(account.id, identity, now_ms()).await?;
    Ok(Redirect::to(&paths::ACCOUNT.path()).into_response())
}

/// Ends a connection of one's account.
pub async fn end(Extracted(state): Extracted<State>, viewer: Viewer, Path(id): Path<i64>) -> Result<Redirect, Error> {
    let (_, account) = viewer.person()?;
    if !state.store.disconnect_identity(account.id, IdentityId(id), now_ms()).await? {
        return Err(Error::not_found(format!("There is no sign-in {id} of yours.")));
    }
    Ok(Redirect::to(&paths::ACCOUNT.path()))
}
