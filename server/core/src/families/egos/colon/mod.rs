//! Edit files of colon lines ([`crate::syntax::colon`]) as Angband had them from 3.1 to 3.5: from lines to meaning, with the
//! originals' limits and quirks.
//!
//! What the lines say is here. Which files and lines there are, and what a game reads in a way of its own, is a [`Dialect`].
//! Section numbers in comments are those of the RULES of Angband 3.5.

mod artifacts;
mod departures;
pub(crate) mod directives;
mod egos;
mod kinds;

pub(crate) use departures::{EGO_COMMONNESS, touched};

use super::{
    EgoModel, Spec,
    schema::{self, Names, Parts, assemble},
};
use crate::{
    families::common::{
        self, Reader, TVALS, Vocabulary,
        records::{Indices, Record},
    },
    games::Switches,
    syntax::FileSpec,
    text::{Diagnostic, SourceSet},
};

/// Pvals of a kind, ego or artifact, and item types of an ego.
const MOST_LINES: usize = 3;

/// Of two records of one index the first stays; index 0 is none.
const INDICES: Indices = Indices { lose_second: true, keep_zero: false };

/// For the names of item types beyond the files; flags are looked up as they are read.
static NAMES: Names = Names { tvals: TVALS, flags: &[] };

/// How a game reads this notation.
pub(crate) struct Dialect {
    /// The game's rules.
    pub(crate) spec: &'static Spec,
    /// Limits, item types, kinds, egos, artifacts.
    pub(crate) files: &'static [FileSpec; 5],
    /// What files may name.
    pub(crate) words: &'static Vocabulary,
}

/// What the files mean to the rules, and what is to be said about them.
pub(crate) fn read_model(
    dialect: &'static Dialect,
    sources: &SourceSet,
    switches: &Switches,
) -> (EgoModel, Vec<Diagnostic>) {
    let (words, files) = (dialect.words, dialect.files);
    let mut reader = Reader::new(sources);
    common::limits::least_kinds(&mut reader, &files[0], words);
    let bases = common::item_types::read(&mut reader, &files[1], words);
    let kinds = kinds::read(&mut reader, dialect, &bases);
    let read_egos = egos::read(&mut reader, dialect);
    let artifacts = artifacts::read(&mut reader, dialect, &kinds);
    let documented = switches.has(&EGO_COMMONNESS);
    let egos = read_egos.into_iter().map(|ego| egos::finish(dialect, ego, documented)).collect();
    let reader = schema::Reader { names: &NAMES, sources, diagnostics: reader.diagnostics };
    assemble(dialect.spec, files, reader, Parts { kinds, egos, artifacts })
}

/// The egos of an edition as read, for what the rule switch is about.
fn read_egos(dialect: &'static Dialect, sources: &SourceSet) -> Vec<Record<egos::Ego>> {
    egos::read(&mut Reader::new(sources), dialect)
}
