//! One's own account: sessions, password, tokens.

use affixboard_store::{AccountId, IdentityLine, NewToken, Scope, SessionId, TokenError, TokenId};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::sign_in_by::confirmed;
use crate::{
    Error, Frame, Html, State,
    extract::{Client, Form, Path, ProxyUser},
    paths,
    session::{
        passwords,
        viewer::{PROXY, Viewer},
    },
};
use affixboard_service::{
    clock::{now_ms, shown as time},
    signing_in::SecondFactorRule,
};

/// A day in milliseconds.
const DAY: i64 = 86_400_000;
/// How long ago somebody without a password signed in at most who makes a token, in milliseconds.
const FRESH: i64 = 600_000;
/// The longest a token can be good, in days.
const LONGEST_TOKEN: i64 = 366;

/// What `accounts/account.html` shows.
#[derive(Template)]
#[template(path = "accounts/account.html")]
pub struct AccountPage {
    frame: Frame,
    name: String,
    role: &'static str,
    sessions: Vec<SessionRow>,
    tokens: Vec<TokenRow>,
    scopes: [&'static str; 3],
    /// The description of the interface for programs.
    api: String,
    /// Whether they are here by their proxy's word, which no button here ends.
    is_of_proxy: bool,
    has_password: bool,
    identities: Vec<IdentityRow>,
    /// What the provider is called, where one can be connected; empty where there is none.
    provider: String,
    /// Whom the proxy names, where that can be connected; empty where it can't.
    proxy_user: String,
    /// Since when there is a second factor; empty where there is none.
    second_factor: String,
    /// Whether there can be one here.
    has_second_factors: bool,
    /// A token that was just made.
    made: String,
    problem: String,
    longest_token: i64,
    shortest: usize,
    longest: usize,
}

struct SessionRow {
    agent: String,
    address: String,
    began: String,
    seen: String,
    end: String,
    is_this: bool,
}

struct IdentityRow {
    label: String,
    by: String,
    since: String,
    end: String,
}

struct TokenRow {
    name: String,
    scope: &'static str,
    made: String,
    until: String,
    used: String,
    end: String,
}

/// The fields of a change of one's password.
#[derive(Debug, Deserialize)]
pub struct PasswordForm {
    old: String,
    password: String,
    again: String,
}

/// The fields of a new token.
#[derive(Debug, Deserialize)]
pub struct TokenForm {
    name: String,
    scope: String,
    days: String,
    /// Empty of people who have none.
    #[serde(default)]
    password: String,
}

/// Answers `GET /account`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    ProxyUser(proxy_user): ProxyUser,
) -> Result<Html<AccountPage>, Error> {
    let page = shown(&viewer, &state, String::new(), String::new()).await?;
    // One that is connected with an account that can be used is whose account it is.
    let can_connect = matches!(viewer, Viewer::Person { session: Some(_), .. });
    let proxy_user = proxy_user.filter(|_| can_connect).unwrap_or_default();
    Ok(Html(AccountPage { proxy_user, ..page }))
}

async fn shown(viewer: &Viewer, state: &State, made: String, problem: String) -> Result<AccountPage, Error> {
    let (session, account) = viewer.person()?;
    let sessions = state.store.sessions(account.id, now_ms()).await?;
    let tokens = state.store.tokens(account.id, now_ms()).await?;
    let has_second_factors = state.sign_in.second_factor != SecondFactorRule::Off;
    let second_factor = if has_second_factors { state.store.second_factor(account.id).await? } else { None };
    let identities = state.store.identities(account.id).await?;
    let (shortest, longest) = passwords::LENGTH;
    Ok(AccountPage {
        is_of_proxy: session.is_none(),
        has_password: account.has_password,
        identities: identities.into_iter().map(|line| identity(state, line)).collect(),
        provider: state.provider.as_ref().map_or_else(String::new, |provider| provider.label().to_owned()),
        proxy_user: String::new(),
        second_factor: second_factor.map(|factor| time(factor.created_at)).unwrap_or_default(),
        has_second_factors,
        frame: Frame::plain(account.name.clone()),
        name: account.name,
        role: account.role.name(),
        sessions: sessions
            .into_iter()
            .map(|line| SessionRow {
                began: time(line.created_at),
                seen: time(line.seen_at),
                end: paths::SESSION_END.with([&line.id]),
                is_this: Some(line.id) == session,
                agent: line.agent,
                address: line.address,
            })
            .collect(),
        tokens: tokens
            .into_iter()
            .map(|token| TokenRow {
                scope: token.scope.name(),
                made: time(token.created_at),
                until: time(token.expires_at),
                used: token.last_used_at.map_or_else(|| "never".to_owned(), time),
                end: paths::TOKEN_END.with([&token.id]),
                name: token.name,
            })
            .collect(),
        scopes: Scope::ALL.map(Scope::name),
        api: paths::API_DOCUMENT.path(),
        made,
        problem,
        longest_token: LONGEST_TOKEN,
        shortest,
        longest,
    })
}

fn identity(state: &State, line: IdentityLine) -> IdentityRow {
    let provider = state.provider.as_ref().filter(|provider| provider.issuer() == line.issuer);
    IdentityRow {
        by: match provider {
            Some(provider) => provider.label().to_owned(),
            None if line.issuer == PROXY => "the proxy".to_owned(),
            None => line.issuer,
        },
        since: time(line.created_at),
        end: paths::IDENTITY_END.with([&line.id]),
        label: line.label,
    }
}

async fn again(viewer: &Viewer, state: &State, problem: String) -> Result<Response, Error> {
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(shown(viewer, state, String::new(), problem).await?)).into_response())
}

/// Sets another password, which ends all other sessions and the tokens.
pub async fn password(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    client: Client,
    _headers: HeaderMap,
    Form(form): Form<PasswordForm>,
) -> Result<Response, Error> {
    let (session, account) = viewer.person()?;
    if let Some(problem) = passwords::problem(&form.password, &form.again, &account.name) {
        return again(&viewer, &state, problem).await;
    }
    state.limit(client.0, Some(&account.name))?;
    let known = state.store.password(&account.name).await?.map(|(_, password)| password);
    let is_it = state.passwords.matches(form.old, known.clone()).await?;
    let (true, Some(known)) = (is_it, known) else {
        return again(&viewer, &state, "That isn’t the password you have now.".to_owned()).await;
    };
    let new = state.passwords.hash(form.password).await?;
    if !state.store.change_password(account.id, (&known, &new), session, now_ms()).await? {
        return again(&viewer, &state, "The password was changed meanwhile.".to_owned()).await;
    }
    state.limits.fill(&account.name);
    Ok(Redirect::to(&paths::ACCOUNT.path()).into_response())
}

/// Answers `POST /account/sessions/{id}/end`.
pub async fn end_session(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    let (_, account) = viewer.person()?;
    if !state.store.end_session(account.id, SessionId(id), now_ms()).await? {
        return Err(Error::not_found(format!("There is no session {id} of yours.")));
    }
    Ok(Redirect::to(&paths::ACCOUNT.path()))
}

/// Makes a token and shows it, once. A token outlives the session that made it, so that whoever has found a browser signed in
/// doesn't get one without the password.
pub async fn make_token(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    client: Client,
    Form(form): Form<TokenForm>,
) -> Result<Response, Error> {
    let (session, account) = viewer.person()?;
    let Some(scope) = Scope::find(&form.scope) else {
        return again(&viewer, &state, format!("Scope: found `{}`; expected read, propose or all.", form.scope)).await;
    };
    let days = form.days.trim().parse().ok().filter(|days| (1..=LONGEST_TOKEN).contains(days));
    let Some(days) = days else {
        let problem = format!("Days: found `{}`; expected a number from 1 to {LONGEST_TOKEN}.", form.days);
        return again(&viewer, &state, problem).await;
    };
    if !confirmed(&state, &client, &viewer, form.password).await? {
        return again(&viewer, &state, "That isn’t the password you have now.".to_owned()).await;
    }
    if !account.has_password && !is_fresh(&state, account.id, session).await? {
        let problem = "Sign out and in again first: a token is made within ten minutes of signing in.";
        return again(&viewer, &state, problem.to_owned()).await;
    }
    let token = format!("affixboard_{}", passwords::random_token()?);
    let (now_ms, name) = (now_ms(), form.name.trim());
    let new = NewToken { account: account.id, token: &token, name, scope, expires_at: now_ms + days * DAY, now_ms };
    match state.store.make_token(new).await {
        Ok(()) => Ok(Html(shown(&viewer, &state, token, String::new()).await?).into_response()),
        Err(refused @ (TokenError::BadName(_) | TokenError::TooMany(_))) => {
            again(&viewer, &state, format!("Token: {refused}.")).await
        }
        Err(other) => Err(other.into()),
    }
}

/// Whether somebody signed in a moment ago; so is who comes by their proxy's word, which is given anew with every request.
async fn is_fresh(state: &State, account: AccountId, session: Option<SessionId>) -> Result<bool, Error> {
    let Some(session) = session else { return Ok(true) };
    let now_ms = now_ms();
    let sessions = state.store.sessions(account, now_ms).await?;
    Ok(sessions.iter().any(|line| line.id == session && now_ms - line.created_at < FRESH))
}

/// Answers `POST /account/tokens/{id}/end`.
pub async fn end_token(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    let (_, account) = viewer.person()?;
    if !state.store.end_token(account.id, TokenId(id), now_ms()).await? {
        return Err(Error::not_found(format!("There is no token {id} of yours.")));
    }
    Ok(Redirect::to(&paths::ACCOUNT.path()))
}
