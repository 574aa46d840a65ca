//! A drop profile of what was found on levels.

use std::collections::BTreeMap;

use affixboard_inquiry::{
    game_stats::{EntryChances, FoundTable, Origins, level_drops, stats_profile_text},
    profile::QUALITIES,
};
use affixboard_model::batch;
use affixboard_report::format::stats_notes;

use super::query::OpenStats;
use crate::{Error, State};
use affixboard_service::compute::Priority;

/// Name and text of a profile of stored statistics; else a sentence that says what is wrong.
pub(crate) async fn text(state: &State, id: i64) -> Result<Result<(String, String), String>, Error> {
    let of = OpenStats::find(state, &id.to_string()).await?;
    let words = of.open.loaded.game.words();
    if !words.one_affix || of.open.forge.exact().is_none() {
        return Ok(Err(format!(
            "A profile of these statistics takes chances of every level, which take long or are not computed for {}: make it with \
             `affixboard game-stats --profile`.",
            of.open.loaded.game.title()
        )));
    }
    let compute = move || {
        let levels: Vec<u32> = of.stats.visits.keys().copied().collect();
        let qualities: Vec<u8> = (0..QUALITIES.len() as u8).collect();
        let mut chances = BTreeMap::new();
        if let Some(exact) = of.open.forge.exact() {
            for cell in batch::cells(&levels, &qualities, &[]) {
                let found = EntryChances::new(&exact.chances(cell, None), of.open.forge.keys());
                chances.insert((cell.depth, cell.quality), found);
            }
        }
        let found = FoundTable::new(&of.stats, &Origins::All);
        let files = (&of.matched, of.open.loaded.catalog.as_ref());
        let chances_of = |level, quality| chances.get(&(level, quality));
        let drops = level_drops(&of.stats, files, &found, &levels, chances_of, words.one_affix);
        let notes = stats_notes(&of.stats, &of.matched, &of.line.sha256);
        let name: String = format!("Found: {}", of.line.name).chars().take(60).collect();
        stats_profile_text(&drops, &notes).map(|text| (name.trim().to_owned(), text))
    };
    let made = state.compute(Priority::Interactive, compute).await?;
    Ok(made.map_err(|problem| format!("From game statistics: {problem}.")))
}
