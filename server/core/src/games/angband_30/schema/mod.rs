//! From lines to meaning: what 3.0's files say, with the original's limits and quirks.

mod artifacts;
mod egos;
mod kinds;
mod limits;

use super::{SPEC, dialect, tables};
use crate::{
    families::egos::{
        EgoModel,
        schema::{Parts, Reader, assemble},
    },
    text::{Diagnostic, SourceSet},
};

/// What the files mean to the rules, and what is to be said about them.
pub(super) fn read_model(sources: &SourceSet) -> (EgoModel, Vec<Diagnostic>) {
    let mut reader = Reader::new(&tables::NAMES, sources);
    let files = dialect::FILES;
    let limits = limits::read(&mut reader, &files[0]);
    let kinds = kinds::read(&mut reader, &files[1], limits.kinds);
    let artifacts = artifacts::read(&mut reader, &files[2], limits.artifacts);
    let egos = egos::read(&mut reader, &files[3], limits.egos);
    assemble(&SPEC, files, reader, Parts { kinds, egos, artifacts })
}

/// What `one in so many` weighs: hundredths, cut. 0, and what is rarer than one in 100, weighs nothing.
fn weight(one_in: u8) -> u32 {
    100_u32.checked_div(u32::from(one_in)).unwrap_or(0)
}
