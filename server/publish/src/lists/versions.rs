//! An edition's page: its versions.

use affixboard_shell::respond::html::Frame;
use askama::Template;

use super::finished;
use crate::{
    error::PublishError,
    versions::{KnownVersion, Versions},
};

/// What `lists/versions.html` shows.
#[derive(Template)]
#[template(path = "lists/versions.html")]
struct VersionsPage {
    frame: Frame,
    title: String,
    /// Newest first.
    versions: Vec<VersionRow>,
}

struct VersionRow {
    known: KnownVersion,
    /// The names of the earlier versions that it is compared with, newest first.
    before: Vec<String>,
}

/// The page, at `SLUG/index.html`; its links are relative to there.
pub(crate) async fn page(versions: &Versions, slug: &str) -> Result<String, PublishError> {
    let all = &versions.versions;
    let rows = all.iter().enumerate().rev().map(|(at, known)| VersionRow {
        known: known.clone(),
        before: all[..at].iter().rev().map(|known| known.name.clone()).collect(),
    });
    let frame = Frame::plain(versions.title.clone());
    let page = VersionsPage { frame, title: versions.title.clone(), versions: rows.collect() };
    finished(page, &format!("{slug}/index.html")).await
}
