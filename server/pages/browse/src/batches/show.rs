//! A batch: its progress while it runs, and the way to its sheets when it is done.

use affixboard_report::thousands;
use std::{collections::BTreeSet, convert::Infallible, io, iter, time::Duration};

use affixboard_games as games;
use affixboard_model::batch::{BatchPlan, SubjectPlan, Tally, stages};
use affixboard_report::format::{SubjectCsv, TallyAbout, write_tally_parts_csv};
use affixboard_store::{Batch, BatchFilter, BatchId, BatchState, QueueEnd, Revision, Role, Unavailable};
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{
        IntoResponse, Redirect, Response,
        sse::{Event, Sse},
    },
};
use tokio::runtime::Handle;
use tokio_stream::Stream;

use super::{
    new,
    rows::{plan_text, subject_plan_text, subject_plan_text_of, time_left},
    tally::{can_compare, check_done, check_rules, find},
};
use crate::{
    Error, Frame, Html, State,
    comparand_address::of_batch,
    extract::{Form, Path, UrlQuery},
    links::{self, Choice, Query},
    paths,
    respond::{
        html::Section,
        progress::{self, ProgressUpdate, percent},
        stream_body::stream_body,
    },
    session::viewer::Viewer,
    sheets::export::attachment,
    subjects::{find as subject, new_batch},
};
use affixboard_service::{clock, library::OpenRevision};

/// A short batch is waited for this long, so that its button leads straight to its result.
const PATIENCE: Duration = Duration::from_millis(400);

#[derive(Template)]
#[template(path = "batches/show.html")]
pub(crate) struct BatchPage {
    frame: Frame,
    number: i64,
    state: &'static str,
    is_final: bool,
    is_done: bool,
    plan: String,
    seed: String,
    rules: String,
    edition: String,
    edition_href: String,
    error: String,
    /// Why it waits, where it does.
    waits: &'static str,
    percent: u64,
    drops: String,
    total: String,
    /// About how long it still takes, in words; empty where that can't be told.
    left: String,
    times: String,
    events: String,
    cancel: String,
    /// Where a waiting batch is put before or behind the others; empty where it doesn't wait.
    move_to: String,
    /// What a batch with a target came to; empty for others.
    reached: String,
    /// Where a cancelled batch is continued; empty where it can't be.
    resume: String,
    /// The word for what it makes: `drops`.
    trials: &'static str,
    /// The heading of the links to its sheets.
    results_title: String,
    results: Vec<Choice>,
    /// Other batches it can be compared with.
    others: Vec<Choice>,
    tally: String,
    /// Links to what else is there of it.
    actions: Vec<Choice>,
    /// Forms with its plan: on its revision, and on the newest.
    again: Vec<Choice>,
    can_act: bool,
}

/// The query of a batch's page.
#[derive(Debug, Default, serde::Deserialize)]
pub struct BatchQuery {
    /// In addresses from before there was one way to compare: the batch before it.
    against: Option<String>,
}

/// Batches offered to compare with at most.
const OFFERED: usize = 8;

/// The batches that one can be compared with.
struct Comparable {
    /// Links to the comparisons.
    choices: Vec<Choice>,
    /// The number of the last one before it.
    before: Option<String>,
}

/// The comparison of what a batch counted with an earlier side.
fn compared(id: BatchId, from: String) -> String {
    Query::default().set("from", from).set("to", of_batch(id)).on(&links::compare())
}

/// The newest batches of the same edition that this one can be compared with.
async fn comparable(state: &State, batch: &Batch) -> Result<Comparable, Error> {
    let others = state.store.drop_batches(BatchFilter::Edition(batch.edition), 100).await?;
    let others = others.into_iter().filter(|other| other.id != batch.id && can_compare(batch, other));
    let others: Vec<Batch> = others.take(OFFERED).collect();
    let before = others.iter().filter(|other| other.id.0 < batch.id.0);
    let before = before.map(|other| other.id.to_string()).next();
    let choices = others
        .iter()
        .map(|other| {
            let label = match games::find(&other.game) {
                Some(game) => {
                    format!("{} ({}, seed {})", other.id, other.plan.switches.describe(game), other.plan.seed)
                }
                None => other.id.to_string(),
            };
            Choice::new(label, compared(batch.id, of_batch(other.id)), false)
        })
        .collect();
    Ok(Comparable { choices, before })
}

/// Answers `GET /batches/{id}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    UrlQuery(query): UrlQuery<BatchQuery>,
) -> Result<Response, Error> {
    if let Some(before) = query.against.and_then(|before| before.parse().ok()) {
        return Ok(Redirect::to(&compared(BatchId(id), of_batch(BatchId(before)))).into_response());
    }
    let mut changes = state.queue.changes();
    let mut batch = find(&state, id).await?;
    let deadline = tokio::time::Instant::now() + PATIENCE;
    while !batch.state.is_final() && tokio::time::timeout_at(deadline, changes.changed()).await.is_ok_and(|r| r.is_ok())
    {
        batch = find(&state, id).await?;
    }
    let open = state.open_for_any(&batch).await?;
    let (made, total) = (made(&state, &batch), total(&state, &batch));
    let reached = reached(&state, &batch).await?;
    let times = match (batch.started_at, batch.finished_at) {
        (Some(start), Some(end)) => format!(" · took {} s", (end - start) as f64 / 1000.0),
        _ => String::new(),
    };
    let newest = state.store.revision(&batch.slug, None).await?.filter(|newest| newest.id != batch.revision);
    let contents = match batch.clone().of_drops() {
        Ok(batch) => of_drops(&state, &batch, &open, newest.as_ref()).await?,
        Err(batch) => of_subject(&batch, &open, newest.as_ref()),
    };
    let can_resume = batch.state == BatchState::Cancelled && batch.rules_version == open.loaded.game.rules_version();
    let page = BatchPage {
        frame: Frame::open(format!("Batch {id}"), Section::Batches, &open),
        number: id,
        state: batch.state.name(),
        is_final: batch.state.is_final(),
        is_done: batch.state == BatchState::Done,
        plan: contents.plan,
        seed: batch.plan.seed().to_string(),
        rules: format!("{} {}, {}", batch.game, batch.rules_version, open.loaded.switches.describe(open.loaded.game)),
        trials: contents.trials,
        results_title: contents.results_title,
        results: contents.results,
        others: contents.others,
        edition: format!("{} r{}", open.revision.title, batch.revision_number),
        edition_href: links::revision(&open.revision),
        error: batch.error.clone().unwrap_or_default(),
        waits: if batch.state.is_final() { "" } else { waits(&state).unwrap_or_default() },
        percent: percent(made, total),
        drops: thousands(made),
        total: total_text(&batch, total),
        reached,
        left: left(&state, &batch),
        times: format!("{} UTC{times}", clock::shown(batch.created_at)),
        events: paths::BATCH_EVENTS.with([&batch.id]),
        cancel: paths::BATCH_CANCEL.with([&batch.id]),
        move_to: if batch.state == BatchState::Queued { paths::BATCH_MOVE.with([&batch.id]) } else { String::new() },
        resume: if can_resume { paths::BATCH_CONTINUE.with([&batch.id]) } else { String::new() },
        tally: paths::BATCH_TALLY_CSV.with([&batch.id]),
        actions: contents.actions,
        again: contents.again,
        can_act: viewer.may(Role::Proposer),
    };
    Ok(Html(page).into_response())
}

/// What a batch's page says of what it counts.
struct Contents {
    plan: String,
    trials: &'static str,
    results_title: String,
    results: Vec<Choice>,
    others: Vec<Choice>,
    actions: Vec<Choice>,
    again: Vec<Choice>,
}

/// Links that run a plan again: on the batch's revision, and on a newer one where there is one.
fn again(own: &Revision, newest: Option<&Revision>, filled_in: impl Fn(&Revision) -> Option<String>) -> Vec<Choice> {
    let on_newest = newest.map(|newest| (format!("Run again on r{}", newest.number), newest));
    let on = iter::once(("Run again".to_owned(), own)).chain(on_newest);
    on.filter_map(|(label, revision)| Some(Choice::new(label, filled_in(revision)?, false))).collect()
}

async fn of_drops(
    state: &State,
    batch: &Batch,
    open: &OpenRevision,
    newest: Option<&Revision>,
) -> Result<Contents, Error> {
    let results = open
        .counted_types()
        .map(|item_type| Choice::new(item_type.name.clone(), links::result(batch.id, item_type.tval), false));
    let others = comparable(state, batch).await?;
    let before = others.before.map_or_else(String::new, |id| format!("batch:{id}"));
    let actions = [("Audit", links::audit(batch.id)), ("Compare", compared(batch.id, before))];
    Ok(Contents {
        plan: plan_text(&batch.game, &batch.plan),
        trials: "drops",
        results_title: "Results by item type".to_owned(),
        results: results.collect(),
        others: others.choices,
        actions: actions.into_iter().map(|(label, href)| Choice::new(label, href, false)).collect(),
        again: again(&open.revision, newest, |revision| new::filled_in(&batch.plan, open, revision)),
    })
}

fn of_subject(batch: &Batch<SubjectPlan>, open: &OpenRevision, newest: Option<&Revision>) -> Contents {
    let plan = &batch.plan;
    let subjects = open.loaded.model.subjects();
    let rules = subjects.iter().find(|rules| rules.spec().name == plan.subject);
    let spec = rules.map(|rules| rules.spec());
    let path = links::subject(&open.revision, &plan.subject);
    let counted = Query::default().set("batch", batch.id.to_string());
    let mut results = vec![Choice::new("all", counted.on(&path), false)];
    if let Some(spec) = spec.filter(|spec| spec.groups.len() > 1) {
        let group = |name: &String| Choice::new(name.clone(), counted.clone().set("group", name).on(&path), false);
        results.extend(spec.groups.iter().map(group));
    }
    let beside = Query::default().set("beside", batch.id.to_string()).on(&path);
    Contents {
        plan: spec.map_or_else(|| subject_plan_text(plan), |spec| subject_plan_text_of(spec, plan)),
        trials: spec.map_or("trials", |spec| spec.trial[1]),
        results_title: match spec {
            Some(spec) if spec.groups.len() > 1 => format!("Results by {}", spec.group[0]),
            _ => "Results".to_owned(),
        },
        results,
        others: Vec::new(),
        actions: if rules.is_some_and(|rules| rules.exact_metrics().is_empty()) {
            Vec::new()
        } else {
            vec![Choice::new("Beside computed chances", beside, false)]
        },
        again: again(&open.revision, newest, |revision| new_batch::filled_in(plan, rules?.as_ref(), revision)),
    }
}

/// What batches wait for, where they do.
fn waits(state: &State) -> Option<&'static str> {
    let for_workers = || match &state.workers {
        Some(workers) if !workers.is_connected() => Some(
            "This batch waits: the NATS server of the workers can't be reached. It goes on by itself when that is back.",
        ),
        Some(workers) if workers.seen().all().iter().all(|worker| !worker.is_here || worker.refuses.is_some()) => {
            Some("This batch waits for workers: none is there that can run it. It begins by itself when one is.")
        }
        _ => None,
    };
    state.queue.outage().map(waits_for_database).or_else(for_workers)
}

/// What a batch that waits for the database says.
fn waits_for_database(outage: Unavailable) -> &'static str {
    match outage {
        Unavailable::Locked => {
            "This batch waits: another program is writing to the database. Nothing is lost, and it goes on by itself."
        }
        Unavailable::DiskFull => {
            "This batch waits for the disk: the server's disk is full. Nothing is lost, and it goes on by itself when there \
             is room again."
        }
        Unavailable::DiskFailed => {
            "This batch waits for the disk: the server can't read or write it. Nothing is lost, and it goes on by itself \
             when the disk works again."
        }
        Unavailable::Damaged => {
            "This batch waits: a part of the database is damaged or can't be read. It goes on by itself if that passes within \
             a minute, and fails otherwise."
        }
    }
}

fn made(state: &State, batch: &Batch<BatchPlan>) -> u64 {
    state.queue.drops_made(batch.id).unwrap_or(0).max(batch.drops_done)
}

/// The drops that a batch makes in all; with a target about as many as it needs, by what it counted so far.
fn total(state: &State, batch: &Batch<BatchPlan>) -> u64 {
    let made = made(state, batch);
    state.queue.expected_drops(batch.id).map_or(batch.plan.total_trials(), |expected| expected.max(made))
}

fn total_text(batch: &Batch<BatchPlan>, total: u64) -> String {
    match &batch.plan {
        BatchPlan::Drops(plan) if plan.target.is_some() => {
            let most = plan.total_drops();
            let about = if total < most { format!("about {}, ", thousands(total)) } else { String::new() };
            format!("{about}at most {}", thousands(most))
        }
        _ => thousands(total),
    }
}

/// What a done batch with a target came to; empty for others.
async fn reached(state: &State, batch: &Batch<BatchPlan>) -> Result<String, Error> {
    let BatchPlan::Drops(plan) = &batch.plan else { return Ok(String::new()) };
    if plan.target.is_none() || batch.state != BatchState::Done {
        return Ok(String::new());
    }
    let drops = state.store.drops_of_cells(batch.id).await?;
    let most = stages(plan.drops.get()).last().map_or(0, |stage| stage.total);
    let stopped = drops.iter().filter(|drops| **drops < most).count();
    let (least, largest) = (drops.iter().min().copied().unwrap_or(0), drops.iter().max().copied().unwrap_or(0));
    let rest = match drops.len() - stopped {
        0 => String::new(),
        rest => format!(" The other {rest} made as many drops as they may; the tally says how close each came."),
    };
    Ok(format!(
        "{stopped} of {} cells stopped early, as they met the target.{rest} Cells have {} to {} drops, {} in all.",
        drops.len(),
        thousands(least),
        thousands(largest),
        thousands(drops.iter().sum())
    ))
}

/// How long a batch still takes, in words; empty where that can't be told.
fn left(state: &State, batch: &Batch<BatchPlan>) -> String {
    state.queue.time_left(batch.id, batch.plan.total_trials()).map_or_else(String::new, time_left)
}

/// Progress as server-sent events: `progress` with per cent, drops and the time left, `end` when there is no more to come.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    find(&state, id).await?;
    Ok(progress::events(move || {
        let state = state.clone();
        async move {
            match state.store.batch(BatchId(id)).await {
                Ok(Some(batch)) if batch.state.is_final() || *state.stopped.borrow() => {
                    ProgressUpdate::End(batch.state.name())
                }
                Ok(Some(_)) if let Some(why) = waits(&state) => ProgressUpdate::Waits(why),
                Ok(Some(batch)) => {
                    ProgressUpdate::Done(made(&state, &batch), total(&state, &batch), left(&state, &batch))
                }
                _ => ProgressUpdate::End("gone"),
            }
        }
    }))
}

/// Answers `POST /batches/{id}/cancel`.
pub async fn cancel(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    state.queue.cancel(BatchId(id), viewer.by()).await?;
    Ok(Redirect::to(&links::batch(BatchId(id))))
}

/// The form that moves a waiting batch.
#[derive(Debug, serde::Deserialize)]
pub struct MoveForm {
    #[serde(default)]
    to: String,
}

/// Puts a waiting batch before or behind the others.
pub async fn move_in_queue(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<MoveForm>,
) -> Result<Redirect, Error> {
    let ends = [QueueEnd::First, QueueEnd::Last];
    let to = ends.into_iter().find(|end| end.name() == form.to);
    let to = to.ok_or_else(|| Error::bad_request(format!("to: found `{}`; expected first or last.", form.to)))?;
    state.queue.move_to(BatchId(id), to, viewer.by()).await?;
    Ok(Redirect::to(&links::batch(BatchId(id))))
}

/// Continues a cancelled batch from what is finished of it.
pub async fn resume(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    let batch = find(&state, id).await?;
    if batch.state == BatchState::Cancelled {
        let open = state.open_for_any(&batch).await?;
        check_rules(&batch, &open)?;
    }
    state.queue.resume(batch.id, viewer.by()).await?;
    Ok(Redirect::to(&links::batch(batch.id)))
}

/// The whole tally with the columns and names of the originals' tallies. It may be very long, so that it is read and written
/// depth by depth while it is sent.
pub async fn tally_csv(Extracted(state): Extracted<State>, Path(id): Path<i64>) -> Result<Response, Error> {
    let batch = find(&state, id).await?;
    check_done(&batch)?;
    let open = state.open_for_any(&batch).await?;
    check_rules(&batch, &open)?;
    let mut depths: BTreeSet<u32> = batch.plan.cells().iter().map(|cell| cell.depth).collect();
    // What can't be read is said before the file begins.
    let first = match depths.pop_first() {
        Some(depth) => state.store.tally_at(batch.id, depth).await?,
        None => Tally::default(),
    };
    let (store, runtime) = (state.store.clone(), Handle::current());
    let read = move |depth| runtime.block_on(store.tally_at(batch.id, depth)).map_err(io::Error::other);
    let parts = iter::once(Ok(first)).chain(depths.into_iter().map(read));
    let stopped = state.stopped.clone();
    let csv = match batch.plan {
        BatchPlan::Drops(plan) => stream_body(stopped, move |out, _| {
            let (words, doubts) = (open.loaded.game.words(), open.loaded.doubts());
            let about = TallyAbout { doubts: doubts.as_deref(), target: plan.until() };
            write_tally_parts_csv(out, parts, open.forge.keys(), words, about)
        }),
        BatchPlan::Subject(plan) => {
            let rules = subject(&open, &plan.subject)?;
            let doubts = open.loaded.doubts();
            stream_body(stopped, move |out, _| {
                SubjectCsv::write_tally(out, rules.as_ref(), &plan.points, parts, doubts)
            })
        }
    };
    Ok(attachment(&format!("batch-{id}-tally.csv"), "text/csv; charset=utf-8; header=present", csv))
}
