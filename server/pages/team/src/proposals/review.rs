//! Verdicts on a proposal.

use affixboard_store::{Judgement, NewVerdict};
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{refused_text::RefusedText, show::page_with_refused};
use crate::{
    Error, State,
    extract::{Form, Path},
    links,
    session::viewer::Viewer,
};
use affixboard_service::clock::now_ms;

/// The fields of a verdict.
#[derive(Debug, Deserialize)]
pub struct VerdictForm {
    /// The proposal's revision that was read.
    seen: u32,
    judgement: String,
    #[serde(default)]
    body: String,
}

/// Answers `POST /proposals/{id}/verdicts`.
pub async fn give(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<VerdictForm>,
) -> Result<Response, Error> {
    let proposal = state.proposal(id).await?;
    let judgement = Judgement::find(&form.judgement)
        .ok_or_else(|| Error::bad_request("judgement: expected comment, approve or request-changes."))?;
    let by =
        viewer.by().ok_or_else(|| Error::forbidden("Verdicts need accounts: nobody approves their own proposal."))?;
    let body = form.body.replace("\r\n", "\n");
    let new = NewVerdict { proposal: proposal.id, seen: form.seen, by, judgement, body: &body, now_ms: now_ms() };
    match state.store.give_verdict(new).await {
        // What counts stands in the bar of the page; a mere comment is in the list only.
        Ok(()) => {
            let place = if judgement == Judgement::Comment { "#verdicts" } else { "" };
            Ok(Redirect::to(&format!("{}{place}", links::proposal(proposal.id))).into_response())
        }
        Err(refused) => {
            let written = RefusedText::Verdict { judgement, body, seen: form.seen };
            page_with_refused(&viewer, &state, &proposal, written, refused.into()).await
        }
    }
}
