//! The pages: one file each, with its handler, its query and what its template shows.

pub(super) mod account;
pub(super) mod acts;
pub(super) mod allocations;
pub(super) mod audit;
pub(super) mod availability;
pub(super) mod batch;
pub(super) mod batch_new;
pub(super) mod batches;
pub(super) mod chances;
pub(super) mod changes;
pub(super) mod charts;
pub(super) mod compare;
pub(super) mod compare_chances;
pub(super) mod compare_sheet;
pub(super) mod diagnostics;
pub(super) mod dive;
pub(super) mod draft;
pub(super) mod edition;
pub(super) mod entry;
pub(super) mod gaps;
pub(super) mod help;
pub(super) mod import;
pub(super) mod join;
pub(super) mod kinds;
pub(super) mod overview;
pub(super) mod paired;
pub(super) mod people;
pub(super) mod profile;
pub(super) mod profile_edit;
pub(super) mod profiles;
pub(super) mod proposals;
pub(super) mod result;
pub(super) mod rules;
pub(super) mod sign_in;
pub(super) mod start;
pub(super) mod views;
pub(super) mod why;

mod batch_rows;
mod biggest_gaps;
mod effect;
mod export;
mod filling;
mod flags;
mod progress;
mod settings;
mod sheet_chart;
mod sheet_page;
mod sides;
mod source;
mod tabs;
mod types;
mod why_json;
mod why_together;

use affixboard_core::{game::Words, games};

/// A word of every game that has it, each once, in the order of the games.
fn words_of(word: impl Fn(&'static Words) -> Option<&'static str>) -> Vec<&'static str> {
    let mut words: Vec<&'static str> = Vec::new();
    for word in games::ALL.iter().filter_map(|game| word(game.words())) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}
