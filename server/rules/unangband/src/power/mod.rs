//! Power: of items, artifacts, slays and monsters. Items get bonuses and flags by it, egos and artifacts are refused by it.
//!
//! Source: Unangband 0.7.0-pre1, `object_power` (object2.c), `artifact_power` (randart.c), `slay_power` (obj-info.c) and
//! `eval_r_power` (init2.c), as docs/games/unangband.md has them. All is integer arithmetic that cuts towards zero.

mod appraisal;
mod artifact_power;
mod item_power;
mod slay_power;
mod worth;

pub(super) use appraisal::appraise;
pub use artifact_power::{artifact_terms, without_contradictions};
pub(super) use item_power::FlagPowers;
pub use item_power::{item_power, item_terms};
pub(crate) use slay_power::slay_rules;
pub use slay_power::{SlayPowers, SlayTarget};

/// What a power is the sum of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PowerTerms {
    /// Dice, bonuses, armour and what else counts for things of its type, beyond what any of them has.
    pub base: i64,
    /// A bonus to armour class.
    pub defence: i64,
    /// What its modifier is worth for each flag that has it.
    pub modifier: i64,
    /// Other flags.
    pub abilities: i64,
    /// What weight takes off.
    pub weight: i64,
}

impl PowerTerms {
    /// The power.
    pub fn total(&self) -> i64 {
        self.base + self.defence + self.modifier + self.abilities + self.weight
    }
}

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
