//! Differences between games that read letter lines.

use super::super::{EgoSpec, values::ValueSpec};
use crate::families::common::letter::BuiltInNames;
use crate::syntax::FileSpec;

/// A game's rules for reading this notation.
pub(crate) struct LetterDialect {
    /// The game's rules.
    pub(crate) spec: &'static EgoSpec,
    /// Limits, kinds, artifacts, egos.
    pub(crate) files: &'static [FileSpec; 4],
    /// Item types and flags.
    pub(crate) names: &'static BuiltInNames,
    /// The letters of the array sizes that the program knows.
    pub(crate) labels: &'static [u8],
    /// The svals of amulets that good and great drops can be.
    pub(crate) good_amulets: &'static [u8],
    /// The affix level of cursed egos; that of others is 0.
    pub(crate) cursed_affix_level: u8,
    /// Whether an artifact or ego of the index of the one before adds to that. Else it is refused.
    pub(crate) amends: bool,
    /// Whether `X:` lines may have a slot or none. Else their fields are just those of the table.
    pub(crate) slots_vary: bool,
    /// Rules for rolling values.
    pub(crate) values: &'static ValueSpec,
}

impl LetterDialect {
    /// The deepest level of the dungeon that sheets offer.
    pub(super) fn deepest(&self) -> u32 {
        self.spec.game.words().deepest
    }
}
