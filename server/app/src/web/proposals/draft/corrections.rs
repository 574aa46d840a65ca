//! Lines as the game's program would write them, into the draft.

use std::sync::Arc;

use affixboard_core::{
    game::Correction,
    proposal::{compose, correction_changes},
};
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    DraftQuery, Notice,
    actions::rejected,
    rejection,
    session::{DraftSession, DraftTarget, SaveError},
};
use crate::{
    compute::Priority,
    web::{Error, State, extract::Path, session::viewer::Viewer},
};

/// Attempts to save a draft that another program saves at the same time.
const TRIES: usize = 8;

/// Puts all lines of a correction that the files have otherwise into the draft.
pub(crate) async fn add(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, name)): Path<(String, String)>,
) -> Result<Response, Error> {
    let target = DraftTarget::Edition(slug);
    let _turn = state.draft_turns.take((viewer.by(), &target)).await;
    for _ in 0..TRIES {
        let session = DraftSession::open(&viewer, &state, &target).await?;
        let corrections = session.changed.loaded.model.corrections();
        let correction: Correction = corrections
            .iter()
            .find(|known| known.name == name)
            .cloned()
            .ok_or_else(|| Error::not_found("There are no such corrections of this edition’s files."))?;
        let (base, changed) = (Arc::clone(&session.base), Arc::clone(&session.changed));
        let making = state.compute(Priority::Interactive, move || {
            let edits = correction_changes(&changed.loaded, &correction).map_err(|error| error.to_string())?;
            compose(&base.loaded, &changed.loaded, &edits).map_err(|error| error.to_string())
        });
        let composed = making.await?.map_err(Error::bad_request)?;
        let query = DraftQuery::default();
        if let Some(outcome) = composed.outcomes.iter().find(|outcome| !outcome.fits()) {
            let notice = Notice { problem: format!("Nothing was saved: {}.", rejection(outcome)), ..Notice::default() };
            return rejected(&viewer, &state, &session, &query, StatusCode::CONFLICT, None, notice).await;
        }
        if composed.outcomes.is_empty() {
            let problem = "Nothing to correct: the lines are as the program would write them.".to_owned();
            let notice = Notice { problem, ..Notice::default() };
            return rejected(&viewer, &state, &session, &query, StatusCode::OK, None, notice).await;
        }
        match session.save(&state, session.base.revision.id, &composed.changes).await {
            Ok(()) => return Ok(Redirect::to(&session.path).into_response()),
            Err(SaveError::Stale) => {}
            Err(SaveError::Other(error)) => return Err(error),
        }
    }
    Err(Error::new(
        StatusCode::CONFLICT,
        "Nothing was saved: this draft keeps being saved in another window. Try again.",
    ))
}
