//! The sorts of entries that items of Angband's children have, each with where the catalog keeps its entries.

use std::collections::BTreeMap;

use super::{Allocation, Catalog, KindAllocation, ThemePart};
use crate::{game::Words, text::Span};

/// A sort of entries of items.
pub(super) struct ItemSort {
    /// The stable word, the same in all games.
    pub(super) name: &'static str,
    /// The game's own word for one entry, and for several.
    pub(super) words: fn(&Words) -> [&'static str; 2],
    /// Its entries, by serial number.
    entries: for<'a> fn(&'a Catalog) -> Vec<ItemEntry<'a>>,
}

/// The sorts, in the order in which pages list changes.
pub(super) const ITEM_SORTS: [ItemSort; 4] = [
    ItemSort {
        name: "affix",
        words: |words| [words.affix, words.affixes],
        entries: |catalog| {
            let of = catalog.affixes.iter();
            of.map(|affix| ItemEntry {
                allocations: &affix.allocations,
                ..ItemEntry::new(&affix.name, affix.index, Some(affix.record))
            })
            .collect()
        },
    },
    ItemSort {
        name: "theme",
        words: |_| ["theme", "themes"],
        entries: |catalog| {
            let of = catalog.themes.iter();
            of.map(|theme| ItemEntry {
                allocations: &theme.allocations,
                parts: &theme.parts,
                ..ItemEntry::new(&theme.name, theme.index, Some(theme.record))
            })
            .collect()
        },
    },
    ItemSort {
        name: "artifact",
        words: |_| ["artifact", "artifacts"],
        entries: |catalog| {
            let of = catalog.artifacts.iter();
            of.map(|artifact| ItemEntry {
                tval: Some(artifact.tval),
                levels: &artifact.allocations,
                ..ItemEntry::new(&artifact.name, artifact.index, Some(artifact.record))
            })
            .collect()
        },
    },
    ItemSort {
        name: "kind",
        words: |_| ["kind", "kinds"],
        entries: |catalog| {
            let of = catalog.kinds.iter();
            of.map(|kind| ItemEntry {
                tval: Some(kind.tval),
                levels: &kind.allocations,
                ..ItemEntry::new(&kind.name, kind.index, kind.record)
            })
            .collect()
        },
    },
];

/// An entry of any sort of items: what of it says where it may appear.
#[derive(Debug, Clone, Copy)]
pub struct ItemEntry<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its serial number.
    pub index: u32,
    /// Its record in the file; `None` for kinds the program makes up for artifacts.
    pub record: Option<Span>,
    /// The item type it is of, of kinds and artifacts.
    pub tval: Option<u16>,
    /// Its allocations to item types, of affixes and themes.
    pub allocations: &'a [Allocation],
    /// Its allocations to levels, of kinds and artifacts.
    pub levels: &'a [KindAllocation],
    /// What it consists of, of themes.
    pub parts: &'a [ThemePart],
}

/// What an entry's lines say as numbers, by item type and in the order of the file, which decides where several match.
pub type TypeFacts = BTreeMap<u16, Vec<[u32; 6]>>;

impl<'a> ItemEntry<'a> {
    fn new(name: &'a str, index: u32, record: Option<Span>) -> ItemEntry<'a> {
        ItemEntry { name, index, record, tval: None, allocations: &[], levels: &[], parts: &[] }
    }

    /// Whether it is of an item type, or allocated to it.
    pub fn is_of(&self, tval: u16) -> bool {
        self.tval == Some(tval) || self.allocations.iter().any(|line| line.tval == tval)
    }

    /// Number of lines that say where it may appear.
    pub fn allocation_count(&self) -> usize {
        self.allocations.len() + self.levels.len()
    }

    /// Its lines as numbers, equal where two revisions' entries mean the same.
    pub fn facts(&self, catalog: &Catalog) -> TypeFacts {
        let mut facts = TypeFacts::new();
        for line in self.allocations {
            facts.entry(line.tval).or_default().push(line.facts());
        }
        // What a theme consists of is about all its item types.
        for lines in facts.values_mut() {
            let of_part =
                |part: &ThemePart| [catalog.affix(part.affix).index, part.weight, part.chance, 0, 0, u32::MAX];
            lines.extend(self.parts.iter().map(of_part));
        }
        if let Some(tval) = self.tval {
            facts
                .entry(tval)
                .or_default()
                .extend(self.levels.iter().map(|at| [at.commonness, at.min, at.max, 0, 0, 0]));
        }
        facts
    }
}

impl Allocation {
    /// What it says of its item type, as numbers.
    pub fn facts(&self) -> [u32; 6] {
        let Allocation { min_sval, max_sval, affix_level, commonness, min, max, .. } = *self;
        [min_sval.into(), max_sval.into(), affix_level.into(), commonness, min, max]
    }
}

impl Catalog {
    /// The entries of a sort of items, by serial number; none of a sort that a game declares, for these are the model's.
    pub fn entries_of(&self, sort: super::Sort) -> Vec<ItemEntry<'_>> {
        sort.item_sort().map_or_else(Vec::new, |sort| (sort.entries)(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        catalog::{Affix, AffixId, Artifact, Kind, Sort, Theme},
        text::FileId,
    };

    const AT: Span = Span { file: FileId(0), start: 0, end: 9 };

    fn line(tval: u16, commonness: u32) -> Allocation {
        Allocation { tval, min_sval: 1, max_sval: 2, affix_level: 3, commonness, min: 5, max: 6, line: AT }
    }

    fn catalog() -> Catalog {
        let levels = vec![KindAllocation { commonness: 7, min: 8, max: 9, line: AT }];
        let kind = Kind {
            index: 11,
            tval: 23,
            sval: 4,
            name: "Dagger".to_owned(),
            level: 1,
            allocations: levels.clone(),
            good: false,
            flags: vec![],
            record: Some(AT),
        };
        Catalog {
            item_types: vec![],
            affixes: vec![Affix {
                index: 3,
                name: "Sharp".to_owned(),
                role: None,
                flags: vec![],
                allocations: vec![line(23, 40), line(21, 41), line(23, 42)],
                record: AT,
            }],
            themes: vec![Theme {
                index: 5,
                name: "of Gondor".to_owned(),
                role: None,
                allocations: vec![line(21, 0)],
                parts: vec![ThemePart { affix: AffixId(0), weight: 6, chance: 70, line: AT }],
                record: AT,
            }],
            artifacts: vec![Artifact {
                index: 9,
                name: "'Sting'".to_owned(),
                tval: 23,
                sval: 4,
                allocations: levels,
                record: AT,
            }],
            kinds: vec![kind.clone(), Kind { index: 12, tval: 45, allocations: vec![], record: None, ..kind }],
        }
    }

    /// Every sort's entries: name, serial number, number of lines, what the lines say of their item types.
    #[test]
    fn facts_by_hand() {
        let catalog = catalog();
        let all: Vec<_> = Sort::OF_ITEMS
            .into_iter()
            .flat_map(|sort| catalog.entries_of(sort))
            .map(|entry| (entry.name, entry.index, entry.allocation_count(), entry.facts(&catalog)))
            .collect();
        let facts = |of: &[(u16, &[[u32; 6]])]| of.iter().map(|(tval, lines)| (*tval, lines.to_vec())).collect();
        assert_eq!(
            all,
            [
                (
                    "Sharp",
                    3,
                    3,
                    facts(&[(21, &[[1, 2, 3, 41, 5, 6]]), (23, &[[1, 2, 3, 40, 5, 6], [1, 2, 3, 42, 5, 6]])])
                ),
                ("of Gondor", 5, 1, facts(&[(21, &[[1, 2, 3, 0, 5, 6], [3, 6, 70, 0, 0, u32::MAX]])])),
                ("'Sting'", 9, 1, facts(&[(23, &[[7, 8, 9, 0, 0, 0]])])),
                ("Dagger", 11, 1, facts(&[(23, &[[7, 8, 9, 0, 0, 0]])])),
                ("Dagger", 12, 0, facts(&[(45, &[])])),
            ]
        );
    }

    #[test]
    fn an_entry_is_of_the_item_types_it_is_allocated_to() {
        let catalog = catalog();
        let of = |tval| -> Vec<(&str, u32)> {
            let entries = Sort::OF_ITEMS.into_iter().flat_map(|sort| catalog.entries_of(sort));
            entries.filter(|entry| entry.is_of(tval)).map(|entry| (entry.name, entry.index)).collect()
        };
        assert_eq!(of(21), [("Sharp", 3), ("of Gondor", 5)]);
        assert_eq!(of(23), [("Sharp", 3), ("'Sting'", 9), ("Dagger", 11)]);
        assert_eq!(of(45), [("Dagger", 12)]);
    }
}
