//! Choosing a kind: the normal table and the table for good and great drops (2.2).

use super::{GREAT_OBJ, MAX_OBJECT_DEPTH, boosted};
use crate::{
    catalog::{Catalog, KindId},
    engine::{alias::Alias, random::Stream},
};

/// One table per level 0..=100, for normal drops and for good ones.
#[derive(Debug)]
pub(super) struct KindTables {
    normal: Vec<Option<Alias>>,
    good: Vec<Option<Alias>>,
}

impl KindTables {
    pub(super) fn new(catalog: &Catalog) -> KindTables {
        let table = |good_only: bool, level: u32| {
            let kinds = catalog.kinds.iter().enumerate();
            Alias::new(kinds.filter(|(_, kind)| kind.good || !good_only).filter_map(|(at, kind)| {
                let allocation = kind.allocation.filter(|line| (line.min..=line.max).contains(&level))?;
                Some((at as u32, allocation.commonness))
            }))
        };
        let tables = |good_only| (0..=MAX_OBJECT_DEPTH).map(|level| table(good_only, level)).collect();
        KindTables { normal: tables(false), good: tables(true) }
    }

    /// The table of a level; `None` where it is empty.
    pub(super) fn table(&self, good: bool, level: u32) -> Option<&Alias> {
        let tables = if good { &self.good } else { &self.normal };
        tables[level.min(MAX_OBJECT_DEPTH) as usize].as_ref()
    }

    /// Draws a kind at a level, which may be boosted first.
    #[inline]
    pub(super) fn draw(&self, good: bool, level: u32, random: &mut Stream) -> Option<KindId> {
        let level = if level > 0 && random.one_in(GREAT_OBJ) {
            boosted(level, MAX_OBJECT_DEPTH, random.one_to(MAX_OBJECT_DEPTH))
        } else {
            level
        };
        self.table(good, level).map(|table| KindId(table.draw(random)))
    }
}
