//! Counters of a shard while it runs.

use super::{
    KeySpace,
    item_log::{ItemIdentity, ItemLog, LoggedItem},
};
use crate::game::Appraisal;

/// Counters that are looked at at once.
const STRIDE: usize = 64;

/// Counters by key: dense for the first [`KeySpace::dense`] keys, a list for the rare ones.
#[derive(Debug, Clone)]
pub struct Counts {
    counters: Vec<u32>,
    /// (Key, count) of rare keys, unsorted and with repeats.
    rare: Vec<(u32, u64)>,
    /// Single items, where somebody wants to know of them.
    log: Option<ItemLog>,
}

impl Counts {
    /// All zero.
    pub fn new(keys: &KeySpace) -> Counts {
        Counts::of_keys(keys.dense())
    }

    /// All zero, for so many dense keys.
    pub fn of_keys(dense: usize) -> Counts {
        Counts { counters: vec![0; dense], rare: Vec::new(), log: None }
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

    /// Notes single items too, those whose identity is wanted, with the values that the keys have. These are not counted then;
    /// all else is. With `appraises` items come with what the game thinks of them, where it does.
    #[must_use]
    pub fn with_log(
        mut self,
        wants: impl Fn(&ItemIdentity<'_>) -> bool + Send + Sync + 'static,
        appraises: bool,
    ) -> Counts {
        self.log = Some(ItemLog::new(wants, appraises));
        self
    }

    /// Whether single items are noted.
    #[inline]
    pub fn has_log(&self) -> bool {
        self.log.is_some()
    }

    /// Whether items are noted with what the game thinks of them.
    #[inline]
    pub fn wants_appraisals(&self) -> bool {
        self.log.as_ref().is_some_and(|log| log.appraises)
    }

    /// Whether such items are to be noted.
    pub fn wants(&self, identity: &ItemIdentity<'_>) -> bool {
        self.log.as_ref().is_some_and(|log| log.wants(identity))
    }

    /// Notes an item that is wanted, with the keys of its values.
    pub fn log(&mut self, identity: &ItemIdentity<'_>, values: Vec<u32>, appraisal: Option<Appraisal>) {
        if let Some(log) = &mut self.log {
            log.push(identity, values, appraisal);
        }
    }

    /// The items noted since they were taken last, in the order in which they were made.
    pub fn take_items(&mut self) -> Vec<LoggedItem> {
        self.log.as_mut().map(|log| std::mem::take(&mut log.items)).unwrap_or_default()
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
