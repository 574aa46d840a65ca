//! What of a test is known without drawing items.

use std::collections::{BTreeMap, BTreeSet};

use super::{Basis, CellMeasures, EntrySort, Measure, MeasuredThing, TrueRange};
use crate::questions::{AskedCell, Question, computed_entries};
use affixboard_model::{
    batch::{Cell, Entry, Key},
    catalog::KindId,
    game::{Cancelled, Forge, Mean},
};

/// What is known of a cell without drawing, where the rules can tell; and how items are drawn for the rest.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was done.
pub fn compute_cell(
    measure: &Measure,
    forge: &dyn Forge,
    cell: Cell,
    keep_going: &dyn Fn() -> bool,
) -> Result<CellMeasures, Cancelled> {
    let mut cell_of = CellMeasures {
        cell,
        numbers: BTreeMap::new(),
        asked: asked_cell(measure, forge, cell),
        possible: BTreeMap::new(),
    };
    let unknown = (TrueRange { low: 0.0, value: 0.0, high: 1.0 }, Basis::Unknown);
    match measure {
        // A dive has each artifact once, so that how many it finds can't be told from the chance of any of them.
        Measure::Found { asked, at_least_one: false, .. } => {
            let apart = asked.computed_apart(forge, cell, keep_going)?;
            let number = |mean: Mean| (TrueRange::from(mean), Basis::Computed);
            cell_of.numbers.insert(MeasuredThing::ALL, apart.as_ref().map_or(unknown, |apart| number(apart.others)));
            for (artifact, chance) in apart.into_iter().flat_map(|apart| apart.artifacts) {
                let thing = MeasuredThing { kind: None, entry: Some(Entry::Artifact(artifact)) };
                cell_of.numbers.insert(thing, number(chance));
            }
        }
        Measure::Share { .. } | Measure::Found { .. } => {
            let computed = share(measure, forge, cell, keep_going)?;
            let number = computed.map_or(unknown, |range| (range, Basis::Computed));
            cell_of.numbers.insert(MeasuredThing::ALL, number);
        }
        Measure::Each { sort, among } => {
            let among = among.as_deref();
            if let Some(of) = entries(among, forge, (cell, *sort), keep_going)? {
                let whole = match among {
                    None => TrueRange::known(1.0),
                    Some(among) => among.computed(forge, cell, keep_going)?.map_or(unknown.0, TrueRange::from),
                };
                for (thing, mean) in together(of, |key| thing(*sort, false, key)) {
                    cell_of.numbers.insert(thing, (TrueRange::from(mean).of(whole), Basis::Computed));
                }
            } else {
                let possible = possible(among, forge, (cell, *sort)).into_iter();
                cell_of.numbers.extend(possible.map(|key| (thing(*sort, false, key), unknown)));
            }
        }
        Measure::Count { sort, among, per_kind } => {
            let among = among.as_deref();
            let of_kind = |key: Key| MeasuredThing { kind: key.kind.filter(|_| *per_kind), entry: None };
            // Every kind that may come there counts, with none where nothing does.
            let mut sure: BTreeMap<MeasuredThing, BTreeSet<MeasuredThing>> = BTreeMap::new();
            let mut may: BTreeMap<MeasuredThing, BTreeSet<MeasuredThing>> = BTreeMap::new();
            for key in counted_places(among, forge, cell, *per_kind) {
                sure.entry(key).or_default();
                may.entry(key).or_default();
            }
            let computed = entries(among, forge, (cell, *sort), keep_going)?;
            let is_computed = computed.is_some();
            for (key, mean) in computed.into_iter().flatten() {
                may.entry(of_kind(key)).or_default().insert(thing(*sort, *per_kind, key));
                if mean.mean > mean.bound {
                    sure.entry(of_kind(key)).or_default().insert(thing(*sort, *per_kind, key));
                }
            }
            if !is_computed {
                for key in possible(among, forge, (cell, *sort)) {
                    may.entry(of_kind(key)).or_default().insert(thing(*sort, *per_kind, key));
                }
            }
            for (place, entries) in &may {
                let low = sure.get(place).map_or(0, BTreeSet::len) as f64;
                let high = entries.len() as f64;
                let basis =
                    if is_computed || low.to_bits() == high.to_bits() { Basis::Computed } else { Basis::Unknown };
                cell_of.possible.insert(*place, entries.len() as u64);
                cell_of.numbers.insert(*place, (TrueRange { low, value: low, high }, basis));
            }
        }
        Measure::Mean { .. } => {
            let anything = TrueRange { low: f64::NEG_INFINITY, value: f64::NAN, high: f64::INFINITY };
            cell_of.numbers.insert(MeasuredThing::ALL, (anything, Basis::Unknown));
        }
        Measure::Gaps { .. } => {}
    }
    Ok(cell_of)
}

/// How items of a cell are drawn for a test: only those of the kinds that it is about, where that leaves out no artifacts.
fn asked_cell(measure: &Measure, forge: &dyn Forge, cell: Cell) -> AskedCell {
    match (measure.among(), measure.asked()) {
        (Some(among), _) => {
            let alone = AskedCell::new(among, forge, cell);
            if alone.special > 0.0 { AskedCell::whole(cell) } else { alone }
        }
        (None, Some(asked)) => AskedCell::new(asked, forge, cell),
        (None, None) => AskedCell::whole(cell),
    }
}

fn share(
    measure: &Measure,
    forge: &dyn Forge,
    cell: Cell,
    keep_going: &dyn Fn() -> bool,
) -> Result<Option<TrueRange>, Cancelled> {
    let Some(asked) = measure.asked() else { return Ok(None) };
    let Some(among) = measure.among() else {
        return Ok(asked.computed(forge, cell, keep_going)?.map(TrueRange::from));
    };
    let Some(part) = among.and(asked).computed(forge, cell, keep_going)? else { return Ok(None) };
    let whole = among.computed(forge, cell, keep_going)?;
    Ok(whole.map(|whole| TrueRange::from(part).of(TrueRange::from(whole))))
}

fn entries(
    among: Option<&Question>,
    forge: &dyn Forge,
    (cell, sort): (Cell, EntrySort),
    keep_going: &dyn Fn() -> bool,
) -> Result<Option<Vec<(Key, Mean)>>, Cancelled> {
    computed_entries(among, forge, (cell, sort.metric()), keep_going)
}

/// What a key stands for.
fn thing(sort: EntrySort, per_kind: bool, key: Key) -> MeasuredThing {
    let kind = key.kind.filter(|_| per_kind || sort == EntrySort::Kind);
    MeasuredThing { kind, entry: (sort != EntrySort::Kind).then_some(key.entry) }
}

/// The sums of the chances of the same things: an item is of one kind, so they exclude each other.
fn together(entries: Vec<(Key, Mean)>, thing: impl Fn(Key) -> MeasuredThing) -> BTreeMap<MeasuredThing, Mean> {
    let mut sums: BTreeMap<MeasuredThing, Mean> = BTreeMap::new();
    for (key, mean) in entries {
        let sum = sums.entry(thing(key)).or_default();
        sum.mean += mean.mean;
        sum.bound += mean.bound;
    }
    sums
}

/// The keys that aren't proven impossible.
fn possible(among: Option<&Question>, forge: &dyn Forge, (cell, sort): (Cell, EntrySort)) -> Vec<Key> {
    let keys = forge.keys();
    let kinds = among.and_then(Question::kinds);
    let is_of_kinds = |kind: Option<KindId>| match (&kinds, kind) {
        (Some(kinds), Some(kind)) => kinds.binary_search(&kind).is_ok(),
        _ => true,
    };
    let is_possible = forge.possible(cell);
    let mut found = Vec::new();
    let mut first = 0;
    while (first as usize) < keys.len() {
        let (end, key) = (keys.run_end(first), keys.key(first));
        if key.metric == sort.metric() && is_of_kinds(key.kind) {
            found.extend((first..end).filter(|key| is_possible(*key)).map(|key| keys.key(key)));
        }
        first = end;
    }
    found
}

/// Where entries are counted: all drops, or each kind that may come.
fn counted_places(among: Option<&Question>, forge: &dyn Forge, cell: Cell, per_kind: bool) -> Vec<MeasuredThing> {
    if !per_kind {
        return vec![MeasuredThing::ALL];
    }
    let kinds = possible(among, forge, (cell, EntrySort::Kind)).into_iter();
    kinds.filter(|key| key.entry == Entry::Kind).map(|key| MeasuredThing { kind: key.kind, entry: None }).collect()
}
