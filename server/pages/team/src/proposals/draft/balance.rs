//! The balance tests of an edition before and after one's draft, before anybody else sees it.

use std::convert::Infallible;

use axum::{
    extract::State as Extracted,
    response::sse::{Event, Sse},
};
use tokio_stream::Stream;

use super::session::{DraftSession, DraftTarget};
use crate::{
    Error, Html, State,
    extract::Path,
    links::Choice,
    paths,
    proposals::compared_tests::{self, ComparedOf, ComparedTestsPage},
    session::viewer::Viewer,
};

/// Answers `GET /editions/{slug}/draft/balance`.
pub async fn of_new(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
) -> Result<Html<ComparedTestsPage>, Error> {
    let events = paths::EDITION_DRAFT_BALANCE_EVENTS.with([&slug]);
    page(&state, &viewer, &DraftTarget::Edition(slug), events).await
}

/// Answers `GET /proposals/{id}/draft/balance`.
pub async fn of_revision(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Html<ComparedTestsPage>, Error> {
    let events = paths::PROPOSAL_DRAFT_BALANCE_EVENTS.with([&id]);
    page(&state, &viewer, &DraftTarget::Proposal(id), events).await
}

async fn page(
    state: &State,
    viewer: &Viewer,
    target: &DraftTarget,
    events: String,
) -> Result<Html<ComparedTestsPage>, Error> {
    let session = DraftSession::open(viewer, state, target).await?;
    let about = ComparedOf {
        title: format!("Balance of the draft · {}", session.base.revision.title),
        heading: "Balance tests with your draft".to_owned(),
        of: Choice::new("Back to the draft", session.path.clone(), false),
        events,
    };
    Ok(Html(compared_tests::page(state, viewer, (&session.base, &session.changed), about).await?))
}

/// Answers `GET /editions/{slug}/draft/balance/events`.
pub async fn events_of_new(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let session = DraftSession::open(&viewer, &state, &DraftTarget::Edition(slug)).await?;
    compared_tests::events(state, [session.base, session.changed]).await
}

/// Answers `GET /proposals/{id}/draft/balance/events`.
pub async fn events_of_revision(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let session = DraftSession::open(&viewer, &state, &DraftTarget::Proposal(id)).await?;
    compared_tests::events(state, [session.base, session.changed]).await
}
