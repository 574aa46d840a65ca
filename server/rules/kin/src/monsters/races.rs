//! The races that come, and what they leave.

use super::choice::{Candidate, RaceChoice, Raises};
use affixboard_model::game::{MonsterDrops, RaceDrops};

/// The deepest level of the dungeon; tables of the programs end there.
pub(super) const DEEPEST: u32 = 127;
/// Of a hundred drops that may be gold or an object so many are gold.
const GOLD: f64 = 0.5;

/// What of a game's rules differs between games.
#[derive(Debug, Clone, Copy)]
pub struct DropRules {
    /// The mean number of drops for each flag, in tenths.
    pub drops: &'static [(&'static str, u32)],
    /// The level of objects.
    pub levels: DropLevel,
    /// Whether races weigh the more the deeper they are: `1 + level / 10` times.
    pub by_level: bool,
    /// As [`MonsterDrops::rules`].
    pub rules: &'static [&'static str],
    /// As [`MonsterDrops::left_out`].
    pub left_out: &'static [&'static str],
}

/// How the level of objects follows from that of the monster and the player's depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DropLevel {
    /// Their mean, or the monster's where that is deeper.
    AtLeastOwn,
    /// The same, up to 100; of uniques with a level of 15 more, but of no more than twice theirs.
    AtLeastOwnUniquesMore,
}

impl DropLevel {
    fn of(self, race: &RaceDrops, depth: u32) -> u32 {
        let at_least = |level: u32| u32::midpoint(level, depth).max(level);
        match self {
            DropLevel::AtLeastOwn => at_least(race.level),
            DropLevel::AtLeastOwnUniquesMore if race.is_unique => {
                at_least((race.level + 15).min(2 * race.level)).min(100)
            }
            DropLevel::AtLeastOwnUniquesMore => at_least(race.level).min(100),
        }
    }
}

/// A race as its record says it.
#[derive(Debug, Clone, Default)]
pub(super) struct MonsterRace {
    pub(super) name: String,
    pub(super) level: u32,
    /// 0: it never comes.
    pub(super) rarity: u32,
    /// Its flags, by position in the game's table.
    pub(super) flags: u128,
    /// The mean number of objects that lines of their own name, in hundredths.
    pub(super) named: u32,
}

/// The monsters of an edition.
#[derive(Debug, Clone)]
pub struct AngbandMonsters {
    races: Vec<RaceDrops>,
    choice: RaceChoice,
    rules: &'static DropRules,
}

impl AngbandMonsters {
    /// `flags`: the game's table.
    pub(super) fn new(
        races: &[MonsterRace],
        flags: &[&str],
        rules: &'static DropRules,
        raises: Raises,
    ) -> AngbandMonsters {
        let has = |race: &MonsterRace, name: &str| {
            flags.iter().position(|known| *known == name).is_some_and(|at| race.flags >> at & 1 == 1)
        };
        let comes = |race: &MonsterRace| race.rarity > 0 && race.level <= DEEPEST && !has(race, "SEASONAL");
        let candidate = |(at, race): (usize, &MonsterRace)| Candidate {
            at,
            level: race.level,
            weight: (100 / race.rarity) * if rules.by_level { 1 + race.level / 10 } else { 1 },
            not_out_of_depth: has(race, "FORCE_DEPTH"),
        };
        let candidates = races.iter().enumerate().filter(|(_, race)| comes(race)).map(candidate).collect();
        let drops = |race: &MonsterRace| {
            let tenths: u32 = rules.drops.iter().filter(|drop| has(race, drop.0)).map(|drop| drop.1).sum();
            let number = f64::from(tenths) / 10.0;
            let gold = match (has(race, "ONLY_ITEM"), has(race, "ONLY_GOLD")) {
                (true, _) => 0.0,
                (false, true) => number,
                (false, false) => number * GOLD,
            };
            RaceDrops {
                name: race.name.clone(),
                level: race.level,
                is_unique: has(race, "UNIQUE"),
                gold,
                objects: number - gold,
                quality: if has(race, "DROP_GREAT") { 2 } else { u8::from(has(race, "DROP_GOOD")) },
                named: f64::from(race.named) / 100.0,
                chests: 0.0,
            }
        };
        AngbandMonsters { choice: RaceChoice::new(raises, candidates), races: races.iter().map(drops).collect(), rules }
    }
}

impl MonsterDrops for AngbandMonsters {
    fn races(&self) -> &[RaceDrops] {
        &self.races
    }

    fn chances(&self, depth: u32) -> Vec<f64> {
        let mut chances = vec![0.0; self.races.len()];
        self.choice.add_chances(depth, &mut chances);
        chances
    }

    fn creation_level(&self, race: usize, depth: u32) -> u32 {
        self.races.get(race).map_or(depth, |race| self.rules.levels.of(race, depth))
    }

    fn rules(&self) -> &'static [&'static str] {
        self.rules.rules
    }

    fn left_out(&self) -> &'static [&'static str] {
        self.rules.left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monsters::{RULES_OF_3_5, RULES_OF_4_2, RULES_OF_AFFIX_BRANCH, flags::FLAGS_OF_AFFIX_BRANCH as FLAGS};

    fn race(level: u32, rarity: u32, flags: &[&str]) -> MonsterRace {
        let bit = |flag: &&str| 1_u128 << FLAGS.iter().position(|known| known == flag).expect("a flag");
        MonsterRace { level, rarity, flags: flags.iter().map(bit).sum(), ..MonsterRace::default() }
    }

    fn monsters(races: &[MonsterRace], rules: &'static DropRules) -> AngbandMonsters {
        AngbandMonsters::new(races, FLAGS, rules, Raises { times: 1, odds: 25, most: 10 })
    }

    /// By hand from `mon_create_drop`: 0.2, 0.4, 0.6, 4, 3, 2 and 1 drops; half of them gold unless flags say otherwise.
    #[test]
    fn what_flags_leave() {
        for (flags, gold, objects, quality) in [
            (&[][..], 0.0, 0.0, 0),
            (&["DROP_20"], 0.1, 0.1, 0),
            (&["DROP_60", "DROP_40", "DROP_GOOD"], 0.5, 0.5, 1),
            (&["DROP_4", "DROP_3", "DROP_2", "DROP_1", "ONLY_ITEM", "DROP_GREAT"], 0.0, 10.0, 2),
            (&["DROP_3", "ONLY_GOLD", "DROP_GOOD"], 3.0, 0.0, 1),
            // Gold is ruled out first.
            (&["DROP_1", "ONLY_GOLD", "ONLY_ITEM", "DROP_GREAT", "DROP_GOOD"], 0.0, 1.0, 2),
        ] {
            let monsters = monsters(&[race(1, 1, flags)], &RULES_OF_AFFIX_BRANCH);
            let drops = &monsters.races()[0];
            assert_eq!((drops.gold, drops.objects, drops.quality), (gold, objects, quality), "{flags:?}");
        }
    }

    /// Levels by hand: `MAX((level + depth) / 2, level)`; in 3.5 and 4.2 uniques count as 15 deeper, or as twice as deep.
    #[test]
    fn levels_of_objects() {
        let races = [race(10, 1, &[]), race(10, 1, &["UNIQUE"]), race(40, 1, &["UNIQUE"]), race(100, 1, &["UNIQUE"])];
        let (early, late) = (monsters(&races, &RULES_OF_AFFIX_BRANCH), monsters(&races, &RULES_OF_3_5));
        for (race, depth, of_early, of_late) in
            [(0, 5, 10, 10), (0, 21, 15, 15), (1, 5, 10, 20), (1, 31, 20, 25), (2, 30, 40, 55), (3, 127, 113, 100)]
        {
            let levels = (early.creation_level(race, depth), late.creation_level(race, depth));
            assert_eq!(levels, (of_early, of_late), "{race} at {depth}");
        }
    }

    /// In 4.2 a race of level 20 and rarity 3 weighs 33 · 3 = 99, one of level 1 and rarity 2 50 · 1.
    #[test]
    fn weights() {
        let races = [race(20, 3, &[]), race(20, 2, &[]), race(20, 0, &[]), race(20, 101, &[])];
        let of = |rules| monsters(&races, rules).chances(20);
        assert_eq!(of(&RULES_OF_AFFIX_BRANCH)[2..], [0.0, 0.0]);
        assert!((of(&RULES_OF_AFFIX_BRANCH)[0] - 33.0 / 83.0).abs() < 1e-14);
        let mixed = [race(9, 1, &[]), race(20, 4, &[])];
        let shallow = |rules| monsters(&mixed, rules).chances(20)[0];
        let deepest = |share: f64| 0.4 * share + 0.5 * share.powi(2) + 0.1 * share.powi(3);
        assert!((shallow(&RULES_OF_3_5) - deepest(100.0 / 125.0)).abs() < 1e-14);
        assert!((shallow(&RULES_OF_4_2) - deepest(100.0 / 175.0)).abs() < 1e-14);
    }
}
