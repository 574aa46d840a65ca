//! Choice of egos (RULES 6), for many items at once.

use std::{collections::HashMap, sync::Arc};

use super::{
    super::{Boost, DesignedEgos, EgoChoice, EgoList, EgoModel, EgoSpec},
    evaluator::Choice,
    item::EgoItemClass,
    pools::{Share, pool},
};
use affixboard_model::{
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

/// A probability of 1 as a weight.
const WHOLE: f64 = (1_u64 << 53) as f64;

/// Stands for no ego among the faces of a program's die.
const NO_EGO: u32 = u32::MAX;

/// The egos of all kinds.
#[derive(Debug)]
pub(super) struct Egos {
    spec: &'static EgoSpec,
    /// `[kind]`: the class of excellent items and that of terrible ones. Kinds with the same egos share a class.
    class_of: Vec<[usize; 2]>,
    classes: Vec<EgoClass>,
    /// Ends where from there on all levels have one pool.
    boost: Boost,
    /// As the rules have it.
    full_boost: Boost,
    /// Ends where from there on random values are alike too.
    deepest_values: u32,
    /// By class, level and choice; made when first asked for.
    pools: SingleFlight<(usize, DrawLevel, EgoChoice), Pool>,
    /// Those that the program's code gives, with their pools by kind and level.
    designs: Option<Arc<dyn DesignedEgos>>,
    designed_pools: SingleFlight<(KindId, u32), Pool>,
}

/// Where an ego is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DrawLevel {
    /// The level of the draw, boosts included.
    pub(super) level: u32,
    /// The depth of the drop.
    pub(super) depth: u32,
}

/// The egos that items of a kind and power choose from.
#[derive(Debug)]
struct EgoClass {
    /// Those whose lines name the kind, in the order of the file; or those of the list that the file has, in its order.
    egos: Vec<Candidate>,
    /// The program's list, where there is one.
    list: Option<&'static EgoList>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Candidate {
    id: AffixId,
    weight: u32,
    level: u32,
    usual_level: u32,
    max: u32,
    /// Whether its last level is held against the depth of the drop.
    ends_by_depth: bool,
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
    /// The program decides by a list of its own, whatever the lines of the file say.
    Given,
    /// It belongs to one pool in this many.
    Fits(u32),
}

impl Candidate {
    fn fits(&self, draw: DrawLevel, choice: EgoChoice) -> bool {
        self.level <= draw.level && !self.is_too_deep(draw) && if self.cursed { choice.cursed } else { choice.uncursed }
    }

    fn is_too_deep(&self, draw: DrawLevel) -> bool {
        self.max < if self.ends_by_depth { draw.depth } else { draw.level }
    }

    /// One in this many choices at a level below its usual one has it among its candidates (from 3.5).
    fn odds(&self, level: u32) -> u32 {
        if level < self.usual_level { ((self.usual_level - level) / 3).max(2) } else { 1 }
    }
}

impl EgoClass {
    /// The weight of an ego in a choice at a level.
    fn weight(&self, ego: &Candidate, level: u32) -> u32 {
        ego.weight * self.list.map_or(1, |list| list.rolled(level).0)
    }

    /// The weight of no ego, among those of a list: its die isn't rolled, or shows an ego that the file lacks.
    fn no_ego(&self, level: u32) -> u32 {
        let Some(list) = self.list else { return 0 };
        let found: u32 = self.egos.iter().map(|ego| self.weight(ego, level)).sum();
        list.total() * list.rolled(level).1 - found
    }
}

impl Egos {
    pub(super) fn new(model: &EgoModel) -> Egos {
        let mut classes: Vec<EgoClass> = Vec::new();
        // By the egos that name a kind, or by the list.
        let mut known: HashMap<(Vec<u32>, Option<&'static str>), usize> = HashMap::new();
        let class_of = (0..).map(KindId).zip(&model.catalog.kinds).map(|(id, kind)| {
            let can_be_ego = model.catalog.item_type(kind.tval).is_some_and(|item_type| item_type.takes_affixes);
            let fits = |place: &(u16, u16, u16)| place.0 == kind.tval && (place.1..=place.2).contains(&kind.sval);
            let by_lines = can_be_ego && !model.spec.only_lists;
            let named = (0..).zip(&model.egos).filter(|(_, ego)| ego.weight > 0 && ego.places.iter().any(fits));
            let named: Vec<u32> = match model.designs.as_ref().map(|designs| designs.of_kind(id)) {
                Some(designed @ [_, ..]) => designed.iter().map(|ego| ego.0).collect(),
                _ => named.map(|(at, _)| at).filter(|_| by_lines).collect(),
            };
            [false, true].map(|terrible| {
                let list = model.spec.ego_list(kind, terrible).filter(|_| can_be_ego);
                let named = if list.is_some() { Vec::new() } else { named.clone() };
                *known.entry((named, list.map(|list| list.name))).or_insert_with_key(|(named, _)| {
                    let egos = match list {
                        Some(list) => listed(model, list),
                        None => named.iter().map(|at| candidate(model, *at)).collect(),
                    };
                    classes.push(EgoClass { egos, list });
                    classes.len() - 1
                })
            })
        });
        let class_of = class_of.collect();
        let ends = model.egos.iter().flat_map(|ego| [ego.level, ego.usual_level, ego.max.saturating_add(1)]);
        let rolled = model.spec.ego_lists.iter().filter_map(|list| list.level_in);
        let last = ends.filter(|level| *level < u32::MAX).chain(rolled).max().unwrap_or(0);
        let boost = Boost { deepest: model.numbers.ego_boost.deepest.min(last), ..model.numbers.ego_boost };
        let deepest_values = model.numbers.ego_boost.deepest.min(DEEPEST_VALUES).max(boost.deepest);
        Egos {
            spec: model.spec,
            class_of,
            classes,
            boost,
            full_boost: model.numbers.ego_boost,
            deepest_values,
            pools: SingleFlight::unbounded(),
            designs: model.designs.clone(),
            designed_pools: SingleFlight::unbounded(),
        }
    }

    /// Whether the program's code gives an ego to all items of a kind.
    pub(super) fn are_designed(&self, kind: KindId) -> bool {
        self.designs.as_ref().is_some_and(|designs| !designs.of_kind(kind).is_empty())
    }

    /// The egos that the code gives to items of a kind made at a level: those it can, each of weight 1.
    pub(super) fn designed_pool(&self, kind: KindId, level: u32) -> Arc<Pool> {
        let Some(designs) = &self.designs else { return Arc::default() };
        self.designed_pools.get((kind, level), || {
            let shares = designs.of_kind(kind).iter().zip(designs.shares(kind, level));
            let (entries, chances) =
                shares.filter(|share| share.1 > 0.0).map(|(ego, share)| ((*ego, 1), share)).unzip();
            Pool { chances: Some(chances), ..Pool::new(entries) }
        })
    }

    fn class_at(&self, kind: KindId, item: EgoItemClass) -> usize {
        self.class_of[kind.at()][usize::from(item.power < 0)]
    }

    fn class(&self, kind: KindId, item: EgoItemClass) -> &EgoClass {
        &self.classes[self.class_at(kind, item)]
    }

    /// The program's list by which items of a kind and power become egos, if they do so by one.
    pub(super) fn list(&self, kind: KindId, item: EgoItemClass) -> Option<&'static EgoList> {
        self.class(kind, item).list
    }

    fn choice(&self, item: EgoItemClass) -> EgoChoice {
        (self.spec.ego_choice)(item.power, item.good)
    }

    /// The pool of an item of a kind that chooses at a level.
    pub(super) fn pool(&self, kind: KindId, draw: DrawLevel, item: EgoItemClass) -> Arc<Pool> {
        let level = draw.level;
        if self.are_designed(kind) {
            return self.designed_pool(kind, level);
        }
        let choice = self.choice(item);
        let class = self.class_at(kind, item);
        // Where the depth doesn't count, one pool is enough for all depths.
        let depth = if self.spec.egos_end_by_depth { draw.depth.min(self.boost.deepest) } else { 0 };
        self.pools.get((class, DrawLevel { level: level.min(self.boost.deepest), depth }, choice), || {
            let class = &self.classes[class];
            let fitting = class.egos.iter().filter(|ego| ego.fits(draw, choice));
            let share = |ego: &Candidate| Share { id: ego.id, weight: class.weight(ego, level), odds: ego.odds(level) };
            let mut pool = pool(&fitting.map(share).collect::<Vec<_>>());
            pool.total += class.no_ego(level);
            pool
        })
    }

    /// Whether an ego can be an item of a kind at some level and power.
    pub(super) fn names(&self, kind: KindId, ego: AffixId) -> bool {
        self.class_of[kind.at()].iter().any(|class| self.classes[*class].egos.iter().any(|known| known.id == ego))
    }

    /// Outcome for an ego when an item of a kind chooses one at a level.
    pub(super) fn ask(&self, kind: KindId, ego: AffixId, draw: DrawLevel, item: EgoItemClass) -> Asking {
        let level = draw.level;
        if self.are_designed(kind) {
            let is_given = self.designed_pool(kind, level).entries.iter().any(|(known, _)| *known == ego);
            return if is_given { Asking::Fits(1) } else { Asking::TooShallow };
        }
        let choice = self.choice(item);
        let class = self.class(kind, item);
        let known = class.egos.iter().find(|known| known.id == ego);
        match known {
            _ if class.list.is_some() && !self.spec.only_lists => Asking::Given,
            Some(known) if known.fits(draw, choice) => Asking::Fits(known.odds(level)),
            Some(known) if level < known.level => Asking::TooShallow,
            Some(known) if known.is_too_deep(draw) => Asking::TooDeep,
            _ => Asking::OtherPool,
        }
    }

    /// The levels at which items choose their egos, with their weights, also where many of them are alike.
    pub(super) fn levels_in_full(&self, kind: KindId, level: u32, item: EgoItemClass) -> Vec<(u32, u64)> {
        if self.are_designed(kind) {
            return vec![(level, 1)];
        }
        self.choice(item).levels(level, self.full_boost)
    }

    /// Whether an item of a kind and a drop at a depth that chooses at one of these levels can be some ego; that ego, where one is named.
    pub(super) fn can_be(
        &self,
        kind: KindId,
        ego: Option<AffixId>,
        depth: u32,
        levels: &[u32],
        item: EgoItemClass,
    ) -> bool {
        let choice = self.choice(item);
        let asked = self.class(kind, item).egos.iter().filter(|known| ego.is_none_or(|ego| ego == known.id));
        asked.into_iter().any(|ego| levels.iter().any(|level| ego.fits(DrawLevel { level: *level, depth }, choice)))
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
        Choice { kind, level: depth, item }: Choice,
        count: u64,
        random: &mut Stream,
        made: &mut dyn FnMut(AffixId, u32, u64),
    ) {
        let class = self.class(kind, item);
        if class.egos.is_empty() || count == 0 {
            return;
        }
        if self.are_designed(kind) {
            let pool = self.designed_pool(kind, depth);
            // Weights of 2^53 in all are as close to the probabilities as these are known.
            let weight = |at: usize| (pool.chance(at) * WHOLE).round() as u64;
            let faces = pool.entries.iter().enumerate().map(|(at, (ego, _))| (ego.0, weight(at)));
            for (ego, items) in Multinomial::new(faces).draw(count, random) {
                made(AffixId(ego), depth, items);
            }
            return;
        }
        let choice = self.choice(item);
        for (level, count) in Multinomial::new(self.levels(depth, item)).draw(count, random) {
            let fitting = class.egos.iter().filter(|ego| ego.fits(DrawLevel { level, depth }, choice));
            let (certain, at_times): (Vec<&Candidate>, Vec<&Candidate>) = fitting.partition(|ego| ego.odds(level) == 1);
            let weight = |ego: &&Candidate| (ego.id.0, u64::from(class.weight(ego, level)));
            let mut pool: Vec<(u32, u64)> = certain.iter().map(weight).collect();
            pool.push((NO_EGO, class.no_ego(level).into()));
            draw(&mut pool, &at_times, level, count, random, made);
        }
    }

    /// The same for a probability, split by ego and level. Returns the probability of none, computed by itself: a
    /// difference would be above 0 by rounding where none is impossible.
    pub(super) fn compute(
        &self,
        Choice { kind, level: depth, item }: Choice,
        probability: f64,
        made: &mut dyn FnMut(AffixId, u32, f64),
    ) -> f64 {
        let class = self.class(kind, item);
        if class.egos.is_empty() {
            return probability;
        }
        if self.are_designed(kind) {
            let pool = self.designed_pool(kind, depth);
            for (at, (ego, _)) in pool.entries.iter().enumerate() {
                made(*ego, depth, probability * pool.chance(at));
            }
            return if pool.entries.is_empty() { probability } else { 0.0 };
        }
        let choice = self.choice(item);
        let mut none = 0.0;
        for (level, share) in Multinomial::new(self.levels(depth, item)).shares() {
            let draw = DrawLevel { level, depth };
            let pool = self.pool(kind, draw, item);
            for (at, (ego, _)) in pool.entries.iter().enumerate() {
                made(*ego, level, probability * share * pool.chance(at));
            }
            let no_ego = if class.list.is_some() {
                f64::from(class.no_ego(level)) / f64::from(pool.total.max(1))
            } else {
                let fitting = class.egos.iter().filter(|ego| ego.fits(draw, choice));
                fitting.map(|ego| 1.0 - 1.0 / f64::from(ego.odds(level))).product()
            };
            none += probability * share * no_ego;
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
            if ego != NO_EGO {
                made(AffixId(ego), level, items);
            }
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
        ends_by_depth: model.spec.egos_end_by_depth,
        cursed: ego.cursed,
    }
}

/// The egos of a list, as far as the file has them: whatever their own levels, weights and curses.
fn listed(model: &EgoModel, list: &EgoList) -> Vec<Candidate> {
    let place = |index: u32| model.catalog.affixes.iter().position(|ego| ego.index == index);
    let found = list.egos.iter().filter_map(|(index, weight)| place(*index).map(|at| (at as u32, *weight)));
    let candidate = |(at, weight)| Candidate {
        id: AffixId(at),
        weight,
        level: list.first_level(),
        usual_level: 0,
        max: u32::MAX,
        ends_by_depth: false,
        // The list decides, and not the egos' flags.
        cursed: list.terrible,
    };
    found.map(candidate).collect()
}
