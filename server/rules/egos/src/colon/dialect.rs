//! Differences between games that read these colon lines.

use super::super::{Boost, EgoChoice, EgoSpec, Failure, USUAL_DROPS, powers};
use affixboard_kin::{Vocabulary, monsters::MonsterSpec, power::PowerSpec};
use affixboard_model::{game::Game, syntax::FileSpec};

/// A game's rules for reading this notation.
pub struct ColonDialect {
    /// The game's rules.
    pub spec: &'static EgoSpec,
    /// Limits, item types where there is such a file, kinds, egos, artifacts.
    pub files: &'static [FileSpec],
    /// Vocabulary of the edit files.
    pub words: &'static Vocabulary,
    /// Whether an excellent item of any type tries for an ego; else only items worn as armour or wielded do.
    pub any_type: bool,
    /// Whether the levels in egos' `A:` lines count.
    pub ego_levels: bool,
    /// Whether artifacts call kinds as object.txt writes them after `& `, such as `Dagger~`; else as players see one,
    /// whatever the case.
    pub written_names: bool,
    /// The line with an artifact's chance.
    pub artifact_chance: ArtifactChance,
    /// Its monsters, where they are read.
    pub monsters: Option<&'static MonsterSpec>,
    /// Numbers of the power calculation, where values of items are simulated.
    pub power: Option<&'static PowerSpec>,
}

/// The line with an artifact's chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArtifactChance {
    /// Its `A:` line: per cent, and levels.
    PerCent,
    /// Its `W:` line: a level, and one in how many.
    OneIn,
}

impl ColonDialect {
    pub(super) fn limits(&self) -> &'static FileSpec {
        &self.files[0]
    }

    pub(super) fn item_types(&self) -> Option<&'static FileSpec> {
        (self.files.len() > 4).then(|| &self.files[1])
    }

    pub(super) fn kinds(&self) -> &'static FileSpec {
        &self.files[self.files.len() - 3]
    }

    pub(super) fn egos(&self) -> &'static FileSpec {
        &self.files[self.files.len() - 2]
    }

    pub(super) fn artifacts(&self) -> &'static FileSpec {
        &self.files[self.files.len() - 1]
    }
}

/// Common rules of 3.1 to 3.5; rules that differ are those of 3.5.
///
/// Source: obj-make.c of 3.1.0 to 3.5.1.
pub const fn spec(game: &'static Game) -> EgoSpec {
    EgoSpec {
        game,
        wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 45],
        special_odds: [1000, 10],
        special_kind_level: true,
        special_failure: Failure::Good,
        kind_boost: Boost::new(20, 100, 100),
        unusable_reroll: None,
        best_of: false,
        drops: USUAL_DROPS,
        good_levels: 10,
        powers: powers::TWO_ROLLS,
        artifact_tries: powers::FEWER_ARTIFACT_TRIES,
        // The boost of an ego's level has no cap: beyond the last level of every ego it leaves the item without one.
        ego_boost: Boost::new(20, 128, u32::MAX),
        egos_end_by_depth: false,
        ego_choice: |_, _| EgoChoice { uncursed: true, cursed: false, raised: None },
        affix_levels: &[(2, false)],
        ego_lists: &[],
        only_lists: false,
        magic: None,
    }
}
