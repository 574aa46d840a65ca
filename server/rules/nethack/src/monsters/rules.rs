//! Which monster comes: a choice by weight among those whose difficulty fits level and hero (makemon.c, `rndmonst`).

use std::ops::RangeInclusive;

use super::{
    super::{
        branch::{Alignment, Branch},
        program::Program,
        words,
    },
    choice::MonsterChoice,
    difficulty::difficulty,
    model::{self, MonsterKind},
    realm::{self, Realms},
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
    /// `mresists`.
    resists: i64,
    realms: Realms,
}

/// The choice compiled for one table.
#[derive(Debug, Clone)]
pub struct MonsterRules {
    candidates: Vec<Candidate>,
    program: Program,
}

/// How warm a level is (`level.flags.temperature`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Temperature {
    /// Neither.
    #[default]
    Temperate,
    /// As Gehennom is.
    Hot,
    /// As one of the mazes of Gehennom is.
    Cold,
}

impl Temperature {
    /// All of them.
    pub(super) const ALL: [Temperature; 3] = [Temperature::Temperate, Temperature::Hot, Temperature::Cold];

    /// The word on pages.
    pub(super) fn word(self) -> &'static str {
        match self {
            Temperature::Temperate => "temperate",
            Temperature::Hot => "hot",
            Temperature::Cold => "cold",
        }
    }

    /// The program's number.
    pub(super) fn number(self) -> i64 {
        match self {
            Temperature::Temperate => 0,
            Temperature::Hot => 1,
            Temperature::Cold => -1,
        }
    }

    /// The usual one of a dungeon, in programs that have it.
    pub fn of(branch: &Branch) -> Temperature {
        if branch.is_hell { Temperature::Hot } else { Temperature::Temperate }
    }
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
    /// How warm it is; only 3.7 and what is made of it asks.
    pub temperature: Temperature,
}

impl MonsterRules {
    /// Compiles the choice.
    pub fn new(monsters: &[MonsterKind], program: Program) -> MonsterRules {
        let candidates = model::ordinary(monsters).iter().enumerate().filter(|(_, monster)| model::is_random(monster));
        let players = realm::players(monsters);
        let candidate = |(at, monster): (usize, &MonsterKind)| Candidate {
            at,
            difficulty: monster.difficulty.map_or_else(|| difficulty(monster), |number| number.value),
            frequency: monster.geno.value & model::FREQUENCY,
            alignment: alignment(monster, program),
            is_hell_only: monster.geno.value & model::HELL_ONLY != 0,
            is_never_in_hell: monster.geno.value & model::NEVER_IN_HELL != 0,
            is_capital: words::monster_class(program, monster.class).is_some_and(|class| class.0.is_ascii_uppercase()),
            resists: monster.resists.value,
            realms: Realms::of(monster, players.contains(&at), program),
        };
        MonsterRules { candidates: candidates.map(candidate).collect(), program }
    }

    /// The choice at a place; those of weight 0 are left out.
    pub fn choice(&self, place: MonsterPlace<'_>) -> MonsterChoice {
        let fits = fitting(place.difficulty, place.experience);
        let comes = |one: &&Candidate| fits.contains(&one.difficulty) && one.may_be_in(place.branch);
        let mut choice = MonsterChoice::default();
        for one in self.candidates.iter().filter(comes) {
            let weight = one.weight(place, self.program);
            if weight > 0 {
                choice.add(one.at, weight, one.realms.comes_rarely);
            }
        }
        choice
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

/// The alignment by which a monster is near that of a level. `EvilHack` takes that of its one monster without any, the infidel,
/// for somewhat chaotic.
fn alignment(monster: &MonsterKind, program: Program) -> i64 {
    match (program, monster.alignment.value) {
        (Program::EvilHack, model::NO_ALIGNMENT) => -3,
        (_, value) => value,
    }
}

impl Candidate {
    /// Whether it may come in that dungeon.
    fn may_be_in(&self, branch: &Branch) -> bool {
        let by_place = if branch.is_hell { !self.is_never_in_hell && self.alignment <= 0 } else { !self.is_hell_only };
        by_place && (!branch.is_rogue || self.is_capital) && self.realms.may_be_in(branch)
    }

    /// Its weight on levels of that alignment and temperature.
    fn weight(&self, place: MonsterPlace<'_>, program: Program) -> u32 {
        let by_warmth = if program.is_of_37() { warmth(place.temperature, self.resists) } else { 0 };
        (self.frequency + shift(place.alignment, self.alignment) + by_warmth).clamp(0, 127) as u32
    }
}

/// How many more parts a monster has that the level's warmth doesn't harm (`temperature_shift`).
fn warmth(level: Temperature, resists: i64) -> i64 {
    let is_harmless = match level {
        Temperature::Temperate => false,
        Temperature::Hot => resists & realm::RESISTS_FIRE != 0,
        Temperature::Cold => resists & realm::RESISTS_COLD != 0,
    };
    if is_harmless { 3 } else { 0 }
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

    #[test]
    fn who_resists_a_levels_warmth_comes_more_often() {
        for (level, resists, parts) in [
            (Temperature::Temperate, realm::RESISTS_FIRE | realm::RESISTS_COLD, 0),
            (Temperature::Hot, realm::RESISTS_FIRE, 3),
            (Temperature::Hot, realm::RESISTS_COLD, 0),
            (Temperature::Cold, realm::RESISTS_COLD, 3),
            (Temperature::Cold, 0, 0),
        ] {
            assert_eq!(warmth(level, resists), parts, "{level:?} {resists}");
        }
    }
}
