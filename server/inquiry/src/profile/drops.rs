//! Numbers of drops, as exact decimals.

use std::{fmt, ops::Add};

/// A mean number of drops with up to three decimals, stored in thousandths. A fraction is a drop that happens with that
/// probability.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Drops(u32);

impl Drops {
    /// Maximum drops of one quality at one depth.
    pub const MAX: u32 = 10_000;
    /// Maximum number of decimals.
    pub const DIGITS: usize = 3;

    /// From thousandths of a drop; `None` above [`Drops::MAX`] drops.
    pub fn thousandths(thousandths: u32) -> Option<Drops> {
        (thousandths <= Drops::MAX * 1000).then_some(Drops(thousandths))
    }

    /// The integer part: drops that always happen.
    pub fn whole(self) -> u32 {
        self.0 / 1000
    }

    /// The fraction in 0..1: probability of one more drop.
    pub fn fraction(self) -> f64 {
        f64::from(self.0 % 1000) / 1000.0
    }

    /// The mean number of drops.
    pub fn mean(self) -> f64 {
        f64::from(self.0) / 1000.0
    }
}

/// Sums stay exact: all depths and qualities together are below 2^32 thousandths.
impl Add for Drops {
    type Output = Drops;

    fn add(self, other: Drops) -> Drops {
        Drops(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Drops {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:03}", self.0 / 1000, self.0 % 1000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Profile, QUALITIES};

    #[test]
    fn decimals_are_written_without_needless_digits() {
        for (thousandths, text) in
            [(0, "0"), (1, "0.001"), (500, "0.5"), (1000, "1"), (40_000, "40"), (2_050, "2.05"), (10_000_000, "10000")]
        {
            assert_eq!(Drops::thousandths(thousandths).expect("few").to_string(), text);
        }
        assert_eq!(Drops::thousandths(10_000_001), None);
    }

    #[test]
    fn the_most_there_can_be_is_counted_exactly() {
        let cells = u64::from(Profile::MAX_DEPTH + 1) * QUALITIES.len() as u64;
        assert!(cells * u64::from(Drops::MAX) * 1000 < u64::from(u32::MAX));
    }
}
