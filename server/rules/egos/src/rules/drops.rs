//! Making drops: special artifacts, kinds, power, artifacts, egos (3, 6).

use super::{
    super::Failure,
    evaluator::{Choice, Evaluator, Observer},
    forge::EgoForge,
    item::{EGO_POWER, EgoItemClass, quality_of},
};
use affixboard_model::{batch::Cell, catalog::KindId, engine::multinomial::Multinomial};

impl EgoForge {
    /// Follows all drops of a cell to their outcomes.
    pub(super) fn follow<M: Evaluator>(
        &self,
        cell: Cell,
        drops: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        let asked = quality_of(cell);
        let (good, _) = asked;
        let depth = cell.depth;
        if let Some(kind) = cell.kind {
            observer.count(self.keys.kind(kind), drops);
            self.make(kind, depth, asked, drops, evaluator, observer);
            return;
        }
        let tries = evaluator.pass(drops, (1, u64::from(self.numbers.special_odds[usize::from(good)])));
        let failed = self.artifacts.try_special(depth, tries, evaluator, |artifact, kind, items| {
            observer.count(self.keys.artifact(artifact), items);
            observer.count(self.keys.kind(kind), items);
            observer.artifact(kind, artifact, items);
            observer.end_kind(kind);
        });
        let nothing = M::Mass::default();
        let groups = match (self.spec.special_failure, self.spec.special_failure.becomes(asked)) {
            (Failure::Same, _) => [(drops - tries + failed, asked), (nothing, asked)],
            (_, Some(then)) => [(drops - tries, asked), (failed, then)],
            (_, None) => {
                observer.count(self.keys.failed_special(), failed);
                [(drops - tries, asked), (nothing, asked)]
            }
        };
        for (drops, quality) in groups {
            self.drops_of(depth, quality, drops, evaluator, observer);
        }
    }

    /// Drops that are not special artifacts.
    fn drops_of<M: Evaluator>(
        &self,
        depth: u32,
        (good, great): (bool, bool),
        drops: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        let base = if good { depth + self.numbers.good_levels } else { depth };
        let nothing = M::Mass::default();
        let mut chosen = vec![nothing; self.kinds.kinds()];
        let none = self.kinds.choose(base, good || great, drops, evaluator, &mut chosen);
        observer.count(self.keys.failed(), none);
        for (kind, drops) in (0..).map(KindId).zip(chosen).filter(|kind| kind.1 != nothing) {
            observer.count(self.keys.kind(kind), drops);
            self.make(kind, depth, (good, great), drops, evaluator, observer);
        }
    }

    /// Applies magic to items of a kind: each becomes an artifact, an ego or neither.
    fn make<M: Evaluator>(
        &self,
        kind: KindId,
        level: u32,
        (good, great): (bool, bool),
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        let row = self.keys.row(kind);
        let powers = self.numbers.powers.at(good, great, level);
        let by_power = Multinomial::new(powers.iter().zip(0..).map(|(power, at)| (at, power.weight)));
        for (at, mut left) in evaluator.split(&by_power, items) {
            let power = powers[at as usize].power;
            for _ in 0..self.numbers.artifact_tries(power, great) {
                left = self.artifacts.try_kind(kind, level, left, evaluator, |artifact, _, items| {
                    observer.count(self.keys.artifact(artifact), items);
                    observer.artifact(kind, artifact, items);
                });
            }
            let mut plain = left;
            if let Some(row) = row.filter(|_| power.abs() >= EGO_POWER || self.egos.are_designed(kind)) {
                let item = EgoItemClass { power, good: good || great };
                plain =
                    evaluator.choose_ego(&self.egos, Choice { kind, level, item }, left, &mut |ego, level, items| {
                        observer.count(self.keys.ego(row, ego), items);
                        observer.count(self.keys.number(row, 1), items);
                        observer.ego(kind, item, (ego, level), items);
                    });
            }
            observer.plain(kind, power, plain);
            if let Some(row) = row {
                observer.count(self.keys.number(row, 0), plain);
            }
        }
        observer.end_kind(kind);
    }
}
