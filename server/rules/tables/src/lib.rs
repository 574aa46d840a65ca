//! Tables of any game, without rules: JSON with comments, TOML, YAML, CSV, initialised arrays in C and C++, struct expressions in
//! Rust, and files of lines with letters. Their records can be browsed, compared and changed; nothing is said of chances.
//!
//! ```text
//! bytes ─ read ─▶ tree of values ─ table ─▶ rows and columns ─ sorts ─▶ sorts and entries, as games declare them
//! ```
//!
//! docs/games/tables.md says which lists become tables.

mod interned;
mod model;
mod read;
mod roots;
mod sorts;
mod table;
mod tree;

use affixboard_kin::sources::WORDS;
use affixboard_model::{
    game::Game,
    text::{FileId, SourceFile, SourceSet},
};

pub use read::Notation;

/// What reads them, by its id `tables`. It isn't among the games that files are told to be of: that files are read without rules
/// is somebody's decision.
pub static GAME: Game = Game {
    id: "tables",
    title: "Tables without rules",
    rules_version: 1,
    words: &WORDS,
    files: &[],
    folder: "",
    sorts: &[],
    conditions: &[],
    switches: &[],
    presets: &[],
    has_values: false,
    match_score: |_| 0,
    load: |sources, switches| model::load(&GAME, sources, switches),
    touched: |_, _| Vec::new(),
};

/// Whether a file has a table, as far as it alone can tell.
pub fn has_table(name: &str, bytes: &[u8]) -> bool {
    let mut set = SourceSet::new();
    set.push(SourceFile::new(name, bytes.to_vec()));
    let mut diagnostics = Vec::new();
    let tables = table::tables(name, read::read(&set, FileId(0), &mut diagnostics));
    // A file that can't be read is taken, so that its place is told.
    !diagnostics.is_empty() || tables.iter().any(table::Table::is_one)
}
