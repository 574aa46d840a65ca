//! Sums over the affixes of items that can have a theme: those with two affixes it names.

use std::{collections::BTreeMap, ops::Range};

use super::{
    super::{
        super::{AffixForge, Generation},
        draws::{Draws, Way},
    },
    Parts,
    sum::Step,
};
use crate::catalog::{AffixId, ThemeId};

/// What the affixes that can be drawn are to a theme.
#[derive(Debug)]
pub(super) struct Role {
    /// What steps do to it, each once; by way, which of these.
    classes: Vec<Class>,
    of_way: Vec<usize>,
    /// How many affixes it shares with items: those it adds unless the item has them, with values that no level changes. The
    /// first on an item stands for the one of the theme, so that it counts there and not here.
    shared: usize,
    /// So many named lines it takes.
    needed: usize,
}

/// More shared affixes than this are not told apart.
const MOST_SHARED: usize = 3;
/// What is less likely than this counts as if the sum had reached its limit.
const LEAST: f64 = 1e-13;
/// Affixes that make a theme possible.
const TWO: usize = 2;

/// What steps that are alike do: from mark, to mark, which shared affix, how many named lines.
type Class = (usize, usize, Option<usize>, usize);

impl Role {
    pub(super) fn new<G: Generation>(
        forge: &AffixForge<G>,
        draws: &Draws,
        theme: ThemeId,
        parts: &Parts,
        is_fixed: impl Fn(usize) -> bool,
    ) -> Role {
        let is_shared = |affix: &AffixId| {
            let certain = parts.iter().any(|part| part.0 == affix.at() && part.1 >= 1.0);
            certain && is_fixed(affix.at())
        };
        let shared: Vec<AffixId> = draws.affixes().filter(is_shared).take(MOST_SHARED).collect();
        let of_affix = |affix: AffixId| {
            let lines = (forge.themes.mention(theme, affix).0 as usize).min(TWO);
            (shared.iter().position(|shared| *shared == affix), lines)
        };
        Role::of(draws, (shared.len(), TWO), &draws.affixes().map(of_affix).collect::<Vec<_>>())
    }

    /// That of no theme: any item will do.
    pub(super) fn any(draws: &Draws) -> Role {
        Role::of(draws, (0, 0), &vec![(None, 0); draws.affixes().count()])
    }

    /// `affixes`: which of the shared ones each is, and how many lines of the theme name it.
    fn of(draws: &Draws, (shared, needed): (usize, usize), affixes: &[(Option<usize>, usize)]) -> Role {
        let mut numbers: BTreeMap<Class, usize> = BTreeMap::new();
        let mut classes = Vec::new();
        let of_way = |way: &Way| {
            let (shared, named) = way.affix.map_or((None, 0), |affix| affixes[affix]);
            let (from, to) = draws.pairs[way.pair];
            let class = (from, to, shared, named);
            *numbers.entry(class).or_insert_with(|| {
                classes.push(class);
                classes.len() - 1
            })
        };
        let of_way = draws.ways.iter().map(of_way).collect();
        Role { classes, of_way, shared, needed }
    }
}

/// By number of steps, then mark: how likely items have two affixes of a theme, and the sum over their other affixes is
/// what. `adds`: by affix, what it adds where its step's level wasn't boosted, and where it was, up to `limit`, which is the
/// worst there is; `sum_of` makes one sum of two, up to that. The role must be of the same draws.
pub(super) fn follow(
    draws: &Draws,
    steps: usize,
    limit: usize,
    role: &Role,
    adds: &[[Step; 2]],
    sum_of: impl Fn(usize, usize) -> usize,
) -> Vec<Vec<Vec<f64>>> {
    let width = limit + 1;
    let mut sums = vec![0.0; role.classes.len() * width];
    let mut totals = vec![0.0; role.classes.len()];
    let mut furthest = 0;
    for (way, class) in draws.ways.iter().zip(&role.of_way) {
        totals[*class] += way.chance;
        let sums = &mut sums[class * width..][..width];
        let Some(affix) = way.affix else {
            sums[0] += way.chance;
            continue;
        };
        for (n, share) in &adds[affix][usize::from(way.boosted)] {
            sums[*n] += way.chance * share;
            furthest = furthest.max(*n);
        }
    }
    let marks = draws.marks.len();
    let sets = 1 << role.shared;
    let block = |set: usize, named: usize, mark: usize| (set * (TWO + 1) + named) * marks + mark;
    let sparse = |sums: &[f64]| -> Step { sums.iter().copied().enumerate().filter(|sum| sum.1 > 0.0).collect() };
    let mut leads = Leads { limit, to: BTreeMap::new() };
    let classes = role.classes.iter().zip(sums.chunks(width)).zip(totals);
    let classes: Vec<(Class, Step, f64)> =
        classes.map(|((class, sums), total)| (*class, sparse(sums), total)).collect();
    for (more, _) in classes.iter().flat_map(|class| &class.1) {
        leads.add(*more, &sum_of);
    }
    let mut now = vec![0.0; sets * (TWO + 1) * marks * width];
    let mut next = now.clone();
    now[0] = 1.0;
    // By block: sums that can be, from the first to before the last; the limit apart.
    let mut reached: Vec<Range<usize>> = vec![0..0; now.len() / width];
    let mut all = Vec::new();
    for step in 0..=steps {
        let mut themed = vec![vec![0.0; width]; marks];
        for set in 0..sets {
            for (mark, themed) in themed.iter_mut().enumerate() {
                let now = &now[block(set, role.needed, mark) * width..][..width];
                themed.iter_mut().zip(now).for_each(|(sum, chance)| *sum += chance);
            }
        }
        all.push(themed);
        if step == steps {
            break;
        }
        for (now, reached) in now.chunks_mut(width).zip(&mut reached) {
            *reached = round(now, if leads.is_plain() { furthest * step } else { limit });
        }
        next.fill(0.0);
        for ((from, to, shared, named), adds, total) in &classes {
            let bit = shared.map_or(0, |shared| 1 << shared);
            for set in 0..sets {
                for had in 0..=role.needed {
                    let from = block(set, had, *from);
                    let to = block(set | bit, (had + named).min(role.needed), *to);
                    let (now, reached) = (&now[from * width..][..width], reached[from].clone());
                    let next = &mut next[to * width..][..width];
                    next[limit] += now[limit] * total;
                    // The first of its kind counts with the theme.
                    if bit & !set != 0 {
                        let pairs = next[reached.clone()].iter_mut().zip(&now[reached]);
                        pairs.for_each(|(to, chance)| *to += chance * total);
                        continue;
                    }
                    for (more, share) in adds {
                        leads.pass(next, now, reached.clone(), *more, *share);
                    }
                }
            }
        }
        std::mem::swap(&mut now, &mut next);
    }
    all
}

/// Counts what is very unlikely as if it had reached the limit (the last), and says where the other chances are.
///
/// None is beyond `furthest`.
fn round(now: &mut [f64], furthest: usize) -> Range<usize> {
    let Some((limit, below)) = now.split_last_mut() else { return 0..0 };
    let mut reached = 0..0;
    for (sum, chance) in below.iter_mut().enumerate().take(furthest + 1).filter(|sum| *sum.1 > 0.0) {
        if *chance < LEAST {
            *limit += std::mem::take(chance);
            continue;
        }
        reached = if reached.is_empty() { sum..sum + 1 } else { reached.start..sum + 1 };
    }
    reached
}

/// Where sums lead.
struct Leads {
    limit: usize,
    /// By what is added, for each sum below the limit; nothing where both are added up and that is it.
    to: BTreeMap<usize, Option<Vec<usize>>>,
}

impl Leads {
    /// Whether all sums are what is added up.
    fn is_plain(&self) -> bool {
        self.to.values().all(Option::is_none)
    }

    fn add(&mut self, more: usize, sum_of: &impl Fn(usize, usize) -> usize) {
        let limit = self.limit;
        self.to.entry(more).or_insert_with(|| {
            let to: Vec<usize> = (0..limit).map(|sum| sum_of(sum, more)).collect();
            (!to.iter().enumerate().all(|(sum, to)| *to == (sum + more).min(limit))).then_some(to)
        });
    }

    /// Adds to the chances of sums what comes of those in a range with something more.
    #[inline]
    fn pass(&self, next: &mut [f64], now: &[f64], reached: Range<usize>, more: usize, share: f64) {
        if let Some(Some(to)) = self.to.get(&more) {
            let pairs = to[reached.clone()].iter().zip(&now[reached]);
            pairs.for_each(|(to, chance)| next[*to] += chance * share);
            return;
        }
        let below = self.limit.saturating_sub(more).clamp(reached.start, reached.end);
        let beyond: f64 = now[below..reached.end].iter().sum();
        let to = next[(reached.start + more).min(self.limit)..].iter_mut();
        to.zip(&now[reached.start..below]).for_each(|(to, chance)| *to += chance * share);
        next[self.limit] += beyond * share;
    }
}
