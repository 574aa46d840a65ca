//! Edit files of letter lines ([`affixboard_model::syntax::letter`]), as Angband had them up to 3.0 and many variants still have:
//! from lines to meaning, with the originals' limits and quirks.
//!
//! The meaning of the lines is here. The files, their lines and a game's own ways of reading are a [`LetterDialect`].

mod artifacts;
mod dialect;
pub mod directives;
mod early_trinkets;
mod egos;
mod fields;
mod flags;
mod kinds;
mod limits;
mod match_score;
mod strangers;
pub mod values;
mod variants;

pub use dialect::{CombatParts, KindFacts, LetterDialect, LetterFiles, ValueDialect};
pub use early_trinkets::EARLY_TRINKETS;
pub use flags::{FLAGS, PVAL_FLAGS};
pub use kinds::usual_tables;
pub use match_score::match_score;
pub use variants::{CurseRule, LIGHT_CURSE, NAMES_ONLY, PLACE_BY_NAME, TYPE_BY_NAME};

use std::sync::Arc;

use super::{
    EgoModel,
    schema::{Parts, apart, assemble},
    values::SingleValues,
};
use affixboard_kin::letter::LetterReader;
use affixboard_model::{
    game::{Loaded, Switches},
    text::{Diagnostic, SourceSet},
};
use variants::Layout;

/// Files read as a game does.
pub fn load(dialect: &'static LetterDialect, sources: SourceSet, switches: Switches) -> Loaded {
    let (model, diagnostics) = read_model(dialect, &sources);
    model.loaded(sources, switches, diagnostics)
}

/// Reads an edition's files into a model, with the diagnostics.
pub fn read_model(dialect: &'static LetterDialect, sources: &SourceSet) -> (EgoModel, Vec<Diagnostic>) {
    let mut reader = LetterReader::new(dialect.names, sources);
    let (layout, variant) = Layout::of(dialect, sources);
    let form = variant.map(|variant| {
        reader.diagnostics.push(variant.said);
        (variant.found, variant.own_rules)
    });
    let limits = limits::read(&mut reader, layout);
    let kinds = kinds::read(&mut reader, layout, limits.kinds);
    let artifacts = artifacts::read(&mut reader, layout, &limits, &kinds);
    let egos = egos::read(&mut reader, layout, limits.egos);
    let (kinds, kind_values) = apart(kinds);
    let (egos, ego_values) = apart(egos);
    let (artifacts, artifact_values) = apart(artifacts);
    // Item types that a variant adds can be egos too.
    let parts = Parts { kinds, egos, artifacts, named_are_wearable: layout.form.is_some() };
    let (mut model, diagnostics) = assemble(dialect.spec, layout.files().0, reader, parts);
    model.form = form;
    model.flag_names = dialect.names.flags.to_vec();
    if layout.has_values() {
        model.effects = ego_values.iter().map(|ego| egos::effects(dialect, ego)).collect();
        model.values = Some(match dialect.values {
            ValueDialect::Bonuses(spec) => {
                Arc::new(SingleValues::new(spec, dialect.names.flags, kind_values, ego_values, artifact_values))
            }
            ValueDialect::Combat(rules) => rules(CombatParts { kinds: kind_values, egos: ego_values }),
        });
    }
    (model, diagnostics)
}
