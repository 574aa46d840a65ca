//! A batch's audit: its counts against exact chances, entry by entry, and all counts together.

use std::{convert::Infallible, sync::Arc, time::Duration};

use affixboard_inquiry::audit::COMPARED;
use affixboard_model::{batch::Metric, game::Words};
use affixboard_report::{
    audit::{AuditLine, bound_text, p_value_text, partition_title, percent_text, uncompared_metrics},
    format, thousands,
};
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
    compute::{AuditError, AuditResult, AuditRun, COMPARISONS, FALSE_ALARMS, Priority},
    library::OpenRevision,
};

/// A short audit is waited for this long, so that its link leads straight to its result.
const PATIENCE: Duration = Duration::from_millis(400);
/// Disagreements shown at most; more say no more.
const SHOWN: usize = 50;
/// The furthest entries shown where nothing disagrees.
const FURTHEST: usize = 5;

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
    result: Option<ResultView>,
}

struct Running {
    events: String,
    percent: u64,
    /// Number of parts computed; the next field has their total.
    done: String,
    total: String,
    cells: String,
}

struct ResultView {
    agrees: bool,
    /// Number of entries whose counts disagree.
    disagreements: String,
    /// Number of partitions that disagree.
    fits_disagree: usize,
    rows: Vec<Row>,
    /// Number of disagreements that are not shown.
    more: u64,
    fits: Vec<FitRow>,
    told: Vec<ToldRow>,
    drops: String,
    comparisons: String,
    cells: String,
    by_metric: String,
    bound: String,
    left_out: String,
    overlap: bool,
    false_alarms: String,
    smallest: String,
    level: String,
    csv: String,
    /// Number of comparisons in the CSV; empty if it has all.
    csv_has: String,
}

struct Row {
    what: String,
    name: String,
    on: String,
    place: String,
    count: String,
    expected: String,
    p: String,
    adjusted: String,
}

struct FitRow {
    title: String,
    statistic: String,
    dof: String,
    p: String,
    disagrees: bool,
}

struct ToldRow {
    chance: String,
    share: String,
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

fn view(audited: &AuditResult, batch: &Batch, open: &OpenRevision) -> ResultView {
    let (verdict, words) = (&audited.verdict, open.loaded.game.words());
    let keys = open.forge.keys();
    let shown = if verdict.disagreements > 0 { SHOWN } else { FURTHEST };
    let found = verdict.found.iter().filter(|found| verdict.disagreements == 0 || found.adjusted <= verdict.level);
    let lines = found.filter_map(|found| AuditLine::new(found, verdict, keys, words));
    let rows: Vec<Row> = lines.take(shown).map(|line| row(&line, open, words)).collect();
    let parts: Vec<_> = verdict
        .by_metric
        .iter()
        .map(|(metric, n)| format!("{} {}", thousands(*n), metric_word(*metric, words)))
        .collect();
    ResultView {
        agrees: verdict.agrees(),
        disagreements: thousands(verdict.disagreements),
        fits_disagree: verdict.fits.iter().filter(|fit| fit.disagrees).count(),
        more: if verdict.disagreements > 0 { verdict.disagreements.saturating_sub(rows.len() as u64) } else { 0 },
        rows,
        fits: verdict
            .fits
            .iter()
            .map(|fit| FitRow {
                title: affixboard_report::capitalised(&partition_title(fit.partition, words)),
                statistic: format!("{:.1}", fit.statistic),
                dof: thousands(u64::from(fit.dof)),
                p: p_value_text(fit.p),
                disagrees: fit.disagrees,
            })
            .collect(),
        told: audited
            .told
            .iter()
            .map(|one| ToldRow { chance: percent_text(one.chance), share: percent_text(one.share) })
            .collect(),
        drops: thousands(audited.drops),
        comparisons: thousands(verdict.comparisons),
        cells: thousands(verdict.cells),
        by_metric: parts.join(", "),
        bound: if verdict.largest_bound > 0.0 { bound_text(verdict.largest_bound) } else { String::new() },
        left_out: uncompared_metrics(keys).join(", "),
        overlap: !words.one_affix,
        false_alarms: percent_text(FALSE_ALARMS),
        smallest: p_value_text(verdict.smallest()),
        level: p_value_text(verdict.level),
        csv: format!("{}.csv", links::audit(batch.id)),
        csv_has: if verdict.comparisons > COMPARISONS as u64 { thousands(COMPARISONS as u64) } else { String::new() },
    }
}

/// The sort of entries a metric counts, in the game's words.
fn metric_word(metric: Metric, words: &Words) -> String {
    match metric {
        Metric::AFFIX => words.affix.to_owned(),
        Metric::NAFFIXES => format!("number of {}", words.affixes),
        Metric(name) => name.to_owned(),
    }
}

/// A number with commas in its whole part.
fn grouped(text: &str) -> String {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    match text[..end].parse() {
        Ok(whole) => thousands(whole) + &text[end..],
        Err(_) => text.to_owned(),
    }
}

fn row(line: &AuditLine, open: &OpenRevision, words: &Words) -> Row {
    let about = &line.about;
    let metric = COMPARED.into_iter().find(|metric| metric.0 == about.metric).unwrap_or(Metric::KIND);
    let kind = about.place.and_then(|(tval, sval)| open.loaded.catalog.find_kind(tval, sval));
    let kind = kind.map(|id| open.loaded.catalog.kind(id).name.clone()).unwrap_or_default();
    let (name, on) = match metric {
        Metric::KIND | Metric::FAILED => (about.name.clone(), String::new()),
        _ => (about.name.clone(), kind),
    };
    let [p, adjusted] = line.p_texts();
    Row {
        what: metric_word(metric, words),
        name,
        on,
        place: format!("{} drops, depth {}", about.quality, about.level),
        count: thousands(line.count),
        expected: grouped(&line.expected_text()),
        p,
        adjusted,
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
