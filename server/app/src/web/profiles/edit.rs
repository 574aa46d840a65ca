//! The form for a drop profile: a new one, a copy, or the next version.

use affixboard_core::profile::{Problem, Profile};
use affixboard_store::{Error as StoreError, NewVersion, ProfileId, ProfileVersion, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::show::find;
use crate::{
    clock::now_ms,
    web::{
        Error, Frame, Html, State,
        extract::{Form, Path, Query as UrlQuery},
        links,
        respond::html::Section,
        session::viewer,
    },
};

/// What an empty form begins with.
const EXAMPLE: &str = "# drops at each of these depths\n1-5: normal 40, good 3, great 0.5\n";

#[derive(Template)]
#[template(path = "profiles/edit.html")]
pub(in crate::web) struct ProfileForm {
    frame: Frame,
    heading: String,
    action: String,
    back: String,
    typed: Typed,
    /// What is wrong with what was sent as a whole.
    problem: String,
    /// What can't be read of the text.
    problems: Vec<LineProblem>,
    longest: usize,
    deepest: u32,
    can_act: bool,
}

struct LineProblem {
    message: String,
    /// The line it is in.
    line: String,
}

/// The form as it was sent.
#[derive(Debug, Default, Deserialize)]
pub(in crate::web) struct Typed {
    #[serde(default)]
    name: String,
    #[serde(default)]
    text: String,
    /// The version that was newest when the form was opened; 0 for a new profile.
    #[serde(default)]
    seen: u32,
}

/// The profile whose text a form begins with.
#[derive(Debug, Deserialize)]
pub(in crate::web) struct From {
    from: Option<i64>,
    version: Option<u32>,
}

/// The form for a new profile, empty or with the text of another.
pub(in crate::web) async fn new(
    Extracted(state): Extracted<State>,
    UrlQuery(from): UrlQuery<From>,
) -> Result<Html<ProfileForm>, Error> {
    let (name, text) = match from.from {
        None => (String::new(), EXAMPLE.to_owned()),
        Some(id) => {
            let version = find(&state, ProfileId(id), from.version).await?;
            (format!("Copy of {}", version.name), version.text)
        }
    };
    Ok(Html(form(None, Typed { name, text, seen: 0 })))
}

/// The form for the next version, with the text of one there is.
pub(in crate::web) async fn edit(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
    UrlQuery(from): UrlQuery<From>,
) -> Result<Html<ProfileForm>, Error> {
    let newest = find(&state, ProfileId(id), None).await?;
    let text = match from.version {
        Some(number) => find(&state, newest.id, Some(number)).await?.text,
        None => newest.text.clone(),
    };
    let typed = Typed { name: newest.name.clone(), text, seen: newest.number };
    Ok(Html(form(Some(&newest), typed)))
}

pub(in crate::web) async fn create(
    Extracted(state): Extracted<State>,
    Form(typed): Form<Typed>,
) -> Result<Response, Error> {
    take(&state, None, typed).await
}

pub(in crate::web) async fn save(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
    Form(typed): Form<Typed>,
) -> Result<Response, Error> {
    let newest = find(&state, ProfileId(id), None).await?;
    take(&state, Some(newest), typed).await
}

/// Stores what was typed, or shows it again with what is wrong.
async fn take(state: &State, newest: Option<ProfileVersion>, mut typed: Typed) -> Result<Response, Error> {
    typed.name = typed.name.trim().to_owned();
    let profile = match Profile::parse(&typed.text) {
        Ok(profile) => profile,
        Err(problems) => {
            let problems = problems.iter().map(|problem| line_problem(&typed.text, problem)).collect();
            let page = ProfileForm { problems, ..form(newest.as_ref(), typed) };
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response());
        }
    };
    let new = NewVersion { name: &typed.name, profile: &profile, now_ms: now_ms() };
    let stored = match &newest {
        None => state.store.create_profile(new).await,
        Some(newest) => state.store.save_profile(newest.id, typed.seen, new).await,
    };
    let problem = match stored {
        Ok(version) => return Ok(Redirect::to(&links::profile(version.id)).into_response()),
        Err(StoreError::ProfileChanged { newest: number, .. }) => {
            // Sent again, it goes on top of what is there now.
            typed.seen = number;
            format!(
                "Somebody saved version {number} while you were editing. Nothing of yours was stored yet; look at that \
                 version, then save again to put this one on top of it."
            )
        }
        Err(
            refused @ (StoreError::BadProfileName(_)
            | StoreError::ProfileNameTaken(_)
            | StoreError::TooManyProfiles(_)
            | StoreError::TooManyVersions(_)),
        ) => format!("Name: {refused}."),
        Err(other) => return Err(other.into()),
    };
    let page = ProfileForm { problem, ..form(newest.as_ref(), typed) };
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

fn form(newest: Option<&ProfileVersion>, typed: Typed) -> ProfileForm {
    let heading = newest.map_or("New drop profile".to_owned(), |newest| format!("Edit {}", newest.name));
    let own = newest.map_or(links::PROFILES.to_owned(), |newest| links::profile(newest.id));
    ProfileForm {
        frame: Frame { section: Section::Profiles, ..Frame::plain(heading.clone()) },
        heading,
        action: own.clone(),
        back: own,
        typed,
        problem: String::new(),
        problems: Vec::new(),
        longest: Profile::LONGEST,
        deepest: Profile::DEEPEST,
        can_act: viewer::may(Role::Proposer),
    }
}

fn line_problem(text: &str, problem: &Problem) -> LineProblem {
    let line = text.lines().nth(problem.line - 1).unwrap_or_default();
    LineProblem { message: problem.to_string(), line: line.chars().take(120).collect() }
}
