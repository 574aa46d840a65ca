//! Which rows of a tally a made treasure is counted in, drawn and computed.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    super::treasure::Treasure,
    Making,
    amount::Amount,
    made::{Field, MadeTreasure},
    means::Means,
    rolls::Circumstances,
    rows::Rows,
};
use crate::{
    batch::{Counts, Metric},
    engine::random::Stream,
    game::{Chance, SubjectRow},
};

/// What is counted, in the order of rows' metrics.
pub(in super::super) const METRICS: [Metric; 13] = [
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
];
/// Which row states and numbers are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Counting {
    /// That of the sort of item: only numbers that differ from the table's.
    BySort,
    /// That of the kind: also its `p1`; bonuses of all that are magic or cursed.
    ByKind,
}

/// The key of what isn't counted.
pub(super) const NOT_COUNTED: u32 = u32::MAX;

/// A treasure of the table with all that can be made of it.
#[derive(Debug)]
pub(super) struct CountedKind {
    pub(super) making: Making,
    /// The row of the kind.
    pub(super) kind: u32,
    /// The table's numbers, in the order of [`Field::ALL`].
    pub(super) table: [i64; Field::ALL.len()],
    pub(super) state: Option<StateRows>,
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
    /// Its numbers, in the order of [`Field::ALL`]; none is the table's.
    pub(super) numbers: [Amount; Field::ALL.len()],
    /// The rows of the values of each, in their order; empty where none is counted.
    pub(super) rows: [Arc<[u32]>; Field::ALL.len()],
    /// The row of those that are worth nothing, and what the table says they are worth.
    pub(super) worthless: Option<(u32, i64)>,
}

impl WayRows {
    /// Whether it is not plain whatever its numbers are.
    pub(super) fn is_marked(&self) -> bool {
        self.made.replacement.is_some() || !self.made.suffixes[0].is_empty() || self.made.is_cursed
    }
}

/// All treasures of a table with the rows that they are counted in.
#[derive(Debug)]
pub(in super::super) struct CountedTreasures {
    counting: Counting,
    kinds: Vec<CountedKind>,
    rows: Vec<SubjectRow>,
}

impl CountedTreasures {
    /// These treasures, some of which may become one of these replacements. `groups` are what pages list sorts of items
    /// under.
    pub(in super::super) fn new<'a>(
        treasures: impl Iterator<Item = &'a Treasure>,
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
        let kinds = treasures
            .map(|treasure| {
                let making = Making::of(treasure);
                rows.kind(treasure, making, &made_of(making))
            })
            .collect();
        CountedTreasures { counting, kinds, rows: rows.rows() }
    }

    /// All rows.
    pub(in super::super) fn rows(&self) -> &[SubjectRow] {
        &self.rows
    }

    /// The mean counts of rows, for treasures by position each of which is made so often.
    pub(in super::super) fn exact(
        &self,
        at: &Circumstances,
        often: impl IntoIterator<Item = (usize, f64)>,
    ) -> Vec<Chance> {
        let mut means = Means::new(self.rows.len(), at);
        let mut ways_of: BTreeMap<Making, Vec<(MadeTreasure, f64)>> = BTreeMap::new();
        for (position, often) in often {
            let kind = &self.kinds[position];
            means.add(kind.kind, often, 0.0);
            for (made, chance) in ways_of.entry(kind.making).or_insert_with(|| kind.making.ways(at)) {
                if let Some(way) = kind.way(made) {
                    means.way(kind, way, often * *chance, self.counting);
                }
            }
        }
        means.chances()
    }

    /// Makes the treasure at a position and counts it.
    pub(in super::super) fn count(
        &self,
        position: usize,
        at: &Circumstances,
        random: &mut Stream,
        counts: &mut Counts,
    ) {
        let kind = &self.kinds[position];
        counts.add(kind.kind);
        let Some(way) = kind.way(&kind.making.make(at, random)) else { return };
        way.certain.iter().for_each(|key| counts.add(*key));
        let drawn = way.numbers.map(|amount| amount.draw(at.level, at.difficulty, random));
        let is_plain = kind.is_plain(way, &drawn.map(|(_, value)| value));
        if let Some(state) = kind.state {
            counts.add(state.of(way, is_plain));
        }
        for (field, (rows, (position, _))) in Field::ALL.into_iter().zip(way.rows.iter().zip(drawn)) {
            if let Some(key) = rows.get(position).filter(|key| **key != NOT_COUNTED)
                && !(is_plain && self.counting.leaves_plain_out(field))
            {
                counts.add(*key);
            }
        }
        if let Some((key, table)) = way.worthless
            && way.made.price.with(table, &drawn.map(|(_, value)| value)) <= 0
        {
            counts.add(key);
        }
    }
}

/// All that a rule can make anywhere, rising. At the deepest level everything can come that can come at all.
fn all_made(making: Making) -> Arc<[MadeTreasure]> {
    let at = |is_forced| Circumstances { is_forced, ..Circumstances::EVERYTHING };
    let both = [false, true].into_iter().flat_map(|is_forced| making.ways(&at(is_forced)));
    let made: BTreeSet<MadeTreasure> = both.map(|(made, _)| made).collect();
    made.into_iter().collect()
}

impl Counting {
    /// Whether a number of plain ones isn't counted.
    pub(super) fn leaves_plain_out(self, field: Field) -> bool {
        self == Counting::ByKind && matches!(field, Field::ToHit | Field::ToDam | Field::ToAc)
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

impl CountedKind {
    fn way(&self, made: &MadeTreasure) -> Option<&WayRows> {
        let found = self.ways.binary_search_by(|way| way.made.cmp(made));
        debug_assert!(found.is_ok(), "{:?} makes {made:?}", self.making);
        found.ok().map(|at| &self.ways[at])
    }

    /// Whether one of these numbers is as the table has it. How long a light burns and how many there are don't matter.
    fn is_plain(&self, way: &WayRows, numbers: &[i64; Field::ALL.len()]) -> bool {
        !way.is_marked() && self.telling().all(|field| numbers[field as usize] == self.table[field as usize])
    }

    /// The numbers that tell whether something is magic.
    pub(super) fn telling(&self) -> impl Iterator<Item = Field> {
        let is_light = matches!(self.making, Making::Light(_));
        Field::ALL.into_iter().filter(move |field| match field {
            Field::P1 => !is_light,
            Field::Number => false,
            _ => true,
        })
    }
}
