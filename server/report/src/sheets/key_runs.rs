//! The keys of a forge in runs, so that a sheet needn't look at each of them.

use std::ops::Range;

use affixboard_model::{
    batch::{Cell, Entry, KeySpace, Metric},
    catalog::KindId,
};

/// Consecutive keys of one metric and kind: one per affix, theme, artifact or name of a fixed list, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KeyRun {
    pub(super) metric: Metric,
    /// The kind, for metrics that are counted per kind.
    pub(super) kind: Option<KindId>,
    /// The first key's entry.
    pub(super) entry: Entry,
    pub(super) first: u32,
    pub(super) length: u32,
}

impl KeyRun {
    /// Whether a cell can have counts of the run: a cell of one kind has those of that kind only.
    pub(super) fn is_in(&self, cell: Cell) -> bool {
        cell.kind.is_none() || self.kind.is_none() || cell.kind == self.kind
    }

    pub(super) fn keys(&self) -> Range<u32> {
        self.first..self.first + self.length
    }
}

/// All runs of these metrics.
///
/// Within a block keys run over the names first; only the ends of runs are looked at.
pub(super) fn runs(keys: &KeySpace, metrics: &[Metric]) -> Vec<KeyRun> {
    let mut runs = Vec::new();
    let end = keys.len() as u32;
    let mut first = 0;
    while first < end {
        let key = keys.key(first);
        let length = keys.run_end(first) - first;
        if metrics.contains(&key.metric) {
            runs.push(KeyRun { metric: key.metric, kind: key.kind, entry: key.entry, first, length });
        }
        first += length;
    }
    runs
}
