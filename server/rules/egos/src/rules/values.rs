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
use affixboard_model::{
    batch::{Counts, ItemIdentity, KeySpace, RowCounts, RowKeys},
    catalog::{AffixId, ArtifactId, KindId},
    engine::{multinomial::Multinomial, random::Stream},
    game::Appraisal,
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
    /// Groups of items so far, of which each has a stream of its own where items are noted one by one: so an item's values don't
    /// depend on which others are wanted.
    groups: u64,
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
            groups: 0,
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
        let identity = ItemIdentity::with_affixes(kind, &[], None);
        self.roll(&identity, items, |rolling, items, counted| rolling.roll(kind, power, None, items, counted));
    }

    fn ego(&mut self, kind: KindId, item: EgoItemClass, (id, level): (AffixId, u32), items: u64) {
        let affixes = [id];
        let identity = ItemIdentity::with_affixes(kind, &affixes, None);
        let is_beyond = self.values.as_ref().is_some_and(|rolling| level >= rolling.egos.deepest());
        let groups = match &mut self.values {
            Some(rolling) if is_beyond => rolling.levels_beyond(item, items),
            _ => vec![(level, items)],
        };
        for (level, items) in groups {
            let ego = Some(ItemEgo { id, level });
            self.roll(&identity, items, |rolling, items, counted| rolling.roll(kind, item.power, ego, items, counted));
        }
    }

    fn artifact(&mut self, kind: KindId, artifact: ArtifactId, items: u64) {
        let identity = ItemIdentity::of_artifact(kind, artifact);
        self.roll(&identity, items, |rolling, items, counted| {
            rolling.values.rules.artifacts(kind, artifact, items, counted);
        });
    }

    fn end_kind(&mut self, kind: KindId) {
        if let Some(Rolling { values, counts, .. }) = &mut self.values {
            counts.move_to(kind.0, &values.keys, self.counts);
        }
    }
}

impl Made<'_> {
    /// Rolls the values of items of one identity: all at once where they are only counted, one by one for a log.
    fn roll(
        &mut self,
        identity: &ItemIdentity<'_>,
        items: u64,
        mut roll: impl FnMut(&mut Rolling<'_>, u32, &mut Counted<'_>),
    ) {
        let values = self.values.as_mut();
        if !self.counts.has_log() {
            if let Some(rolling) = values.filter(|_| items > 0) {
                rolling.counting(None, |rolling, counted| roll(rolling, items as u32, counted));
            }
            return;
        }
        let is_wanted = items > 0 && self.counts.wants(identity);
        let Some(rolling) = values else {
            (0..items).filter(|_| is_wanted).for_each(|_| self.counts.log(identity, Vec::new(), None));
            return;
        };
        rolling.groups += 1;
        if !is_wanted {
            return;
        }
        let of_group = rolling.luck.fork(rolling.groups.wrapping_mul(VALUE_STREAM));
        let luck = std::mem::replace(&mut rolling.luck, of_group);
        let appraises = self.counts.wants_appraisals();
        for _ in 0..items {
            let mut appraisal = None;
            rolling.counting(appraises.then_some(&mut appraisal), |rolling, counted| roll(rolling, 1, counted));
            let values = rolling.counts.drain(identity.kind.0, &rolling.values.keys).map(|(key, _)| key).collect();
            self.counts.log(identity, values, appraisal);
        }
        rolling.luck = luck;
    }
}

impl Rolling<'_> {
    /// Lends the counters of the row out.
    fn counting(&mut self, appraisal: Option<&mut Option<Appraisal>>, with: impl FnOnce(&mut Self, &mut Counted<'_>)) {
        let values = self.values;
        let keys = &values.keys;
        let mut counts = std::mem::take(&mut self.counts);
        let mut counted = match appraisal {
            None => Counted::new(keys, &mut counts),
            Some(appraisal) => Counted::with_appraisal(keys, &mut counts, appraisal),
        };
        with(self, &mut counted);
        self.counts = counts;
    }

    /// Random split of `items` choices at the deepest level or beyond, as (level, number of choices).
    fn levels_beyond(&mut self, item: EgoItemClass, items: u64) -> Vec<(u32, u64)> {
        let at = self.beyond.iter().position(|known| known.0 == item).unwrap_or_else(|| {
            self.beyond.push((item, Multinomial::new(self.egos.levels_beyond(self.level, item))));
            self.beyond.len() - 1
        });
        self.beyond[at].1.draw(items, &mut self.luck)
    }

    fn roll(&mut self, kind: KindId, power: i8, ego: Option<ItemEgo>, items: u32, counted: &mut Counted<'_>) {
        let group = ItemGroup { kind, level: self.level, power, ego, is_drop: self.is_drop, items };
        self.values.rules.roll(&group, &mut self.luck, counted);
    }
}
