//! The second page of signing in, for accounts with a second factor: the password was right, and a code is still owed. Who owes one
//! has no rights at all; the browser has a cookie with a token of their sign-in, which is good for some minutes and tries.

use affixboard_store::{AccountId, Proof};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{AppendHeaders, IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{second_factor, sign_in};
use crate::{
    Error, Frame, Html, State,
    extract::{Client, Form},
    paths,
    session::{cookies::SecretCookie, half_session::HalfSession, passwords},
};
use affixboard_service::{
    base_path::{base, given_out},
    clock::now_ms,
    signing_in::plain_code,
};

/// The cookie of somebody who owes a code.
const COOKIE: SecretCookie = SecretCookie { name: "affixboard_code", seconds: 300 };
/// Wrong codes after which the password is asked for again.
const TRIES: u32 = 5;

#[derive(Template)]
#[template(path = "accounts/sign_in_code.html")]
pub(crate) struct CodePage {
    frame: Frame,
    problem: String,
}

/// What `accounts/sign_in_code.html` shows.
#[derive(Debug, Deserialize)]
pub struct CodeForm {
    code: String,
}

/// Asks for a code of somebody whose password was right.
pub(super) fn ask(state: &State, account: AccountId, password: String, next: &str) -> Result<Response, Error> {
    let token = passwords::random_token()?;
    let cookie = set_cookie(state, Some(&token))?;
    let half = HalfSession { account, password, next: next.to_owned(), tries: TRIES };
    state.half_sessions.put(token, half, now_ms());
    Ok(([(header::SET_COOKIE, cookie)], Redirect::to(&paths::SIGN_IN_CODE.path())).into_response())
}

fn set_cookie(state: &State, token: Option<&str>) -> Result<HeaderValue, Error> {
    HeaderValue::from_str(&COOKIE.set(token, state.behind_tls, base())).map_err(Error::internal)
}

fn shown(problem: &str) -> Html<CodePage> {
    Html(CodePage { frame: Frame::plain("Sign in"), problem: problem.to_owned() })
}

/// Answers `GET /sign-in/code`.
pub async fn page(Extracted(state): Extracted<State>, headers: HeaderMap) -> Result<Response, Error> {
    second_factor::require(&state)?;
    let token = COOKIE.value(&headers, state.behind_tls, base()).unwrap_or_default();
    Ok(match state.half_sessions.with(token, now_ms(), |_| ()) {
        Some(()) => shown("").into_response(),
        None => Redirect::to(&paths::SIGN_IN.path()).into_response(),
    })
}

/// The page to sign in again, without the cookie.
async fn again(state: &State, next: String, problem: &str) -> Result<Response, Error> {
    let page = sign_in::shown(state, String::new(), next, problem.to_owned()).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, [(header::SET_COOKIE, set_cookie(state, None)?)], page).into_response())
}

/// Takes a code, and signs in.
pub async fn give(
    Extracted(state): Extracted<State>,
    client: Client,
    headers: HeaderMap,
    Form(form): Form<CodeForm>,
) -> Result<Response, Error> {
    second_factor::require(&state)?;
    let now_ms = now_ms();
    let token = COOKIE.value(&headers, state.behind_tls, base()).unwrap_or_default();
    // The try is counted before the code is looked at, so that many at once are many.
    let half = state.half_sessions.with(token, now_ms, |half| {
        half.tries = half.tries.saturating_sub(1);
        half.clone()
    });
    let Some(half) = half else {
        return again(&state, String::new(), "That took too long. Sign in again.").await;
    };
    state.limit(client.0, None)?;
    state.limit_codes(half.account)?;
    let code = plain_code(&form.code);
    if let Some(proof) = second_factor::proof(&state, half.account, &code, now_ms).await? {
        let proof = Proof::PasswordAndCode(&half.password, proof);
        if let Some(session) = sign_in::begin(&state, &client, &headers, half.account, proof).await? {
            state.half_sessions.take(token, now_ms);
            state.limits.fill_codes(half.account);
            let cookies = [(header::SET_COOKIE, session), (header::SET_COOKIE, set_cookie(&state, None)?)];
            return Ok((AppendHeaders(cookies), Redirect::to(&given_out(&half.next))).into_response());
        }
    }
    if half.tries > 0 {
        let left = if half.tries == 1 { "1 try is".to_owned() } else { format!("{} tries are", half.tries) };
        let problem =
            format!("That code isn’t good, or was used already. {left} left; apps show a new one each half minute.");
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, shown(&problem)).into_response());
    }
    if state.half_sessions.take(token, now_ms).is_some() {
        state.store.note_wrong_codes(half.account, now_ms).await?;
    }
    again(&state, half.next, "Too many wrong codes. Sign in again.").await
}
