//! Tables compiled into 3.0's program: names of item types and flags.

use crate::letter::FLAGS;
use affixboard_kin::{TVALS, letter::BuiltInNames};

/// Item types and flags.
pub(super) static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: &FLAGS };
