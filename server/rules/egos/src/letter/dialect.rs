//! Differences between games that read letter lines.

use super::super::{EgoSpec, values::ValueSpec};
use affixboard_kin::letter::BuiltInNames;
use affixboard_model::syntax::FileSpec;

/// A game's rules for reading this notation.
pub struct LetterDialect {
    /// The game's rules.
    pub spec: &'static EgoSpec,
    /// The files, and which of them there are.
    pub files: LetterFiles,
    /// The lengths of the arrays of kinds, artifacts and egos, where no file says them: indices are below.
    pub array_sizes: Option<[u32; 3]>,
    /// Item types and flags.
    pub names: &'static BuiltInNames,
    /// The letters of the array sizes that the program knows.
    pub labels: &'static [u8],
    /// The svals of amulets that good and great drops can be.
    pub good_amulets: &'static [u8],
    /// The affix level of cursed egos; that of others is 0.
    pub cursed_affix_level: u8,
    /// Whether an artifact or ego of the index of the one before adds to that. Else it is refused.
    pub amends: bool,
    /// Whether `X:` lines may have a slot or none. Else their fields are just those of the table.
    pub slots_vary: bool,
    /// The numbers of the random powers that the program gives to egos, by index; others have what the file says.
    pub given_powers: &'static [(u32, u8)],
    /// Rules for rolling values.
    pub values: &'static ValueSpec,
}

/// The files of a game or of a variant's form: limits where there are any, kinds, artifacts, egos.
#[derive(Clone, Copy)]
pub struct LetterFiles(pub &'static [FileSpec]);

impl LetterFiles {
    /// The file of limits, where the game has one.
    pub fn limits(self) -> Option<&'static FileSpec> {
        (self.0.len() > 3).then(|| &self.0[0])
    }

    /// The file of kinds.
    pub fn kinds(self) -> &'static FileSpec {
        &self.0[self.0.len() - 3]
    }

    /// The file of artifacts.
    pub fn artifacts(self) -> &'static FileSpec {
        &self.0[self.0.len() - 2]
    }

    /// The file of egos.
    pub fn egos(self) -> &'static FileSpec {
        &self.0[self.0.len() - 1]
    }
}

impl LetterDialect {
    /// The deepest level of the dungeon that sheets offer.
    pub(super) fn deepest(&self) -> u32 {
        self.spec.game.words().deepest
    }
}
