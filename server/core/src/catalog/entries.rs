//! Entries with a record in the files, and matching them between two versions.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, VecDeque},
    fmt,
    hash::{Hash, Hasher},
};

use super::{Catalog, SortSpec};
use crate::{game::Words, text::Span};

/// The sorts of catalog entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Affixes or egos.
    Affix,
    /// Themes.
    Theme,
    /// Artifacts.
    Artifact,
    /// Kinds.
    Kind,
    /// Entries of a sort that the game declares.
    Declared(DeclaredSort),
}

/// A sort that a game declares, as the game has it.
#[derive(Clone, Copy)]
pub struct DeclaredSort(pub &'static SortSpec);

impl fmt::Debug for DeclaredSort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl PartialEq for DeclaredSort {
    fn eq(&self, other: &DeclaredSort) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for DeclaredSort {}

impl Hash for DeclaredSort {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.name.hash(state);
    }
}

impl PartialOrd for DeclaredSort {
    fn partial_cmp(&self, other: &DeclaredSort) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DeclaredSort {
    fn cmp(&self, other: &DeclaredSort) -> Ordering {
        self.0.name.cmp(other.0.name)
    }
}

impl Sort {
    /// The sorts that items of Angband's children have, in the order in which pages list changes.
    pub const OF_ITEMS: [Sort; 4] = [Sort::Affix, Sort::Theme, Sort::Artifact, Sort::Kind];

    /// The sorts of a game: those of items, and those that it declares.
    pub fn all(declared: &'static [SortSpec]) -> impl Iterator<Item = Sort> {
        Sort::OF_ITEMS.into_iter().chain(declared.iter().map(|sort| Sort::Declared(DeclaredSort(sort))))
    }

    /// The stable word: of items the same in all games, of declared ones the name the game gives them.
    pub fn name(self) -> &'static str {
        match self {
            Sort::Declared(sort) => sort.0.name,
            Sort::Affix => "affix",
            Sort::Theme => "theme",
            Sort::Artifact => "artifact",
            Sort::Kind => "kind",
        }
    }

    /// The game's own word for one entry.
    pub fn word(self, words: &Words) -> &'static str {
        match self {
            Sort::Affix => words.affix,
            Sort::Declared(sort) => sort.0.words[0],
            _ => self.name(),
        }
    }

    /// The game's own word for several.
    pub fn plural(self, words: &Words) -> &'static str {
        match self {
            Sort::Affix => words.affixes,
            Sort::Theme => "themes",
            Sort::Artifact => "artifacts",
            Sort::Kind => "kinds",
            Sort::Declared(sort) => sort.0.words[1],
        }
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
        match sort {
            Sort::Declared(_) => Vec::new(),
            Sort::Affix => {
                let of = self.affixes.iter();
                of.map(|affix| EntryRecord { name: &affix.name, index: affix.index, span: affix.record }).collect()
            }
            Sort::Theme => {
                let of = self.themes.iter();
                of.map(|theme| EntryRecord { name: &theme.name, index: theme.index, span: theme.record }).collect()
            }
            Sort::Artifact => {
                let of = self.artifacts.iter();
                of.map(|thing| EntryRecord { name: &thing.name, index: thing.index, span: thing.record }).collect()
            }
            // Kinds that the program makes up for artifacts have no record.
            Sort::Kind => {
                let of = self.kinds.iter().filter_map(|kind| Some((kind, kind.record?)));
                of.map(|(kind, span)| EntryRecord { name: &kind.name, index: kind.index, span }).collect()
            }
        }
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
