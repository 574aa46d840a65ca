//! How an object is made: which kind, what magic makes of it, which ego, artifact or random flag.
//!
//! Source: Unangband 0.7.0-pre1, `object2.c`. All draws are made one by one, as the program makes them.

mod artifacts;
mod boost;
mod egos;
mod exact;
mod forge;
mod jewels;
mod keys;
mod kind_choice;
mod kind_samples;
mod magic;
mod magic_items;
mod maker;
mod memo;

pub(super) use forge::UnangbandForge;
pub use forge::sample_kind;
pub(super) use kind_choice::may_be_good;
