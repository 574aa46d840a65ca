//! NarSil: Sil's rules on files of keyword lines. Items are fine or special, each by a roll of its own; specials are
//! drawn by the rarity itself.

mod dialect;
mod schema;
mod tables;

use crate::{
    Boost, DropQuality, EgoChoice, EgoSpec, Failure, GOOD, GREAT, Magic, NORMAL,
    fine_or_special::FineOrSpecial,
    powers::{PerCent, PowerLaw, Powers},
};
use affixboard_model::{
    game::{ArtifactNumber, Game, Switch, Words},
    text::SourceSet,
};
use tables::{DEEPEST, table};

/// The game.
pub static GAME: Game = Game {
    id: "narsil",
    title: "NarSil",
    rules_version: 1,
    words: &WORDS,
    files: dialect::FILES,
    folder: "lib/gamedata",
    sorts: &[],
    conditions: &[],
    switches: &[RARITY_AS_WEIGHT],
    presets: &[],
    has_values: false,
    match_score,
    load: |sources, switches| {
        let (model, diagnostics) = schema::read_model(&SPEC, &sources, switches.has(&RARITY_AS_WEIGHT));
        model.loaded(sources, switches, diagnostics)
    },
    touched: |sources, switch| if *switch == RARITY_AS_WEIGHT { schema::touched(sources) } else { Vec::new() },
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
    qualities: &["normal", "good", "great", "good+great", "notuseless"],
    richest: 3,
    deepest: DEEPEST,
    ..affixboard_kin::WORDS
};

/// That specials are drawn by the number that their file calls a rarity.
const RARITY_AS_WEIGHT: Switch = Switch {
    id: "rarity-as-weight",
    title: "The rarity of a special is its weight",
    coded: "A special weighs what its `alloc:` line says: one of rarity 6 comes six times as often as one of rarity 1.",
    documented: "A special weighs 100 ÷ rarity, cut to a whole number, as in Sil.",
    code: "Code: the table of specials takes the number as it stands, where that of kinds divides 100 by it.",
    written: "Written: special.txt calls the number of an `alloc:` line a rarity, and the numbers are those of Sil, which \
              divides 100 by them.",
};

/// Drops of monsters and most of vaults: all kinds but skeletons (`not useless`).
const NOT_USELESS: DropQuality = DropQuality { table: table::NOT_USELESS, ..NORMAL };
/// Good ones, from the same kinds.
const GOOD_DROP: DropQuality = DropQuality { table: table::GOOD, ..GOOD };
/// Great without being good: both fine and special, with the tries for artefacts of any special item.
const GREAT_ALONE: DropQuality = DropQuality { good: false, table: table::GREAT, forced_tries: None, ..GREAT };
/// Both, which try artefacts eight times.
const GOOD_AND_GREAT: DropQuality = DropQuality { table: table::GREAT, forced_tries: Some(2), ..GREAT };

/// Source: obj-make.c, `make_object`, `get_obj_num`, `apply_magic`, `make_special_item`, `make_artifact`,
/// `make_artifact_special`. Boosts are those of the game's own constants.txt; an edition's file overrides them.
static SPEC: EgoSpec = EgoSpec {
    game: &GAME,
    wearable: &[5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    special_odds: [1000, 10],
    special_kind_level: false,
    special_failure: Failure::Same,
    kind_boost: Boost { odds: 7, factor: 0, bottom: Some(128), deepest: 100 },
    unusable_reroll: None,
    best_of: true,
    drops: &[NORMAL, GOOD_DROP, GREAT_ALONE, GOOD_AND_GREAT, NOT_USELESS],
    good_levels: 3,
    powers: Powers { good: BY_LEVEL, great: BY_LEVEL, law: PowerLaw::Apart },
    artifact_tries: [2, 0, 8],
    ego_boost: Boost { odds: 7, factor: 0, bottom: Some(DEEPEST), deepest: 99 },
    egos_end_by_depth: true,
    ego_choice: |_, good| EgoChoice { uncursed: true, cursed: !good, raised: None },
    affix_levels: &[(2, false), (2, true)],
    ego_lists: &[],
    only_lists: false,
    magic: Some(Magic { names: FineOrSpecial::NAMES, of: |tval, power, is_special| MADE.of(tval, power, is_special) }),
};

/// Two of a hundred for each level.
const BY_LEVEL: PerCent = PerCent { at_0: 0, rises: (2, 1), most: 100 };

const MADE: FineOrSpecial = FineOrSpecial { arrow: tables::ARROW, light: tables::LIGHT };

/// Match score of the files; 0 if they are not this game's. No other game has keyword lines in special.txt.
fn match_score(sources: &SourceSet) -> u32 {
    let begins_records = |name| {
        sources.find(name).is_some_and(|(_, file)| {
            file.bytes().split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| line.starts_with(b"name:"))
        })
    };
    if begins_records("special.txt") && sources.find("artefact.txt").is_some() { 30 } else { 0 }
}
