//! The readings that pages offer: the presets of a game's rule switches, as `rules` in addresses.

use std::sync::Arc;

use affixboard_core::game::{Game, Preset, Switches};

use super::settings::SheetSettings;
use crate::{
    library::{OpenRevision, Reading},
    web::{
        Error, State,
        links::{self, Choice, Query},
    },
};

/// What a sheet of availability shows: the numbers by a preset, or what lies between those as coded and those.
pub(crate) struct ShownReading {
    pub(crate) preset: &'static Preset,
    pub(crate) is_change: bool,
    /// In addresses.
    word: String,
    label: String,
}

/// The preset that an address names, as coded where it names none.
///
/// # Errors
/// 400 if the game has no such preset; the message lists those it has.
pub(crate) fn named(game: &Game, text: Option<&String>) -> Result<&'static Preset, Error> {
    let presets: Vec<_> = game.presets().collect();
    let ids: Vec<_> = presets.iter().map(|preset| preset.id).collect();
    Ok(presets[SheetSettings::position("rules", text, &ids, 0)?])
}

/// The revision that is open as coded, by a preset.
pub(crate) async fn open(state: &State, coded: Arc<OpenRevision>, preset: &Preset) -> Result<Arc<OpenRevision>, Error> {
    let switches = Switches::of(coded.loaded.game, preset);
    if switches.is_coded() {
        return Ok(coded);
    }
    state.open_as(&coded.revision, Reading { switches, ..Reading::default() }).await
}

/// The form of a new batch, by the reading of a sheet.
pub(crate) fn new_batch(open: &OpenRevision) -> String {
    let reading = open.loaded.preset().map_or("", links::reading);
    Query::default().set("rules", reading).on(&links::new_batch(&open.revision))
}

/// The choice among the presets that all of these games have; none where no game has switches.
pub(crate) fn choices(games: &[&Game], settings: &SheetSettings, path: &str) -> Vec<Choice> {
    let Some((first, others)) = games.split_first() else { return Vec::new() };
    if games.iter().all(|game| game.switches().is_empty()) {
        return Vec::new();
    }
    let is_shared = |preset: &&Preset| others.iter().all(|game| game.presets().any(|other| other.id == preset.id));
    let shared: Vec<_> = first.presets().filter(is_shared).map(|preset| (preset.id, preset.title)).collect();
    settings.choices(path, "rules", &shared)
}

/// All presets of a game, then what lies between as coded and each of the others.
fn with_changes(game: &Game) -> Vec<ShownReading> {
    let numbers = game.presets().map(|preset| ShownReading {
        preset,
        is_change: false,
        word: preset.id.to_owned(),
        label: preset.title.to_owned(),
    });
    let others: Vec<_> = game.presets().filter(|preset| **preset != Preset::CODED).collect();
    let is_one = others.len() == 1;
    let changes = others.into_iter().map(|preset| ShownReading {
        preset,
        is_change: true,
        // There was one change before games had presets of their own; its address stays.
        word: if *preset == Preset::DOCUMENTED { "change".to_owned() } else { format!("change-{}", preset.id) },
        label: if is_one { "change".to_owned() } else { format!("change {}", preset.title) },
    });
    numbers.chain(changes).collect()
}

/// The preset or change that an address names, as coded where it names none.
///
/// # Errors
/// 400 if the game has no such; the message lists those it has.
pub(crate) fn named_or_change(game: &Game, text: Option<&String>) -> Result<ShownReading, Error> {
    let mut all = with_changes(game);
    let words: Vec<&str> = all.iter().map(|reading| reading.word.as_str()).collect();
    let at = SheetSettings::position("rules", text, &words, 0)?;
    Ok(all.swap_remove(at))
}

/// The choice among the presets of a game and their changes; none where it has no switches.
pub(crate) fn choices_with_changes(game: &Game, settings: &SheetSettings, path: &str) -> Vec<Choice> {
    if game.switches().is_empty() {
        return Vec::new();
    }
    let all = with_changes(game);
    let words: Vec<_> = all.iter().map(|reading| (reading.word.as_str(), reading.label.as_str())).collect();
    settings.choices(path, "rules", &words)
}
