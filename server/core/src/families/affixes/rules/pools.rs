//! Pools: which affixes a kind may draw at a level and window of affix levels, with their weights (2.5.4).

use std::{collections::HashMap, sync::Arc};

use super::{
    super::Quirks,
    tables::{Class, levels_of},
};
use crate::{
    catalog::{AffixId, Allocation},
    engine::{alias::Alias, random::Stream, segments::Segments},
    games::Pool,
};

/// A pool and the table to draw from it.
#[derive(Debug, Clone, Default)]
pub(super) struct Compiled {
    pub(super) pool: Arc<Pool>,
    pub(super) alias: Option<Alias>,
    /// The weight of each class of affixes of which an item has at most one; class 0 is free.
    classes: [u32; 4],
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
            let lines: Vec<(AffixId, Vec<Line<'_>>)> = class
                .affixes
                .iter()
                .map(|(id, lines)| {
                    (*id, lines.iter().filter_map(|line| Some((line, levels_of(line, depth)?))).collect())
                })
                .collect();
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
            let total = entries.iter().map(|entry| entry.1).sum();
            let alias = Alias::new(entries.iter().map(|(id, weight)| (id.0, *weight)));
            let mut classes = [0; 4];
            for (id, weight) in entries {
                classes[usize::from(self.exclusive[id.at()])] += weight;
            }
            let pool = Arc::new(Pool { entries: entries.clone(), total });
            self.compiled.push(Compiled { pool, alias, classes });
            self.compiled.len() as u32 - 1
        })
    }

    /// The pool of a class of kinds at a level and window.
    #[inline]
    pub(super) fn find(&self, class: u32, level: u32, window: usize) -> &Compiled {
        &self.compiled[self.classes[class as usize][window].at(level) as usize]
    }

    /// The windows of a class, each over levels.
    pub(super) fn windows(&self, class: u32) -> &[Segments] {
        &self.classes[class as usize]
    }

    /// A pool by its number.
    pub(super) fn numbered(&self, number: u32) -> &Compiled {
        &self.compiled[number as usize]
    }

    /// The bit of an affix's class, if an item can have only one of that class.
    #[inline]
    pub(super) fn class_bit(&self, affix: u32) -> u8 {
        (1 << self.exclusive[affix as usize]) & !1
    }

    /// Draws an affix whose class is not among those `used`; `None` where there is none.
    #[inline]
    pub(super) fn draw(&self, pool: &Compiled, used: u8, random: &mut Stream) -> Option<u32> {
        let alias = pool.alias.as_ref()?;
        if used == 0 {
            return Some(alias.draw(random));
        }
        let taken: u32 = (1..4).filter(|class| used >> class & 1 == 1).map(|class| pool.classes[class]).sum();
        let left = alias.total() - taken;
        if left == 0 {
            return None;
        }
        if left * 8 < alias.total() {
            return self.scan(pool, used, random.below(left));
        }
        // Drawing until one is free is the same as drawing among the free ones.
        loop {
            let affix = alias.draw(random);
            if used & self.class_bit(affix) == 0 {
                return Some(affix);
            }
        }
    }

    fn scan(&self, pool: &Compiled, used: u8, mut roll: u32) -> Option<u32> {
        let free = pool.pool.entries.iter().filter(|entry| used & self.class_bit(entry.0.0) == 0);
        for (id, weight) in free {
            if roll < *weight {
                return Some(id.0);
            }
            roll -= weight;
        }
        None
    }
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
