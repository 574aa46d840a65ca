//! Where first draws are made, gathered from all the ways in which items are made.

use std::{collections::BTreeMap, sync::Arc};

use super::{AtLevel, Fate, Place};
use crate::{catalog::AffixId, game::Pool};

/// First draws as they are gathered; before [`Gathered::finish`] chances are of items, after it of first draws.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) places: Vec<Place>,
    pub(crate) levels: Vec<AtLevel>,
    /// See [`super::Why::outcomes`].
    pub(crate) outcomes: Vec<(AffixId, f64)>,
    /// See [`super::Why::nothing`].
    pub(crate) nothing: f64,
    /// How likely a first draw gives the affix asked about, or is made where the theme is legal.
    pub(crate) entry: f64,
    by_level: BTreeMap<u32, AtLevel>,
}

/// First draws that are alike.
#[derive(Debug)]
pub(crate) struct Draw {
    pub(crate) level: u32,
    /// Whether that is deeper than the item's own level.
    pub(crate) is_deeper: bool,
    pub(crate) affix_levels: (u8, u8),
    /// How many items have such a first draw.
    pub(crate) chance: f64,
    pub(crate) pool: Arc<Pool>,
    /// See [`Place::belongs`].
    pub(crate) belongs: u32,
    pub(crate) lines: Vec<Fate>,
    pub(crate) asked: Asked,
}

/// What is asked of a draw.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Asked {
    /// Whether it gives the affix.
    Affix(AffixId),
    /// Whether a theme is legal where it is made.
    Legal(bool),
}

impl Gathered {
    /// Adds first draws.
    pub(crate) fn add(&mut self, draw: Draw) {
        let (weight, entry) = match draw.asked {
            Asked::Legal(legal) => (0, f64::from(u8::from(legal))),
            Asked::Affix(affix) => {
                let found = draw.pool.entries.iter().position(|entry| entry.0 == affix);
                found.map_or((0, 0.0), |at| (draw.pool.entries[at].1, draw.pool.chance(at)))
            }
        };
        let at_level =
            self.by_level.entry(draw.level).or_insert(AtLevel { level: draw.level, chance: 0.0, entry: 0.0 });
        at_level.chance += draw.chance;
        at_level.entry += draw.chance * entry;
        let is_same = |place: &&mut Place| {
            place.affix_levels == draw.affix_levels
                && place.belongs == draw.belongs
                && place.lines == draw.lines
                && (Arc::ptr_eq(&place.pool, &draw.pool) || place.pool == draw.pool)
        };
        let deeper = if draw.is_deeper { draw.chance } else { 0.0 };
        if let Some(place) = self.places.iter_mut().find(is_same) {
            place.levels = (place.levels.0.min(draw.level), place.levels.1.max(draw.level));
            place.chance += draw.chance;
            place.deeper += deeper;
        } else {
            self.places.push(Place {
                levels: (draw.level, draw.level),
                affix_levels: draw.affix_levels,
                chance: draw.chance,
                deeper,
                pool: draw.pool,
                weight,
                entry,
                belongs: draw.belongs,
                lines: draw.lines,
            });
        }
    }

    /// Makes chances those of first draws, of which an item has one with the chance `has_draw`.
    pub(crate) fn finish(&mut self, has_draw: f64) {
        if has_draw <= 0.0 {
            *self = Gathered::default();
            return;
        }
        for place in &mut self.places {
            place.chance /= has_draw;
            place.deeper /= has_draw;
        }
        self.places.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        self.levels = std::mem::take(&mut self.by_level).into_values().collect();
        for at in &mut self.levels {
            at.chance /= has_draw;
            at.entry /= has_draw;
        }
        let mut outcomes: BTreeMap<AffixId, f64> = BTreeMap::new();
        for place in &self.places {
            for (at, (affix, _)) in place.pool.entries.iter().enumerate() {
                *outcomes.entry(*affix).or_default() += place.chance * place.pool.chance(at);
            }
            self.entry += place.chance * place.entry;
            // Where all entries belong to a pool at times only, a draw from it may find none of them.
            let something: f64 = (0..place.pool.entries.len()).map(|at| place.pool.chance(at)).sum();
            self.nothing += place.chance * (1.0 - something).max(0.0);
        }
        self.outcomes = outcomes.into_iter().collect();
        self.outcomes.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let all: f64 = self.outcomes.iter().map(|outcome| outcome.1).sum::<f64>() + self.nothing;
        debug_assert!((all - 1.0).abs() < 1e-12, "{all}");
    }
}
