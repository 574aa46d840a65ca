//! Counters of a shard while it runs.

use super::KeySpace;

/// Counters by key: dense for the first [`KeySpace::dense`] keys, a list for the rare ones.
#[derive(Debug, Clone)]
pub struct Counts {
    counters: Vec<u32>,
    /// (Key, count) of rare keys, unsorted and with repeats.
    rare: Vec<(u32, u64)>,
}

impl Counts {
    /// All zero.
    pub fn new(keys: &KeySpace) -> Counts {
        Counts::of_keys(keys.dense())
    }

    /// All zero, for so many dense keys.
    pub fn of_keys(dense: usize) -> Counts {
        Counts { counters: vec![0; dense], rare: Vec::new() }
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

    /// The positive counts by rising key; resets all to zero.
    pub fn take(&mut self) -> Vec<(u32, u64)> {
        let mut taken = Vec::new();
        for (key, counter) in self.counters.iter_mut().enumerate() {
            if *counter != 0 {
                taken.push((key as u32, u64::from(*counter)));
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
        let mut counts = Counts { counters: vec![0; 3], rare: Vec::new() };
        counts.add(1);
        counts.add(1);
        for (key, count) in [(9, 2), (5, 1), (9, 4)] {
            counts.add_rare(key, count);
        }
        assert_eq!(counts.take(), [(1, 2), (5, 1), (9, 6)]);
        assert_eq!(counts.take(), []);
    }
}
