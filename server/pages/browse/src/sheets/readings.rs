//! The readings that pages offer: the presets of a game's rule switches, as `rules` in addresses.

use std::{fmt::Display, sync::Arc};

use affixboard_model::game::{Game, Preset, Switches};
use affixboard_store::Revision;

use super::{settings::SheetSettings, types::Types};
use crate::{
    Error, State,
    comparand_address::{of_revision, with_reading},
    links::{self, Choice, Query},
};
use affixboard_service::library::{OpenRevision, Reading};

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

/// What lies between as coded and each other preset of the game of a revision, by sheets of its own with these settings; none
/// where it has no switches.
pub(crate) fn changes(open: &OpenRevision, types: &Types, settings: &SheetSettings) -> Vec<Choice> {
    let others = open.loaded.game.presets().filter(|preset| **preset != Preset::CODED);
    others.map(|preset| Choice::new(preset.title, changed_by(&open.revision, preset, types, settings), false)).collect()
}

/// The comparison of a revision as coded with it by a preset.
fn changed_by(revision: &Revision, preset: &Preset, file: impl Display, settings: &SheetSettings) -> String {
    let coded = of_revision(revision);
    let read = with_reading(&coded, preset);
    settings.between(coded, read).on(&links::compared(file))
}

/// The comparison that an address of availability asked for with `rules=change` or `rules=change-guide` before there was one
/// way to compare. `file` is the last part of its path.
pub(crate) fn of_old_address(open: &OpenRevision, file: &str, settings: &SheetSettings) -> Option<String> {
    let word = settings.rules.as_deref()?.trim().strip_prefix("change")?;
    let id = if word.is_empty() { Preset::DOCUMENTED.id } else { word.strip_prefix('-')? };
    let preset = open.loaded.game.presets().find(|preset| preset.id == id && **preset != Preset::CODED)?;
    Some(changed_by(&open.revision, preset, file, settings))
}
