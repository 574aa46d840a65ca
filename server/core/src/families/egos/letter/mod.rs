//! Edit files of letter lines ([`crate::syntax::letter`]), as Angband had them up to 3.0 and many variants still have: from
//! lines to meaning, with the originals' limits and quirks.
//!
//! What the lines say is here. Which files and lines there are, and what a game reads in a way of its own, is a [`Dialect`].

mod artifacts;
pub(crate) mod directives;
mod egos;
mod flags;
mod kinds;
mod limits;
mod match_score;
pub(crate) mod values;
mod variants;

pub(crate) use flags::FLAGS;
pub(crate) use match_score::match_score;

use std::sync::Arc;

use super::{
    EgoModel, Spec,
    schema::{Names, Parts, Reader, apart, assemble},
    values::{SingleValues, ValueSpec},
};
use crate::{
    game::{Loaded, Switches},
    syntax::FileSpec,
    text::{Diagnostic, SourceSet},
};
use variants::Layout;

/// How a game reads this notation.
pub(crate) struct Dialect {
    /// The game's rules.
    pub(crate) spec: &'static Spec,
    /// Limits, kinds, artifacts, egos.
    pub(crate) files: &'static [FileSpec; 4],
    /// Item types and flags.
    pub(crate) names: &'static Names,
    /// The letters of the array sizes that the program knows.
    pub(crate) labels: &'static [u8],
    /// The svals of amulets that good and great drops can be.
    pub(crate) good_amulets: &'static [u8],
    /// The affix level of cursed egos; that of others is 0.
    pub(crate) cursed_affix_level: u8,
    /// Whether an artifact or ego of the index of the one before adds to that. Else it is refused.
    pub(crate) amends: bool,
    /// Whether `X:` lines may have a slot or none. Else their fields are just those of the table.
    pub(crate) slots_vary: bool,
    /// How values are rolled.
    pub(crate) values: &'static ValueSpec,
}

impl Dialect {
    /// The deepest level of the dungeon that sheets offer.
    fn deepest(&self) -> u32 {
        self.spec.game.words().deepest
    }
}

/// Files read as a game does.
pub(crate) fn load(dialect: &'static Dialect, sources: SourceSet, switches: Switches) -> Loaded {
    let (model, diagnostics) = read_model(dialect, &sources);
    model.loaded(sources, switches, diagnostics)
}

/// What the files mean to the rules, and what is to be said about them.
pub(crate) fn read_model(dialect: &'static Dialect, sources: &SourceSet) -> (EgoModel, Vec<Diagnostic>) {
    let mut reader = Reader::new(dialect.names, sources);
    let (layout, said) = Layout::of(dialect, sources);
    reader.diagnostics.extend(said);
    // What only a variant has is there to be used.
    reader.named_are_wearable = layout.form.is_some();
    let limits = limits::read(&mut reader, layout);
    let kinds = kinds::read(&mut reader, layout, limits.kinds);
    let artifacts = artifacts::read(&mut reader, layout, &limits, &kinds);
    let egos = egos::read(&mut reader, layout, limits.egos);
    let (kinds, kind_values) = apart(kinds);
    let (egos, ego_values) = apart(egos);
    let (artifacts, marks) = apart(artifacts);
    let (mut model, diagnostics) = assemble(dialect.spec, layout.files(), reader, Parts { kinds, egos, artifacts });
    if layout.has_values() {
        let values = SingleValues::new(dialect.values, dialect.names.flags, kind_values, ego_values, marks);
        model.values = Some(Arc::new(values));
    }
    (model, diagnostics)
}

/// What `one in so many` weighs: hundredths, cut. 0, and what is rarer than one in 100, weighs nothing.
fn weight(one_in: u8) -> u32 {
    100_u32.checked_div(u32::from(one_in)).unwrap_or(0)
}
