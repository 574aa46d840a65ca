//! The item types of an edition, and whether they take affixes.

use super::{super::AffixSpec, lookup::tval_name};
use affixboard_model::catalog::{Catalog, ItemType};

/// Item types that can carry affixes: those the original counts as wearable.
const WEARABLE: &[std::ops::RangeInclusive<u16>] = &[16..=23, 30..=40, 45..=45];

/// Whether items of this type can have affixes.
pub(super) fn is_wearable(tval: u16) -> bool {
    WEARABLE.iter().any(|range| range.contains(&tval))
}

/// The item types with kinds or allocations.
pub(super) fn in_use(spec: &AffixSpec, catalog: &Catalog) -> Vec<ItemType> {
    let kinds = catalog.kinds.iter().map(|kind| kind.tval);
    let affixes = catalog.affixes.iter().flat_map(|affix| affix.allocations.iter().map(|allocation| allocation.tval));
    let mut tvals: Vec<u16> = kinds.chain(affixes).collect();
    tvals.sort_unstable();
    tvals.dedup();
    let words = spec.vocabulary();
    let item_type = |tval| ItemType { tval, name: tval_name(&words, tval), takes_affixes: is_wearable(tval) };
    tvals.into_iter().map(item_type).collect()
}
