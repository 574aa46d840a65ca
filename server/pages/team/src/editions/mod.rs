//! Pages of an edition at one revision, the start page that lists the editions, and the import of edit files.

pub mod allocations;
pub(super) mod biggest_gaps;
pub mod changes;
pub mod database;
pub mod declare;
pub mod diagnostics;
pub mod files;
pub mod gaps;
pub mod import;
pub mod import_json;
pub mod kinds;
pub mod manage;
pub mod overview;
pub mod records;
pub mod rules;
pub mod show;
pub mod sql;
pub mod start;
pub mod switched;
pub mod waiting_upload;

use affixboard_games as games;
use affixboard_model::game::Words;

/// A word of every game that has it, each once, in the order of the games.
pub(super) fn words_of(word: impl Fn(&'static Words) -> Option<&'static str>) -> Vec<&'static str> {
    let mut words: Vec<&'static str> = Vec::new();
    for word in games::ALL.iter().filter_map(|game| word(game.words())) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}
