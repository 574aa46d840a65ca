//! Entries that changes touch because their lines differ in meaning, and the item types that these are about.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_core::{
    catalog::{Allocation, Catalog, EntryRecord, KindAllocation, Sort, same_entries},
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
    /// Whether it is an affix, theme, artifact or kind.
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
        let (old, new) = (before.entry_records(sort), after.entry_records(sort));
        let earlier: Vec<_> = old.iter().map(EntryRecord::key).collect();
        let later: Vec<_> = new.iter().map(EntryRecord::key).collect();
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
                facts(before, sort, old[at].index)
            });
            let (was, is) = (was.unwrap_or_default(), facts(after, sort, entry.index));
            let types: BTreeSet<u16> = was.keys().chain(is.keys()).copied().collect();
            add(entry.name, entry.index, types.into_iter().filter(|tval| was.get(tval) != is.get(tval)).collect());
        }
        for at in gone {
            add(old[at].name, old[at].index, facts(before, sort, old[at].index).into_keys().collect());
        }
    }
    for change in entry_changes(base, derived) {
        entries.entry((change.sort, change.index)).or_insert_with(|| {
            let of = |catalog| facts(catalog, change.sort, change.index).into_keys();
            let types: BTreeSet<u16> = of(before).chain(of(after)).collect();
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

/// An entry's lines as numbers, by item type and in the order of the file, which decides where several match.
fn facts(catalog: &Catalog, sort: Sort, index: u32) -> BTreeMap<u16, Vec<[u32; 6]>> {
    let mut facts: BTreeMap<u16, Vec<[u32; 6]>> = BTreeMap::new();
    match sort {
        // These are about no item type.
        Sort::Declared(_) => {}
        Sort::Affix => {
            let affix = catalog.affix_by_index(index).map(|id| catalog.affix(id));
            for line in affix.iter().flat_map(|affix| &affix.allocations) {
                facts.entry(line.tval).or_default().push(of_allocation(line));
            }
        }
        Sort::Theme => {
            let Some(theme) = catalog.theme_by_index(index).map(|id| catalog.theme(id)) else { return facts };
            let part = |part: &affixboard_core::catalog::ThemePart| {
                [catalog.affix(part.affix).index, part.weight, part.chance, 0, 0, u32::MAX]
            };
            for line in &theme.allocations {
                facts.entry(line.tval).or_default().push(of_allocation(line));
            }
            for lines in facts.values_mut() {
                lines.extend(theme.parts.iter().map(part));
            }
        }
        Sort::Artifact => {
            let artifact = catalog.artifact_by_index(index).map(|id| catalog.artifact(id));
            if let Some(artifact) = artifact {
                facts.insert(artifact.tval, artifact.allocations.iter().map(of_kind).collect());
            }
        }
        Sort::Kind => {
            let kind = catalog.kind_by_index(index).map(|id| catalog.kind(id));
            if let Some(kind) = kind {
                facts.insert(kind.tval, kind.allocations.iter().map(of_kind).collect());
            }
        }
    }
    facts
}

fn of_allocation(line: &Allocation) -> [u32; 6] {
    let Allocation { min_sval, max_sval, affix_level, commonness, min, max, .. } = *line;
    [min_sval.into(), max_sval.into(), affix_level.into(), commonness, min, max]
}

fn of_kind(line: &KindAllocation) -> [u32; 6] {
    [line.commonness, line.min, line.max, 0, 0, 0]
}

/// The first allocation of an item type, of an affix, else of a theme, that only one side has: as proposed where there is one,
/// else as it was.
pub(super) fn first_change(base: &Loaded, derived: &Loaded, tval: u16) -> Option<Allocation> {
    let (old, new) = (lines_of(&base.catalog, tval), lines_of(&derived.catalog, tval));
    let only = |these: &[Line], those: &[Line]| {
        let known: BTreeSet<_> = those.iter().map(|line| line.key).collect();
        these.iter().find(|line| !known.contains(&line.key)).map(|line| line.allocation)
    };
    only(&new, &old).or_else(|| only(&old, &new))
}

/// An allocation with whose it is and what it says.
struct Line {
    key: (Sort, u32, [u32; 6]),
    allocation: Allocation,
}

/// The allocations of affixes and themes for an item type.
fn lines_of(catalog: &Catalog, tval: u16) -> Vec<Line> {
    let affixes = catalog.affixes.iter().map(|affix| (Sort::Affix, affix.index, affix.allocations.as_slice()));
    let themes = catalog.themes.iter().map(|theme| (Sort::Theme, theme.index, theme.allocations.as_slice()));
    let of_entry = |(sort, index, lines): (Sort, u32, &[Allocation])| {
        let of_type: Vec<Allocation> = lines.iter().copied().filter(|line| line.tval == tval).collect();
        of_type.into_iter().map(move |line| Line { key: (sort, index, of_allocation(&line)), allocation: line })
    };
    affixes.chain(themes).flat_map(of_entry).collect()
}
