//! iMoria: its treasure tables, which are C source, and what the game makes of them.
//!
//! Source of the rules: iMoria (`lollek/omoria`, first commit).
//!
//! Not in the registry yet: its magic, special names and curses are not followed, and it has no starter tree.

pub mod drops;
pub mod gold;
pub mod levels;
pub mod magic;
pub mod tables;
pub mod treasure;

use crate::syntax::{FileSpec, spec::source};

/// The files that are read.
pub const FILES: &[FileSpec] =
    &[source("", "values.h", true), source("", "constants.h", true), source("", "types.h", true)];
