//! Monsters as a subject: which one comes on a level.

use super::{
    super::sorts::MONSTER_SORT,
    choice::MonsterChoice,
    race::{Race, RaceFlag},
};
use affixboard_model::{
    batch::{Counts, Metric},
    catalog::plain_name,
    engine::random::Stream,
    game::{
        Chance, Dimension, DimensionValues, Point, SubjectGap, SubjectGapSort, SubjectRow, SubjectRules, SubjectSpec,
    },
};

const MONSTER: Metric = Metric("monster");
/// The deepest level that can be asked for.
const DEEPEST: i32 = 127;
/// The depths that sheets begin with.
const USUAL: [i32; 21] = [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100];

/// Whether monsters are as deep as the level, or as those that levels are filled with.
const AS_FILLED: i32 = 0;

/// The dimensions of subjects about monsters.
pub(super) fn dimensions() -> Vec<Dimension> {
    vec![
        Dimension {
            name: "depth",
            title: "Depth",
            doc: "",
            values: DimensionValues::Numbers { first: 1, last: DEEPEST, usual: USUAL.to_vec() },
        },
        Dimension {
            name: "monster-level",
            title: "Monster level",
            doc: "levels are filled with monsters of one level more at depths 2 and 3, of two more below",
            values: DimensionValues::Names(["as levels are filled", "the depth"].map(str::to_owned).to_vec()),
        },
    ]
}

/// Monster level and depth of a point.
pub(super) fn levels(point: Point) -> (i64, i64) {
    let [depth, filled, ..] = point.0;
    let more = match depth {
        _ if filled != AS_FILLED => 0,
        4.. => 2,
        2..4 => 1,
        _ => 0,
    };
    (i64::from(depth + more), i64::from(depth))
}

/// A race's name without signs for sexes and plurals.
pub(crate) fn name_of(race: &Race) -> String {
    plain_name(race.name.split(['|', '[']).next().unwrap_or(&race.name)).trim().to_owned()
}

/// The subject of one list of races.
pub struct LevelMonsters {
    spec: SubjectSpec,
    rows: Vec<SubjectRow>,
    /// Keys of rows by position in the list of races.
    keys: Vec<Option<u32>>,
    /// Positions in the list of races by key.
    races: Vec<usize>,
    choice: MonsterChoice,
}

impl LevelMonsters {
    /// The choice among these races, all indices of which are there.
    pub fn new(races: &[Race]) -> LevelMonsters {
        let choice = MonsterChoice::new(races);
        let mut groups: Vec<String> = choice.candidates().map(|at| symbol_title(races[at].symbol)).collect();
        groups.sort();
        groups.dedup();
        let mut listed: Vec<usize> = choice.candidates().collect();
        listed.sort_unstable();
        let mut keys = vec![None; races.len()];
        let row = |(key, at): (u32, &usize)| {
            let race = &races[*at];
            keys[*at] = Some(key);
            let title = symbol_title(race.symbol);
            SubjectRow {
                metric: MONSTER,
                group: groups.iter().position(|group| *group == title).map(|at| at as u16),
                entry: Some((MONSTER_SORT, race.index)),
                label: name_of(race),
                at: None,
                columns: vec![format!("{}:{}", race.index, race.name)],
            }
        };
        let rows = (0..).zip(&listed).map(row).collect();
        let spec = SubjectSpec {
            name: "monsters",
            title: "Monsters",
            doc: "Which monster comes on a level, where it has no ecology, water or lava of its own.",
            trial: ["monster", "monsters"],
            dimensions: dimensions(),
            point_columns: &["level"],
            // The original's tally has but one.
            metric_column: "",
            row_columns: &["name"],
            group: ["symbol", "symbols"],
            groups,
        };
        LevelMonsters { spec, rows, keys, races: listed, choice }
    }
}

/// How pages call the group of a symbol.
fn symbol_title(symbol: char) -> String {
    symbol.to_string()
}

impl SubjectRules for LevelMonsters {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        vec![point.0[0].to_string()]
    }

    fn exact_metrics(&self) -> &[Metric] {
        &[MONSTER]
    }

    fn metric_title(&self, _: Metric) -> &'static str {
        "Monsters"
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let (monster_level, depth) = levels(point);
        let mut chances = vec![0.0; self.keys.len()];
        self.choice.add_chances(monster_level, depth, &mut chances);
        Chance::of_means(self.races.iter().map(|at| chances[*at]))
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let (monster_level, depth) = levels(point);
        let drawer = self.choice.drawer(monster_level, depth);
        for _ in 0..trials {
            if let Some(key) = drawer.draw(random).and_then(|at| self.keys[at]) {
                counts.add(key);
            }
        }
    }

    /// Races that may come by their rarity, and come at no depth.
    fn gaps(&self) -> Vec<SubjectGap> {
        let mut chances = vec![0.0; self.keys.len()];
        for depth in 1..=DEEPEST {
            for filled in 0..2 {
                let (monster_level, depth) = levels(Point::of(&[depth, filled]));
                self.choice.add_chances(monster_level, depth, &mut chances);
            }
        }
        let never = self.rows.iter().zip(&self.races).filter(|(_, at)| chances[**at] == 0.0);
        let gap = |(row, _): (&SubjectRow, &usize)| SubjectGap {
            sort: SubjectGapSort::NeverTurnsUp,
            entry: row.entry.expect("each row is of a race"),
            what: "never comes at depths 1 to 127".to_owned(),
        };
        never.map(gap).collect()
    }
}

/// Whether a race is unique.
pub(crate) fn is_unique(race: &Race) -> bool {
    race.flags.has(const { RaceFlag::named("UNIQUE") })
}
