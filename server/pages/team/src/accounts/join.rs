//! One-time links: for the first maintainer, for whoever is invited, and for a new password.

use affixboard_store::{AccountError, Invitation, InvitationError, NewAccount, Purpose};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::sign_in::arrive;
use crate::{
    Error, Frame, Html, State,
    extract::{Client, Form, Path},
    links, paths,
    session::passwords,
};
use affixboard_service::clock::{now_ms, shown as time};

/// What `accounts/join.html` shows.
#[derive(Template)]
#[template(path = "accounts/join.html")]
pub struct JoinPage {
    frame: Frame,
    heading: &'static str,
    about: String,
    /// The account whose password is set; empty where a new account is made.
    whose: String,
    name: String,
    until: String,
    action: String,
    problem: String,
    /// By whom else one can join: what it is called, and the link; empty where nobody is, or a password is to be set.
    by: String,
    by_href: String,
    shortest: usize,
    longest: usize,
}

/// The fields of joining by a link.
#[derive(Debug, Deserialize)]
pub struct JoinForm {
    #[serde(default)]
    name: String,
    password: String,
    again: String,
}

async fn find(state: &State, token: &str) -> Result<Invitation, Error> {
    let link = state.store.invitation(token, now_ms()).await?;
    link.ok_or_else(|| Error::not_found("This link was used or withdrawn, or has run out. Ask for another."))
}

/// Answers `GET /join/{token}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    client: Client,
    Path(token): Path<String>,
) -> Result<Html<JoinPage>, Error> {
    state.limit_join(client.0)?;
    let link = find(&state, &token).await?;
    Ok(Html(shown(&state, &token, &link, String::new(), String::new())))
}

fn shown(state: &State, token: &str, link: &Invitation, name: String, problem: String) -> JoinPage {
    let provider = state.provider.as_ref().filter(|_| !matches!(link.purpose, Purpose::Reset(..)));
    let maker = link.made_by.as_deref().unwrap_or("Whoever runs this dashboard");
    let (heading, about, whose) = match &link.purpose {
        Purpose::First => (
            "The first maintainer",
            "This account looks after the others. From then on acting needs an account.".to_owned(),
            String::new(),
        ),
        Purpose::Invite(role) => {
            ("Join", format!("{maker} invites you to this dashboard as a {}.", role.name()), String::new())
        }
        Purpose::Reset(_, name) => (
            "New password",
            format!("For the account {name}. Its sessions and tokens end with the old password."),
            name.clone(),
        ),
    };
    let (shortest, longest) = passwords::LENGTH;
    JoinPage {
        frame: Frame::plain(heading),
        heading,
        about,
        whose,
        name,
        until: link.expires_at.map(time).unwrap_or_default(),
        action: paths::JOIN.with([&token]),
        problem,
        by: provider.map_or_else(String::new, |provider| provider.label().to_owned()),
        by_href: provider.map_or_else(String::new, |_| links::sign_in_with("join", token)),
        shortest,
        longest,
    }
}

/// Makes the account, or sets the password, and signs in.
pub async fn accept(
    Extracted(state): Extracted<State>,
    client: Client,
    Path(token): Path<String>,
    headers: HeaderMap,
    Form(form): Form<JoinForm>,
) -> Result<Response, Error> {
    state.limit_join(client.0)?;
    let link = find(&state, &token).await?;
    let again = |problem: String| {
        let page = shown(&state, &token, &link, form.name.clone(), problem);
        Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
    };
    let name = match &link.purpose {
        Purpose::Reset(_, name) => name.as_str(),
        Purpose::First | Purpose::Invite(_) => form.name.trim(),
    };
    if let Some(problem) = passwords::problem(&form.password, &form.again, name) {
        return again(problem);
    }
    let password = state.passwords.hash(form.password.clone()).await?;
    let made = match &link.purpose {
        Purpose::Reset(..) => state.store.reset_password(&token, &password, now_ms()).await,
        Purpose::First | Purpose::Invite(_) => {
            let new = NewAccount { name, password: &password, now_ms: now_ms() };
            state.store.accept_invitation(&token, new).await
        }
    };
    let account = match made {
        Ok(account) => account,
        Err(refused @ InvitationError::Account(AccountError::BadName(_) | AccountError::NameTaken(_))) => {
            return again(format!("Name: {refused}."));
        }
        Err(other) => return Err(other.into()),
    };
    // A link for a new password is no way around the second factor.
    let arrived = arrive(&state, &client, &headers, (account.id, password), "").await?;
    Ok(arrived.unwrap_or_else(|| Redirect::to(&paths::SIGN_IN.path()).into_response()))
}
