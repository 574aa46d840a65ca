//! The dashboard: requests in, pages out. Which handler answers which address, who may use it, and the interface for programs.

mod access;
mod api;
mod router;
mod routes;

pub use affixboard_shell::State;
pub use router::router;

use std::{io, sync::Arc};

use affixboard_browse::{
    batches, catalog, compare, conditioning, entries, explanations, game_stats, histories, items, origins, own_counts,
    profiles, questions, sensitivities, sheets, subjects,
};
use affixboard_shell::{
    Error, arriving_body, at_base, connections, error, extract, links, metrics, multipart, page_cache, paths, ready,
    request_id, respond, security, session, working_body,
};
use affixboard_team::{accounts, balance, editions, find, help, proposals};
use axum::http::Method;
use tokio::{net::TcpListener, sync::watch};

/// Answers requests until `stopped` becomes true; those under way then get the time that the limits have for that. Connections
/// without one are closed at once.
///
/// # Errors
/// None at present: a listener that fails is tried again.
pub async fn serve(listener: TcpListener, state: State, stopped: watch::Receiver<bool>) -> io::Result<()> {
    let room = (state.connection_limits, Arc::clone(&state.slots));
    connections::serve(listener, router(state), room, stopped).await
}

/// The method and the path pattern of every route, for tests that walk them.
pub fn routes() -> Vec<(Method, &'static str)> {
    routes::all().into_iter().map(|route| (route.rule.method, route.rule.path)).collect()
}
