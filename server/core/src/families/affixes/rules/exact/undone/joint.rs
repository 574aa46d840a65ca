//! Sums over the affixes of items that can have a theme: those with two affixes it names.

use std::{collections::BTreeMap, ops::Range};

use super::{
    super::{
        super::{AffixForge, Generation},
        draws::Draws,
    },
    Parts,
    sum::Step,
};
use crate::catalog::{AffixId, ThemeId};

/// What the affixes that can be drawn are to a theme.
#[derive(Debug)]
pub(super) struct Role {
    /// By affix: how many lines of the theme name it, up to two.
    named: BTreeMap<AffixId, usize>,
    /// Affixes that a theme adds unless the item has them, with values that no level changes: the first on an item stands
    /// for the one of the theme, so that it counts there and not here.
    shared: Vec<AffixId>,
    /// So many named lines it takes.
    needed: usize,
}

/// More shared affixes than this are not told apart.
const MOST_SHARED: usize = 3;
/// What is less likely than this counts as if the sum had reached its limit.
const LEAST: f64 = 1e-13;
/// Affixes that make a theme possible.
const TWO: usize = 2;

impl Role {
    pub(super) fn new<G: Generation>(
        forge: &AffixForge<G>,
        draws: &Draws,
        theme: ThemeId,
        parts: &Parts,
        is_fixed: impl Fn(usize) -> bool,
    ) -> Role {
        let lines = |affix: &AffixId| (forge.themes.mention(theme, *affix).0 as usize).min(TWO);
        let named = draws.affixes().map(|affix| (affix, lines(&affix))).filter(|named| named.1 > 0).collect();
        let is_shared = |affix: &AffixId| {
            let certain = parts.iter().any(|part| part.0 == affix.at() && part.1 >= 1.0);
            certain && is_fixed(affix.at())
        };
        Role { named, shared: draws.affixes().filter(is_shared).take(MOST_SHARED).collect(), needed: TWO }
    }

    /// That of no theme: any item will do.
    pub(super) fn any() -> Role {
        Role { named: BTreeMap::new(), shared: Vec::new(), needed: 0 }
    }
}

/// What steps that are alike do: from mark, to mark, which shared affix, how many named lines.
type Class = (usize, usize, Option<usize>, usize);

/// By number of steps, then mark: how likely items have two affixes of a theme, and the sum over their other affixes is
/// what. `adds`: what an affix adds, and whether its step's level was boosted; `sum_of` makes one sum of two, up to `limit`, which
/// is the worst there is.
pub(super) fn follow(
    draws: &Draws,
    steps: usize,
    limit: usize,
    role: &Role,
    adds: impl Fn(AffixId, bool) -> Step,
    sum_of: impl Fn(usize, usize) -> usize,
) -> Vec<Vec<Vec<f64>>> {
    let mut classes: BTreeMap<Class, (Vec<f64>, f64)> = BTreeMap::new();
    let mut known: BTreeMap<(AffixId, bool), Step> = BTreeMap::new();
    for draw in &draws.all {
        let affix = draw.affix.filter(|_| draw.to.is_some());
        let shared = affix.and_then(|affix| role.shared.iter().position(|shared| *shared == affix));
        let named = affix.and_then(|affix| role.named.get(&affix)).copied().unwrap_or(0);
        let class = classes.entry((draw.from, draw.to.unwrap_or(draw.from), shared, named));
        let (sums, total) = class.or_insert_with(|| (vec![0.0; limit + 1], 0.0));
        *total += draw.chance;
        match affix {
            Some(affix) => {
                let adds = known.entry((affix, draw.boosted)).or_insert_with(|| adds(affix, draw.boosted));
                for (n, share) in adds.iter() {
                    sums[*n] += draw.chance * share;
                }
            }
            None => sums[0] += draw.chance,
        }
    }
    let marks = draws.marks.len();
    let sets = 1 << role.shared.len();
    let width = limit + 1;
    let block = |set: usize, named: usize, mark: usize| (set * (TWO + 1) + named) * marks + mark;
    let sparse = |sums: &[f64]| -> Step { sums.iter().copied().enumerate().filter(|sum| sum.1 > 0.0).collect() };
    let mut leads = Leads { limit, to: BTreeMap::new() };
    let classes: Vec<(Class, Step, f64)> =
        classes.into_iter().map(|(class, (sums, total))| (class, sparse(&sums), total)).collect();
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
            *reached = round(now);
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
fn round(now: &mut [f64]) -> Range<usize> {
    let Some((limit, below)) = now.split_last_mut() else { return 0..0 };
    let mut reached = 0..0;
    for (sum, chance) in below.iter_mut().enumerate().filter(|sum| *sum.1 > 0.0) {
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
