//! What a monster leaves when it dies as a subject: how many treasures and how much money (dungeon.c, `monster_death`;
//! `summon_object`).

use affixboard_model::{
    batch::{Counts, Metric},
    engine::{dice::Dice as _, random::Stream},
    game::{Chance, Dimension, DimensionValues, Point, SubjectRow, SubjectRules, SubjectSpec},
    stats::convolved,
};

/// What flags of a monster make it leave, which add up: each with the chances of 0, 1, 2 … things.
///
/// The program asks whether one of 100 is below 60 and 90, which is one less.
const FLAGS: [(&str, &[f64]); 5] = [
    ("60%", &[0.41, 0.59]),
    ("90%", &[0.11, 0.89]),
    ("1d2", &[0.0, 0.5, 0.5]),
    ("2d2", &[0.0, 0.0, 0.25, 0.5, 0.25]),
    (
        "4d3",
        &[
            0.0,
            0.0,
            0.0,
            0.0,
            1.0 / 81.0,
            4.0 / 81.0,
            10.0 / 81.0,
            16.0 / 81.0,
            19.0 / 81.0,
            16.0 / 81.0,
            10.0 / 81.0,
            4.0 / 81.0,
            1.0 / 81.0,
        ],
    ),
];
/// The most things that all flags together leave.
const MOST: usize = 1 + 1 + 2 + 4 + 12;

/// What the things are.
const CARRIED: [&str; 3] = ["objects", "money", "both"];
/// Of those that can be either, so many are objects: again one of 100 below 50.
const OBJECTS_OF_BOTH: f64 = 0.49;

const METRICS: [Metric; 2] = [Metric("objects"), Metric("money")];

/// The subject.
#[derive(Debug)]
pub struct CreatureDrops {
    spec: SubjectSpec,
    rows: Vec<SubjectRow>,
}

impl Default for CreatureDrops {
    fn default() -> CreatureDrops {
        CreatureDrops::new()
    }
}

impl CreatureDrops {
    /// The subject, the same for all tables.
    pub fn new() -> CreatureDrops {
        let sets = sets().into_iter().map(|set| {
            let of_set = FLAGS.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, flag)| flag.0);
            of_set.collect::<Vec<_>>().join("+")
        });
        let names = |names: Vec<String>| DimensionValues::Names(names);
        let row = |(metric, word): (Metric, &str), number: usize| SubjectRow {
            metric,
            group: None,
            entry: None,
            label: format!("{number} {word}"),
            at: None,
            columns: vec![number.to_string()],
        };
        let words = METRICS.into_iter().zip(["treasures", "finds of money"]);
        let rows = words.flat_map(|word| (0..=MOST).map(move |number| row(word, number))).collect();
        let spec = SubjectSpec {
            name: "monster-drops",
            title: "What monsters leave",
            doc: "How many treasures and how much money a monster leaves when it dies, by the flags in its record, where \
                  there is room on the floor.",
            trial: ["monster", "monsters"],
            dimensions: vec![
                Dimension {
                    name: "flags",
                    title: "Flags",
                    doc: "how much it leaves; what several flags say adds up",
                    values: names(sets.collect()),
                },
                Dimension {
                    name: "carries",
                    title: "Carries",
                    doc: "",
                    values: names(CARRIED.map(str::to_owned).to_vec()),
                },
            ],
            point_columns: &["flags", "carries"],
            metric_column: "metric",
            row_columns: &["number"],
            group: ["", ""],
            groups: Vec::new(),
        };
        CreatureDrops { spec, rows }
    }
}

/// All sets of flags, as bits: single ones first.
fn sets() -> Vec<usize> {
    let mut sets: Vec<usize> = (1..1 << FLAGS.len()).collect();
    sets.sort_by_key(|set| set.count_ones());
    sets
}

/// The flags of a point, and what is carried.
fn place(point: Point) -> (usize, usize) {
    let [set, carried, ..] = point.0.map(|value| usize::try_from(value).unwrap_or(0));
    (sets()[set % ((1 << FLAGS.len()) - 1)], carried % CARRIED.len())
}

/// The chances of 0, 1, 2 … things.
fn numbers(set: usize) -> Vec<f64> {
    let flags = (0..FLAGS.len()).filter(|at| set >> at & 1 == 1).map(|at| FLAGS[at].1);
    flags.fold(vec![1.0], |before, more| convolved(&before, more))
}

/// The chances that so many of a number of things are one of two sorts, each with this chance.
fn binomial(number: usize, chance: f64) -> Vec<f64> {
    (0..number).fold(vec![1.0], |before, _| convolved(&before, &[1.0 - chance, chance]))
}

impl SubjectRules for CreatureDrops {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        self.spec.dimensions.iter().zip(point.0).map(|(dimension, value)| dimension.label(value)).collect()
    }

    fn exact_metrics(&self) -> &[Metric] {
        &METRICS
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let (set, carried) = place(point);
        let objects = [1.0, 0.0, OBJECTS_OF_BOTH][carried];
        let mut means = vec![0.0; self.rows.len()];
        for (number, chance) in numbers(set).into_iter().enumerate() {
            for (count, share) in binomial(number, objects).into_iter().enumerate() {
                means[count] += chance * share;
                means[MOST + 1 + number - count] += chance * share;
            }
        }
        Chance::of_means(means)
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let (set, carried) = place(point);
        for _ in 0..trials {
            let mut things = 0;
            for at in (0..FLAGS.len()).filter(|at| set >> at & 1 == 1) {
                things += match at {
                    0 => u32::from(random.one_to(100) < 60),
                    1 => u32::from(random.one_to(100) < 90),
                    2 => random.one_to(2),
                    3 => random.one_to(2) + random.one_to(2),
                    _ => (0..4).map(|_| random.one_to(3)).sum(),
                };
            }
            let objects = match carried {
                0 => things,
                1 => 0,
                _ => (0..things).filter(|_| random.comes_true(49, 100)).count() as u32,
            };
            counts.add(objects);
            counts.add(MOST as u32 + 1 + things - objects);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(flags: &str, carries: &str) -> Vec<(Metric, String, f64)> {
        let rules = CreatureDrops::new();
        let [set, carried] = [0, 1].map(|at| rules.spec.dimensions[at].parse([flags, carries][at]).expect("a value"));
        let means = rules.exact(Point::of(&[set, carried]));
        means
            .iter()
            .map(|one| (rules.rows[one.key as usize].metric, rules.rows[one.key as usize].columns[0].clone(), one.mean))
            .collect()
    }

    /// 59 of 100 leave one thing, of which 49 of 100 are treasures.
    #[test]
    fn chances_by_hand() {
        let near = |found: &[(Metric, String, f64)], expected: &[(&str, &str, f64)]| {
            assert_eq!(found.len(), expected.len(), "{found:?}");
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!((found.0.0, found.1.as_str()), (expected.0, expected.1));
                assert!((found.2 - expected.2).abs() < 1e-12, "{found:?} {expected:?}");
            }
        };
        near(
            &means("60%", "both"),
            &[
                ("objects", "0", 1.0 - 0.59 * 0.49),
                ("objects", "1", 0.59 * 0.49),
                ("money", "0", 1.0 - 0.59 * 0.51),
                ("money", "1", 0.59 * 0.51),
            ],
        );
        near(
            &means("90%+1d2", "objects"),
            &[
                ("objects", "1", 0.11 * 0.5),
                ("objects", "2", 0.89 * 0.5 + 0.11 * 0.5),
                ("objects", "3", 0.89 * 0.5),
                ("money", "0", 1.0),
            ],
        );
        assert_eq!(means("60%+90%+1d2+2d2+4d3", "money").last().map(|last| last.1.clone()), Some(MOST.to_string()));
    }
}
