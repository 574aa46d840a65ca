//! Which monster comes (`get_mon_num`, without ecology): those shallow enough by weight, the deepest of up to three.

use super::race::{Race, RaceFlag};
use affixboard_model::engine::{deepest_draw::deepest_of, random::Stream};

/// Levels are drawn up to this one, before boosts.
const DEEPEST: i64 = 59;
/// Each of two boosts comes one in so many times.
const BOOST_ODDS: u32 = 30;
/// Levels that a boost adds at most.
const MOST_BOOST: i64 = 5;
/// The chances of one, two and three draws, the deepest of which comes.
const DRAWS: [f64; 3] = [0.3, 0.4, 0.3];
/// A level counts this much more for a race that rises with the level, where nothing else fits.
const RISES: i64 = 15;

/// A race that may come, with what the choice asks of it.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// Position in the list of races.
    at: usize,
    level: i64,
    /// 100 by its rarity.
    weight: u32,
    /// It comes in large groups.
    has_friends: bool,
    /// It may become stronger with the level.
    rises: bool,
    /// It comes at its own depth only.
    is_of_depth: bool,
}

/// The choice compiled for one list of races.
#[derive(Debug, Clone)]
pub struct MonsterChoice(Vec<Candidate>);

/// The weights of a level: positions in the list of races by rising level, with the level each has in the table and the
/// weights of all up to it; and who comes where all weigh nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Weights {
    places: Vec<(usize, i64, u32)>,
    instead: Option<usize>,
}

impl MonsterChoice {
    /// Compiles the choice. Water, lava and acid are not asked for, so that what must swim never comes; nor do guardians
    /// and uniques of quests.
    pub fn new(races: &[Race]) -> MonsterChoice {
        const GUARDIAN: RaceFlag = RaceFlag::named("GUARDIAN");
        const QUESTOR: RaceFlag = RaceFlag::named("QUESTOR");
        const UNIQUE: RaceFlag = RaceFlag::named("UNIQUE");
        const MUST_SWIM: RaceFlag = RaceFlag::named("MUST_SWIM");
        const FORCE_DEPTH: RaceFlag = RaceFlag::named("FORCE_DEPTH");
        const FRIENDS: RaceFlag = RaceFlag::named("FRIENDS");
        // NEUTRAL has the bit of an older flag of this sort.
        const RISING: [RaceFlag; 4] = [
            RaceFlag::named("LEVEL_SPEED"),
            RaceFlag::named("LEVEL_SIZE"),
            RaceFlag::named("LEVEL_POWER"),
            RaceFlag::named("NEUTRAL"),
        ];
        let last = races.len().saturating_sub(1);
        let comes = |race: &Race| {
            let flags = &race.flags;
            let is_quest = flags.has(QUESTOR) && flags.has(UNIQUE);
            (1..=100).contains(&race.rarity) && !flags.has(GUARDIAN) && !is_quest && !flags.has(MUST_SWIM)
        };
        // The first is the player, the last a player's ghost.
        let mut candidates: Vec<Candidate> = (1..last)
            .filter(|at| comes(&races[*at]))
            .map(|at| Candidate {
                at,
                level: races[at].level,
                weight: (100 / races[at].rarity) as u32,
                has_friends: races[at].flags.has(FRIENDS),
                rises: races[at].flags.has_any(&RISING),
                is_of_depth: races[at].flags.has(FORCE_DEPTH),
            })
            .collect();
        // Stable, as the program sorts.
        candidates.sort_by_key(|candidate| candidate.level);
        MonsterChoice(candidates)
    }

    /// Positions of the races that may come at some depth.
    pub fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|candidate| candidate.at)
    }

    /// The weights where the level after boosts is `level`. All levels are at most [`DEEPEST`] but for boosts.
    fn weights(&self, level: i64, monster_level: i64, depth: i64) -> Weights {
        let mut weights = Weights::default();
        let (mut best, mut sum) = (0, 0);
        for candidate in self.0.iter().take_while(|candidate| candidate.level <= level) {
            if (level > 0 && candidate.level <= 0) || (candidate.is_of_depth && candidate.level != depth) {
                continue;
            }
            if candidate.level < (monster_level - 4).min(level - 3) {
                // Kept for where nothing else comes. The program means to draw among equals, but takes the last.
                let nearness = candidate.level + if candidate.rises { RISES } else { 0 };
                if best <= nearness {
                    weights.instead = Some(candidate.at);
                }
                best = best.max(nearness);
                let is_far = candidate.level < (monster_level - 19).min(level - 18);
                if is_far || !(candidate.has_friends || candidate.rises) {
                    continue;
                }
            }
            sum += if candidate.level < level - 4 { candidate.weight / 2 } else { candidate.weight };
            weights.places.push((candidate.at, candidate.level, sum));
        }
        if best == 0 {
            weights.instead = None;
        }
        weights
    }

    /// All levels after boosts, with their chances.
    fn levels(level: i64) -> Vec<(i64, f64)> {
        if level <= 0 {
            return vec![(0, 1.0)];
        }
        let odds = f64::from(BOOST_ODDS).recip();
        let first = level + (level / 2 + 1).min(MOST_BOOST);
        let [once, twice] = [level, first].map(|level| level + (level / 2).min(MOST_BOOST));
        let (yes, no) = (odds, 1.0 - odds);
        vec![(level, no * no), (once, no * yes), (first, yes * no), (twice, yes * yes)]
    }

    /// Adds the chance of each race to `chances`, by position.
    pub fn add_chances(&self, monster_level: i64, depth: i64, chances: &mut [f64]) {
        let monster_level = monster_level.clamp(0, DEEPEST);
        for (level, share) in MonsterChoice::levels(monster_level) {
            let weights = self.weights(level, monster_level, depth);
            if weights.total().is_none() {
                if let Some(instead) = weights.instead {
                    chances[instead] += share;
                }
                continue;
            }
            let table: Vec<(i64, u32)> = weights.places.iter().map(|place| (place.1, place.2)).collect();
            for (place, chance) in weights.places.iter().zip(deepest_of(&table, DRAWS)) {
                chances[place.0] += share * chance;
            }
        }
    }

    /// A drawer of monsters at a level, all of whose tables are made.
    pub fn drawer(&self, monster_level: i64, depth: i64) -> MonsterDrawer {
        let monster_level = monster_level.clamp(0, DEEPEST);
        let at = |boosts: [bool; 2]| {
            let mut level = monster_level;
            if level > 0 && boosts[0] {
                level += (level / 2 + 1).min(MOST_BOOST);
            }
            if level > 0 && boosts[1] {
                level += (level / 2).min(MOST_BOOST);
            }
            self.weights(level, monster_level, depth)
        };
        let weights = [[at([false, false]), at([false, true])], [at([true, false]), at([true, true])]];
        MonsterDrawer { is_boosted: monster_level > 0, weights }
    }
}

impl Weights {
    fn total(&self) -> Option<f64> {
        self.places.last().map(|last| f64::from(last.2)).filter(|total| *total > 0.0)
    }

    fn one(&self, random: &mut Stream) -> usize {
        let drawn = random.below(self.places.last().map_or(0, |last| last.2));
        self.places.partition_point(|place| place.2 <= drawn)
    }
}

/// Draws monsters at one level.
#[derive(Debug, Clone)]
pub struct MonsterDrawer {
    is_boosted: bool,
    /// By whether the first and the second boost came.
    weights: [[Weights; 2]; 2],
}

impl MonsterDrawer {
    /// Draws one: a position in the list of races; `None` where nobody comes.
    pub fn draw(&self, random: &mut Stream) -> Option<usize> {
        let mut boost = || self.is_boosted && random.one_in(BOOST_ODDS);
        let (first, second) = (boost(), boost());
        let weights = &self.weights[usize::from(first)][usize::from(second)];
        if weights.total().is_none() {
            return weights.instead;
        }
        let mut best = weights.one(random);
        let further = random.below(100);
        for _ in 0..u32::from(further < 70) + u32::from(further < 30) {
            let other = weights.one(random);
            if weights.places[other].1 >= weights.places[best].1 {
                best = other;
            }
        }
        Some(weights.places[best].0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(level: i64, rarity: i64, flags: &[&str]) -> Race {
        let mut race = Race { level, rarity, ..Race::default() };
        for flag in flags {
            assert!(race.flags.add_flag(flag), "{flag}");
        }
        race
    }

    fn chances(races: &[Race], monster_level: i64) -> Vec<f64> {
        let mut chances = vec![0.0; races.len()];
        MonsterChoice::new(races).add_chances(monster_level, monster_level, &mut chances);
        chances
    }

    /// By hand: level 1 stays 29/30 · 29/30 of the time, and never loses the two of level 1. Of two of one level and
    /// weights 100 and 50, each comes by weight, however many draws there are.
    #[test]
    fn those_of_one_level_come_by_weight() {
        let races = [race(0, 1, &[]), race(1, 1, &[]), race(1, 2, &[]), race(0, 0, &[])];
        let chances = chances(&races, 1);
        assert!((chances[1] - 2.0 / 3.0).abs() < 1e-12 && (chances[2] - 1.0 / 3.0).abs() < 1e-12, "{chances:?}");
    }

    /// By hand: of two draws, the deeper of two equally weighted levels comes 3/4 of the time, of three 7/8:
    /// 0.3 / 2 + 0.4 · 3/4 + 0.3 · 7/8 = 0.7125. Level 2 is boosted to 4 (2/2+1 more), 3 and 6, which changes nothing: the
    /// first is halved above level 5 only, and at 6 it is too far below to come at all (below min(2-4, 6-3) is nobody).
    #[test]
    fn the_deepest_of_up_to_three_comes() {
        let races = [race(0, 1, &[]), race(1, 1, &[]), race(2, 1, &[]), race(0, 0, &[])];
        let chances = chances(&races, 2);
        // At 6, which comes 1 in 900, the first is halved: 1/3 to 2/3, so the deeper one has
        // 0.3 · 2/3 + 0.4 · (1 - 1/9) + 0.3 · (1 - 1/27).
        let at_six = 0.3 * 2.0 / 3.0 + 0.4 * 8.0 / 9.0 + 0.3 * 26.0 / 27.0;
        let expected = 0.7125 * 899.0 / 900.0 + at_six / 900.0;
        assert!((chances[2] - expected).abs() < 1e-12, "{chances:?}");
    }

    #[test]
    fn guardians_swimmers_and_questing_uniques_never_come() {
        let never: [&[&str]; 3] = [&["GUARDIAN"], &["MUST_SWIM"], &["QUESTOR", "UNIQUE"]];
        for flags in never {
            let races = [race(0, 1, &[]), race(1, 1, flags), race(1, 1, &[]), race(0, 0, &[])];
            assert_eq!(chances(&races, 1), [0.0, 0.0, 1.0, 0.0], "{flags:?}");
        }
    }

    /// Nobody of level 30 or near: the one nearest comes, of equals the last.
    #[test]
    fn where_nobody_fits_the_nearest_comes() {
        let races = [race(0, 1, &[]), race(3, 1, &[]), race(4, 1, &[]), race(4, 2, &[]), race(0, 0, &[])];
        let chances = chances(&races, 30);
        assert!((chances[3] - 1.0).abs() < 1e-12, "{chances:?}");
    }
}
