//! Where levels and branches of one dungeon may lie (dungeon.c, `level_range`, `possible_places`, `place_level`).

use super::model::{Dungeon, PlaceRange};

/// Which special levels of a dungeon there are, a bit for each.
pub(super) type LevelSet = u128;

/// Levels of a dungeon, a bit for each: [`bit`].
pub(super) type Taken = u128;

/// The bit of a level of a dungeon, from 1; no dungeon has more than 120.
pub(super) fn bit(place: i32) -> Taken {
    1 << place
}

/// The levels of a range.
pub(super) fn span(range: Option<(i32, i32)>) -> Taken {
    range.map_or(0, |(first, count)| ((1 << count) - 1) << first)
}

/// One way in which a dungeon can come out, by positions in its lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DungeonLayout {
    /// How many levels it has.
    pub(super) levels: i32,
    /// Which level of the dungeon each special level is, from 1; `None` of those that don't exist.
    pub(super) placed: Vec<Option<i32>>,
}

/// The levels among which something lies: the first, and how many. `None` where there are none, at which the program stops.
pub(super) fn range(levels: i32, place: PlaceRange, chained_to: Option<i32>) -> Option<(i32, i32)> {
    let (base, random) = (place.base.value as i32, place.random.value as i32);
    let first = match chained_to {
        Some(other) => other + base,
        None if base < 0 => levels + base + 1,
        None => base,
    };
    if first < 1 || first > levels {
        return None;
    }
    let to_bottom = levels - first + 1;
    let count = match random {
        -1 => to_bottom,
        0 => 1,
        more => more.min(to_bottom),
    };
    Some((first, count))
}

/// The levels that a special level can be, those of earlier ones taken out; in rising order.
pub(super) fn candidates(dungeon: &Dungeon, layout: &DungeonLayout, at: usize) -> Vec<i32> {
    let level = &dungeon.levels[at];
    let chained_to = match level.chain {
        Some(other) => match layout.placed[other] {
            Some(place) => Some(place),
            None => return Vec::new(),
        },
        None => None,
    };
    let Some((first, count)) = range(layout.levels, level.place, chained_to) else { return Vec::new() };
    let is_free = |place: &i32| !layout.placed[..at].contains(&Some(*place));
    (first..first + count).filter(is_free).collect()
}

/// The level by which a dungeon of so many levels is entered.
pub(super) fn entry_level(dungeon: &Dungeon, levels: i32) -> i32 {
    match dungeon.entry.value as i32 {
        from_bottom @ ..0 => (levels + from_bottom + 1).max(1),
        0 => 1,
        from_top => from_top.min(levels),
    }
}

/// How many levels a dungeon can have: the least, and how many numbers there are.
pub(super) fn sizes(dungeon: &Dungeon) -> (i32, i32) {
    let place = dungeon.place;
    (place.base.value as i32, (place.random.value as i32).max(1))
}
