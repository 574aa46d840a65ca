//! What a table says of an entry: a share, a number of things in so many trials, or a mean with its deviation; and what one is of
//! another.

use affixboard_model::stats::{Z95, chi_square_sf, known_share_p, poisson_interval, ratio, two_shares_p, wilson};

/// A count with what it is out of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Counted {
    /// So many of n are it, each once.
    Share {
        /// The count.
        count: u64,
        /// Of how many.
        n: u64,
    },
    /// So many were counted in n trials, each of which can have several; taken as independent of one another (Poisson).
    Rate {
        /// The count.
        count: u64,
        /// In how many trials.
        n: u64,
    },
    /// The mean of n trials.
    Mean {
        /// The mean.
        mean: f64,
        /// The standard deviation of a trial.
        deviation: f64,
        /// The number of trials.
        n: u64,
        /// The largest distance of a written mean from the true one, by rounding.
        rounding: f64,
    },
}

/// The upper end of a Poisson mean where nothing was counted, with 95 %: Garwood's for a count of 0.
const NONE_UPPER: f64 = 3.689;

impl Counted {
    /// The same sort of count of nothing.
    #[must_use]
    pub fn nothing(self) -> Counted {
        match self {
            Counted::Share { n, .. } => Counted::Share { count: 0, n },
            Counted::Rate { n, .. } => Counted::Rate { count: 0, n },
            Counted::Mean { n, rounding, .. } => Counted::Mean { mean: 0.0, deviation: 0.0, n, rounding },
        }
    }

    /// The number of trials.
    pub fn trials(self) -> u64 {
        match self {
            Counted::Share { n, .. } | Counted::Rate { n, .. } | Counted::Mean { n, .. } => n,
        }
    }

    /// The count; `None` of a mean.
    pub fn count(self) -> Option<u64> {
        match self {
            Counted::Share { count, .. } | Counted::Rate { count, .. } => Some(count),
            Counted::Mean { .. } => None,
        }
    }

    /// The share, or the mean of a trial.
    pub fn value(self) -> f64 {
        match self {
            Counted::Mean { mean, .. } => mean,
            Counted::Share { count, n } | Counted::Rate { count, n } if n > 0 => count as f64 / n as f64,
            Counted::Share { .. } | Counted::Rate { .. } => 0.0,
        }
    }

    /// The 95 % interval: Wilson's of a share, Garwood's of a count, the normal one of a mean; of a mean of 0 from 0 to what a
    /// Poisson count of 0 leaves open.
    pub fn interval(self) -> (f64, f64) {
        match self {
            Counted::Share { count, n } => wilson(count, n, Z95),
            Counted::Rate { count, n } => {
                let (low, high) = poisson_interval(count);
                (low / n.max(1) as f64, high / n.max(1) as f64)
            }
            Counted::Mean { mean, .. } if mean > 0.0 => {
                let reach = Z95 * self.error();
                ((mean - reach).max(0.0), mean + reach)
            }
            Counted::Mean { n, rounding, .. } => (0.0, NONE_UPPER / n.max(1) as f64 + rounding),
        }
    }

    /// The standard error of the mean. A written mean may be off by its rounding, anywhere in it alike.
    fn error(self) -> f64 {
        let n = self.trials().max(1) as f64;
        match self {
            Counted::Share { .. } => (self.value() * (1.0 - self.value()) / n).sqrt(),
            Counted::Rate { .. } => (self.value() / n).sqrt(),
            Counted::Mean { deviation, rounding, .. } => (deviation * deviation / n + rounding * rounding / 3.0).sqrt(),
        }
    }

    /// How many times `first` it is, from where to where with 95 %, and the p-value of both being the same. `None` where `first` is
    /// nothing. Shares by Koopman (1984), rates by the binomial distribution of one count among both, means by the normal
    /// distribution, the interval on the logarithm.
    pub fn times(self, first: Counted) -> Option<([f64; 3], f64)> {
        if first.value() <= 0.0 || first.trials() == 0 || self.trials() == 0 {
            return None;
        }
        let value = self.value() / first.value();
        match (first, self) {
            (Counted::Share { count: c1, n: n1 }, Counted::Share { count: c2, n: n2 }) => {
                let (low, high) = ratio((c1, n1), (c2, n2), Z95);
                Some(([value, low, high], two_shares_p((c1, n1), (c2, n2))))
            }
            (Counted::Rate { count: c1, n: n1 }, Counted::Rate { count: c2, n: n2 }) => {
                let both = c1.saturating_add(c2);
                let (low, high) = wilson(c2, both, Z95);
                let times = |share: f64| {
                    if share < 1.0 { share / (1.0 - share) * n1 as f64 / n2 as f64 } else { f64::INFINITY }
                };
                let same = n2 as f64 / (n1 as f64 + n2 as f64);
                Some(([value, times(low), times(high)], known_share_p((c2, both), same, same)))
            }
            _ => {
                let (e1, e2) = (first.error(), self.error());
                // A mean of 0 has no deviation; its error is what the other mean would have there.
                let e2 =
                    if self.value() > 0.0 { e2 } else { e1 * (first.trials() as f64 / self.trials() as f64).sqrt() };
                let z = (self.value() - first.value()) / e1.hypot(e2).max(f64::MIN_POSITIVE);
                let p = chi_square_sf(z * z, 1);
                if self.value() <= 0.0 {
                    return Some(([0.0, 0.0, self.interval().1 / first.value()], p));
                }
                let reach = Z95 * (e1 / first.value()).hypot(e2 / self.value());
                Some(([value, value * (-reach).exp(), value * reach.exp()], p))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 30 in 100 visits and 90 in 150: twice. Of 120 in all 90 with a share of 0.6 expected: 3.35 standard deviations.
    #[test]
    fn rates_by_hand() {
        let first = Counted::Rate { count: 30, n: 100 };
        let ([value, low, high], p) = Counted::Rate { count: 90, n: 150 }.times(first).expect("a ratio");
        assert!((value - 2.0).abs() < 1e-12);
        // Wilson of 90 among 120 is 0.6658 to 0.8189; w / (1 - w) · 100 / 150.
        assert!((low - 1.328).abs() < 0.002 && (high - 3.014).abs() < 0.004, "{low} {high}");
        assert!((5e-4..1e-3).contains(&p), "{p}");
        assert!(Counted::Rate { count: 1, n: 5 }.times(first.nothing()).is_none());
        let ([none, low, high], _) = first.nothing().times(first).expect("a ratio");
        assert!(none.abs() < 1e-12 && low.abs() < 1e-12 && (0.05..0.2).contains(&high), "{high}");
    }

    /// Means 2 ± 1 of 100 runs and 3 ± 2 of 400 have errors of 0.1 each: 1.5 times, a difference of 7.07 errors; on the logarithm
    /// 0.05 and 0.0333 make 0.0601, so that 95 % are a factor of 1.125.
    #[test]
    fn means_by_hand() {
        let mean = |mean, deviation, n| Counted::Mean { mean, deviation, n, rounding: 0.0 };
        let ([value, low, high], p) = mean(3.0, 2.0, 400).times(mean(2.0, 1.0, 100)).expect("a ratio");
        assert!((value - 1.5).abs() < 1e-12);
        assert!((low - 1.5 / 1.125).abs() < 1e-3 && (high - 1.5 * 1.125).abs() < 1e-3, "{low} {high}");
        assert!((1e-12..2e-12).contains(&p), "{p}");
        // Written with two digits: 0.01 is from 0.005 to 0.015, and not told from 0.012.
        let written = |mean| Counted::Mean { mean, deviation: 0.0, n: 1000, rounding: 0.005 };
        let (_, p) = written(0.02).times(written(0.01)).expect("a ratio");
        assert!(p > 0.01, "{p}");
    }
}
