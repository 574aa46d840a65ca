//! Which rows of a tally a made treasure is counted in, drawn and computed.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    super::treasure::Treasure,
    Making,
    amount::Amount,
    made::{MadeTreasure, NumberField},
    means::Means,
    rolls::Circumstances,
    rows::Rows,
    values,
};
use affixboard_model::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{Chance, SubjectRow},
};

/// What is counted, in the order of rows' metrics.
pub(crate) const METRICS: [Metric; 15] = [
    Metric::KIND,
    Metric("ego"),
    Metric("ego_by_tval"),
    Metric("state"),
    Metric("p1"),
    Metric("tohit"),
    Metric("todam"),
    Metric("ac"),
    Metric("toac"),
    Metric("number"),
    Metric("replaced"),
    Metric("tval_change"),
    Metric("worthless"),
    Metric("value"),
    Metric("value_by_tval"),
];
/// What is counted by sort of item, as pages list it: how long lights burn and how many charges there are is no sort's.
const BY_SORT: [Metric; 14] = [
    METRICS[0],
    METRICS[2],
    METRICS[1],
    METRICS[3],
    METRICS[5],
    METRICS[6],
    METRICS[8],
    METRICS[7],
    METRICS[9],
    METRICS[10],
    METRICS[11],
    METRICS[12],
    METRICS[13],
    METRICS[14],
];
/// What is counted by kind, as pages list it: each kind is made once, which is listed last.
const BY_KIND: [Metric; 13] = [
    METRICS[3],
    METRICS[1],
    METRICS[4],
    METRICS[5],
    METRICS[6],
    METRICS[8],
    METRICS[7],
    METRICS[9],
    METRICS[10],
    METRICS[11],
    METRICS[12],
    METRICS[13],
    METRICS[0],
];

/// What pages call a metric.
pub(crate) fn metric_title(metric: Metric) -> &'static str {
    match metric.0 {
        "ego" => "special name",
        "ego_by_tval" => "special name by sort",
        "tohit" => "to hit",
        "todam" => "to damage",
        "ac" => "armour class",
        "toac" => "to armour class",
        "tval_change" => "becomes another sort",
        "value" => "value in gold",
        "value_by_tval" => "value in gold by sort",
        name => name,
    }
}

/// Which row states and numbers are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    /// That of the sort of item: only numbers that differ from the table's.
    BySort,
    /// That of the kind: also its `p1`; bonuses of all that are magic or cursed.
    ByKind,
}

/// The key of what isn't counted.
pub(super) const NOT_COUNTED: u32 = u32::MAX;

/// A treasure of the table with all that can be made of it.
#[derive(Debug)]
pub(super) struct MadeKind {
    pub(super) making: Making,
    /// The row of the kind.
    pub(super) kind: u32,
    /// The table's numbers, in the order of [`NumberField::ALL`].
    pub(super) table: [i64; NumberField::ALL.len()],
    pub(super) state: Option<StateRows>,
    /// The rows of what it can be worth, by step: each list is of its own metric, and has [`NOT_COUNTED`] where nothing can
    /// be worth that.
    pub(super) values: Vec<Arc<[u32]>>,
    /// Rising by what is made.
    pub(super) ways: Vec<WayRows>,
}

/// The rows of states.
#[derive(Debug, Clone, Copy)]
pub(super) struct StateRows {
    pub(super) plain: u32,
    pub(super) magic: u32,
    pub(super) cursed: u32,
}

/// One way to make a treasure, with its rows.
#[derive(Debug)]
pub(super) struct WayRows {
    pub(super) made: MadeTreasure,
    /// Rows that it is counted in whatever its numbers are.
    pub(super) certain: Vec<u32>,
    /// Its numbers, in the order of [`NumberField::ALL`]; none is the table's.
    pub(super) numbers: [Amount; NumberField::ALL.len()],
    /// The rows of the values of each, in their order; empty where none is counted.
    pub(super) rows: [Arc<[u32]>; NumberField::ALL.len()],
    /// The row of those that are worth nothing.
    pub(super) worthless: Option<u32>,
    /// What the table says it is worth, in iron.
    pub(super) cost: i64,
}

impl WayRows {
    /// Whether it is not plain whatever its numbers are.
    pub(super) fn is_marked(&self) -> bool {
        self.made.replacement.is_some() || !self.made.suffixes[0].is_empty() || self.made.is_cursed
    }

    /// What it can be worth, by step, wherever it is made.
    pub(super) fn possible_worth(&self) -> [bool; values::STEPS] {
        let mut possible = [false; values::STEPS];
        self.add_possible_worth(self.made.price.of, &mut [0; NumberField::ALL.len()], &mut possible);
        possible
    }

    /// Goes through all values of these numbers; the others are known.
    fn add_possible_worth(
        &self,
        of: &[NumberField],
        numbers: &mut [i64; NumberField::ALL.len()],
        possible: &mut [bool; values::STEPS],
    ) {
        let Some((field, others)) = of.split_first() else {
            possible[values::step(self.made.price.with(self.cost, numbers))] = true;
            return;
        };
        for value in self.numbers[*field as usize].values() {
            numbers[*field as usize] = value;
            self.add_possible_worth(others, numbers, possible);
        }
    }

    /// How far a chance that depends on the price may be off.
    pub(super) fn price_error(&self) -> f64 {
        self.made.price.of.iter().map(|field| self.numbers[*field as usize].error()).sum()
    }
}

/// All treasures of a table with the rows that they are counted in.
#[derive(Debug)]
pub(crate) struct CountedTreasures {
    counting: Counting,
    kinds: Vec<MadeKind>,
    rows: Vec<SubjectRow>,
}

impl CountedTreasures {
    /// These treasures, each an entry of a sort of entries, some of which may become one of these replacements. `groups` are
    /// what pages list sorts of items under.
    pub(crate) fn new<'a>(
        treasures: impl Iterator<Item = (u8, &'a Treasure)>,
        replacements: &[Treasure],
        groups: &[String],
        counting: Counting,
    ) -> CountedTreasures {
        let mut rows = Rows::new(groups, replacements, counting);
        let mut of_making = BTreeMap::new();
        let mut made_of = |making: Making| {
            let made: &Arc<[MadeTreasure]> = of_making.entry(making).or_insert_with(|| all_made(making));
            made.clone()
        };
        let mut kinds: Vec<MadeKind> = treasures
            .map(|(sort, treasure)| {
                let making = Making::of(treasure);
                rows.kind((sort, treasure), making, &made_of(making))
            })
            .collect();
        rows.values(&mut kinds);
        CountedTreasures { counting, kinds, rows: rows.rows() }
    }

    /// All rows.
    pub(crate) fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    /// How many treasures there are.
    pub(crate) fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// The mean counts of rows, for treasures by position each of which is made so often.
    pub(crate) fn exact(&self, at: &Circumstances, often: impl IntoIterator<Item = (usize, f64)>) -> Vec<Chance> {
        let mut means = Means::new(self.rows.len(), at);
        let often: Vec<(usize, f64)> = often.into_iter().collect();
        for (position, often) in &often {
            means.add(self.kinds[*position].kind, *often, 0.0);
        }
        self.each_way(at, often, &mut |kind, way, often| means.way(kind, way, often, self.counting));
        means.chances()
    }

    /// As [`CountedTreasures::exact`], but of what is made only so much counts, by what it is worth in iron.
    pub(crate) fn weighed(
        &self,
        at: &Circumstances,
        often: impl IntoIterator<Item = (usize, f64)>,
        weigh: &dyn Fn(i64) -> f64,
    ) -> Vec<Chance> {
        let mut means = Means::new(self.rows.len(), at);
        self.each_way(at, often, &mut |kind, way, often| means.weighed_way(kind, way, often, self.counting, weigh));
        means.chances()
    }

    /// How much of what is made counts in all, by what it is worth in iron.
    pub(crate) fn share(
        &self,
        at: &Circumstances,
        often: impl IntoIterator<Item = (usize, f64)>,
        weigh: &dyn Fn(i64) -> f64,
    ) -> f64 {
        let mut means = Means::new(0, at);
        let mut sum = 0.0;
        self.each_way(at, often, &mut |_, way, often| {
            sum += often * means.worths(way).iter().map(|worth| worth.chance * weigh(worth.iron)).sum::<f64>();
        });
        sum
    }

    /// All ways of treasures by position, each with how often it is made.
    fn each_way(
        &self,
        at: &Circumstances,
        often: impl IntoIterator<Item = (usize, f64)>,
        each: &mut dyn FnMut(&MadeKind, &WayRows, f64),
    ) {
        let mut ways_of: BTreeMap<Making, Vec<(MadeTreasure, f64)>> = BTreeMap::new();
        for (position, often) in often {
            let kind = &self.kinds[position];
            for (made, chance) in ways_of.entry(kind.making).or_insert_with(|| kind.making.ways(at)) {
                if let Some(way) = kind.way(made) {
                    each(kind, way, often * *chance);
                }
            }
        }
    }

    /// Makes the treasure at a position.
    pub(crate) fn make(&self, position: usize, at: &Circumstances, random: &mut Stream) -> DrawnTreasure {
        let kind = &self.kinds[position];
        let Some((way, found)) = kind.way_at(&kind.making.make(at, random)) else {
            return DrawnTreasure { position, ..DrawnTreasure::default() };
        };
        let drawn = found.numbers.map(|amount| amount.draw(at.level, at.difficulty, random));
        let values = drawn.map(|(_, value)| value);
        let worth = found.made.price.with(found.cost, &values);
        DrawnTreasure { position, way, places: drawn.map(|(place, _)| place), values, worth }
    }

    /// Counts a treasure that was made.
    pub(crate) fn add(&self, made: &DrawnTreasure, counts: &mut Counts) {
        let kind = &self.kinds[made.position];
        let Some(way) = kind.ways.get(made.way) else { return };
        counts.add(kind.kind);
        way.certain.iter().for_each(|key| counts.add(*key));
        let is_plain = kind.is_plain(way, &made.values);
        if let Some(state) = kind.state {
            counts.add(state.of(way, is_plain));
        }
        for (field, (rows, place)) in NumberField::ALL.into_iter().zip(way.rows.iter().zip(made.places)) {
            if let Some(key) = rows.get(place).filter(|key| **key != NOT_COUNTED)
                && !(is_plain && self.counting.leaves_plain_out(field))
            {
                counts.add(*key);
            }
        }
        if let Some(key) = way.worthless.filter(|_| made.worth <= 0) {
            counts.add(key);
        }
        let step = values::step(made.worth);
        let of_value = kind.values.iter().filter_map(|rows| rows.get(step).filter(|key| **key != NOT_COUNTED));
        of_value.for_each(|key| counts.add(*key));
    }
}

/// A treasure that was made.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct DrawnTreasure {
    position: usize,
    way: usize,
    /// Of each number the position among those that it can be.
    places: [usize; NumberField::ALL.len()],
    values: [i64; NumberField::ALL.len()],
    /// What it is worth, in iron.
    pub(crate) worth: i64,
}

/// All that a rule can make anywhere, rising. At the deepest level everything can come that can come at all.
fn all_made(making: Making) -> Arc<[MadeTreasure]> {
    let at = |is_forced| Circumstances { is_forced, ..Circumstances::EVERYTHING };
    let both = [false, true].into_iter().flat_map(|is_forced| making.ways(&at(is_forced)));
    let made: BTreeSet<MadeTreasure> = both.map(|(made, _)| made).collect();
    made.into_iter().collect()
}

impl Counting {
    /// What is counted, as pages list it.
    pub(crate) fn metrics(self) -> &'static [Metric] {
        match self {
            Counting::BySort => &BY_SORT,
            Counting::ByKind => &BY_KIND,
        }
    }

    /// Whether a number of plain ones isn't counted.
    pub(super) fn leaves_plain_out(self, field: NumberField) -> bool {
        self == Counting::ByKind && matches!(field, NumberField::ToHit | NumberField::ToDam | NumberField::ToAc)
    }
}

impl StateRows {
    pub(super) fn of(self, way: &WayRows, is_plain: bool) -> u32 {
        match (way.made.is_cursed, is_plain) {
            (true, _) => self.cursed,
            (_, true) => self.plain,
            _ => self.magic,
        }
    }
}

impl MadeKind {
    fn way(&self, made: &MadeTreasure) -> Option<&WayRows> {
        self.way_at(made).map(|(_, way)| way)
    }

    fn way_at(&self, made: &MadeTreasure) -> Option<(usize, &WayRows)> {
        let found = self.ways.binary_search_by(|way| way.made.cmp(made));
        debug_assert!(found.is_ok(), "{:?} makes {made:?}", self.making);
        found.ok().map(|at| (at, &self.ways[at]))
    }

    /// Whether one of these numbers is as the table has it. How long a light burns and how many there are don't matter.
    fn is_plain(&self, way: &WayRows, numbers: &[i64; NumberField::ALL.len()]) -> bool {
        !way.is_marked() && self.telling().all(|field| numbers[field as usize] == self.table[field as usize])
    }

    /// The numbers that tell whether something is magic.
    pub(super) fn telling(&self) -> impl Iterator<Item = NumberField> {
        let is_light = matches!(self.making, Making::Light(_));
        NumberField::ALL.into_iter().filter(move |field| match field {
            NumberField::P1 => !is_light,
            NumberField::Number => false,
            _ => true,
        })
    }
}
