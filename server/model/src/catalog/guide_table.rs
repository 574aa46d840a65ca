//! Tables that help to design entries: what is free, what something means.

/// A table for somebody who designs entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GuideTable {
    /// Its name in URLs: lower case and hyphens.
    pub name: &'static str,
    /// Its title on pages.
    pub title: &'static str,
    /// What it is for, in a sentence or two.
    pub doc: &'static str,
    /// The headings of its columns.
    pub headings: &'static [&'static str],
    /// Its rows, each with a cell for every heading.
    pub rows: Vec<Vec<String>>,
}
