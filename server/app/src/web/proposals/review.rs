//! Verdicts on a proposal.

use affixboard_store::{Judgement, NewVerdict, Verdict};
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    opened::{by, find},
    refused_text::{Written, again},
};
use crate::{
    clock::{now_ms, shown},
    web::{
        Error, State,
        extract::{Form, Path},
        links,
        respond::markdown::Prose,
    },
};

pub(in crate::web) struct VerdictView {
    pub(super) id: i64,
    pub(super) who: String,
    pub(super) when: String,
    /// `approved`, `changes requested`, `reviewed`.
    pub(super) label: &'static str,
    pub(super) class: &'static str,
    pub(super) revision: u32,
    pub(super) is_outdated: bool,
    /// A later verdict of the same person counts instead.
    pub(super) is_replaced: bool,
    pub(super) body: Prose,
}

impl VerdictView {
    pub(super) fn new(verdict: &Verdict) -> VerdictView {
        let (label, class) = match verdict.judgement {
            Judgement::Comment => ("reviewed", "commented"),
            Judgement::Approve => ("approved", "approved"),
            Judgement::RequestChanges => ("changes requested", "objected"),
        };
        VerdictView {
            id: verdict.id,
            who: verdict.name.clone(),
            when: shown(verdict.created_at),
            label,
            class,
            revision: verdict.revision,
            is_outdated: verdict.is_outdated && verdict.judgement != Judgement::Comment,
            is_replaced: !verdict.counts && verdict.judgement != Judgement::Comment,
            body: Prose::new(&verdict.body),
        }
    }
}

#[derive(Debug, Deserialize)]
pub(in crate::web) struct VerdictForm {
    /// The proposal's revision that was read.
    seen: u32,
    judgement: String,
    #[serde(default)]
    body: String,
}

pub(in crate::web) async fn give(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
    Form(form): Form<VerdictForm>,
) -> Result<Response, Error> {
    let proposal = find(&state, id).await?;
    let judgement = Judgement::find(&form.judgement)
        .ok_or_else(|| Error::bad_request("judgement: expected comment, approve or request-changes."))?;
    let by = by().ok_or_else(|| Error::forbidden("Verdicts need accounts: nobody approves their own proposal."))?;
    let body = form.body.replace("\r\n", "\n");
    let new = NewVerdict { proposal: proposal.id, seen: form.seen, by, judgement, body: &body, now_ms: now_ms() };
    match state.store.give_verdict(new).await {
        Ok(()) => Ok(Redirect::to(&format!("{}#verdicts", links::proposal(proposal.id))).into_response()),
        Err(refused) => {
            let written = Written::Verdict { judgement, body, seen: form.seen };
            again(&state, &proposal, written, refused.into()).await
        }
    }
}
