//! Dungeons: where special levels and branches lie.

mod builder;
mod draw;
mod entries;
mod exact;
mod lines;
mod model;
mod outcome;
mod placement;
mod read;
mod read_lua;
mod room;
mod subject;

pub(super) use entries::entries;
pub(super) use lines::FILE;
pub use model::{Dungeon, DungeonBranch, OtherName, PlaceRange, SpecialLevel};
pub(super) use read::dungeons;
pub(super) use read_lua::{FILE as LUA_FILE, dungeons as dungeons_of_lua};
pub use subject::DungeonPlan;

/// Steps of going through what can happen in a description at most.
const MOST_STEPS: u64 = 200_000;

/// The dungeon with the branch to another, and that branch. The first of several counts.
fn parent(dungeons: &[Dungeon], child: usize) -> Option<(usize, usize)> {
    if dungeons[child].is_unconnected() {
        return None;
    }
    let name = &dungeons[child].name;
    let of = |dungeon: &Dungeon| dungeon.branches.iter().position(|branch| branch.to == *name);
    dungeons[..child].iter().enumerate().find_map(|(at, dungeon)| Some((at, of(dungeon)?)))
}

/// Whether a dungeon is moved up by one level: that of the level `dummy`, which stands for the surface, so that it doesn't
/// lie over the first level (dungeon.c, "one special fixup").
fn is_shifted(dungeon: &Dungeon, levels: i32, top: i32) -> bool {
    dungeon.levels.iter().any(|level| level.name == "dummy") && levels > 1 - top
}
