//! Counts per item type, for start pages.

use super::Catalog;

/// Counts of the entries of an item type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeSummary {
    /// The item type's number.
    pub tval: u16,
    /// Its name.
    pub name: String,
    /// Whether it can carry affixes.
    pub takes_affixes: bool,
    /// Kinds of this type that the files define.
    pub kinds: u32,
    /// Affixes with an allocation that covers at least one of those kinds.
    pub affixes: u32,
    /// Such allocations.
    pub allocations: u32,
    /// Themes with such an allocation.
    pub themes: u32,
    /// Artifacts of this type.
    pub artifacts: u32,
    /// Kinds of this type that no affix's allocation covers.
    pub kinds_without_affix: u32,
}

/// The summary of every item type, by tval.
pub fn summarise(catalog: &Catalog) -> Vec<TypeSummary> {
    catalog
        .item_types
        .iter()
        .map(|item_type| {
            let tval = item_type.tval;
            let kinds: Vec<_> =
                catalog.kinds.iter().filter(|kind| kind.tval == tval && kind.record.is_some()).collect();
            let covers = |allocation: &super::Allocation| kinds.iter().any(|kind| allocation.covers(tval, kind.sval));
            let affixes = |any: &dyn Fn(&super::Allocation) -> bool| {
                catalog.affixes.iter().filter(|affix| affix.allocations.iter().any(any)).count() as u32
            };
            TypeSummary {
                tval,
                name: item_type.name.clone(),
                takes_affixes: item_type.takes_affixes,
                kinds: kinds.len() as u32,
                affixes: affixes(&covers),
                allocations: catalog.affixes.iter().flat_map(|affix| &affix.allocations).filter(|a| covers(a)).count()
                    as u32,
                themes: catalog.themes.iter().filter(|theme| theme.allocations.iter().any(covers)).count() as u32,
                artifacts: catalog.artifacts.iter().filter(|artifact| artifact.tval == tval).count() as u32,
                kinds_without_affix: kinds
                    .iter()
                    .filter(|kind| affixes(&|allocation| allocation.covers(tval, kind.sval)) == 0)
                    .count() as u32,
            }
        })
        .collect()
}
