//! The balance tests of an edition on files as they are and with changes: those of a proposal, or of a draft.

use std::{convert::Infallible, sync::Arc, time::Duration};

use affixboard_inquiry::balance::BalanceVerdict;
use affixboard_store::Role;
use askama::Template;
use axum::response::sse::{Event, Sse};
use tokio_stream::Stream;

use crate::{
    Error, Frame, State,
    balance::{
        run::{self, Tested},
        show::Running,
        view::{self, TestView},
    },
    links::{self, Choice},
    respond::{
        html::Section,
        progress::{self, percent},
    },
    session::viewer::Viewer,
};
use affixboard_service::library::OpenRevision;

/// Short runs are waited for this long.
const PATIENCE: Duration = Duration::from_millis(400);

#[derive(Template)]
#[template(path = "proposals/compared_tests.html")]
pub struct ComparedTestsPage {
    frame: Frame,
    heading: String,
    /// The page of the proposal or draft, by its title.
    of: Choice,
    /// The page of the tests at the base.
    tests: String,
    problem: String,
    running: Option<Running>,
    /// Verdicts with the changes.
    summary: String,
    source: String,
    rows: Vec<ChangedTest>,
    holds_merge: bool,
    has_tests: bool,
}

/// A test before and after.
struct ChangedTest {
    before: &'static str,
    before_class: &'static str,
    before_says: String,
    after: TestView,
    is_worse: bool,
    is_better: bool,
}

/// Whose changes they are, for the page.
pub(super) struct ComparedOf {
    /// The title in the browser's window.
    pub(super) title: String,
    pub(super) heading: String,
    /// The page of the changes.
    pub(super) of: Choice,
    /// Where the progress of the runs comes from.
    pub(super) events: String,
}

/// The page of verdicts before and after changes.
pub(super) async fn page(
    state: &State,
    viewer: &Viewer,
    (base, changed): (&Arc<OpenRevision>, &Arc<OpenRevision>),
    about: ComparedOf,
) -> Result<ComparedTestsPage, Error> {
    let edition = base.revision.edition_id;
    let (tests, before) = run::of(state, edition, base).await?;
    let (_, after) = run::of(state, edition, changed).await?;
    let mut page = ComparedTestsPage {
        frame: Frame::open(about.title, Section::Proposals, base),
        heading: about.heading,
        of: about.of,
        tests: links::balance(&base.revision),
        problem: String::new(),
        running: None,
        summary: String::new(),
        source: String::new(),
        rows: Vec::new(),
        holds_merge: tests.holds_merge,
        has_tests: before.is_some(),
    };
    let (before, after) = match (before, after) {
        (Some(Ok(before)), Some(Ok(after))) => (before, after),
        (Some(Err(error)), _) => {
            page.problem = format!("The tests can't be read for the files as they are: {error}.");
            return Ok(page);
        }
        (_, Some(Err(error))) => {
            page.problem = format!("The tests can't be read for the files with the changes: {error}.");
            return Ok(page);
        }
        _ => return Ok(page),
    };
    let both = async { (before.run.ended().await, after.run.ended().await) };
    match tokio::time::timeout(PATIENCE, both).await {
        Err(_) => {
            let (done, total) = (before.run.look() + after.run.look(), before.run.total() + after.run.total());
            page.running = Some(Running { events: about.events, percent: percent(done, total), done, total });
        }
        Ok((Some(was), Some(now))) => {
            page.summary = view::summary(&now);
            page.source = view::source(changed, &after.file);
            let views = |tested: &Tested, open, outcome: &[_], may| view::views(open, &tested.file, outcome, may);
            let was_views = views(&before, base, &was, false);
            let now_views = views(&after, changed, &now, viewer.may(Role::Proposer));
            let verdicts = was.iter().zip(now.iter()).map(|(was, now)| (was.judged.verdict, now.judged.verdict));
            let all = was_views.into_iter().zip(now_views).zip(verdicts);
            page.rows = all.map(|((was, now), verdicts)| changed_test(was, now, verdicts)).collect();
        }
        Ok(_) => "The tests could not be run; the log says why.".clone_into(&mut page.problem),
    }
    Ok(page)
}

fn changed_test(was: TestView, now: TestView, (before, after): (BalanceVerdict, BalanceVerdict)) -> ChangedTest {
    ChangedTest {
        before: was.verdict,
        before_class: was.class,
        before_says: was.says,
        after: now,
        is_worse: after > before,
        is_better: after < before,
    }
}

/// Progress of both runs as server-sent events.
pub(super) async fn events(
    state: State,
    sides: [Arc<OpenRevision>; 2],
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let mut runs = Vec::new();
    for open in &sides {
        let (_, tested) = run::of(&state, sides[0].revision.edition_id, open).await?;
        runs.extend(tested.and_then(Result::ok).map(|tested| tested.run));
    }
    Ok(progress::events(move || {
        let (runs, stops) = (runs.clone(), *state.stopped.borrow());
        async move {
            if stops || runs.iter().all(|run| run.outcome().is_some()) {
                return progress::ProgressUpdate::End("ended");
            }
            let (done, total) = runs.iter().fold((0, 0), |sum, run| (sum.0 + run.look(), sum.1 + run.total()));
            progress::ProgressUpdate::Done(done, total, String::new())
        }
    }))
}
