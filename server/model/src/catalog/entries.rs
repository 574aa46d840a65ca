//! Entries with a record in the files, and matching them between two versions.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, VecDeque},
    fmt,
    hash::{Hash, Hasher},
};

use super::{
    Catalog, SortSpec,
    item_sorts::{ITEM_SORTS, ItemSort},
};
use crate::{game::Words, text::Span};

/// A sort of entries: one that items of Angband's children have, or one that the game declares. They are ordered as pages
/// list them: those of items first, then declared ones by name.
#[derive(Clone, Copy)]
pub struct Sort(Of);

#[derive(Clone, Copy)]
enum Of {
    /// A position in [`ITEM_SORTS`].
    Items(u8),
    Declared(&'static SortSpec),
}

impl Sort {
    /// Affixes or egos.
    pub const AFFIX: Sort = Sort(Of::Items(0));
    /// Themes.
    pub const THEME: Sort = Sort(Of::Items(1));
    /// Artifacts.
    pub const ARTIFACT: Sort = Sort(Of::Items(2));
    /// Kinds.
    pub const KIND: Sort = Sort(Of::Items(3));

    /// The sorts that items of Angband's children have, in the order in which pages list changes.
    pub const OF_ITEMS: [Sort; 4] = [Sort::AFFIX, Sort::THEME, Sort::ARTIFACT, Sort::KIND];

    /// A sort that a game declares.
    pub fn declared(spec: &'static SortSpec) -> Sort {
        Sort(Of::Declared(spec))
    }

    /// The sorts of a game: those of items, and those that it declares.
    pub fn all(declared: &'static [SortSpec]) -> impl Iterator<Item = Sort> {
        Sort::OF_ITEMS.into_iter().chain(declared.iter().map(Sort::declared))
    }

    /// The stable word: of items the same in all games, of declared ones the name the game gives them.
    pub fn name(self) -> &'static str {
        match self.0 {
            Of::Items(at) => ITEM_SORTS[usize::from(at)].name,
            Of::Declared(spec) => spec.name,
        }
    }

    /// The game's own word for one entry.
    pub fn word(self, words: &Words) -> &'static str {
        self.words(words)[0]
    }

    /// The game's own word for several.
    pub fn plural(self, words: &Words) -> &'static str {
        self.words(words)[1]
    }

    fn words(self, words: &Words) -> [&'static str; 2] {
        match self.0 {
            Of::Items(at) => (ITEM_SORTS[usize::from(at)].words)(words),
            Of::Declared(spec) => spec.words,
        }
    }

    /// What the game declares of it; `None` of a sort of items.
    pub fn spec(self) -> Option<&'static SortSpec> {
        match self.0 {
            Of::Items(_) => None,
            Of::Declared(spec) => Some(spec),
        }
    }

    pub(super) fn item_sort(self) -> Option<&'static ItemSort> {
        match self.0 {
            Of::Items(at) => Some(&ITEM_SORTS[usize::from(at)]),
            Of::Declared(_) => None,
        }
    }

    fn key(self) -> (u8, &'static str) {
        match self.0 {
            Of::Items(at) => (at, ""),
            Of::Declared(spec) => (u8::MAX, spec.name),
        }
    }
}

impl fmt::Debug for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for Sort {
    fn eq(&self, other: &Sort) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Sort {}

impl Hash for Sort {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl PartialOrd for Sort {
    fn partial_cmp(&self, other: &Sort) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sort {
    fn cmp(&self, other: &Sort) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// An entry with a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryRecord<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its serial number.
    pub index: u32,
    /// Its record in the file.
    pub span: Span,
}

impl<'a> EntryRecord<'a> {
    /// Name and serial number, by which [`same_entries`] matches it.
    pub fn key(&self) -> (&'a str, u32) {
        (self.name, self.index)
    }
}

impl Catalog {
    /// The entries of a sort of items that have a record, by serial number. [`crate::game::Loaded::entry_records`] has
    /// those of declared sorts too.
    pub fn entry_records(&self, sort: Sort) -> Vec<EntryRecord<'_>> {
        let entries = self.entries_of(sort).into_iter();
        entries
            .filter_map(|entry| Some(EntryRecord { name: entry.name, index: entry.index, span: entry.record? }))
            .collect()
    }
}

/// For each entry (name, serial number) of `later` the position of the same entry in `earlier`: of the same number and
/// name, else of the same name, else of the same number. Each earlier entry is matched at most once.
pub fn same_entries(earlier: &[(&str, u32)], later: &[(&str, u32)]) -> Vec<Option<usize>> {
    type Key<'a> = (Option<&'a str>, Option<u32>);
    type KeyOf = fn((&str, u32)) -> Key<'_>;
    let keys: [KeyOf; 3] =
        [|(name, index)| (Some(name), Some(index)), |(name, _)| (Some(name), None), |(_, index)| (None, Some(index))];
    let mut found: Vec<Option<usize>> = vec![None; later.len()];
    let mut is_taken = vec![false; earlier.len()];
    for key in keys {
        let mut left: BTreeMap<_, VecDeque<usize>> = BTreeMap::new();
        for (at, entry) in earlier.iter().enumerate().filter(|(at, _)| !is_taken[*at]) {
            left.entry(key(*entry)).or_default().push_back(at);
        }
        for (entry, found) in later.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            *found = left.get_mut(&key(*entry)).and_then(VecDeque::pop_front);
            if let Some(at) = *found {
                is_taken[at] = true;
            }
        }
    }
    found
}
