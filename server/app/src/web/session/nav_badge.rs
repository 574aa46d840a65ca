//! The number beside "Proposals" in the navigation of every page: proposals that wait for the viewer, or are open.

use axum::{
    extract::{Request, State as Extracted},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::viewer::Viewer;
use crate::web::{Error, State, respond::html};

/// The number of proposals to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NavBadge {
    /// Proposals that wait for the signed-in viewer.
    ForYou(u32),
    /// Open proposals, for viewers who aren't signed in.
    Open(u32),
}

/// Reads the badge and renders the page of the answer with it. This layer stands within the page cache: a cached page has
/// the number that was true when something was last stored, and is true still.
pub(crate) async fn render(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let file = path.rsplit('/').next().unwrap_or_default();
    if file.contains('.') || file == "events" {
        return next.run(request).await;
    }
    let badge = match read(&state, &viewer).await {
        Ok(badge) => badge,
        Err(error) => return error.into_response(),
    };
    let answer = next.run(request).await;
    html::rendered(answer, &viewer, badge, state.outage_notice())
}

async fn read(state: &State, viewer: &Viewer) -> Result<Option<NavBadge>, Error> {
    Ok(match viewer {
        Viewer::Person { account, .. } => Some(NavBadge::ForYou(state.store.inbox_count(account.id).await?)),
        // Programs read no navigation, and where reading is closed visitors learn nothing of what there is.
        Viewer::Program { .. } => None,
        Viewer::Visitor if state.reading_closed => None,
        Viewer::Visitor | Viewer::Local { .. } => Some(NavBadge::Open(state.store.open_proposals().await?)),
    })
}

impl NavBadge {
    /// The number, where there is any, and the words after it.
    pub(crate) fn text(self) -> Option<(u32, &'static str)> {
        let (count, words) = match self {
            NavBadge::ForYou(1) => (1, "waits for you"),
            NavBadge::ForYou(count) => (count, "wait for you"),
            NavBadge::Open(count) => (count, "open"),
        };
        (count > 0).then_some((count, words))
    }
}
