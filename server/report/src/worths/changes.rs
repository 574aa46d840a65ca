//! What a change of the files does to the items of a type: their values, flags, power and price, before and after, of drops made from
//! the same random numbers.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_model::{
    batch::{ItemSample, SampledItem},
    catalog::Catalog,
    game::Words,
    stats::Z95,
};

use super::{DepthSample, WorthSort, item_tval};
use crate::{capitalised, sheets::SheetSection};

/// Values whose mean is held against each other.
const NUMBERS: [SheetSection; 6] = [
    SheetSection::ToHit,
    SheetSection::ToDam,
    SheetSection::Armour,
    SheetSection::ToAc,
    SheetSection::Weight,
    SheetSection::Number,
];
/// Values of which the share of items is held against each other that have one.
const SHARES: [SheetSection; 8] = [
    SheetSection::Dice,
    SheetSection::Pvals,
    SheetSection::Modifiers,
    SheetSection::Resistances,
    SheetSection::Flags,
    SheetSection::Curses,
    SheetSection::Extra,
    SheetSection::Cursed,
];

/// A number of the items of a type, before and after.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemChange {
    /// What it is of: `Power`, `To-hit`, `Flags`.
    pub section: String,
    /// Which flag and the like; empty of numbers.
    pub name: String,
    /// Whether it is a share of the items, from 0 to 1, and not a mean.
    pub is_share: bool,
    /// Of the first side.
    pub before: f64,
    /// Of the second.
    pub after: f64,
    /// Half-width of the 95 % interval of the difference.
    pub half_width: f64,
}

impl ItemChange {
    /// The difference.
    pub fn change(&self) -> f64 {
        self.after - self.before
    }
}

/// What changes on the items of a type, over all depths sampled.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ItemChanges {
    /// Number of items of the type on the first side and on the second.
    pub items: [usize; 2],
    /// Number of drops that gave an item of the type on any side and are not the same on both.
    pub differ: usize,
    /// What differs on any item, values before flags.
    pub rows: Vec<ItemChange>,
    /// Number of values, flags and so on that are the same on all.
    pub same: usize,
}

/// A number or a share that items have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Measured {
    Worth(usize),
    Number(usize),
    Share(usize, String),
}

/// Sums over the drops of what one side and the other give.
type Sums = BTreeMap<Measured, Vec<Paired>>;

/// A drop's value on both sides; 0 where the item is of another type.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Paired {
    /// Which of the drops that gave an item of the type.
    at: usize,
    values: [i64; 2],
}

/// Of each drop whether each side's item is of the type.
type Presence = Vec<[bool; 2]>;

/// What an item measures.
fn measures(item: &SampledItem) -> Vec<(Measured, i64)> {
    let mut found = Vec::new();
    for (at, sort) in WorthSort::ALL.into_iter().enumerate() {
        found.extend(sort.of(item).map(|worth| (Measured::Worth(at), worth)));
    }
    for (metric, text) in &item.values {
        if let Some(at) = NUMBERS.iter().position(|section| section.metric() == *metric) {
            found.extend(text.parse::<i64>().ok().map(|number| (Measured::Number(at), number)));
        } else if let Some(at) = SHARES.iter().position(|section| section.metric() == *metric) {
            found.push((Measured::Share(at, text.clone()), 1));
        }
    }
    found
}

/// Items by the number of their drop.
fn by_drop<'a>(catalog: &Catalog, sample: &'a ItemSample, tval: u16) -> BTreeMap<u64, &'a SampledItem> {
    let of_type = sample.items.iter().filter(|item| item_tval(catalog, item) == tval);
    of_type.map(|item| (item.drop, item)).collect()
}

/// Whether an item is the same on both sides: entries have their own positions on each, so names are compared.
fn is_same(catalogs: [&Catalog; 2], items: [&SampledItem; 2]) -> bool {
    let name = |side: usize| {
        let (catalog, item) = (catalogs[side], items[side]);
        let affixes = item.affixes.iter().map(|(id, slots)| (catalog.affix(*id).name.as_str(), *slots));
        (
            catalog.kind(item.kind).index,
            item.artifact.map(|id| catalog.artifact(id).index),
            item.theme.map(|id| catalog.theme(id).name.as_str()),
            affixes.collect::<Vec<_>>(),
        )
    };
    let [one, other] = items;
    one.values == other.values && one.appraisal == other.appraisal && name(0) == name(1)
}

/// The number of drops that differ, by item type, of those that gave one of the type on any side.
pub fn changed_types(catalogs: [&Catalog; 2], sides: [&[DepthSample]; 2]) -> BTreeMap<u16, usize> {
    let mut differ = BTreeMap::new();
    for (before, after) in sides[0].iter().zip(sides[1]) {
        let mut items: BTreeMap<u64, [Option<&SampledItem>; 2]> = BTreeMap::new();
        for (side, sample) in [&before.sample, &after.sample].into_iter().enumerate() {
            for item in &sample.items {
                items.entry(item.drop).or_default()[side] = Some(item);
            }
        }
        for pair in items.values() {
            let is_same = matches!(pair, [Some(one), Some(other)] if is_same(catalogs, [*one, *other]));
            if !is_same {
                let tvals = pair.iter().zip(catalogs).filter_map(|(item, catalog)| Some(item_tval(catalog, (*item)?)));
                for tval in tvals.collect::<BTreeSet<u16>>() {
                    *differ.entry(tval).or_default() += 1;
                }
            }
        }
    }
    differ
}

/// What changes on the items of a type from one side to the other, of the same depths with the same seed.
pub fn item_changes(catalogs: [&Catalog; 2], sides: [&[DepthSample]; 2], tval: u16, words: &Words) -> ItemChanges {
    let mut changes = ItemChanges::default();
    let mut presence: Presence = Vec::new();
    let mut sums: Sums = BTreeMap::new();
    for (before, after) in sides[0].iter().zip(sides[1]) {
        let items = [by_drop(catalogs[0], &before.sample, tval), by_drop(catalogs[1], &after.sample, tval)];
        let drops: BTreeSet<u64> = items.iter().flat_map(|side| side.keys().copied()).collect();
        for drop in drops {
            let pair = [items[0].get(&drop).copied(), items[1].get(&drop).copied()];
            let at = presence.len();
            presence.push(pair.map(|item| item.is_some()));
            let is_same = matches!(pair, [Some(one), Some(other)] if is_same(catalogs, [one, other]));
            changes.differ += usize::from(!is_same);
            for (side, item) in pair.into_iter().enumerate() {
                for (measured, value) in item.map(measures).unwrap_or_default() {
                    let of_measure = sums.entry(measured).or_default();
                    if of_measure.last().is_none_or(|last| last.at != at) {
                        of_measure.push(Paired { at, values: [0; 2] });
                    }
                    if let Some(last) = of_measure.last_mut() {
                        last.values[side] = value;
                    }
                }
            }
        }
    }
    changes.items = [0, 1].map(|side| presence.iter().filter(|of_drop| of_drop[side]).count());
    for (measured, paired) in sums {
        let change = change(&measured, &paired, &presence, words);
        if paired.iter().all(|one| one.values[0] == one.values[1]) && change.change() == 0.0 {
            changes.same += 1;
        } else {
            changes.rows.push(change);
        }
    }
    changes
}

/// The difference of two means over items. As a ratio of sums over drops its error is, to first order, that of the mean of the drops'
/// residuals: (value − mean) / items of the second side less the same of the first.
fn change(measured: &Measured, paired: &[Paired], presence: &Presence, words: &Words) -> ItemChange {
    let items = [0, 1].map(|side| presence.iter().filter(|of_drop| of_drop[side]).count() as f64);
    let sum = |side: usize| paired.iter().map(|one| one.values[side]).sum::<i64>() as f64;
    let means = [0, 1].map(|side| if items[side] > 0.0 { sum(side) / items[side] } else { 0.0 });
    let mut of_drops = paired.iter().peekable();
    let mut squares = 0.0;
    for (at, is_there) in presence.iter().enumerate() {
        let values = of_drops.next_if(|one| one.at == at).map_or([0; 2], |one| one.values);
        let residual = |side: usize| {
            if is_there[side] { (values[side] as f64 - means[side]) / items[side] } else { 0.0 }
        };
        squares += (residual(1) - residual(0)).powi(2);
    }
    let titled = |section: SheetSection| capitalised(&section.title(words));
    let (section, name, is_share) = match measured {
        Measured::Worth(at) => (capitalised(WorthSort::ALL[*at].word()), String::new(), false),
        Measured::Number(at) => (titled(NUMBERS[*at]), String::new(), false),
        Measured::Share(at, name) => (titled(SHARES[*at]), name.clone(), true),
    };
    ItemChange { section, name, is_share, before: means[0], after: means[1], half_width: Z95 * squares.sqrt() }
}
