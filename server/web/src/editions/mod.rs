//! Pages of an edition at one revision, the start page that lists the editions, and the import of edit files.

pub(super) mod allocations;
pub(super) mod biggest_gaps;
pub(super) mod changes;
pub(super) mod database;
pub(super) mod diagnostics;
pub(super) mod files;
pub(super) mod gaps;
pub(super) mod import;
pub(super) mod import_json;
pub(super) mod kinds;
pub(super) mod manage;
pub(super) mod overview;
pub(super) mod records;
pub(super) mod rules;
pub(super) mod show;
pub(super) mod start;
pub(super) mod switched;
pub(super) mod waiting_upload;

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
