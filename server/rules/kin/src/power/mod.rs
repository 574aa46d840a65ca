//! Item power and the price by it, as the programs have them that fork from Angband 3.3 or come after it. Like the
//! originals in integers with truncating divisions, but in 64 bits.
//!
//! Source: Angband 3.5.1, object/obj-power.c (`object_power`, `slay_power`) and obj-util.c (`object_value_real`,
//! `object_value`); affix branch (angband/angband, pull request 94, `e1c9b797`) and v4 (angband/v4, `dd5bb465`), the
//! same routines in the same files. Where they differ is a [`PowerSpec`], and the games' flags, whose powers are in
//! their tables.

mod artifacts;
mod calculator;
mod price;
mod slays;
mod steps;
pub mod testing;

pub use artifacts::ArtifactProperties;
pub use calculator::PowerCalculator;
pub use price::{is_wearable, price_of_kind, price_of_power};
pub use slays::SLAYS;
pub use steps::PowerStep;

use calculator::SETS;

/// Power that no item may have: what is too much of something adds as much (`INHIBIT_POWER`).
pub const LIMIT: i64 = 20_000;
/// Extra blows from which on power is inhibited.
pub const INHIBITED_BLOWS: i32 = 3;
/// Extra shots from which on power is inhibited.
pub const INHIBITED_SHOTS: i32 = 3;
/// Extra might from which on power is inhibited.
pub const INHIBITED_MIGHT: i32 = 4;
/// Immunities from which on power is inhibited.
pub const INHIBITED_IMMUNITIES: u32 = 4;
/// The largest weighted sum of pvals that is not inhibited.
pub const MAX_PVAL_SUM: i64 = 249;

/// Parameters of the power calculation.
#[derive(Debug)]
pub struct PowerSpec {
    /// To-hit, to-dam and to-ac from which on power is inhibited; [`i32::MAX`] where it never is.
    pub inhibited: [i32; 3],
    /// Divisor of to-hit and to-dam (one point of other games is ten of v4).
    pub points: i64,
    /// Power of ammunition with an ego for the launcher that it is shot from, before the factor of ammunition.
    pub ego_ammunition: i64,
    /// Slays and brands: (flag, bit of the trait in `monsters`, multiplier, whether it is a brand). The multiplier is
    /// unused if slays are pvals. Those whose flag the game doesn't have are passed over.
    pub slays: &'static [(&'static str, u32, i64, bool)],
    /// Whether slays and brands are pvals (100 is ×2).
    pub slays_are_pvals: bool,
    /// The program's monsters in groups: (bits of their traits, total scaled power). The traits are, from bit 0 on,
    /// animal, evil, undead, demon, orc, troll, giant, dragon, and immune to acid, lightning, fire, cold, poison.
    pub monsters: &'static [(u16, i64)],
}
