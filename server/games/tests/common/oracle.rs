//! The tests every rule set with an oracle has: the gate, and that what is said to be impossible is.

use std::{collections::BTreeMap, num::NonZeroU64, path::PathBuf};

use affixboard_games as games;
use affixboard_model::{
    batch::{Cell, Counts, Detail, Plan, run_shard},
    catalog::KindId,
    game::{Loaded, Switches},
};

use super::gate::{self, Gate, Metrics};

/// A game's own files, read, and the folder of its oracle; `None` where there is no reference data.
pub struct Oracle {
    pub loaded: Loaded,
    pub tallies: PathBuf,
}

impl Oracle {
    /// The oracle in the reference folder `system` for the game `id`.
    pub fn open(system: &str, id: &str) -> Option<Oracle> {
        let folder = super::reference(system)?;
        let loaded = games::find(id).expect("the game").load(super::sources(&folder.join("edit")));
        Some(Oracle { loaded, tallies: folder.join("tallies") })
    }

    /// The kinds are those the original lists in `kinds.csv`.
    pub fn kinds_are_the_originals(&self) {
        let mut reader = csv::Reader::from_path(self.tallies.with_file_name("kinds.csv")).expect("kinds.csv");
        let mut expected = Vec::new();
        for row in reader.records() {
            let row = row.expect("a row");
            let number = |at: usize| row[at].parse::<u32>().expect("a number");
            expected.push((number(0), number(1), number(3), row[4].to_owned(), number(5), number(6), number(7)));
        }
        let kinds = self.loaded.catalog.kinds.iter().map(|kind| {
            let (commonness, min, max) =
                kind.allocations.first().map_or((0, 0, 0), |line| (line.commonness, line.min, line.max));
            (kind.index, u32::from(kind.tval), u32::from(kind.sval), kind.name.clone(), commonness, min, max)
        });
        let mut got: Vec<_> = kinds.collect();
        got.sort();
        expected.sort();
        for (got, expected) in got.iter().zip(&expected) {
            assert_eq!(got, expected);
        }
        assert_eq!(got.len(), expected.len());
    }

    /// Every file prints back byte for byte.
    pub fn files_print_back(&self) {
        super::print_back(&self.loaded.sources);
    }

    /// The gate of whole drops at some levels (none: all), with so many of ours for one of theirs.
    pub fn whole_drops(&self, levels: &[u32], times: u64) {
        let oracle = self.tallies.join("full.csv.gz");
        gate::check(&Gate {
            loaded: &self.loaded,
            oracle: &oracle,
            levels,
            fixed: false,
            times,
            seed: 2011,
            metrics: &Metrics::AFFIXES,
        });
    }

    /// The gate of magic applied to given kinds.
    pub fn given_kinds(&self, levels: &[u32], times: u64) {
        let oracle = self.tallies.join("fixed.csv.gz");
        gate::check(&Gate {
            loaded: &self.loaded,
            oracle: &oracle,
            levels,
            fixed: true,
            times,
            seed: 2011,
            metrics: &Metrics::AFFIXES,
        });
    }

    /// Nothing the original made at some levels (none: all) is said to be impossible.
    pub fn what_was_made_is_possible(&self, levels: &[u32]) {
        let forge = self.loaded.model.forge();
        let keys = forge.keys();
        let words = self.loaded.game.words();
        let mut by_label: BTreeMap<(String, String, String, String), Vec<u32>> = BTreeMap::new();
        for key in 0..keys.len() as u32 {
            let (place, name) = keys.label(key);
            let (tval, sval) = place.map_or_else(Default::default, |(t, s)| (t.to_string(), s.to_string()));
            by_label.entry((keys.key(key).metric.0.to_owned(), tval, sval, name)).or_default().push(key);
        }
        let (mut seen, mut impossible, mut cells) = (0, 0, 0);
        for ((depth, quality), (_, rows)) in super::tally_at(&self.tallies.join("full.csv.gz"), levels) {
            let quality = words.qualities.iter().position(|name| *name == quality).expect("a quality") as u8;
            let cell = Cell { depth, quality, kind: None };
            for (label, count) in &rows {
                // The power calculation's out-of-bounds reads are not counted.
                let Some(keys) = by_label.get(label) else { continue };
                assert!(keys.iter().any(|key| forge.can_occur(cell, *key)), "{depth} {label:?} seen {count} times");
                seen += 1;
            }
            impossible += (0..keys.len() as u32).filter(|key| !forge.can_occur(cell, *key)).count();
            cells += 1;
        }
        println!("{seen} rows seen are possible; {impossible} of {} keys over all cells are not", keys.len() * cells);
        // Of each cell some 5,000, more of them below.
        assert!(seen > 4000 * cells, "{seen}");
    }

    /// Nothing we make, for kinds on their own, is said to be impossible.
    pub fn what_is_impossible_never_comes(&self) {
        let forge = self.loaded.model.forge();
        let plan = Plan {
            target: None,
            depths: vec![0, 1, 24, 30, 60, 88, 127],
            qualities: vec![0, 1, 2],
            kinds: (0..self.loaded.catalog.kinds.len() as u32).step_by(7).map(KindId).collect(),
            drops: NonZeroU64::new(300).expect("positive"),
            seed: 5,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        let mut counts = Counts::new(forge.keys());
        for shard in plan.shards() {
            for (key, count) in run_shard(forge.as_ref(), &shard, plan.seed, &mut counts).counts {
                assert!(forge.can_occur(shard.cell, key), "{:?} {:?} {count}", shard.cell, forge.keys().label(key));
            }
        }
    }
}
