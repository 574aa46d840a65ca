//! What the affixes, egos and themes of an item type do to what its items are worth.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use affixboard_model::{
    batch::{Entry, SampledItem},
    catalog::{Catalog, KindId},
    stats::{GroupEffect, GroupedNumber, Z95, group_effects},
};

use super::{DepthSample, Spread, WorthSort, of_type};

/// Items of an entry for its numbers to be shown, at least.
const LEAST_ITEMS: usize = 10;
/// Items for prices to be held against those of items of like power, at least; they are parted into ten classes.
const LEAST_PRICED: usize = 100;

/// A mean with the half-width of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub value: f64,
    /// Half of the interval's width.
    pub half_width: f64,
}

/// What items that carry an entry are worth.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryWorth {
    /// The affix (or ego) or theme.
    pub entry: Entry,
    /// Number of items with it.
    pub items: usize,
    /// What it adds to the power, or the price where the game has no power, other things equal: by least squares on kind, depth and
    /// all entries with enough items. `None` where it never comes without another entry that is before it in the files.
    pub adds: Option<Estimate>,
    /// Median of the power.
    pub power: Option<i64>,
    /// How likely an item with it is stronger (or dearer, where the game has no power) than another of the type at the same depth;
    /// from 0 to 1.
    pub beats: Estimate,
    /// Median of the price.
    pub price: Option<i64>,
    /// Its price in proportion to the median price of items of the type that are about as strong: the median of that. `None` without
    /// power or price, or of too few items.
    pub dearness: Option<f64>,
}

/// An item with its number of interest.
struct Valued<'a> {
    item: &'a SampledItem,
    depth: u32,
    worth: i64,
}

fn entries_of(item: &SampledItem) -> impl Iterator<Item = Entry> + '_ {
    let affixes = item.affixes.iter().map(|(id, _)| Entry::Affix(*id));
    affixes.chain(item.theme.map(Entry::Theme))
}

/// The entries that items of a type carry, in the order of the files: of the samples of all depths together. Artifacts are left out.
pub fn entry_worths(catalog: &Catalog, samples: &[DepthSample], tval: u16) -> Vec<EntryWorth> {
    let all = || samples.iter().flat_map(|one| of_type(catalog, &one.sample, tval).map(move |item| (one.depth, item)));
    let sort =
        if all().any(|(_, item)| WorthSort::Power.of(item).is_some()) { WorthSort::Power } else { WorthSort::Price };
    let valued: Vec<Valued<'_>> = all()
        .filter_map(|(depth, item)| Some(Valued { item, depth, worth: sort.of(item)? }))
        .filter(|valued| valued.item.artifact.is_none())
        .collect();
    let spreads: BTreeMap<u32, Spread> =
        samples.iter().map(|one| (one.depth, sort.spread(catalog, &one.sample, tval))).collect();
    let dear = dearness(&valued);
    let mut by_entry: BTreeMap<Entry, Vec<usize>> = BTreeMap::new();
    for (at, valued) in valued.iter().enumerate() {
        for entry in entries_of(valued.item) {
            by_entry.entry(entry).or_default().push(at);
        }
    }
    by_entry.retain(|_, places| places.len() >= LEAST_ITEMS);
    let entries: Vec<Entry> = by_entry.keys().copied().collect();
    let added = added(&valued, &entries);
    let of_entry = |((entry, places), adds): ((Entry, Vec<usize>), Option<Estimate>)| {
        let items: Vec<&Valued<'_>> = places.iter().map(|at| &valued[*at]).collect();
        let beats = items.iter().filter_map(|one| spreads.get(&one.depth)?.share_below(one.worth)).collect::<Vec<_>>();
        let worths = |sort: WorthSort| Spread::of(items.iter().filter_map(|one| sort.of(one.item)).collect()).median();
        let mut dear: Vec<f64> = places.iter().filter_map(|at| dear.get(at).copied()).collect();
        dear.sort_by(f64::total_cmp);
        EntryWorth {
            entry,
            items: items.len(),
            adds,
            power: worths(WorthSort::Power),
            beats: mean(&beats),
            price: worths(WorthSort::Price),
            dearness: (dear.len() >= LEAST_ITEMS).then(|| dear[dear.len() / 2]),
        }
    };
    by_entry.into_iter().zip(added).map(of_entry).collect()
}

/// The mean of numbers.
fn mean(numbers: &[f64]) -> Estimate {
    let n = numbers.len() as f64;
    let value = numbers.iter().sum::<f64>() / n.max(1.0);
    let scatter: f64 = numbers.iter().map(|number| (number - value).powi(2)).sum();
    let variance = if n > 1.0 { scatter / (n - 1.0) / n } else { 0.0 };
    Estimate { value, half_width: Z95 * variance.sqrt() }
}

/// What each of these entries adds: by least squares on kinds, depths and entries.
fn added(valued: &[Valued<'_>], entries: &[Entry]) -> Vec<Option<Estimate>> {
    let kinds: BTreeSet<KindId> = valued.iter().map(|one| one.item.kind).collect();
    let depths: BTreeSet<u32> = valued.iter().map(|one| one.depth).collect();
    let places = |of: usize, from: usize| (from..from + of).map(|at| at as u32);
    let kind_groups: BTreeMap<_, u32> = kinds.iter().copied().zip(places(kinds.len(), 0)).collect();
    // The first depth is what others are held against.
    let depth_groups: BTreeMap<_, u32> =
        depths.iter().copied().skip(1).zip(places(depths.len(), kinds.len())).collect();
    let first = kinds.len() + depth_groups.len();
    let entry_groups: BTreeMap<_, u32> = entries.iter().copied().zip(places(entries.len(), first)).collect();
    let number = |one: &Valued<'_>| {
        let mut groups: Vec<u32> = kind_groups.get(&one.item.kind).copied().into_iter().collect();
        groups.extend(depth_groups.get(&one.depth));
        groups.extend(entries_of(one.item).filter_map(|entry| entry_groups.get(&entry).copied()));
        groups.sort_unstable();
        groups.dedup();
        (groups, one.worth as f64)
    };
    let numbers: Vec<GroupedNumber> = valued.iter().map(number).collect();
    let effects = group_effects(&numbers, first + entries.len());
    let estimate = |effect: &Option<GroupEffect>| {
        effect.map(|effect| Estimate { value: effect.value, half_width: Z95 * effect.error })
    };
    effects[first..].iter().map(estimate).collect()
}

/// The price of each item in proportion to the median of those about as strong: of its tenth of all, by power.
fn dearness(valued: &[Valued<'_>]) -> HashMap<usize, f64> {
    let mut priced: Vec<(i64, i64, usize)> = valued
        .iter()
        .enumerate()
        .filter_map(|(at, one)| Some((WorthSort::Power.of(one.item)?, WorthSort::Price.of(one.item)?, at)))
        .filter(|(power, price, _)| *power > 0 && *price > 0)
        .collect();
    if priced.len() < LEAST_PRICED {
        return HashMap::new();
    }
    priced.sort_unstable();
    let classes = priced.chunks(priced.len().div_ceil(10));
    let of_class = |class: &[(i64, i64, usize)]| -> Vec<(usize, f64)> {
        let usual = Spread::of(class.iter().map(|(_, price, _)| *price).collect()).median().unwrap_or(1) as f64;
        class.iter().map(|(_, price, at)| (*at, *price as f64 / usual)).collect()
    };
    classes.flat_map(of_class).collect()
}
