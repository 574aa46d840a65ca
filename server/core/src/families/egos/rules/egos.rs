//! Choice of egos (RULES 6), for many items at once.

use std::{collections::HashMap, sync::Arc};

use super::{
    super::{Boost, EgoChoice, EgoModel, EgoSpec},
    evaluator::Choice,
    item::EgoItemClass,
    pools::{Share, pool},
};
use crate::{
    catalog::{AffixId, KindId},
    engine::{
        multinomial::{Multinomial, binomial_draw},
        random::Stream,
        single_flight::SingleFlight,
    },
    game::Pool,
};

/// Random values depend on levels up to this one.
const DEEPEST_VALUES: u32 = 127;

/// The egos that name a kind, in the order of the file.
#[derive(Debug)]
pub(super) struct Egos {
    spec: &'static EgoSpec,
    /// `[kind]`: the class of excellent items and that of terrible ones. Kinds that the same egos name share a class.
    class_of: Vec<[usize; 2]>,
    classes: Vec<Vec<Candidate>>,
    /// Ends where from there on all levels have one pool.
    boost: Boost,
    /// As the rules have it.
    full_boost: Boost,
    /// Ends where from there on random values are alike too.
    deepest_values: u32,
    /// By class, level and choice; made when first asked for.
    pools: SingleFlight<(usize, u32, EgoChoice), Pool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Candidate {
    id: AffixId,
    weight: u32,
    level: u32,
    usual_level: u32,
    max: u32,
    cursed: bool,
}

/// Outcome for an ego when an item chooses one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asking {
    /// It is drawn from a level further down only.
    TooShallow,
    /// It is drawn at lesser levels only.
    TooDeep,
    /// It is cursed or isn't, and the item draws the others.
    OtherPool,
    /// There is no choice: the item is one ego, this or another.
    Given,
    /// It belongs to one pool in this many.
    Fits(u32),
}

impl Candidate {
    fn fits(&self, level: u32, choice: EgoChoice) -> bool {
        (self.level..=self.max).contains(&level) && if self.cursed { choice.cursed } else { choice.uncursed }
    }

    /// One in this many choices at a level below its usual one has it among its candidates (from 3.5).
    fn odds(&self, level: u32) -> u32 {
        if level < self.usual_level { ((self.usual_level - level) / 3).max(2) } else { 1 }
    }
}

impl Egos {
    pub(super) fn new(model: &EgoModel) -> Egos {
        let mut classes: Vec<Vec<Candidate>> = Vec::new();
        let mut known: HashMap<Vec<u32>, usize> = HashMap::new();
        let class_of = model.catalog.kinds.iter().map(|kind| {
            let fits = |place: &(u16, u16, u16)| place.0 == kind.tval && (place.1..=place.2).contains(&kind.sval);
            let can_be_ego = model.catalog.item_type(kind.tval).is_some_and(|item_type| item_type.takes_affixes);
            let named = (0..).zip(&model.egos).filter(|(_, ego)| ego.weight > 0 && ego.places.iter().any(fits));
            let named: Vec<u32> = named.map(|(at, _)| at).filter(|_| can_be_ego).collect();
            let class = *known.entry(named).or_insert_with_key(|named| {
                classes.push(named.iter().map(|at| candidate(model, *at)).collect());
                classes.len() - 1
            });
            let Some((_, index)) = model.spec.set_egos.iter().find(|set| set.0 == kind.tval) else {
                return [class, class];
            };
            classes.push(set_ego(model, *index).into_iter().collect());
            [classes.len() - 1, class]
        });
        let class_of = class_of.collect();
        let ends = model.egos.iter().flat_map(|ego| [ego.level, ego.usual_level, ego.max.saturating_add(1)]);
        let last = ends.filter(|level| *level < u32::MAX).max().unwrap_or(0);
        let boost = Boost { deepest: model.ego_boost.deepest.min(last), ..model.ego_boost };
        let deepest_values = model.ego_boost.deepest.min(DEEPEST_VALUES).max(boost.deepest);
        Egos {
            spec: model.spec,
            class_of,
            classes,
            boost,
            full_boost: model.ego_boost,
            deepest_values,
            pools: SingleFlight::unbounded(),
        }
    }

    fn class_at(&self, kind: KindId, item: EgoItemClass) -> usize {
        self.class_of[kind.at()][usize::from(item.power < 0)]
    }

    fn class(&self, kind: KindId, item: EgoItemClass) -> &[Candidate] {
        &self.classes[self.class_at(kind, item)]
    }

    fn choice(&self, item: EgoItemClass) -> EgoChoice {
        (self.spec.ego_choice)(item.power, item.good)
    }

    /// The pool of an item of a kind that chooses at a level.
    pub(super) fn pool(&self, kind: KindId, level: u32, item: EgoItemClass) -> Arc<Pool> {
        let choice = self.choice(item);
        let class = self.class_at(kind, item);
        self.pools.get((class, level.min(self.boost.deepest), choice), || {
            let fitting = self.classes[class].iter().filter(|ego| ego.fits(level, choice));
            pool(
                &fitting.map(|ego| Share { id: ego.id, weight: ego.weight, odds: ego.odds(level) }).collect::<Vec<_>>(),
            )
        })
    }

    /// Whether an ego can be an item of a kind at some level and power.
    pub(super) fn names(&self, kind: KindId, ego: AffixId) -> bool {
        self.class_of[kind.at()].iter().any(|class| self.classes[*class].iter().any(|known| known.id == ego))
    }

    /// Outcome for an ego when an item of a kind chooses one at a level.
    pub(super) fn ask(&self, kind: KindId, ego: AffixId, level: u32, item: EgoItemClass) -> Asking {
        let [excellent, terrible] = self.class_of[kind.at()];
        let choice = self.choice(item);
        let known = self.class(kind, item).iter().find(|known| known.id == ego);
        match known {
            _ if item.power > 0 && excellent != terrible => Asking::Given,
            Some(known) if known.fits(level, choice) => Asking::Fits(known.odds(level)),
            Some(known) if level < known.level => Asking::TooShallow,
            Some(known) if level > known.max => Asking::TooDeep,
            _ => Asking::OtherPool,
        }
    }

    /// The levels at which items choose their egos, with their weights, also where many of them are alike.
    pub(super) fn levels_in_full(&self, level: u32, item: EgoItemClass) -> Vec<(u32, u64)> {
        self.choice(item).levels(level, self.full_boost)
    }

    /// Whether an item of a kind that chooses at one of these levels can be some ego; that ego, where one is named.
    pub(super) fn can_be(&self, kind: KindId, ego: Option<AffixId>, levels: &[u32], item: EgoItemClass) -> bool {
        let choice = self.choice(item);
        let asked = self.class(kind, item).iter().filter(|known| ego.is_none_or(|ego| ego == known.id));
        asked.into_iter().any(|ego| levels.iter().any(|level| ego.fits(*level, choice)))
    }

    /// The levels at which items choose their egos, with their weights.
    pub(super) fn levels(&self, level: u32, item: EgoItemClass) -> Vec<(u32, u64)> {
        self.choice(item).levels(level, self.boost)
    }

    /// The level from which on all choices are alike.
    pub(super) fn deepest(&self) -> u32 {
        self.boost.deepest
    }

    /// The levels at which the choices are made that are alike, with their weights; beyond the deepest that random
    /// values depend on, all are as good as that.
    pub(super) fn levels_beyond(&self, level: u32, item: EgoItemClass) -> Vec<(u32, u64)> {
        let mut levels = self.choice(item).levels(level, Boost { deepest: self.deepest_values, ..self.boost });
        levels.retain(|level| level.0 >= self.boost.deepest);
        levels
    }

    /// Draws an ego for each of `count` items; calls `made` with each ego, the level it was chosen at (where all from
    /// there on are alike, the first of them) and how many are that. The others are none.
    pub(super) fn draw(
        &self,
        Choice { kind, level, item }: Choice,
        count: u64,
        random: &mut Stream,
        made: &mut dyn FnMut(AffixId, u32, u64),
    ) {
        let class = self.class(kind, item);
        if class.is_empty() || count == 0 {
            return;
        }
        let choice = self.choice(item);
        for (level, count) in Multinomial::new(self.levels(level, item)).draw(count, random) {
            let fitting = class.iter().filter(|ego| ego.fits(level, choice));
            let (certain, at_times): (Vec<&Candidate>, Vec<&Candidate>) = fitting.partition(|ego| ego.odds(level) == 1);
            let mut pool: Vec<(u32, u64)> = certain.iter().map(|ego| (ego.id.0, u64::from(ego.weight))).collect();
            draw(&mut pool, &at_times, level, count, random, made);
        }
    }

    /// The same for a probability, split by ego and level. Returns the probability of none, computed by itself: a
    /// difference would be above 0 by rounding where none is impossible.
    pub(super) fn compute(
        &self,
        Choice { kind, level, item }: Choice,
        probability: f64,
        made: &mut dyn FnMut(AffixId, u32, f64),
    ) -> f64 {
        let class = self.class(kind, item);
        if class.is_empty() {
            return probability;
        }
        let choice = self.choice(item);
        let mut none = 0.0;
        for (level, share) in Multinomial::new(self.levels(level, item)).shares() {
            let pool = self.pool(kind, level, item);
            for (at, (ego, _)) in pool.entries.iter().enumerate() {
                made(*ego, level, probability * share * pool.chance(at));
            }
            let fitting = class.iter().filter(|ego| ego.fits(level, choice));
            let all_away: f64 = fitting.map(|ego| 1.0 - 1.0 / f64::from(ego.odds(level))).product();
            none += probability * share * all_away;
        }
        none
    }
}

/// Draws from a pool to which each of `at_times` belongs now and then: those of the items for which the first does are
/// drawn apart from the others, and so on.
fn draw(
    pool: &mut Vec<(u32, u64)>,
    at_times: &[&Candidate],
    level: u32,
    items: u64,
    random: &mut Stream,
    made: &mut dyn FnMut(AffixId, u32, u64),
) {
    if items == 0 {
        return;
    }
    let Some((first, others)) = at_times.split_first() else {
        for (ego, items) in Multinomial::new(pool.iter().copied()).draw(items, random) {
            made(AffixId(ego), level, items);
        }
        return;
    };
    let with = binomial_draw(items, (1, u64::from(first.odds(level))), random);
    pool.push((first.id.0, u64::from(first.weight)));
    draw(pool, others, level, with, random, made);
    pool.pop();
    draw(pool, others, level, items - with, random, made);
}

fn candidate(model: &EgoModel, at: u32) -> Candidate {
    let ego = &model.egos[at as usize];
    Candidate {
        id: AffixId(at),
        weight: ego.weight,
        level: ego.level,
        usual_level: ego.usual_level,
        max: ego.max,
        cursed: ego.cursed,
    }
}

/// The ego of that index as one that is set: the only candidate at any level. `None` where there is no such ego: then
/// items stay without one.
fn set_ego(model: &EgoModel, index: u32) -> Option<Candidate> {
    let at = model.catalog.affixes.iter().position(|ego| ego.index == index)? as u32;
    let weight = model.egos[at as usize].weight.max(1);
    Some(Candidate { weight, level: 0, usual_level: 0, max: u32::MAX, cursed: false, ..candidate(model, at) })
}
