//! A proposal to take away: as a patch, and as its files.

use affixboard_core::text::patch;
use axum::response::Response;

use super::opened::Opened;
use crate::{
    parcel,
    web::{
        Error, State,
        sheets::export::{attachment, file_name},
    },
};

/// The patch that makes the changes in the files that they are for; `git apply` takes it.
pub(super) async fn patch(state: &State, id: i64, folder: Option<&str>) -> Result<Response, Error> {
    let opened = Opened::of(state, id, None).await?;
    let folder = parcel::folder(opened.base.loaded.game, folder)
        .map_err(|problem| Error::bad_request(format!("folder: {problem}.")))?;
    let name = name_of(&opened, "patch");
    let making = tokio::task::spawn_blocking(move || {
        patch::between(&opened.base.loaded.sources, &opened.changed.loaded.sources, &folder)
    });
    Ok(attachment(&name, "text/x-diff", making.await.map_err(Error::internal)?))
}

/// All files as they are with the changes, byte for byte.
pub(super) async fn zip(state: &State, id: i64) -> Result<Response, Error> {
    let opened = Opened::of(state, id, None).await?;
    let name = name_of(&opened, "zip");
    let making = tokio::task::spawn_blocking(move || parcel::zipped(&opened.changed.loaded.sources));
    let bytes = making.await.map_err(Error::internal)?.map_err(Error::internal)?;
    Ok(attachment(&name, "application/zip", bytes))
}

/// `affix-branch-proposal-12-rarer-rings.patch`.
fn name_of(opened: &Opened, extension: &str) -> String {
    let title: String = opened.proposal.title.chars().take(60).collect();
    file_name(&[&opened.proposal.slug, "proposal", &opened.proposal.id.to_string(), &title], extension)
}
