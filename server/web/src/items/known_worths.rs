//! Powers and prices that were sampled lately.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_report::worths::{EntryWorth, ItemChanges, Spread, WorthSort};
use quick_cache::sync::Cache;

/// Spreads at one depth, of one side or two.
pub(super) struct DepthWorths {
    pub(super) depth: u32,
    /// Items of the type on each side.
    pub(super) items: Vec<usize>,
    /// By sort of worth, then by side.
    pub(super) spreads: [Vec<Spread>; 2],
}

/// All that the page shows.
pub(super) struct Worths {
    pub(super) depths: Vec<DepthWorths>,
    /// Of the last side.
    pub(super) entries: Vec<EntryWorth>,
    /// Where there are two sides: what changes, and how many drops differ by item type.
    pub(super) changes: Option<(ItemChanges, BTreeMap<u16, usize>)>,
}

impl Worths {
    /// Whether any item has such a number.
    pub(super) fn has(&self, sort: WorthSort) -> bool {
        self.depths.iter().any(|depth| depth.spreads[sort as usize].iter().any(|spread| spread.n() > 0))
    }
}

/// Results that are kept; one takes some hundred kilobytes.
const KEPT: usize = 32;

/// What was sampled lately, by files, rules and what was asked for: a page and its charts want the same.
pub(crate) struct KnownWorths(pub(super) Cache<String, Arc<Worths>>);

impl Default for KnownWorths {
    fn default() -> KnownWorths {
        KnownWorths(Cache::new(KEPT))
    }
}
