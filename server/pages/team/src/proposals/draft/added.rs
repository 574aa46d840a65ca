//! Changes that a page made, into the viewer's draft of a new proposal.

use std::sync::Arc;

use affixboard_model::game::Loaded;
use affixboard_proposal::{Change, compose};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    DraftQuery, Notice,
    actions::rejected,
    rejection,
    session::{DraftSession, DraftTarget, SaveError},
};
use crate::{Error, State, session::viewer::Viewer};
use affixboard_service::compute::Priority;

/// Attempts to save a draft that another program saves at the same time.
const TRIES: usize = 8;

/// Adds the changes that `make` gives for the files with the draft's changes, all or none, and goes to the draft. Where nothing
/// changes, the draft says so in the words `nothing`.
///
/// # Errors
/// What `make` says, as a bad request; and where the draft can't be opened or saved.
pub(super) async fn add_changes(
    viewer: &Viewer,
    state: &State,
    slug: String,
    nothing: &str,
    make: impl Fn(&Loaded) -> Result<Vec<Change>, String> + Send + Sync + 'static,
) -> Result<Response, Error> {
    let target = DraftTarget::Edition(slug);
    let make = Arc::new(make);
    let _turn = state.draft_turns.take((viewer.by(), &target)).await;
    for _ in 0..TRIES {
        let session = DraftSession::open(viewer, state, &target).await?;
        let (base, changed, make) = (Arc::clone(&session.base), Arc::clone(&session.changed), Arc::clone(&make));
        let making = state.compute(Priority::Interactive, move || {
            let edits = make(&changed.loaded)?;
            compose(&base.loaded, &changed.loaded, &edits).map_err(|error| error.to_string())
        });
        let composed = making.await?.map_err(Error::bad_request)?;
        let query = DraftQuery::default();
        if let Some(outcome) = composed.outcomes.iter().find(|outcome| !outcome.fits()) {
            let notice = Notice { problem: format!("Nothing was saved: {}.", rejection(outcome)), ..Notice::default() };
            return rejected(viewer, state, &session, &query, StatusCode::CONFLICT, None, notice).await;
        }
        if composed.outcomes.is_empty() {
            let notice = Notice { problem: nothing.to_owned(), ..Notice::default() };
            return rejected(viewer, state, &session, &query, StatusCode::OK, None, notice).await;
        }
        match session.save(state, session.base.revision.id, &composed.changes).await {
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
