//! iMoria: its treasure tables, which are C source, which treasure and money is found, and what
//! magic makes of it.
//!
//! Source of the rules: iMoria (`lollek/omoria`, first commit), `docs/games/imoria.md`.

mod checks;
pub mod drops;
mod entries;
pub mod flags;
mod free;
pub mod gold;
pub mod levels;
pub mod lists;
pub mod magic;
mod making;
mod model;
pub mod monster_drops;
pub mod names;
mod new_stock;
mod new_treasure;
pub mod shops;
mod sizes;
mod stock_lists;
pub mod tables;
pub mod treasure;
pub mod treasure_kinds;
mod words;

use affixboard_kin::sources::WORDS;
use affixboard_model::{
    game::Game,
    syntax::{FileSpec, spec::source},
    text::SourceSet,
};

/// The files that are read.
pub const FILES: &[FileSpec] =
    &[source("", "values.h", true), source("", "constants.h", true), source("", "types.h", true)];

/// The game.
pub static GAME: Game = Game {
    id: "imoria",
    title: "iMoria",
    rules_version: 3,
    words: &WORDS,
    files: FILES,
    folder: "",
    sorts: &entries::SORTS,
    conditions: &["level", "quality", "difficulty", "shop", "flags", "carries"],
    switches: &[],
    presets: &[],
    has_values: false,
    match_score,
    load: |sources, switches| model::load(&GAME, sources, switches),
    touched: |_, _| Vec::new(),
};

/// Match score of the files; 0 if they are not this game's: tables of treasures are in a file whose name others may have.
fn match_score(sources: &SourceSet) -> u32 {
    let has_treasures = |file: &affixboard_model::text::SourceFile| {
        let text = file.text();
        text.windows(tables::STRUCTURE.len()).any(|part| part == tables::STRUCTURE.as_bytes())
    };
    match sources.find("values.h") {
        Some((_, file)) if has_treasures(file) => 20,
        _ => 0,
    }
}
