//! Pools: which affixes a kind may draw at a level and window of affix levels, with their weights (2.5.4).

use std::{
    collections::HashMap,
    sync::{Arc, OnceLock},
};

use super::{
    super::Quirks,
    tables::{Class, levels_of},
};
use crate::{
    catalog::{AffixId, Allocation},
    engine::{alias::Alias, random::Stream, segments::Segments},
    game::Pool,
};

/// A pool and the tables to draw from it.
#[derive(Debug, Default)]
pub(super) struct Compiled {
    pub(super) pool: Arc<Pool>,
    /// By which of the classes of which an item has at most one are used up: the table of what is left, made when first
    /// asked for; `None` where nothing is left.
    left: [OnceLock<Option<Alias>>; 8],
}

/// All pools of a depth. Equal pools are stored once.
#[derive(Debug)]
pub(super) struct Pools {
    compiled: Vec<Compiled>,
    /// By class of kind and window: pool numbers over levels.
    classes: Vec<Vec<Segments>>,
    exclusive: Arc<[u8]>,
}

type Entries = Vec<(AffixId, u32)>;

/// An allocation with the levels in which it holds.
type Line<'a> = (&'a Allocation, (u32, u32));

impl Pools {
    pub(super) fn new(
        classes: &[Class],
        windows: &[(u8, u8)],
        depth: Option<u32>,
        exclusive: &Arc<[u8]>,
        quirks: Quirks,
    ) -> Pools {
        let mut pools =
            Pools { compiled: vec![Compiled::default()], classes: Vec::new(), exclusive: Arc::clone(exclusive) };
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
            self.compiled.push(Compiled { pool, ..Compiled::default() });
            self.compiled.len() as u32 - 1
        })
    }

    /// The pool of a class of kinds at a level and window.
    #[inline]
    pub(super) fn find(&self, class: u32, level: u32, window: usize) -> &Compiled {
        &self.compiled[self.classes[class as usize][window].at(level) as usize]
    }

    /// The number of the pool of a class of kinds at a level and window.
    pub(super) fn number_at(&self, class: u32, level: u32, window: usize) -> u32 {
        self.classes[class as usize][window].at(level)
    }

    /// The windows of a class, each over levels.
    pub(super) fn windows(&self, class: u32) -> &[Segments] {
        &self.classes[class as usize]
    }

    /// A pool by its number.
    pub(super) fn numbered(&self, number: u32) -> &Compiled {
        &self.compiled[number as usize]
    }

    /// `[affix]`: number of the class of which an item has one affix at most; 0 for affixes without such a limit.
    pub(super) fn exclusive_groups(&self) -> &[u8] {
        &self.exclusive
    }

    /// The bit of an affix's class, if an item can have only one of that class.
    #[inline]
    pub(super) fn class_bit(&self, affix: u32) -> u8 {
        (1 << self.exclusive[affix as usize]) & !1
    }

    /// Draws an affix whose class is not among those `used`; `None` where there is none.
    #[inline]
    pub(super) fn draw(&self, pool: &Compiled, used: u8, random: &mut Stream) -> Option<u32> {
        // Class 0 is free, so its bit is never set.
        let left = pool.left[usize::from(used >> 1 & 7)].get_or_init(|| self.left(pool, used));
        left.as_ref().map(|alias| alias.draw(random))
    }

    #[cold]
    fn left(&self, pool: &Compiled, used: u8) -> Option<Alias> {
        let free = pool.pool.entries.iter().filter(|entry| used & self.class_bit(entry.0.0) == 0);
        Alias::new(free.map(|(id, weight)| (id.0, *weight)))
    }
}

/// The pool of a class at a level and window, as it is among all pools of a depth.
pub(super) fn one(class: &Class, (level, window): (u32, (u8, u8)), depth: Option<u32>, quirks: Quirks) -> Pool {
    pool_of(entries(&lines_of(class, depth), level, window, quirks))
}

fn pool_of(entries: Entries) -> Pool {
    let total = entries.iter().map(|entry| entry.1).sum();
    Pool { entries, total, chances: None }
}

/// The lines of a class that hold at a depth.
fn lines_of(class: &Class, depth: Option<u32>) -> Vec<(AffixId, Vec<Line<'_>>)> {
    let holding = class
        .affixes
        .iter()
        .map(|(id, lines)| (*id, lines.iter().filter_map(|line| Some((line, levels_of(line, depth)?))).collect()));
    holding.collect()
}

/// Per affix the first line that fits; its commonness is the weight, other lines of the affix are not added, unless the
/// quirk is off.
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
