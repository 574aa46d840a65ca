//! The probability of each fact, by going through what can happen in each dungeon.
//!
//! What happens within a dungeon depends on nothing outside of it. Where its top lies depends on where the branch to it
//! lies, which is an outcome of the dungeon that has the branch. So each dungeon is gone through alone, and depths are
//! added afterwards: the depth of a level is the depth from which its dungeon is entered, and how far below that it is.
//!
//! Of the candidates of a level each one that leaves room for all later ones is equally likely: the program chooses one, and
//! where the rest doesn't fit it chooses anew among the others.
//!
//! Levels are gone through in their order, and of what has happened only so much is kept as later ones ask: which levels of the
//! dungeon are taken of those that they may be, and where those lie that they are chained to. Whether a level that isn't always
//! there exists is decided when it is its turn, and earlier only where it decides what fits. So what many levels come to is
//! many small steps, and not all ways in which they could come out together.

use std::collections::BTreeMap;

use super::{
    model::Dungeon,
    outcome::Fact,
    placement::{LevelSet, Taken, bit, entry_level, range, sizes, span},
    room::{Anchors, Room},
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

/// What later levels ask of what has happened.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    taken: Taken,
    anchors: Anchors,
    /// Of which later levels it is known whether they exist, and which of these do.
    known: LevelSet,
    exists: LevelSet,
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
        let chained = chained(self.dungeon);
        let (least, numbers) = sizes(self.dungeon);
        for levels in least..least + numbers {
            *self.steps = self.steps.checked_sub(self.dungeon.levels.len() as u64)?;
            let spans = spans(self.dungeon, levels);
            let mut states = BTreeMap::from([(State::default(), 1.0 / f64::from(numbers))]);
            for at in 0..self.dungeon.levels.len() {
                let turn = Turn { levels, at, asked: Asked::from(self.dungeon, &spans, at + 1), chained: &chained };
                let mut next = BTreeMap::new();
                for (state, probability) in states {
                    self.level(&turn, &state, probability, &mut next)?;
                }
                states = next;
            }
            for (state, probability) in states {
                *self.found.entry(Relative::Levels { levels }).or_default() += probability;
                *self.found.entry(Relative::Top { levels }).or_default() += probability;
                self.branches(levels, &state.anchors, probability)?;
            }
        }
        Some(())
    }

    /// The chance that a special level exists.
    fn chance(&self, at: usize) -> f64 {
        self.dungeon.levels[at].chance.value.clamp(0, 100) as f64 / 100.0
    }

    /// Whether it is there and where.
    fn level(
        &mut self,
        turn: &Turn<'_>,
        state: &State,
        probability: f64,
        next: &mut BTreeMap<State, f64>,
    ) -> Option<()> {
        let at = turn.at;
        let (known, exists) = (state.known >> at & 1 != 0, state.exists >> at & 1 != 0);
        let chance = if known { f64::from(u8::from(exists)) } else { self.chance(at) };
        if chance < 1.0 {
            *next.entry(turn.asked.of(state.clone())).or_default() += probability * (1.0 - chance);
        }
        if chance > 0.0 {
            self.place(turn, state, probability * chance, next)?;
        }
        Some(())
    }

    /// Each place of a level that exists.
    fn place(
        &mut self,
        turn: &Turn<'_>,
        state: &State,
        probability: f64,
        next: &mut BTreeMap<State, f64>,
    ) -> Option<()> {
        let (levels, at) = (turn.levels, turn.at);
        let level = &self.dungeon.levels[at];
        let chained_to = level.chain.map(|other| state.anchors.get(other));
        let places = match chained_to {
            Some(None) => 0,
            Some(Some(place)) => span(range(levels, level.place, Some(place))),
            None => span(range(levels, level.place, None)),
        };
        let candidates = (1..=levels).filter(|place| places & !state.taken & bit(*place) != 0);
        let mut fitting = Vec::new();
        let mut depends = false;
        for place in candidates {
            let after =
                State { taken: state.taken | bit(place), anchors: state.anchors.with(at, place), ..state.clone() };
            // What fits with all that may come fits with less.
            if self.fits(turn, &after, true)? {
                fitting.push((place, after));
            } else if self.fits(turn, &after, false)? {
                depends = true;
            }
        }
        if depends {
            // It is decided about one more of those that come later.
            let unsure = |other: &usize| state.known >> other & 1 == 0 && (0.0..1.0).contains(&self.chance(*other));
            let other = (at + 1..self.dungeon.levels.len()).filter(|other| self.chance(*other) > 0.0).find(unsure)?;
            let chance = self.chance(other);
            let known = state.known | 1 << other;
            let there = State { known, exists: state.exists | 1 << other, ..state.clone() };
            self.place(turn, &there, probability * chance, next)?;
            let missing = State { known, ..state.clone() };
            return self.place(turn, &missing, probability * (1.0 - chance), next);
        }
        if fitting.is_empty() {
            self.misfit(levels, at, state, probability);
            return Some(());
        }
        let each = probability / fitting.len() as f64;
        for (place, after) in fitting {
            *self.found.entry(Relative::Level { levels, level: at as u8, place }).or_default() += each;
            *next.entry(turn.asked.of(after)).or_default() += each;
        }
        Some(())
    }

    /// Whether all later levels can be placed; those of which it isn't known whether they exist count or don't.
    fn fits(&mut self, turn: &Turn<'_>, state: &State, with_unsure: bool) -> Option<bool> {
        let from = turn.at + 1;
        let mut exists: LevelSet = 0;
        for at in from..self.dungeon.levels.len() {
            let chance = self.chance(at);
            let is_there = match state.known >> at & 1 {
                0 => chance >= 1.0 || with_unsure && chance > 0.0,
                _ => state.exists >> at & 1 != 0,
            };
            exists |= LevelSet::from(is_there) << at;
        }
        let room = Room { dungeon: self.dungeon, levels: turn.levels, exists, chained: turn.chained };
        room.is_for_all(from, state.taken, &state.anchors, self.steps)
    }

    /// Says what doesn't fit, of special levels of which not all can be placed: the first that has no place even alone, of
    /// those that exist from `at` on, or all together.
    fn misfit(&mut self, levels: i32, at: usize, state: &State, probability: f64) {
        let dungeon = self.number();
        let mut left = probability;
        for (other, level) in self.dungeon.levels.iter().enumerate().skip(at) {
            if level.chain.is_some() || range(levels, level.place, None).is_some() {
                continue;
            }
            let is_known = other == at || state.known >> other & 1 != 0;
            let exists = other == at || state.exists >> other & 1 != 0;
            let chance = if is_known { f64::from(u8::from(exists)) } else { self.chance(other) };
            self.add_misfit(Misfit::Level { dungeon, level: other as u8 }, left * chance);
            left *= 1.0 - chance;
        }
        self.add_misfit(Misfit::Levels { dungeon }, left);
    }

    fn add_misfit(&mut self, misfit: Misfit, probability: f64) {
        if probability > 0.0 {
            *self.misfits.entry(misfit).or_default() += probability;
        }
    }

    /// The dungeon's position in the file.
    fn number(&self) -> u8 {
        self.dungeons.iter().position(|dungeon| std::ptr::eq(dungeon, self.dungeon)).unwrap_or(0) as u8
    }

    /// Each place of the branches, of which only the ends that later ones may meet are kept.
    fn branches(&mut self, levels: i32, anchors: &Anchors, probability: f64) -> Option<()> {
        let dungeon = self.number();
        let of = |(_, number): &(usize, usize)| {
            let branch = &self.dungeon.branches[*number];
            match branch.chain.map(|other| anchors.get(other)) {
                Some(None) => None,
                Some(place) => Some(range(levels, branch.place, place)),
                None => Some(range(levels, branch.place, None)),
            }
        };
        let ranges: Vec<Option<Option<(i32, i32)>>> = self.children.iter().map(of).collect();
        let is_top = begins_at_top(self.dungeons, usize::from(dungeon));
        let entry = if is_top { 0 } else { bit(entry_level(self.dungeon, levels)) };
        let mut states = BTreeMap::from([(entry, probability)]);
        for (at, (child, number)) in self.children.iter().enumerate() {
            let exists = existence(&self.dungeons[*child]);
            let later = ranges[at + 1..].iter().flatten().fold(0, |later, range| later | span(*range));
            let mut next: BTreeMap<Taken, f64> = BTreeMap::new();
            for (ends, probability) in states {
                let mut keep = |ends: Taken, probability: f64| *next.entry(ends & later).or_default() += probability;
                keep(ends, probability * (1.0 - exists));
                let there = probability * exists;
                match ranges[at] {
                    None => keep(ends, there),
                    Some(None) => {
                        let misfit = Misfit::Branch { dungeon, branch: *number as u8 };
                        self.add_misfit(misfit, there);
                        keep(ends, there);
                    }
                    Some(Some((first, count))) => {
                        *self.steps = self.steps.checked_sub(count as u64)?;
                        let own = there / f64::from(count);
                        for start in 0..count {
                            let mut turn = (1..=count).map(|step| first + (start + step) % count);
                            let free = turn.clone().find(|place| ends & bit(*place) == 0);
                            let place = free.or_else(|| turn.next_back())?;
                            let fact = Relative::Branch { levels, branch: *number as u8, place };
                            *self.found.entry(fact).or_default() += own;
                            keep(ends | bit(place), own);
                        }
                    }
                }
            }
            states = next;
        }
        Some(())
    }
}

/// The turn of a special level in a dungeon of so many levels.
struct Turn<'a> {
    levels: i32,
    at: usize,
    /// What the later ones ask.
    asked: Asked,
    /// By level: those that are chained to it.
    chained: &'a [LevelSet],
}

/// By special level: those that are chained to it.
fn chained(dungeon: &Dungeon) -> Vec<LevelSet> {
    let mut chained = vec![0; dungeon.levels.len()];
    for (at, level) in dungeon.levels.iter().enumerate() {
        if let Some(other) = level.chain {
            chained[other] |= 1 << at;
        }
    }
    chained
}

/// Where each special level may be in a dungeon of so many levels, wherever it is chained to lies.
fn spans(dungeon: &Dungeon, levels: i32) -> Vec<Taken> {
    let mut spans: Vec<Taken> = Vec::with_capacity(dungeon.levels.len());
    for level in &dungeon.levels {
        let places = match level.chain {
            None => span(range(levels, level.place, None)),
            Some(other) => (1..=levels)
                .filter(|place| spans[other] & bit(*place) != 0)
                .fold(0, |places, place| places | span(range(levels, level.place, Some(place)))),
        };
        spans.push(places);
    }
    spans
}

/// What levels from one on ask, and the branches.
struct Asked {
    /// The levels of the dungeon that they may be.
    places: Taken,
    /// Those that they are chained to.
    anchors: LevelSet,
    later: LevelSet,
}

impl Asked {
    fn from(dungeon: &Dungeon, spans: &[Taken], from: usize) -> Asked {
        let of_levels = dungeon.levels[from..].iter().filter_map(|level| level.chain);
        let of_branches = dungeon.branches.iter().filter_map(|branch| branch.chain);
        let later = LevelSet::MAX.checked_shl(from as u32).unwrap_or(0);
        Asked {
            places: spans[from..].iter().fold(0, |all, places| all | places),
            anchors: of_levels.chain(of_branches).fold(0, |anchors, other| anchors | 1 << other),
            later,
        }
    }

    /// So much of a state as is asked.
    fn of(&self, state: State) -> State {
        State {
            taken: state.taken & self.places,
            anchors: state.anchors.only(self.anchors),
            known: state.known & self.later,
            exists: state.exists & self.later,
        }
    }
}
