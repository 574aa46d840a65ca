//! The power that magic is applied with (`apply_magic`).

use super::{super::tables::tval, MOST_LEVEL, quality::Circumstances};
use crate::numbers::FrogNumbers;
use affixboard_model::engine::evaluator::Evaluator;

/// The odds of so many per cent. 0 is taken for always, as the program takes it.
fn per_cent(chance: u32) -> (u64, u64) {
    if chance == 0 { (1, 1) } else { (u64::from(chance.min(100)), 100) }
}

/// Divides items of a type by power, 2 to -2.
pub(super) fn by_power<M: Evaluator>(
    numbers: &FrogNumbers,
    at: Circumstances,
    item_type: u8,
    items: M::Mass,
    evaluator: &mut M,
) -> [(i8, M::Mass); 5] {
    let nothing = M::Mass::default();
    let level = at.level.min(MOST_LEVEL);
    let is_jewel = matches!(item_type, tval::RING | tval::AMULET);
    let is_device = matches!(item_type, tval::STAFF | tval::WAND | tval::ROD);
    let mut good_chance = (level + 10).min(numbers.most_good);
    let great_chance = (2 * good_chance / 3).min(numbers.most_great);
    if is_jewel {
        good_chance = (good_chance + 30).min(numbers.most_good);
    }
    let good = if at.quality.is_good() { items } else { evaluator.pass(items, per_cent(good_chance)) };
    let great = if at.quality.is_great() { good } else { evaluator.pass(good, per_cent(great_chance)) };
    let others = items - good;
    let bad = if others == nothing { nothing } else { evaluator.pass(others, per_cent(good_chance.div_ceil(3))) };
    let terrible = evaluator.pass(bad, per_cent(great_chance));
    let mut cursed = bad - terrible;
    let mut average = others - bad;
    // What is only cursed fades with depth.
    if level > 10 && !is_jewel && !is_device {
        let faded = evaluator.pass(cursed, (u64::from(level - 10), u64::from(level)));
        cursed -= faded;
        average += faded;
    }
    [(2, great), (1, good - great), (0, average), (-1, cursed), (-2, terrible)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::quality::FrogQuality;
    use affixboard_model::engine::evaluator::ExactEvaluator;

    /// At level 20: 30 % are good, of these 20 %; of the others (30 + 2) / 3 = 10 % are bad, of these 20 %, and half of the rest
    /// fades. Rings are good at 60 %, bad at 20 %, and nothing fades.
    #[test]
    fn powers_by_hand() {
        let at = |position, level| Circumstances { depth: level, level, quality: FrogQuality::at(position) };
        let powers = |at, tval| by_power(&FrogNumbers::default(), at, tval, 1.0, &mut ExactEvaluator);
        let same = |found: [(i8, f64); 5], expected: [f64; 5]| {
            let apart = found.iter().zip(expected).map(|(one, other)| (one.1 - other).abs());
            assert!(apart.fold(0.0, f64::max) < 1e-12, "{found:?} {expected:?}");
        };
        same(powers(at(0, 20), 23), [0.06, 0.24, 0.63 + 0.028, 0.028, 0.014]);
        same(powers(at(0, 20), 45), [0.12, 0.48, 0.32, 0.064, 0.016]);
        same(powers(at(1, 90), 23), [0.2, 0.8, 0.0, 0.0, 0.0]);
        same(powers(at(2, 5), 23), [1.0, 0.0, 0.0, 0.0, 0.0]);
    }
}
