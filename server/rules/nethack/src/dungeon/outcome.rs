//! One outcome of placing everything: what is counted of it.

/// What is counted of an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Fact {
    /// A special level, by dungeon and position, is that level of it, at that depth, and has its other name.
    Level { dungeon: u8, level: u8, is_other: bool, place: i32, depth: i32 },
    /// A branch, by dungeon and position, lies at that level, at that depth.
    Branch { dungeon: u8, branch: u8, place: i32, depth: i32 },
    /// A dungeon has so many levels.
    Levels { dungeon: u8, levels: i32 },
    /// The first level of a dungeon lies at that depth.
    Top { dungeon: u8, depth: i32 },
}
