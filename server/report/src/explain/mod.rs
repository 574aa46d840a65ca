//! An explanation in words: why items of a kind come to an affix or theme as often as they do, as sentences and tables.

mod affix;
mod combinations;
mod context;
mod draws;
mod of_cell;
mod pair;
mod sentences;
mod table;
mod text;
mod theme;
mod totals;

use affixboard_model::{
    catalog::Catalog,
    explain::{Derivation, ExplainedEntry},
    game::Words,
    text::SourceSet,
};

pub use combinations::{Combination, combination_text, combinations, score_percent, score_sentences, theme_affixes};
pub use of_cell::{KindMix, PoolPlace, by_kind, likeliest_kind, pool_sentence};
pub use pair::{PairExplanation, PairShares, explain_pair};
pub use table::{Bar, LinkTarget, TextColumn, TextRow, TextTable};
pub use totals::Totals;

use context::ExplainContext;

/// An explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The title: `“of Edges” on Dagger`.
    pub title: String,
    /// The answer in sentences, the most important first.
    pub answer: Vec<String>,
    /// The tables of the stages, in order.
    pub tables: Vec<TextTable>,
    /// Bars of the first draw's outcomes, the likeliest first.
    pub bars: Vec<Bar>,
    /// Number of outcomes without a bar, and the sum of their probabilities.
    pub others: (usize, f64),
}

/// Puts an explanation into words. `totals` has the computed chances of whole drops; without it, the text doesn't say
/// how much themes and rollbacks take away.
pub fn explain(
    why: &Derivation,
    totals: Option<&Totals>,
    catalog: &Catalog,
    words: &Words,
    sources: &SourceSet,
) -> Explanation {
    let context = ExplainContext { why, catalog, words, sources };
    let kind = &catalog.kind(why.kind).name;
    let (name, mut tables) = match &why.about {
        ExplainedEntry::Affix(about) => (&catalog.affix(about.affix).name, affix::tables(context, about)),
        ExplainedEntry::Theme(about) => (&catalog.theme(about.theme).name, theme::tables(context, about)),
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
