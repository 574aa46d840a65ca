//! A batch's audit: its counts against exact chances, entry by entry, and all counts together.

use std::{convert::Infallible, sync::Arc, time::Duration};

use affixboard_report::{audit::AuditLine, format, thousands};
use affixboard_store::Batch;
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{
        Response,
        sse::{Event, Sse},
    },
};
use tokio_stream::Stream;

use super::{
    rows::plan_text,
    tally::{check_done, check_rules, find_drops},
    verdict::{VerdictSource, VerdictView},
};
use crate::{
    Error, Frame, Html, State,
    extract::Path,
    links, paths,
    respond::{
        html::Section,
        progress::{self, percent},
    },
    sheets::export::attachment,
};
use affixboard_service::{
    compute::{AuditError, AuditResult, AuditRun, COMPARISONS, Priority},
    library::OpenRevision,
};

/// A short audit is waited for this long, so that its link leads straight to its result.
const PATIENCE: Duration = Duration::from_millis(400);

/// What `batches/audit.html` shows.
#[derive(Template)]
#[template(path = "batches/audit.html")]
pub struct AuditPage {
    frame: Frame,
    number: i64,
    batch: String,
    plan: String,
    seed: String,
    rules: String,
    edition: String,
    edition_href: String,
    hash: String,
    /// Why there is no result and won't be one.
    problem: String,
    /// While it is computed.
    running: Option<Running>,
    result: Option<VerdictView>,
}

struct Running {
    events: String,
    percent: u64,
    /// Number of parts computed; the next field has their total.
    done: String,
    total: String,
    cells: String,
}

/// The batch, its revision and its audit.
async fn begin(state: &State, id: i64) -> Result<(Batch, Arc<OpenRevision>, Arc<AuditRun>), Error> {
    let batch = find_drops(state, id).await?;
    check_done(&batch)?;
    let open = state.open_for(&batch).await?;
    check_rules(&batch, &open)?;
    let run = state.audits.of(&batch, &open).ok_or_else(|| {
        Error::new(StatusCode::SERVICE_UNAVAILABLE, "Too many audits are waiting to be computed. Try again later.")
    })?;
    Ok((batch, open, run))
}

/// Answers `GET /batches/{id}/audit`.
pub async fn page(Extracted(state): Extracted<State>, Path(id): Path<i64>) -> Result<Html<AuditPage>, Error> {
    let (batch, open, run) = begin(&state, id).await?;
    let outcome = tokio::time::timeout(PATIENCE, run.ended()).await.ok();
    let (mut problem, mut running, mut result) = (String::new(), None, None);
    match outcome {
        None => {
            let done = run.look();
            running = Some(Running {
                events: paths::BATCH_AUDIT_EVENTS.with([&batch.id]),
                percent: percent(done, run.total()),
                done: thousands(done),
                total: thousands(run.total()),
                cells: thousands(batch.plan.cells().count() as u64),
            });
        }
        Some(Ok(audited)) => result = Some(view(&audited, &batch, &open)),
        Some(Err(error)) => problem = no_result(error, &open),
    }
    Ok(Html(AuditPage {
        frame: Frame::open(format!("Audit of batch {id}"), Section::Batches, &open),
        number: id,
        batch: links::batch(batch.id),
        plan: plan_text(&batch.game, &batch.plan),
        seed: batch.plan.seed.to_string(),
        rules: format!("{} {}, {}", batch.game, batch.rules_version, batch.plan.switches.describe(open.loaded.game)),
        edition: format!("{} r{}", open.revision.title, batch.revision_number),
        edition_href: links::revision(&open.revision),
        hash: open.revision.content_hash.get(..7).unwrap_or_default().to_owned(),
        problem,
        running,
        result,
    }))
}

fn view(audited: &AuditResult, batch: &Batch, open: &OpenRevision) -> VerdictView {
    let has_more = audited.verdict.comparisons > COMPARISONS as u64;
    let of = VerdictSource {
        told: &audited.told,
        drops: audited.drops,
        csv: format!("{}.csv", links::audit(batch.id)),
        csv_has: if has_more { thousands(COMPARISONS as u64) } else { String::new() },
    };
    VerdictView::new(&audited.verdict, of, open)
}

fn no_result(error: AuditError, open: &OpenRevision) -> String {
    match error {
        AuditError::NotComputed => {
            format!(
                "Chances of {} are not computed, so there is nothing to compare its counts with.",
                open.loaded.game.title()
            )
        }
        AuditError::Ended => "The audit was stopped before it finished. Reload the page to continue.".to_owned(),
        AuditError::Failed => "The audit failed; the log says why. Reload the page to try again.".to_owned(),
    }
}

/// Progress as server-sent events; who listens wants the audit to go on.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (_, _, run) = begin(&state, id).await?;
    Ok(progress::events(move || {
        let (run, stops) = (Arc::clone(&run), *state.stopped.borrow());
        async move {
            let done = run.look();
            if stops || run.outcome().is_some() {
                progress::ProgressUpdate::End("ended")
            } else {
                progress::ProgressUpdate::Done(done, run.total(), String::new())
            }
        }
    }))
}

/// The most suspicious comparisons.
pub async fn csv(Extracted(state): Extracted<State>, Path(id): Path<i64>) -> Result<Response, Error> {
    let (_, open, run) = begin(&state, id).await?;
    let audited = match tokio::time::timeout(PATIENCE, run.ended()).await {
        Ok(Ok(audited)) => audited,
        Ok(Err(error)) => return Err(Error::new(StatusCode::CONFLICT, no_result(error, &open))),
        Err(_) => {
            return Err(Error::new(StatusCode::CONFLICT, format!("The audit of batch {id} is still being computed.")));
        }
    };
    let written = state.compute(Priority::Interactive, move || {
        let (verdict, words) = (&audited.verdict, open.loaded.game.words());
        let lines = verdict.found.iter().filter_map(|found| AuditLine::new(found, verdict, open.forge.keys(), words));
        let mut bytes = Vec::new();
        format::write_audit_csv(&mut bytes, lines, open.loaded.doubts().as_deref()).map(|()| bytes)
    });
    let bytes = written.await?.map_err(Error::internal)?;
    Ok(attachment(&format!("batch-{id}-audit.csv"), "text/csv; charset=utf-8; header=present", bytes))
}
