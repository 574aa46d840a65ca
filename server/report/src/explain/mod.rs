//! An explanation in words: why items of a kind come to an affix or theme as often as they do, as sentences and tables.

mod affix;
mod combinations;
mod context;
mod draws;
mod pair;
mod sentences;
mod table;
mod text;
mod theme;
mod totals;

use affixboard_core::{
    catalog::Catalog,
    explain::{About, Why},
    game::Words,
    text::SourceSet,
};

pub use combinations::{Combination, combination_text, combinations, score_percent, score_sentences, theme_affixes};
pub use pair::{PairExplanation, PairShares, explain_pair};
pub use table::{Bar, LinkTarget, TextColumn, TextRow, TextTable};
pub use totals::{Computed, Totals};

use context::ExplainContext;

/// An explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// What it is about: `“of Edges” on Dagger`.
    pub title: String,
    /// The answer in sentences, the most important first.
    pub answer: Vec<String>,
    /// How it comes about, stage by stage.
    pub tables: Vec<TextTable>,
    /// What the first draw gives, the likeliest first.
    pub bars: Vec<Bar>,
    /// How many more there are, and what these come to together.
    pub others: (usize, f64),
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
    let context = ExplainContext { why, catalog, words, sources };
    let kind = &catalog.kind(why.kind).name;
    let (name, mut tables) = match &why.about {
        About::Affix(about) => (&catalog.affix(about.affix).name, affix::tables(context, about)),
        About::Theme(about) => (&catalog.theme(about.theme).name, theme::tables(context, about)),
    };
    tables.retain(|table| !table.rows.is_empty());
    let (bars, others) = draws::bars(context);
    Explanation {
        title: format!("{} on {kind}", text::quoted(name)),
        answer: sentences::sentences(context, totals),
        tables,
        bars,
        others,
    }
}
