//! Expected finds of a profile's drops, from the probabilities of one drop.
//!
//! Of something that a drop of cell *c* has with probability *p(c)*, and *n(c)* drops of each cell, the drops
//! independent of one another:
//!
//! ```text
//! expected number         = Σ n(c) · p(c)
//! chance of at least one  = 1 − Π (1 − p(c))^⌊n(c)⌋ · (1 − f(c) · p(c))      f(c) = n(c) − ⌊n(c)⌋
//! ```
//!
//! A fraction *f* of a drop is one drop that happens with probability *f*; it fails to have the thing with probability
//! 1 − *f*·*p*.
//!
//! The product is computed as a compensated sum of log1p(−p), and the chance as −expm1 of it, so that tiny
//! probabilities keep their precision.

use super::Drops;
use affixboard_model::stats::CompensatedSum;

/// A computed number with an error bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Known {
    /// The number.
    pub value: f64,
    /// Absolute error bound; 0 if exact up to rounding.
    pub bound: f64,
}

/// Accumulator of the expected number of finds and the chance of at least one.
#[derive(Debug, Clone, Copy, Default)]
pub struct Found {
    expected: CompensatedSum,
    bound: CompensatedSum,
    /// ln P(no drop has it): for the computed probabilities, for their lower and for their upper bounds.
    none: [CompensatedSum; 3],
}

impl Found {
    /// Adds drops of one cell, each of which has it with probability `chance` ± `bound`.
    pub fn add(&mut self, drops: Drops, chance: f64, bound: f64) {
        self.expected.add(drops.mean() * chance);
        self.bound.add(drops.mean() * bound);
        for (none, chance) in self.none.iter_mut().zip([chance, chance - bound, chance + bound]) {
            let chance = chance.clamp(0.0, 1.0);
            // 0 drops with probability 1 would give 0 · −∞.
            if drops.whole() > 0 {
                none.add(f64::from(drops.whole()) * (-chance).ln_1p());
            }
            none.add((-drops.fraction() * chance).ln_1p());
        }
    }

    /// Expected number of drops that have it.
    pub fn expected(&self) -> Known {
        Known { value: self.expected.value(), bound: self.bound.value() }
    }

    /// Probability that at least one drop has it.
    pub fn at_least_one(&self) -> Known {
        // The result rises with each probability, so bounds of the probabilities give bounds of the result.
        let [value, least, most] = self.none.map(|none| -none.value().exp_m1());
        Known { value, bound: (value - least).max(most - value).max(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;

    fn found(cells: &[(u32, f64, f64)]) -> Found {
        let mut found = Found::default();
        for (thousandths, chance, bound) in cells {
            found.add(Drops::thousandths(*thousandths).expect("few"), *chance, *bound);
        }
        found
    }

    /// Equal but for the last digits.
    #[track_caller]
    fn same(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 4.0 * f64::EPSILON * expected.abs(), "{found:e}, not {expected:e}");
    }

    #[test]
    fn by_hand() {
        for (cells, expected, at_least_one) in [
            (&[][..], 0.0, 0.0),
            (&[(0, 0.5, 0.0)], 0.0, 0.0),
            (&[(2000, 0.5, 0.0)], 1.0, 0.75),
            // 1 − ½ · (1 − ½ · ½)
            (&[(1500, 0.5, 0.0)], 0.75, 0.625),
            // 1 − ¾² · ½
            (&[(2000, 0.25, 0.0), (1000, 0.5, 0.0)], 1.0, 0.718_75),
            // A drop that surely has it but comes every fourth time.
            (&[(250, 1.0, 0.0)], 0.25, 0.25),
            (&[(1000, 1.0, 0.0), (3000, 0.5, 0.0)], 2.5, 1.0),
            (&[(0, 1.0, 0.0)], 0.0, 0.0),
            (&[(1000, 0.0, 0.0)], 0.0, 0.0),
        ] {
            let found = found(cells);
            same(found.expected().value, expected);
            same(found.at_least_one().value, at_least_one);
            assert_eq!((found.expected().bound.to_bits(), found.at_least_one().bound.to_bits()), (0, 0), "{cells:?}");
        }
    }

    #[test]
    fn small_chances_keep_their_digits() {
        // 3p − 3p² + p³; 1 − p alone would round p to a multiple of 1.1e-16.
        same(found(&[(3000, 1e-12, 0.0)]).at_least_one().value, 3e-12 - 3e-24);
        same(found(&[(300, 1e-20, 0.0)]).at_least_one().value, 3e-21);
        // 1 − (1 − p)^N = Np − N(N − 1)/2 · p² + …
        let many = vec![(1000, 1e-18, 0.0); 10_000];
        same(found(&many).at_least_one().value, 1e-14 - 5e-29);
        same(found(&[(10_000_000, 0.5, 0.0), (1, 1e-15, 0.0)]).at_least_one().value, 1.0);
    }

    #[test]
    fn bounds_are_carried_along() {
        // At 0.4: 1 − 0.36 = 0.64; at 0.5: 0.75; at 0.6: 0.84. The farther end is the lower.
        let two = found(&[(2000, 0.5, 0.1)]);
        assert!((two.at_least_one().value - 0.75).abs() < 1e-15);
        assert!((two.at_least_one().bound - 0.11).abs() < 1e-15);
        assert!((two.expected().bound - 0.2).abs() < 1e-15);
        // Ends beyond 0 and 1 are none.
        let sure = found(&[(1000, 1.0, 0.25)]).at_least_one();
        assert!((sure.value - 1.0).abs() < 1e-15 && (sure.bound - 0.25).abs() < 1e-15);
        let never = found(&[(1000, 0.0, 1e-9)]).at_least_one();
        assert!(never.value.abs() < 1e-300 && (never.bound - 1e-9).abs() < 1e-24);
        // Σ n · bound = 40 · 1e-6 + 0.5 · 2e-6
        let sum = found(&[(40_000, 0.01, 1e-6), (500, 0.02, 2e-6)]).expected().bound;
        assert!((sum - 41e-6).abs() < 1e-18);
    }

    #[test]
    fn a_profile_by_hand() {
        let profile = Profile::parse("1: normal 2\n2: normal 1, great 0.5").expect("a profile");
        // Chances: 0.1 of a normal drop at depth 1, 0.2 at depth 2, 0.8 of a great drop.
        let chance = |depth, quality| if quality == 2 { 0.8 } else { 0.1 * f64::from(depth) };
        let mut found = Found::default();
        for (cell, drops) in profile.cells() {
            found.add(drops, chance(cell.depth, cell.quality), 0.0);
        }
        // 2 · 0.1 + 0.2 + 0.5 · 0.8 = 0.8; 1 − 0.9² · 0.8 · 0.6 = 0.6112
        same(found.expected().value, 0.8);
        same(found.at_least_one().value, 0.6112);
    }
}
