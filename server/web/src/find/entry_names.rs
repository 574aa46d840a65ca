//! The names of entries that were read for the search in all editions.

use std::sync::Arc;

use affixboard_store::RevisionId;
use quick_cache::sync::Cache;

use super::rank::Target;

/// Revisions whose names are kept; those of one take some hundred kilobytes.
const KEPT: usize = 64;

/// The names of revisions' entries. By slug, too: their links have it.
pub(crate) struct EntryNames(pub(super) Cache<(RevisionId, String), Arc<Vec<Target>>>);

impl Default for EntryNames {
    fn default() -> EntryNames {
        EntryNames(Cache::new(KEPT))
    }
}
