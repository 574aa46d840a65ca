//! Tables of text and the bars of a chart: the parts of an explanation.

use affixboard_model::{
    catalog::{AffixId, KindId, ThemeId},
    text::Span,
};

/// A table of text, about one stage.
#[derive(Debug, Clone, PartialEq)]
pub struct TextTable {
    /// The heading.
    pub title: String,
    /// A sentence on its contents.
    pub about: String,
    /// The columns.
    pub columns: Vec<TextColumn>,
    /// The rows.
    pub rows: Vec<TextRow>,
    /// Number of rows shown at first; the others may be folded away.
    pub most: usize,
    /// Whether it belongs to the short answer: the source lines, and what a number is the mean of.
    pub is_main: bool,
}

/// A column of a table of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextColumn {
    /// Its heading.
    pub label: String,
    /// Whether it holds numbers.
    pub is_number: bool,
}

/// A row of a table of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextRow {
    /// A cell per column; the first is the row's heading.
    pub cells: Vec<String>,
    /// The link of the first cell.
    pub target: Option<LinkTarget>,
    /// Whether it is about the affix or theme asked about.
    pub is_asked: bool,
}

/// The target of a cell's link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkTarget {
    /// The explanation of an affix for the same kind and cell.
    Affix(AffixId),
    /// The explanation of a theme for the same kind and cell.
    Theme(ThemeId),
    /// The explanation of the same affix or theme for another kind.
    Kind(KindId),
    /// A line of a file.
    Line(Span),
}

/// A bar of a bar chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Its label.
    pub name: String,
    /// The probability.
    pub value: f64,
    /// Whether it is about the affix or theme asked about.
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
            is_main: false,
        }
    }

    /// The table as one that belongs to the short answer.
    pub(super) fn main(mut self) -> TextTable {
        self.is_main = true;
        self
    }

    /// Removes a column.
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
