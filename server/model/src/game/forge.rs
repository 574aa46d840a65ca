//! The forge: compiled rules that sample drops. What else it can answer are its capabilities.

use std::{ops::Range, sync::Arc};

use super::{Cancelled, ExactChances, Explain, KindChances, KindSamples, Pool, ThemeRules};
use crate::{
    batch::{Cell, Counts, KeySpace, Metric},
    catalog::KindId,
    engine::random::Stream,
};

/// Rules compiled for one catalog: immutable, shared by threads.
///
/// Every forge has pools, keys and samples. What only some games' rules can answer is a trait of its own, which a forge
/// returns where it has it.
pub trait Forge: Send + Sync {
    /// The pool of a kind at a generation level and affix level (a position in `Words::affix_levels`).
    fn pool(&self, kind: KindId, generation_level: u32, affix_level: u8) -> Arc<Pool>;
    /// The key space of all counters.
    fn keys(&self) -> &KeySpace;
    /// Whether a key can be counted at all in this cell, as a question to ask of many keys. `true` where in doubt:
    /// `false` is a proof.
    fn possible(&self, cell: Cell) -> Box<dyn Fn(u32) -> bool + '_>;
    /// Whether this key can be counted at all in this cell.
    fn can_occur(&self, cell: Cell, key: u32) -> bool {
        self.possible(cell)(key)
    }
    /// The same for whole runs of keys at once, each of one metric and kind: sets `possible[i]` where the `i`th key of
    /// any run can be counted. What is set already isn't asked about. Sheets ask so of some hundred thousand keys.
    fn mark_possible(&self, cell: Cell, runs: &[Range<u32>], possible: &mut [bool]) {
        let can_occur = self.possible(cell);
        for run in runs {
            for (key, possible) in run.clone().zip(possible.iter_mut()) {
                *possible = *possible || can_occur(key);
            }
        }
    }
    /// Makes `drops` drops of a cell and counts their properties.
    fn run(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts);
    /// The same, as long as `keep_going` returns true. Forges that make items one by one ask it every few milliseconds.
    ///
    /// # Errors
    /// [`Cancelled`] if `keep_going` returned false before all were made. What was counted by then stands for nothing.
    fn run_while(
        &self,
        cell: Cell,
        drops: u64,
        random: &mut Stream,
        counts: &mut Counts,
        _keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        self.run(cell, drops, random, counts);
        Ok(())
    }

    /// Chances computed from the rules without sampling.
    fn exact(&self) -> Option<&dyn ExactChances> {
        None
    }
    /// Chances of kinds per drop.
    fn kind_chances(&self) -> Option<&dyn KindChances> {
        None
    }
    /// Samples of some kinds alone.
    fn kind_samples(&self) -> Option<&dyn KindSamples> {
        None
    }
    /// Explanations of chances, stage by stage.
    fn explain(&self) -> Option<&dyn Explain> {
        None
    }
    /// Themes, in games that have them.
    fn themes(&self) -> Option<&dyn ThemeRules> {
        None
    }
}

/// Whether it is proven that a drop of these kinds in these cells is an artifact: all other items are counted by their
/// number of affixes. `false` where nothing of these kinds is counted so.
pub fn are_only_artifacts(forge: &dyn Forge, kinds: &[KindId], cells: &[Cell]) -> bool {
    let keys = forge.keys();
    let mut counted: Vec<(KindId, Range<u32>)> = Vec::new();
    let mut first = 0;
    while (first as usize) < keys.len() {
        let (end, key) = (keys.run_end(first), keys.key(first));
        if let Some(kind) = key.kind.filter(|kind| key.metric == Metric::NAFFIXES && kinds.contains(kind)) {
            counted.push((kind, first..end));
        }
        first = end;
    }
    let is_in = |cell: &Cell, kind: KindId| cell.kind.is_none_or(|only| only == kind);
    !counted.is_empty()
        && cells.iter().all(|cell| {
            let possible = forge.possible(*cell);
            !counted.iter().any(|(kind, run)| is_in(cell, *kind) && run.clone().any(&*possible))
        })
}
