//! Affixes and themes: Angband's affix branch (2011) and what became of it, v4 (2012).
//!
//! A game of this family is a `AffixSpec` (its files, names and limits) and an implementation of `Generation`
//! (where its rules differ). Section numbers in comments are those of the affix branch's RULES, part 2.

pub mod affix_branch;
mod constants;
mod departures;
pub(crate) mod directives;
mod model;
mod monsters;
mod names;
pub(crate) mod quirks;
mod rules;
mod schema;
mod solver;
mod spec;
mod theme_score;
pub mod v4;

pub(crate) use quirks::Quirks;

pub(crate) use monsters::MONSTERS;
pub(crate) use names::ELEMENTS;
#[cfg(test)]
pub(crate) use rules::testing;
pub(crate) use rules::{ChanceSource, Generation, Magic};
pub(crate) use spec::{AffixSpec, CountLimits};

use affixboard_model::{
    game::{Loaded, Switch, Switches, Touched},
    text::SourceSet,
};

/// The entries of an edition that a rule switch touches.
pub(crate) fn touched<G: Generation>(spec: &'static AffixSpec, sources: &SourceSet, switch: &Switch) -> Vec<Touched> {
    departures::touched::<G>(spec, sources, switch)
}

/// Reads the files of a game of this family.
pub(crate) fn load<G: Generation>(spec: &'static AffixSpec, sources: SourceSet, switches: Switches) -> Loaded {
    schema::load::<G>(spec, sources, switches)
}
