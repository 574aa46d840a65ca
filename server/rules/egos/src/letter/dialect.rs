//! Differences between games that read letter lines.

use std::sync::Arc;

use super::{
    super::{
        EgoSpec,
        values::{SingleEgoValues, SingleKindValues, ValueRules, ValueSpec},
    },
    variants::CurseRule,
};
use affixboard_kin::letter::BuiltInNames;
use affixboard_model::{engine::flags::FlagSet, syntax::FileSpec};

/// A game's rules for reading this notation.
pub struct LetterDialect {
    /// The game's rules.
    pub spec: &'static EgoSpec,
    /// The files, and which of them there are.
    pub files: LetterFiles,
    /// The same files of a team that has names of its own in them: other letters and flags are kept.
    pub names_only: &'static [FileSpec; 4],
    /// The lengths of the arrays of kinds, artifacts and egos, where no file says them: indices are below.
    pub array_sizes: Option<[u32; 3]>,
    /// Item types and flags.
    pub names: &'static BuiltInNames,
    /// The flags that share an item's pval.
    pub pval_flags: &'static [&'static str],
    /// The letters of the array sizes that the program knows.
    pub labels: &'static [u8],
    /// The svals of amulets that good and great drops can be.
    pub good_amulets: &'static [u8],
    /// The tables that a kind is in ([`EgoKindRules::tables`](crate::EgoKindRules::tables)).
    pub kind_tables: fn(&KindFacts, &LetterDialect) -> u8,
    /// The flag of kinds whose items draw egos more often, and in how many of 100 cases they do that wouldn't.
    pub more_egos: Option<(&'static str, u8)>,
    /// Whether artifacts with `INSTA_ART` are made by no drop.
    pub insta_art_is_apart: bool,
    /// Maximum number of item types of an ego.
    pub ego_places: usize,
    /// Whether an ego's `W:` line has a last level.
    pub has_last_level: bool,
    /// Criteria for cursed egos.
    pub curses: CurseRule,
    /// The affix level of cursed egos; that of others is 0.
    pub cursed_affix_level: u8,
    /// Whether an artifact or ego of the index of the one before adds to that. Else it is refused.
    pub amends: bool,
    /// Whether `X:` lines may have a slot or none. Else their fields are just those of the table.
    pub slots_vary: bool,
    /// The numbers of the random powers that the program gives to egos, by index; others have what the file says.
    pub given_powers: &'static [(u32, u8)],
    /// Rules for rolling values.
    pub values: ValueDialect,
}

/// Which numbers the lines have for values, and the rules for rolling them.
#[derive(Clone, Copy)]
pub enum ValueDialect {
    /// Armour class, dice and three bonuses.
    Bonuses(&'static ValueSpec),
    /// Attack, evasion, and two pairs of dice.
    Combat(fn(CombatParts) -> Arc<dyn ValueRules>),
}

/// What the rules for values of attack and evasion need, in the catalog's order.
pub struct CombatParts {
    /// One per kind.
    pub kinds: Vec<SingleKindValues>,
    /// One per ego.
    pub egos: Vec<SingleEgoValues>,
}

/// What is known of a kind when its tables are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KindFacts {
    /// Item type.
    pub tval: u8,
    /// Which one of its type.
    pub sval: u8,
    /// To-hit, to-dam, to-ac.
    pub bonuses: [i16; 3],
    /// Its flags.
    pub flags: FlagSet,
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
