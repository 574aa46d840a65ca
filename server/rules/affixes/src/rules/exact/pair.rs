//! Two affixes on one item, summed over a cell: docs/exact.md, "Two affixes together".

use std::iter;

use super::{
    super::{forge::AffixForge, generation::Generation},
    cell::RaisedLevel,
};
use crate::constants::LEVEL_BONUS;
use affixboard_model::{
    batch::Cell,
    catalog::{AffixId, KindId},
    game::{Cancelled, Mean, PairChance},
};

impl<G: Generation> AffixForge<G> {
    /// Joint chance of two affixes on items of a kind, per drop of a cell.
    pub(in super::super) fn exact_pair(
        &self,
        cell: Cell,
        kind: KindId,
        pair: [AffixId; 2],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<PairChance>, Cancelled> {
        if cell.kind.is_some_and(|given| given != kind) {
            return Ok(None);
        }
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let mut together = PairChance { items: 0.0, each: [Mean::default(); 2], both: Mean::default() };
        if cell.kind.is_some() {
            self.add_pair(&mut together, (cell, quality), cell.depth, (kind, 1.0), pair, keep_going)?;
        } else {
            let left = self.artifacts_of(cell, quality).iter().fold(1.0, |left, artifact| left - artifact.2);
            for RaisedLevel { level, magic, share } in self.raised_levels(cell, quality) {
                let chance = self.tables.chances(quality > 0, level, iter::once(kind))[0];
                if chance > 0.0 {
                    let share = left * share * chance;
                    self.add_pair(&mut together, (cell, quality), magic, (kind, share), pair, keep_going)?;
                }
            }
        }
        together.both = if pair[0] == pair[1] { together.each[0] } else { within(together.both, together.each) };
        Ok(Some(together))
    }

    /// Adds what items of a kind have that get their magic at a level.
    fn add_pair(
        &self,
        together: &mut PairChance,
        (cell, quality): (Cell, usize),
        level: u32,
        (kind, share): (KindId, f64),
        pair: [AffixId; 2],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        together.items += share;
        if self.kinds[kind.at()].row.is_none() {
            return Ok(());
        }
        for (context, steps) in self.contexts(quality, level, kind) {
            let carried = self.by_step_count(context, (cell.depth, quality), keep_going)?;
            let found = pair.map(|affix| carried.affixes.iter().find(|of| of.affix == affix));
            // An affix that can't be drawn here is on no item.
            let both = match found {
                [Some(a), Some(b)] if !self.exclude_each_other(cell.depth, pair) => {
                    let both = self.both_by_step_count(context, (cell.depth, quality), pair, keep_going)?;
                    Some((both, a.max_p.max(b.max_p)))
                }
                _ => None,
            };
            let p_rolled_back = carried.p_rolled_back.get(self.exact.tables.rollback.start(kind.at()));
            for (made, chance) in steps.into_iter().enumerate().filter(|made| made.1 > 0.0) {
                let share = share * chance;
                let p_rolled_back = p_rolled_back.map_or(1.0, |p_rolled_back| p_rolled_back[made]);
                let left_out_before: f64 = carried.p_left_out[..=made].iter().sum();
                for (sums, of) in together.each.iter_mut().zip(found) {
                    let Some(of) = of else { continue };
                    let (p_any, bound) = of.p_any[made];
                    sums.mean += share * p_any;
                    sums.bound += share * (of.max_p * left_out_before + p_rolled_back + bound);
                }
                if let Some((p_both, max_p)) = &both {
                    together.both.mean += share * p_both[made];
                    together.both.bound += share * (max_p * left_out_before + p_rolled_back);
                }
            }
        }
        Ok(())
    }

    /// Whether no item has two such affixes: they are the same, or of one exclusive group.
    fn exclude_each_other(&self, depth: u32, [a, b]: [AffixId; 2]) -> bool {
        let pools = &self.levels.at(depth).pools;
        a == b || pools.class_bit(a.0) & pools.class_bit(b.0) != 0
    }
}

/// The mean of both, between 0 and the mean of the rarer affix, with the bound that follows.
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
            // A value cut to the rarer affix's share gets the bound of that share.
            (of(0.5, 0.0), [of(0.25, 0.25), of(0.75, 0.0)], of(0.25, 0.25)),
            (of(0.0, 0.0), [of(0.0, 0.0), of(0.75, 0.5)], of(0.0, 0.0)),
        ] {
            assert_eq!(within(both, each), expected, "{both:?} {each:?}");
        }
    }
}
