//! Kinds of treasures as a subject: what magic makes of each, however rare the kind is.

use std::{collections::BTreeSet, sync::OnceLock};

use super::{
    drops,
    entries::TREASURE_SORT,
    making::{self, CountedTreasures, Counting},
    treasure::Treasure,
};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{Chance, Point, SubjectRow, SubjectRules, SubjectSpec},
};

/// The subject of one table.
#[derive(Debug)]
pub struct TreasureKinds {
    spec: SubjectSpec,
    kinds: Vec<Treasure>,
    replacements: Vec<Treasure>,
    /// There are many rows, which few ask for.
    made: OnceLock<CountedTreasures>,
}

/// Whether the game may do something with items of a sort as they are found, or they are worn.
fn can_change(treasure: &Treasure) -> bool {
    matches!(treasure.tval.value, 2..=7 | 10..=45 | 55 | 65 | 80 | 85 | 86)
}

impl TreasureKinds {
    /// The kinds of a table that magic may change, each once, some of which may become one of these replacements.
    pub fn new(objects: &[Treasure], replacements: &[Treasure]) -> TreasureKinds {
        let mut seen = BTreeSet::new();
        let is_first = |treasure: &&Treasure| {
            can_change(treasure) && seen.insert((treasure.tval.value, treasure.subval.value, treasure.name.clone()))
        };
        let kinds: Vec<Treasure> = objects.iter().skip(1).filter(is_first).cloned().collect();
        let spec = SubjectSpec {
            name: "kinds",
            title: "Treasures of each kind",
            doc: "What magic makes of a treasure of a kind, however rare the kind is: special names, bonuses, charges, \
                  curses.",
            trial: ["treasure of each kind", "treasures of each kind"],
            dimensions: drops::magic_dimensions(),
            point_columns: &["level", "quality"],
            metric_column: "metric",
            row_columns: &["tval", "sval", "name"],
            group: ["sort", "sorts"],
            groups: drops::groups(kinds.iter()),
        };
        TreasureKinds { spec, kinds, replacements: replacements.to_vec(), made: OnceLock::new() }
    }

    fn made(&self) -> &CountedTreasures {
        let made = || {
            let kinds = self.kinds.iter().map(|kind| (TREASURE_SORT, kind));
            CountedTreasures::new(kinds, &self.replacements, &self.spec.groups, Counting::ByKind)
        };
        self.made.get_or_init(made)
    }
}

impl SubjectRules for TreasureKinds {
    fn spec(&self) -> &SubjectSpec {
        &self.spec
    }

    fn rows(&self) -> &[SubjectRow] {
        self.made().rows()
    }

    fn point_columns(&self, point: Point) -> Vec<String> {
        drops::magic_columns(point)
    }

    fn exact_metrics(&self) -> &[Metric] {
        Counting::ByKind.metrics()
    }

    fn metric_title(&self, metric: Metric) -> &'static str {
        making::metric_title(metric)
    }

    fn exact(&self, point: Point) -> Vec<Chance> {
        let each = (0..self.kinds.len()).map(|position| (position, 1.0));
        self.made().exact(&drops::circumstances(point), each)
    }

    fn has_bounds(&self) -> bool {
        true
    }

    fn draw(&self, point: Point, trials: u64, random: &mut Stream, counts: &mut Counts) {
        let (at, made) = (drops::circumstances(point), self.made());
        for _ in 0..trials {
            (0..self.kinds.len()).for_each(|position| made.add(&made.make(position, &at, random), counts));
        }
    }

    /// Each trial makes one of every kind.
    fn trials_at_once(&self) -> u64 {
        1 << 8
    }
}
