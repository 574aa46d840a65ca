//! Distributions of item power, and numbers of tries for artifacts.
//!
//! Source: `apply_magic` of 2.9.1 and 3.0.6 (object2.c) and of 3.1.0 to 4.2.6 (obj-make.c).

use super::{DropQuality, PowerWeight};

/// A chance in per cent that rises with the level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PerCent {
    /// At level 0.
    pub at_0: u32,
    /// What each level adds, as a fraction: numerator and denominator. The sum of all levels is rounded down.
    pub rises: (u32, u32),
    /// At most this.
    pub most: u32,
}

impl PerCent {
    /// The same at all levels.
    pub const fn fixed(at_0: u32) -> PerCent {
        PerCent { at_0, rises: (0, 1), most: 100 }
    }

    fn at(self, level: u32) -> u32 {
        let (by, of) = self.rises;
        let rise = u64::from(level) * u64::from(by) / u64::from(of);
        (u64::from(self.at_0) + rise).min(u64::from(self.most)) as u32
    }
}

/// How the power of an item is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Powers {
    /// Good items of all that needn't be.
    pub good: PerCent,
    /// Great ones: of the good, or of all where the two are rolled apart.
    pub great: PerCent,
    /// How the two rolls come together.
    pub law: PowerLaw,
}

/// How the rolls for good and great items come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PowerLaw {
    /// A good item may be great: power 1, or 2.
    Nested {
        /// Whether items that aren't good can be bad by the same rolls: power -1, or -2.
        can_be_bad: bool,
    },
    /// The two are apart: power 1 is the first alone, 2 the second alone, 3 both. Good drops have one of the two for
    /// certain, by the toss of a coin; great drops have both.
    Apart,
}

impl Powers {
    /// The powers with their weights: what the quality of a drop gives isn't rolled.
    pub fn at(self, quality: DropQuality, level: u32) -> Vec<PowerWeight> {
        if !quality.has_magic {
            return vec![PowerWeight { power: 0, weight: 1 }];
        }
        let (better, best) = (self.good.at(level), self.great.at(level));
        match self.law {
            PowerLaw::Nested { can_be_bad } => rolled(better, best, (quality.good, quality.great), can_be_bad),
            PowerLaw::Apart => rolled_apart(better, best, (quality.good, quality.great)),
        }
    }
}

/// Up to 3.0: the level and 10 per cent, at most 75, and half of it, at most 20.
pub const THREE_ROLLS: Powers = Powers {
    good: PerCent { at_0: 10, rises: (1, 1), most: 75 },
    great: PerCent { at_0: 5, rises: (1, 2), most: 20 },
    law: PowerLaw::Nested { can_be_bad: true },
};

/// From 3.5 on.
pub const TWO_ROLLS: Powers = Powers {
    good: PerCent { at_0: 33, rises: (1, 1), most: 100 },
    great: PerCent::fixed(30),
    law: PowerLaw::Nested { can_be_bad: false },
};

/// Tries for artifacts up to 3.4: excellent items one, great drops four whatever their power.
pub const ARTIFACT_TRIES: [u32; 3] = [1, 4, 0];

/// From 3.5 on.
pub const FEWER_ARTIFACT_TRIES: [u32; 3] = [1, 2, 0];

/// The powers where rolls of a hundred decide: an item is good with `better` per cent, and then great with `best`, but
/// what is forced (good, great) isn't rolled. Where items can be bad, those that aren't good are bad by the same rolls.
/// Weights are ten-thousandths, or millionths where items can be bad.
fn rolled(better: u32, best: u32, (good, great): (bool, bool), can_be_bad: bool) -> Vec<PowerWeight> {
    let (better, best) = (u64::from(better.min(100)), u64::from(best.min(100)));
    let is_good = if good { 100 } else { better };
    let is_great = if great { 100 } else { best };
    let isnt = 100 - is_good;
    let powers = if can_be_bad {
        vec![
            (2, is_good * is_great * 100),
            (1, is_good * (100 - is_great) * 100),
            (-2, isnt * better * best),
            (-1, isnt * better * (100 - best)),
            (0, isnt * (100 - better) * 100),
        ]
    } else {
        vec![(2, is_good * is_great), (1, is_good * (100 - is_great)), (0, isnt * 100)]
    };
    powers.into_iter().filter(|(_, weight)| *weight > 0).map(|(power, weight)| PowerWeight { power, weight }).collect()
}

/// The powers where the two rolls are apart. Weights are ten-thousandths, of good drops twenty-thousandths.
fn rolled_apart(better: u32, best: u32, (good, great): (bool, bool)) -> Vec<PowerWeight> {
    let (better, best) = (u64::from(better.min(100)), u64::from(best.min(100)));
    let powers = match (good, great) {
        (_, true) => vec![(3, 1)],
        (true, false) => vec![(3, (better + best) * 100), (2, (100 - better) * 100), (1, (100 - best) * 100)],
        (false, false) => vec![
            (3, better * best),
            (2, (100 - better) * best),
            (1, better * (100 - best)),
            (0, (100 - better) * (100 - best)),
        ],
    };
    powers.into_iter().filter(|(_, weight)| *weight > 0).map(|(power, weight)| PowerWeight { power, weight }).collect()
}

/// Powers with their weights, in the form in which tests have them.
#[cfg(test)]
pub fn weights(powers: Vec<PowerWeight>) -> Vec<(i8, u64)> {
    powers.into_iter().map(|power| (power.power, power.weight)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GOOD, GREAT, NORMAL};

    #[test]
    fn powers_of_two_rolls_apart_by_hand() {
        // Level 10 of a game whose items are fine by twice the level and special by the level: 20 % and 10 %.
        let per_cent = |by| PerCent { at_0: 0, rises: (by, 1), most: 100 };
        let apart = Powers { good: per_cent(2), great: per_cent(1), law: PowerLaw::Apart };
        let at = |quality, level| weights(apart.at(quality, level));
        assert_eq!(at(NORMAL, 10), [(3, 200), (2, 800), (1, 1800), (0, 7200)]);
        // Fine for certain, and special too 10 %; or special for certain, and fine too 20 %; of 20,000.
        assert_eq!(at(GOOD, 10), [(3, 3000), (2, 8000), (1, 9000)]);
        assert_eq!([at(GREAT, 10), at(GREAT, 0)], [[(3, 1)], [(3, 1)]]);
        assert_eq!(at(NORMAL, 0), [(0, 10_000)]);
        assert_eq!(at(NORMAL, 127), [(3, 10_000)]);
        assert_eq!(weights(apart.at(DropQuality { has_magic: false, ..NORMAL }, 50)), [(0, 1)]);
    }

    #[test]
    fn powers_from_3_5_on_are_as_the_rolls_have_it() {
        // Level 30: 63 % and 30 %.
        assert_eq!(weights(TWO_ROLLS.at(NORMAL, 30)), [(2, 1890), (1, 4410), (0, 3700)]);
        assert_eq!(weights(TWO_ROLLS.at(GOOD, 30)), [(2, 3000), (1, 7000)]);
        assert_eq!(weights(TWO_ROLLS.at(GREAT, 0)), [(2, 10_000)]);
        assert_eq!(weights(TWO_ROLLS.at(NORMAL, 66)), [(2, 2970), (1, 6930), (0, 100)]);
        assert_eq!(weights(TWO_ROLLS.at(NORMAL, 67)), [(2, 3000), (1, 7000)]);
        assert_eq!(weights(TWO_ROLLS.at(NORMAL, u32::MAX)), weights(TWO_ROLLS.at(NORMAL, 67)));
    }

    #[test]
    fn powers_are_as_the_rolls_have_it() {
        // Level 30: 40 % and 20 %.
        let expected = [(2, 80_000), (1, 320_000), (-2, 48_000), (-1, 192_000), (0, 360_000)];
        assert_eq!(weights(THREE_ROLLS.at(NORMAL, 30)), expected);
        assert_eq!(weights(THREE_ROLLS.at(GOOD, 30)), [(2, 200_000), (1, 800_000)]);
        assert_eq!(weights(THREE_ROLLS.at(GREAT, 0)), [(2, 1_000_000)]);
        for level in [0, 1, 64, 65, 127, 5000] {
            assert_eq!(weights(THREE_ROLLS.at(NORMAL, level)).iter().map(|power| power.1).sum::<u64>(), 1_000_000);
        }
    }
}
