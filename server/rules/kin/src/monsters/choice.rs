//! Which monster comes (`get_mon_num`): those shallow enough by weight, the deepest of up to three.
//!
//! Source: monster/mon-make.c of the affix branch (`get_mon_num`, `get_mon_num_aux`) and init2.c there (`init_other`, the
//! table of races); the same in v4, in mon-make.c of 3.5 and 4.2, and in monster2.c of 2.9 and 3.0.

use affixboard_model::engine::deepest_draw::deepest_of;

/// One, two and three draws, by chance: a second below 60 of 100, a third below 10.
const DRAWS: [f64; 3] = [0.4, 0.5, 0.1];

/// The raises of a monster's level beyond the depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Raises {
    /// How many there may be, one after the other.
    pub times: u32,
    /// Each comes with probability 1 / this; 0 and 1: always.
    pub odds: u32,
    /// A raise is by `level / 4 + 2`, but by no more than this.
    pub most: u32,
}

impl Raises {
    /// The levels of a monster at a depth, with their probabilities. In the town there is no raise.
    pub(super) fn levels(self, depth: u32) -> Vec<(u32, f64)> {
        let mut levels = vec![(depth, 1.0)];
        if depth == 0 {
            return levels;
        }
        let chance = f64::from(self.odds.max(1)).recip();
        for _ in 0..self.times {
            let raised = levels.iter().map(|(level, share)| (level + (level / 4 + 2).min(self.most), share * chance));
            let raised: Vec<_> = raised.collect();
            for level in &mut levels {
                level.1 *= 1.0 - chance;
            }
            levels.extend(raised);
        }
        levels.retain(|level| level.1 > 0.0);
        levels
    }
}

/// A race that may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    /// Position in the list of races.
    pub(super) at: usize,
    pub(super) level: u32,
    pub(super) weight: u32,
    /// It never comes where the player's depth is less than its level.
    pub(super) not_out_of_depth: bool,
}

/// The choice among some races.
#[derive(Debug, Clone)]
pub(super) struct RaceChoice {
    raises: Raises,
    /// By rising level.
    candidates: Vec<Candidate>,
}

impl RaceChoice {
    pub(super) fn new(raises: Raises, mut candidates: Vec<Candidate>) -> RaceChoice {
        candidates.sort_by_key(|candidate| candidate.level);
        RaceChoice { raises, candidates }
    }

    /// Adds the probability of each race at a depth to `chances`, by position in the list of races. No race comes at a level
    /// without candidates.
    pub(super) fn add_chances(&self, depth: u32, chances: &mut [f64]) {
        for (level, share) in self.raises.levels(depth) {
            // Townspeople stay in the town.
            let comes = |candidate: &&Candidate| {
                (level == 0 || candidate.level > 0) && !(candidate.not_out_of_depth && candidate.level > depth)
            };
            let shallow = self.candidates.iter().take_while(|candidate| candidate.level <= level);
            let (mut at, mut table) = (Vec::new(), Vec::new());
            let mut sum = 0_u32;
            for candidate in shallow.filter(comes).filter(|candidate| candidate.weight > 0) {
                sum += candidate.weight;
                at.push(candidate.at);
                table.push((i64::from(candidate.level), sum));
            }
            for (at, chance) in at.iter().zip(deepest_of(&table, DRAWS)) {
                chances[*at] += share * chance;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand from the routines: at depth 10 a raise is by 10 / 4 + 2 = 4, at 40 by 12, but by no more than 10, or 5 where
    /// there may be two; the second adds to what the first made: 10, 14, and 14 + 14 / 4 + 2 = 19.
    #[test]
    fn raises() {
        let once = Raises { times: 1, odds: 25, most: 10 };
        let levels = |raises: Raises, depth| raises.levels(depth).iter().map(|level| level.0).collect::<Vec<_>>();
        assert_eq!(once.levels(0), [(0, 1.0)]);
        assert_eq!((levels(once, 1), levels(once, 10), levels(once, 40)), (vec![1, 3], vec![10, 14], vec![40, 50]));
        assert!((once.levels(10)[1].1 - 0.04).abs() < 1e-15 && (once.levels(10)[0].1 - 0.96).abs() < 1e-15);
        let twice = Raises { times: 2, odds: 50, most: 5 };
        assert_eq!(levels(twice, 10), [10, 14, 14, 19]);
        assert_eq!(levels(twice, 40), [40, 45, 45, 50]);
        assert!((twice.levels(10)[3].1 - 1.0 / 2500.0).abs() < 1e-15);
        // 4.2's constants can be left out: then every level is raised, by nothing.
        assert_eq!(Raises { times: 1, odds: 0, most: 0 }.levels(7), [(7, 1.0)]);
    }

    fn chances(races: &[(u32, u32, bool)], depth: u32) -> Vec<f64> {
        let candidates = races.iter().enumerate().map(|(at, (level, weight, not_out_of_depth))| Candidate {
            at,
            level: *level,
            weight: *weight,
            not_out_of_depth: *not_out_of_depth,
        });
        let choice = RaceChoice::new(Raises { times: 1, odds: 25, most: 10 }, candidates.collect());
        let mut chances = vec![0.0; races.len()];
        choice.add_chances(depth, &mut chances);
        chances
    }

    #[track_caller]
    fn same(found: &[f64], expected: &[f64]) {
        assert!(
            found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-14),
            "{found:?}, not {expected:?}"
        );
    }

    /// By hand. Weights 100 at level 1 and 50 at level 3. At depth 1 the level is 1 in 24 of 25 cases, else 3. There the
    /// shallow race has 2/3 of the weight and is the deepest of one, two or three draws in 2/3, 4/9 and 8/27 of cases:
    /// 0.4 · 2/3 + 0.5 · 4/9 + 0.1 · 8/27.
    #[test]
    fn the_deepest_of_up_to_three_comes() {
        let shallow = 0.4 * 2.0 / 3.0 + 0.5 * 4.0 / 9.0 + 0.1 * 8.0 / 27.0;
        let races = [(0, 100, false), (1, 100, false), (3, 50, false)];
        same(&chances(&races, 1), &[0.0, 0.96 + 0.04 * shallow, 0.04 * (1.0 - shallow)]);
        same(&chances(&races, 0), &[1.0, 0.0, 0.0]);
        // One that is not met out of depth leaves its place to the others.
        same(&chances(&[(0, 100, false), (1, 100, false), (3, 50, true)], 1), &[0.0, 1.0, 0.0]);
        same(&chances(&[(0, 100, false), (1, 100, false), (3, 50, true)], 3)[2..], &[1.0 - shallow]);
        // Of one level by weight; nobody where there is none.
        same(&chances(&[(2, 100, false), (2, 33, false)], 2), &[100.0 / 133.0, 33.0 / 133.0]);
        same(&chances(&[(9, 100, false)], 1), &[0.0]);
    }
}
