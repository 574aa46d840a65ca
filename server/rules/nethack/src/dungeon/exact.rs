//! The probability of each fact, by going through all outcomes of each dungeon.
//!
//! What happens within a dungeon depends on nothing outside of it. Where its top lies depends on where the branch to it
//! lies, which is an outcome of the dungeon that has the branch. So each dungeon is gone through alone, and depths are
//! added afterwards: the depth of a level is the depth from which its dungeon is entered, and how far below that it is.
//!
//! Of the candidates of a level each one that leaves room for all later ones is equally likely: the program chooses one, and
//! where the rest doesn't fit it chooses anew among the others.

use std::collections::BTreeMap;

use super::{
    model::Dungeon,
    outcome::Fact,
    placement::{DungeonLayout, LevelSet, can_place, candidates, entry_level, range, sizes},
};

/// What comes of placing everything.
#[derive(Debug, Default)]
pub(super) struct Outcomes {
    /// The probability of each fact.
    pub(super) facts: BTreeMap<Fact, f64>,
    /// What can't be placed, with the probability of games in which it can't.
    pub(super) misfits: BTreeMap<Misfit, f64>,
}

/// What can't be placed, at which the program stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Misfit {
    /// A special level, by dungeon and position, has no level that it may be, even were it alone.
    Level { dungeon: u8, level: u8 },
    /// The special levels of a dungeon have places, but not all at once.
    Levels { dungeon: u8 },
    /// A branch, by dungeon and position, has no level that it may be on.
    Branch { dungeon: u8, branch: u8 },
}

/// All outcomes; `None` where there are more than may be gone through.
pub(super) fn outcomes(dungeons: &[Dungeon]) -> Option<Outcomes> {
    let mut all = Outcomes::default();
    let mut steps = super::MOST_STEPS;
    // By dungeon: the depths from which it is entered, and with which probability.
    let mut entered: Vec<BTreeMap<i32, f64>> = vec![BTreeMap::new(); dungeons.len()];
    for (at, dungeon) in dungeons.iter().enumerate() {
        if begins_at_top(dungeons, at) {
            entered[at].insert(1, existence(dungeon));
        }
        if entered[at].is_empty() {
            continue;
        }
        let children: Vec<(usize, usize)> = (at + 1..dungeons.len())
            .filter_map(|child| {
                super::parent(dungeons, child).filter(|(parent, _)| *parent == at).map(|of| (child, of.1))
            })
            .collect();
        let mut walk = Walk {
            dungeon,
            dungeons,
            children: &children,
            found: BTreeMap::new(),
            misfits: BTreeMap::new(),
            steps: &mut steps,
        };
        walk.sizes()?;
        let is_entered: f64 = entered[at].values().sum();
        all.misfits.extend(walk.misfits.into_iter().map(|(what, probability)| (what, probability * is_entered)));
        // Each fact of the dungeon, by how far below its entry it lies, at each depth of the entry.
        for (relative, probability) in walk.found {
            for (entry, chance) in &entered[at].clone() {
                let fact = relative.at(dungeons, at, *entry);
                let joint = probability * chance;
                if let Fact::Branch { branch, depth, .. } = fact {
                    let child = children.iter().find(|(_, of)| *of == usize::from(branch)).map(|(child, _)| *child)?;
                    let from = depth + dungeon.branches[usize::from(branch)].step();
                    *entered[child].entry(from).or_default() += joint;
                }
                *all.facts.entry(fact).or_default() += joint;
            }
        }
    }
    Some(all)
}

/// Whether a dungeon's first level is at depth 1, so that no branch leads to it.
fn begins_at_top(dungeons: &[Dungeon], at: usize) -> bool {
    at == 0 || dungeons[at].is_unconnected()
}

/// The probability that a dungeon exists.
fn existence(dungeon: &Dungeon) -> f64 {
    match dungeon.chance.value {
        0 => 1.0,
        chance => chance.clamp(0, 100) as f64 / 100.0,
    }
}

/// A fact of a dungeon whose depth isn't known yet, with its number of levels, on which the way from the entry depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Relative {
    Levels { levels: i32 },
    Top { levels: i32 },
    Level { levels: i32, level: u8, place: i32 },
    Branch { levels: i32, branch: u8, place: i32 },
}

impl Relative {
    /// The fact, where the dungeon is entered at that depth.
    fn at(self, dungeons: &[Dungeon], dungeon: usize, entry: i32) -> Fact {
        let (at, of) = (dungeon as u8, &dungeons[dungeon]);
        let top = |levels: i32| {
            if begins_at_top(dungeons, dungeon) {
                return 1;
            }
            let top = entry - (entry_level(of, levels) - 1);
            top - i32::from(super::is_shifted(of, levels, top))
        };
        match self {
            Relative::Levels { levels } => Fact::Levels { dungeon: at, levels },
            Relative::Top { levels } => Fact::Top { dungeon: at, depth: top(levels) },
            Relative::Level { levels, level, place } => {
                Fact::Level { dungeon: at, level, is_other: false, place, depth: top(levels) + place - 1 }
            }
            Relative::Branch { levels, branch, place } => {
                Fact::Branch { dungeon: at, branch, place, depth: top(levels) + place - 1 }
            }
        }
    }
}

struct Walk<'a> {
    dungeon: &'a Dungeon,
    dungeons: &'a [Dungeon],
    /// The dungeons that branches of this one lead to, and those branches, in the order in which they are placed.
    children: &'a [(usize, usize)],
    found: BTreeMap<Relative, f64>,
    misfits: BTreeMap<Misfit, f64>,
    steps: &'a mut u64,
}

impl Walk<'_> {
    fn sizes(&mut self) -> Option<()> {
        let (least, numbers) = sizes(self.dungeon);
        for levels in least..least + numbers {
            let placed = vec![None; self.dungeon.levels.len()];
            self.existence(&mut DungeonLayout { levels, placed }, 0, 0, 1.0 / f64::from(numbers))?;
        }
        Some(())
    }

    /// Each choice of levels that exist.
    fn existence(&mut self, layout: &mut DungeonLayout, at: usize, exists: LevelSet, probability: f64) -> Option<()> {
        let Some(level) = self.dungeon.levels.get(at) else {
            let mut budget = *self.steps;
            let fits = can_place(self.dungeon, exists, layout, 0, &mut budget);
            *self.steps = budget;
            if fits {
                return self.place(layout, 0, exists, probability);
            }
            *self.misfits.entry(self.misfit(layout, exists)).or_default() += probability;
            return (budget > 0).then_some(());
        };
        let chance = level.chance.value.clamp(0, 100) as f64 / 100.0;
        if chance > 0.0 {
            self.existence(layout, at + 1, exists | 1 << at, probability * chance)?;
        }
        if chance < 1.0 {
            self.existence(layout, at + 1, exists, probability * (1.0 - chance))?;
        }
        Some(())
    }

    /// What doesn't fit, of special levels of which not all can be placed.
    fn misfit(&self, layout: &DungeonLayout, exists: LevelSet) -> Misfit {
        let dungeon = self.number();
        let has_none = |at: &usize| {
            let level = &self.dungeon.levels[*at];
            exists & (1 << at) != 0 && level.chain.is_none() && range(layout.levels, level.place, None).is_none()
        };
        let level = (0..self.dungeon.levels.len()).find(has_none);
        level.map_or(Misfit::Levels { dungeon }, |level| Misfit::Level { dungeon, level: level as u8 })
    }

    /// The dungeon's position in the file.
    fn number(&self) -> u8 {
        self.dungeons.iter().position(|dungeon| std::ptr::eq(dungeon, self.dungeon)).unwrap_or(0) as u8
    }

    fn place(&mut self, layout: &mut DungeonLayout, at: usize, exists: LevelSet, probability: f64) -> Option<()> {
        *self.steps = self.steps.checked_sub(1)?;
        let Some(at) = (at..self.dungeon.levels.len()).find(|at| exists & (1 << at) != 0) else {
            return self.placed(layout, probability);
        };
        let mut fitting = candidates(self.dungeon, layout, at);
        let mut budget = *self.steps;
        fitting.retain(|place| {
            layout.placed[at] = Some(*place);
            let fits = can_place(self.dungeon, exists, layout, at + 1, &mut budget);
            layout.placed[at] = None;
            fits
        });
        *self.steps = budget;
        if budget == 0 {
            return None;
        }
        let each = probability / fitting.len() as f64;
        for place in fitting {
            layout.placed[at] = Some(place);
            self.place(layout, at + 1, exists, each)?;
            layout.placed[at] = None;
        }
        Some(())
    }

    fn placed(&mut self, layout: &DungeonLayout, probability: f64) -> Option<()> {
        let levels = layout.levels;
        *self.found.entry(Relative::Levels { levels }).or_default() += probability;
        *self.found.entry(Relative::Top { levels }).or_default() += probability;
        for (level, place) in layout.placed.iter().enumerate() {
            let Some(place) = *place else { continue };
            *self.found.entry(Relative::Level { levels, level: level as u8, place }).or_default() += probability;
        }
        let entry = entry_level(self.dungeon, levels);
        let is_top = begins_at_top(self.dungeons, usize::from(self.number()));
        let mut ends = if is_top { Vec::new() } else { vec![entry] };
        self.branches(layout, 0, &mut ends, probability)
    }

    /// Each place of the branches from a number on.
    fn branches(&mut self, layout: &DungeonLayout, at: usize, ends: &mut Vec<i32>, probability: f64) -> Option<()> {
        *self.steps = self.steps.checked_sub(1)?;
        let Some((child, number)) = self.children.get(at).copied() else { return Some(()) };
        let exists = existence(&self.dungeons[child]);
        if exists < 1.0 {
            self.branches(layout, at + 1, ends, probability * (1.0 - exists))?;
        }
        let branch = &self.dungeon.branches[number];
        let chained_to = match branch.chain {
            Some(other) => match layout.placed[other] {
                Some(place) => Some(place),
                None => return self.branches(layout, at + 1, ends, probability * exists),
            },
            None => None,
        };
        let Some((first, count)) = range(layout.levels, branch.place, chained_to) else {
            let misfit = Misfit::Branch { dungeon: self.number(), branch: number as u8 };
            *self.misfits.entry(misfit).or_default() += probability * exists;
            return self.branches(layout, at + 1, ends, probability * exists);
        };
        for start in 0..count {
            let mut turn = (1..=count).map(|step| first + (start + step) % count);
            let place = turn.clone().find(|place| !ends.contains(place)).or_else(|| turn.next_back())?;
            let own = probability * exists / f64::from(count);
            let levels = layout.levels;
            *self.found.entry(Relative::Branch { levels, branch: number as u8, place }).or_default() += own;
            ends.push(place);
            self.branches(layout, at + 1, ends, own)?;
            ends.pop();
        }
        Some(())
    }
}
