//! What a team's own program counted, held against a revision's chances.

use std::{convert::Infallible, sync::Arc, time::Duration};

use affixboard_report::{audit::fit_line, thousands};
use affixboard_store::{OwnCountsId, OwnCountsLine, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{
        IntoResponse, Redirect, Response,
        sse::{Event, Sse},
    },
};
use tokio_stream::Stream;

use super::rows::said;
use crate::{
    Error, Frame, Html, State,
    batches::verdict::{VerdictSource, VerdictView},
    extract::Path,
    links, paths,
    respond::{
        html::Section,
        progress::{self, percent},
    },
    session::viewer::Viewer,
};
use affixboard_service::{
    clock::{now_ms, shown},
    compute::PageRun,
    counts::{HeldCounts, hold, rules_of},
    library::OpenRevision,
};

/// A page waits so long for the result; what takes longer goes on, and the page follows it.
const PATIENCE: Duration = Duration::from_millis(800);
/// Entries that the files don't have, shown at most.
const STRANGERS: usize = 20;

/// What `own_counts/show.html` shows.
#[derive(Template)]
#[template(path = "own_counts/show.html")]
pub struct OwnCountsPage {
    frame: Frame,
    name: String,
    sent: String,
    about: String,
    rules: String,
    edition: String,
    edition_href: String,
    all: String,
    delete: String,
    /// Why there is no result and won't be one.
    problem: String,
    running: Option<Running>,
    /// What it came to, in a sentence.
    said: String,
    result: Option<VerdictView>,
    /// Entries that the files don't have, and how many more.
    strangers: Vec<String>,
    more_strangers: usize,
    /// Metrics of the file that aren't compared.
    metrics: String,
    /// Numbers of the rules that the counts tell from what they are, and the others.
    told: Vec<String>,
    others: Vec<String>,
    can_act: bool,
}

struct Running {
    events: String,
    percent: u64,
    done: String,
    total: String,
}

/// The counts, their revision, and the run that holds them.
async fn begin(
    state: &State,
    id: i64,
) -> Result<(OwnCountsLine, Arc<OpenRevision>, Arc<PageRun<Option<HeldCounts>>>), Error> {
    let line = state.store.own_counts_line(OwnCountsId(id)).await?;
    let line = line.ok_or_else(|| Error::not_found("There are no such counts."))?;
    let open = state.open(&line.slug, Some(line.revision_number)).await?;
    let run = hold(&state.held, (&state.store, state.scheduler()), &open, &line).ok_or_else(|| {
        let message = "Too many counts are waiting to be held against chances. Try again later.";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(30)
    })?;
    Ok((line, open, run))
}

/// Answers `GET /own-counts/{id}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Html<OwnCountsPage>, Error> {
    let (line, open, run) = begin(&state, id).await?;
    let revision = &open.revision;
    let mut page = OwnCountsPage {
        frame: Frame::open(format!("Checked against your own game · {}", revision.title), Section::Batches, &open),
        name: line.name.clone(),
        sent: shown(line.created_at),
        about: format!("{} objects in {} cells", thousands(line.objects), thousands(line.cells.into())),
        rules: rules_of(&open.loaded),
        edition: format!("{} r{}", revision.title, revision.number),
        edition_href: links::revision(revision),
        all: links::own_counts_of(revision),
        delete: links::delete_own_counts(line.id),
        problem: String::new(),
        running: None,
        said: String::new(),
        result: None,
        strangers: Vec::new(),
        more_strangers: 0,
        metrics: String::new(),
        told: Vec::new(),
        others: Vec::new(),
        can_act: viewer.may(Role::Maintainer) && !revision.is_archived,
    };
    match tokio::time::timeout(PATIENCE, run.ended()).await {
        Err(_) => {
            let done = run.look().min(run.total());
            page.running = Some(Running {
                events: paths::OWN_COUNTS_EVENTS.with([&line.id]),
                percent: percent(done, run.total()),
                done: thousands(done),
                total: thousands(run.total()),
            });
        }
        Ok(None) => "It failed; the log says why. Reload the page to try again.".clone_into(&mut page.problem),
        Ok(Some(held)) => match held.as_ref() {
            None => {
                page.problem = format!(
                    "Chances of {} are not computed, so there is nothing to hold counts against.",
                    open.loaded.game.title()
                );
            }
            Some(held) => page.show(held, &open, &line),
        },
    }
    Ok(Html(page))
}

impl OwnCountsPage {
    fn show(&mut self, held: &HeldCounts, open: &OpenRevision, line: &OwnCountsLine) {
        let of = VerdictSource { told: &held.told, drops: held.drops, csv: String::new(), csv_has: String::new() };
        self.said = said(line, held.agrees());
        self.result = Some(VerdictView::new(&held.verdict, of, open));
        self.strangers = held.strangers.iter().take(STRANGERS).cloned().collect();
        self.more_strangers = held.strangers.len().saturating_sub(STRANGERS);
        self.metrics = held.metrics.join(", ");
        let lines = |is_told: bool| -> Vec<String> {
            let fits = held.fits.iter().filter(|fit| fit.mended.is_some() == is_told);
            fits.map(|fit| fit_line(&fit.constant, &fit.fitted, fit.mended.as_ref())).collect()
        };
        (self.told, self.others) = (lines(true), lines(false));
    }
}

/// Progress as server-sent events; who listens wants it to go on.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let (_, _, run) = begin(&state, id).await?;
    Ok(progress::of_run(Some(run), state.stopped.clone()))
}

/// Answers `POST /own-counts/{id}/delete`.
pub async fn delete(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Response, Error> {
    let line = state.store.own_counts_line(OwnCountsId(id)).await?;
    state.store.delete_own_counts(OwnCountsId(id), viewer.by(), now_ms()).await?;
    let to = match line {
        Some(line) => paths::REVISION_OWN_COUNTS.with([&line.slug as &dyn std::fmt::Display, &line.revision_number]),
        None => "/".to_owned(),
    };
    Ok(Redirect::to(&to).into_response())
}
