//! Angband 3.5: egos by rarity between a first, a usual and a last level.

mod dialect;
mod tables;

use super::{ArtifactNumber, Game, Loaded, Switch, Switches, Touched, Words};
use crate::{
    families::egos::{
        Boost, EgoChoice, Failure, Spec,
        colon::{self, Chance, Dialect, EGO_COMMONNESS},
        powers,
    },
    syntax::FileSpec,
    text::SourceSet,
};

/// The game.
#[derive(Debug)]
pub struct Angband35;

static WORDS: Words = Words {
    affix: "ego",
    affixes: "egos",
    has_themes: false,
    roles: &[],
    affix_levels: &["any"],
    affix_levels_add_up: true,
    affix_level_label: "Egos",
    reachable_affix_levels: 1,
    usual_affix_level: 0,
    pool_note: "Egos whose usual levels begin deeper (A: line) are candidates only at times: one time in a third of the \
                levels missing, in two at most. Chances count with that; the commonness shown is the full weight.",
    one_affix: true,
    artifact_number: ArtifactNumber::PerCent,
    bonuses: ["to-hit", "to-dam", "to-ac"],
    qualities: &["normal", "good", "great"],
    deepest: 127,
};

const SWITCHES: &[Switch] = &[EGO_COMMONNESS];

static SPEC: Spec = Spec {
    game: &Angband35,
    wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 45],
    special_odds: [1000, 10],
    special_kind_level: true,
    special_failure: Failure::Good,
    kind_boost: Boost { odds: 20, factor: 100, deepest: 100 },
    second_thoughts: None,
    best_of: false,
    powers: powers::two_rolls,
    artifact_rolls: powers::fewer_artifact_rolls,
    // The boost of an ego's level has no cap: beyond the last level of every ego it leaves the item without one.
    ego_boost: Boost { odds: 20, factor: 128, deepest: u32::MAX },
    ego_choice: |_, _| EgoChoice { uncursed: true, cursed: false, raised: None },
    affix_levels: &[(2, false)],
    set_egos: &[],
};

static DIALECT: Dialect = Dialect {
    spec: &SPEC,
    files: dialect::FILES,
    words: &tables::WORDS,
    any_type: true,
    ego_levels: true,
    sizes_count: false,
    written_names: false,
    artifact_chance: Chance::PerCent,
};

impl Game for Angband35 {
    fn id(&self) -> &'static str {
        "angband-3.5"
    }

    fn title(&self) -> &'static str {
        "Angband 3.5"
    }

    fn rules_version(&self) -> u32 {
        1
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn files(&self) -> &'static [FileSpec] {
        dialect::FILES
    }

    fn likeness(&self, sources: &SourceSet) -> u32 {
        match colon::look(sources) {
            Some(look) if look.has_item_types && look.ego_levels => 12 + u32::from(look.has_kinds),
            _ => 0,
        }
    }

    fn switches(&self) -> &'static [Switch] {
        SWITCHES
    }

    fn touched(&self, sources: &SourceSet, switch: &Switch) -> Vec<Touched> {
        colon::touched(&DIALECT, sources, switch)
    }

    fn load_switched(&self, sources: SourceSet, switches: Switches) -> Loaded {
        colon::load(&DIALECT, sources, switches)
    }
}
