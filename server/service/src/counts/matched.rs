//! Counts that are read from a file, by the keys of a forge.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
};

use affixboard_inquiry::audit::{COMPARED, KeyLabels};
use affixboard_model::{
    batch::{Cell, CellTally, KeySpace, Metric},
    game::{Chance, Forge, Loaded, Words},
};
use affixboard_report::format::{ReadCell, ReadTally, read_tally_csv};
use anyhow::{Context, anyhow};

use super::Counts;

/// Differences between counts and the files: entries or metrics that only one of them has.
#[derive(Debug, Default)]
pub struct Strangers {
    /// Metrics that aren't compared.
    pub metrics: Vec<String>,
    /// Metrics that are, and of which the tally has none at all.
    pub absent: Vec<&'static str>,
    /// Entries it counted that the files don't have.
    pub entries: Vec<String>,
    /// Number of entries left out because their name is ambiguous.
    pub unclear: AtomicUsize,
    labels: Option<KeyLabels>,
}

impl Strangers {
    /// The counts and chances of a cell that can be compared.
    pub(super) fn merge_same_names(
        &self,
        keys: &KeySpace,
        one_affix: bool,
        tally: &CellTally,
        mut chances: Vec<Chance>,
    ) -> (CellTally, Vec<Chance>) {
        chances.retain(|chance| !self.absent.contains(&keys.key(chance.key).metric.0));
        let Some(labels) = &self.labels else { return (tally.clone(), chances) };
        let (tally, chances, unclear) = labels.merge_same_names(keys, one_affix, tally, &chances);
        self.unclear.fetch_add(unclear, Ordering::Relaxed);
        (tally, chances)
    }
}

/// Reads the file.
///
/// # Errors
/// If it can't be read, or is not of that form: with its line.
pub fn read_counts(path: &Path, words: &Words) -> anyhow::Result<ReadTally> {
    let bytes = std::fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
    read_tally_csv(&bytes, words).with_context(|| format!("can't read {}", path.display()))
}

/// The cells that are wanted, rising, by the keys that stand for what is called the same.
///
/// # Errors
/// If it has no such cell, or counts more than there can be: with its line.
pub fn matched_cells(
    read: &ReadTally,
    wanted: impl Iterator<Item = Cell>,
    loaded: &Loaded,
    forge: &dyn Forge,
) -> anyhow::Result<Counts> {
    let rows = || read.cells.values().flat_map(|cell| &cell.rows);
    let kinds_by_name = rows().filter(|row| row.metric == Metric::KIND.0).all(|row| row.place.is_none());
    let labels = KeyLabels::new(forge.keys(), kinds_by_name);
    let mut strangers = Strangers::default();
    let metrics: BTreeSet<&str> = rows().map(|row| row.metric.as_str()).collect();
    strangers.metrics =
        metrics.iter().filter(|name| KeyLabels::metric(name).is_none()).map(|name| (*name).to_owned()).collect();
    let ours: Vec<Metric> = forge.keys().metrics().collect();
    strangers.absent =
        COMPARED.iter().filter(|metric| ours.contains(metric) && !metrics.contains(metric.0)).map(|m| m.0).collect();
    let mut cells = Vec::new();
    for cell in wanted {
        let words = loaded.game.words();
        let quality = words.qualities[usize::from(cell.quality)];
        let found = read.cells.get(&(cell.depth, cell.quality));
        let found = found.ok_or_else(|| anyhow!("it has no rows of level {} and quality {quality}", cell.depth))?;
        cells.push((cell, counts(found, cell, loaded, &labels, &mut strangers)?));
    }
    strangers.labels = Some(labels);
    Ok(Counts { cells, strangers })
}

/// The counts of a cell.
fn counts(
    found: &ReadCell,
    cell: Cell,
    loaded: &Loaded,
    labels: &KeyLabels,
    strangers: &mut Strangers,
) -> anyhow::Result<CellTally> {
    let place = cell.kind.map(|kind| loaded.catalog.kind(kind)).map(|kind| (kind.tval, kind.sval));
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    let mut kinds = 0_u64;
    for row in found.rows.iter().filter(|row| place.is_none() || row.place == place) {
        let Some(metric) = KeyLabels::metric(&row.metric) else { continue };
        if row.count > found.drops {
            return Err(anyhow!(
                "line {}: found a count of {}; expected at most n, {}",
                row.line,
                row.count,
                found.drops
            ));
        }
        if metric == Metric::KIND {
            kinds = kinds.saturating_add(row.count);
        }
        match labels.find(metric, row.place, &row.name) {
            Some(key) => *counts.entry(key).or_default() += row.count,
            None if row.count > 0 => {
                let place = row.place.map_or(String::new(), |(tval, sval)| format!(" {tval}:{sval}"));
                strangers.entries.push(format!(
                    "line {}: {}{place} {}: counted {} times, and the files have no such entry",
                    row.line, row.metric, row.name, row.count
                ));
            }
            None => {}
        }
    }
    if kinds > found.drops {
        return Err(anyhow!(
            "at level {} it counts {kinds} kinds of {} drops: kinds that were made on their own have to be named with --kind",
            cell.depth,
            found.drops
        ));
    }
    Ok(CellTally { drops: found.drops, counts: counts.into_iter().filter(|entry| entry.1 > 0).collect() })
}
