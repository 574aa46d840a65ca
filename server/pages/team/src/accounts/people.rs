//! For maintainers: who has an account, in which role, and who is invited.

use std::collections::BTreeSet;

use affixboard_store::{Account, AccountId, InvitationId, OwnedToken, Purpose, Role, TokenId};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::second_factor;
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path},
    links, paths,
    session::{passwords, viewer::Viewer},
};
use affixboard_service::{
    clock::{now_ms, shown as time},
    signing_in::SecondFactorRule,
};

/// A day in milliseconds.
const DAY: i64 = 86_400_000;
/// The longest an invitation can be good, in days.
const LONGEST: i64 = 30;
/// How long a link for a new password is good, in days.
const RESET: i64 = 1;

/// What `accounts/people.html` shows.
#[derive(Template)]
#[template(path = "accounts/people.html")]
pub struct PeoplePage {
    frame: Frame,
    people: Vec<PersonRow>,
    links: Vec<LinkRow>,
    tokens: Vec<TokenRow>,
    roles: [&'static str; 4],
    longest: i64,
    /// A link that was just made, and what for.
    made: String,
    made_for: String,
    problem: String,
}

struct PersonRow {
    id: AccountId,
    name: String,
    roles: Vec<(&'static str, bool)>,
    made: String,
    is_disabled: bool,
    is_self: bool,
    role: String,
    disabled: String,
    reset: String,
    /// Where their second factor is taken away; empty where they have none, or there is none here.
    second_factor_end: String,
}

struct TokenRow {
    name: String,
    owner: String,
    scope: &'static str,
    made: String,
    used: String,
    until: String,
    revoke: String,
}

struct LinkRow {
    what: String,
    made_by: String,
    until: String,
    withdraw: String,
}

/// The fields of an invitation.
#[derive(Debug, Deserialize)]
pub struct InviteForm {
    role: String,
    days: String,
}

/// The fields of a change of an account's role.
#[derive(Debug, Deserialize)]
pub struct RoleForm {
    role: String,
}

/// The fields of disabling or enabling an account.
#[derive(Debug, Deserialize)]
pub struct DisabledForm {
    disabled: String,
}

/// Answers `GET /people`.
pub async fn page(Extracted(state): Extracted<State>, viewer: Viewer) -> Result<Html<PeoplePage>, Error> {
    Ok(Html(shown(&viewer, &state, (String::new(), String::new()), String::new()).await?))
}

async fn shown(
    viewer: &Viewer,
    state: &State,
    (made, made_for): (String, String),
    problem: String,
) -> Result<PeoplePage, Error> {
    let (_, own) = viewer.person()?;
    let people = state.store.accounts().await?;
    let with_second_factor = match state.sign_in.second_factor {
        SecondFactorRule::Off => BTreeSet::new(),
        SecondFactorRule::Allowed | SecondFactorRule::Required => state.store.with_second_factor().await?,
    };
    let links = state.store.invitations(now_ms()).await?;
    let tokens = state.store.all_tokens(now_ms()).await?;
    Ok(PeoplePage {
        frame: Frame::plain("People"),
        people: people.into_iter().map(|account| person(account, own.id, &with_second_factor)).collect(),
        links: links
            .into_iter()
            .map(|link| LinkRow {
                what: match link.purpose {
                    Purpose::First => "the first maintainer".to_owned(),
                    Purpose::Invite(role) => format!("a new {}", role.name()),
                    Purpose::Reset(_, name) => format!("a new password of {name}"),
                },
                made_by: link.made_by.unwrap_or_default(),
                until: link.expires_at.map(time).unwrap_or_default(),
                withdraw: paths::INVITATION_WITHDRAW.with([&link.id]),
            })
            .collect(),
        tokens: tokens.into_iter().map(token).collect(),
        roles: Role::ALL.map(Role::name),
        longest: LONGEST,
        made,
        made_for,
        problem,
    })
}

fn person(account: Account, own: AccountId, with_second_factor: &BTreeSet<AccountId>) -> PersonRow {
    PersonRow {
        second_factor_end: if with_second_factor.contains(&account.id) {
            paths::PERSON_SECOND_FACTOR_END.with([&account.id])
        } else {
            String::new()
        },
        roles: Role::ALL.map(|role| (role.name(), role == account.role)).to_vec(),
        made: time(account.created_at),
        is_disabled: account.disabled_at.is_some(),
        is_self: account.id == own,
        id: account.id,
        role: paths::PERSON_ROLE.with([&account.id]),
        disabled: paths::PERSON_DISABLED.with([&account.id]),
        reset: paths::PERSON_RESET.with([&account.id]),
        name: account.name,
    }
}

fn token(OwnedToken { owner, token }: OwnedToken) -> TokenRow {
    TokenRow {
        name: token.name,
        owner,
        scope: token.scope.name(),
        made: time(token.created_at),
        used: token.last_used_at.map_or_else(|| "never".to_owned(), time),
        until: time(token.expires_at),
        revoke: paths::PERSON_TOKEN_END.with([&token.id]),
    }
}

async fn again(viewer: &Viewer, state: &State, problem: String) -> Result<Response, Error> {
    let page = shown(viewer, state, (String::new(), String::new()), problem).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

fn role_of(word: &str) -> Result<Role, String> {
    Role::find(word).ok_or_else(|| format!("Role: found `{word}`; expected reader, proposer, reviewer or maintainer."))
}

/// Makes an invitation and shows its link, once.
pub async fn invite(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    headers: HeaderMap,
    Form(form): Form<InviteForm>,
) -> Result<Response, Error> {
    let (_, own) = viewer.person()?;
    let role = match role_of(&form.role) {
        Ok(role) => role,
        Err(problem) => return again(&viewer, &state, problem).await,
    };
    let days: Option<i64> = form.days.trim().parse().ok().filter(|days| (1..=LONGEST).contains(days));
    let Some(days) = days else {
        let problem = format!("Days: found `{}`; expected a number from 1 to {LONGEST}.", form.days);
        return again(&viewer, &state, problem).await;
    };
    let (token, now_ms) = (passwords::random_token()?, now_ms());
    state.store.invite(&token, role, own.id, (now_ms, now_ms + days * DAY)).await?;
    let made = (links::join(&headers, state.behind_tls, &token), format!("a new {}", role.name()));
    Ok(Html(shown(&viewer, &state, made, String::new()).await?).into_response())
}

/// Answers `POST /people/links/{id}/withdraw`.
pub async fn withdraw(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    let (_, own) = viewer.person()?;
    if !state.store.withdraw_invitation(InvitationId(id), own.id, now_ms()).await? {
        return Err(Error::not_found(format!("There is no link {id} that wasn't used.")));
    }
    Ok(Redirect::to(&paths::PEOPLE.path()))
}

/// Ends somebody's token.
pub async fn revoke_token(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    let (_, own) = viewer.person()?;
    if !state.store.revoke_token(TokenId(id), own.id, now_ms()).await? {
        return Err(Error::not_found(format!("There is no token {id}.")));
    }
    Ok(Redirect::to(&paths::PEOPLE.path()))
}

/// Answers `POST /people/{id}/role`.
pub async fn role(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<RoleForm>,
) -> Result<Response, Error> {
    let (_, own) = viewer.person()?;
    match role_of(&form.role) {
        Ok(role) => state.store.set_role(AccountId(id), role, own.id, now_ms()).await?,
        Err(problem) => return again(&viewer, &state, problem).await,
    };
    Ok(Redirect::to(&paths::PEOPLE.path()).into_response())
}

/// Answers `POST /people/{id}/disabled`.
pub async fn disabled(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<DisabledForm>,
) -> Result<Response, Error> {
    let (_, own) = viewer.person()?;
    let is_disabled = match form.disabled.as_str() {
        "yes" => true,
        "no" => false,
        other => return again(&viewer, &state, format!("disabled: found `{other}`; expected yes or no.")).await,
    };
    state.store.set_disabled(AccountId(id), is_disabled, own.id, now_ms()).await?;
    Ok(Redirect::to(&paths::PEOPLE.path()).into_response())
}

/// Takes the second factor of somebody away who lost it.
pub async fn take_second_factor(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    second_factor::require(&state)?;
    let (_, own) = viewer.person()?;
    if !state.store.take_second_factor(AccountId(id), own.id, now_ms()).await? {
        return Err(Error::not_found(format!("The account {id} has no second factor.")));
    }
    Ok(Redirect::to(&paths::PEOPLE.path()))
}

/// Makes a link for a new password of somebody who can't sign in, and shows it, once.
pub async fn reset(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let (_, own) = viewer.person()?;
    let (token, now_ms) = (passwords::random_token()?, now_ms());
    state.store.make_reset_link(&token, AccountId(id), own.id, (now_ms, now_ms + RESET * DAY)).await?;
    let whose = state.store.account(AccountId(id)).await?.map(|account| account.name).unwrap_or_default();
    let made = (links::join(&headers, state.behind_tls, &token), format!("a new password of {whose}"));
    Ok(Html(shown(&viewer, &state, made, String::new()).await?).into_response())
}
