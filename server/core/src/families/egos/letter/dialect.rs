//! Differences between games that read letter lines.

use super::super::{EgoSpec, values::ValueSpec};
use crate::families::common::letter::BuiltInNames;
use crate::syntax::FileSpec;

/// A game's rules for reading this notation.
pub(crate) struct LetterDialect {
    /// The game's rules.
    pub(crate) spec: &'static EgoSpec,
    pub(crate) files: LetterFiles,
    /// The lengths of the arrays of kinds, artifacts and egos, where no file says them: indices are below.
    pub(crate) array_sizes: Option<[u32; 3]>,
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
    /// The numbers of the random powers that the program gives to egos, by index; others have what the file says.
    pub(crate) given_powers: &'static [(u32, u8)],
    /// Rules for rolling values.
    pub(crate) values: &'static ValueSpec,
}

/// The files of a game or of a variant's form: limits where there are any, kinds, artifacts, egos.
#[derive(Clone, Copy)]
pub(crate) struct LetterFiles(pub(crate) &'static [FileSpec]);

impl LetterFiles {
    pub(crate) fn limits(self) -> Option<&'static FileSpec> {
        (self.0.len() > 3).then(|| &self.0[0])
    }

    pub(crate) fn kinds(self) -> &'static FileSpec {
        &self.0[self.0.len() - 3]
    }

    pub(crate) fn artifacts(self) -> &'static FileSpec {
        &self.0[self.0.len() - 2]
    }

    pub(crate) fn egos(self) -> &'static FileSpec {
        &self.0[self.0.len() - 1]
    }
}

impl LetterDialect {
    /// The deepest level of the dungeon that sheets offer.
    pub(super) fn deepest(&self) -> u32 {
        self.spec.game.words().deepest
    }
}
