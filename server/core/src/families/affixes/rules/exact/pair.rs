//! Two affixes on one item: docs/exact.md, "Two affixes together".

use super::{
    super::{AffixForge, Generation, LEVEL_BONUS},
    by_steps::{Ground, added},
    cell::Raised,
    course::Route,
    moves::{Steps, Variant},
};
use crate::{
    batch::Cell,
    catalog::{AffixId, KindId},
    game::{Mean, PairChance},
};

impl<G: Generation> AffixForge<G> {
    /// How often items of a kind have both of two affixes.
    pub(in super::super) fn exact_pair(&self, cell: Cell, kind: KindId, pair: [AffixId; 2]) -> Option<PairChance> {
        if cell.kind.is_some_and(|given| given != kind) {
            return None;
        }
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let mut together = PairChance { items: 0.0, each: [Mean::default(); 2], both: Mean::default() };
        if cell.kind.is_some() {
            self.add_pair(&mut together, (cell, quality), cell.depth, (kind, 1.0), pair);
        } else {
            let left = self.artifacts_of(cell, quality).iter().fold(1.0, |left, artifact| left - artifact.2);
            for Raised { level, magic, weight } in self.raised(cell, quality) {
                let chance = self.tables.chances(quality > 0, level, self.kinds.len())[kind.at()];
                if chance > 0.0 {
                    let share = left * weight * chance;
                    self.add_pair(&mut together, (cell, quality), magic, (kind, share), pair);
                }
            }
        }
        together.both = if pair[0] == pair[1] { together.each[0] } else { within(together.both, together.each) };
        Some(together)
    }

    /// Adds what items of a kind have that get their magic at a level.
    fn add_pair(
        &self,
        together: &mut PairChance,
        (cell, quality): (Cell, usize),
        level: u32,
        (kind, share): (KindId, f64),
        pair: [AffixId; 2],
    ) {
        together.items += share;
        if self.kinds[kind.at()].row.is_none() {
            return;
        }
        for (place, steps) in self.windows(quality, level, kind) {
            let carried = self.by_steps(place, (cell.depth, quality));
            let found = pair.map(|affix| carried.affixes.iter().find(|of| of.affix == affix));
            // What can't be drawn here nothing has.
            let both = match found {
                [Some(a), Some(b)] if !self.are_one(cell.depth, pair) => {
                    Some((self.both_by_steps(place, (cell.depth, quality), pair), a.most.max(b.most)))
                }
                _ => None,
            };
            let undone = carried.undone.get(self.exact.switches.start(kind.at()));
            for (made, chance) in steps.into_iter().enumerate().filter(|made| made.1 > 0.0) {
                let share = share * chance;
                let undone = undone.map_or(1.0, |undone| undone[made]);
                let draws: f64 = carried.left_out[..=made].iter().sum();
                for (sums, of) in together.each.iter_mut().zip(found) {
                    let Some(of) = of else { continue };
                    let (once, bound) = of.once[made];
                    sums.mean += share * once;
                    sums.bound += share * (of.most * draws + undone + bound);
                }
                if let Some((chances, most)) = &both {
                    together.both.mean += share * chances[made];
                    together.both.bound += share * (most * draws + undone);
                }
            }
        }
    }

    /// Whether there is nothing to follow: the two are the same, or of a class of which an item has one.
    fn are_one(&self, depth: u32, [a, b]: [AffixId; 2]) -> bool {
        let pools = &self.levels.at(depth).pools;
        a == b || pools.class_bit(a.0) & pools.class_bit(b.0) != 0
    }
}

/// What items have both comes to, within what items have each: it is no more than the rarer one, and no less than nothing.
fn within(both: Mean, each: [Mean; 2]) -> Mean {
    let least = |of: fn(&Mean) -> f64| each.iter().map(of).fold(f64::INFINITY, f64::min);
    let rarer = least(|of| of.mean);
    let mut bound = both.bound;
    if both.mean > rarer {
        bound = each.iter().filter(|of| of.mean < both.mean).map(|of| of.bound).fold(bound, f64::max);
    }
    let mean = both.mean.min(rarer);
    let most = least(|of| of.mean + of.bound);
    Mean { mean, bound: bound.min(mean.max(most - mean)) }
}

/// By steps: how likely an item has both of two affixes.
///
/// Items are followed by which of the two they have. Where no theme is undone an item has both from the step on that adds
/// the second to the first, and need not be followed on.
pub(super) fn both(ground: &Ground, pair: [AffixId; 2]) -> Vec<f64> {
    let Ground { draws, hands, lost, looks, steps, followed } = ground;
    let (steps, themes, marks) = (*steps, draws.themes.len(), draws.marks.len());
    let kept = pair.map(|affix| {
        let mut kept = vec![0.0; marks];
        let own = draws.all.iter().filter(|draw| draw.affix == Some(affix) && draw.to.is_some());
        own.for_each(|draw| kept[draw.from] += draw.chance);
        kept
    });
    if kept.iter().any(|kept| kept.iter().all(|kept| *kept == 0.0)) {
        return vec![0.0; steps + 1];
    }
    let moves = Steps::new(draws, hands, *lost, *looks, Variant { pair: Some(pair), ..Variant::default() });
    let in_full = *lost != 0;
    let course = Route { hands, moves: &moves, themes, steps: *followed, largest: *followed, in_full }.follow();
    let [first, second, both] = [1, 2, 3].map(|block| block * marks);
    if *lost != 0 {
        // A theme that is undone takes the affix of its step with it.
        let mut themed = 0.0;
        let at_step = |step: usize| {
            let of_theme = |theme: usize| (0..marks).map(|mark| course.themed(theme, both + mark, step)).sum::<f64>();
            themed += (0..themes).map(of_theme).sum::<f64>();
            themed + (0..marks).map(|mark| course.on(both + mark, step)).sum::<f64>()
        };
        return (0..=steps).map(at_step).collect();
    }
    let second_to_first = |mark: usize, step: usize| {
        kept[1][mark] * course.on(first + mark, step) + kept[0][mark] * course.on(second + mark, step)
    };
    added(steps, |step| (0..marks).map(|mark| second_to_first(mark, step)).sum())
}

#[cfg(test)]
mod tests {
    use super::{Mean, within};

    #[test]
    fn both_are_no_more_than_the_rarer() {
        let of = |mean, bound| Mean { mean, bound };
        for (both, each, expected) in [
            (of(0.25, 0.0), [of(0.5, 0.0), of(0.75, 0.0)], of(0.25, 0.0)),
            (of(0.25, 0.125), [of(0.5, 0.0), of(0.75, 0.0)], of(0.25, 0.125)),
            // From nothing to 0.375, and so far from 0.25 at most.
            (of(0.25, 0.5), [of(0.25, 0.125), of(0.75, 0.0)], of(0.25, 0.25)),
            (of(0.0625, 0.5), [of(0.25, 0.125), of(0.75, 0.0)], of(0.0625, 0.3125)),
            // What is too much may be as far off as the one that says so.
            (of(0.5, 0.0), [of(0.25, 0.25), of(0.75, 0.0)], of(0.25, 0.25)),
            (of(0.0, 0.0), [of(0.0, 0.0), of(0.75, 0.5)], of(0.0, 0.0)),
        ] {
            assert_eq!(within(both, each), expected, "{both:?} {each:?}");
        }
    }
}
