//! Lines as the game's program would write them, into the draft.

use affixboard_proposal::correction_changes;
use axum::{extract::State as Extracted, response::Response};

use super::added::add_changes;
use crate::{Error, State, extract::Path, session::viewer::Viewer};

/// Puts all lines of a correction that the files have otherwise into the draft.
pub async fn add(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, name)): Path<(String, String)>,
) -> Result<Response, Error> {
    let open = state.open(&slug, None).await?;
    let corrections = open.loaded.model.corrections();
    if !corrections.iter().any(|known| known.name == name) {
        return Err(Error::not_found("There are no such corrections of this edition’s files."));
    }
    let nothing = "Nothing to correct: the lines are as the program would write them.";
    add_changes(&viewer, &state, slug, nothing, move |loaded| {
        let corrections = loaded.model.corrections();
        let Some(correction) = corrections.iter().find(|known| known.name == name) else { return Ok(Vec::new()) };
        correction_changes(loaded, correction).map_err(|error| error.to_string())
    })
    .await
}
