//! NetHack: its tables of objects, monsters and artifacts, which are C sources, and its dungeon description.
//!
//! Source of the rules: NetHack 3.6.0 and 3.7, xNetHack, `EvilHack`, `docs/games/nethack.md`.

pub mod branch;
pub mod checks;
pub mod dungeon;
mod entries;
mod model;
pub mod monsters;
pub mod objects;
mod program;
mod sorts;
mod units;
mod words;

pub use affixboard_kin::sources::Number;
use affixboard_kin::sources::WORDS;
use affixboard_model::{game::Game, text::SourceSet};
pub use program::Program;
pub use units::{FILES, SourceUnits, read};

/// The game.
pub static GAME: Game = Game {
    id: "nethack",
    title: "NetHack",
    rules_version: 3,
    words: &WORDS,
    files: FILES,
    folder: "",
    sorts: &entries::SORTS,
    conditions: &["branch", "depth", "level", "experience", "entry", "alignment", "quality"],
    switches: &[],
    presets: &[],
    has_values: false,
    match_score,
    load: |sources, switches| model::load(&GAME, sources, switches),
    touched: |_, _| Vec::new(),
};

/// Match score of the files; 0 if they are not this game's. No other game's files have these names.
fn match_score(sources: &SourceSet) -> u32 {
    let has = |name| u32::from(sources.find(name).is_some());
    let tables = has("objects.c") + has("monst.c") + has("dungeon.def") + has("dungeon.lua");
    if tables > 0 { 20 + tables } else { 0 }
}
