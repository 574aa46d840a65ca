//! The tests of the program, in one binary: each linked binary costs seconds.
//!
//! `cargo test --test cli commands::` runs those of one folder. `commands` runs the built program, `patch` gives patches to
//! git, `targets` finds weights, and `tidy` holds the architecture's own rules. Requests to the router are in
//! `server/web/tests`.

mod commands;
#[path = "../../web/tests/fixtures.rs"]
mod fixtures;
mod patch;
#[path = "../../web/tests/stats_database.rs"]
mod stats_database;
mod targets;
mod tidy;
