//! Levels, rarities and experience as the program computes them where it writes its own `monster.txt`.
//!
//! Source: Unangband 0.7.0-pre1, init1.c, `eval_r_power`, `eval_max_dam`, `threat_mod`, `calculate_exp_for_lvl` and
//! `emit_r_info_index`, all as compiled with `ALLOW_TEMPLATES_OUTPUT`, which is off in `config.h`.
//!
//! After it has read `monster.txt`, such a program goes over all races three times. Each time it computes hit points and
//! damage of a race at its present level, as it does for power, and from them a step `j`: with
//! `x = hit points · damage / 25` and the threat `t` of the race, `j` begins at 1, and as long as `x > j + 5` or
//! `t > j + 3`, `j²` is taken from `x`, `j + 4` from `t`, and `j` rises by 1. The level is `j`, of which beyond 30 each
//! second, beyond 40 each sixth, beyond 100 each twelfth and beyond 160 each twentieth step counts, up to 59.
//!
//! * A race that is neither unique nor of the town gets this level, and the experience that it is worth there.
//! * Others keep level and experience; what is computed is noted beside them, with the experience at their own level.
//! * At the end of each time every race that has a rarity gets another: with its power `p`, `j` begins at 1, and as long as
//!   `p > j`, `j²` is taken from `p` and `j` rises by 1; the rarity is `j`.
//!
//! The threat is the most damage of one attack. It starts at 0 once, and is raised each of the three times; a race that is
//! invisible has it half as large again each time. Power of spells stays as the file's level made it.
//!
//! What it writes is a `W:` line for each race, and a `C:` line for one of which something computed differs from what stands
//! in `W:`. All of it depends on the files alone.

use super::{
    power::{LevelSums, Methods, Threat, UNIQUE, most_damage, worth_of_hit_points},
    race::Race,
};

/// What lines of a race the program would write.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RaceTemplate {
    /// Its level.
    pub level: i64,
    /// Its rarity.
    pub rarity: i64,
    /// Its experience.
    pub experience: i64,
    /// What a `C:` line says: the level computed, experience at it, experience at its own level; 0 where nothing is known.
    pub calculated: [i64; 3],
    /// Its power at the end.
    pub power: i64,
}

impl RaceTemplate {
    /// The fields of its `C:` line: level, rarity, group, experience at that level, experience at its own; `None` where the
    /// program writes none. The group is the file's.
    pub fn c_fields(&self, group: i64) -> Option<[i64; 5]> {
        let [level, experience, forced] = self.calculated;
        let differs = |computed: i64, written: i64| computed != 0 && computed != written;
        (differs(level, self.level) || differs(experience, self.experience) || differs(forced, self.experience))
            .then_some([level, self.rarity, group, experience, forced])
    }
}

/// How often the program goes over all races.
const ROUNDS: usize = 3;
/// The deepest level that it gives.
const DEEPEST: i64 = 59;

/// The lines of all races, which are by index without gaps, as the program would write them.
pub fn templates(races: &[Race], methods: &Methods<'_>) -> Vec<RaceTemplate> {
    let mut races = races.to_vec();
    let mut threats = vec![Threat::default(); races.len()];
    let mut undivided = vec![0_i64; races.len()];
    let mut calculated: Vec<[i64; 3]> = Vec::with_capacity(races.len());
    for race in &mut races {
        race.power = 0;
        calculated
            .push(race.calculated.map_or([0; 3], |[level, _, _, experience, forced]| [level, experience, forced]));
    }
    for _ in 0..ROUNDS {
        let mut sums = LevelSums::new();
        for (at, race) in races.iter_mut().enumerate() {
            let threat = &mut threats[at];
            let damage = most_damage(race, methods, threat);
            let worth = (worth_of_hit_points(race), damage);
            let level = level_of(worth.0.saturating_mul(worth.1) / 25, threat.0.into());
            if !race.flags.has(UNIQUE) && race.level != 0 {
                race.level = level;
                race.experience = experience_at(worth, level);
            } else {
                calculated[at] = [level, experience_at(worth, level), experience_at(worth, race.level.max(1))];
            }
            race.experience = if race.level == 0 { 0 } else { race.experience.max(1) };
            undivided[at] = sums.add(race, worth);
        }
        for (race, undivided) in races.iter_mut().zip(&undivided) {
            let Some(power) = sums.power(race, *undivided) else { continue };
            race.power = power;
            if race.rarity != 0 {
                race.rarity = rarity_of(power);
            }
        }
    }
    let template = |(race, calculated): (&Race, [i64; 3])| RaceTemplate {
        level: race.level,
        rarity: race.rarity,
        experience: race.experience,
        calculated,
        power: race.power,
    };
    races.iter().zip(calculated).map(template).collect()
}

/// The level of hit points times damage by 25, and of the most damage of one attack.
fn level_of(worth: i64, threat: i64) -> i64 {
    let (mut worth, mut threat, mut step) = (worth, threat, 1);
    while worth > step + 5 || threat > step + 3 {
        worth -= step * step;
        threat -= step + 4;
        step += 1;
    }
    let level = match step {
        161.. => 50 + (step - 160) / 20,
        101.. => 45 + (step - 100) / 12,
        41.. => 35 + (step - 40) / 6,
        31.. => 30 + (step - 30) / 2,
        _ => step,
    };
    level.min(DEEPEST)
}

/// Experience for a kill of a race with these hit points and this damage at a level from 1 on, with two digits that count.
fn experience_at((points, damage): (i64, i64), level: i64) -> i64 {
    let exact = if points > 10_000 {
        (points / 25).saturating_mul(damage / level)
    } else {
        points.saturating_mul(damage) / (level * 25)
    };
    let digit = match exact {
        ..=100 | 10_000_000.. => return exact,
        101..1_000 => 10,
        1_000..10_000 => 100,
        10_000..100_000 => 1_000,
        100_000..1_000_000 => 10_000,
        _ => 100_000,
    };
    (exact + digit / 2) / digit * digit
}

/// The rarity of a power.
fn rarity_of(power: i64) -> i64 {
    let (mut power, mut rarity) = (power, 1);
    while power > rarity {
        power -= rarity * rarity;
        rarity += 1;
    }
    rarity
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 20 > 6, so 1 is taken away; 19 > 7, 4; 15 > 8, 9; 6 is not > 9. A threat of 10: 10 > 4, so 5; 5 is not > 5.
    #[test]
    fn levels_by_worth_and_threat() {
        for (worth, threat, level) in [
            (0, 0, 1),
            (6, 4, 1),
            (7, 0, 2),
            (20, 0, 4),
            (0, 5, 2),
            (0, 10, 2),
            (0, 11, 3),
            // 1 + 4 + … + 30² = 9455; at step 31 it goes on with more than 36, at step 32 with more than 37.
            (9_455 + 36, 0, 30),
            (9_455 + 37, 0, 31),
            (9_455 + 31 * 31 + 38, 0, 31),
            (i64::MAX / 25, 0, 59),
        ] {
            assert_eq!(level_of(worth, threat), level, "{worth} {threat}");
        }
    }

    #[test]
    fn experience_has_two_digits() {
        for (points, damage, level, experience) in [
            (10, 25, 1, 10),
            (100, 25, 1, 100),
            (101, 25, 1, 100),
            (106, 25, 1, 110),
            (1_049, 25, 1, 1_000),
            (1_050, 25, 1, 1_100),
            (10, 3, 2, 0),
            // More than 10,000 hit points are divided first: 10,001 / 25 = 400, 99 / 10 = 9.
            (10_001, 99, 10, 3_600),
            // 10,000 · 99 / 250 = 3,960.
            (10_000, 99, 10, 4_000),
        ] {
            assert_eq!(experience_at((points, damage), level), experience, "{points} {damage} {level}");
        }
    }

    /// 10 > 1, so 1 is taken away; 9 > 2, 4; 5 > 3, 9; -4 is not > 4.
    #[test]
    fn rarities_by_power() {
        for (power, rarity) in [(1, 1), (2, 2), (3, 2), (4, 3), (8, 3), (9, 4), (10, 4), (18, 4), (19, 5)] {
            assert_eq!(rarity_of(power), rarity, "{power}");
        }
    }
}
