//! Editions and their revisions.

use affixboard_store::{EditionSummary, EntryCount, Revision};
use axum::{Json, extract::State as Extracted};
use serde::Serialize;
use utoipa::ToSchema;

use super::{problem::Problem, revision_path::RevisionPath};
use crate::{Error, State, extract::Path};
use affixboard_service::clock::rfc3339;

/// An edition: a game's edit files with their history.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Edition)]
pub(crate) struct EditionJson {
    /// Its name in addresses.
    edition: String,
    title: String,
    /// The id of its game.
    game: String,
    /// Whether it is only read.
    archived: bool,
    newest: RevisionJson,
    /// The entries of the newest revision.
    entries: Vec<EntryCountJson>,
    /// Diagnostics of the newest revision that are errors.
    errors: u32,
    /// And warnings.
    warnings: u32,
}

/// How many entries of a sort there are.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EntryCount)]
struct EntryCountJson {
    /// The sort, as addresses name it: `affix`, `theme`, `artifact`, `kind`, or one that the game declares.
    sort: String,
    entries: u32,
    /// Lines that say where these come and how often.
    allocations: u32,
}

/// The state of an edition's files at a time.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Revision)]
pub(crate) struct RevisionJson {
    edition: String,
    /// Its number within the edition, from 1.
    number: u32,
    /// The number of the revision that it was made from.
    parent: Option<u32>,
    /// SHA-256 of the files, in hexadecimal.
    content_hash: String,
    /// `import`, `starter` or `proposal`.
    made_by: &'static str,
    note: String,
    /// When it was made, as RFC 3339 has it, in UTC.
    created_at: String,
}

/// An edition with all its revisions, the newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditionHistory)]
pub(crate) struct EditionHistoryJson {
    edition: String,
    title: String,
    game: String,
    archived: bool,
    revisions: Vec<RevisionJson>,
}

impl EditionJson {
    fn new(summary: EditionSummary) -> EditionJson {
        let count = |EntryCount { sort, entries, allocations }| EntryCountJson { sort, entries, allocations };
        let newest = summary.newest;
        EditionJson {
            edition: newest.slug.clone(),
            title: newest.title.clone(),
            game: newest.game.clone(),
            archived: newest.is_archived,
            newest: RevisionJson::new(newest),
            entries: summary.entries.into_iter().map(count).collect(),
            errors: summary.errors,
            warnings: summary.warnings,
        }
    }
}

impl RevisionJson {
    pub(super) fn new(revision: Revision) -> RevisionJson {
        RevisionJson {
            edition: revision.slug,
            number: revision.number,
            parent: revision.parent,
            content_hash: revision.content_hash,
            made_by: revision.made_by.name(),
            note: revision.note,
            created_at: rfc3339(revision.created_at),
        }
    }
}

/// All editions by name.
#[utoipa::path(get, path = "/api/v1/editions", operation_id = "listEditions", tag = "editions",
    responses((status = 200, body = Vec<EditionJson>, description = "The editions."), Problem))]
pub(crate) async fn list(Extracted(state): Extracted<State>) -> Result<Json<Vec<EditionJson>>, Error> {
    Ok(Json(state.store.editions().await?.into_iter().map(EditionJson::new).collect()))
}

/// An edition with all its revisions.
#[utoipa::path(get, path = "/api/v1/editions/{slug}", operation_id = "getEdition", tag = "editions",
    params(("slug" = String, Path, description = "The edition's name in addresses.")),
    responses((status = 200, body = EditionHistoryJson, description = "The edition."), Problem))]
pub(crate) async fn one(
    Extracted(state): Extracted<State>,
    Path(slug): Path<String>,
) -> Result<Json<EditionHistoryJson>, Error> {
    let newest = state.revision(&slug, None).await?;
    let revisions = state.store.revisions(&slug).await?;
    Ok(Json(EditionHistoryJson {
        edition: newest.slug,
        title: newest.title,
        game: newest.game,
        archived: newest.is_archived,
        revisions: revisions.into_iter().map(RevisionJson::new).collect(),
    }))
}

/// A revision.
#[utoipa::path(get, path = "/api/v1/editions/{slug}/revisions/{number}", operation_id = "getRevision", tag = "editions",
    params(
        RevisionPath,
    ),
    responses((status = 200, body = RevisionJson, description = "The revision."), Problem))]
pub(crate) async fn revision(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Json<RevisionJson>, Error> {
    Ok(Json(RevisionJson::new(state.revision(&slug, Some(number)).await?)))
}
