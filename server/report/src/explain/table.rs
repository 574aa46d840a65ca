//! Tables of text and the bars of a chart: the parts of an explanation.

use affixboard_core::{
    catalog::{AffixId, ThemeId},
    text::Span,
};

/// One stage.
#[derive(Debug, Clone, PartialEq)]
pub struct TextTable {
    /// Its heading.
    pub title: String,
    /// What it shows.
    pub about: String,
    /// Its columns.
    pub columns: Vec<TextColumn>,
    /// Its rows.
    pub rows: Vec<TextRow>,
    /// So many rows are what one looks for; the others may be folded away.
    pub most: usize,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextColumn {
    /// Its heading.
    pub label: String,
    /// Whether it holds numbers.
    pub is_number: bool,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextRow {
    /// A cell per column; the first is the row's heading.
    pub cells: Vec<String>,
    /// Where the first cell leads.
    pub target: Option<LinkTarget>,
    /// Whether it is of what was asked about.
    pub is_asked: bool,
}

/// What a cell may lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkTarget {
    /// The explanation of an affix on the same terms.
    Affix(AffixId),
    /// The explanation of a theme on the same terms.
    Theme(ThemeId),
    /// A line of a file.
    Line(Span),
}

/// A bar of the chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Its label.
    pub name: String,
    /// The chance, from 0 to 1.
    pub value: f64,
    /// Whether it is of what was asked about.
    pub is_asked: bool,
}

impl TextTable {
    /// A table without rows. Headings of columns of numbers begin with `#`.
    pub(super) fn new(title: impl Into<String>, about: impl Into<String>, most: usize, columns: &[&str]) -> TextTable {
        let column = |label: &&str| TextColumn {
            label: label.trim_start_matches('#').to_owned(),
            is_number: label.starts_with('#'),
        };
        TextTable {
            title: title.into(),
            about: about.into(),
            columns: columns.iter().map(column).collect(),
            rows: Vec::new(),
            most,
        }
    }

    /// Takes a column away.
    pub(super) fn without(mut self, label: &str) -> TextTable {
        if let Some(at) = self.columns.iter().position(|column| column.label == label) {
            self.columns.remove(at);
            for row in &mut self.rows {
                row.cells.remove(at);
            }
        }
        self
    }
}
