//! Counters of a shard while it runs.

use super::KeySpace;
use crate::game::Appraisal;

/// Counters that are looked at at once.
const STRIDE: usize = 64;

/// Counters by key: dense for the first [`KeySpace::dense`] keys, a list for the rare ones.
#[derive(Debug, Clone)]
pub struct Counts {
    counters: Vec<u32>,
    /// (Key, count) of rare keys, unsorted and with repeats.
    rare: Vec<(u32, u64)>,
    /// What the game thinks of the items, where somebody wants to know.
    appraisals: Option<Vec<Appraisal>>,
}

impl Counts {
    /// All zero.
    pub fn new(keys: &KeySpace) -> Counts {
        Counts::of_keys(keys.dense())
    }

    /// All zero, for so many dense keys.
    pub fn of_keys(dense: usize) -> Counts {
        Counts { counters: vec![0; dense], rare: Vec::new(), appraisals: None }
    }

    /// For the dense keys of another key space, where all are zero: for a single cell of many, clearing memory anew takes
    /// longer than making the items.
    pub fn resize(&mut self, keys: &KeySpace) {
        self.counters.resize(keys.dense(), 0);
    }

    /// Adds one to a dense key. A shard makes too few drops for a counter to overflow.
    #[inline]
    pub fn add(&mut self, key: u32) {
        self.counters[key as usize] += 1;
    }

    /// Adds `n` to a dense key.
    #[inline]
    pub fn add_many(&mut self, key: u32, n: u32) {
        self.counters[key as usize] += n;
    }

    /// Adds `count` to a rare key.
    pub fn add_rare(&mut self, key: u32, count: u64) {
        self.rare.push((key, count));
    }

    /// Asks for the appraisals of single items, too. They take too long for a batch.
    #[must_use]
    pub fn with_appraisals(mut self) -> Counts {
        self.appraisals = Some(Vec::new());
        self
    }

    /// Whether somebody wants to know what the game thinks of each item.
    #[inline]
    pub fn wants_appraisals(&self) -> bool {
        self.appraisals.is_some()
    }

    /// Notes what the game thinks of an item, if anybody wants to know.
    pub fn appraise(&mut self, appraisal: Appraisal) {
        if let Some(appraisals) = &mut self.appraisals {
            appraisals.push(appraisal);
        }
    }

    /// The appraisals of the items made since they were taken last, in their order.
    pub fn take_appraisals(&mut self) -> Vec<Appraisal> {
        self.appraisals.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The positive counts by rising key; resets all to zero.
    pub fn take(&mut self) -> Vec<(u32, u64)> {
        let mut taken = Vec::new();
        for (counters, first) in self.counters.chunks_mut(STRIDE).zip((0..).step_by(STRIDE)) {
            // Most keys have none.
            if counters.iter().fold(0, |all, counter| all | *counter) == 0 {
                continue;
            }
            for (counter, key) in counters.iter_mut().zip(first..).filter(|(counter, _)| **counter != 0) {
                taken.push((key, u64::from(*counter)));
                *counter = 0;
            }
        }
        // Rare keys are greater than all dense ones.
        self.rare.sort_unstable_by_key(|entry| entry.0);
        for (key, count) in self.rare.drain(..) {
            match taken.last_mut().filter(|last| last.0 == key) {
                Some(last) => last.1 += count,
                None => taken.push((key, count)),
            }
        }
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_keys_are_taken_with_the_others_and_once() {
        let mut counts = Counts::of_keys(3);
        counts.add(1);
        counts.add(1);
        for (key, count) in [(9, 2), (5, 1), (9, 4)] {
            counts.add_rare(key, count);
        }
        assert_eq!(counts.take(), [(1, 2), (5, 1), (9, 6)]);
        assert_eq!(counts.take(), []);
    }

    #[test]
    fn those_of_all_strides_are_taken() {
        let mut counts = Counts::of_keys(3 * STRIDE + 1);
        for (key, n) in [(0, 1), (63, 2), (64, 3), (191, 4), (192, 5)] {
            counts.add_many(key, n);
        }
        assert_eq!(counts.take(), [(0, 1), (63, 2), (64, 3), (191, 4), (192, 5)]);
        assert_eq!(counts.take(), []);
    }
}
