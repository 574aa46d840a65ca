//! The balance tests of an edition before and after a proposal.

use std::{convert::Infallible, time::Duration};

use affixboard_core::balance::BalanceVerdict;
use affixboard_store::Role;
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::sse::{Event, Sse},
};
use tokio_stream::Stream;

use super::open::OpenProposal;
use crate::web::{
    Error, Frame, Html, State,
    balance::{
        run::{self, Tested},
        show::Running,
        view::{self, TestView},
    },
    extract::Path,
    links, paths,
    respond::{
        html::Section,
        progress::{self, percent},
    },
    session::viewer::Viewer,
};

/// Short runs are waited for this long.
const PATIENCE: Duration = Duration::from_millis(400);

#[derive(Template)]
#[template(path = "proposals/balance.html")]
pub(crate) struct ProposalBalancePage {
    frame: Frame,
    number: i64,
    title: String,
    href: String,
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

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Html<ProposalBalancePage>, Error> {
    let opened = OpenProposal::of(&state, id, None).await?;
    let (base, edition) = (&opened.base, opened.base.revision.edition_id);
    let (tests, before) = run::of(&state, edition, base).await?;
    let (_, after) = run::of(&state, edition, &opened.changed).await?;
    let mut page = ProposalBalancePage {
        frame: Frame::open(format!("Balance of proposal {id}"), Section::Proposals, base),
        number: id,
        title: opened.proposal.title.clone(),
        href: links::proposal(opened.proposal.id),
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
            return Ok(Html(page));
        }
        (_, Some(Err(error))) => {
            page.problem = format!("The tests can't be read for the files with the changes: {error}.");
            return Ok(Html(page));
        }
        _ => return Ok(Html(page)),
    };
    let both = async { (before.run.ended().await, after.run.ended().await) };
    match tokio::time::timeout(PATIENCE, both).await {
        Err(_) => {
            let (done, total) = (before.run.look() + after.run.look(), before.run.total() + after.run.total());
            let events = paths::PROPOSAL_BALANCE_EVENTS.with([&opened.proposal.id]);
            page.running = Some(Running { events, percent: percent(done, total), done, total });
        }
        Ok((Some(was), Some(now))) => {
            page.summary = view::summary(&now);
            page.source = view::source(&opened.changed, &after.file);
            let views = |tested: &Tested, open, outcome: &[_], may| view::views(open, &tested.file, outcome, may);
            let was_views = views(&before, base, &was, false);
            let now_views = views(&after, &opened.changed, &now, viewer.may(Role::Proposer));
            let verdicts = was.iter().zip(now.iter()).map(|(was, now)| (was.judged.verdict, now.judged.verdict));
            let all = was_views.into_iter().zip(now_views).zip(verdicts);
            page.rows = all.map(|((was, now), verdicts)| changed(was, now, verdicts)).collect();
        }
        Ok(_) => "The tests could not be run; the log says why.".clone_into(&mut page.problem),
    }
    Ok(Html(page))
}

fn changed(was: TestView, now: TestView, (before, after): (BalanceVerdict, BalanceVerdict)) -> ChangedTest {
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
pub(crate) async fn events(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let opened = OpenProposal::of(&state, id, None).await?;
    let edition = opened.base.revision.edition_id;
    let mut runs = Vec::new();
    for open in [&opened.base, &opened.changed] {
        let (_, tested) = run::of(&state, edition, open).await?;
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
