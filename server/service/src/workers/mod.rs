//! Batches on many machines: the dashboard puts parcels of shards into a queue of a NATS server, workers take them from there
//! and send the counts back.
//!
//! ```text
//! dashboard ── parcels ──▶ PREFIX-jobs ────▶ workers
//!     ▲   └── files ─────▶ PREFIX-files ───▶   │
//!     └────── counts ◀──── PREFIX-results ◀────┘
//! ```
//! What is in the queue is acknowledged when it is done: a parcel when its counts are in the stream of results, counts when
//! they are in the database. Everything may come twice, as a shard's counts depend on nothing but its plan.
//!
//! Cells of sheets that take long are computed by workers, too; those are asked for and answered at once, without the queue.
//!
//! Only this folder knows NATS. docs/workers.md says how to run it.

mod cells;
mod dashboard;
mod messages;
mod nats;
mod open_job;
mod seen;
mod settings;
mod worker;

pub use dashboard::Workers;
pub use nats::{NatsConnection, NatsError};
pub use seen::{SeenWorker, WorkersSeen};
pub use settings::{NatsFlags, NatsSettings};
pub use worker::{ShardWorker, WorkerOptions};
