//! The dashboard: requests in, pages out. Pages show what `report` built and `store` kept; they compute nothing.

mod access;
mod accounts;
mod api;
mod arriving_body;
mod at_base;
mod balance;
mod batches;
mod catalog;
mod compare;
mod conditioning;
mod connections;
mod draft_turns;
mod editions;
mod entries;
mod error;
mod explanations;
mod extract;
mod find;
mod game_stats;
mod help;
mod items;
mod large_answers;
mod links;
mod metrics;
mod multipart;
mod origins;
mod outage;
mod page_cache;
mod paths;
mod profiles;
mod proposals;
mod proxies;
mod questions;
mod ready;
mod request_id;
mod respond;
mod router;
mod routes;
mod security;
mod sensitivities;
mod session;
mod sheets;
mod state;
mod store_error;
mod subjects;
mod uploads;
mod working_body;
mod wrapped_body;

pub use connections::serve;
pub use router::router;
pub use state::State;

use axum::http::Method;

pub(crate) use error::Error;
pub(crate) use respond::html::{Frame, Html};

/// The method and the path pattern of every route, for tests that walk them.
pub fn routes() -> Vec<(Method, &'static str)> {
    routes::all().into_iter().map(|route| (route.rule.method, route.rule.path)).collect()
}
