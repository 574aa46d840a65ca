//! Mean counts of the rows of made treasures.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    amount::Amount,
    counted::{Counting, MadeKind, NOT_COUNTED, WayRows},
    made::NumberField,
    rolls::Circumstances,
    values,
};
use affixboard_model::game::Chance;

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
    pub(super) fn way(&mut self, kind: &MadeKind, way: &WayRows, often: f64, counting: Counting) {
        self.add_way(kind, way, often, counting, &NOTHING_KNOWN);
        let mut chances = [0.0; values::STEPS];
        for worth in self.worths(way) {
            chances[values::step(worth.iron)] += worth.chance;
        }
        let error = way.price_error();
        if let Some(key) = way.worthless {
            let chance = chances[0];
            // All or none are exact.
            let error = if chance > 0.0 && chance < 1.0 { error } else { 0.0 };
            self.add(key, often * chance, often * error);
        }
        let is_sure = chances.iter().filter(|chance| **chance > 0.0).count() == 1;
        let error = if is_sure { 0.0 } else { often * error };
        self.add_values(kind, &chances.map(|chance| (often * chance, error)));
    }

    /// Adds the mean and the error of each step of worth.
    fn add_values(&mut self, kind: &MadeKind, steps: &[(f64, f64); values::STEPS]) {
        for rows in &kind.values {
            for (key, (mean, error)) in rows.iter().zip(steps).filter(|(_, step)| step.0 > 0.0) {
                self.add(*key, *mean, *error);
            }
        }
    }

    /// Adds as much of what is made in this way so often as counts by its worth.
    pub(super) fn weighed_way(
        &mut self,
        kind: &MadeKind,
        way: &WayRows,
        often: f64,
        counting: Counting,
        weigh: &dyn Fn(i64) -> f64,
    ) {
        let mut steps = [(0.0, 0.0_f64); values::STEPS];
        let error = way.price_error();
        for worth in self.worths(way) {
            let counts = often * weigh(worth.iron);
            let weight = worth.chance * counts;
            if weight > 0.0 {
                let step = &mut steps[values::step(worth.iron)];
                *step = (step.0 + weight, step.1.max(counts * error));
                self.add(kind.kind, weight, 0.0);
                self.add_way(kind, way, weight, counting, &worth.known);
                if let Some(key) = way.worthless.filter(|_| worth.iron <= 0) {
                    self.add(key, weight, 0.0);
                }
            }
        }
        self.add_values(kind, &steps);
    }

    /// All that one made in this way can be worth.
    pub(super) fn worths(&mut self, way: &WayRows) -> Vec<MeanWorth> {
        let mut ways = vec![(NOTHING_KNOWN, [0; NumberField::ALL.len()], 1.0)];
        for field in way.made.price.of {
            let amount = way.numbers[*field as usize];
            let chances = self.chances_of(amount);
            let values = amount.values();
            ways = ways
                .iter()
                .flat_map(|(known, numbers, chance)| {
                    chances.iter().zip(&values).enumerate().map(move |(place, (share, value))| {
                        let (mut known, mut numbers) = (*known, *numbers);
                        (known[*field as usize], numbers[*field as usize]) = (Some(place), *value);
                        (known, numbers, chance * share)
                    })
                })
                .collect();
        }
        let worth = |(known, numbers, chance): ([Option<usize>; NumberField::ALL.len()], _, f64)| MeanWorth {
            iron: way.made.price.with(way.cost, &numbers),
            chance,
            known,
        };
        ways.into_iter().map(worth).collect()
    }

    /// Adds rows of all numbers, some of which are known by their position among those that they can be.
    fn add_way(
        &mut self,
        kind: &MadeKind,
        way: &WayRows,
        often: f64,
        counting: Counting,
        known: &[Option<usize>; NumberField::ALL.len()],
    ) {
        way.certain.iter().for_each(|key| self.add(*key, often, 0.0));
        let (mut plain, mut error) = (0.0, 0.0);
        if !way.is_marked() {
            plain = 1.0;
            for field in kind.telling() {
                let (amount, table) = (way.numbers[field as usize], kind.table[field as usize]);
                if let Some(place) = known[field as usize] {
                    plain *= f64::from(amount.values().get(place) == Some(&table));
                } else {
                    plain *= self.chance_of(amount, table);
                    error += amount.error();
                }
            }
        }
        if let Some(state) = kind.state {
            let error = if plain > 0.0 { often * error } else { 0.0 };
            self.add(state.of(way, true), often * plain, error);
            self.add(state.of(way, false), often * (1.0 - plain), error);
        }
        for field in NumberField::ALL {
            let (rows, amount) = (&way.rows[field as usize], way.numbers[field as usize]);
            if rows.is_empty() {
                continue;
            }
            let left_out = if counting.leaves_plain_out(field) { plain } else { 0.0 };
            let table = kind.table[field as usize];
            let (chances, place, error) = match known[field as usize] {
                Some(place) => (Arc::from([1.0]), place, 0.0),
                None => (self.chances_of(amount), 0, amount.error()),
            };
            let values = amount.values();
            for (place, chance) in (place..).zip(chances.iter()) {
                let chance = if values[place] == table { chance - left_out } else { *chance };
                if rows[place] != NOT_COUNTED && chance > 0.0 {
                    self.add(rows[place], often * chance, often * error);
                }
            }
        }
    }
}

/// None of the numbers is known.
const NOTHING_KNOWN: [Option<usize>; NumberField::ALL.len()] = [None; NumberField::ALL.len()];

/// Something that a made treasure can be worth.
pub(super) struct MeanWorth {
    /// In iron.
    pub(super) iron: i64,
    /// How likely it is.
    pub(super) chance: f64,
    /// The numbers that it is worth that for, by their position among those that they can be.
    known: [Option<usize>; NumberField::ALL.len()],
}
