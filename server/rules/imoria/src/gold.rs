//! Money as a subject: which sort of it is found at a level (treasure.c, `place_gold`).

use super::{drops, entries::GOLD_SORT, levels::Difficulty, names, treasure::Treasure};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{Chance, Point, SubjectRow, SubjectRules, SubjectSpec},
};

/// Money that is found.
const FOUND: Metric = Metric("gold");

/// The subject of one list of money.
#[derive(Debug)]
pub struct Gold {
    spec: SubjectSpec,
    rows: Vec<SubjectRow>,
}

impl Gold {
    /// The sorts of money, by value.
    pub fn new(gold: &[Treasure]) -> Gold {
        let row = |money: &Treasure| SubjectRow {
            metric: FOUND,
            group: None,
            entry: Some((GOLD_SORT, money.index)),
            label: format!("{} ({})", names::plain(money), money.number.value),
            at: None,
            columns: vec![money.index.to_string(), money.name.clone(), money.subval.value.to_string()],
        };
        let spec = SubjectSpec {
            name: "gold",
            title: "Money",
            doc: "Which sort of money lies on the floor of a level, or is carried by a monster there.",
            trial: ["find of money", "finds of money"],
            dimensions: drops::dimensions(),
            point_columns: &["level"],
            metric_column: "metric",
            row_columns: &["gold_index", "name", "subval"],
            group: ["", ""],
            groups: Vec::new(),
        };
        Gold { spec, rows: gold.iter().map(row).collect() }
    }

    /// How many sorts there are.
    fn sorts(&self) -> u32 {
        self.rows.len() as u32
    }
}

/// How many coins a find has whose row has this number: the least and the most, each number between them as likely
/// (`place_gold`: a die with so many sides, and half of that more).
pub fn coins(number: i64) -> (i64, i64) {
    (number.min(1) + number / 2, number + number / 2)
}

/// The chance of each sort of so many, by position.
fn chances(level: i64, difficulty: Difficulty, sorts: u32) -> Vec<f64> {
    let mut chances = vec![0.0; sorts as usize];
    if sorts == 0 {
        return chances;
    }
    let sides = level as usize + 4;
    let great = 1.0 / f64::from(difficulty.great());
    let mut add = |number: usize, chance: f64| match number {
        0 => {}
        known if known <= sorts as usize => chances[known - 1] += chance,
        // What is beyond the last is one of the last three: `randint(randint(3))` is 1 with 11 of 18, 2 with 5, 3 with 2.
        _ => {
            for (back, share) in [(1, 11.0), (2, 5.0), (3, 2.0)] {
                if let Some(at) = (sorts as usize).checked_sub(back) {
                    chances[at] += chance * share / 18.0;
                }
            }
        }
    };
    for sum in 2..=2 * sides {
        let ways = (sum - 1).min(2 * sides + 1 - sum);
        let chance = ways as f64 / (sides * sides) as f64;
        let number = (2 + sum) / 4;
        add(number, chance * (1.0 - great));
        // `randint(0)` is 0.
        for more in 1..=level.max(1) as usize {
            let more = if level == 0 { 0 } else { more };
            add(number + more, chance * great / level.max(1) as f64);
        }
    }
    chances
}

/// Draws a sort of so many as the program does; its position.
fn draw(level: i64, difficulty: Difficulty, sorts: u32, random: &mut Stream) -> Option<u32> {
    let level = level as u32;
    let mut number = (4 + random.below(level + 4) + random.below(level + 4)) / 4;
    if random.one_in(difficulty.great()) && level > 0 {
        number += random.below(level) + 1;
    }
    if number > sorts {
        let inner = random.below(3) + 1;
        number = (sorts + 1).checked_sub(random.below(inner) + 1)?;
    }
    number.checked_sub(1)
}

impl SubjectRules for Gold {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        drops::point_columns(point)
    }

    fn exact_metrics(&self) -> &[Metric] {
        &[FOUND]
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let (level, difficulty) = drops::place(point);
        Chance::of_means(chances(level, difficulty, self.sorts()))
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let (level, difficulty) = drops::place(point);
        for _ in 0..trials {
            if let Some(key) = draw(level, difficulty, self.sorts(), random) {
                counts.add(key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Level 0: two dice of four sides sum to 2 to 8, the number is (2 + sum) / 4: 1 for 2 to 5 (10 of 16), 2 for 6 to 8.
    #[test]
    fn at_level_0_by_hand() {
        let found = chances(0, Difficulty::USUAL, 25);
        assert!((found[0] - 10.0 / 16.0).abs() < 1e-12 && (found[1] - 6.0 / 16.0).abs() < 1e-12, "{found:?}");
        assert_eq!(found[2..].iter().filter(|chance| **chance > 0.0).count(), 0);
    }

    /// A die of 420 sides and 210 more; of nothing nothing.
    #[test]
    fn coins_by_hand() {
        assert_eq!((coins(420), coins(45), coins(0)), ((211, 630), (23, 67), (0, 0)));
    }

    #[test]
    fn chances_sum_to_one() {
        for level in [0, 1, 37, 256] {
            for sorts in [3, 25] {
                let sum: f64 = chances(level, Difficulty::USUAL, sorts).iter().sum();
                assert!((sum - 1.0).abs() < 1e-9, "{level} {sorts}: {sum}");
            }
        }
    }
}
