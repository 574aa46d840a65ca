//! Counting of values, if requested: groups of equal items are rolled one by one by the game's value rules.

use std::sync::Arc;

use super::{
    super::{
        EgoModel,
        values::{Counted, ItemEgo, ItemGroup, ValueRules},
    },
    egos::Egos,
    evaluator::Observer,
    item::EgoItemClass,
};
use crate::{
    batch::{Counts, KeySpace, RowCounts, RowKeys},
    catalog::{AffixId, ArtifactId, KindId},
    engine::{multinomial::Multinomial, random::Stream},
};

/// Name under which the stream of values is forked from the identity stream.
const VALUE_STREAM: u64 = 0x9e37_79b9_7f4a_7c15;

/// A game's value rules, and the keys of their counts.
#[derive(Debug)]
pub(super) struct ValueCounter {
    rules: Arc<dyn ValueRules>,
    keys: RowKeys,
}

impl ValueCounter {
    /// Adds the keys to a key space; they are counted for every kind. `None` where the game has no such rules.
    pub(super) fn new(model: &EgoModel, space: &mut KeySpace) -> Option<ValueCounter> {
        let rules = Arc::clone(model.values.as_ref()?);
        let kinds = (0..model.kinds.len() as u32).map(KindId).collect();
        Some(ValueCounter { keys: RowKeys::push(space, &kinds, rules.blocks()), rules })
    }
}

/// Counts of a cell's drops, filled while they are made.
pub(super) struct Made<'a> {
    pub(super) counts: &'a mut Counts,
    values: Option<Rolling<'a>>,
}

struct Rolling<'a> {
    values: &'a ValueCounter,
    counts: RowCounts,
    /// Apart from the stream that decides what drops are, so that these are the same whether values are rolled or not.
    luck: Stream,
    is_drop: bool,
    level: u32,
    egos: &'a Egos,
    /// The levels at which ego choices are made that are alike but for values, by the items that make them.
    beyond: Vec<(EgoItemClass, Multinomial)>,
}

impl<'a> Made<'a> {
    /// For a cell at a level; values are rolled where there are rules for them.
    pub(super) fn new(
        (level, is_drop): (u32, bool),
        values: Option<&'a ValueCounter>,
        egos: &'a Egos,
        random: &Stream,
        counts: &'a mut Counts,
    ) -> Made<'a> {
        let values = values.map(|values| Rolling {
            counts: RowCounts::new(&values.keys),
            values,
            luck: random.fork(VALUE_STREAM),
            is_drop,
            level,
            egos,
            beyond: Vec::new(),
        });
        Made { counts, values }
    }
}

impl Observer<u64> for Made<'_> {
    fn count(&mut self, key: u32, items: u64) {
        // A shard makes too few drops for a counter to overflow.
        self.counts.add_many(key, items as u32);
    }

    fn plain(&mut self, kind: KindId, power: i8, items: u64) {
        if let Some(rolling) = &mut self.values {
            rolling.roll(kind, power, None, items, self.counts);
        }
    }

    fn ego(&mut self, kind: KindId, item: EgoItemClass, (id, level): (AffixId, u32), items: u64) {
        let Some(rolling) = &mut self.values else { return };
        if level < rolling.egos.deepest() {
            rolling.roll(kind, item.power, Some(ItemEgo { id, level }), items, self.counts);
            return;
        }
        for (level, items) in rolling.levels_beyond(item, items) {
            rolling.roll(kind, item.power, Some(ItemEgo { id, level }), items, self.counts);
        }
    }

    fn artifact(&mut self, kind: KindId, artifact: ArtifactId, items: u64) {
        if let Some(Rolling { values, counts, .. }) = &mut self.values {
            let counted = &mut Counted::new(&values.keys, counts, self.counts);
            values.rules.artifacts(kind, artifact, items as u32, counted);
        }
    }

    fn end_kind(&mut self, kind: KindId) {
        if let Some(Rolling { values, counts, .. }) = &mut self.values {
            counts.move_to(kind.0, &values.keys, self.counts);
        }
    }
}

impl Rolling<'_> {
    /// Random split of `items` choices at the deepest level or beyond, as (level, number of choices).
    fn levels_beyond(&mut self, item: EgoItemClass, items: u64) -> Vec<(u32, u64)> {
        let at = self.beyond.iter().position(|known| known.0 == item).unwrap_or_else(|| {
            self.beyond.push((item, Multinomial::new(self.egos.levels_beyond(self.level, item))));
            self.beyond.len() - 1
        });
        self.beyond[at].1.draw(items, &mut self.luck)
    }

    fn roll(&mut self, kind: KindId, power: i8, ego: Option<ItemEgo>, items: u64, all: &mut Counts) {
        if items == 0 {
            return;
        }
        let group = ItemGroup { kind, level: self.level, power, ego, is_drop: self.is_drop, items: items as u32 };
        let counted = &mut Counted::new(&self.values.keys, &mut self.counts, all);
        self.values.rules.roll(&group, &mut self.luck, counted);
    }
}
