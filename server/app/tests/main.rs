//! The tests of the dashboard and the program, in one binary: each linked binary costs seconds.
//!
//! `cargo test -p affixboard --test app web::` runs those of one folder. `web` asks the router without ports, `cli` runs
//! the built program, `browser` drives it in a browser, `patch` gives patches to git, and `tidy` holds the architecture's
//! own rules.

mod browser;
mod cli;
mod patch;
mod stats_database;
mod targets;
mod tidy;
mod web;
