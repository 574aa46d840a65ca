//! Making drops: special artifacts, kinds, power, artifacts, egos (3, 6).

use super::{super::Failure, EGO_POWER, EgoForge, GOOD_LEVELS, Item, quality_of, values::Made};
use crate::{
    batch::{Cell, Counts},
    catalog::KindId,
    engine::{
        random::Stream,
        split::{Split, successes},
    },
};

impl EgoForge {
    pub(super) fn run_cell(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        let (good, great) = quality_of(cell);
        let depth = cell.depth;
        let is_drop = cell.kind.is_none();
        let made = &mut Made::new((depth, is_drop), self.keys.values.as_ref(), &self.egos, random, counts);
        if let Some(kind) = cell.kind {
            made.counts.add_many(self.keys.kind(kind), drops as u32);
            self.make(kind, depth, (good, great), drops, random, made);
            return;
        }
        let tries = successes(drops, (1, u64::from(self.spec.special_odds[usize::from(good)])), random);
        let failed = self.artifacts.try_special(depth, tries, random, |artifact, kind, items| {
            made.counts.add_many(self.keys.artifact(artifact), items as u32);
            made.counts.add_many(self.keys.kind(kind), items as u32);
            made.artifact(kind, artifact, items);
            made.end_kind(kind);
        });
        let asked = (good, great);
        let groups = match (self.spec.special_failure, self.spec.special_failure.becomes(asked)) {
            (Failure::Same, _) => [(drops - tries + failed, asked), (0, asked)],
            (_, Some(then)) => [(drops - tries, asked), (failed, then)],
            (_, None) => {
                made.counts.add_many(self.keys.failed_special(), failed as u32);
                [(drops - tries, asked), (0, asked)]
            }
        };
        for (drops, quality) in groups {
            self.drops_of(depth, quality, drops, random, made);
        }
    }

    /// Drops that are not special artifacts.
    fn drops_of(&self, depth: u32, (good, great): (bool, bool), drops: u64, random: &mut Stream, made: &mut Made<'_>) {
        let base = if good { depth + GOOD_LEVELS } else { depth };
        let mut chosen = vec![0; self.kinds.kinds()];
        let none = self.kinds.choose(base, good || great, drops, random, &mut chosen);
        made.counts.add_many(self.keys.failed(), none as u32);
        for (kind, drops) in (0..).map(KindId).zip(chosen).filter(|kind| kind.1 > 0) {
            made.counts.add_many(self.keys.kind(kind), drops as u32);
            self.make(kind, depth, (good, great), drops, random, made);
        }
    }

    /// Applies magic to items of a kind: each becomes an artifact, an ego or neither.
    fn make(
        &self,
        kind: KindId,
        level: u32,
        (good, great): (bool, bool),
        items: u64,
        random: &mut Stream,
        made: &mut Made<'_>,
    ) {
        let row = self.keys.row(kind);
        let powers = (self.spec.powers)(good, great, level);
        let by_power = Split::new(powers.iter().zip(0..).map(|(power, at)| (at, power.weight)));
        for (at, mut left) in by_power.draw(items, random) {
            let power = powers[at as usize].power;
            for _ in 0..(self.spec.artifact_rolls)(power, great) {
                left = self.artifacts.try_kind(kind, level, left, random, |artifact, _, items| {
                    made.counts.add_many(self.keys.artifact(artifact), items as u32);
                    made.artifact(kind, artifact, items);
                });
            }
            let mut egos = 0;
            if let Some(row) = row.filter(|_| power.abs() >= EGO_POWER) {
                let item = Item { power, good: good || great };
                self.egos.choose(kind, level, item, left, random, &mut |ego, level, items| {
                    egos += items;
                    made.counts.add_many(self.keys.ego(row, ego), items as u32);
                    made.ego(kind, item, (ego, level), items);
                });
            }
            made.plain(kind, power, left - egos);
            if let Some(row) = row {
                made.counts.add_many(self.keys.number(row, 1), egos as u32);
                made.counts.add_many(self.keys.number(row, 0), (left - egos) as u32);
            }
        }
        made.end_kind(kind);
    }
}
