//! The core's tests against its public interface, in one binary: each linked binary costs seconds.
//!
//! `cargo test -p affixboard-games --test games exact::` runs those of one folder or file.

mod appraisals;
mod array_sizes;
mod audits;
mod balance;
mod c_tables;
mod common;
mod conditioning;
mod corpora;
mod debian_files;
mod edits;
mod effects;
mod ego_values;
mod every_line;
mod exact;
mod full_detail;
mod games;
mod gaps;
mod holding;
mod proposal_effect;
mod proposals;
mod questions;
mod reader_properties;
mod review;
mod rule_switches;
mod sampled_items;
mod sensitivity;
mod starter_data;
mod tables;
mod targets;
mod turned_back;
mod whole_entries;
mod why;
