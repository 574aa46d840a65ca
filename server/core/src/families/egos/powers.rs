//! How powerful items are, and how often they try to be artifacts, up to 3.0 (6).
//!
//! Source: object2.c of 2.9.1 and 3.0.6, `apply_magic`.

use super::Power;

/// How powerful an item is, in millionths: up to three rolls of a hundred decide.
pub(crate) fn three_rolls(good: bool, great: bool, level: u32) -> Vec<Power> {
    let better = u64::from((level.min(127) + 10).min(75));
    let best = (better / 2).min(20);
    // The first roll makes it good, or else bad by another of the same chance; the second makes it more of it. What is
    // forced isn't rolled.
    let is_good = if good { 100 } else { better };
    let is_great = if great { 100 } else { best };
    let is_bad = 100 - is_good;
    let powers = [
        (2, is_good * is_great * 100),
        (1, is_good * (100 - is_great) * 100),
        (-2, is_bad * better * best),
        (-1, is_bad * better * (100 - best)),
        (0, is_bad * (100 - better) * 100),
    ];
    powers.into_iter().filter(|(_, weight)| *weight > 0).map(|(power, weight)| Power { power, weight }).collect()
}

/// Excellent items try the artifacts once, great drops four times.
pub(crate) fn artifact_rolls(power: i8, great: bool) -> u32 {
    match (power, great) {
        (_, true) => 4,
        (2.., false) => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(good: bool, great: bool, level: u32) -> Vec<(i8, u64)> {
        three_rolls(good, great, level).into_iter().map(|power| (power.power, power.weight)).collect()
    }

    #[test]
    fn powers_are_as_the_rolls_have_it() {
        // Level 30: 40 % and 20 %.
        let expected = [(2, 80_000), (1, 320_000), (-2, 48_000), (-1, 192_000), (0, 360_000)];
        assert_eq!(weights(false, false, 30), expected);
        assert_eq!(weights(true, false, 30), [(2, 200_000), (1, 800_000)]);
        assert_eq!(weights(true, true, 0), [(2, 1_000_000)]);
        for level in [0, 1, 64, 65, 127, 5000] {
            assert_eq!(weights(false, false, level).iter().map(|power| power.1).sum::<u64>(), 1_000_000);
        }
    }

    #[test]
    fn great_drops_try_artifacts_whatever_their_power() {
        assert_eq!([-2, 1, 2].map(|power| artifact_rolls(power, false)), [0, 0, 1]);
        assert_eq!([-2, 1, 2].map(|power| artifact_rolls(power, true)), [4, 4, 4]);
    }
}
