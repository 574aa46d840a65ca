//! The counters of one cell while its drops are made.

use super::KeySpace;

/// One counter per key that has one, and a list of the others.
#[derive(Debug, Clone)]
pub struct Counts {
    counters: Vec<u32>,
    /// Keys without a counter, as they came.
    rare: Vec<(u32, u64)>,
}

impl Counts {
    /// All zero.
    pub fn new(keys: &KeySpace) -> Counts {
        Counts { counters: vec![0; keys.dense()], rare: Vec::new() }
    }

    /// Counts one. A shard makes too few drops for a counter to overflow.
    #[inline]
    pub fn add(&mut self, key: u32) {
        self.counters[key as usize] += 1;
    }

    /// Counts so many.
    #[inline]
    pub fn add_many(&mut self, key: u32, n: u32) {
        self.counters[key as usize] += n;
    }

    /// Counts so many of a key without a counter.
    pub fn add_rare(&mut self, key: u32, count: u64) {
        self.rare.push((key, count));
    }

    /// Takes out what was counted, by key, and sets everything back to zero.
    pub fn take(&mut self) -> Vec<(u32, u64)> {
        let mut taken = Vec::new();
        for (key, counter) in self.counters.iter_mut().enumerate() {
            if *counter != 0 {
                taken.push((key as u32, u64::from(*counter)));
                *counter = 0;
            }
        }
        // Keys without a counter stand behind all others.
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
