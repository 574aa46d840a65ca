//! All batches or those of an edition, newest first.

use affixboard_store::{BatchFilter, Role};
use askama::Template;
use axum::extract::State as Extracted;
use serde::Deserialize;

use super::rows::BatchRow;
use crate::{
    Error, Frame, Html, State, extract::UrlQuery, game_stats::rows::GameStatsRow, links, paths, respond::html::Section,
    session::viewer::Viewer,
};

const MOST: u32 = 200;

/// What `batches/list.html` shows.
#[derive(Template)]
#[template(path = "batches/list.html")]
pub struct BatchesPage {
    frame: Frame,
    /// The title of the edition whose batches these are; empty where they are of all.
    edition: String,
    all: String,
    /// Where the workers stand; empty for who may not start batches.
    workers: String,
    batches: Vec<BatchRow>,
    /// Where such a file is sent, of an edition; and counts of its own game.
    send: String,
    own: String,
    /// What games' own programs counted.
    statistics: Vec<GameStatsRow>,
}

/// The query of the list.
#[derive(Debug, Default, Deserialize)]
pub struct BatchesQuery {
    edition: Option<String>,
}

/// Answers `GET /batches`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    UrlQuery(query): UrlQuery<BatchesQuery>,
) -> Result<Html<BatchesPage>, Error> {
    let (filter, edition, of, [send, own]) = match query.edition.as_deref().map(str::trim) {
        None | Some("") => (BatchFilter::All, String::new(), None, Default::default()),
        Some(slug) => {
            let newest = state.revision(slug, None).await?;
            let links = [links::statistics_of(&newest), links::own_counts_of(&newest)];
            (BatchFilter::Edition(newest.edition_id), newest.title, Some(newest.edition_id), links)
        }
    };
    let batches = state.store.batches(filter, MOST).await?;
    let frame = Frame { section: Section::Batches, ..Frame::plain("Batches") };
    let batches = batches.iter().map(BatchRow::new).collect();
    let statistics = state.store.game_stats_lines(of).await?.iter().map(GameStatsRow::new).collect();
    let workers = if viewer.may(Role::Proposer) { paths::WORKERS.path() } else { String::new() };
    Ok(Html(BatchesPage { frame, edition, all: paths::BATCHES.path(), workers, batches, send, own, statistics }))
}
