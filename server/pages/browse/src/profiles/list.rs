//! The drop profiles there are.

use affixboard_store::{ProfileVersion, Role};
use askama::Template;
use axum::extract::State as Extracted;

use super::show::{read, totals_text};
use crate::{Error, Frame, Html, State, links, respond::html::Section, session::viewer::Viewer};
use affixboard_service::clock;

/// What `profiles/list.html` shows.
#[derive(Template)]
#[template(path = "profiles/list.html")]
pub struct ProfilesPage {
    frame: Frame,
    profiles: Vec<ProfileRow>,
    can_act: bool,
}

struct ProfileRow {
    name: String,
    href: String,
    version: u32,
    is_starter: bool,
    totals: String,
    deepest: u32,
    saved: String,
    copy: String,
    edit: String,
}

/// Answers `GET /profiles`.
pub async fn page(Extracted(state): Extracted<State>, viewer: Viewer) -> Result<Html<ProfilesPage>, Error> {
    let profiles = state.store.profiles().await?;
    Ok(Html(ProfilesPage {
        frame: Frame { section: Section::Profiles, ..Frame::plain("Drop profiles") },
        profiles: profiles.into_iter().map(row).collect::<Result<_, _>>()?,
        can_act: viewer.may(Role::Proposer),
    }))
}

fn row(version: ProfileVersion) -> Result<ProfileRow, Error> {
    let profile = read(&version)?;
    Ok(ProfileRow {
        href: links::profile(version.id),
        version: version.number,
        is_starter: version.is_starter,
        totals: totals_text(&profile),
        deepest: profile.depth_ranges().last().map_or(0, |stretch| stretch.last),
        saved: clock::shown(version.created_at),
        copy: links::copy_profile(version.id, version.number),
        edit: links::edit_profile(version.id, version.number),
        name: version.name,
    })
}
