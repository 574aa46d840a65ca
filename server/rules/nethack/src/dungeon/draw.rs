//! Drawing one outcome as the program does (dungeon.c, `init_dungeons`).

use super::{
    model::Dungeon,
    outcome::Fact,
    placement::{DungeonLayout, LevelSet, candidates, entry_level, range, sizes},
};
use affixboard_model::engine::random::Stream;

/// A dungeon as it came out.
struct Drawn {
    layout: DungeonLayout,
    /// Depth of its first level.
    top: i32,
    /// Levels with an end of a branch.
    ends: Vec<i32>,
}

/// The facts of one drawn outcome; dungeons that nothing leads to, or that can't be placed, have none.
pub(super) fn draw(dungeons: &[Dungeon], random: &mut Stream, facts: &mut Vec<Fact>) {
    facts.clear();
    let mut drawn: Vec<Option<Drawn>> = Vec::new();
    for (at, dungeon) in dungeons.iter().enumerate() {
        let one = draw_one(dungeons, at, dungeon, &mut drawn, random, facts);
        drawn.push(one);
    }
}

fn draw_one(
    dungeons: &[Dungeon],
    at: usize,
    dungeon: &Dungeon,
    drawn: &mut [Option<Drawn>],
    random: &mut Stream,
    facts: &mut Vec<Fact>,
) -> Option<Drawn> {
    let chance = dungeon.chance.value;
    if chance != 0 && chance <= i64::from(random.below(100)) {
        return None;
    }
    let (least, numbers) = sizes(dungeon);
    let levels = least + if dungeon.place.random.value > 0 { random.below(numbers as u32) as i32 } else { 0 };
    let entry = entry_level(dungeon, levels);
    let mut top = 1;
    let is_entered = at > 0 && !dungeon.is_unconnected();
    if is_entered {
        let (parent, branch) = super::parent(dungeons, at)?;
        let from = drawn.get_mut(parent)?.as_mut()?;
        let of = &dungeons[parent].branches[branch];
        let chained_to = match of.chain {
            Some(other) => Some(from.layout.placed[other]?),
            None => None,
        };
        let (first, count) = range(from.layout.levels, of.place, chained_to)?;
        // The level after the one that is drawn, or the next without an end of a branch.
        let start = random.below(count as u32) as i32;
        let mut turn = (1..=count).map(|step| first + (start + step) % count);
        let free = turn.clone().find(|place| !from.ends.contains(place));
        let place = free.or_else(|| turn.next_back())?;
        from.ends.push(place);
        let depth = from.top + place - 1;
        facts.push(Fact::Branch { dungeon: parent as u8, branch: branch as u8, place, depth });
        top = depth + of.step() - (entry - 1);
        top -= i32::from(super::is_shifted(dungeon, levels, top));
    }
    let mut layout = DungeonLayout { levels, placed: vec![None; dungeon.levels.len()] };
    let mut exists: LevelSet = 0;
    for (level, special) in dungeon.levels.iter().enumerate() {
        if special.chance.value > i64::from(random.below(100)) {
            exists |= 1 << level;
        }
    }
    if !place(dungeon, exists, &mut layout, 0, random, &mut super::MOST_STEPS.clone()) {
        return None;
    }
    facts.push(Fact::Levels { dungeon: at as u8, levels });
    facts.push(Fact::Top { dungeon: at as u8, depth: top });
    for (level, place) in layout.placed.iter().enumerate() {
        let Some(place) = *place else { continue };
        facts.push(Fact::Level {
            dungeon: at as u8,
            level: level as u8,
            is_other: false,
            place,
            depth: top + place - 1,
        });
    }
    Some(Drawn { layout, top, ends: if is_entered { vec![entry] } else { Vec::new() } })
}

/// Places the levels from `at` on, each at one of its candidates; where the rest doesn't fit, at another.
fn place(
    dungeon: &Dungeon,
    exists: LevelSet,
    layout: &mut DungeonLayout,
    at: usize,
    random: &mut Stream,
    steps: &mut u64,
) -> bool {
    let Some(at) = (at..dungeon.levels.len()).find(|at| exists & (1 << at) != 0) else { return true };
    let mut left = candidates(dungeon, layout, at);
    while !left.is_empty() {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let chosen = left.remove(random.below(left.len() as u32) as usize);
        layout.placed[at] = Some(chosen);
        if place(dungeon, exists, layout, at + 1, random, steps) {
            return true;
        }
        layout.placed[at] = None;
    }
    false
}
