//! Powers and prices that were sampled lately.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_report::worths::{EntryWorth, ItemChanges, Spread, WorthSort};
use quick_cache::sync::Cache;

/// Spreads at one depth, of one side or two.
pub struct DepthWorths {
    /// In levels of the game.
    pub depth: u32,
    /// Items of the type on each side.
    pub items: Vec<usize>,
    /// By sort of worth, then by side.
    pub spreads: [Vec<Spread>; 2],
}

/// All that the page shows.
pub struct Worths {
    /// In ascending order.
    pub depths: Vec<DepthWorths>,
    /// Of the last side.
    pub entries: Vec<EntryWorth>,
    /// Where there are two sides: what changes, and how many drops differ by item type.
    pub changes: Option<(ItemChanges, BTreeMap<u16, usize>)>,
}

impl Worths {
    /// Whether any item has such a number.
    pub fn has(&self, sort: WorthSort) -> bool {
        self.depths.iter().any(|depth| depth.spreads[sort as usize].iter().any(|spread| spread.n() > 0))
    }
}

/// Results that are kept; one takes some hundred kilobytes.
const KEPT: usize = 32;

/// What was sampled lately, by files, rules and what was asked for: a page and its charts want the same.
pub struct KnownWorths(pub Cache<String, Arc<Worths>>);

impl Default for KnownWorths {
    fn default() -> KnownWorths {
        KnownWorths(Cache::new(KEPT))
    }
}
