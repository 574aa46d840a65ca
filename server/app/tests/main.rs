//! The tests of the dashboard and the program, in one binary: each linked binary costs seconds.
//!
//! `cargo test -p affixboard --test app web::` runs those of one folder. `web` asks the router without ports, `cli` runs
//! the built program, `patch` gives patches to git, and `tidy` holds the architecture's own rules. The tests in a browser are
//! a step of their own: `.ci/browser`.

mod cli;
mod patch;
mod stats_database;
mod targets;
mod tidy;
mod web;
