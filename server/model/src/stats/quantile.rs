//! Quantiles of counted numbers, with intervals that ask nothing of their distribution.

use super::{Z95, binomial::upper};

/// Where a quantile and its 95 % interval stand among `n` sorted numbers: ranks from 1 to `n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuantileRanks {
    /// The quantile: the first number that so many per cent are not above.
    pub at: u64,
    /// Lower end of the interval; `None` where there are too few numbers for one.
    pub low: Option<u64>,
    /// Upper end of the interval, likewise.
    pub high: Option<u64>,
}

/// The half of 5 %.
const TAIL: f64 = 0.025;

/// The ranks of a quantile in per cent (1 to 99) among `n` numbers drawn independently; `None` where `n` is 0.
///
/// The interval is between order statistics: it misses the quantile on either side with a chance of at most 2.5 %, whatever
/// the distribution, for the number of those drawn that are not above the quantile is binomial (Conover, *Practical
/// Nonparametric Statistics*, 3.2). Where numbers come several times the chance is less.
pub fn quantile_ranks(n: u64, per_cent: u32) -> Option<QuantileRanks> {
    let per_cent = per_cent.clamp(1, 99);
    let at = (u128::from(n) * u128::from(per_cent)).div_ceil(100) as u64;
    // In whole numbers, for a product of floats may be a little more than a whole one.
    share_ranks(n, f64::from(per_cent) / 100.0).map(|ranks| QuantileRanks { at: at.max(1), ..ranks })
}

/// The same of a quantile given as a share between 0 and 1.
pub(super) fn share_ranks(n: u64, share: f64) -> Option<QuantileRanks> {
    let at = ((n as f64 * share - 1e-9).ceil() as u64).clamp(1, n.max(1));
    let low = n + 1 - first_rare(n, 1.0 - share);
    let high = first_rare(n, share);
    (n > 0).then(|| QuantileRanks { at, low: (low > 0).then_some(low), high: (high <= n).then_some(high) })
}

/// The least `k` with P(X ≥ k) of at most [`TAIL`], for X binomial of `n` and `p`; `n + 1` where even all are not so rare.
fn first_rare(n: u64, p: f64) -> u64 {
    let mean = n as f64 * p;
    // The tail is right from the mean on, and before it more than a half.
    let least = mean.floor() as u64 + 1;
    let guess = mean + Z95 * (mean * (1.0 - p)).sqrt();
    let mut k = (guess.ceil() as u64).clamp(least, n + 1);
    let is_rare = |k: u64| k > n || upper(k, n, p) <= TAIL;
    while !is_rare(k) {
        k += 1;
    }
    while k > least && is_rare(k - 1) {
        k -= 1;
    }
    k
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the binomial distribution, summed in fractions: of 100, P(X ≥ 61) at 1/2 is 1.76 %, P(X ≥ 60) 2.84 %; at 1/100
    /// P(X ≥ 4) is 1.84 %, P(X ≥ 3) 7.94 %. Of 5 at 1/2, P(X = 5) is 3.1 %, of 6 P(X = 6) is 1.6 %.
    #[test]
    fn ranks_by_hand() {
        for ((n, per_cent), at, low, high) in [
            ((100, 50), 50, Some(40), Some(61)),
            ((100, 99), 99, Some(97), None),
            ((100, 1), 1, None, Some(4)),
            ((5, 50), 3, None, None),
            ((6, 50), 3, Some(1), Some(6)),
            ((1, 90), 1, None, None),
            // 30 · 0.1 is a little more than 3 in floating point.
            ((30, 10), 3, None, Some(8)),
        ] {
            assert_eq!(quantile_ranks(n, per_cent), Some(QuantileRanks { at, low, high }), "{n} {per_cent}");
        }
        assert_eq!(quantile_ranks(0, 50), None);
    }

    /// No interval is wider than it must be, and none too narrow.
    #[test]
    fn ends_are_the_first_rare_ones() {
        for n in [1, 7, 50, 1000, 123_456] {
            for per_cent in [1, 10, 25, 50, 75, 90, 99] {
                let p = f64::from(per_cent) / 100.0;
                let k = first_rare(n, p);
                assert!(k > n || upper(k, n, p) <= TAIL, "{n} {per_cent}");
                assert!(k - 1 <= (n as f64 * p) as u64 || upper(k - 1, n, p) > TAIL, "{n} {per_cent}");
            }
        }
    }

    /// The first quartile of a fair die from 0 to 5 is 1: a third of all throws is not above it, but only a sixth not above 0.
    /// Of 2,000 samples of 40 throws at most 5 % have an interval without it, 100 and three standard deviations of 10.
    #[test]
    fn intervals_have_the_quantile() {
        let ranks = quantile_ranks(40, 25).expect("numbers");
        let (low, high) = (ranks.low.expect("enough") as usize, ranks.high.expect("enough") as usize);
        let mut random = crate::engine::random::Stream::seeded([1, 2, 3]);
        let mut missed = 0;
        for _ in 0..2000 {
            let mut thrown: Vec<u32> = (0..40).map(|_| random.below(6)).collect();
            thrown.sort_unstable();
            missed += u32::from(!(thrown[low - 1]..=thrown[high - 1]).contains(&1));
        }
        assert!(missed <= 100 + 3 * 10, "{missed} of 2,000");
    }
}
