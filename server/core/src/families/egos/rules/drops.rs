//! Making drops: special artifacts, kinds, power, artifacts, egos (3, 6).

use super::{
    super::Failure,
    forge::EgoForge,
    item::{EGO_POWER, GOOD_LEVELS, Item, quality_of},
    reckoning::{Choice, Reckoning, Sink},
};
use crate::{batch::Cell, catalog::KindId, engine::multinomial::Multinomial};

impl EgoForge {
    /// What becomes of all drops of a cell.
    pub(super) fn follow<M: Reckoning>(
        &self,
        cell: Cell,
        drops: M::Amount,
        reckoning: &mut M,
        sink: &mut impl Sink<M::Amount>,
    ) {
        let asked = quality_of(cell);
        let (good, _) = asked;
        let depth = cell.depth;
        if let Some(kind) = cell.kind {
            sink.count(self.keys.kind(kind), drops);
            self.make(kind, depth, asked, drops, reckoning, sink);
            return;
        }
        let tries = reckoning.pass(drops, (1, u64::from(self.spec.special_odds[usize::from(good)])));
        let failed = self.artifacts.try_special(depth, tries, reckoning, |artifact, kind, items| {
            sink.count(self.keys.artifact(artifact), items);
            sink.count(self.keys.kind(kind), items);
            sink.artifact(kind, artifact, items);
            sink.end_kind(kind);
        });
        let nothing = M::Amount::default();
        let groups = match (self.spec.special_failure, self.spec.special_failure.becomes(asked)) {
            (Failure::Same, _) => [(drops - tries + failed, asked), (nothing, asked)],
            (_, Some(then)) => [(drops - tries, asked), (failed, then)],
            (_, None) => {
                sink.count(self.keys.failed_special(), failed);
                [(drops - tries, asked), (nothing, asked)]
            }
        };
        for (drops, quality) in groups {
            self.drops_of(depth, quality, drops, reckoning, sink);
        }
    }

    /// Drops that are not special artifacts.
    fn drops_of<M: Reckoning>(
        &self,
        depth: u32,
        (good, great): (bool, bool),
        drops: M::Amount,
        reckoning: &mut M,
        sink: &mut impl Sink<M::Amount>,
    ) {
        let base = if good { depth + GOOD_LEVELS } else { depth };
        let nothing = M::Amount::default();
        let mut chosen = vec![nothing; self.kinds.kinds()];
        let none = self.kinds.choose(base, good || great, drops, reckoning, &mut chosen);
        sink.count(self.keys.failed(), none);
        for (kind, drops) in (0..).map(KindId).zip(chosen).filter(|kind| kind.1 != nothing) {
            sink.count(self.keys.kind(kind), drops);
            self.make(kind, depth, (good, great), drops, reckoning, sink);
        }
    }

    /// Applies magic to items of a kind: each becomes an artifact, an ego or neither.
    fn make<M: Reckoning>(
        &self,
        kind: KindId,
        level: u32,
        (good, great): (bool, bool),
        items: M::Amount,
        reckoning: &mut M,
        sink: &mut impl Sink<M::Amount>,
    ) {
        let row = self.keys.row(kind);
        let powers = (self.spec.powers)(good, great, level);
        let by_power = Multinomial::new(powers.iter().zip(0..).map(|(power, at)| (at, power.weight)));
        for (at, mut left) in reckoning.split(&by_power, items) {
            let power = powers[at as usize].power;
            for _ in 0..(self.spec.artifact_rolls)(power, great) {
                left = self.artifacts.try_kind(kind, level, left, reckoning, |artifact, _, items| {
                    sink.count(self.keys.artifact(artifact), items);
                    sink.artifact(kind, artifact, items);
                });
            }
            let mut plain = left;
            if let Some(row) = row.filter(|_| power.abs() >= EGO_POWER) {
                let item = Item { power, good: good || great };
                plain =
                    reckoning.choose_ego(&self.egos, Choice { kind, level, item }, left, &mut |ego, level, items| {
                        sink.count(self.keys.ego(row, ego), items);
                        sink.count(self.keys.number(row, 1), items);
                        sink.ego(kind, item, (ego, level), items);
                    });
            }
            sink.plain(kind, power, plain);
            if let Some(row) = row {
                sink.count(self.keys.number(row, 0), plain);
            }
        }
        sink.end_kind(kind);
    }
}
