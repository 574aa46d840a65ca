//! Random streams: seeded, jumpable, and with the games' own little draws.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

/// One stream of random numbers (xoshiro256++).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream that these numbers name. Different numbers give unrelated streams.
    pub fn seeded(name: [u64; 3]) -> Stream {
        let mut hash = Sha256::new();
        for part in name {
            hash.update(part.to_le_bytes());
        }
        Stream(Xoshiro256PlusPlus::from_seed(hash.finalize().into()))
    }

    /// The stream that begins `times` × 2^128 draws further on.
    #[must_use]
    pub fn jumped(mut self, times: u32) -> Stream {
        for _ in 0..times {
            self.0.jump();
        }
        self
    }

    /// Another stream that this one's state names, without drawing from this one.
    #[must_use]
    pub fn aside(&self) -> Stream {
        Stream(Xoshiro256PlusPlus::seed_from_u64(self.clone().bits() ^ 0x9e37_79b9_7f4a_7c15))
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform on `0..n`; 0 for n ≤ 1, as the games' `rand0`.
    ///
    /// Multiply-and-reject (Lemire 2019), so exactly uniform.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let n = u64::from(n.max(1));
        let mut product = (self.bits() >> 32) * n;
        if (product as u32) < n as u32 {
            let least = (1 << 32) % n;
            while u64::from(product as u32) < least {
                product = (self.bits() >> 32) * n;
            }
        }
        (product >> 32) as u32
    }

    /// The games' `rand1`: uniform on `1..=n`.
    #[inline]
    pub fn one_to(&mut self, n: u32) -> u32 {
        self.below(n) + 1
    }

    /// The games' `one_in`: true once in `n`.
    #[inline]
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_is_uniform_and_stays_below() {
        let mut random = Stream::seeded([1, 2, 3]);
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[random.below(7) as usize] += 1;
        }
        // Fixed seed; each count is binomial with mean 10,000 and sd 93: 5 sd is a false alarm of 4e-6 in all.
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 465), "{seen:?}");
        assert_eq!((random.below(0), random.below(1)), (0, 0));
    }

    #[test]
    fn streams_are_told_apart_by_every_part_of_their_name_and_by_jumps() {
        let first = |stream: Stream| stream.clone().bits();
        let base = first(Stream::seeded([1, 2, 3]));
        assert_eq!(base, first(Stream::seeded([1, 2, 3])));
        for other in [[2, 2, 3], [1, 3, 3], [1, 2, 4]] {
            assert_ne!(base, first(Stream::seeded(other)));
        }
        assert_ne!(base, first(Stream::seeded([1, 2, 3]).jumped(1)));
    }
}
