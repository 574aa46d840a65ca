//! A price while it is computed.

use super::super::flags::{Flag, FlagBits};
use affixboard_model::game::Worth;
use std::borrow::Cow;

/// A sum with its terms.
#[derive(Debug, Default)]
pub(super) struct Running {
    worth: Worth,
    overflows: bool,
}

impl Running {
    /// What it comes to so far.
    pub(super) fn total(&self) -> i64 {
        self.worth.total()
    }

    /// Adds a term.
    pub(super) fn add(&mut self, what: impl Into<Cow<'static, str>>, gold: i64) {
        self.worth.add(what, gold);
        self.overflows |= i32::try_from(self.total()).is_err();
    }

    /// Adds what brings the sum to `total`.
    pub(super) fn raise_to(&mut self, what: impl Into<Cow<'static, str>>, total: i64) {
        self.add(what, total - self.total());
    }

    /// Takes the sum times `times` / `part`, cut towards zero.
    pub(super) fn scale(&mut self, what: &'static str, times: i64, part: i64) {
        let product = self.total() * times;
        self.overflows |= i32::try_from(product).is_err();
        self.raise_to(what, product / part);
    }

    /// The price; `None` where the program's numbers were too small for it.
    pub(super) fn worth(self) -> Option<Worth> {
        (!self.overflows).then_some(self.worth)
    }
}

/// A double as an integer of 32 bits, cut towards zero; `None` where it doesn't fit.
pub(super) fn cut(number: f64) -> Option<i64> {
    let cut = number.trunc();
    (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&cut).then_some(cut as i64)
}

/// Scores of flags of one group: each that an item has beyond the first costs more (`_calc_cost`).
pub(super) struct Scores<'a> {
    flags: &'a FlagBits,
    /// How many of the group there were so far.
    pub(super) count: i32,
}

impl<'a> Scores<'a> {
    pub(super) fn new(flags: &'a FlagBits) -> Scores<'a> {
        Scores { flags, count: 0 }
    }

    /// What a flag costs; 0 where the item hasn't it. `None` for a score below 0, which the program takes for a huge one.
    pub(super) fn score(&mut self, flag: Flag, score: i32) -> Option<f64> {
        if !self.flags.has(flag) {
            return Some(0.0);
        }
        let before = self.count;
        self.count += 1;
        let score = f64::from(u32::try_from(score).ok()?);
        Some(score * (1.0 + f64::from(before) / 10.0 + f64::from(before * before) / 50.0))
    }

    /// What several flags of these scores cost, added to `sum` one by one.
    pub(super) fn add_all(&mut self, sum: f64, scores: &[(Flag, i32)]) -> Option<f64> {
        scores.iter().try_fold(sum, |sum, (flag, score)| Some(sum + self.score(*flag, *score)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flags::named as f;

    /// 100, then 100 × (1 + 1/10 + 1/50) = 112, then 100 × (1 + 2/10 + 4/50) = 128.
    #[test]
    fn each_further_flag_costs_more() {
        let flags = FlagBits::of_names(&["LITE", "WARNING", "THROWING"]);
        let mut scores = Scores::new(&flags);
        let found = [f::LITE, f::DARKNESS, f::WARNING, f::THROWING].map(|flag| scores.score(flag, 100));
        let rounded = found.map(|score| (score.expect("a score") * 1000.0).round() as i64);
        assert_eq!(rounded, [100_000, 0, 112_000, 128_000]);
        assert_eq!(scores.score(f::LITE, -1), None);
    }

    #[test]
    fn what_does_not_fit_is_no_price() {
        let mut sum = Running::default();
        sum.add("much", i64::from(i32::MAX));
        sum.add("back", -5);
        assert_eq!(Running::default().worth().map(|worth| worth.total()), Some(0));
        sum.scale("twice", 2, 4);
        assert_eq!(sum.worth(), None);
        assert_eq!([cut(-2.9), cut(3e9), cut(f64::NAN)], [Some(-2), None, None]);
    }
}
