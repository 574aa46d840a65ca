//! Confidence intervals of weighted sums of counts.

/// A sum Σ w·x of independent counts x with weights w, for its confidence interval.
///
/// The interval is that of Fay and Feuer (Confidence intervals for directly standardized rates: a method based on the gamma
/// distribution, Statistics in Medicine 16, 1997), which covers at least as often as it says also where few are counted and
/// weights differ much. Its variance is that of shares of n, Σ w²·x·(1 − x/n), not that of Poisson counts; quantiles of the
/// gamma distribution are Wilson and Hilferty's.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WeightedSum {
    sum: f64,
    variance: f64,
    largest_weight: f64,
    count: u64,
    n: u64,
}

impl WeightedSum {
    /// Adds `count` of `n`, each worth `weight`; nothing where `n` is 0.
    pub fn add(&mut self, weight: f64, count: u64, n: u64) {
        if n == 0 {
            return;
        }
        let x = count.min(n) as f64;
        self.sum += weight * x;
        self.variance += weight * weight * x * (1.0 - x / n as f64);
        self.largest_weight = self.largest_weight.max(weight);
        self.count += count;
        self.n += n;
    }

    /// The sum: the estimate.
    pub fn sum(&self) -> f64 {
        self.sum
    }

    /// All that was counted, and among how many.
    pub fn counts(&self) -> (u64, u64) {
        (self.count, self.n)
    }

    /// The interval's lower and upper end; `z` is the normal quantile ([`super::Z95`]). (0, 0) where nothing was added.
    pub fn interval(&self, z: f64) -> (f64, f64) {
        let WeightedSum { sum, variance, largest_weight: weight, .. } = *self;
        let low = if variance > 0.0 { gamma_quantile(sum, variance, -z) } else { 0.0 };
        // Where all of n were counted there is no variance, but one more of them could have been another.
        let low = if variance > 0.0 || sum <= 0.0 { low } else { gamma_quantile(sum, weight * weight, -z) };
        let high = if weight > 0.0 { gamma_quantile(sum + weight, variance + weight * weight, z) } else { 0.0 };
        (low.min(sum), high.max(sum))
    }
}

/// The quantile at the normal quantile `z` of the gamma distribution with that mean and variance: `variance / 2 mean` times
/// the chi-square quantile with `2 mean² / variance` degrees of freedom, by Wilson and Hilferty's cube.
fn gamma_quantile(mean: f64, variance: f64, z: f64) -> f64 {
    let ninth = 2.0 / (9.0 * (2.0 * mean * mean / variance));
    mean * (1.0 - ninth + z * ninth.sqrt()).max(0.0).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Z95, wilson};

    fn of(terms: &[(f64, u64, u64)]) -> WeightedSum {
        let mut sum = WeightedSum::default();
        for (weight, count, n) in terms {
            sum.add(*weight, *count, *n);
        }
        sum
    }

    /// Exact Poisson limits of a count, from tables (Garwood 1936): 0 to 3.689, 1: 0.0253 to 5.572, 10: 4.795 to 18.39,
    /// 100: 81.36 to 121.63. With one weight the interval is Garwood's.
    #[test]
    fn one_rare_count_has_garwoods_limits() {
        for (count, low, high) in [(0, 0.0, 3.689), (1, 0.0253, 5.572), (10, 4.795, 18.39), (100, 81.36, 121.63)] {
            let (got_low, got_high) = of(&[(1.0, count, 1 << 40)]).interval(Z95);
            assert!((got_low - low).abs() < 0.01 * high, "{count}: {got_low}");
            assert!((got_high - high).abs() < 0.01 * high, "{count}: {got_high}");
        }
    }

    #[test]
    fn weights_scale_and_parts_add_up() {
        let (whole, parts) = (of(&[(2.0, 30, 1000)]), of(&[(2.0, 10, 500), (2.0, 20, 500)]));
        assert_eq!((whole.sum(), parts.sum(), parts.counts()), (60.0, 60.0, (30, 1000)));
        let (one, other) = (whole.interval(Z95), parts.interval(Z95));
        assert!((one.0 - other.0).abs() < 0.1 && (one.1 - other.1).abs() < 0.1, "{one:?} {other:?}");
        // Unseen, five times the weight is five times the limit.
        let (_, high) = of(&[(5.0, 0, 1000), (1.0, 0, 1000)]).interval(Z95);
        assert!((high - 5.0 * 3.689).abs() < 0.2, "{high}");
        assert_eq!(WeightedSum::default().interval(Z95), (0.0, 0.0));
    }

    /// A share of a half is known far better than a Poisson count of as many.
    #[test]
    fn large_shares_are_as_narrow_as_wilsons() {
        for (count, n) in [(500_u64, 1000_u64), (990, 1000), (5000, 10_000)] {
            let (low, high) = of(&[(1.0 / n as f64, count, n)]).interval(Z95);
            let (least, most) = wilson(count, n, Z95);
            assert!(
                (low - least).abs() < 0.2 * (most - least) && (high - most).abs() < 0.25 * (most - least),
                "{low} {high}"
            );
        }
        let (low, high) = of(&[(0.001, 1000, 1000)]).interval(Z95);
        assert!(low < 0.999 && low > 0.99 && high >= 1.0, "{low} {high}");
    }
}
