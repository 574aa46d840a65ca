//! The dashboard from outside: requests to its router, on a database of their own, without ports or sleeps.
//! One file per promise.

mod access;
mod accounts;
mod any_input;
mod balance;
mod batches;
mod compare;
mod computing;
mod connections;
mod corpora;
mod editions;
mod entries;
mod explanations;
mod fairness;
mod find;
mod game_stats;
mod header;
mod help;
mod hostile;
mod items;
mod large;
mod metrics;
mod page_cache;
mod pngs;
mod profiles;
mod proposals;
mod questions;
mod refusals;
mod routes;
mod security;
mod settings;
mod sheets;
mod slow_readers;
mod subjects;
mod support;
mod worths;
