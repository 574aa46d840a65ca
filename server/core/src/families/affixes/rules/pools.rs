//! Pools: the affixes a kind can draw at a level and window of affix levels, with their weights (RULES 2.5.4).

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use super::{
    super::Quirks,
    kind_classes::{KindClass, levels_of},
};
use crate::{
    catalog::{AffixId, Allocation},
    engine::{alias::AliasTable, random::Stream, segments::Segments},
    game::Pool,
};

/// A pool with its alias tables.
#[derive(Debug, Default)]
pub(super) struct CompiledPool {
    pub(super) pool: Arc<Pool>,
    /// Index: bit set of the exclusive affix classes that are used up. The lazily built table of the remaining affixes;
    /// `None` if none remains.
    remaining: [OnceLock<Option<AliasTable>>; 8],
}

/// All pools of a depth, deduplicated.
#[derive(Debug)]
pub(super) struct Pools {
    compiled: Vec<CompiledPool>,
    /// `[kind class][window]`: pool number by level.
    classes: Vec<Vec<Segments>>,
    exclusive: Arc<[u8]>,
}

type Entries = Vec<(AffixId, u32)>;

/// An allocation with the levels at which it applies.
type Line<'a> = (&'a Allocation, (u32, u32));

impl Pools {
    pub(super) fn new(
        classes: &[KindClass],
        windows: &[(u8, u8)],
        depth: Option<u32>,
        exclusive: &Arc<[u8]>,
        quirks: Quirks,
    ) -> Pools {
        let mut pools =
            Pools { compiled: vec![CompiledPool::default()], classes: Vec::new(), exclusive: Arc::clone(exclusive) };
        let mut known = HashMap::from([(Vec::new(), 0)]);
        for class in classes {
            let lines = lines_of(class, depth);
            let windows = windows.iter().map(|window| {
                let ranges = lines.iter().flat_map(|entry| entry.1.iter().map(|line| line.1));
                Segments::new(ranges, |level| pools.number(&mut known, entries(&lines, level, *window, quirks)))
            });
            let windows = windows.collect();
            pools.classes.push(windows);
        }
        pools
    }

    fn number(&mut self, known: &mut HashMap<Entries, u32>, entries: Entries) -> u32 {
        *known.entry(entries).or_insert_with_key(|entries| {
            let pool = Arc::new(pool_of(entries.clone()));
            self.compiled.push(CompiledPool { pool, ..CompiledPool::default() });
            self.compiled.len() as u32 - 1
        })
    }

    /// The pool of a kind class at a level and window.
    #[inline]
    pub(super) fn find(&self, class: u32, level: u32, window: usize) -> &CompiledPool {
        &self.compiled[self.classes[class as usize][window].at(level) as usize]
    }

    /// The pool number of a kind class at a level and window.
    pub(super) fn number_at(&self, class: u32, level: u32, window: usize) -> u32 {
        self.classes[class as usize][window].at(level)
    }

    /// Pool numbers of a kind class by level, one function per window.
    pub(super) fn windows(&self, class: u32) -> &[Segments] {
        &self.classes[class as usize]
    }

    /// A pool by its number.
    pub(super) fn numbered(&self, number: u32) -> &CompiledPool {
        &self.compiled[number as usize]
    }

    /// `[affix]`: number of the class of which an item has one affix at most; 0 for affixes without such a limit.
    pub(super) fn exclusive_groups(&self) -> &[u8] {
        &self.exclusive
    }

    /// The bit of an affix's exclusive class; 0 if it has none.
    #[inline]
    pub(super) fn class_bit(&self, affix: u32) -> u8 {
        (1 << self.exclusive[affix as usize]) & !1
    }

    /// Draws an affix whose exclusive class is not in `used`; `None` if there is none.
    #[inline]
    pub(super) fn draw(&self, pool: &CompiledPool, used: u8, random: &mut Stream) -> Option<u32> {
        // Class 0 is not exclusive, so its bit is never set.
        let remaining = pool.remaining[usize::from(used >> 1 & 7)].get_or_init(|| self.remaining(pool, used));
        remaining.as_ref().map(|alias| alias.draw(random))
    }

    #[cold]
    fn remaining(&self, pool: &CompiledPool, used: u8) -> Option<AliasTable> {
        let free = pool.pool.entries.iter().filter(|entry| used & self.class_bit(entry.0.0) == 0);
        AliasTable::new(free.map(|(id, weight)| (id.0, *weight)))
    }
}

/// A single pool, equal to that of [`Pools`].
pub(super) fn one(class: &KindClass, (level, window): (u32, (u8, u8)), depth: Option<u32>, quirks: Quirks) -> Pool {
    pool_of(entries(&lines_of(class, depth), level, window, quirks))
}

fn pool_of(entries: Entries) -> Pool {
    let total = entries.iter().map(|entry| entry.1).sum();
    Pool { entries, total, chances: None }
}

/// The allocations of a kind class that apply at a depth.
fn lines_of(class: &KindClass, depth: Option<u32>) -> Vec<(AffixId, Vec<Line<'_>>)> {
    let holding = class
        .affixes
        .iter()
        .map(|(id, lines)| (*id, lines.iter().filter_map(|line| Some((line, levels_of(line, depth)?))).collect()));
    holding.collect()
}

/// The weight of each affix: the commonness of its first matching line or, with the quirk off, the sum over all
/// matching lines.
fn entries(lines: &[(AffixId, Vec<Line<'_>>)], level: u32, (lowest, highest): (u8, u8), quirks: Quirks) -> Entries {
    let counted = if quirks.first_allocation_only { 1 } else { usize::MAX };
    let fits = |(line, (first, last)): &&Line<'_>| {
        (*first..=*last).contains(&level) && (lowest..=highest).contains(&line.affix_level)
    };
    lines
        .iter()
        .filter_map(|(id, lines)| {
            let weight = lines.iter().filter(fits).take(counted).map(|(line, _)| line.commonness).sum();
            (weight > 0).then_some((*id, weight))
        })
        .collect()
}
