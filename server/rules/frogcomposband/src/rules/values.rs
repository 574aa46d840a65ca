//! Counting of values, if requested: of groups of items that are equal otherwise each item is made by itself.

use std::sync::Arc;

use super::{
    super::{
        appraisal,
        model::FrogModel,
        price::price,
        tables::FLAGS,
        values::{MadeItem, ValueMaker, has_values},
    },
    devices::effects,
    outcome::{ChosenEffect, Magic, Outcome},
};
use affixboard_model::{
    batch::{Counts, ItemIdentity, KeySpace, Metric, Names, NumberRange, RowCounts, RowKeys},
    catalog::KindId,
    engine::random::Stream,
    game::Appraisal,
};

/// Name under which the stream of values is forked from the identity stream.
const VALUE_STREAM: u64 = 0x9e37_79b9_7f4a_7c15;

/// The blocks of keys, by their place.
const BONUSES: [usize; 3] = [0, 1, 2];
const AC: usize = 3;
const WEIGHT: usize = 4;
const DICE: usize = 5;
const PVAL: usize = 6;
const FLAG: usize = 7;

/// What makes values, and the keys of their counts.
#[derive(Debug)]
pub(super) struct ValueCounter {
    maker: ValueMaker,
    keys: RowKeys,
    /// The row of each kind that has values.
    rows: Vec<Option<u32>>,
}

impl ValueCounter {
    /// Adds the keys to a key space.
    pub(super) fn new(model: &FrogModel, space: &mut KeySpace) -> ValueCounter {
        let valued = |kind: &u32| has_values(&model.kinds[*kind as usize]);
        let kinds: Arc<[KindId]> = (0..model.kinds.len() as u32).filter(valued).map(KindId).collect();
        let mut rows = vec![None; model.kinds.len()];
        for (row, kind) in (0..).zip(kinds.iter()) {
            rows[kind.at()] = Some(row);
        }
        let number = |metric| (metric, Names::Numbers(NumberRange::VALUES));
        let blocks = vec![
            number(Metric::TO_HIT),
            number(Metric::TO_DAM),
            number(Metric::TO_AC),
            number(Metric::AC),
            number(Metric::WEIGHT),
            (Metric::DICE, Names::Dice),
            number(Metric::PVAL),
            (Metric::FLAG, Names::Fixed(FLAGS.iter().map(ToString::to_string).collect())),
        ];
        ValueCounter { maker: ValueMaker::new(model), keys: RowKeys::push(space, &kinds, blocks), rows }
    }

    /// Counts the values of an item.
    fn count(&self, made: &MadeItem, counts: &mut RowCounts) {
        let mut add = |block: usize, at: u32| counts.add(self.keys.place(block) + at, 1);
        for (block, bonus) in BONUSES.into_iter().zip(made.item.bonuses) {
            add(block, NumberRange::VALUES.place(bonus));
        }
        for (block, value) in [(AC, made.item.armor_class), (WEIGHT, made.item.weight), (PVAL, made.item.pval)] {
            add(block, NumberRange::VALUES.place(value));
        }
        let [dice, sides] = made.item.dice.map(u32::from);
        add(DICE, dice << 8 | sides);
        made.own.places().for_each(|flag| add(FLAG, flag));
    }
}

/// The values of a run's items.
pub(super) struct Rolling<'a> {
    values: &'a ValueCounter,
    counts: RowCounts,
    /// Apart from the stream that decides what drops are, so that these are the same whether values are drawn or not.
    luck: Stream,
    /// Groups of items so far, of which each has a stream of its own where items are noted one by one: so an item's values don't
    /// depend on which others are wanted.
    groups: u64,
}

impl<'a> Rolling<'a> {
    pub(super) fn new(values: &'a ValueCounter, random: &Stream) -> Rolling<'a> {
        Rolling { values, counts: RowCounts::new(&values.keys), luck: random.fork(VALUE_STREAM), groups: 0 }
    }

    /// Draws the values of items that are equal so far, and counts them. Of artifacts and random artifacts none are counted.
    pub(super) fn count(&mut self, kind: KindId, outcome: Outcome, magic: Magic, items: u64, counts: &mut Counts) {
        let ego = match outcome {
            Outcome::Plain => None,
            Outcome::Ego(ego) => Some(ego),
            Outcome::Artifact(_) | Outcome::RandomArtifact => return,
        };
        let values = self.values;
        let Some(row) = values.rows[kind.at()] else { return };
        for _ in 0..items {
            if let Some(made) = values.maker.make(kind, ego, (magic.power, magic.level), &mut self.luck) {
                values.count(&made, &mut self.counts);
            }
        }
        self.counts.move_to(row, &values.keys, counts);
    }

    /// The same of items that are noted one by one, where they are wanted. Of devices: effect and the level it was chosen at, with their
    /// number.
    pub(super) fn log(
        &mut self,
        identity: &ItemIdentity<'_>,
        (kind, outcome, magic): (KindId, Outcome, Magic),
        (items, devices): (u64, &[(ChosenEffect, u64)]),
        counts: &mut Counts,
    ) {
        self.groups += 1;
        if !counts.wants(identity) {
            return;
        }
        let appraises = counts.wants_appraisals();
        let mut luck = self.luck.fork(self.groups.wrapping_mul(VALUE_STREAM));
        let values = self.values;
        let maker = &values.maker;
        for _ in 0..items {
            let ego = match outcome {
                Outcome::Ego(ego) => Some(ego),
                _ => None,
            };
            let row = values.rows[kind.at()];
            let (made, appraisal) = match (outcome, row) {
                (Outcome::Plain | Outcome::Ego(_), None) if !effects(maker.kind(kind).tval).is_empty() => {
                    let effect = drawn(devices, &mut luck)
                        .and_then(|(effect, at)| Some((effects(maker.kind(kind).tval).get(effect as usize)?, at)));
                    let made = effect.and_then(|effect| maker.device((kind, ego), magic.level, effect, &mut luck));
                    (None, made.and_then(|made| price(&made, maker.kind(kind))).map(appraisal::priced))
                }
                // Of what rings and amulets became nothing is known, either.
                (Outcome::RandomArtifact, _) | (Outcome::Ego(_), None) => (None, None),
                (Outcome::Artifact(artifact), _) => {
                    let item = maker.artifact(artifact, kind, &mut luck);
                    (None, price(&item, maker.kind(kind)).map(appraisal::priced))
                }
                (_, Some(_)) => {
                    let made = maker.make(kind, ego, (magic.power, magic.level), &mut luck);
                    let price = made.and_then(|made| price(&made.item, maker.kind(kind)));
                    (made, price.map(appraisal::priced))
                }
                (Outcome::Plain, None) => (None, appraisal::of_plain(maker.kind(kind))),
            };
            if let Some(made) = made {
                values.count(&made, &mut self.counts);
            }
            let keys = self.counts.drain(row.unwrap_or(0), &values.keys).map(|(key, _)| key).collect();
            counts.log(identity, keys, appraisal.filter(|_: &Appraisal| appraises));
        }
    }
}

/// One of some devices.
fn drawn(devices: &[(ChosenEffect, u64)], luck: &mut Stream) -> Option<ChosenEffect> {
    let all: u64 = devices.iter().map(|part| part.1).sum();
    let mut at = u64::from(luck.below(u32::try_from(all).ok()?));
    devices
        .iter()
        .find(|part| {
            let is_it = at < part.1;
            at = at.saturating_sub(part.1);
            is_it
        })
        .map(|part| part.0)
}
