//! Tables compiled into 3.0's program: names of item types and flags.

use crate::families::{
    common::TVALS,
    egos::{letter::FLAGS, schema::BuiltInNames},
};

/// Item types and flags.
pub(super) static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: &FLAGS };
