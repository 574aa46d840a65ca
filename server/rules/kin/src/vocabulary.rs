//! Names that are built into a game's program.

use affixboard_model::engine::flags::Flag;

/// The built-in names that files may use.
#[derive(Debug, Clone, Copy)]
pub struct Vocabulary {
    /// Item types: number and accepted names, the first of which is displayed.
    pub tvals: &'static [(u8, &'static [&'static str])],
    /// Flags; the first is not accepted in files.
    pub flags: &'static [Flag],
    /// Effects with their power; the first is not accepted in files.
    pub effects: &'static [(&'static str, i32)],
    /// Array sizes that limits.txt may set.
    pub labels: &'static [&'static str],
}
