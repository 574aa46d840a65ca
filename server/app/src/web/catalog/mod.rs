//! Entries of the sorts that a game declares: a table of all of a sort, and a page for each; tables for
//! those who design them.

pub(super) mod guide;
pub(super) mod list;
pub(super) mod show;

use affixboard_core::catalog::SortSpec;

use super::Error;
use crate::library::OpenRevision;

/// The sort of that name, and its position.
fn find_sort(open: &OpenRevision, name: &str) -> Result<(u8, &'static SortSpec), Error> {
    let found = (0..).zip(open.loaded.game.sorts()).find(|(_, sort)| sort.name == name);
    found.ok_or_else(|| Error::not_found(format!("There are no entries called {name} in this revision.")))
}
