//! How an object is made: special artifacts, class and kind, power, artifacts, random artifacts, egos, devices, jewellery.
//!
//! Drops are independent and decided by few draws of small odds, so the rules are written for a mass of drops
//! ([`affixboard_model::engine::evaluator`]): counts are drawn for all of a shard at once, chances are computed.
//!
//! Source: frogcomposband 7.1, `object2.c`, `artifact.c`, `ego.c`, `devices.c`, as docs/games/frogcomposband.md tells it.

mod artifacts;
mod chances;
mod curses;
mod devices;
mod egos;
mod exact;
mod forge;
mod jewel_odds;
mod jewels;
mod keys;
mod kinds;
mod making;
mod outcome;
mod power;
mod quality;
mod values;
mod why;

pub(super) use forge::FrogForge;

/// Levels that magic is made at, at most.
const MOST_LEVEL: u32 = 127;
