//! Choice of kinds (RULES 5), for many drops at once.

use std::{collections::BTreeMap, sync::Arc};

use super::super::{Boost, EgoModel, UnusableReroll};
use affixboard_model::{
    catalog::KindId,
    engine::{evaluator::Evaluator, multinomial::Multinomial, single_flight::SingleFlight},
    explain::WeightShare,
};

/// One line of a kind: an entry of the table.
#[derive(Debug, Clone, Copy)]
struct Entry {
    kind: u32,
    weight: u32,
    min: u32,
    max: u32,
    /// See [`super::super::KindLine`].
    level: u32,
    /// See [`super::super::EgoKindRules::tables`].
    tables: u8,
    useless: bool,
}

/// The tables, by level and which of them a drop draws from; made when first asked for.
#[derive(Debug)]
pub(super) struct EgoKindTables {
    entries: Vec<Entry>,
    kinds: usize,
    best_of: bool,
    /// Ends where from there on all levels have one table.
    boost: Boost,
    unusable_reroll: Option<UnusableReroll>,
    /// By kind.
    useless: Vec<bool>,
    /// By kind: see [`super::super::EgoKindRules::more_egos`].
    more_egos: Vec<u8>,
    tables: SingleFlight<(u32, u32), Multinomial>,
}

impl EgoKindTables {
    pub(super) fn new(model: &EgoModel) -> EgoKindTables {
        let mut entries = Vec::new();
        for (kind, at) in model.kinds.iter().zip(0..) {
            let lines = kind.lines.iter().filter(|line| line.weight > 0);
            entries.extend(lines.map(|line| Entry {
                kind: at,
                weight: line.weight,
                min: line.min,
                max: line.max,
                level: line.entry,
                tables: kind.tables,
                useless: kind.useless,
            }));
        }
        let ends = entries.iter().flat_map(|entry| [entry.min, entry.max.saturating_add(1)]);
        let last = ends.filter(|level| *level < u32::MAX).max().unwrap_or(0);
        EgoKindTables {
            kinds: model.kinds.len(),
            best_of: model.spec.best_of,
            boost: Boost { deepest: model.numbers.kind_boost.deepest.min(last), ..model.numbers.kind_boost },
            unusable_reroll: model.spec.unusable_reroll,
            useless: model.kinds.iter().map(|kind| kind.useless).collect(),
            more_egos: model.kinds.iter().map(|kind| kind.more_egos).collect(),
            entries,
            tables: SingleFlight::unbounded(),
        }
    }

    /// Number of kinds.
    pub(super) fn kinds(&self) -> usize {
        self.kinds
    }

    /// Of 100 items of a kind that wouldn't draw an ego so many do.
    pub(super) fn more_egos(&self, kind: KindId) -> u8 {
        self.more_egos[kind.at()]
    }

    /// The same of the kind of which it is the most.
    pub(super) fn most_more_egos(&self) -> u8 {
        self.more_egos.iter().copied().max().unwrap_or(0)
    }

    /// The levels at which kinds are chosen from a base level, with their weights.
    pub(super) fn levels(&self, base: u32) -> Vec<(u32, u64)> {
        self.boost.levels(base)
    }

    /// The kinds that can be chosen at a level.
    pub(super) fn at(&self, level: u32, table: u32) -> impl Iterator<Item = KindId> + '_ {
        self.fitting(level, table).map(|entry| KindId(entry.kind))
    }

    fn fitting(&self, level: u32, table: u32) -> impl Iterator<Item = &Entry> {
        let fits = move |entry: &&Entry| (entry.min..=entry.max).contains(&level) && entry.tables >> table & 1 != 0;
        self.entries.iter().filter(fits)
    }

    /// Whether drops at a level can end up as none although there are kinds.
    pub(super) fn can_give_up(&self, level: u32, table: u32) -> bool {
        self.unusable_reroll.is_some() && self.fitting(level, table).any(|entry| entry.useless)
    }

    /// The weight of a kind at a level, of all; `None` where kinds aren't chosen by weight alone.
    pub(super) fn weight(&self, kind: KindId, level: u32, table: u32) -> Option<WeightShare> {
        if self.best_of || self.unusable_reroll.is_some() {
            return None;
        }
        let mut part = WeightShare { weight: 0, total: 0 };
        for entry in self.fitting(level, table) {
            part.total += u64::from(entry.weight);
            part.weight += if entry.kind == kind.0 { u64::from(entry.weight) } else { 0 };
        }
        Some(part)
    }

    /// Splits `drops` drops from a base level by kind and adds them to `chosen`. Returns the number of drops without a
    /// kind.
    pub(super) fn choose<M: Evaluator>(
        &self,
        base: u32,
        table: u32,
        drops: M::Mass,
        evaluator: &mut M,
        chosen: &mut [M::Mass],
    ) -> M::Mass {
        let Some(UnusableReroll { tries, kept }) = self.unusable_reroll else {
            return self.choose_once(base, table, drops, evaluator, chosen);
        };
        let (mut none, mut left) = (M::Mass::default(), drops);
        for _ in 0..tries {
            let mut tried = vec![M::Mass::default(); chosen.len()];
            none += self.choose_once(base, table, left, evaluator, &mut tried);
            left = M::Mass::default();
            for (kind, drops) in tried.into_iter().enumerate() {
                let stay = if self.useless[kind] { evaluator.pass(drops, (1, u64::from(kept))) } else { drops };
                chosen[kind] += stay;
                left += drops - stay;
            }
        }
        none + left
    }

    fn choose_once<M: Evaluator>(
        &self,
        base: u32,
        table: u32,
        drops: M::Mass,
        evaluator: &mut M,
        chosen: &mut [M::Mass],
    ) -> M::Mass {
        let mut none = M::Mass::default();
        for (level, drops) in evaluator.split(&Multinomial::new(self.levels(base)), drops) {
            let drawn = evaluator.split(&self.table(level, table), drops);
            // If there are any kinds, every drop is one.
            if drawn.is_empty() {
                none += drops;
            }
            for (kind, drops) in drawn {
                chosen[kind as usize] += drops;
            }
        }
        none
    }

    fn table(&self, level: u32, table: u32) -> Arc<Multinomial> {
        self.tables.get((level, table), || {
            let entries: Vec<&Entry> = self.fitting(level, table).collect();
            Multinomial::new(if self.best_of { best_of(&entries) } else { plain(&entries) })
        })
    }
}

fn plain(entries: &[&Entry]) -> Vec<(u32, u64)> {
    entries.iter().map(|entry| (entry.kind, u64::from(entry.weight))).collect()
}

/// The weights where one entry is drawn 40 % of the time, of two the one of the higher level 50 %, of three 10 %.
///
/// With W the weight of all, and F and f that of all levels up to an entry's and below it, its share is
/// w/W × (0.4 + 0.5 (F+f)/W + 0.1 (F² + Ff + f²)/W²); all times 10 W³ is whole.
fn best_of(entries: &[&Entry]) -> Vec<(u32, u64)> {
    let mut by_level: BTreeMap<u32, u64> = BTreeMap::new();
    for entry in entries {
        *by_level.entry(entry.level).or_default() += u64::from(entry.weight);
    }
    let mut below = 0;
    let mut sums: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
    for (level, weight) in by_level {
        sums.insert(level, (below, below + weight));
        below += weight;
    }
    let all = below;
    let weight = |entry: &&Entry| {
        let (f, up_to) = sums.get(&entry.level).copied().unwrap_or_default();
        let share = 4 * all * all + 5 * all * (up_to + f) + (up_to * up_to + up_to * f + f * f);
        (entry.kind, u64::from(entry.weight) * share)
    };
    entries.iter().map(weight).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_up_to_three_by_hand() {
        let entry =
            |kind, weight, min| Entry { kind, weight, min, max: u32::MAX, level: min, tables: 1, useless: false };
        // Levels 1 and 5 of weight 1 each: the deeper is drawn with 0.4 × ½ + 0.5 × ¾ + 0.1 × ⅞ = 0.6625 of 10 × 2³.
        let entries = [entry(0, 1, 1), entry(1, 1, 5)];
        assert_eq!(best_of(&entries.iter().collect::<Vec<_>>()), [(0, 27), (1, 53)]);
        // On one level weights alone count.
        let entries = [entry(0, 1, 1), entry(1, 3, 1)];
        assert_eq!(best_of(&entries.iter().collect::<Vec<_>>()), [(0, 160), (1, 480)]);
    }
}
