//! The dashboard: requests in, pages out. Pages show what `report` built and `store` kept; they compute nothing.

mod access;
mod accounts;
mod batches;
mod compare;
mod draft_turns;
mod editions;
mod entries;
mod error;
mod explanations;
mod extract;
mod help;
mod links;
mod outage;
mod page_cache;
mod paths;
mod profiles;
mod proposals;
mod ready;
mod respond;
mod router;
mod routes;
mod security;
mod session;
mod sheets;
mod state;
mod store_error;

pub use router::router;
pub use state::State;

use std::net::SocketAddr;

use axum::http::Method;
use tokio::{net::TcpListener, sync::watch};

pub(crate) use error::Error;
pub(crate) use respond::html::{Frame, Html};

/// The method and the path pattern of every route, for tests that walk them.
pub fn routes() -> Vec<(Method, &'static str)> {
    routes::all().into_iter().map(|route| (route.rule.method, route.rule.path)).collect()
}

/// Answers requests until `stopped` becomes true, and then finishes those under way.
///
/// # Errors
/// Fails if the listener does.
pub async fn serve(listener: TcpListener, state: State, mut stopped: watch::Receiver<bool>) -> std::io::Result<()> {
    let stop = async move {
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    axum::serve(listener, router(state).into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(stop)
        .await
}
