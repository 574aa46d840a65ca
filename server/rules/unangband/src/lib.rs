//! Unangband 0.7: objects balanced by their power, which slays get by the power of monsters.
//!
//! Source of the rules: Unangband 0.7.0-pre1, `docs/games/unangband.md`.

mod balance;
mod checks;
mod dialect;
mod effects;
mod entries;
mod flags;
mod guides;
pub mod item;
mod item_types;
pub mod load;
pub mod model;
pub mod monsters;
mod players;
pub mod power;
mod references;
mod rules;
mod schema;
mod sorts;
mod stale;
mod tables;

pub use rules::sample_kind;

use affixboard_model::{
    game::{ArtifactNumber, Game, TallyWords, Words},
    text::SourceSet,
};

/// The game.
pub static GAME: Game = Game {
    id: "unangband",
    title: "Unangband",
    rules_version: 1,
    words: &WORDS,
    files: dialect::FILES,
    folder: "lib/edit",
    sorts: &entries::SORTS,
    conditions: &["depth", "monster-level", "quality", "item"],
    switches: &[],
    presets: &[],
    has_values: false,
    match_score,
    load: |sources, switches| load::load(&GAME, sources, switches),
    touched: |_, _| Vec::new(),
};

static WORDS: Words = Words {
    affix_levels: &["uncursed", "cursed"],
    affix_levels_add_up: false,
    reachable_affix_levels: 2,
    pool_note: "Egos that name the kind, by rarity. Which of them an item can become depends on its power too, which is at \
                most the level, and at least a part of it.",
    artifact_number: ArtifactNumber::OneIn,
    tally: TallyWords { affix: "ego", is_numbered: true },
    ..affixboard_kin::WORDS
};

/// Match score of the files; 0 if they are not this game's.
fn match_score(sources: &SourceSet) -> u32 {
    const OWN: [&str; 5] = ["blows.txt", "effect.txt", "style.txt", "rune.txt", "randart_sv.txt"];
    let is_there = |name: &str| sources.find(name).is_some();
    let has_version = sources.find("object.txt").is_some_and(|(_, file)| {
        file.text().split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| line.starts_with(b"V:0."))
    });
    let own = OWN.iter().filter(|name| is_there(name)).count() as u32;
    if has_version && own > 0 && is_there("ego_item.txt") { 20 + own } else { 0 }
}
