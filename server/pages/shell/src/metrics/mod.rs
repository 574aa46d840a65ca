//! `/metrics`: how the dashboard does, for Prometheus and what reads its format. It is for this machine and for maintainers'
//! tokens (`web/access.rs`), and says nothing of what is in the dashboard. docs/operations.md lists the metrics.

mod process;
mod requests;
mod text;

use std::collections::BTreeMap;

use axum::{
    extract::State as Extracted,
    http::header,
    response::{IntoResponse, Response},
};

use self::text::{CONTENT_TYPE, Kind, Text};
use super::State;
use affixboard_service::{byte_cache::CacheCounts, compute::Priority, workers::SeenWorker};

pub use requests::{Requests, counted};

/// Works without the database, so that it also says how things are while there is none.
pub async fn page(Extracted(state): Extracted<State>) -> Response {
    let mut text = Text::default();
    text.begin("build_info", Kind::Gauge, "The program's version; always 1.");
    text.sample("build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
    state.requests.write(&mut text);
    connections(&mut text, &state);
    computing(&mut text, &state);
    workers(&mut text, &state);
    caches(&mut text, &state);
    storage(&mut text, &state);
    process::write(&mut text);
    ([(header::CONTENT_TYPE, CONTENT_TYPE)], text.end()).into_response()
}

fn connections(text: &mut Text, state: &State) {
    let counts = state.slots.counts();
    text.begin("connections", Kind::Gauge, "Open connections, by whether a request is under way.");
    text.sample("connections", &[("state", "waiting")], counts.waiting);
    text.sample("connections", &[("state", "under_way")], counts.open.saturating_sub(counts.waiting));
    let help = "Connections that were closed while they waited, to make room.";
    text.one("connections_evicted_total", Kind::Counter, help, counts.evicted);
    let help = "Connections and visitors' requests that were answered 503 for want of room.";
    text.one("connections_refused_total", Kind::Counter, help, counts.refused);
    let (uploads, bytes) = state.uploads.counts();
    text.one("uploads", Kind::Gauge, "Uploads under way.", uploads);
    text.one("uploads_budget_bytes", Kind::Gauge, "What uploads under way take of their budget of memory.", bytes);
}

fn computing(text: &mut Text, state: &State) {
    let counts = state.scheduler().counts();
    let priorities =
        [(Priority::Interactive, "interactive"), (Priority::Progressive, "progressive"), (Priority::Batch, "batch")];
    for (name, help, of) in [
        ("tasks_waiting", "Tasks that wait for a thread that computes.", counts.waiting),
        ("tasks_running", "Tasks that are being computed.", counts.running),
    ] {
        text.begin(name, Kind::Gauge, help);
        for (priority, label) in priorities {
            text.sample(name, &[("priority", label)], of[priority as usize]);
        }
    }
    let drops = state.queue.running_drops();
    text.one("batch_running", Kind::Gauge, "Whether a batch runs.", u8::from(drops.is_some()));
    text.one(
        "batch_drops",
        Kind::Gauge,
        "Drops that the running batch has made; 0 where none runs.",
        drops.unwrap_or(0),
    );
}

/// Nothing where batches run in this program.
fn workers(text: &mut Text, state: &State) {
    let Some(workers) = &state.workers else { return };
    let help = "Whether the NATS server of the workers can be reached.";
    text.one("workers_connected", Kind::Gauge, help, u8::from(workers.is_connected()));
    let seen = workers.seen().all();
    let here: Vec<_> = seen.iter().filter(|worker| worker.is_here).collect();
    let refuse = here.iter().filter(|worker| worker.refuses.is_some()).count();
    text.begin("workers", Kind::Gauge, "Workers that are there, by whether they run what is in the queue.");
    text.sample("workers", &[("state", "works")], here.len() - refuse);
    text.sample("workers", &[("state", "refuses")], refuse);
    let threads: fn(&SeenWorker) -> u64 = |worker| worker.threads.into();
    for (name, kind, help, of) in [
        ("worker_threads", Kind::Gauge, "Threads of a worker.", threads),
        ("worker_parcels", Kind::Gauge, "Parcels that a worker has now.", |worker| worker.under_way.into()),
        ("worker_shards_total", Kind::Counter, "Shards that a worker has done.", |worker| worker.shards),
        ("worker_drops_total", Kind::Counter, "Drops or trials that a worker has made.", |worker| worker.drops),
        ("worker_cells_total", Kind::Counter, "Cells of sheets that a worker has computed.", |worker| worker.cells),
    ] {
        text.begin(name, kind, help);
        // Nothing keeps two from having the same name.
        let mut by_name = BTreeMap::<&str, u64>::new();
        for worker in &here {
            let sum = by_name.entry(&worker.name).or_default();
            *sum = sum.saturating_add(of(worker));
        }
        for (worker, sum) in by_name {
            text.sample(name, &[("worker", worker)], sum);
        }
    }
}

fn caches(text: &mut Text, state: &State) {
    let caches = state.numbers().cache_counts();
    let all: Vec<_> = [("pages", state.pages.counts()), ("chances", state.exact().cache_counts())]
        .into_iter()
        .chain(caches)
        .collect();
    let entries: fn(&CacheCounts) -> u64 = |counts| counts.entries;
    for (name, kind, help, of) in [
        ("cache_entries", Kind::Gauge, "What is in a cache.", entries),
        ("cache_bytes", Kind::Gauge, "The bytes of what is in a cache, about.", |counts| counts.bytes),
        ("cache_hits_total", Kind::Counter, "What was found in a cache.", |counts| counts.hits),
        ("cache_misses_total", Kind::Counter, "What was looked for in a cache in vain.", |counts| counts.misses),
    ] {
        text.begin(name, kind, help);
        for (cache, counts) in &all {
            text.sample(name, &[("cache", cache)], of(counts));
        }
    }
}

fn storage(text: &mut Text, state: &State) {
    let size = |suffix: &str| {
        let mut file = state.database.as_os_str().to_owned();
        file.push(suffix);
        std::fs::metadata(file).map_or(0, |about| about.len())
    };
    text.one("database_bytes", Kind::Gauge, "Size of the database's file.", size(""));
    text.one("database_wal_bytes", Kind::Gauge, "Size of the database's write-ahead log.", size("-wal"));
    let help = "Whether nothing can be stored, by cause.";
    text.begin("outage", Kind::Gauge, help);
    let open = state.outages.open();
    for (cause, label) in super::outage::CAUSES {
        text.sample("outage", &[("cause", label)], u8::from(open == Some(cause)));
    }
}
