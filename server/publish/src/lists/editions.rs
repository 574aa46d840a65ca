//! The site's first page: its editions.

use affixboard_shell::respond::html::Frame;
use askama::Template;

use super::finished;
use crate::{
    error::PublishError,
    versions::{KnownVersion, Versions},
};

/// What `lists/editions.html` shows.
#[derive(Template)]
#[template(path = "lists/editions.html")]
struct EditionsPage {
    frame: Frame,
    editions: Vec<EditionRow>,
}

struct EditionRow {
    /// The edition's folder.
    slug: String,
    title: String,
    newest: KnownVersion,
    /// Number of versions.
    count: usize,
}

/// The page, of editions by their folders.
pub(crate) async fn page(editions: &[(String, Versions)]) -> Result<String, PublishError> {
    let rows = editions.iter().filter_map(|(slug, versions)| {
        let newest = versions.versions.last()?.clone();
        Some(EditionRow { slug: slug.clone(), title: versions.title.clone(), newest, count: versions.versions.len() })
    });
    finished(EditionsPage { frame: Frame::plain("Editions"), editions: rows.collect() }, "index.html").await
}
