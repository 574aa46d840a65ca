//! Making drops: special artifacts, kinds, power, artifacts, egos (3, 6).

use super::{
    super::{DropQuality, Failure, PowerOutcome},
    evaluator::{Choice, EgoEvaluator, Observer},
    forge::EgoForge,
    item::{EGO_POWER, EgoItemClass},
};
use affixboard_model::{batch::Cell, catalog::KindId, engine::multinomial::Multinomial};

impl EgoForge {
    /// Follows all drops of a cell to their outcomes.
    pub(super) fn follow<M: EgoEvaluator>(
        &self,
        cell: Cell,
        drops: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        let asked = self.spec.quality(cell.quality);
        let depth = cell.depth;
        if let Some(kind) = cell.kind {
            observer.count(self.keys.kind(kind), drops);
            self.make(kind, depth, asked, drops, evaluator, observer);
            return;
        }
        let tries = evaluator.pass(drops, (1, self.numbers.special_odds(asked)));
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
    fn drops_of<M: EgoEvaluator>(
        &self,
        depth: u32,
        quality: DropQuality,
        drops: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        let base = self.numbers.kind_level(depth, quality);
        let nothing = M::Mass::default();
        let mut chosen = vec![nothing; self.kinds.kinds()];
        let none = self.kinds.choose(base, quality.table, drops, evaluator, &mut chosen);
        observer.count(self.keys.failed(), none);
        for (kind, drops) in (0..).map(KindId).zip(chosen).filter(|kind| kind.1 != nothing) {
            observer.count(self.keys.kind(kind), drops);
            self.make(kind, depth, quality, drops, evaluator, observer);
        }
    }

    /// Applies magic to items of a kind: each becomes an artifact, an ego or neither.
    fn make<M: EgoEvaluator>(
        &self,
        kind: KindId,
        level: u32,
        quality: DropQuality,
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) {
        let row = self.keys.row(kind);
        let tval = self.keys.space.catalog().kind(kind).tval;
        let outcomes = self.numbers.outcomes(quality, level, self.kinds.more_egos(kind));
        let by_power = Multinomial::new(outcomes.iter().zip(0..).map(|(outcome, at)| (at, outcome.weight)));
        for (at, mut left) in evaluator.split(&by_power, items) {
            let PowerOutcome { power, tries, .. } = outcomes[at as usize];
            for _ in 0..tries {
                left = self.artifacts.try_kind(kind, level, left, evaluator, |artifact, _, items| {
                    observer.count(self.keys.artifact(artifact), items);
                    observer.artifact(kind, artifact, items);
                });
            }
            let mut plain = left;
            if let Some(row) = row.filter(|_| power.abs() >= EGO_POWER || self.egos.are_designed(kind)) {
                let item = EgoItemClass { power, good: quality.is_better() };
                plain =
                    evaluator.choose_ego(&self.egos, Choice { kind, level, item }, left, &mut |ego, level, items| {
                        observer.count(self.keys.ego(row, ego), items);
                        observer.count(self.keys.number(row, 1), items);
                        if let Some(key) = self.keys.magic(self.spec, row, (tval, power, true)) {
                            observer.count(key, items);
                        }
                        observer.ego(kind, item, (ego, level), items);
                    });
            }
            observer.plain(kind, power, plain);
            if let Some(row) = row {
                observer.count(self.keys.number(row, 0), plain);
                if let Some(key) = self.keys.magic(self.spec, row, (tval, power, false)) {
                    observer.count(key, plain);
                }
            }
        }
        observer.end_kind(kind);
    }
}
