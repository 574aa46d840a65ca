//! Angband 3.0: the last version with egos as Angband 2.9 made them, drawn by rarity among those that name the item's type.

mod dialect;
mod tables;
mod values;

use crate::{
    families::egos::{self, Boost, EgoChoice, Failure, Spec, letter, powers},
    game::{ArtifactNumber, Game, Loaded, Switches, Words},
    syntax::FileSpec,
    text::SourceSet,
};

/// The game.
#[derive(Debug)]
pub struct Angband30;

static WORDS: Words = Words {
    affix_levels: &["any", "uncursed"],
    reachable_affix_levels: 2,
    pool_note: "Normal drops draw from all egos, cursed ones included, whether they turned out excellent or terrible; good \
                and great drops draw from those without LIGHT_CURSE.",
    artifact_number: ArtifactNumber::OneIn,
    ..egos::WORDS
};

static SPEC: Spec = Spec {
    game: &Angband30,
    wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39],
    special_odds: [1000, 10],
    special_kind_level: true,
    special_failure: Failure::Same,
    kind_boost: Boost { odds: 20, factor: 128, deepest: u32::MAX },
    second_thoughts: None,
    best_of: true,
    powers: powers::three_rolls,
    artifact_rolls: powers::artifact_rolls,
    ego_boost: Boost { odds: 20, factor: 128, deepest: u32::MAX },
    ego_choice,
    affix_levels: &[(2, false), (2, true)],
    set_egos: &[],
};

/// Good and great drops leave out cursed egos; of normal ones excellent and terrible items draw from all.
fn ego_choice(_: i8, good: bool) -> EgoChoice {
    EgoChoice { uncursed: true, cursed: !good, raised: None }
}

impl Game for Angband30 {
    fn id(&self) -> &'static str {
        "angband-3.0"
    }

    fn title(&self) -> &'static str {
        "Angband 3.0"
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn files(&self) -> &'static [FileSpec] {
        dialect::DIALECT.files
    }

    fn match_score(&self, sources: &SourceSet) -> u32 {
        letter::match_score(&dialect::DIALECT, sources)
    }

    fn load_switched(&self, sources: SourceSet, switches: Switches) -> Loaded {
        letter::load(&dialect::DIALECT, sources, switches)
    }
}
