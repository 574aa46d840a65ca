//! Why a kind's items come to an ego as often as they do ([`affixboard_model::explain::Derivation`]).

use std::sync::Arc;

use super::{
    MOST_LEVEL,
    forge::FrogForge,
    making::Item,
    outcome::{Magic, Observer, Outcome},
    power::by_power,
    quality::{Circumstances, FrogQuality},
};
use affixboard_model::{
    batch::{Cell, Entry},
    catalog::{AffixId, KindId},
    engine::{
        evaluator::{Evaluator, ExactEvaluator},
        multinomial::Multinomial,
    },
    explain::{
        AffixDerivation, AskedEntry, Creation, Derivation, ExplainedEntry, FirstDraw, FirstDraws, LineStatus,
        MagicOutcome, NeverDrawn, WeightShare,
    },
    game::{Explain, KindChances, Pool},
};

/// Whole parts of items: as many as the rolls of power divide.
struct WholeParts;

impl Evaluator for WholeParts {
    type Mass = u64;

    fn pass(&mut self, amount: u64, (times, of): (u64, u64)) -> u64 {
        amount / of * times.min(of)
    }

    fn split(&mut self, _: &Multinomial, _: u64) -> Vec<(u32, u64)> {
        Vec::new()
    }
}

/// What becomes of items of one power: parts of them that stay of their kind. The others came to nothing, or became another kind.
#[derive(Debug, Default)]
struct Fates {
    egos: Vec<(AffixId, f64)>,
    plain: f64,
    /// Random ones too.
    artifacts: f64,
}

impl Fates {
    /// Those that draw an ego.
    fn drawn(&self) -> f64 {
        self.egos.iter().map(|ego| ego.1).sum()
    }

    /// All.
    fn stay(&self) -> f64 {
        self.drawn() + self.plain + self.artifacts
    }
}

impl Observer<f64> for (KindId, Fates) {
    fn item(&mut self, kind: KindId, outcome: Outcome, _: Magic, part: f64) {
        let (of, fates) = self;
        match outcome {
            _ if kind != *of => {}
            Outcome::Plain => fates.plain += part,
            Outcome::Ego(ego) => match fates.egos.iter_mut().find(|known| known.0 == ego) {
                Some(known) => known.1 += part,
                None => fates.egos.push((ego, part)),
            },
            Outcome::RandomArtifact | Outcome::Artifact(_) => fates.artifacts += part,
        }
    }

    fn device(&mut self, _: KindId, _: u32, _: f64) {}
}

/// One way in which items of a kind are made.
struct Way {
    creation: Creation,
    /// By power: weight and what becomes of it.
    fates: Vec<(i8, u64, Fates)>,
    /// The part of all that is made which stays of the kind.
    stay: f64,
}

/// The parts that the rolls of power divide: four rolls of a hundredth, and one by the level.
fn whole(level: u32) -> u64 {
    100_u64.pow(4) * u64::from(level.max(1))
}

impl FrogForge {
    /// What becomes of items of a kind at a level, by power.
    fn fates(&self, at: Circumstances, kind: KindId, is_drop: bool) -> Vec<(i8, u64, Fates)> {
        let level = at.level.min(MOST_LEVEL);
        let powers = by_power(&self.numbers, at, self.stats[kind.at()].tval, whole(level), &mut WholeParts);
        let followed = |(power, weight): (i8, u64)| {
            let mut seen = (kind, Fates::default());
            let item = Item::new(at, kind, power, is_drop);
            self.of_power(item, at, 1.0, &mut ExactEvaluator, &mut seen);
            (power, weight, seen.1)
        };
        powers.into_iter().filter(|power| power.1 > 0).map(followed).collect()
    }

    /// The ways items of a kind are made: the level of the object, how likely that is, what becomes of them. Shares are of those
    /// that stay of the kind.
    fn ways(&self, cell: Cell, kind: KindId) -> Vec<Way> {
        let quality = FrogQuality::at(cell.quality);
        let mut ways = Vec::new();
        for (level, chance) in ExactEvaluator.split(&quality.levels(cell.depth), 1.0) {
            let at = Circumstances { depth: cell.depth, level, quality };
            let fates = self.fates(at, kind, cell.kind.is_none());
            let all = whole(level.min(MOST_LEVEL)) as f64;
            let stay: f64 = fates.iter().map(|(_, weight, fates)| *weight as f64 / all * fates.stay()).sum();
            let kind_level = at.level + if quality.is_good() { self.numbers.good_levels } else { 0 };
            let of_kind = if cell.kind.is_some() {
                1.0
            } else if quality.attempts > 1 {
                self.kind_chances(cell.depth, cell.quality)[kind.at()]
            } else {
                let mut chosen = vec![0.0; self.stats.len()];
                self.kinds.choose(kind_level, quality.filter, 1.0, &mut ExactEvaluator, &mut chosen);
                chosen[kind.at()] * stay
            };
            let creation = Creation {
                kind_level: if cell.kind.is_some() { level } else { kind_level },
                level: level.min(MOST_LEVEL),
                quality: cell.quality,
                chance,
                kind_weight: None,
                kind: of_kind,
                share: chance * of_kind,
                magic_outcomes: Vec::new(),
            };
            ways.push(Way { creation, fates, stay });
        }
        let all: f64 = ways.iter().map(|way| way.creation.share).sum();
        ways.retain(|way| way.creation.share > 0.0);
        for way in &mut ways {
            way.creation.share /= all;
        }
        ways
    }
}

impl Explain for FrogForge {
    /// None of the kind that a robe becomes by an ego: its items are another's.
    fn why(&self, cell: Cell, kind: KindId, entry: Entry) -> Option<Derivation> {
        let Entry::Affix(ego) = entry else { return None };
        if cell.kind.is_some_and(|given| given != kind) || (cell.kind.is_none() && self.is_made_of_robes(kind)) {
            return None;
        }
        let catalog = self.keys.space.catalog();
        let of = catalog.kind(kind);
        let covering = catalog.affix(ego).allocations.iter().filter(|line| line.covers(of.tval, of.sval));
        let lines: Vec<_> = covering.copied().collect();
        let mut gathered = FirstDraws::default();
        let (mut has_draw, mut creations) = (0.0, Vec::new());
        for Way { mut creation, fates, stay } in self.ways(cell, kind) {
            let total = fates.iter().map(|(_, weight, _)| *weight).sum();
            let mut magic_outcomes = Vec::new();
            for (power, weight, fates) in fates {
                let (drawn, of_power) = (fates.drawn(), fates.stay());
                // Some items of a power that draws an ego are left as they are: where there are, they are told apart.
                let is_drawing = if drawn > 0.0 { 1.0 - fates.plain / of_power } else { 0.0 };
                let drawing = (weight as f64 * is_drawing).round() as u64;
                let part = |weight| WeightShare { weight, total };
                let outcome = |weight, draws: bool, not_artifact| MagicOutcome {
                    power: Some(power),
                    affix_levels: draws.then_some((0, 0)),
                    draws: draws.into(),
                    part: part(weight),
                    not_artifact,
                };
                if drawing > 0 {
                    magic_outcomes.push(outcome(drawing, true, drawn / (drawn + fates.artifacts)));
                }
                if drawing < weight {
                    let left = if drawn > 0.0 { 1.0 } else { fates.plain / of_power.max(f64::MIN_POSITIVE) };
                    magic_outcomes.push(outcome(weight - drawing, false, left));
                }
                if drawn == 0.0 {
                    continue;
                }
                let chance = creation.share * part(weight).chance() * drawn / stay;
                has_draw += chance;
                let pool = self.pool_of(creation.level, fates.egos, drawn);
                let is_drawn = pool.of(ego).0 > 0;
                let status = if is_drawn { LineStatus::Counts } else { LineStatus::OtherPool };
                gathered.add(FirstDraw {
                    level: creation.level,
                    is_deeper: false,
                    affix_levels: (0, 0),
                    chance,
                    pool: Arc::new(pool),
                    one_in_draws: u32::from(is_drawn),
                    list: None,
                    lines: lines.iter().map(|_| status).collect(),
                    asked: AskedEntry::Affix(ego),
                });
            }
            creation.magic_outcomes = magic_outcomes;
            creations.push(creation);
        }
        gathered.finish(has_draw);
        let without = if creations.is_empty() { 0.0 } else { 1.0 - has_draw };
        let draws = [(0, without), (1, has_draw)].into_iter().filter(|draws| draws.1 > 0.0).collect();
        let FirstDraws { first_draw_pools, levels, outcomes, nothing, entry: per_draw, .. } = gathered;
        let often = per_draw * has_draw;
        let about = AffixDerivation {
            affix: ego,
            never: lines.is_empty().then_some(NeverDrawn::NoLine),
            lines,
            one_of_sort: true,
            per_draw,
            mean: often,
            once: often,
            helps: Vec::new(),
            may_be_undone: false,
        };
        Some(Derivation {
            cell,
            kind,
            creations,
            draws,
            first_draw_pools,
            levels,
            outcomes,
            nothing,
            about: ExplainedEntry::Affix(about),
        })
    }
}

impl FrogForge {
    /// The pool that items of one power became egos of: with the weights of the files, and the chances that came of them.
    fn pool_of(&self, level: u32, mut egos: Vec<(AffixId, f64)>, drawn: f64) -> Pool {
        egos.sort_by_key(|ego| ego.0);
        let weights = egos.iter().map(|(ego, _)| (*ego, self.egos.weight(*ego, level)));
        Pool { chances: Some(egos.iter().map(|ego| ego.1 / drawn).collect()), ..Pool::new(weights.collect()) }
    }
}
