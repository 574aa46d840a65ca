//! The directive tables of 3.4's edit files.
//!
//! Source: 3.4.1's init2.c (`init_parse_z`, `init_parse_kb`, `init_parse_k`, `init_parse_e`, `init_parse_a`).

use crate::colon::files::{ARTIFACTS, EGOS, LIMITS, OBJECT_BASE, OBJECTS};
use affixboard_model::syntax::FileSpec;

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[LIMITS, OBJECT_BASE, OBJECTS, EGOS, ARTIFACTS];
