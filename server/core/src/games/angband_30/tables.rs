//! Tables compiled into 3.0's program: names of item types and flags.

use crate::families::{common::TVALS, common::letter::BuiltInNames, egos::letter::FLAGS};

/// Item types and flags.
pub(super) static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: &FLAGS };
