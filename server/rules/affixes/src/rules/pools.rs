//! Pools: the affixes a kind can draw at a level and window of affix levels, with their weights (RULES 2.5.4).

use std::{
    borrow::Borrow,
    collections::{HashMap, HashSet},
    hash::{Hash, Hasher},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use super::{
    super::Quirks,
    kind_classes::{KindClass, levels_of},
};
use affixboard_model::{
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

/// All pools of a depth, deduplicated. Each is made when it is first asked for: drops of a depth need few of them, as they
/// draw at a few levels and from a few windows.
#[derive(Debug)]
pub(super) struct Pools {
    /// `[kind class]`.
    classes: Vec<ClassPools>,
    allocations: Arc<[KindClass]>,
    windows: &'static [(u8, u8)],
    depth: Option<u32>,
    exclusive: Arc<[u8]>,
    quirks: Quirks,
    /// Those made so far, so that equal ones are made once.
    distinct: Mutex<HashSet<ByEntries>>,
    numbers: OnceLock<PoolNumbers>,
}

/// The pools of a kind class.
#[derive(Debug)]
struct ClassPools {
    /// Run number by level; a run is the levels between two at which an allocation begins or ends.
    runs: Segments,
    /// `[window][run]`.
    pools: Box<[OnceLock<Arc<CompiledPool>>]>,
}

impl ClassPools {
    fn at(&self, level: u32, window: usize) -> usize {
        window * self.runs.starts().len() + self.runs.at(level) as usize
    }
}

/// The distinct pools of a depth with their numbers: 0 is the empty one, the others are in the order in which they occur by
/// kind class, window and level. Sums go by number, so it must not depend on which pool was asked for first.
#[derive(Debug)]
struct PoolNumbers {
    pools: Vec<Arc<CompiledPool>>,
    /// `[kind class][window][run]`: pool number.
    of_class: Vec<Box<[u32]>>,
}

/// A pool, found by its entries.
#[derive(Debug)]
struct ByEntries(Arc<CompiledPool>);

impl Borrow<[(AffixId, u32)]> for ByEntries {
    fn borrow(&self) -> &[(AffixId, u32)] {
        &self.0.pool.entries
    }
}

impl PartialEq for ByEntries {
    fn eq(&self, other: &ByEntries) -> bool {
        self.0.pool.entries == other.0.pool.entries
    }
}

impl Eq for ByEntries {}

impl Hash for ByEntries {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // As a slice's, by which it is looked up.
        self.0.pool.entries.as_slice().hash(state);
    }
}

type Entries = Vec<(AffixId, u32)>;

impl Pools {
    pub(super) fn new(
        classes: &Arc<[KindClass]>,
        windows: &'static [(u8, u8)],
        depth: Option<u32>,
        exclusive: &Arc<[u8]>,
        quirks: Quirks,
    ) -> Pools {
        let of_class = |class: &KindClass| {
            let lines = class.affixes.iter().flat_map(|entry| &entry.1);
            let mut number = 0..;
            let runs =
                Segments::new(lines.filter_map(|line| levels_of(line, depth)), |_| number.next().unwrap_or_default());
            let pools = (0..windows.len() * runs.starts().len()).map(|_| OnceLock::new()).collect();
            ClassPools { runs, pools }
        };
        Pools {
            classes: classes.iter().map(of_class).collect(),
            allocations: Arc::clone(classes),
            windows,
            depth,
            exclusive: Arc::clone(exclusive),
            quirks,
            distinct: Mutex::default(),
            numbers: OnceLock::new(),
        }
    }

    /// The pool of a kind class at a level and window.
    #[inline]
    pub(super) fn find(&self, class: u32, level: u32, window: usize) -> &CompiledPool {
        self.shared(class, level, window)
    }

    #[inline]
    fn shared(&self, class: u32, level: u32, window: usize) -> &Arc<CompiledPool> {
        let of_class = &self.classes[class as usize];
        of_class.pools[of_class.at(level, window)].get_or_init(|| self.make(class, level, window))
    }

    /// The pool of a run of levels, or the equal one that is there.
    #[cold]
    fn make(&self, class: u32, level: u32, window: usize) -> Arc<CompiledPool> {
        let runs = &self.classes[class as usize].runs;
        let level = runs.starts()[runs.at(level) as usize];
        let of_class = &self.allocations[class as usize];
        self.distinct(entries(of_class, (level, self.windows[window]), self.depth, self.quirks))
    }

    fn distinct(&self, entries: Entries) -> Arc<CompiledPool> {
        let mut distinct = self.distinct.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = distinct.get(entries.as_slice()) {
            return Arc::clone(&known.0);
        }
        let made = Arc::new(CompiledPool { pool: Arc::new(pool_of(entries)), ..CompiledPool::default() });
        distinct.insert(ByEntries(Arc::clone(&made)));
        made
    }

    /// The number of the pool of a kind class at a level and window.
    pub(super) fn number_at(&self, class: u32, level: u32, window: usize) -> u32 {
        self.numbers().of_class[class as usize][self.classes[class as usize].at(level, window)]
    }

    /// A pool by its number.
    pub(super) fn numbered(&self, number: u32) -> &CompiledPool {
        &self.numbers().pools[number as usize]
    }

    /// The numbers of all pools, for which all are made.
    fn numbers(&self) -> &PoolNumbers {
        self.numbers.get_or_init(|| {
            let empty = self.distinct(Vec::new());
            let mut known = HashMap::from([(Arc::as_ptr(&empty), 0)]);
            let mut pools = vec![empty];
            let of_class = (0..).zip(&self.classes).map(|(class, of_class)| {
                let all = (0..self.windows.len())
                    .flat_map(|window| of_class.runs.starts().iter().map(move |start| (*start, window)));
                let number = |(start, window)| {
                    let pool = self.shared(class, start, window);
                    *known.entry(Arc::as_ptr(pool)).or_insert_with(|| {
                        pools.push(Arc::clone(pool));
                        pools.len() as u32 - 1
                    })
                };
                all.map(number).collect()
            });
            let of_class = of_class.collect();
            PoolNumbers { pools, of_class }
        })
    }

    /// Runs of levels (first, last) of a kind class, over each of which a window has one pool.
    pub(super) fn runs(&self, class: u32) -> impl Iterator<Item = (u32, u32)> {
        self.classes[class as usize].runs.runs().map(|(first, last, _)| (first, last))
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
    pool_of(entries(class, (level, window), depth, quirks))
}

fn pool_of(entries: Entries) -> Pool {
    let total = entries.iter().map(|entry| entry.1).sum();
    Pool { entries, total, chances: None }
}

/// The weight of each affix: the commonness of its first matching line or, with the quirk off, the sum over all
/// matching lines.
fn entries(
    class: &KindClass,
    (level, (lowest, highest)): (u32, (u8, u8)),
    depth: Option<u32>,
    quirks: Quirks,
) -> Entries {
    let counted = if quirks.first_allocation_only { 1 } else { usize::MAX };
    let fits = |line: &&Allocation| {
        (lowest..=highest).contains(&line.affix_level)
            && levels_of(line, depth).is_some_and(|(first, last)| (first..=last).contains(&level))
    };
    let of_affix = |(id, lines): &(AffixId, Vec<Allocation>)| {
        let weight = lines.iter().filter(fits).take(counted).map(|line| line.commonness).sum();
        (weight > 0).then_some((*id, weight))
    };
    class.affixes.iter().filter_map(of_affix).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use affixboard_model::text::{FileId, Span};

    const WINDOWS: &[(u8, u8)] = &[(0, 1), (1, 2), (0, 2), (2, 2)];
    const QUIRKS: Quirks = Quirks {
        theme_score_is_byte: true,
        no_minimum: 255,
        commonness_is_byte: true,
        loses_records: true,
        one_affix_makes_theme: true,
        theme_without_affix: true,
        first_allocation_only: true,
        maximum_by_raised_level: true,
        magic_at_raised_level: true,
        dice_wrap: true,
        launchers_are_not_good: true,
    };

    fn allocation() -> impl Strategy<Value = Allocation> {
        (0_u8..3, 0_u32..3, 0_u32..40, 0_u32..256).prop_map(|(affix_level, commonness, min, max)| Allocation {
            tval: 23,
            min_sval: 0,
            max_sval: 99,
            affix_level,
            commonness,
            min,
            max,
            line: Span { file: FileId(0), start: 0, end: 0 },
        })
    }

    /// Few affixes and weights, so that classes, windows and levels share pools.
    fn classes() -> impl Strategy<Value = Arc<[KindClass]>> {
        let affixes = prop::collection::vec(prop::collection::vec(allocation(), 1..3), 0..4);
        let class = affixes
            .prop_map(|affixes| KindClass { affixes: (0..).map(AffixId).zip(affixes).collect(), themes: Vec::new() });
        prop::collection::vec(class, 1..4).prop_map(Into::into)
    }

    proptest! {
        /// Pools are what the lines say at every level, equal ones are one, and each has the number it would have if all were
        /// made in order, whichever was asked for first.
        #[test]
        fn pools_and_numbers_do_not_depend_on_what_is_asked_first(
            classes in classes(),
            depth in prop::option::of(0_u32..60),
            first_allocation_only in any::<bool>(),
            asked in prop::collection::vec((0_usize..4, 0_u32..300, 0_usize..4), 0..8),
        ) {
            let quirks = Quirks { first_allocation_only, ..QUIRKS };
            let exclusive: Arc<[u8]> = Arc::new([]);
            let pools = Pools::new(&classes, WINDOWS, depth, &exclusive, quirks);
            for (class, level, window) in asked {
                pools.find((class % classes.len()) as u32, level, window);
            }
            let mut numbers = HashMap::from([(Vec::new(), 0)]);
            for (at, class) in (0..).zip(classes.iter()) {
                for (window, levels) in WINDOWS.iter().enumerate() {
                    for level in 0..300 {
                        let expected = one(class, (level, *levels), depth, quirks);
                        let found = pools.find(at, level, window);
                        prop_assert_eq!(&*found.pool, &expected);
                        let next = numbers.len() as u32;
                        let number = *numbers.entry(expected.entries).or_insert(next);
                        prop_assert_eq!(pools.number_at(at, level, window), number);
                        prop_assert!(std::ptr::eq(pools.numbered(number), found));
                    }
                }
            }
        }
    }
}
