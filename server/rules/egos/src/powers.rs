//! Distributions of item power, and numbers of tries for artifacts.
//!
//! Source: `apply_magic` of 2.9.1 and 3.0.6 (object2.c) and of 3.1.0 to 4.2.6 (obj-make.c).

use super::PowerWeight;

/// The powers where rolls of a hundred decide: an item is good with `better` per cent, and then great with `best`, but
/// what is forced (good, great) isn't rolled. Where items can be bad, those that aren't good are bad by the same rolls.
/// Weights are ten-thousandths, or millionths where items can be bad.
pub fn rolled(better: u32, best: u32, (good, great): (bool, bool), can_be_bad: bool) -> Vec<PowerWeight> {
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

/// The distribution of power up to 3.0.
pub fn three_rolls(good: bool, great: bool, level: u32) -> Vec<PowerWeight> {
    let better = (level.min(127) + 10).min(75);
    rolled(better, (better / 2).min(20), (good, great), true)
}

/// The distribution of power from 3.5 on.
pub fn two_rolls(good: bool, great: bool, level: u32) -> Vec<PowerWeight> {
    rolled(level.min(67) + 33, 30, (good, great), false)
}

/// Excellent items try the artifacts once, great drops four times whatever their power: up to 3.4.
pub fn artifact_rolls(power: i8, great: bool) -> u32 {
    if great { 4 } else { u32::from(power >= 2) }
}

/// Excellent items try the artifacts once, great drops twice whatever their power: from 3.5 on.
pub fn fewer_artifact_rolls(power: i8, great: bool) -> u32 {
    if great { 2 } else { u32::from(power >= 2) }
}

/// Powers with their weights, in the form in which tests have them.
#[cfg(test)]
pub fn weights(powers: Vec<PowerWeight>) -> Vec<(i8, u64)> {
    powers.into_iter().map(|power| (power.power, power.weight)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_from_3_5_on_are_as_the_rolls_have_it() {
        // Level 30: 63 % and 30 %.
        assert_eq!(weights(two_rolls(false, false, 30)), [(2, 1890), (1, 4410), (0, 3700)]);
        assert_eq!(weights(two_rolls(true, false, 30)), [(2, 3000), (1, 7000)]);
        assert_eq!(weights(two_rolls(true, true, 0)), [(2, 10_000)]);
        assert_eq!(weights(two_rolls(false, false, 66)), [(2, 2970), (1, 6930), (0, 100)]);
        assert_eq!(weights(two_rolls(false, false, 67)), [(2, 3000), (1, 7000)]);
        assert_eq!(weights(two_rolls(false, false, u32::MAX)), weights(two_rolls(false, false, 67)));
    }

    #[test]
    fn powers_are_as_the_rolls_have_it() {
        // Level 30: 40 % and 20 %.
        let expected = [(2, 80_000), (1, 320_000), (-2, 48_000), (-1, 192_000), (0, 360_000)];
        assert_eq!(weights(three_rolls(false, false, 30)), expected);
        assert_eq!(weights(three_rolls(true, false, 30)), [(2, 200_000), (1, 800_000)]);
        assert_eq!(weights(three_rolls(true, true, 0)), [(2, 1_000_000)]);
        for level in [0, 1, 64, 65, 127, 5000] {
            assert_eq!(weights(three_rolls(false, false, level)).iter().map(|power| power.1).sum::<u64>(), 1_000_000);
        }
    }

    #[test]
    fn great_drops_try_artifacts_whatever_their_power() {
        assert_eq!([-2, 1, 2].map(|power| artifact_rolls(power, false)), [0, 0, 1]);
        assert_eq!([-2, 1, 2].map(|power| artifact_rolls(power, true)), [4, 4, 4]);
        assert_eq!([0, 1, 2].map(|power| fewer_artifact_rolls(power, false)), [0, 0, 1]);
        assert_eq!([0, 1, 2].map(|power| fewer_artifact_rolls(power, true)), [2, 2, 2]);
    }
}
