//! Random streams, seeded and jumpable, with the games' draws (`rand0`, `rand1`, `one_in_`).

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

/// One stream of random numbers (xoshiro256++).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// A stream seeded by the SHA-256 of these numbers: different numbers give unrelated streams.
    pub fn seeded(name: [u64; 3]) -> Stream {
        let mut hash = Sha256::new();
        for part in name {
            hash.update(part.to_le_bytes());
        }
        Stream(Xoshiro256PlusPlus::from_seed(hash.finalize().into()))
    }

    /// This stream, `times` × 2^128 draws ahead.
    #[must_use]
    pub fn jumped(mut self, times: u32) -> Stream {
        for _ in 0..times {
            self.0.jump();
        }
        self
    }

    /// A second stream, seeded by this one's state and `name` (a constant of many bits); nothing is drawn from this
    /// one.
    #[must_use]
    pub fn fork(&self, name: u64) -> Stream {
        Stream(Xoshiro256PlusPlus::seed_from_u64(self.clone().bits() ^ name))
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

    /// Several independent draws from one 64-bit word, each uniform on `0..n` for its bound; bounds of 0 count as 1.
    /// The product of all bounds must be below 2^63, and should be far below: the share of rejected words grows with
    /// it.
    ///
    /// Each multiplication passes its low half to the next, so that together they are one Lemire draw below the product
    /// of the bounds, split into digits. All bounds must be known before the draw: with bounds that depend on earlier
    /// digits the products would differ, and the digits would not be exactly uniform.
    #[inline]
    pub fn below_each<const N: usize>(&mut self, bounds: [u32; N]) -> [u32; N] {
        let bounds = bounds.map(|bound| u64::from(bound.max(1)));
        let product = bounds.iter().fold(1_u64, |product, bound| product.saturating_mul(*bound));
        debug_assert!(product < 1 << 63, "{bounds:?}");
        loop {
            let mut rest = self.bits();
            let digits = bounds.map(|bound| {
                let wide = u128::from(rest) * u128::from(bound);
                rest = wide as u64;
                (wide >> 64) as u32
            });
            // Without this rejection the first 2^64 mod product remainders would favour some values.
            if rest >= product || rest >= product.wrapping_neg() % product {
                return digits;
            }
        }
    }

    /// Several of the games' `one_in_` from one word: bit i is set with probability 1 / `odds[i]`. At most 64 odds; the
    /// bound on their product is that of [`Self::below_each`].
    #[inline]
    pub fn one_in_each(&mut self, odds: &[u32]) -> u64 {
        let product = odds.iter().fold(1_u64, |product, odds| product.saturating_mul(u64::from((*odds).max(1))));
        debug_assert!(product < 1 << 63 && odds.len() <= 64, "{odds:?}");
        loop {
            let (mut rest, mut came) = (self.bits(), 0);
            for (at, odds) in odds.iter().enumerate() {
                let wide = u128::from(rest) * u128::from((*odds).max(1));
                rest = wide as u64;
                came |= u64::from(wide >> 64 == 0) << at;
            }
            if rest >= product || rest >= product.wrapping_neg() % product {
                return came;
            }
        }
    }

    /// The games' `rand1`: uniform on `1..=n`.
    #[inline]
    pub fn one_to(&mut self, n: u32) -> u32 {
        self.below(n) + 1
    }

    /// The games' `one_in_`: true with probability 1/n.
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
    fn draws_of_one_word_are_uniform_together() {
        let mut random = Stream::seeded([1, 2, 3]);
        let mut seen = [0_u32; 3 * 2 * 4];
        for _ in 0..240_000 {
            let [a, b, c, none] = random.below_each([3, 2, 4, 0]);
            assert_eq!(none, 0);
            seen[((a * 2 + b) * 4 + c) as usize] += 1;
        }
        // Fixed seed; each count is binomial with mean 10,000 and sd 98: 5 sd is a false alarm of 1e-5 in all.
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 490), "{seen:?}");
    }

    #[test]
    fn odds_of_one_word_come_true_as_often_as_they_should() {
        let mut random = Stream::seeded([1, 2, 3]);
        let mut seen = [0_u32; 8];
        for _ in 0..120_000 {
            seen[random.one_in_each(&[3, 4, 1]) as usize] += 1;
        }
        // The third always comes true. Fixed seed; 5 sd are at most 870.
        assert_eq!(seen[..4], [0; 4]);
        for (n, expected) in seen[4..].iter().zip([60_000, 30_000, 20_000, 10_000_u32]) {
            assert!(n.abs_diff(expected) < 870, "{seen:?}");
        }
        assert_eq!(random.one_in_each(&[]), 0);
    }

    /// A product so near 2^63 that what is thrown away shows: every digit of the highest bound must be as likely.
    #[test]
    fn draws_of_one_word_reject_what_does_not_divide() {
        let mut random = Stream::seeded([1, 2, 3]);
        // 3 × 5 × 2^59: 2^64 mod it is 2^64 - 2 × 15 × 2^59 = 2^60, so one word in 16 is thrown away.
        let mut thirds = [0_u32; 3];
        let mut words = random.clone();
        let draws = 30_000;
        for _ in 0..draws {
            let [third, ..] = random.below_each([3, 5 << 28, 1 << 31]);
            thirds[third as usize] += 1;
        }
        let mut used = 0_i64;
        while words != random {
            words.bits();
            used += 1;
        }
        assert!((used - draws * 16 / 15).abs() < 300, "{used} words");
        assert!(thirds.iter().all(|n| n.abs_diff(10_000) < 410), "{thirds:?}");
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
