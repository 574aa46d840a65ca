//! A proposal to take away: as a patch, and as its files.

use std::io::{Cursor, Write as _};

use affixboard_core::text::patch;
use axum::response::Response;
use zip::{ZipWriter, result::ZipError, write::SimpleFileOptions};

use super::{
    super::export::{attachment, file_name},
    opened::Opened,
};
use crate::web::{Error, State};

/// The folder that a patch's paths begin with where none is asked for.
const FOLDER: &str = "lib/edit";

/// The patch that makes the changes in the files that they are for; `git apply` takes it.
pub(super) async fn patch(state: &State, id: i64, folder: Option<&str>) -> Result<Response, Error> {
    let folder = folder_of(folder.unwrap_or(FOLDER))?;
    let opened = Opened::of(state, id, None).await?;
    let name = name_of(&opened, "patch");
    let making = tokio::task::spawn_blocking(move || {
        patch::between(&opened.base.loaded.sources, &opened.changed.loaded.sources, &folder)
    });
    Ok(attachment(&name, "text/x-diff", making.await.map_err(Error::internal)?))
}

/// A folder as patches name it: empty, or with a slash at its end.
fn folder_of(text: &str) -> Result<String, Error> {
    let folder = text.trim().trim_end_matches('/');
    let is_path = folder.len() <= 200
        && !folder.starts_with('/')
        && !folder.contains(['\\', '\0', '\n', '\r'])
        && folder.split('/').all(|part| part != ".." && (folder.is_empty() || !part.is_empty()));
    if !is_path {
        return Err(Error::bad_request("folder: expected a path within the game's sources, such as lib/edit."));
    }
    Ok(if folder.is_empty() { String::new() } else { format!("{folder}/") })
}

/// All files as they are with the changes, byte for byte.
pub(super) async fn zip(state: &State, id: i64) -> Result<Response, Error> {
    let opened = Opened::of(state, id, None).await?;
    let name = name_of(&opened, "zip");
    let making = tokio::task::spawn_blocking(move || -> Result<Vec<u8>, ZipError> {
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        for file in opened.changed.loaded.sources.files() {
            writer.start_file(file.name(), SimpleFileOptions::default())?;
            writer.write_all(file.bytes())?;
        }
        Ok(writer.finish()?.into_inner())
    });
    let bytes = making.await.map_err(Error::internal)?.map_err(Error::internal)?;
    Ok(attachment(&name, "application/zip", bytes))
}

/// `affix-branch-proposal-12-rarer-rings.patch`.
fn name_of(opened: &Opened, extension: &str) -> String {
    let title: String = opened.proposal.title.chars().take(60).collect();
    file_name(&[&opened.proposal.slug, "proposal", &opened.proposal.id.to_string(), &title], extension)
}
