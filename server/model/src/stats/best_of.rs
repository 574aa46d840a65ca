//! The best of several numbers drawn like those that were counted.

use super::quantile::share_ranks;

/// A quantile of the best of *n*, with its 95 % interval, as counted numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BestQuantile {
    /// The quantile.
    pub value: i64,
    /// Lower end of the interval; `None` where too few were counted for one.
    pub low: Option<i64>,
    /// Upper end of the interval; `None` likewise: the best of many may well be better than anything counted.
    pub high: Option<i64>,
}

/// The quantile in per cent (1 to 99) of the best of `best_of` numbers drawn independently like those counted, given as numbers with
/// their counts, rising; `None` where none was counted or drawn.
///
/// The best of *n* is at most *v* with probability *F*(*v*)ⁿ, so that its quantile *q* is the quantile *q*^(1/*n*) of one number. Of
/// that the interval is between order statistics, as of [`super::quantile_ranks`]: it misses the quantile with at most 5 %, whatever
/// the distribution.
pub fn best_of(counts: &[(i64, u64)], best_of: u32, per_cent: u32) -> Option<BestQuantile> {
    let n: u64 = counts.iter().map(|count| count.1).sum();
    if best_of == 0 {
        return None;
    }
    let share = (f64::from(per_cent.clamp(1, 99)) / 100.0).powf(1.0 / f64::from(best_of));
    let ranks = share_ranks(n, share)?;
    let at = |rank: u64| {
        let mut below = 0;
        counts.iter().find(|(_, count)| {
            below += count;
            below >= rank
        })
    };
    let number = |rank: u64| at(rank).map(|found| found.0);
    Some(BestQuantile { value: number(ranks.at)?, low: ranks.low.and_then(number), high: ranks.high.and_then(number) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A die of 600 throws, each face a hundred times. The best of one is a throw. Of the best of two P(≤ 4) is 16/36, P(≤ 5) 25/36;
    /// of three P(≤ 5) is 125/216.
    #[test]
    fn dice_by_hand() {
        let die: Vec<(i64, u64)> = (1..=6).map(|face| (face, 100)).collect();
        for ((of, per_cent), value) in [
            ((1, 50), 3),
            ((1, 90), 6),
            ((2, 44), 4),
            ((2, 45), 5),
            ((2, 69), 5),
            ((2, 70), 6),
            ((3, 57), 5),
            ((3, 58), 6),
        ] {
            assert_eq!(best_of(&die, of, per_cent).map(|best| best.value), Some(value), "{of} {per_cent}");
        }
        assert_eq!(best_of(&[], 1, 50), None);
        assert_eq!(best_of(&die, 0, 50), None);
    }

    /// Of 100 different numbers the median's ranks are 40 to 61 (as of `quantile_ranks`); the median of the best of a thousand is the
    /// 99.93 % quantile of one, of which a hundred say nothing upwards.
    #[test]
    fn intervals_are_order_statistics() {
        let counts: Vec<(i64, u64)> = (1..=100).map(|number| (number, 1)).collect();
        assert_eq!(best_of(&counts, 1, 50), Some(BestQuantile { value: 50, low: Some(40), high: Some(61) }));
        let best = best_of(&counts, 1000, 50).expect("numbers");
        assert_eq!((best.value, best.high), (100, None));
        assert!(best.low.is_some_and(|low| low >= 97), "{best:?}");
    }
}
