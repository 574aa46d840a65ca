//! A revision as an SQLite database to download.

use std::{io, path::Path, sync::Arc};

use affixboard_store::DatabaseError;
use axum::{extract::State as Extracted, http::StatusCode, response::Response};
use tokio::runtime::Handle;

use crate::{Error, State, extract, respond::stream_body::stream_body, sheets::export::attachment};
use affixboard_service::revision_database::{levels_of, of_revision};

/// Answers `GET /editions/{slug}/revisions/{number}/revision.db`.
pub async fn download(
    Extracted(state): Extracted<State>,
    extract::Path((slug, number)): extract::Path<(String, u32)>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let busy = |_| Error::new(StatusCode::SERVICE_UNAVAILABLE, "The program stops.");
    let turn = state.exports.clone().acquire_owned().await.map_err(busy)?;
    let folder = state.database.parent().unwrap_or(Path::new(".")).to_owned();
    let (store, library, runtime) = (state.store.clone(), Arc::clone(&state.library), Handle::current());
    // Not a task of the scheduler: it waits for tasks itself, to open the revision as other batches read it.
    let made = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let levels = levels_of(&open.loaded).map_err(|error| anyhow::anyhow!("{error}"))?;
        runtime.block_on(of_revision(&store, &library, &open, &levels, &folder))
    });
    let mut file = made.await.map_err(Error::internal)?.map_err(|error| match error.downcast::<DatabaseError>() {
        Ok(error) => error.into(),
        Err(error) => Error::internal(format!("{error:#}")),
    })?;
    let body = stream_body(state.stopped.clone(), move |out, _| io::copy(&mut file, out).map(drop));
    Ok(attachment(&format!("{slug}-r{number}.db"), "application/vnd.sqlite3", body))
}
