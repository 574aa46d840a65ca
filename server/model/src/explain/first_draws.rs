//! Accumulates first draws over all the ways in which items are created.

use std::{collections::BTreeMap, sync::Arc};

use super::{FirstDrawPool, LevelShare, LineStatus};
use crate::{catalog::AffixId, game::Pool};

/// Accumulator of first draws. Before [`FirstDraws::finish`] chances are per item, after it per first draw.
#[derive(Debug, Default)]
pub struct FirstDraws {
    /// The pools of first draws, each with its probability. See [`super::Derivation`].
    pub first_draw_pools: Vec<FirstDrawPool>,
    /// Generation levels of first draws, each with its probability.
    pub levels: Vec<LevelShare>,
    /// See [`super::Derivation::outcomes`].
    pub outcomes: Vec<(AffixId, f64)>,
    /// See [`super::Derivation::nothing`].
    pub nothing: f64,
    /// Probability that a first draw gives the explained affix, or that the explained theme is legal there.
    pub entry: f64,
    by_level: BTreeMap<u32, LevelShare>,
}

/// A group of equal first draws.
#[derive(Debug)]
pub struct FirstDraw {
    /// The generation level it is made at.
    pub level: u32,
    /// Whether that is deeper than the item's own level.
    pub is_deeper: bool,
    /// The lowest and the highest affix level it draws from.
    pub affix_levels: (u8, u8),
    /// Probability that an item has such a first draw.
    pub chance: f64,
    /// What it draws from.
    pub pool: Arc<Pool>,
    /// See [`FirstDrawPool::one_in_draws`].
    pub one_in_draws: u32,
    /// See [`FirstDrawPool::list`].
    pub list: Option<&'static str>,
    /// Status of each line of the explained entry.
    pub lines: Vec<LineStatus>,
    /// The explained entry in this draw.
    pub asked: AskedEntry,
}

/// The explained entry, as far as a draw needs it.
#[derive(Debug, Clone, Copy)]
pub enum AskedEntry {
    /// An affix.
    Affix(AffixId),
    /// A theme, and whether it is legal at this draw.
    Legal(bool),
}

impl FirstDraws {
    /// Adds a group of first draws.
    pub fn add(&mut self, draw: FirstDraw) {
        let (weight, entry) = match draw.asked {
            AskedEntry::Legal(legal) => (0, f64::from(u8::from(legal))),
            AskedEntry::Affix(affix) => {
                let found = draw.pool.entries.iter().position(|entry| entry.0 == affix);
                found.map_or((0, 0.0), |at| (draw.pool.entries[at].1, draw.pool.chance(at)))
            }
        };
        let at_level =
            self.by_level.entry(draw.level).or_insert(LevelShare { level: draw.level, chance: 0.0, entry: 0.0 });
        at_level.chance += draw.chance;
        at_level.entry += draw.chance * entry;
        let is_same = |place: &&mut FirstDrawPool| {
            place.affix_levels == draw.affix_levels
                && place.one_in_draws == draw.one_in_draws
                && place.list == draw.list
                && place.lines == draw.lines
                && (Arc::ptr_eq(&place.pool, &draw.pool) || place.pool == draw.pool)
        };
        let deeper = if draw.is_deeper { draw.chance } else { 0.0 };
        if let Some(place) = self.first_draw_pools.iter_mut().find(is_same) {
            place.levels = (place.levels.0.min(draw.level), place.levels.1.max(draw.level));
            place.chance += draw.chance;
            place.deeper += deeper;
        } else {
            self.first_draw_pools.push(FirstDrawPool {
                levels: (draw.level, draw.level),
                affix_levels: draw.affix_levels,
                chance: draw.chance,
                deeper,
                pool: draw.pool,
                weight,
                entry,
                one_in_draws: draw.one_in_draws,
                list: draw.list,
                lines: draw.lines,
            });
        }
    }

    /// Normalises chances to first draws; `has_draw` is the probability that an item has one.
    pub fn finish(&mut self, has_draw: f64) {
        if has_draw <= 0.0 {
            *self = FirstDraws::default();
            return;
        }
        for place in &mut self.first_draw_pools {
            place.chance /= has_draw;
            place.deeper /= has_draw;
        }
        self.first_draw_pools.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        self.levels = std::mem::take(&mut self.by_level).into_values().collect();
        for at in &mut self.levels {
            at.chance /= has_draw;
            at.entry /= has_draw;
        }
        let mut outcomes: BTreeMap<AffixId, f64> = BTreeMap::new();
        for place in &self.first_draw_pools {
            for (at, (affix, _)) in place.pool.entries.iter().enumerate() {
                *outcomes.entry(*affix).or_default() += place.chance * place.pool.chance(at);
            }
            self.entry += place.chance * place.entry;
            // If no entry is always in the pool, a draw may find it empty.
            let something: f64 = (0..place.pool.entries.len()).map(|at| place.pool.chance(at)).sum();
            self.nothing += place.chance * (1.0 - something).max(0.0);
        }
        self.outcomes = outcomes.into_iter().collect();
        self.outcomes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let all: f64 = self.outcomes.iter().map(|outcome| outcome.1).sum::<f64>() + self.nothing;
        debug_assert!((all - 1.0).abs() < 1e-12, "{all}");
    }
}
