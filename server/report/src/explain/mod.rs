//! An explanation in words: why items of a kind come to an affix or theme as often as they do, as sentences and tables.

mod affix;
mod answer;
mod combinations;
mod draws;
mod text;
mod theme;
mod together;
mod totals;

use affixboard_core::{
    catalog::{AffixId, Catalog, ThemeId},
    explain::{About, Why},
    game::Words,
    text::{SourceSet, Span},
};

pub use combinations::{Combination, affixes, combinations, combined, percent, scored};
pub use together::{Joint, Paired, pair};
pub use totals::{Computed, Totals};

/// An explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// What it is about: `“of Edges” on Dagger`.
    pub title: String,
    /// The answer in sentences, the most important first.
    pub answer: Vec<String>,
    /// How it comes about, stage by stage.
    pub tables: Vec<Table>,
    /// What the first draw gives, the likeliest first.
    pub bars: Vec<Bar>,
    /// How many more there are, and what these come to together.
    pub others: (usize, f64),
}

/// One stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Its heading.
    pub title: String,
    /// What it shows.
    pub about: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
    /// So many rows are what one looks for; the others may be folded away.
    pub most: usize,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its heading.
    pub label: String,
    /// Whether it holds numbers.
    pub is_number: bool,
}

/// A row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// A cell per column; the first is the row's heading.
    pub cells: Vec<String>,
    /// Where the first cell leads.
    pub target: Option<Target>,
    /// Whether it is of what was asked about.
    pub is_asked: bool,
}

/// What a cell may lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
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

/// What an explanation is made with.
#[derive(Debug, Clone, Copy)]
struct Scene<'a> {
    why: &'a Why,
    catalog: &'a Catalog,
    words: &'a Words,
    sources: &'a SourceSet,
}

/// Puts an explanation into words. `totals` is what was computed of whole drops; without it, what themes and roll-backs
/// take away isn't said.
pub fn explain(
    why: &Why,
    totals: Option<&Totals>,
    catalog: &Catalog,
    words: &Words,
    sources: &SourceSet,
) -> Explanation {
    let scene = Scene { why, catalog, words, sources };
    let kind = &catalog.kind(why.kind).name;
    let (name, mut tables) = match &why.about {
        About::Affix(about) => (&catalog.affix(about.affix).name, affix::tables(scene, about)),
        About::Theme(about) => (&catalog.theme(about.theme).name, theme::tables(scene, about)),
    };
    tables.retain(|table| !table.rows.is_empty());
    let (bars, others) = draws::bars(scene);
    Explanation {
        title: format!("{} on {kind}", text::quoted(name)),
        answer: answer::sentences(scene, totals),
        tables,
        bars,
        others,
    }
}

impl Table {
    /// A table without rows. Headings of columns of numbers begin with `#`.
    fn new(title: impl Into<String>, about: impl Into<String>, most: usize, columns: &[&str]) -> Table {
        let column = |label: &&str| Column {
            label: label.trim_start_matches('#').to_owned(),
            is_number: label.starts_with('#'),
        };
        Table {
            title: title.into(),
            about: about.into(),
            columns: columns.iter().map(column).collect(),
            rows: Vec::new(),
            most,
        }
    }

    /// Takes a column away.
    fn without(mut self, label: &str) -> Table {
        if let Some(at) = self.columns.iter().position(|column| column.label == label) {
            self.columns.remove(at);
            for row in &mut self.rows {
                row.cells.remove(at);
            }
        }
        self
    }
}
