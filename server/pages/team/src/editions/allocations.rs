//! The lines that say where and how often entries come, as a table for spreadsheets.

use affixboard_report::format::allocations_csv;
use axum::{extract::State as Extracted, response::Response};
use serde::Deserialize;

use crate::{
    Error, State,
    extract::{Path, UrlQuery},
    sheets::export::{attachment, file_name},
};

/// The query of the table of allocations.
#[derive(Debug, Deserialize)]
pub struct AllocationsQuery {
    /// The number of an item type: entries that are allocated to it.
    #[serde(default, rename = "type")]
    tval: String,
}

/// Answers `GET /editions/{slug}/revisions/{number}/allocations.csv`.
pub async fn csv(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<AllocationsQuery>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let text = query.tval.trim();
    let item_type = text.parse().ok().and_then(|tval| open.loaded.catalog.item_type(tval));
    if item_type.is_none() && !text.is_empty() {
        let message = format!("type: found `{text}`; expected the number of an item type that has kinds.");
        return Err(Error::bad_request(message));
    }
    let of = item_type.map_or_else(String::new, |item_type| item_type.name.clone());
    let hash = open.revision.content_hash.get(..7).unwrap_or_default();
    let name = file_name(&[&open.revision.title, of.as_str(), "allocations", hash], "csv");
    let table = allocations_csv(&open.loaded, item_type.map(|item_type| item_type.tval));
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", table))
}
