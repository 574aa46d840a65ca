//! Sums over runs of keys, by entry and column, of counts or computed numbers.

use std::ops::AddAssign;

use affixboard_model::{
    batch::Cell as PlanCell,
    game::{Chance, Forge},
};

use super::key_runs::KeyRun;
use crate::bounded::Bounded;

/// The number of one key.
pub(super) trait Keyed {
    /// The number; the default is 0.
    type Amount: Copy + Default + AddAssign;
    fn key(&self) -> u32;
    fn amount(&self) -> Self::Amount;
    /// Whether such a number proves that the key can occur.
    fn occurs(amount: Self::Amount) -> bool;
}

/// Counts of a tally.
impl Keyed for (u32, u64) {
    type Amount = u64;

    fn key(&self) -> u32 {
        self.0
    }

    fn amount(&self) -> u64 {
        self.1
    }

    fn occurs(count: u64) -> bool {
        count > 0
    }
}

impl Keyed for Chance {
    type Amount = Bounded;

    fn key(&self) -> u32 {
        self.key
    }

    fn amount(&self) -> Bounded {
        Bounded::from(self)
    }

    fn occurs(known: Bounded) -> bool {
        known.mean > known.bound
    }
}

/// The cells of a plan that make up a column, each with its numbers by rising key.
pub(super) type ColumnCells<'a, K> = Vec<(PlanCell, &'a [K])>;

/// Sums over runs, `[entry][column]`.
pub(super) struct Sums<A> {
    pub(super) amounts: Vec<Vec<A>>,
    /// Whether the entry can occur; the forge is only asked where the number doesn't prove it.
    pub(super) possible: Vec<Vec<bool>>,
}

impl<A: Copy + Default + AddAssign> Sums<A> {
    /// Sums the runs entry by entry.
    pub(super) fn of<K: Keyed<Amount = A>>(
        columns: &[ColumnCells<'_, K>],
        forge: &dyn Forge,
        runs: &[&KeyRun],
    ) -> Sums<A> {
        let amounts = Sums::amounts(columns, runs);
        let rows = amounts.len();
        let mut possible = vec![vec![false; columns.len()]; rows];
        let mut in_column = vec![false; rows];
        for (at, cells) in columns.iter().enumerate() {
            for (possible, amounts) in in_column.iter_mut().zip(&amounts) {
                *possible = K::occurs(amounts[at]);
            }
            for (cell, _) in cells {
                let keys: Vec<_> = runs.iter().filter(|run| run.is_in(*cell)).map(|run| run.keys()).collect();
                forge.mark_possible(*cell, &keys, &mut in_column);
            }
            for (possible, in_column) in possible.iter_mut().zip(&in_column) {
                possible[at] = *in_column;
            }
        }
        Sums { amounts, possible }
    }

    /// The sums alone, `[entry][column]`, without the question of what can occur.
    pub(super) fn amounts<K: Keyed<Amount = A>>(columns: &[ColumnCells<'_, K>], runs: &[&KeyRun]) -> Vec<Vec<A>> {
        let rows = runs.iter().map(|run| run.length).max().unwrap_or(0) as usize;
        let mut amounts = vec![vec![A::default(); columns.len()]; rows];
        for (at, cells) in columns.iter().enumerate() {
            for (cell, known) in cells {
                for run in runs.iter().filter(|run| run.is_in(*cell)) {
                    for one in within(known, run) {
                        amounts[(one.key() - run.first) as usize][at] += one.amount();
                    }
                }
            }
        }
        amounts
    }

    /// By entry, the cells of the row, made by `cell(column, number, can occur)`; `None` for entries that can occur in
    /// no column.
    pub(super) fn cells<C>(&self, cell: &dyn Fn(usize, A, bool) -> C) -> Vec<Option<Vec<C>>> {
        let rows = self.amounts.iter().zip(&self.possible);
        rows.map(|(amounts, possible)| {
            let cells = || (0..).zip(amounts).zip(possible).map(|((at, amount), can)| cell(at, *amount, *can));
            possible.contains(&true).then(|| cells().collect())
        })
        .collect()
    }
}

/// The numbers of the keys of a run.
pub(super) fn within<'a, K: Keyed>(known: &'a [K], run: &KeyRun) -> impl Iterator<Item = &'a K> {
    let (from, end) = (known.partition_point(|one| one.key() < run.first), run.first + run.length);
    known[from..].iter().take_while(move |one| one.key() < end)
}
