//! The words a game's program knows without its files.

use crate::engine::flags::Flag;

/// What files may name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vocabulary {
    /// Item types: number and the names accepted for it, the first being the one shown.
    pub(crate) tvals: &'static [(u8, &'static [&'static str])],
    /// Flags; the first is not accepted in files.
    pub(crate) flags: &'static [Flag],
    /// Effects with their power; the first is not accepted in files.
    pub(crate) effects: &'static [(&'static str, i32)],
    /// Array sizes that limits.txt may set.
    pub(crate) labels: &'static [&'static str],
}
