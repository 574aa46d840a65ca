//! Input of the gap rules.

use std::{collections::BTreeSet, ops::Range};

use super::{Limits, drawn::Drawn, reach::Reachable};
use affixboard_model::{
    catalog::{Catalog, KindId},
    game::{Loaded, Words},
};

/// The inputs of the rules.
pub(super) struct Context<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) catalog: &'a Catalog,
    pub(super) words: &'static Words,
    pub(super) limits: &'a Limits,
    pub(super) reached: Reachable,
    pub(super) drawn: Drawn,
}

impl Context<'_> {
    /// Item types that take affixes, each with its kinds that a file defines and drops can choose, by sval.
    pub(super) fn drawn_kinds(&self) -> impl Iterator<Item = (u16, Vec<KindId>)> {
        let types = self.catalog.item_types.iter().filter(|item_type| item_type.takes_affixes);
        types.map(|item_type| {
            let mut kinds = self.catalog.kinds_of(item_type.tval);
            kinds.retain(|id| self.is_drawn(*id));
            (item_type.tval, kinds)
        })
    }

    /// Whether drops can choose a kind; some kinds are for artifacts only.
    pub(super) fn is_drawn(&self, id: KindId) -> bool {
        let kind = self.catalog.kind(id);
        let has_line = kind.allocations.iter().any(|line| line.commonness > 0 && line.min <= line.max);
        kind.record.is_some() && has_line && self.reached.kind(id)
    }
}

/// The affix levels that can be the highest of a draw.
pub(super) fn affix_levels(words: &Words) -> Range<u8> {
    words.least_affix_level..words.reachable_affix_levels
}

/// Whether an allocation of the kind covers a level.
pub(super) fn is_found(catalog: &Catalog, id: KindId, level: u32) -> bool {
    let mut lines = catalog.kind(id).allocations.iter();
    lines.any(|line| line.commonness > 0 && (line.min..=line.max).contains(&level))
}

/// Compresses rising numbers into runs (first, last).
pub(super) fn runs(numbers: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers.into_iter().collect::<BTreeSet<_>>() {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_numbers() {
        assert_eq!(runs([]), []);
        assert_eq!(runs([1, 2, 3, 7, 9, 10]), [(1, 3), (7, 7), (9, 10)]);
    }
}
