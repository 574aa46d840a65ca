//! How numbers of items are spread: mean and quantiles.

use affixboard_model::stats::quantile_ranks;

/// The quantiles that are shown, in per cent.
pub const SPREAD_QUANTILES: [u32; 4] = [10, 50, 90, 99];

/// A quantile with its 95 % interval, an end of which is missing where there are too few numbers for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpreadQuantile {
    /// In per cent.
    pub per_cent: u32,
    /// The least number that so many per cent are not above.
    pub value: i64,
    /// Lower end of the interval.
    pub low: Option<i64>,
    /// Upper end of the interval.
    pub high: Option<i64>,
}

/// Numbers of items, rising, with what they come to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spread {
    numbers: Vec<i64>,
}

impl Spread {
    /// Of numbers in any order.
    pub fn of(mut numbers: Vec<i64>) -> Spread {
        numbers.sort_unstable();
        Spread { numbers }
    }

    /// How many there are.
    pub fn n(&self) -> usize {
        self.numbers.len()
    }

    /// The highest.
    pub fn highest(&self) -> Option<i64> {
        self.numbers.last().copied()
    }

    /// A quantile in per cent, 1 to 99; `None` where there are no numbers.
    pub fn quantile(&self, per_cent: u32) -> Option<SpreadQuantile> {
        let ranks = quantile_ranks(self.numbers.len() as u64, per_cent)?;
        let at = |rank: u64| self.numbers.get(usize::try_from(rank).ok()?.checked_sub(1)?).copied();
        let value = at(ranks.at)?;
        Some(SpreadQuantile { per_cent, value, low: ranks.low.and_then(at), high: ranks.high.and_then(at) })
    }

    /// The median.
    pub fn median(&self) -> Option<i64> {
        self.quantile(50).map(|quantile| quantile.value)
    }

    /// The share of them that is below a number, of equal ones the half; from 0 to 1, `None` where there are none.
    pub fn share_below(&self, number: i64) -> Option<f64> {
        let below = self.numbers.partition_point(|other| *other < number);
        let not_above = self.numbers.partition_point(|other| *other <= number);
        (!self.numbers.is_empty()).then(|| (below + not_above) as f64 / 2.0 / self.numbers.len() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: of 1 to 100 the ranks are those of the binomial distribution (see the quantiles of sheets).
    #[test]
    fn quantiles_and_shares_by_hand() {
        let spread = Spread::of((1..=100).rev().collect());
        let quantile =
            |value, low, high| Some(SpreadQuantile { per_cent: 50, value, low: Some(low), high: Some(high) });
        assert_eq!(spread.quantile(50), quantile(50, 40, 61));
        assert_eq!((spread.n(), spread.highest(), spread.median()), (100, Some(100), Some(50)));
        // 3 of 6 are below, 2 are equal.
        assert_eq!(Spread::of(vec![5, 1, 9, 2, 3, 5]).share_below(5), Some(4.0 / 6.0));
        assert_eq!(Spread::default().share_below(5), None);
        assert_eq!(Spread::default().quantile(50), None);
    }
}
