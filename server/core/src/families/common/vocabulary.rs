//! Names that are built into a game's program.

use crate::engine::flags::Flag;

/// The built-in names that files may use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Vocabulary {
    /// Item types: number and accepted names, the first of which is displayed.
    pub(crate) tvals: &'static [(u8, &'static [&'static str])],
    /// Flags; the first is not accepted in files.
    pub(crate) flags: &'static [Flag],
    /// Effects with their power; the first is not accepted in files.
    pub(crate) effects: &'static [(&'static str, i32)],
    /// Array sizes that limits.txt may set.
    pub(crate) labels: &'static [&'static str],
}
