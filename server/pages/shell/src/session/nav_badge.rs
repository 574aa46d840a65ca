//! What the header of every page knows of the dashboard: the editions there are, and the number beside "Proposals", of those that
//! wait for the viewer or are open.

use std::sync::Arc;

use axum::{
    extract::{Request, State as Extracted},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{scheme::Scheme, viewer::Viewer};
use crate::{
    Error, State,
    respond::html::{self, PageHeader},
};

/// The number of proposals to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NavBadge {
    /// Proposals that wait for the signed-in viewer.
    ForYou(u32),
    /// Open proposals, for viewers who aren't signed in.
    Open(u32),
}

/// Reads the header and renders the page of the answer with it. This layer stands within the page cache: a cached page has
/// what was true when something was last stored, and is true still.
pub async fn render(Extracted(state): Extracted<State>, viewer: Viewer, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let file = path.rsplit('/').next().unwrap_or_default();
    if file.contains('.') || file == "events" {
        return next.run(request).await;
    }
    let address = request.uri().path_and_query().map_or(String::new(), ToString::to_string);
    let header = match read(&state, &viewer, address).await {
        Ok(header) => header,
        Err(error) => return error.into_response(),
    };
    let scheme = Scheme::of(request.headers());
    let answer = next.run(request).await;
    html::rendered(answer, &viewer, PageHeader { scheme, ..header })
}

async fn read(state: &State, viewer: &Viewer, address: String) -> Result<PageHeader, Error> {
    let badge = match viewer {
        Viewer::Person { account, .. } => Some(NavBadge::ForYou(state.store.inbox_count(account.id).await?)),
        // Programs read no navigation, and where reading is closed visitors learn nothing of what there is.
        Viewer::Program { .. } => None,
        Viewer::Visitor if state.reading_closed => None,
        Viewer::Visitor | Viewer::Local { .. } => Some(NavBadge::Open(state.store.open_proposals().await?)),
    };
    // The same are told which editions there are.
    let editions = if badge.is_some() { state.editions_menu().await? } else { Arc::default() };
    let outage = state.outage_notice();
    Ok(PageHeader { badge: badge.and_then(NavBadge::text), editions, address, outage, ..PageHeader::default() })
}

impl NavBadge {
    /// The number, where there is any, and the words after it.
    fn text(self) -> Option<(u32, &'static str)> {
        let (count, words) = match self {
            NavBadge::ForYou(1) => (1, "waits for you"),
            NavBadge::ForYou(count) => (count, "wait for you"),
            NavBadge::Open(count) => (count, "open"),
        };
        (count > 0).then_some((count, words))
    }
}
