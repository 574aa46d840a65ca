//! What a game's own program counted on levels, a number a line.

use std::{
    collections::BTreeSet,
    io::{self, Write},
};

use affixboard_inquiry::game_stats::{FoundEntry, FoundTable, GameStats, Matched, Origins, StatsEntry};
use affixboard_model::catalog::Catalog;

use super::{
    chances_csv::float,
    tally_csv::{io_error, table},
};

/// The columns.
const COLUMNS: [&str; 12] =
    ["level", "visits", "origin", "metric", "tval", "sval", "name", "count", "per_visit", "low", "high", "in_files"];

/// What of the statistics is written.
#[derive(Debug, Clone)]
pub struct StatsChoice {
    /// These levels; all that were visited where there are none.
    pub levels: BTreeSet<u32>,
    /// Item types by the program's numbers; all where there are none. Artifacts have no type of their own and stay out then.
    pub tvals: BTreeSet<u32>,
    /// Groups of origins, each with the name it gets in the table.
    pub origins: Vec<(String, Origins)>,
}

impl StatsChoice {
    /// Whether rows of an entry are written.
    pub fn wants(&self, entry: FoundEntry, stats: &GameStats) -> bool {
        self.tvals.is_empty() || entry.tval(stats).is_some_and(|tval| self.tvals.contains(&tval))
    }

    /// The levels that were visited, of those that are wanted.
    pub fn levels(&self, stats: &GameStats) -> Vec<u32> {
        let is_wanted = |level: &&u32| self.levels.is_empty() || self.levels.contains(level);
        stats.visits.keys().filter(is_wanted).copied().collect()
    }
}

/// An entry's tval, sval and name: as in the files where they have it, else as in the statistics.
pub fn stats_entry_fields(entry: FoundEntry, stats: &GameStats, matched: &Matched, catalog: &Catalog) -> [String; 3] {
    let tval = entry.tval(stats).map(|tval| matched.types.get(&tval).map_or(tval, |own| u32::from(*own)));
    let tval = tval.map_or_else(String::new, |tval| tval.to_string());
    let name = entry.name(stats);
    match entry {
        FoundEntry::Entry(StatsEntry::Kind(index)) => match matched.kinds.get(&index) {
            Some(id) => {
                let kind = catalog.kind(*id);
                [kind.tval.to_string(), kind.sval.to_string(), kind.name.clone()]
            }
            None => [tval, stats.kinds.get(&index).map_or_else(String::new, |kind| kind.sval.to_string()), name],
        },
        FoundEntry::Entry(StatsEntry::Theme { index, .. }) => {
            let own = matched.themes.get(&index).map(|id| catalog.theme(*id).name.clone());
            [tval, String::new(), own.unwrap_or(name)]
        }
        _ => [tval, String::new(), name],
    }
}

/// Whether the files have an entry, or an item type.
pub fn is_in_files(entry: FoundEntry, matched: &Matched) -> bool {
    match entry {
        FoundEntry::Type(tval) => matched.types.contains_key(&tval),
        FoundEntry::Entry(entry) => matched.knows(entry),
    }
}

/// Writes objects per visit of a level: a line per positive count by level, origin and entry, then a line with the metric `note`
/// for each of `notes`. LF line ends.
///
/// `low` and `high` are the ends of the 95 % interval of `per_visit` of a Poisson count
/// ([`affixboard_inquiry::game_stats::FoundCell::interval`]). What has no line was not found in that many visits. Names are not escaped
/// as formulas.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn game_stats_csv(
    out: &mut dyn Write,
    (stats, matched, catalog): (&GameStats, &Matched, &Catalog),
    choice: &StatsChoice,
    notes: &[String],
) -> io::Result<()> {
    let mut table = table(out);
    table.write_record(COLUMNS).map_err(io_error)?;
    let found: Vec<(&str, FoundTable)> =
        choice.origins.iter().map(|(name, origins)| (name.as_str(), FoundTable::new(stats, origins))).collect();
    for level in choice.levels(stats) {
        for (origin, found) in &found {
            for entry in found.0.keys().filter(|entry| choice.wants(**entry, stats)) {
                let Some(cell) = found.cell(stats, *entry, level).filter(|cell| cell.count > 0) else { continue };
                let (low, high) = cell.interval();
                let [tval, sval, name] = stats_entry_fields(*entry, stats, matched, catalog);
                let in_files = if is_in_files(*entry, matched) { "yes" } else { "no" };
                let [per_visit, low, high] = [cell.per_visit(), low, high].map(float);
                table
                    .write_record([
                        &level.to_string(),
                        &cell.visits.to_string(),
                        *origin,
                        entry.sort_name(),
                        &tval,
                        &sval,
                        &name,
                        &cell.count.to_string(),
                        &per_visit,
                        &low,
                        &high,
                        in_files,
                    ])
                    .map_err(io_error)?;
            }
        }
    }
    for note in notes {
        table.write_record(["", "", "", "note", "", "", note, "", "", "", "", ""]).map_err(io_error)?;
    }
    table.flush()
}

/// Sentences about a file of statistics and how it fits the files: for the ends of tables and for pages.
pub fn stats_notes(stats: &GameStats, matched: &Matched, sha256: &str) -> Vec<String> {
    let visits = match stats.visit_range() {
        Some((least, most)) if least == most => format!("{most} visits of each of {} levels", stats.visits.len()),
        Some((least, most)) => format!("{least} to {most} visits of each of {} levels", stats.visits.len()),
        None => "no visits".to_owned(),
    };
    let version = if stats.about.version.is_empty() { "no version given" } else { &stats.about.version };
    let options =
        [stats.about.random_artifacts.then_some("random artifacts"), stats.about.no_selling.then_some("no selling")];
    let program = [version].into_iter().chain(options.into_iter().flatten()).collect::<Vec<_>>().join(", ");
    let first = format!("counted by the game's program ({program}), {visits}; SHA-256 of the file {sha256}");
    let how = "intervals: 95 %, of a Poisson count; objects of a level come together, so true intervals of common things are \
               wider";
    [first, how.to_owned()].into_iter().chain(matched.remarks.iter().map(ToString::to_string)).collect()
}
