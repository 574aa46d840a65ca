//! Choice of a kind: the normal table and the table for good and great drops (RULES 2.2).

use crate::constants::{GREAT_OBJ, MAX_OBJECT_DEPTH, boosted};
use affixboard_model::{
    catalog::{Catalog, KindAllocation, KindId},
    engine::{
        alias::AliasTable,
        multinomial::{Multinomial, binomial_draw},
        random::Stream,
    },
    explain::WeightShare,
};

/// Tables by level 0..=100, for normal and for good drops.
#[derive(Debug)]
pub(super) struct AffixKindTables {
    /// By rising kind.
    kinds: Vec<KindLine>,
    normal: Vec<Option<AliasTable>>,
    good: Vec<Option<AliasTable>>,
    /// `[normal or good][level] u32`: sum of the weights.
    totals: [Vec<u32>; 2],
}

/// An allocation of a kind, and whether the kind is in the good table.
#[derive(Debug)]
struct KindLine {
    kind: KindId,
    allocation: KindAllocation,
    good: bool,
}

impl AffixKindTables {
    pub(super) fn new(catalog: &Catalog) -> AffixKindTables {
        let kinds = catalog.kinds.iter().zip(0..).flat_map(|(kind, at)| {
            let line = move |allocation| KindLine { kind: KindId(at), allocation, good: kind.good };
            kind.allocations.iter().copied().map(line)
        });
        let kinds: Vec<KindLine> = kinds.collect();
        let tables = |good_only| {
            let levels = 0..=MAX_OBJECT_DEPTH;
            levels.map(|level| AliasTable::new(weights(&kinds, good_only, level))).collect()
        };
        let totals = |good_only| {
            let total = |level| weights(&kinds, good_only, level).map(|kind| kind.1).sum();
            (0..=MAX_OBJECT_DEPTH).map(total).collect()
        };
        let totals = [totals(false), totals(true)];
        AffixKindTables { normal: tables(false), good: tables(true), totals, kinds }
    }

    /// The table of a level; `None` if it is empty.
    pub(super) fn table(&self, good: bool, level: u32) -> Option<&AliasTable> {
        let tables = if good { &self.good } else { &self.normal };
        tables[level.min(MAX_OBJECT_DEPTH) as usize].as_ref()
    }

    /// The probability of a kind for a drop at a level: as a weight without boosts, and with boosts.
    pub(super) fn chance(&self, kind: KindId, good: bool, level: u32) -> (WeightShare, f64) {
        let at = |level: u32| {
            let mut part = WeightShare { weight: 0, total: 0 };
            for (other, weight) in weights(&self.kinds, good, level.min(MAX_OBJECT_DEPTH)) {
                part.total += u64::from(weight);
                part.weight += if other == kind.0 { u64::from(weight) } else { 0 };
            }
            part
        };
        let own = at(level);
        if level == 0 {
            return (own, own.chance());
        }
        let rolls = 1..=MAX_OBJECT_DEPTH;
        let boosted: f64 = rolls.map(|roll| at(boosted(level, MAX_OBJECT_DEPTH, roll)).chance()).sum();
        let great = 1.0 / f64::from(GREAT_OBJ);
        (own, (1.0 - great) * own.chance() + great * boosted / f64::from(MAX_OBJECT_DEPTH))
    }

    /// Draws the kinds of `drops` drops at a level, boosts included, and adds their numbers to `made`, by kind. Returns
    /// the number of drops without a kind.
    pub(super) fn draw(&self, good: bool, level: u32, drops: u64, random: &mut Stream, made: &mut [u64]) -> u64 {
        let great = if level > 0 { binomial_draw(drops, (1, u64::from(GREAT_OBJ)), random) } else { 0 };
        let mut failed = drops;
        let mut make = |kind: u32, n: u64| {
            made[kind as usize] += n;
            failed -= n;
        };
        for _ in 0..great {
            let level = boosted(level, MAX_OBJECT_DEPTH, random.one_to(MAX_OBJECT_DEPTH));
            if let Some(table) = self.table(good, level) {
                make(table.draw(random), 1);
            }
        }
        let weights = weights(&self.kinds, good, level.min(MAX_OBJECT_DEPTH));
        let split = Multinomial::new(weights.map(|(kind, weight)| (kind, u64::from(weight))));
        split.draw(drops - great, random).into_iter().for_each(|(kind, n)| make(kind, n));
        failed
    }
}

impl AffixKindTables {
    /// The probability of each of these kinds for a drop at a level, boosts included. Of all kinds they sum to 1 if no
    /// table is empty.
    pub(super) fn chances(&self, good: bool, level: u32, kinds: impl Iterator<Item = KindId>) -> Vec<f64> {
        let great = if level > 0 { 1.0 / f64::from(GREAT_OBJ) } else { 0.0 };
        let rolls = (1..=MAX_OBJECT_DEPTH).filter(|_| great > 0.0);
        let boosts = rolls.map(|roll| (boosted(level, MAX_OBJECT_DEPTH, roll), great / f64::from(MAX_OBJECT_DEPTH)));
        let totals = &self.totals[usize::from(good)];
        let shares: Vec<(u32, f64, f64)> = std::iter::once((level, 1.0 - great))
            .chain(boosts)
            .map(|(level, share)| {
                let level = level.min(MAX_OBJECT_DEPTH);
                (level, share, f64::from(totals[level as usize].max(1)))
            })
            .collect();
        let chance = |kind: KindId| {
            let lines = self.lines_of(kind);
            let mut chance = 0.0;
            for (level, share, total) in &shares {
                weights(lines, good, *level).for_each(|(_, weight)| chance += share * f64::from(weight) / total);
            }
            chance
        };
        kinds.map(chance).collect()
    }

    fn lines_of(&self, kind: KindId) -> &[KindLine] {
        let first = self.kinds.partition_point(|line| line.kind < kind);
        let length = self.kinds[first..].partition_point(|line| line.kind == kind);
        &self.kinds[first..first + length]
    }
}

/// The kinds of a table with their weights.
fn weights(kinds: &[KindLine], good_only: bool, level: u32) -> impl Iterator<Item = (u32, u32)> {
    let fits = move |line: &&KindLine| {
        (line.good || !good_only) && (line.allocation.min..=line.allocation.max).contains(&level)
    };
    kinds.iter().filter(fits).map(|line| (line.kind.0, line.allocation.commonness))
}
