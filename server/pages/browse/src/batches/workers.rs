//! The workers that run batches, and how they do.

use affixboard_report::thousands;
use askama::Template;
use axum::extract::State as Extracted;

use crate::{Frame, Html, State, respond::html::Section};
use affixboard_service::workers::SeenWorker;

/// What `batches/workers.html` shows.
#[derive(Template)]
#[template(path = "batches/workers.html")]
pub struct WorkersPage {
    frame: Frame,
    /// The NATS server's address; empty where there is none.
    server: String,
    is_connected: bool,
    /// Threads of all workers that are there.
    threads: u32,
    here: usize,
    workers: Vec<WorkerRow>,
}

struct WorkerRow {
    name: String,
    /// `here`, `refuses` or `gone`.
    state: &'static str,
    says: String,
    threads: u32,
    under_way: u32,
    shards: String,
    drops: String,
    cells: String,
    version: String,
}

impl WorkerRow {
    fn new(worker: SeenWorker) -> WorkerRow {
        let (state, says) = match worker.refuses {
            _ if !worker.is_here => ("gone", format!("last seen {} s ago", worker.silent.as_secs())),
            Some(why) => ("refuses", why),
            None => ("here", String::new()),
        };
        WorkerRow {
            name: worker.name,
            state,
            says,
            threads: worker.threads,
            under_way: if worker.is_here { worker.under_way } else { 0 },
            shards: thousands(worker.shards),
            drops: thousands(worker.drops),
            cells: thousands(worker.cells),
            version: worker.version,
        }
    }
}

/// Answers `GET /workers`.
pub async fn page(Extracted(state): Extracted<State>) -> Html<WorkersPage> {
    let frame = Frame { section: Section::Batches, ..Frame::plain("Workers") };
    let seen = state.workers.as_ref().map(|workers| workers.seen().all()).unwrap_or_default();
    let here: Vec<_> = seen.iter().filter(|worker| worker.is_here).map(|worker| worker.threads).collect();
    Html(WorkersPage {
        frame,
        server: state.workers.as_ref().map(|workers| workers.server().to_owned()).unwrap_or_default(),
        is_connected: state.workers.as_ref().is_some_and(|workers| workers.is_connected()),
        threads: here.iter().fold(0, |sum, threads| sum.saturating_add(*threads)),
        here: here.len(),
        workers: seen.into_iter().map(WorkerRow::new).collect(),
    })
}
