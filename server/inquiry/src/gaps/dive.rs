//! A dive by a drop profile, simulated once for all rules that need to know how often something drops.
//!
//! Every cell of the profile gets a fixed number of drops with a stream of its own, so that the same files, rules and
//! profile always give the same counts.

use std::collections::BTreeMap;

use super::{DiveItems, DropShare};
use crate::profile::Profile;
use affixboard_model::{
    batch::{Cell, Counts, Entry, Key, Metric, Shard},
    catalog::{AffixId, Allocation, ArtifactId, Catalog, KindId, ThemeId},
    game::{Cancelled, Forge, Words},
    stats::{WeightedSum, Z95},
};

/// Seed of all drops simulated for gaps.
pub const SEED: u64 = 1;
/// Number of drops simulated at each depth, by drop quality: normal ones weigh more in a dive.
pub const DROPS: [u64; 3] = [1 << 14, 1 << 12, 1 << 12];

/// Counts of a dive's simulated drops.
pub(super) struct Dive {
    cells: Vec<DiveCell>,
}

/// The drops of one depth and quality.
struct DiveCell {
    depth: u32,
    quality: u8,
    /// Number of drops that were simulated.
    made: u64,
    /// Number of the dive's drops that one simulated drop stands for.
    weight: f64,
    /// By kind: items, and those that are neither artifact nor carry an affix.
    kinds: Vec<[u32; 2]>,
}

/// Items with an entry, of some kinds, to be counted over the whole dive.
pub(super) struct Watched {
    pub(super) entry: WatchedEntry,
    /// The kinds: those that an allocation covers; `None` for all.
    pub(super) covered_by: Option<Allocation>,
    pub(super) sum: WeightedSum,
}

/// The entry that is counted; kinds are entries of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WatchedEntry {
    Affix(AffixId),
    Theme(ThemeId),
    Artifact(ArtifactId),
    Kind(KindId),
}

impl WatchedEntry {
    /// What a key counts items of, if it is that.
    fn of(key: Key) -> Option<WatchedEntry> {
        match (key.metric, key.entry, key.kind) {
            (Metric::AFFIX, Entry::Affix(id), _) => Some(WatchedEntry::Affix(id)),
            (Metric::THEME, Entry::Theme(id), _) => Some(WatchedEntry::Theme(id)),
            (Metric::ARTIFACT, Entry::Artifact(id), _) => Some(WatchedEntry::Artifact(id)),
            (Metric::KIND, _, Some(kind)) => Some(WatchedEntry::Kind(kind)),
            _ => None,
        }
    }
}

impl Watched {
    fn has(&self, catalog: &Catalog, key: Key) -> bool {
        self.covered_by.is_none_or(|line| {
            key.kind.map(|id| catalog.kind(id)).is_some_and(|kind| line.covers(kind.tval, kind.sval))
        })
    }
}

impl Dive {
    /// Simulates the dive and adds to each of `watched`, as long as `keep_going` returns true.
    ///
    /// # Errors
    /// [`Cancelled`] if it returned false.
    pub(super) fn new(
        forge: &dyn Forge,
        words: &Words,
        profile: &Profile,
        watched: &mut [Watched],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Dive, Cancelled> {
        let keys = forge.keys();
        let catalog = keys.catalog();
        let mut watching: BTreeMap<WatchedEntry, Vec<usize>> = BTreeMap::new();
        for (at, one) in watched.iter().enumerate() {
            watching.entry(one.entry).or_default().push(at);
        }
        let mut cells = Vec::new();
        let mut counts = Counts::new(keys);
        let known = |cell: &Cell| cell.depth <= words.deepest && usize::from(cell.quality) < words.qualities.len();
        for (cell, drops) in profile.cells().filter(|(cell, _)| known(cell)) {
            let made = DROPS.get(usize::from(cell.quality)).copied().unwrap_or(DROPS[0]);
            let shard = Shard { cell, piece: 0, drops: made };
            forge.run_while(cell, made, &mut shard.stream(SEED), &mut counts, keep_going)?;
            let weight = drops.mean() / made as f64;
            let mut of_cell = vec![0_u64; watched.len()];
            let mut kinds = vec![[0, 0]; catalog.kinds.len()];
            for (key, count) in counts.take() {
                let key = keys.key(key);
                let places = WatchedEntry::of(key).and_then(|entry| watching.get(&entry));
                for at in places.into_iter().flatten().filter(|at| watched[**at].has(catalog, key)) {
                    of_cell[*at] += count;
                }
                match (key.metric, key.entry, key.kind) {
                    (Metric::KIND, _, Some(kind)) => kinds[kind.at()][0] += count as u32,
                    (Metric::NAFFIXES, Entry::Fixed(0), Some(kind)) => kinds[kind.at()][1] += count as u32,
                    _ => {}
                }
            }
            for (one, count) in watched.iter_mut().zip(of_cell) {
                one.sum.add(weight, count, made);
            }
            cells.push(DiveCell { depth: cell.depth, quality: cell.quality, made, weight, kinds });
            if !keep_going() {
                return Err(Cancelled);
            }
        }
        Ok(Dive { cells })
    }

    /// The share of these kinds' items without an affix at each depth, of one drop quality.
    pub(super) fn plain(&self, kinds: &[KindId], quality: u8) -> Vec<DropShare> {
        let of_cell = |cell: &DiveCell| {
            let [n, count] = cell.sums(kinds);
            DropShare { depth: cell.depth, quality, count, n }
        };
        self.cells.iter().filter(|cell| cell.quality == quality).map(of_cell).collect()
    }

    /// The number of these kinds' items that the dive drops on average in the cells that are asked for.
    pub(super) fn items(&self, kinds: &[KindId], is_asked: impl Fn(u32, u8) -> bool) -> DiveItems {
        self.sum(kinds, is_asked, 0)
    }

    /// The number of those among them that are neither artifacts nor carry an affix.
    pub(super) fn plain_items(&self, kinds: &[KindId], is_asked: impl Fn(u32, u8) -> bool) -> DiveItems {
        self.sum(kinds, is_asked, 1)
    }

    fn sum(&self, kinds: &[KindId], is_asked: impl Fn(u32, u8) -> bool, which: usize) -> DiveItems {
        let mut sum = WeightedSum::default();
        for cell in self.cells.iter().filter(|cell| is_asked(cell.depth, cell.quality)) {
            sum.add(cell.weight, cell.sums(kinds)[which], cell.made);
        }
        DiveItems::of(&sum)
    }
}

impl DiveCell {
    fn sums(&self, kinds: &[KindId]) -> [u64; 2] {
        kinds.iter().fold([0, 0], |sums, kind| {
            let [items, plain] = self.kinds[kind.at()];
            [sums[0] + u64::from(items), sums[1] + u64::from(plain)]
        })
    }
}

impl DiveItems {
    pub(super) fn of(sum: &WeightedSum) -> DiveItems {
        let (low, high) = sum.interval(Z95);
        DiveItems { mean: sum.sum(), low, high }
    }
}
