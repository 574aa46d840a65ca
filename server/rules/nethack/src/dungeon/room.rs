//! Whether there is room for levels: a level of the dungeon for each, no two on the same.

use super::{
    model::Dungeon,
    placement::{LevelSet, Taken, bit, range, span},
};

/// Where levels lie that others are chained to, by position.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Anchors(Vec<(u8, u8)>);

impl Anchors {
    /// Where one lies.
    pub(super) fn get(&self, level: usize) -> Option<i32> {
        self.0.iter().find(|(other, _)| usize::from(*other) == level).map(|(_, place)| i32::from(*place))
    }

    /// With one more.
    pub(super) fn with(&self, level: usize, place: i32) -> Anchors {
        let mut all = self.0.clone();
        all.push((level as u8, place as u8));
        Anchors(all)
    }

    /// Those of a set.
    pub(super) fn only(mut self, levels: LevelSet) -> Anchors {
        self.0.retain(|(level, _)| levels >> *level & 1 != 0);
        self
    }
}

/// The levels of a dungeon of so many that must be placed.
#[derive(Clone, Copy)]
pub(super) struct Room<'a> {
    pub(super) dungeon: &'a Dungeon,
    pub(super) levels: i32,
    pub(super) exists: LevelSet,
    /// By level: those that are chained to it.
    pub(super) chained: &'a [LevelSet],
}

impl Room<'_> {
    /// Whether all of them from `from` on can be placed; `None` where the steps are used up.
    ///
    /// Places of levels that others are chained to are tried. With these known each level may be one of a row of levels, and the
    /// one that may go down least far is placed first.
    pub(super) fn is_for_all(self, from: usize, taken: Taken, anchors: &Anchors, steps: &mut u64) -> Option<bool> {
        *steps = steps.checked_sub(1 + self.dungeon.levels.len() as u64 / 32)?;
        let mut rest = (from..self.dungeon.levels.len()).filter(|at| self.exists >> at & 1 != 0);
        let Some(anchor) = rest.find(|at| self.is_asked(*at) && anchors.get(*at).is_none()) else {
            return Some(self.is_for_rows(from, taken, anchors));
        };
        let places = self.places(anchor, anchors) & !taken;
        for place in (1..=self.levels).filter(|place| places & bit(*place) != 0) {
            if self.is_for_all(from, taken | bit(place), &anchors.with(anchor, place), steps)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether one of them is chained to a level.
    fn is_asked(self, level: usize) -> bool {
        self.chained[level] & self.exists != 0
    }

    fn places(self, at: usize, anchors: &Anchors) -> Taken {
        let level = &self.dungeon.levels[at];
        match level.chain.map(|other| anchors.get(other)) {
            Some(None) => 0,
            Some(place) => span(range(self.levels, level.place, place)),
            None => span(range(self.levels, level.place, None)),
        }
    }

    /// As [`Self::is_for_all`], of those whose place isn't among `anchors`.
    fn is_for_rows(self, from: usize, taken: Taken, anchors: &Anchors) -> bool {
        let is_left = |at: &usize| self.exists >> at & 1 != 0 && anchors.get(*at).is_none();
        let mut rows: Vec<Taken> =
            (from..self.dungeon.levels.len()).filter(is_left).map(|at| self.places(at, anchors)).collect();
        // By the last level of each row.
        rows.sort_unstable_by_key(|places| Taken::BITS - places.leading_zeros());
        let mut taken = taken;
        for places in rows {
            // Of those that end first each takes the first that is free.
            let free = places & !taken;
            if free == 0 {
                return false;
            }
            taken |= free & free.wrapping_neg();
        }
        true
    }
}
