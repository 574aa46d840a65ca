//! The balance tests of an edition at a revision, and the form that sets them.

use std::{convert::Infallible, sync::Arc, time::Duration};

use affixboard_store::{BalanceTests, BalanceTestsError, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{
        IntoResponse, Redirect, Response,
        sse::{Event, Sse},
    },
};
use serde::Deserialize;
use tokio_stream::Stream;

use super::{
    run::{self, Tested},
    view::{self, TestView},
};
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path},
    links, paths,
    respond::{
        html::Section,
        progress::{self, percent},
    },
    session::viewer::Viewer,
};
use affixboard_service::{clock::now_ms, library::OpenRevision};

/// Short runs are waited for this long, so that a link leads straight to the verdicts.
const PATIENCE: Duration = Duration::from_millis(400);
/// What the form has where an edition has no tests: an example to begin with.
const EXAMPLE: &str = "\
# [[test]]
# name = \"artifacts of great drops\"
# share = \"artifact:any\"
# depths = \"10-50/10\"
# qualities = \"great\"
# at-most = \"10%\"
";

/// What `balance/show.html` shows.
#[derive(Template)]
#[template(path = "balance/show.html")]
pub struct BalancePage {
    frame: Frame,
    heading: String,
    revision: String,
    /// What can't be read, or why there are no verdicts; empty where nothing is wrong.
    problem: String,
    running: Option<Running>,
    /// `2 hold, 1 fails`; empty where there are no verdicts.
    summary: String,
    source: String,
    tests: Vec<TestView>,
    has_tests: bool,
    text: String,
    holds_merge: bool,
    action: String,
    can_act: bool,
}

/// A run that goes on.
pub(crate) struct Running {
    pub(crate) events: String,
    pub(crate) percent: u64,
    pub(crate) done: u64,
    pub(crate) total: u64,
}

/// The form.
#[derive(Debug, Default, Deserialize)]
pub struct TestsForm {
    #[serde(default)]
    tests: String,
    holds: Option<String>,
}

/// Answers `GET /editions/{slug}/revisions/{number}/balance`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Html<BalancePage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    Ok(Html(view(&state, &viewer, &open).await?))
}

/// Progress as server-sent events.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let (_, tested) = run::of(&state, open.revision.edition_id, &open).await?;
    let run = tested.and_then(Result::ok).map(|tested| tested.run);
    Ok(progress::of_run(run, state.stopped.clone()))
}

/// Takes an edition's tests from the form, or shows it again with what can't be read.
pub async fn set(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    Form(form): Form<TestsForm>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let text = form.tests.replace("\r\n", "\n");
    // Comments alone are no tests.
    let has_any = text.lines().any(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let tests = BalanceTests { text: if has_any { text } else { String::new() }, holds_merge: form.holds.is_some() };
    let problem = match run::read(&state, &open, &tests.text).await? {
        Err(error) => format!("line {}, column {}: {}", error.line, error.column, error.problem),
        Ok(_) => match state.store.set_balance_tests(open.revision.edition_id, &tests, viewer.by(), now_ms()).await {
            Ok(()) => return Ok(Redirect::to(&links::balance(&open.revision)).into_response()),
            Err(error @ BalanceTestsError::TooLong { .. }) => error.to_string(),
            Err(other) => return Err(other.into()),
        },
    };
    let page = view(&state, &viewer, &open).await?;
    let page = BalancePage {
        problem: format!("{problem}. Nothing was stored."),
        text: tests.text,
        holds_merge: tests.holds_merge,
        ..page
    };
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

async fn view(state: &State, viewer: &Viewer, open: &Arc<OpenRevision>) -> Result<BalancePage, Error> {
    let revision = &open.revision;
    let (tests, tested) = run::of(state, revision.edition_id, open).await?;
    let mut page = BalancePage {
        frame: Frame::open(format!("Balance tests of {}", revision.title), Section::Gaps, open),
        heading: format!("Balance tests of {}", revision.title),
        revision: links::revision(revision),
        problem: String::new(),
        running: None,
        summary: String::new(),
        source: String::new(),
        tests: Vec::new(),
        has_tests: tested.is_some(),
        text: if tests.text.is_empty() { EXAMPLE.to_owned() } else { tests.text },
        holds_merge: tests.holds_merge,
        action: links::balance(revision),
        can_act: viewer.may(Role::Maintainer),
    };
    match tested {
        None => {}
        Some(Err(error)) => page.problem = format!("The tests can't be read for these files: {error}."),
        Some(Ok(Tested { file, run })) => match tokio::time::timeout(PATIENCE, run.ended()).await {
            Err(_) => {
                page.running = Some(Running {
                    events: paths::BALANCE_EVENTS.with([&revision.slug, &revision.number]),
                    percent: percent(run.look(), run.total()),
                    done: run.look(),
                    total: run.total(),
                });
            }
            Ok(None) => "The tests could not be run; the log says why.".clone_into(&mut page.problem),
            Ok(Some(outcome)) => {
                page.summary = view::summary(&outcome);
                page.source = view::source(open, &file);
                page.tests = view::views(open, &file, &outcome, viewer.may(Role::Proposer));
            }
        },
    }
    Ok(page)
}
