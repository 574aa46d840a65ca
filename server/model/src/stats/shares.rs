//! Tests of equality of shares.

use super::{binomial_p, two_sample_chi_square};

/// Least expected count of the rarer outcome in the smaller sample for the χ² test; below, its tails are too
/// inaccurate.
const CHI_SQUARE_FROM: f64 = 500.0;

/// The two-sided p-value of two shares (count, n) under the hypothesis that they are equal.
///
/// For large counts Pearson's χ² test with one degree of freedom; for small ones the exact binomial test of how the
/// rarer outcome is divided between the samples, which is conservative. 1 if either sample is empty.
pub fn two_shares_p(first: (u64, u64), second: (u64, u64)) -> f64 {
    let ((x1, n1), (x2, n2)) = ((first.0.min(first.1), first.1), (second.0.min(second.1), second.1));
    if n1 == 0 || n2 == 0 {
        return 1.0;
    }
    let (seen, all) = (x1.saturating_add(x2), n1.saturating_add(n2));
    let smaller = n1.min(n2) as f64 / all as f64;
    let rarer = seen.min(all - seen);
    if rarer as f64 * smaller >= CHI_SQUARE_FROM {
        return two_sample_chi_square(&[x1], n1, &[x2], n2).map_or(1.0, |test| test.p);
    }
    let second = if seen <= all - seen { x2 } else { n2 - x2 };
    binomial_p(second, rarer, n2 as f64 / all as f64)
}

/// The two-sided p-value of `count` in `n` for a true share somewhere in `low..=high`: the largest in that range.
pub fn known_share_p((count, n): (u64, u64), low: f64, high: f64) -> f64 {
    if n == 0 {
        return 1.0;
    }
    let share = count.min(n) as f64 / n as f64;
    if share >= low && share <= high {
        return 1.0;
    }
    binomial_p(count, n, if share < low { low } else { high })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: five of five fall to the second half with 1/32, twice that; so do five failures; of 0 and 0 nothing is
    /// unlikely. 3 of 4 in the second, of which it has three quarters, lies at the mean. χ² of 5,000 and 5,200 of
    /// 10,000 each: 20000 (5000·4800 − 5200·5000)² / (10000·10000·10200·9800) = 8.00320.
    #[test]
    fn two_samples() {
        for ((first, second), p) in [
            (((0, 100), (5, 100)), 1.0 / 16.0),
            (((100, 100), (95, 100)), 1.0 / 16.0),
            (((0, 100), (0, 100)), 1.0),
            (((1, 100), (3, 300)), 1.0),
            (((5, 0), (5, 10)), 1.0),
            (((5000, 10_000), (5200, 10_000)), 0.004_669_4),
        ] {
            let found = two_shares_p(first, second);
            assert!((found - p).abs() < 1e-6, "{first:?} {second:?}: {found}");
        }
    }

    /// 8 of 10 against one half: 2 · 56/1024; against 0.4 to 0.5 the same; within what is known nothing is unlikely.
    #[test]
    fn against_what_is_known() {
        for ((count, low, high), p) in [
            ((8, 0.5, 0.5), 112.0 / 1024.0),
            ((8, 0.4, 0.5), 112.0 / 1024.0),
            ((2, 0.5, 0.6), 112.0 / 1024.0),
            ((8, 0.7, 0.9), 1.0),
            ((1, 0.0, 0.0), 0.0),
            ((0, 0.0, 0.0), 1.0),
        ] {
            let found = known_share_p((count, 10), low, high);
            assert!((found - p).abs() < 1e-12, "{count} in {low} to {high}: {found}");
        }
    }
}
