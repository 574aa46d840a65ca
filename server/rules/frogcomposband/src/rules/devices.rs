//! What wands, staffs and rods do (`device_init`), for a level and a sort of drops.

use std::sync::Arc;

use super::{
    super::{
        classes::KindFilter,
        devices::{COMMON, DeviceEffect, GOOD, GREAT, RARE, RODS, STAFFS, WANDS},
        tables::tval,
    },
    kinds::boosted,
};
use affixboard_model::engine::{multinomial::Multinomial, normal_table, single_flight::SingleFlight};

/// Levels that effects are chosen at, at most.
const DEEPEST: u32 = 100;
/// Of how many choices of an effect one is made at a deeper level.
const BOOST_ODDS: u32 = 8;

/// The effects of a type, in the program's order; none of other types.
pub(super) fn effects(item_type: u8) -> &'static [DeviceEffect] {
    match item_type {
        tval::WAND => &WANDS,
        tval::STAFF => &STAFFS,
        tval::ROD => &RODS,
        _ => &[],
    }
}

/// The draws of effects, made when first asked for.
#[derive(Debug)]
pub(super) struct DeviceTables {
    levels: SingleFlight<u32, Multinomial>,
    effects: SingleFlight<(u8, KindFilter, u32), Multinomial>,
}

impl DeviceTables {
    pub(super) fn new() -> DeviceTables {
        DeviceTables { levels: SingleFlight::unbounded(), effects: SingleFlight::unbounded() }
    }

    /// The levels that effects of a device of this level are chosen at: about 95 % of it, by a tenth more or less, and one time in
    /// eight of a deeper level.
    pub(super) fn levels(&self, level: u32) -> Arc<Multinomial> {
        self.levels.get(level, || {
            let mut weights = [0; DEEPEST as usize + 1];
            for (level, weight) in boosted(level, BOOST_ODDS) {
                let mean = i64::from(level.min(DEEPEST)) * 95 / 100 * 10;
                let deviation = mean * 10 / 100;
                let mut add = |tenths: i64, rolls: u64| {
                    let up = tenths.rem_euclid(10) as u64;
                    for (more, of_ten) in [(0, 10 - up), (1, up)] {
                        let level = (tenths / 10 + more).clamp(1, i64::from(DEEPEST));
                        weights[level as usize] += weight * rolls * of_ten;
                    }
                };
                for (step, rolls) in normal_table::steps() {
                    let offset = deviation * step / 64;
                    add(mean - offset, rolls);
                    add(mean + offset, rolls);
                }
            }
            Multinomial::new((0..).zip(weights))
        })
    }

    /// The effects of a type at a level, by place in its table; none where there are none.
    pub(super) fn choice(&self, item_type: u8, filter: KindFilter, level: u32) -> Arc<Multinomial> {
        self.effects.get((item_type, filter, level), || {
            let weight = |effect: &DeviceEffect| if takes(filter, effect) { weight(effect, level) } else { 0 };
            Multinomial::new((0..).zip(effects(item_type).iter().map(weight)))
        })
    }
}

/// Whether a sort of drops has an effect.
fn takes(filter: KindFilter, effect: &DeviceEffect) -> bool {
    let asked = match filter {
        KindFilter::All => 0,
        KindFilter::Good => GOOD,
        KindFilter::Great => GOOD | GREAT,
    };
    effect.marks & asked == asked
}

/// Weight of an effect at a level: it fades with the levels beyond its own, the sooner the shorter its stretch is.
fn weight(effect: &DeviceEffect, level: u32) -> u64 {
    let (first, last) = (u32::from(effect.level), u32::from(effect.last));
    if effect.rarity == 0 || first > level || (last != 0 && last < level) {
        return 0;
    }
    let mut rarity = u32::from(effect.rarity);
    if effect.marks & RARE == 0 && level > first {
        let stretch = if last == 0 { DEEPEST } else { last }.saturating_sub(first);
        let half = (if effect.marks & COMMON != 0 { stretch / 2 } else { stretch * 2 / 7 }).max(1);
        let mut beyond = level - first;
        while beyond >= half && rarity <= 64 {
            rarity *= 2;
            beyond -= half;
        }
        rarity += beyond.min(half) * rarity / half;
    }
    u64::from(64 / rarity)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a stretch of 70 levels weight halves with each 20, and falls between by whole parts of the rarity.
    #[test]
    fn effects_fade_by_hand() {
        let effect = DeviceEffect {
            name: "",
            activation: "",
            cost: 1,
            strength_part: 0,
            level: 10,
            rarity: 2,
            last: 80,
            marks: 0,
        };
        let weights = [9, 10, 20, 30, 40, 50, 80, 81].map(|level| weight(&effect, level));
        // Rarities 2, 2 + 10 × 2 / 20 = 3, 4, 4 + 10 × 4 / 20 = 6, 8, 16 + 10 × 16 / 20 = 24.
        assert_eq!(weights, [0, 32, 21, 16, 10, 8, 2, 0]);
        let rare = DeviceEffect { marks: RARE, ..effect };
        assert_eq!(weight(&rare, 80), 32);
        assert!(takes(KindFilter::Good, &DeviceEffect { marks: GOOD, ..effect }));
        assert!(!takes(KindFilter::Great, &DeviceEffect { marks: GREAT, ..effect }));
    }

    /// All rolls of a device's level are counted: 2 × 32768 × 10 for each of the 8 × 6 ways of a level up to 20.
    #[test]
    fn levels_of_effects_are_about_the_devices() {
        let levels = DeviceTables::new().levels(1);
        let shares: Vec<(u32, f64)> = levels.shares().collect();
        // 95 % of 1 is 0, which counts as 1; boosted ones are 5 to 10 of 6 to 11.
        assert!(shares[0].0 == 1 && (shares[0].1 - 0.875).abs() < 1e-12, "{shares:?}");
        assert!((shares.iter().map(|share| share.1).sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
