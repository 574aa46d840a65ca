//! A drop profile: what it says, as a chart, a table and its text; its versions; deleting it.

use affixboard_games as games;
use affixboard_inquiry::profile::{DepthRange, Drops, Profile, QUALITIES};
use affixboard_report::{chart, thousands};
use affixboard_store::{ProfileId, ProfileVersion, Revision, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::header,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::choice;
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links, paths,
    respond::html::Section,
    session::viewer::Viewer,
    sheets::settings::theme,
};
use affixboard_service::{clock, compute::Priority};

/// Versions listed at most.
const VERSIONS: u32 = 50;

/// What `profiles/show.html` shows.
#[derive(Template)]
#[template(path = "profiles/show.html")]
pub struct ProfilePage {
    frame: Frame,
    name: String,
    version: u32,
    is_newest: bool,
    is_starter: bool,
    newest: String,
    saved: String,
    qualities: [&'static str; QUALITIES.len()],
    stretches: Vec<StretchRow>,
    totals: Vec<String>,
    total: String,
    text: String,
    chart_light: String,
    chart_dark: String,
    versions: Vec<VersionRow>,
    edit: String,
    copy: String,
    delete: String,
    /// Of each edition with drops, its title and the page that says whether a number of finds in such a dive is a surprise.
    luck: Vec<(String, String)>,
    can_act: bool,
}

struct StretchRow {
    depths: String,
    drops: [String; QUALITIES.len()],
    /// Drops of all qualities, at each of the depths.
    each: String,
}

struct VersionRow {
    number: u32,
    href: String,
    made: String,
    is_current: bool,
}

/// The query of a profile's page: its version, and how its chart is drawn.
#[derive(Debug, Deserialize)]
pub struct VersionQuery {
    version: Option<u32>,
    theme: Option<String>,
}

/// Answers `GET /profiles/{id}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    UrlQuery(query): UrlQuery<VersionQuery>,
) -> Result<Html<ProfilePage>, Error> {
    let id = ProfileId(id);
    let version = find(&state, id, query.version).await?;
    let versions = state.store.profile_versions(id, VERSIONS).await?;
    let profile = read(&version)?;
    let number = version.number;
    let chart = |theme: &str| format!("{}?version={number}{theme}", paths::PROFILE_CHART_SVG.with([&id]));
    let made = |version: &ProfileVersion| {
        let how = if version.is_edited { "edited" } else { "shipped" };
        format!("{how} {}", clock::shown(version.created_at))
    };
    let totals = profile.totals();
    let menu = state.editions_menu().await?;
    let drops =
        |revision: &&Revision| games::find(&revision.game).is_some_and(|game| !game.words().qualities.is_empty());
    let luck = menu
        .all()
        .filter(drops)
        .map(|revision| (revision.title.clone(), links::luck_of_dive(revision, &choice::value(&version), None, None)));
    Ok(Html(ProfilePage {
        frame: Frame { section: Section::Profiles, ..Frame::plain(format!("{} · Drop profile", version.name)) },
        version: number,
        is_newest: version.is_newest,
        is_starter: version.is_starter,
        newest: links::profile(id),
        saved: made(&version),
        qualities: QUALITIES,
        stretches: profile.depth_ranges().iter().map(stretch_row).collect(),
        totals: totals.map(shown).to_vec(),
        total: shown(sum(&totals)),
        chart_light: chart(""),
        chart_dark: chart("&theme=dark"),
        versions: versions
            .iter()
            .map(|version| VersionRow {
                number: version.number,
                href: links::profile_version(id, version.number),
                made: made(version),
                is_current: version.number == number,
            })
            .collect(),
        edit: links::edit_profile(id, number),
        copy: links::copy_profile(id, number),
        delete: links::delete_profile(id),
        luck: luck.collect(),
        can_act: viewer.may(Role::Proposer),
        name: version.name,
        text: version.text,
    }))
}

/// The chart of a version.
pub async fn chart(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
    UrlQuery(query): UrlQuery<VersionQuery>,
) -> Result<Response, Error> {
    let theme = theme(query.theme.as_deref())?;
    let version = find(&state, ProfileId(id), query.version).await?;
    let draw = move || -> Result<String, Error> {
        let title = format!("{}, version {}", version.name, version.number);
        Ok(chart::profile_chart(&read(&version)?, &title, theme))
    };
    let svg = state.compute(Priority::Interactive, draw).await??;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// What `profiles/show_delete.html` shows.
#[derive(Template)]
#[template(path = "profiles/show_delete.html")]
pub struct DeletePage {
    frame: Frame,
    name: String,
    versions: u32,
    is_starter: bool,
    action: String,
    back: String,
    can_act: bool,
}

/// Asks before it is done.
pub async fn ask(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Html<DeletePage>, Error> {
    let newest = find(&state, ProfileId(id), None).await?;
    Ok(Html(DeletePage {
        frame: Frame { section: Section::Profiles, ..Frame::plain(format!("Delete {}", newest.name)) },
        name: newest.name,
        versions: newest.number,
        is_starter: newest.is_starter,
        action: links::delete_profile(newest.id),
        back: links::profile(newest.id),
        can_act: viewer.may(Role::Proposer),
    }))
}

/// Answers `POST /profiles/{id}/delete`.
pub async fn delete(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    state.store.delete_profile(ProfileId(id), viewer.by(), clock::now_ms()).await?;
    Ok(Redirect::to(&links::profiles()))
}

/// A version of a profile, or its newest.
pub(crate) async fn find(state: &State, id: ProfileId, number: Option<u32>) -> Result<ProfileVersion, Error> {
    state.store.profile(id, number).await?.ok_or_else(|| {
        Error::not_found(match number {
            Some(number) => format!("There is no version {number} of a profile {id}."),
            None => format!("There is no profile {id}."),
        })
    })
}

/// Parses a stored version, which was valid when it was stored.
pub(crate) fn read(version: &ProfileVersion) -> Result<Profile, Error> {
    Profile::parse(&version.text).map_err(|problems| {
        let problem = problems.first().map(ToString::to_string).unwrap_or_default();
        Error::internal(format!("profile {}, version {}: {problem}", version.id, version.number))
    })
}

/// `2,967 normal, 584.9 good, 96.05 great`.
pub(crate) fn totals_text(profile: &Profile) -> String {
    let parts = QUALITIES.iter().zip(profile.totals());
    parts.map(|(name, drops)| format!("{} {name}", shown(drops))).collect::<Vec<_>>().join(", ")
}

fn stretch_row(stretch: &DepthRange) -> StretchRow {
    StretchRow {
        depths: if stretch.first == stretch.last {
            stretch.first.to_string()
        } else {
            format!("{}–{}", stretch.first, stretch.last)
        },
        drops: stretch.drops.map(shown),
        each: shown(sum(&stretch.drops)),
    }
}

/// `2,967.5`.
fn shown(drops: Drops) -> String {
    let text = drops.to_string();
    let fraction = text.split_once('.').map_or(String::new(), |(_, fraction)| format!(".{fraction}"));
    thousands(drops.whole().into()) + &fraction
}

fn sum(drops: &[Drops]) -> Drops {
    drops.iter().fold(Drops::default(), |sum, drops| sum + *drops)
}
