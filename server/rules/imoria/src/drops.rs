//! Treasures as a subject: which one is found at a level, and what magic makes of it.

use std::collections::BTreeSet;

use super::{
    entries::TREASURE_SORT,
    levels::{Difficulty, TRIES, TreasureLevels},
    making::{self, Circumstances, CountedTreasures, Counting},
    treasure::Treasure,
    words,
};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{Chance, Dimension, DimensionValues, Point, SubjectRow, SubjectRules, SubjectSpec},
};

/// The deepest level that can be asked for: deeper ones are as this one.
const DEEPEST: i32 = 256;

/// How a treasure is made, as tallies name it.
const QUALITIES: [&str; 2] = ["normal", "forced"];

/// The subject of one table.
#[derive(Debug)]
pub struct TreasureDrops {
    spec: SubjectSpec,
    levels: TreasureLevels,
    made: CountedTreasures,
}

impl TreasureDrops {
    /// The treasures of the dungeon, some of which may become one of these replacements.
    pub fn new(objects: &[Treasure], replacements: &[Treasure]) -> TreasureDrops {
        let groups = groups(objects.iter().skip(1));
        let found = objects.iter().map(|object| (TREASURE_SORT, object));
        let made = CountedTreasures::new(found, replacements, &groups, Counting::BySort);
        let spec = SubjectSpec {
            name: "drops",
            title: "Treasures",
            doc: "Which treasure lies on the floor of a level or is carried by a monster there, and what magic makes of it.",
            trial: ["treasure", "treasures"],
            dimensions: magic_dimensions(),
            point_columns: &["level", "quality"],
            metric_column: "metric",
            row_columns: &["tval", "sval", "name"],
            group: ["sort", "sorts"],
            groups,
        };
        TreasureDrops { spec, levels: TreasureLevels::new(objects), made }
    }
}

/// The words for the sorts of items of these treasures, by number.
pub(super) fn groups<'a>(treasures: impl Iterator<Item = &'a Treasure>) -> Vec<String> {
    let sorts: BTreeSet<i64> = treasures.map(|treasure| treasure.tval.value).collect();
    sorts.into_iter().map(words::sort).collect()
}

/// The dimensions of what magic makes of treasures.
pub(super) fn magic_dimensions() -> Vec<Dimension> {
    let mut dimensions = dimensions();
    let quality = Dimension {
        name: "quality",
        title: "Quality",
        doc: "forced: magic in any case and never cursed, as rewards of quests and wares of the black market are",
        values: DimensionValues::Names(QUALITIES.map(str::to_owned).to_vec()),
    };
    dimensions.insert(1, quality);
    dimensions
}

/// Where and how the treasures of a point are made.
pub(super) fn circumstances(point: Point) -> Circumstances {
    let [level, quality, difficulty, ..] = point.0;
    let (level, difficulty) = place(Point::of(&[level, difficulty]));
    Circumstances { level, difficulty, is_forced: quality == 1 }
}

/// The level, with the difficulty where it isn't the usual one, and the quality.
pub(super) fn magic_columns(point: Point) -> Vec<String> {
    let [level, quality, difficulty, ..] = point.0;
    let mut columns = point_columns(Point::of(&[level, difficulty]));
    columns.push(QUALITIES[usize::from(quality == 1)].to_owned());
    columns
}

/// The dimensions of what is found at a level.
pub(super) fn dimensions() -> Vec<Dimension> {
    let usual = (0..=20).map(|step| step * 5).collect();
    let level = Dimension {
        name: "level",
        title: "Level",
        doc: "",
        values: DimensionValues::Numbers { first: 0, last: DEEPEST, usual },
    };
    vec![level, difficulty()]
}

/// The difficulty of a game.
pub(super) fn difficulty() -> Dimension {
    let names = Difficulty::ALL.map(|difficulty| difficulty.number().to_string());
    // Pages begin with the first.
    let mut difficulties = names.to_vec();
    difficulties.rotate_left(2);
    Dimension {
        name: "difficulty",
        title: "Difficulty",
        doc: "1 to 5; 3 where nobody chose one",
        values: DimensionValues::Names(difficulties),
    }
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
        self.made.rows()
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        magic_columns(point)
    }

    fn exact_metrics(&self) -> &[Metric] {
        Counting::BySort.metrics()
    }

    fn metric_title(&self, metric: Metric) -> &'static str {
        making::metric_title(metric)
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let at = circumstances(point);
        self.made.exact(&at, self.levels.chances(at.level, at.difficulty, TRIES))
    }

    fn has_bounds(&self) -> bool {
        true
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let at = circumstances(point);
        for _ in 0..trials {
            if let Some(position) = self.levels.draw(at.level, at.difficulty, TRIES, random) {
                self.made.add(&self.made.make(position, &at, random), counts);
            }
        }
    }
}
