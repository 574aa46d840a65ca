//! Power: of items, artifacts, slays and monsters. Items get bonuses and flags by it, egos and artifacts are refused by it.
//!
//! Source: Unangband 0.7.0-pre1, `object_power` (object2.c), `artifact_power` (randart.c), `slay_power` (obj-info.c) and
//! `eval_r_power` (init2.c), as docs/games/unangband.md has them. All is integer arithmetic that cuts towards zero.

mod artifact_power;
mod item_power;
mod slay_power;
mod worth;

pub use artifact_power::{artifact_power, without_contradictions};
pub use item_power::item_power;
pub(crate) use slay_power::slay_rules;
pub use slay_power::{SlayPowers, SlayTarget};

/// The sign of a number: -1, 0 or 1.
fn sign(number: i64) -> i64 {
    number.signum()
}

/// What is left of a power beyond what any item of its sort has; 0 up to `limit`.
fn beyond(power: i64, limit: i64, less: i64) -> i64 {
    if power.abs() > limit { power - sign(power) * less } else { 0 }
}

/// What a sum is raised by that no item may have.
const INHIBITED: i64 = 20_000;
