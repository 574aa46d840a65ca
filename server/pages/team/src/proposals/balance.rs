//! The balance tests of an edition before and after a proposal.

use std::convert::Infallible;

use axum::{
    extract::State as Extracted,
    response::sse::{Event, Sse},
};
use tokio_stream::Stream;

use super::{
    compared_tests::{self, ComparedOf, ComparedTestsPage},
    open::OpenProposal,
};
use crate::{
    Error, Html, State,
    extract::Path,
    links::{self, Choice},
    paths,
    session::viewer::Viewer,
};

/// Answers `GET /proposals/{id}/balance`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Html<ComparedTestsPage>, Error> {
    let opened = OpenProposal::of(&state, id, None).await?;
    let about = ComparedOf {
        title: format!("Balance of proposal {id}"),
        heading: format!("Balance tests with proposal {id}"),
        of: Choice::new(opened.proposal.title.clone(), links::proposal(opened.proposal.id), false),
        events: paths::PROPOSAL_BALANCE_EVENTS.with([&opened.proposal.id]),
    };
    Ok(Html(compared_tests::page(&state, &viewer, (&opened.base, &opened.changed), about).await?))
}

/// Progress of both runs as server-sent events.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let opened = OpenProposal::of(&state, id, None).await?;
    compared_tests::events(state, [opened.base, opened.changed]).await
}
