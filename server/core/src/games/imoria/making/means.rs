//! Mean counts of the rows of made treasures.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    amount::Amount,
    counted::{CountedKind, Counting, NOT_COUNTED, WayRows},
    made::Field,
    rolls::Circumstances,
};
use crate::game::Chance;

/// Means as they are summed up.
pub(super) struct Means<'a> {
    /// Mean and bound of each row.
    sums: Vec<(f64, f64)>,
    at: &'a Circumstances,
    of_amounts: BTreeMap<Amount, Arc<[f64]>>,
}

impl Means<'_> {
    pub(super) fn new(rows: usize, at: &Circumstances) -> Means<'_> {
        Means { sums: vec![(0.0, 0.0); rows], at, of_amounts: BTreeMap::new() }
    }

    /// What has been summed up, by rising row.
    pub(super) fn chances(self) -> Vec<Chance> {
        let keyed = (0..).zip(self.sums).filter(|(_, (mean, _))| *mean > 0.0);
        keyed.map(|(key, (mean, bound))| Chance { key, mean, bound }).collect()
    }

    pub(super) fn add(&mut self, key: u32, mean: f64, error: f64) {
        let (sum, bound) = &mut self.sums[key as usize];
        *sum += mean;
        *bound += error;
    }

    fn chances_of(&mut self, amount: Amount) -> Arc<[f64]> {
        let at = self.at;
        let chances = || amount.chances(at.level, at.difficulty).into();
        self.of_amounts.entry(amount).or_insert_with(chances).clone()
    }

    /// The chance that a number has a value.
    fn chance_of(&mut self, amount: Amount, value: i64) -> f64 {
        let chances = self.chances_of(amount);
        amount.values().iter().zip(chances.iter()).filter(|(own, _)| **own == value).map(|(_, chance)| chance).sum()
    }

    /// Adds what is made in this way so often.
    pub(super) fn way(&mut self, kind: &CountedKind, way: &WayRows, often: f64, counting: Counting) {
        way.certain.iter().for_each(|key| self.add(*key, often, 0.0));
        let (mut plain, mut error) = (0.0, 0.0);
        if !way.is_marked() {
            plain = 1.0;
            for field in kind.telling() {
                let amount = way.numbers[field as usize];
                plain *= self.chance_of(amount, kind.table[field as usize]);
                error += amount.error();
            }
        }
        if let Some(state) = kind.state {
            self.add(state.of(way, true), often * plain, if plain > 0.0 { often * error } else { 0.0 });
            self.add(state.of(way, false), often * (1.0 - plain), if plain > 0.0 { often * error } else { 0.0 });
        }
        for field in Field::ALL {
            let (rows, amount) = (&way.rows[field as usize], way.numbers[field as usize]);
            if rows.is_empty() {
                continue;
            }
            let chances = self.chances_of(amount);
            let left_out = if counting.leaves_plain_out(field) { plain } else { 0.0 };
            let table = kind.table[field as usize];
            for ((key, value), chance) in rows.iter().zip(amount.values()).zip(chances.iter()) {
                let chance = if value == table { chance - left_out } else { *chance };
                if *key != NOT_COUNTED && chance > 0.0 {
                    self.add(*key, often * chance, often * amount.error());
                }
            }
        }
        if let Some((key, table)) = way.worthless {
            let (chance, error) = self.worthless(way, table);
            self.add(key, often * chance, often * error);
        }
    }

    /// The chance that it is worth nothing, and how far that may be off.
    fn worthless(&mut self, way: &WayRows, table: i64) -> (f64, f64) {
        let mut ways = vec![([0; Field::ALL.len()], 1.0)];
        let mut error = 0.0;
        for field in way.made.price.of {
            let amount = way.numbers[*field as usize];
            let chances = self.chances_of(amount);
            let values: Vec<(i64, f64)> = amount.values().into_iter().zip(chances.iter().copied()).collect();
            let with = |(numbers, chance): &([i64; Field::ALL.len()], f64)| {
                let (numbers, chance) = (*numbers, *chance);
                values
                    .iter()
                    .map(move |(value, share)| {
                        let mut numbers = numbers;
                        numbers[*field as usize] = *value;
                        (numbers, chance * share)
                    })
                    .collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(with).collect();
            error += amount.error();
        }
        let is_worthless = |(numbers, _): &&([i64; Field::ALL.len()], f64)| way.made.price.with(table, numbers) <= 0;
        let chance: f64 = ways.iter().filter(is_worthless).map(|way| way.1).sum();
        // All or none are exact.
        (chance, if chance > 0.0 && chance < 1.0 { error } else { 0.0 })
    }
}
