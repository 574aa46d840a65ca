//! How much an ego weighs at a level (`ego_rand`).

use super::stats::FrogEgo;

/// Weight of an ego within its depths: 10,000 by its rarity, 1 at least; 0 for one that never comes.
pub(crate) fn base_weight(rarity: u32) -> u32 {
    10_000_u32.checked_div(rarity).map_or(0, |weight| weight.max(1))
}

/// The same at a level: beyond its last level it is rarer by three times its rarity with each level, above its first by once.
pub(crate) fn weight(ego: &FrogEgo, level: u32) -> u32 {
    let FrogEgo { min, max, rarity, .. } = *ego;
    let times = if max > 0 && level > max {
        1 + 3 * (level - max)
    } else if min > level {
        1 + min - level
    } else {
        1
    };
    base_weight(rarity * times)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_soft_both_ways() {
        let ego = FrogEgo { min: 20, max: 60, rarity: 4, ..FrogEgo::default() };
        let weights = [19, 20, 60, 61, 70, 15].map(|level| weight(&ego, level));
        // 10,000 / 8, / 4, / 4, / 16, / (4 × 31), / 24.
        assert_eq!(weights, [1250, 2500, 2500, 625, 80, 416]);
        let endless = FrogEgo { max: 0, ..ego };
        assert_eq!([weight(&endless, 127), base_weight(0), base_weight(60_000)], [2500, 0, 1]);
    }
}
