//! The dashboard: requests in, pages out. Pages show what `report` built and `store` kept; they compute nothing.

mod access;
mod assets;
mod error;
mod extract;
mod heat;
mod html;
mod kept;
mod limits;
mod links;
mod markdown;
mod pages;
mod passwords;
mod png;
mod resend;
mod router;
mod security;
mod sheet_parts;
mod sheet_view;
mod state;
mod viewer;
mod waiting;
mod why_links;
mod written;

pub use router::router;
pub use state::State;

use std::net::SocketAddr;

use tokio::{net::TcpListener, sync::watch};

use error::Error;
use html::{Frame, Html};

/// Answers requests until `stopped` becomes true, and then finishes those under way.
///
/// # Errors
/// Where the listener fails.
pub async fn serve(listener: TcpListener, state: State, mut stopped: watch::Receiver<bool>) -> std::io::Result<()> {
    let stop = async move {
        let _ = stopped.wait_for(|stop| *stop).await;
    };
    axum::serve(listener, router(state).into_make_service_with_connect_info::<SocketAddr>())
        .with_graceful_shutdown(stop)
        .await
}
