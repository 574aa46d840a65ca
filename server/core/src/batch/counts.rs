//! The counters of one cell while its drops are made.

/// One counter per key.
#[derive(Debug, Clone)]
pub struct Counts {
    counters: Vec<u32>,
}

impl Counts {
    /// All zero.
    pub fn new(keys: usize) -> Counts {
        Counts { counters: vec![0; keys] }
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

    /// Takes out what was counted, by key, and sets everything back to zero.
    pub fn take(&mut self) -> Vec<(u32, u64)> {
        let mut taken = Vec::new();
        for (key, counter) in self.counters.iter_mut().enumerate() {
            if *counter != 0 {
                taken.push((key as u32, u64::from(*counter)));
                *counter = 0;
            }
        }
        taken
    }
}
