//! Sil-Q: egos as 2.9 made them, which it calls special items; items are fine or special, each by a roll of its own.

mod dialect;
mod match_score;
mod tables;
mod values;

use crate::{
    Boost, DropQuality, EgoChoice, EgoSpec, Failure, GOOD, GREAT, Magic, NORMAL,
    fine_or_special::FineOrSpecial,
    letter,
    powers::{PerCent, PowerLaw, Powers},
};
use affixboard_kin::limits;
use affixboard_model::game::{ArtifactNumber, Game, Words};
use tables::DEEPEST;

/// The game.
pub static GAME: Game = Game {
    id: "sil-q",
    title: "Sil-Q",
    rules_version: 1,
    words: &WORDS,
    files: dialect::DIALECT.files.0,
    folder: "lib/edit",
    sorts: limits::SORTS,
    conditions: &[],
    switches: &[],
    presets: &[],
    has_values: true,
    match_score: match_score::match_score,
    load: |sources, switches| letter::load(&dialect::DIALECT, sources, switches),
    touched: |_, _| Vec::new(),
};

static WORDS: Words = Words {
    affix: "special",
    affixes: "specials",
    affix_levels: &["any", "of good drops"],
    affix_level_label: "Specials",
    reachable_affix_levels: 2,
    pool_note: "Normal drops draw from all specials, cursed and worthless ones included; good and great drops draw from the \
                others. The level of the draw is boosted one time in seven; the last level of a special is held against \
                the depth, which isn't.",
    artifact_number: ArtifactNumber::OneIn,
    bonuses: ["attack", "to-dam", "evasion"],
    qualities: &["normal", "good", "great", "good+great", "notdamaged", "damaged"],
    richest: 3,
    deepest: DEEPEST,
    ..affixboard_kin::WORDS
};

/// Drops that are great without being good: their items are fine and special, from kinds of their own, and try artifacts
/// three times.
const GREAT_ALONE: DropQuality = DropQuality { good: false, table: 2, ..GREAT };
/// Both, which try artifacts eight times.
const GOOD_AND_GREAT: DropQuality = DropQuality { table: 2, forced_tries: Some(2), ..GREAT };
/// Drops of monsters and some of vaults: neither damaged things nor skeletons.
const NOT_DAMAGED: DropQuality = DropQuality { table: 3, ..NORMAL };
/// What lies in skeletons: damaged things alone, without magic.
const DAMAGED: DropQuality = DropQuality { table: 4, has_magic: false, ..NORMAL };

/// One time in seven (defines.h, `GREAT_OBJ` and `GREAT_SPECIAL`).
const BOOST: Boost = Boost { odds: 7, factor: 0, bottom: Some(DEEPEST), deepest: u32::MAX };

/// Source: object2.c, `make_object`, `get_obj_num`, `apply_magic`, `make_special_item`, `make_artefact`,
/// `make_artefact_special`.
static SPEC: EgoSpec = EgoSpec {
    game: &GAME,
    wearable: &[17, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 39],
    special_odds: [1000, 10],
    special_kind_level: true,
    special_failure: Failure::Same,
    kind_boost: BOOST,
    unusable_reroll: None,
    best_of: true,
    drops: &[NORMAL, GOOD, GREAT_ALONE, GOOD_AND_GREAT, NOT_DAMAGED, DAMAGED],
    good_levels: 3,
    powers: Powers { good: by_level(2), great: by_level(1), law: PowerLaw::Apart },
    artifact_tries: [1, 3, 8],
    ego_boost: BOOST,
    egos_end_by_depth: true,
    ego_choice: |_, good| EgoChoice { uncursed: true, cursed: !good, raised: None },
    affix_levels: &[(2, false), (2, true)],
    ego_lists: &[],
    only_lists: false,
    magic: Some(Magic { names: FineOrSpecial::NAMES, of: |tval, power, is_special| MADE.of(tval, power, is_special) }),
};

/// So many of a hundred for each level.
const fn by_level(per_level: u32) -> PerCent {
    PerCent { at_0: 0, rises: (per_level, 1), most: 100 }
}

const MADE: FineOrSpecial = FineOrSpecial { arrow: 17, light: 39 };
