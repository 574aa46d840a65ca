//! From lines to meaning: what 3.5's files say, with the original's limits and quirks.

mod artifacts;
mod egos;
mod kinds;

pub(super) use egos::weight;

use super::{SPEC, departures::EGO_COMMONNESS, dialect, tables};
use crate::{
    families::{
        common::{
            self, Reader, TVALS,
            records::{Indices, Record},
        },
        egos::{
            EgoModel,
            schema::{self, Names, Parts, assemble},
        },
    },
    games::Switches,
    text::{Diagnostic, SourceSet},
};

/// Pvals of a kind, ego or artifact, and item types of an ego.
const MOST_LINES: usize = 3;

/// Of two records of one index the first stays; index 0 is none.
const INDICES: Indices = Indices { lose_second: true, keep_zero: false };

/// For the names of item types beyond the files; flags are looked up as they are read.
static NAMES: Names = Names { tvals: TVALS, flags: &[] };

/// What the files mean to the rules, and what is to be said about them.
pub(super) fn read_model(sources: &SourceSet, switches: &Switches) -> (EgoModel, Vec<Diagnostic>) {
    let (words, files) = (&tables::WORDS, dialect::FILES);
    let mut reader = Reader::new(sources);
    common::limits::least_kinds(&mut reader, &files[0], words);
    let bases = common::item_types::read(&mut reader, &files[1], words);
    let kinds = kinds::read(&mut reader, &files[2], &bases);
    let read_egos = egos::read(&mut reader, &files[3]);
    let artifacts = artifacts::read(&mut reader, &files[4], &kinds);
    let documented = switches.has(&EGO_COMMONNESS);
    let egos = read_egos.into_iter().map(|ego| egos::finish(ego, documented)).collect();
    let reader = schema::Reader { names: &NAMES, sources, diagnostics: reader.diagnostics };
    assemble(&SPEC, files, reader, Parts { kinds, egos, artifacts })
}

/// The egos of an edition as read, for what the rule switch is about.
pub(super) fn read_egos(sources: &SourceSet) -> Vec<Record<egos::Ego>> {
    egos::read(&mut Reader::new(sources), &dialect::FILES[3])
}
