//! Angband 3.5: egos by rarity between a first, a usual and a last level.

mod dialect;
mod tables;

use crate::{
    families::egos::{
        self, Failure, Spec,
        colon::{self, Chance, Dialect, EGO_COMMONNESS},
        powers,
    },
    game::{Game, Loaded, Switch, Switches, Touched, Words},
    syntax::FileSpec,
    text::SourceSet,
};

/// The game.
#[derive(Debug)]
pub struct Angband35;

static WORDS: Words = Words {
    pool_note: "Egos whose usual levels begin deeper (A: line) are candidates only at times: one time in a third of the \
                levels missing, in two at most. Chances count with that; the commonness shown is the full weight.",
    ..egos::WORDS
};

const SWITCHES: &[Switch] = &[EGO_COMMONNESS];

static SPEC: Spec = Spec {
    special_failure: Failure::Good,
    powers: powers::two_rolls,
    artifact_rolls: powers::fewer_artifact_rolls,
    ..colon::spec(&Angband35)
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

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn files(&self) -> &'static [FileSpec] {
        dialect::FILES
    }

    fn match_score(&self, sources: &SourceSet) -> u32 {
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
