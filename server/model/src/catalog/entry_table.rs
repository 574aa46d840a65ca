//! Tables about one entry.

use super::Sort;
use crate::text::FileId;

/// A table about one entry, for its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryTable {
    /// Its title.
    pub title: String,
    /// What it says, in a sentence or two.
    pub doc: String,
    /// The headings of its columns.
    pub headings: Vec<&'static str>,
    /// Its rows, each with a cell for every heading.
    pub rows: Vec<Vec<EntryCell>>,
    /// The chained file and chart from which texts can be sampled to go with it.
    pub walks: Option<(FileId, i64)>,
}

/// A cell of such a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryCell {
    /// Text or a number.
    Text(String),
    /// A number, which stands at the right.
    Number(String),
    /// The entry of that sort and index, by its name.
    Entry(Sort, u32, String),
}

impl EntryCell {
    /// What it says.
    pub fn text(&self) -> &str {
        match self {
            EntryCell::Text(text) | EntryCell::Number(text) | EntryCell::Entry(_, _, text) => text,
        }
    }
}
