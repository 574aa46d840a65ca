//! Entries that changes touch because their lines differ in meaning, and the item types that these are about.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_model::{
    catalog::{Allocation, Catalog, ItemEntry, Sort, same_entries},
    game::Loaded,
};
use affixboard_report::{entries::entry_changes, sheets::Effect};

/// The item types and entries that differ between two revisions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Touched {
    /// Item types, by how many of their entries change, most first; then by tval.
    pub types: Vec<u16>,
    /// Entries, by sort and serial number.
    pub entries: Vec<TouchedEntry>,
}

impl Touched {
    /// The same with those item types first whose pools change most, by what changes in all of them; of those that change by
    /// as much the order stays, and types without pools stay behind those whose pools change.
    #[must_use]
    pub fn by_change(mut self, overall: &Effect) -> Touched {
        let mut largest: BTreeMap<u16, f64> = BTreeMap::new();
        for row in overall.rows.iter().chain(&overall.small) {
            let largest = largest.entry(row.place.0).or_default();
            *largest = largest.max(row.size);
        }
        // The last digits of floats are no difference.
        let size = |tval: &u16| (largest.get(tval).copied().unwrap_or_default() * 1e12).round();
        self.types.sort_by(|a, b| size(b).total_cmp(&size(a)));
        self
    }
}

/// An entry that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedEntry {
    /// Its sort.
    pub sort: Sort,
    /// Its serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// The item types for which it differs, rising.
    pub types: Vec<u16>,
}

/// The differences between `base` and `derived`: of catalogs, and of the text of entries, for rules know more than a
/// catalog does. An entry with another text that means the same here touches all its item types.
pub fn touched(base: &Loaded, derived: &Loaded) -> Touched {
    let (before, after) = (&*base.catalog, &*derived.catalog);
    let mut entries: BTreeMap<(Sort, u32), TouchedEntry> = BTreeMap::new();
    for sort in Sort::OF_ITEMS {
        let (old, new) = (written(before, sort), written(after, sort));
        let earlier: Vec<_> = old.iter().map(|entry| (entry.name, entry.index)).collect();
        let later: Vec<_> = new.iter().map(|entry| (entry.name, entry.index)).collect();
        let mut gone: BTreeSet<usize> = (0..old.len()).collect();
        let mut add = |name: &str, index, types: BTreeSet<u16>| {
            if !types.is_empty() {
                let types = types.into_iter().collect();
                entries.insert((sort, index), TouchedEntry { sort, index, name: name.to_owned(), types });
            }
        };
        for (entry, same) in new.iter().zip(same_entries(&earlier, &later)) {
            let was = same.map(|at| {
                gone.remove(&at);
                old[at].facts(before)
            });
            let (was, is) = (was.unwrap_or_default(), entry.facts(after));
            let types: BTreeSet<u16> = was.keys().chain(is.keys()).copied().collect();
            add(entry.name, entry.index, types.into_iter().filter(|tval| was.get(tval) != is.get(tval)).collect());
        }
        for at in gone {
            add(old[at].name, old[at].index, old[at].facts(before).into_keys().collect());
        }
    }
    for change in entry_changes(base, derived) {
        entries.entry((change.sort, change.index)).or_insert_with(|| {
            let of = |catalog: &Catalog| {
                let entries = written(catalog, change.sort).into_iter().filter(|entry| entry.index == change.index);
                entries.flat_map(|entry| entry.facts(catalog).into_keys()).collect::<BTreeSet<u16>>()
            };
            let types = &of(before) | &of(after);
            let types = types.into_iter().collect();
            TouchedEntry { sort: change.sort, index: change.index, name: change.name.clone(), types }
        });
    }
    let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
    for tval in entries.values().flat_map(|entry| &entry.types) {
        *counts.entry(*tval).or_default() += 1;
    }
    let mut types: Vec<u16> = counts.keys().copied().collect();
    types.sort_by_key(|tval| std::cmp::Reverse(counts[tval]));
    Touched { types, entries: entries.into_values().collect() }
}

/// The entries of a sort of items that are in the files.
fn written(catalog: &Catalog, sort: Sort) -> Vec<ItemEntry<'_>> {
    catalog.entries_of(sort).into_iter().filter(|entry| entry.record.is_some()).collect()
}

/// The first allocation of an item type, of an affix, else of a theme, that only one side has: as proposed where there is one,
/// else as it was.
pub(super) fn first_change(base: &Loaded, derived: &Loaded, tval: u16) -> Option<Allocation> {
    let (old, new) = (lines_of(&base.catalog, tval), lines_of(&derived.catalog, tval));
    let only = |these: &[Line], those: &[Line]| {
        let known: BTreeSet<_> = those.iter().map(|line| line.0).collect();
        these.iter().find(|line| !known.contains(&line.0)).map(|line| line.1)
    };
    only(&new, &old).or_else(|| only(&old, &new))
}

/// Whose an allocation is and what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LineFacts {
    /// The sort of its entry.
    pub(super) sort: Sort,
    index: u32,
    facts: [u32; 6],
    svals: (u16, u16),
}

/// An allocation with that.
type Line = (LineFacts, Allocation);

impl LineFacts {
    /// Those of an item type, in their order.
    pub(super) fn of_type(catalog: &Catalog, tval: u16) -> Vec<LineFacts> {
        lines_of(catalog, tval).into_iter().map(|line| line.0).collect()
    }

    /// Whether it applies to that kind of its item type.
    pub(super) fn covers(self, sval: u16) -> bool {
        (self.svals.0..=self.svals.1).contains(&sval)
    }
}

/// The allocations to an item type.
fn lines_of(catalog: &Catalog, tval: u16) -> Vec<Line> {
    let of_entry = |sort: Sort, entry: ItemEntry<'_>| -> Vec<Line> {
        let of_type = entry.allocations.iter().filter(|line| line.tval == tval);
        let facts = |line: &Allocation| LineFacts {
            sort,
            index: entry.index,
            facts: line.facts(),
            svals: (line.min_sval, line.max_sval),
        };
        of_type.map(|line| (facts(line), *line)).collect()
    };
    let of_sort = |sort| catalog.entries_of(sort).into_iter().flat_map(move |entry| of_entry(sort, entry));
    Sort::OF_ITEMS.into_iter().flat_map(of_sort).collect()
}
