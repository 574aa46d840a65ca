//! Diagnostics of a revision's files.

use axum::{Json, extract::State as Extracted};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{problem::Problem, revision_path::RevisionPath};
use crate::{
    Error, State,
    editions::import_json::DiagnosticJson,
    extract::{Path, UrlQuery},
};

/// Diagnostics in one answer at most.
const MOST: usize = 1000;

/// Diagnostics of a revision, and how many there are.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Diagnostics)]
pub(crate) struct DiagnosticsJson {
    /// How many there are in all.
    total: usize,
    /// The position of the first of these, from 0.
    from: usize,
    /// 1,000 at most, by file and position.
    diagnostics: Vec<DiagnosticJson>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct FromQuery {
    #[serde(default)]
    from: usize,
}

/// What is wrong or odd in a revision's files.
#[utoipa::path(get, path = "/api/v1/editions/{slug}/revisions/{number}/diagnostics", operation_id = "listDiagnostics", tag = "editions",
    params(
        RevisionPath,
        ("from" = Option<usize>, Query, description = "The position of the first one wanted, from 0."),
    ),
    responses((status = 200, body = DiagnosticsJson, description = "Diagnostics, by file and position."), Problem))]
pub(crate) async fn list(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(FromQuery { from }): UrlQuery<FromQuery>,
) -> Result<Json<DiagnosticsJson>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let loaded = &open.loaded;
    let found = loaded.diagnostics.iter().skip(from).take(MOST);
    let diagnostics = found.map(|diagnostic| DiagnosticJson::new(&loaded.sources, diagnostic)).collect();
    Ok(Json(DiagnosticsJson { total: loaded.diagnostics.len(), from, diagnostics }))
}
