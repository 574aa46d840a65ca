//! Counts that a team sent, held against a revision's rules in the background, and what that came to kept beside them.

use std::{
    io::{Read, Write},
    sync::Arc,
};

use affixboard_inquiry::audit::Verdict;
use affixboard_model::{batch::Cell, game::Loaded};
use affixboard_report::{
    audit::{Detectable, detectable_shares},
    format::{ReadTally, read_tally_csv},
};
use affixboard_store::{OwnCountsLine, OwnCountsOutcome, Store};
use anyhow::{Context, bail};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};

use super::{Computing, Counts, NumberFit, matched_cells, number_fits};
use crate::{
    clock::now_ms,
    compute::{COMPARISONS, FALSE_ALARMS, PageRun, PageRuns, Priority, Scheduler},
    library::OpenRevision,
};

/// The largest file of counts, in bytes, as it is sent and unpacked.
pub const LARGEST_COUNTS: usize = 32 << 20;
/// The largest number of cells that are held against chances.
const MOST_CELLS: usize = 1000;

/// What counts came to.
#[derive(Debug)]
pub struct HeldCounts {
    /// The comparisons with computed chances.
    pub verdict: Verdict,
    /// The smallest differences that would have been found, at several chances.
    pub told: Vec<Detectable>,
    /// Drops of the cell that has the fewest.
    pub drops: u64,
    /// Metrics of the file that aren't compared.
    pub metrics: Vec<String>,
    /// Entries that were counted and that the files don't have.
    pub strangers: Vec<String>,
    /// Where counts and chances disagree: the value of each number of the rules that explains the counts best.
    pub fits: Vec<NumberFit>,
}

impl HeldCounts {
    /// Whether the rules are those of the program that was counted, as far as the counts can tell.
    pub fn agrees(&self) -> bool {
        self.verdict.agrees() && self.strangers.is_empty()
    }
}

/// Counts that are held, or were; `None` where chances of the game aren't computed.
pub type HeldRuns = PageRuns<Option<HeldCounts>>;

/// The game and the version of its rules by which counts are held against a revision.
pub fn rules_of(loaded: &Loaded) -> String {
    format!("{} {}", loaded.game.id(), loaded.game.rules_version())
}

/// A file of counts as it is kept, with how much was counted.
#[derive(Debug)]
pub struct PackedCounts {
    /// The file, packed with gzip.
    pub packed: Vec<u8>,
    /// Drops.
    pub objects: u64,
    /// Depths and drop qualities.
    pub cells: u32,
}

/// Reads a file of counts, which may be packed with gzip, and sees whether it can be held against a revision's chances.
///
/// # Errors
/// If it is too large, or no such file: with its line.
pub fn pack(bytes: &[u8], open: &OpenRevision) -> anyhow::Result<PackedCounts> {
    let text = if bytes.starts_with(&[0x1f, 0x8b]) { unpack(bytes)? } else { bytes.to_vec() };
    let (read, counts) = read(&text, open)?;
    if counts.cells.len() > MOST_CELLS {
        bail!("it has {} depths and qualities; expected at most {MOST_CELLS}", counts.cells.len());
    }
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&text)?;
    let objects = read.cells.values().fold(0_u64, |sum, cell| sum.saturating_add(cell.drops));
    Ok(PackedCounts { packed: packer.finish()?, objects, cells: counts.cells.len() as u32 })
}

fn unpack(packed: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut text = Vec::new();
    GzDecoder::new(packed).take(LARGEST_COUNTS as u64 + 1).read_to_end(&mut text).context("it can't be unpacked")?;
    if text.len() > LARGEST_COUNTS {
        bail!("unpacked it has more than {} MB", LARGEST_COUNTS >> 20);
    }
    Ok(text)
}

fn read(text: &[u8], open: &OpenRevision) -> anyhow::Result<(ReadTally, Counts)> {
    let read = read_tally_csv(text, open.loaded.game.words())?;
    let cells = read.cells.keys().map(|(depth, quality)| Cell { depth: *depth, quality: *quality, kind: None });
    let counts = matched_cells(&read, cells, &open.loaded, open.forge.as_ref())?;
    Ok((read, counts))
}

/// The run that holds counts against a revision's chances, begun or known; `None` where too many others wait. It keeps what they came
/// to.
pub fn hold(
    runs: &Arc<HeldRuns>,
    (store, scheduler): (&Store, &Arc<Scheduler>),
    open: &Arc<OpenRevision>,
    line: &OwnCountsLine,
) -> Option<Arc<PageRun<Option<HeldCounts>>>> {
    let (id, rules) = (line.id, rules_of(&open.loaded));
    let (store, scheduler, open) = (store.clone(), Arc::clone(scheduler), Arc::clone(open));
    // Cells are computed in parts, whose number is known once the file is read; a page needs one to begin with.
    let total = u64::from(line.cells.max(1));
    runs.of(&format!("{id} {rules}"), total, |progress| async move {
        let packed = store.own_counts(id).await?;
        let of = Arc::clone(&open);
        let reading = scheduler.spawn(Priority::Batch, move |_| read(&unpack(&packed)?, &of));
        let (_, counts) = reading.await.map_err(|_| anyhow::anyhow!("reading was ended"))??;
        let computing = Computing { scheduler, priority: Priority::Batch, progress };
        let Some(held) = held(&counts, &computing, &open).await? else { return Ok(None) };
        let outcome = OwnCountsOutcome {
            rules,
            agrees: held.agrees(),
            comparisons: held.verdict.comparisons,
            disagreements: held.verdict.disagreements + held.strangers.len() as u64,
            held_at: now_ms(),
        };
        store.set_own_counts_outcome(id, &outcome).await?;
        Ok(Some(held))
    })
}

async fn held(counts: &Counts, computing: &Computing, open: &Arc<OpenRevision>) -> anyhow::Result<Option<HeldCounts>> {
    let level = (FALSE_ALARMS, COMPARISONS);
    let Some(verdict) = counts.hold(computing, (&open.loaded, &open.forge), level, &|| false).await? else {
        return Ok(None);
    };
    // Of other entries than the files have no number could be the reason.
    let fits = if verdict.agrees() || !counts.strangers.entries.is_empty() {
        Vec::new()
    } else {
        number_fits(counts, computing, &open.loaded, level, &|| false).await?
    };
    let drops = counts.cells.iter().map(|(_, tally)| tally.drops).min().unwrap_or(0);
    Ok(Some(HeldCounts {
        told: detectable_shares(&verdict, drops),
        verdict,
        drops,
        metrics: counts.strangers.metrics.clone(),
        strangers: counts.strangers.entries.clone(),
        fits,
    }))
}
