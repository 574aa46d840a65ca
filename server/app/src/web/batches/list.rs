//! All batches, newest first.

use affixboard_store::BatchFilter;
use askama::Template;
use axum::extract::State as Extracted;

use super::rows::BatchRow;
use crate::web::{Error, Frame, Html, State, respond::html::Section};

const MOST: u32 = 200;

#[derive(Template)]
#[template(path = "batches/list.html")]
pub(crate) struct BatchesPage {
    frame: Frame,
    batches: Vec<BatchRow>,
}

pub(crate) async fn page(Extracted(state): Extracted<State>) -> Result<Html<BatchesPage>, Error> {
    let batches = state.store.batches(BatchFilter::All, MOST).await?;
    let frame = Frame { section: Section::Batches, ..Frame::plain("Batches") };
    Ok(Html(BatchesPage { frame, batches: batches.iter().map(BatchRow::new).collect() }))
}
