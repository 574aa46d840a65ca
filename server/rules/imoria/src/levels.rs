//! Which treasure is chosen at a dungeon level (misc.c, `get_obj_num`).

use super::treasure::Treasure;
use affixboard_model::engine::random::Stream;

/// The deepest level there is for choosing; deeper ones choose as this one.
pub const DEEPEST: i64 = 256;
/// Tries of which the deepest treasure is taken, but in the black market, which has six.
pub const TRIES: u32 = 3;
/// Of so many treasures one is chosen as if it were found at the deepest level, by difficulty 1 to 5 (`obj_great`).
const GREAT: [u32; 5] = [50, 42, 30, 24, 15];

/// The difficulty of a game, 1 to 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difficulty(usize);

impl Difficulty {
    /// The usual one, 3.
    pub const USUAL: Difficulty = Difficulty(2);
    /// All of them, by number.
    pub const ALL: [Difficulty; 5] = [Difficulty(0), Difficulty(1), Difficulty(2), Difficulty(3), Difficulty(4)];

    /// Its number, 1 to 5.
    pub fn number(self) -> u32 {
        self.0 as u32 + 1
    }

    /// Of so many treasures one is great.
    pub fn great(self) -> u32 {
        GREAT[self.0]
    }
}

/// The treasures of the dungeon by level.
#[derive(Debug, Clone)]
pub struct TreasureLevels {
    /// Positions in the table, by level.
    sorted: Vec<usize>,
    /// The level of each of these.
    levels: Vec<i64>,
    /// How many have at most that level, for 0 to [`DEEPEST`] (`t_level`).
    counts: Vec<u32>,
}

impl TreasureLevels {
    /// The levels of a table whose row 0 is never picked. A level below 0 ends the program's counting before it begins, so
    /// that nothing is chosen anywhere.
    pub fn new(objects: &[Treasure]) -> TreasureLevels {
        let mut sorted: Vec<usize> = (1..objects.len()).collect();
        sorted.sort_by_key(|at| (objects[*at].level.value, *at));
        let levels: Vec<i64> = sorted.iter().map(|at| objects[*at].level.value).collect();
        let is_countable = levels.first().is_some_and(|first| *first >= 0);
        let count = |level: i64| if is_countable { levels.partition_point(|own| *own <= level) as u32 } else { 0 };
        let counts = (0..=DEEPEST).map(count).collect();
        TreasureLevels { sorted, levels, counts }
    }

    /// How many treasures have at most that level.
    pub fn count(&self, level: i64) -> u32 {
        self.counts[level.clamp(0, DEEPEST) as usize]
    }

    /// The positions of the treasures that can be chosen, each with its chance, for the deepest of so many tries.
    ///
    /// With F(x) the share of treasures of at most level x, the deepest of n tries is of level x with F(x)^n - F(x-1)^n, and
    /// each treasure of that level is as likely.
    pub fn chances(&self, level: i64, difficulty: Difficulty, tries: u32) -> Vec<(usize, f64)> {
        let great = 1.0 / f64::from(difficulty.great());
        let mut chances = vec![0.0; self.sorted.len()];
        for (level, share) in [(level.min(DEEPEST), 1.0 - great), (DEEPEST, great)] {
            let all = f64::from(self.count(level));
            let mut from = 0;
            for of_level in self.levels[..self.count(level) as usize].chunk_by(|one, other| one == other) {
                let to = from + of_level.len();
                let power = |count: usize| (count as f64 / all).powi(tries as i32);
                let each = share * (power(to) - power(from)) / of_level.len() as f64;
                chances[from..to].iter_mut().for_each(|chance| *chance += each);
                from = to;
            }
        }
        self.sorted.iter().copied().zip(chances).filter(|(_, chance)| *chance > 0.0).collect()
    }

    /// Draws one as the program does: the deepest of the tries, the last of several that are as deep. `None` where there is
    /// none.
    pub fn draw(&self, level: i64, difficulty: Difficulty, tries: u32, random: &mut Stream) -> Option<usize> {
        let level = if random.one_in(difficulty.great()) { DEEPEST } else { level };
        let count = self.count(level);
        if count == 0 {
            return None;
        }
        let mut best = random.below(count) as usize;
        for _ in 1..tries {
            let other = random.below(count) as usize;
            if self.levels[other] >= self.levels[best] {
                best = other;
            }
        }
        Some(self.sorted[best])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_levels(levels: &[i64]) -> TreasureLevels {
        let objects: Vec<_> =
            levels.iter().map(|level| Treasure { level: (*level).into(), ..Treasure::default() }).collect();
        TreasureLevels::new(&objects)
    }

    /// Row 0 is never picked. Of levels 0, 0, 5 two are there at level 0 and three at 5.
    #[test]
    fn by_hand() {
        let levels = of_levels(&[0, 5, 0, 0]);
        assert_eq!([0, 4, 5, 256, 999].map(|level| levels.count(level)), [2, 2, 3, 3, 3]);
        // At level 0: 29 of 30 choose among two alike; 1 of 30 at the deepest, where the one of level 5 is the deepest of
        // three tries with 1 - (2/3)³ = 19/27.
        let chances = levels.chances(0, Difficulty::USUAL, 3);
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        assert_eq!(chances.iter().map(|chance| chance.0).collect::<Vec<_>>(), [2, 3, 1]);
        near(chances[2].1, 1.0 / 30.0 * 19.0 / 27.0);
        near(chances[0].1, 0.5 * (29.0 / 30.0 + 1.0 / 30.0 * 8.0 / 27.0));
    }

    #[test]
    fn a_level_below_0_ends_the_counting() {
        let levels = of_levels(&[0, 5, -1, 0]);
        assert_eq!(levels.count(256), 0);
        assert_eq!(levels.chances(10, Difficulty::USUAL, 3), []);
        assert_eq!(levels.draw(10, Difficulty::USUAL, 3, &mut Stream::seeded([1, 2, 3])), None);
    }
}
