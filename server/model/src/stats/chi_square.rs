//! The χ² distribution and the two-sample test of homogeneity.

use super::gamma::upper_gamma;

/// The probability that χ² with `dof` degrees of freedom is at least `statistic`; 1 with no freedom.
pub fn chi_square_sf(statistic: f64, dof: u32) -> f64 {
    if dof == 0 { 1.0 } else { upper_gamma(f64::from(dof) / 2.0, statistic / 2.0) }
}

/// Result of a test of homogeneity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Homogeneity {
    /// The χ² statistic.
    pub statistic: f64,
    /// Degrees of freedom: categories after pooling, less one.
    pub dof: u32,
    /// The probability of such a statistic or a larger one where both samples come from the same distribution.
    pub p: f64,
}

/// Categories with a lower expected count are pooled: the statistic would not be χ² distributed.
const MIN_EXPECTED: f64 = 5.0;

/// Pearson's χ² test that two samples, of `n_a` and `n_b` things, come from the same distribution.
///
/// `a[i]` and `b[i]` count the same category; categories exclude each other, and the rest of a sample
/// (`n_a` − Σ `a`) is one category more. Those with an expected count below 5 in either sample are pooled into one,
/// which, if still below 5, joins the smallest of the others. With fewer than two categories left there is nothing to
/// compare: statistic 0, no freedom, p 1.
///
/// `None` for lists of different length, an empty sample, or counts that exceed their sample.
pub fn two_sample_chi_square(a: &[u64], n_a: u64, b: &[u64], n_b: u64) -> Option<Homogeneity> {
    if a.len() != b.len() || n_a == 0 || n_b == 0 {
        return None;
    }
    let rest = |n: u64, counts: &[u64]| {
        counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count)).and_then(|sum| n.checked_sub(sum))
    };
    let rest = (rest(n_a, a)?, rest(n_b, b)?);
    let (n_a, n_b) = (n_a as f64, n_b as f64);
    let smaller_part = n_a.min(n_b) / (n_a + n_b);
    let expected = |(x, y): (u64, u64)| (x as f64 + y as f64) * smaller_part;

    let counts = a.iter().copied().zip(b.iter().copied()).chain([rest]).filter(|pair| *pair != (0, 0));
    let (mut kept, rare): (Vec<_>, Vec<_>) = counts.partition(|pair| expected(*pair) >= MIN_EXPECTED);
    if !rare.is_empty() {
        let pooled = rare.iter().fold((0, 0), |(x, y), pair| (x + pair.0, y + pair.1));
        let smallest = kept.iter_mut().min_by_key(|(x, y)| x.saturating_add(*y));
        match smallest {
            Some(pair) if expected(pooled) < MIN_EXPECTED => *pair = (pair.0 + pooled.0, pair.1 + pooled.1),
            _ => kept.push(pooled),
        }
    }

    // Σ (x·√(n_b/n_a) − y·√(n_a/n_b))² / (x + y), the two-sample form of Σ (observed − expected)² / expected.
    let (up, down) = ((n_b / n_a).sqrt(), (n_a / n_b).sqrt());
    let statistic = if kept.len() < 2 {
        0.0
    } else {
        kept.iter().map(|&(x, y)| (x as f64 * up - y as f64 * down).powi(2) / (x as f64 + y as f64)).sum()
    };
    let dof = kept.len().saturating_sub(1) as u32;
    Some(Homogeneity { statistic, dof, p: chi_square_sf(statistic, dof) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, value: f64) -> bool {
        (found - value).abs() <= 1e-12 * value.abs().max(1e-3)
    }

    /// The 5 % and 1 % points of published tables, to double precision, and closed forms (2 and 4 degrees of freedom).
    #[test]
    fn known_tails() {
        for (statistic, dof, p) in [
            (3.841_458_820_694_124, 1, 0.05),
            (6.634_896_601_021_213, 1, 0.01),
            (18.307_038_053_275_146, 10, 0.05),
            (124.342_113_404_004_1, 100, 0.05),
            (0.0, 3, 1.0),
            (2.0, 2, f64::exp(-1.0)),
            (60.0, 2, f64::exp(-30.0)),
            (8.0, 4, 5.0 * f64::exp(-4.0)),
        ] {
            let found = chi_square_sf(statistic, dof);
            assert!(close(found, p), "sf({statistic}, {dof}) = {found}");
        }
        assert!(close(chi_square_sf(7.0, 0), 1.0));
        assert!(chi_square_sf(1e6, 3) < 1e-300);
        assert!(close(chi_square_sf(f64::INFINITY, 3), 0.0));
    }

    /// 2 × 2 by hand: n (ad − bc)² / (row and column sums) = 200 (30·80 − 20·70)² / (100·100·50·150) = 8/3.
    #[test]
    fn two_by_two() {
        let found = two_sample_chi_square(&[30], 100, &[20], 100).expect("two samples");
        assert_eq!(found.dof, 1);
        assert!(close(found.statistic, 8.0 / 3.0), "{found:?}");
        assert!((found.p - 0.102_470_434_859_748_5).abs() < 1e-12, "{found:?}");
    }

    /// 3 × 2 with unequal samples, by hand: expected 20/40, 30/60, 50/100.
    #[test]
    fn three_by_two() {
        let found = two_sample_chi_square(&[25, 30, 45], 100, &[35, 60, 105], 200).expect("two samples");
        let statistic = 25.0 / 20.0 + 25.0 / 40.0 + 25.0 / 50.0 + 25.0 / 100.0;
        assert_eq!(found.dof, 2);
        assert!(close(found.statistic, statistic), "{found:?}");
        assert!(close(found.p, f64::exp(-statistic / 2.0)), "{found:?}");
    }

    #[test]
    fn rare_categories_are_pooled() {
        // 4+4, 3+3 and 2+2 are rare (expected 4, 3, 2); together they make a category of 18.
        let pooled = two_sample_chi_square(&[4, 3, 2, 50], 100, &[4, 3, 2, 50], 100).expect("two samples");
        assert_eq!(pooled, Homogeneity { statistic: 0.0, dof: 2, p: 1.0 });
        // A lone rare one joins the smallest other: 1/3 with 40/30 leaves 41/33 and 59/67.
        let joined = two_sample_chi_square(&[1, 40], 100, &[3, 30], 100);
        assert_eq!(joined, two_sample_chi_square(&[41], 100, &[33], 100));
        // Only one category is left.
        assert_eq!(two_sample_chi_square(&[1], 100, &[0], 100), Some(Homogeneity { statistic: 0.0, dof: 0, p: 1.0 }));
    }

    #[test]
    fn what_is_no_pair_of_samples() {
        assert_eq!(two_sample_chi_square(&[1, 2], 10, &[1], 10), None);
        assert_eq!(two_sample_chi_square(&[0], 0, &[1], 10), None);
        assert_eq!(two_sample_chi_square(&[8, 8], 10, &[1, 2], 10), None);
        assert_eq!(two_sample_chi_square(&[u64::MAX, 1], 10, &[1, 2], 10), None);
    }
}
