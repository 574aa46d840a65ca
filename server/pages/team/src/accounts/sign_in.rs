//! Signing in and out.

use affixboard_store::{AccountId, NewSession, Proof};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::sign_in_code;
use crate::{
    Error, Frame, Html, State,
    extract::{Client, Form, ProxyUser, UrlQuery},
    links, paths,
    session::{
        passwords,
        viewer::{self, Viewer},
    },
};
use affixboard_service::{
    base_path::{base, given_out},
    clock::now_ms,
    signing_in::SecondFactorRule,
};

/// What `accounts/sign_in.html` shows.
#[derive(Template)]
#[template(path = "accounts/sign_in.html")]
pub struct SignInPage {
    frame: Frame,
    name: String,
    next: String,
    problem: String,
    /// Whether there is any account to sign in with.
    has_accounts: bool,
    /// By whom else one can sign in: what it is called, and the link; empty where nobody is.
    by: String,
    by_href: String,
    /// Whom the proxy names, without an account here; empty where it names nobody.
    proxy_user: String,
}

/// What the address asks for.
#[derive(Debug, Deserialize)]
pub struct SignInQuery {
    #[serde(default)]
    next: String,
}

/// The fields of signing in with a password.
#[derive(Debug, Deserialize)]
pub struct SignInForm {
    name: String,
    password: String,
    #[serde(default)]
    next: String,
}

/// Answers `GET /sign-in`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    ProxyUser(proxy_user): ProxyUser,
    UrlQuery(query): UrlQuery<SignInQuery>,
) -> Result<Html<SignInPage>, Error> {
    let Html(page) = shown(&state, String::new(), query.next, String::new()).await?;
    let proxy_user = proxy_user.filter(|_| viewer.account().is_none()).unwrap_or_default();
    Ok(Html(SignInPage { proxy_user, ..page }))
}

pub(super) async fn shown(
    state: &State,
    name: String,
    next: String,
    problem: String,
) -> Result<Html<SignInPage>, Error> {
    let by_href = if state.provider.is_some() { links::sign_in_with("next", &next) } else { String::new() };
    Ok(Html(SignInPage {
        frame: Frame::plain("Sign in"),
        has_accounts: state.has_accounts().await?,
        by: state.provider.as_ref().map_or_else(String::new, |provider| provider.label().to_owned()),
        by_href,
        proxy_user: String::new(),
        name,
        next,
        problem,
    }))
}

/// Answers `POST /sign-in`.
pub async fn sign_in(
    Extracted(state): Extracted<State>,
    client: Client,
    headers: HeaderMap,
    Form(form): Form<SignInForm>,
) -> Result<Response, Error> {
    let name = form.name.trim();
    state.limit(client.0, Some(name))?;
    let found = state.store.password(name).await?;
    let (account, known) = found.unzip();
    // Also for names that aren't there, so that the time tells nothing.
    let is_it = state.passwords.matches(form.password, known.clone()).await?;
    if let (true, Some(account), Some(password)) = (is_it, account, known)
        && let Some(answer) = arrive(&state, &client, &headers, (account, password), &form.next).await?
    {
        state.limits.fill(name);
        return Ok(answer);
    }
    let problem = "That name and password don’t go together.".to_owned();
    let page = shown(&state, name.to_owned(), form.next, problem).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, page).into_response())
}

/// Goes on with somebody whose password was right: a session begins, or the page that asks for a code comes first. None where the
/// account can't be used.
pub(crate) async fn arrive(
    state: &State,
    client: &Client,
    headers: &HeaderMap,
    (account, password): (AccountId, String),
    next: &str,
) -> Result<Option<Response>, Error> {
    let asks = state.sign_in.second_factor != SecondFactorRule::Off;
    if asks && state.store.second_factor(account).await?.is_some() {
        return sign_in_code::ask(state, account, password, within(next)).map(Some);
    }
    let proof = if asks { Proof::Password(&password) } else { Proof::PasswordAlone(&password) };
    let cookie = begin(state, client, headers, account, proof).await?;
    Ok(cookie.map(|cookie| into(cookie, next)))
}

/// The answer that sets the session's cookie and leads on.
pub(crate) fn into(cookie: HeaderValue, next: &str) -> Response {
    ([(header::SET_COOKIE, cookie)], Redirect::to(&given_out(within(next)))).into_response()
}

/// Begins a session with a token nobody has seen, and ends the one the request came with; gives the cookie's header. None
/// where the account can't be used, or the proof doesn't hold.
pub(crate) async fn begin(
    state: &State,
    client: &Client,
    headers: &HeaderMap,
    account: AccountId,
    proof: Proof<'_>,
) -> Result<Option<HeaderValue>, Error> {
    let token = passwords::random_token()?;
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let new = NewSession {
        account,
        proof,
        token: &token,
        replaces: viewer::cookie(headers, state.behind_tls, base()),
        address: &client.shown(),
        agent,
        now_ms: now_ms(),
    };
    let session = state.store.begin_session(new).await?;
    session.map(|_| cookie_header(state, Some(&token))).transpose()
}

fn cookie_header(state: &State, token: Option<&str>) -> Result<HeaderValue, Error> {
    HeaderValue::from_str(&viewer::set_cookie(token, state.behind_tls, base())).map_err(Error::internal)
}

/// Answers `POST /sign-out`.
pub async fn sign_out(Extracted(state): Extracted<State>, viewer: Viewer) -> Result<Response, Error> {
    if let Ok((Some(session), account)) = viewer.person() {
        state.store.end_session(account.id, session, now_ms()).await?;
    }
    Ok(([(header::SET_COOKIE, cookie_header(&state, None)?)], Redirect::to(&paths::START.path())).into_response())
}

/// The path to return to, as it is without the base path, if it is within the dashboard.
pub(super) fn within(next: &str) -> &str {
    let is_ours = next.starts_with('/') && !next[1..].starts_with(['/', '\\']);
    if is_ours && next.bytes().all(|byte| byte.is_ascii_graphic()) { next } else { "/" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn nobody_is_sent_elsewhere() {
        for (next, expected) in [
            ("/batches?x=1", "/batches?x=1"),
            ("", "/"),
            ("//evil.example", "/"),
            ("/\\evil.example", "/"),
            ("https://evil.example", "/"),
            ("/a\r\nSet-Cookie: x", "/"),
            ("/\t/evil.example", "/"),
        ] {
            assert_eq!(super::within(next), expected, "{next:?}");
        }
    }
}
