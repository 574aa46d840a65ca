//! Upload of an edited table of allocations: its differences become changes of the draft, all or none.

use std::sync::Arc;

use affixboard_core::proposal::compose;
use affixboard_report::format::read_allocations;
use axum::{
    extract::{self, State as Extracted, multipart::MultipartError},
    http::StatusCode,
    response::Response,
};

use super::{
    DraftQuery, Notice,
    actions::{outdated, redirect, rejected},
    form::DraftForm,
    rejection,
    session::{DraftSession, DraftTarget, SaveError},
};
use crate::{
    compute::Priority,
    web::{Error, State, extract::Path, multipart::Multipart, session::viewer::Viewer},
};

/// Size of an upload at most, in bytes. All lines of the largest edition take a tenth of it.
const LARGEST: usize = 8 << 20;

pub(crate) async fn into_new(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    sent: Multipart,
) -> Result<Response, Error> {
    take(&viewer, &state, &DraftTarget::Edition(slug), sent).await
}

pub(crate) async fn into_revision(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    sent: Multipart,
) -> Result<Response, Error> {
    take(&viewer, &state, &DraftTarget::Proposal(id), sent).await
}

async fn take(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    Multipart(sent, room): Multipart,
) -> Result<Response, Error> {
    let broken = |error: MultipartError| Error::bad_request(format!("The upload broke off: {}", error.body_text()));
    let table = receive(sent).await.map_err(broken)?;
    let _turn = state.draft_turns.take((viewer.by(), target)).await;
    let session = DraftSession::open(viewer, state, target).await?;
    let query = DraftQuery::default();
    let refuse = |status, problem: String, list| {
        rejected(viewer, &session, &query, status, None, Notice { problem, list, ..Notice::default() })
    };
    let Some(table) = table else {
        let problem = "Nothing was taken: found no file, expected a table as CSV of at most 8 MiB.".to_owned();
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, problem, Vec::new());
    };
    let (base, changed) = (Arc::clone(&session.base), Arc::clone(&session.changed));
    let held = room.clone();
    let reading = state.compute(Priority::Interactive, move || {
        let _room = held;
        let edits = read_allocations(&base.loaded, &table)
            .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        let composed = compose(&base.loaded, &changed.loaded, &edits).map_err(|error| vec![error.to_string()])?;
        Ok((edits, composed))
    });
    let (edits, composed) = match reading.await? {
        Ok(read) => read,
        Err(problems) => {
            let problem = "Nothing was taken: the table can’t be read.".to_owned();
            return refuse(StatusCode::UNPROCESSABLE_ENTITY, problem, problems);
        }
    };
    let rejected_form: Vec<String> = edits
        .iter()
        .zip(&composed.outcomes)
        .filter(|(_, outcome)| !outcome.fits())
        .map(|(change, outcome)| {
            let line = change.readable(change.was().or(change.now()).unwrap_or_default());
            format!("{} `{line}`: {}", change.anchor.name.trim(), rejection(outcome))
        })
        .collect();
    if !rejected_form.is_empty() {
        let problem = "Nothing was taken: the draft has other changes of the same lines.".to_owned();
        return refuse(StatusCode::CONFLICT, problem, rejected_form);
    }
    if composed.changes == session.changes {
        let problem = "The table says what the draft says already.".to_owned();
        return refuse(StatusCode::OK, problem, Vec::new());
    }
    match session.save(state, session.base.revision.id, &composed.changes).await {
        Ok(()) => redirect(&DraftSession::open(viewer, state, target).await?, &query),
        Err(SaveError::Stale) => outdated(viewer, state, target, &query, &DraftForm::new(Vec::new())).await,
        Err(SaveError::Other(error)) => Err(error),
    }
}

/// The file that was sent; none where there is none, or it is too large.
async fn receive(mut sent: extract::Multipart) -> Result<Option<Vec<u8>>, MultipartError> {
    let mut table = None;
    while let Some(mut field) = sent.next_field().await? {
        if field.name() != Some("table") {
            continue;
        }
        let mut bytes = Vec::new();
        let mut length = 0;
        while let Some(chunk) = field.chunk().await? {
            length += chunk.len();
            if length <= LARGEST {
                bytes.extend_from_slice(&chunk);
            }
        }
        table = (1..=LARGEST).contains(&length).then_some(bytes);
    }
    Ok(table)
}
