//! Which monster comes: a choice by weight among those whose difficulty fits level and hero (makemon.c, `rndmonst`).

use std::ops::RangeInclusive;

use super::{
    super::branch::{Alignment, Branch},
    difficulty::difficulty,
    model::{self, MonsterKind},
};

/// A monster that may come at random, with what the choice asks of it.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// Position in the list of monsters.
    at: usize,
    difficulty: i64,
    frequency: i64,
    /// `maligntyp`.
    alignment: i64,
    /// Comes in hell only.
    is_hell_only: bool,
    /// Doesn't come in hell.
    is_never_in_hell: bool,
    /// Its class has a capital letter.
    is_capital: bool,
}

/// The choice compiled for one table.
#[derive(Debug, Clone)]
pub struct MonsterRules {
    candidates: Vec<Candidate>,
}

/// Where and for whom a monster is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MonsterPlace<'a> {
    /// The dungeon.
    pub branch: &'a Branch,
    /// The difficulty of the level (`level_difficulty`).
    pub difficulty: i64,
    /// The hero's experience level.
    pub experience: i64,
    /// The alignment of the level: its own, or the dungeon's.
    pub alignment: Alignment,
}

impl MonsterRules {
    /// Compiles the choice. `is_capital`: whether a class has a capital letter.
    pub fn new(monsters: &[MonsterKind], is_capital: impl Fn(u8) -> bool) -> MonsterRules {
        let candidates = model::ordinary(monsters).iter().enumerate().filter(|(_, monster)| model::is_random(monster));
        let candidate = |(at, monster): (usize, &MonsterKind)| Candidate {
            at,
            difficulty: monster.difficulty.map_or_else(|| difficulty(monster), |number| number.value),
            frequency: monster.geno.value & model::FREQUENCY,
            alignment: monster.alignment.value,
            is_hell_only: monster.geno.value & model::HELL_ONLY != 0,
            is_never_in_hell: monster.geno.value & model::NEVER_IN_HELL != 0,
            is_capital: is_capital(monster.class),
        };
        MonsterRules { candidates: candidates.map(candidate).collect() }
    }

    /// The weights at a place: position in the list of monsters and weight, in the order of the table; those of weight 0
    /// are left out.
    pub fn weights(&self, place: MonsterPlace<'_>) -> Vec<(usize, u32)> {
        let fits = fitting(place.difficulty, place.experience);
        let comes = |one: &&Candidate| fits.contains(&one.difficulty) && one.may_be_in(place.branch);
        let weights = self.candidates.iter().filter(comes).map(|one| (one.at, one.weight(place.alignment)));
        weights.filter(|(_, weight)| *weight > 0).collect()
    }

    /// Those that never come: position in the list of monsters, and why. Levels have any alignment, a difficulty from 1 to
    /// `hardest`, and the hero at most the experience level `most_experience`.
    pub fn never(&self, branches: &[Branch], hardest: i64, most_experience: i64) -> Vec<(usize, String)> {
        let reason = |one: &Candidate| {
            // More experience only adds monsters.
            let fits = |level| fitting(level, most_experience).contains(&one.difficulty);
            if !(1..=hardest).any(fits) {
                return Some(format!("never comes: no level chooses the difficulty {}", one.difficulty));
            }
            // There is always a level with an alignment by which it has a weight.
            let is_somewhere = branches.iter().any(|branch| one.may_be_in(branch));
            (!is_somewhere).then(|| "never comes: by its flags and alignment it has no dungeon to come in".to_owned())
        };
        self.candidates.iter().filter_map(|one| Some((one.at, reason(one)?))).collect()
    }
}

/// The difficulties of which monsters come on a level.
fn fitting(level_difficulty: i64, experience: i64) -> RangeInclusive<i64> {
    level_difficulty / 6..=i64::midpoint(level_difficulty, experience)
}

impl Candidate {
    /// Whether it may come in that dungeon.
    fn may_be_in(&self, branch: &Branch) -> bool {
        let by_place = if branch.is_hell { !self.is_never_in_hell && self.alignment <= 0 } else { !self.is_hell_only };
        by_place && (!branch.is_rogue || self.is_capital)
    }

    /// Its weight on levels of that alignment.
    fn weight(&self, alignment: Alignment) -> u32 {
        (self.frequency + shift(alignment, self.alignment)).clamp(0, 127) as u32
    }
}

/// How many more parts a monster has for its alignment being near that of the level (`align_shift`). Division
/// truncates.
fn shift(level: Alignment, monster: i64) -> i64 {
    match level {
        Alignment::None => 0,
        Alignment::Lawful => (monster + 20) / 8,
        Alignment::Neutral => (20 - monster.abs()) / 4,
        Alignment::Chaotic => (20 - monster) / 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monsters_of_a_levels_alignment_come_more_often() {
        for (level, monster, parts) in [
            (Alignment::None, 20, 0),
            (Alignment::Lawful, 20, 5),
            (Alignment::Lawful, -7, 1),
            (Alignment::Lawful, -20, 0),
            (Alignment::Neutral, 0, 5),
            (Alignment::Neutral, -9, 2),
            (Alignment::Chaotic, -20, 5),
            (Alignment::Chaotic, 13, 0),
        ] {
            assert_eq!(shift(level, monster), parts, "{level:?} {monster}");
        }
    }
}
