//! The form for a drop profile: a new one, a copy, or the next version.

use affixboard_inquiry::profile::{MonsterDive, Problem, Profile};
use affixboard_store::{NewVersion, ProfileError, ProfileId, ProfileVersion, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::show::find;
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path, UrlQuery},
    game_stats, links,
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{clock::now_ms, compute::Priority, monster_profile};

/// Monsters at each depth, and the last depth, of the form that makes a profile of monsters.
const MONSTERS: u32 = 100;
const LAST: u32 = 50;

/// Initial text of an empty form.
const EXAMPLE: &str = "# drops at each of these depths\n1-5: normal 40, good 3, great 0.5\n";

/// What `profiles/edit.html` shows.
#[derive(Template)]
#[template(path = "profiles/edit.html")]
pub struct ProfileEditPage {
    frame: Frame,
    heading: String,
    action: String,
    back: String,
    form: ProfileForm,
    /// The error of the form as a whole; empty for none.
    problem: String,
    /// The lines of the text that can't be parsed.
    problems: Vec<LineProblem>,
    longest: usize,
    deepest: u32,
    can_act: bool,
    /// The form that makes a text of monsters; of new profiles only.
    monsters: Option<MonstersForm>,
}

/// The monsters that a profile is made of.
struct MonstersForm {
    /// Names in addresses and titles, and whether it is chosen.
    editions: Vec<(String, String, bool)>,
    number: u32,
    first: u32,
    last: u32,
    most: u32,
}

struct LineProblem {
    message: String,
    /// The line it is in.
    line: String,
}

/// The form as it was sent.
#[derive(Debug, Default, Deserialize)]
pub struct ProfileForm {
    #[serde(default)]
    name: String,
    #[serde(default)]
    text: String,
    /// The version that was newest when the form was opened; 0 for a new profile.
    #[serde(default)]
    seen: u32,
}

/// The profile whose text a form begins with, or the monsters that it is made of.
#[derive(Debug, Default, Deserialize)]
pub struct CopyQuery {
    from: Option<i64>,
    version: Option<u32>,
    /// An edition, by its name in addresses.
    of: Option<String>,
    monsters: Option<u32>,
    first: Option<u32>,
    last: Option<u32>,
    /// Statistics of a game's own program.
    stats: Option<i64>,
}

/// The form for a new profile, empty, with the text of another, or as the monsters of an edition come.
pub async fn new(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    UrlQuery(from): UrlQuery<CopyQuery>,
) -> Result<Html<ProfileEditPage>, Error> {
    let mut problem = String::new();
    let (name, text) = match (from.from, &from.of) {
        (None, None) if from.stats.is_some() => {
            match game_stats::profile::text(&state, from.stats.unwrap_or_default()).await? {
                Ok(made) => made,
                Err(said) => {
                    problem = said;
                    (String::new(), EXAMPLE.to_owned())
                }
            }
        }
        (None, None) => (String::new(), EXAMPLE.to_owned()),
        (None, Some(slug)) => match of_monsters(&state, slug, &from).await? {
            Ok(made) => made,
            Err(said) => {
                problem = said;
                (String::new(), EXAMPLE.to_owned())
            }
        },
        (Some(id), _) => {
            let version = find(&state, ProfileId(id), from.version).await?;
            (format!("Copy of {}", version.name), version.text)
        }
    };
    let editions = state.store.editions().await?.into_iter().map(|edition| edition.newest);
    let editions = editions.filter(|newest| !newest.is_archived).map(|newest| {
        let is_chosen = from.of.as_ref() == Some(&newest.slug);
        (newest.slug, newest.title, is_chosen)
    });
    let monsters = MonstersForm {
        editions: editions.collect(),
        number: from.monsters.unwrap_or(MONSTERS),
        first: from.first.unwrap_or(1),
        last: from.last.unwrap_or(LAST),
        most: MonsterDive::MAX_MONSTERS,
    };
    let page = edit_page(&viewer, None, ProfileForm { name, text, seen: 0 });
    Ok(Html(ProfileEditPage { problem, monsters: Some(monsters), ..page }))
}

/// Name and text of a profile as the monsters of an edition's newest revision come; else what is wrong.
async fn of_monsters(state: &State, slug: &str, query: &CopyQuery) -> Result<Result<(String, String), String>, Error> {
    let (number, first, last) =
        (query.monsters.unwrap_or(MONSTERS), query.first.unwrap_or(1), query.last.unwrap_or(LAST));
    let dive = match MonsterDive::new(number, first, last) {
        Ok(dive) => dive,
        Err(error) => return Ok(Err(format!("From monsters: {error}."))),
    };
    let open = state.open(slug, None).await?;
    let title = open.revision.title.clone();
    let whose = format!("{title}, revision {}", open.revision.number);
    let making = state.compute(Priority::Interactive, move || monster_profile::text(&open.loaded, dive, &whose));
    let name: String = format!("Monsters of {title}").chars().take(60).collect();
    Ok(making.await?.map(|text| (name, text)).map_err(|said| format!("From monsters: {said}.")))
}

/// The form for the next version, with the text of one there is.
pub async fn edit(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    UrlQuery(from): UrlQuery<CopyQuery>,
) -> Result<Html<ProfileEditPage>, Error> {
    let newest = find(&state, ProfileId(id), None).await?;
    let text = match from.version {
        Some(number) => find(&state, newest.id, Some(number)).await?.text,
        None => newest.text.clone(),
    };
    let form = ProfileForm { name: newest.name.clone(), text, seen: newest.number };
    Ok(Html(edit_page(&viewer, Some(&newest), form)))
}

/// Answers `POST /profiles`.
pub async fn create(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Form(form): Form<ProfileForm>,
) -> Result<Response, Error> {
    store(&viewer, &state, None, form).await
}

/// Answers `POST /profiles/{id}`.
pub async fn save(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<ProfileForm>,
) -> Result<Response, Error> {
    let newest = find(&state, ProfileId(id), None).await?;
    store(&viewer, &state, Some(newest), form).await
}

/// Stores what was typed, or shows it again with what is wrong.
async fn store(
    viewer: &Viewer,
    state: &State,
    newest: Option<ProfileVersion>,
    mut form: ProfileForm,
) -> Result<Response, Error> {
    form.name = form.name.trim().to_owned();
    let profile = match Profile::parse(&form.text) {
        Ok(profile) => profile,
        Err(problems) => {
            let problems = problems.iter().map(|problem| line_problem(&form.text, problem)).collect();
            let page = ProfileEditPage { problems, ..edit_page(viewer, newest.as_ref(), form) };
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response());
        }
    };
    let new = NewVersion { name: &form.name, profile: &profile, by: viewer.by(), now_ms: now_ms() };
    let stored = match &newest {
        None => state.store.create_profile(new).await,
        Some(newest) => state.store.save_profile(newest.id, form.seen, new).await,
    };
    let problem = match stored {
        Ok(version) => return Ok(Redirect::to(&links::profile(version.id)).into_response()),
        Err(ProfileError::Changed { newest: number, .. }) => {
            // Sent again, it goes on top of what is there now.
            form.seen = number;
            format!(
                "Somebody saved version {number} while you were editing. Nothing of yours was stored yet; look at that \
                 version, then save again to put this one on top of it."
            )
        }
        Err(
            refused @ (ProfileError::BadName(_)
            | ProfileError::NameTaken(_)
            | ProfileError::TooManyProfiles(_)
            | ProfileError::TooManyVersions(_)),
        ) => format!("Name: {refused}."),
        Err(other) => return Err(other.into()),
    };
    let page = ProfileEditPage { problem, ..edit_page(viewer, newest.as_ref(), form) };
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

fn edit_page(viewer: &Viewer, newest: Option<&ProfileVersion>, form: ProfileForm) -> ProfileEditPage {
    let heading = newest.map_or("New drop profile".to_owned(), |newest| format!("Edit {}", newest.name));
    let own = newest.map_or(links::profiles(), |newest| links::profile(newest.id));
    ProfileEditPage {
        frame: Frame { section: Section::Profiles, ..Frame::plain(heading.clone()) },
        heading,
        action: own.clone(),
        back: own,
        form,
        problem: String::new(),
        problems: Vec::new(),
        longest: Profile::MAX_BYTES,
        deepest: Profile::MAX_DEPTH,
        can_act: viewer.may(Role::Proposer),
        monsters: None,
    }
}

fn line_problem(text: &str, problem: &Problem) -> LineProblem {
    let line = text.lines().nth(problem.line - 1).unwrap_or_default();
    LineProblem { message: problem.to_string(), line: line.chars().take(120).collect() }
}
