//! Treasures as a subject: which one is found at a level.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    entries::TREASURE_SORT,
    levels::{Difficulty, TRIES, TreasureLevels},
    names,
    treasure::Treasure,
    words,
};
use crate::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{Chance, Dimension, DimensionValues, Point, SubjectRow, SubjectRules, SubjectSpec},
};

/// The deepest level that can be asked for: deeper ones are as this one.
const DEEPEST: i32 = 256;

/// The subject of one table.
#[derive(Debug)]
pub struct TreasureDrops {
    spec: SubjectSpec,
    levels: TreasureLevels,
    rows: Vec<SubjectRow>,
    /// By position in the table: the row it is counted in. Repeated rows of the table are one.
    keys: Vec<u32>,
}

impl TreasureDrops {
    /// The treasures of the dungeon.
    pub fn new(objects: &[Treasure]) -> TreasureDrops {
        let mut rows = Vec::new();
        let sorts: BTreeSet<i64> = objects.iter().skip(1).map(|object| object.tval.value).collect();
        let groups: Vec<String> = sorts.iter().map(|sort| words::sort(*sort)).collect();
        let mut known: BTreeMap<(i64, i64, &str), u32> = BTreeMap::new();
        let keys = objects.iter().map(|object| {
            let (tval, subval) = (object.tval.value, object.subval.value);
            *known.entry((tval, subval, &object.name)).or_insert_with(|| {
                rows.push(SubjectRow {
                    metric: Metric::KIND,
                    group: sorts.iter().position(|sort| *sort == tval).map(|at| at as u16),
                    entry: Some((TREASURE_SORT, object.index)),
                    label: names::plain(object),
                    at: None,
                    columns: vec![tval.to_string(), subval.to_string(), object.name.clone()],
                });
                rows.len() as u32 - 1
            })
        });
        let keys = keys.collect();
        let spec = SubjectSpec {
            name: "drops",
            title: "Treasures",
            doc: "Which treasure lies on the floor of a level, or is carried by a monster there.",
            trial: ["treasure", "treasures"],
            dimensions: dimensions(),
            point_columns: &["level"],
            metric_column: "metric",
            row_columns: &["tval", "sval", "name"],
            group: ["sort", "sorts"],
            groups,
        };
        TreasureDrops { spec, levels: TreasureLevels::new(objects), rows, keys }
    }
}

/// The dimensions of what is found at a level.
pub(super) fn dimensions() -> Vec<Dimension> {
    let usual = (0..=20).map(|step| step * 5).collect();
    let names = Difficulty::ALL.map(|difficulty| difficulty.number().to_string());
    // Pages begin with the first.
    let mut difficulties = names.to_vec();
    difficulties.rotate_left(2);
    vec![
        Dimension {
            name: "level",
            title: "Level",
            doc: "",
            values: DimensionValues::Numbers { first: 0, last: DEEPEST, usual },
        },
        Dimension {
            name: "difficulty",
            title: "Difficulty",
            doc: "1 to 5; 3 where nobody chose one",
            values: DimensionValues::Names(difficulties),
        },
    ]
}

/// Level and difficulty of a point.
pub(super) fn place(point: Point) -> (i64, Difficulty) {
    let [level, difficulty, ..] = point.0;
    // The list begins with the usual one, 3.
    let at = (usize::try_from(difficulty).unwrap_or(0) + 2) % Difficulty::ALL.len();
    (i64::from(level), Difficulty::ALL[at])
}

/// The level, and the difficulty where it isn't the usual one.
pub(super) fn point_columns(point: Point) -> Vec<String> {
    let (level, difficulty) = place(point);
    let usual = difficulty == Difficulty::USUAL;
    vec![if usual { level.to_string() } else { format!("{level} (difficulty {})", difficulty.number()) }]
}

impl SubjectRules for TreasureDrops {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        point_columns(point)
    }

    fn exact_metrics(&self) -> &[Metric] {
        &[Metric::KIND]
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let (level, difficulty) = place(point);
        let mut means = vec![0.0; self.rows.len()];
        for (at, chance) in self.levels.chances(level, difficulty, TRIES) {
            means[self.keys[at] as usize] += chance;
        }
        Chance::of_means(means)
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let (level, difficulty) = place(point);
        for _ in 0..trials {
            if let Some(at) = self.levels.draw(level, difficulty, TRIES, random) {
                counts.add(self.keys[at]);
            }
        }
    }
}
