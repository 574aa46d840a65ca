//! Tables of the entries of all sorts; a page for each entry of the sorts that a game declares; tables for those who design
//! them.

pub(super) mod effect_words;
pub(super) mod effects;
pub mod guide;
pub mod list;
mod shares;
pub mod show;
pub mod table;

use affixboard_model::catalog::{Sort, SortSpec};

use super::Error;
use affixboard_service::library::OpenRevision;

/// The sort of that name.
fn find_sort(open: &OpenRevision, name: &str) -> Result<Sort, Error> {
    let found = open.loaded.entry_sort(name);
    found.ok_or_else(|| Error::not_found(format!("There are no entries called {name} in this revision.")))
}

/// The sort of that name that the game declares, and its position.
fn find_declared(open: &OpenRevision, name: &str) -> Result<(u8, &'static SortSpec), Error> {
    let found = (0..).zip(open.loaded.sorts()).find(|(_, sort)| sort.name == name);
    found.ok_or_else(|| Error::not_found(format!("There are no entries called {name} in this revision.")))
}
