//! The files of an edition as they are read one after the other.

use super::super::{AffixSpec, Quirks};
use affixboard_kin as common;

/// A reader of the edition's files, with the rules by which they are read.
pub(super) struct AffixFilesReader<'a> {
    pub(super) spec: &'static AffixSpec,
    pub(super) quirks: Quirks,
    pub(super) files: common::Reader<'a>,
}
