//! Sums over the affixes of items that can have a theme: those with two affixes it names.

use std::collections::BTreeMap;

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
        let affixes = draws.affixes();
        let lines = |affix: &AffixId| (forge.themes.mention(theme, *affix).0 as usize).min(TWO);
        let named = affixes.iter().map(|affix| (*affix, lines(affix))).filter(|named| named.1 > 0).collect();
        let is_shared = |affix: &AffixId| {
            let certain = parts.iter().any(|part| part.0 == affix.at() && part.1 >= 1.0);
            certain && is_fixed(affix.at())
        };
        Role { named, shared: affixes.into_iter().filter(is_shared).take(MOST_SHARED).collect(), needed: TWO }
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
    let place = |set: usize, named: usize, mark: usize| ((set * (TWO + 1) + named) * marks + mark) * width;
    let sparse = |sums: &[f64]| -> Step { sums.iter().copied().enumerate().filter(|sum| sum.1 > 0.0).collect() };
    let classes: Vec<(Class, Step, f64)> =
        classes.into_iter().map(|(class, (sums, total))| (class, sparse(&sums), total)).collect();
    let mut now = vec![0.0; sets * (TWO + 1) * marks * width];
    now[0] = 1.0;
    let mut all = Vec::new();
    for step in 0..=steps {
        let mut themed = vec![vec![0.0; width]; marks];
        for set in 0..sets {
            for (mark, themed) in themed.iter_mut().enumerate() {
                let now = &now[place(set, role.needed, mark)..][..width];
                themed.iter_mut().zip(now).for_each(|(sum, chance)| *sum += chance);
            }
        }
        all.push(themed);
        if step == steps {
            break;
        }
        let mut next = vec![0.0; now.len()];
        for ((from, to, shared, named), adds, total) in &classes {
            for set in 0..sets {
                let bit = shared.map_or(0, |shared| 1 << shared);
                // The first of its kind counts with the theme.
                let is_first = bit & !set != 0;
                for had in 0..=role.needed {
                    let (from, to) = (place(set, had, *from), place(set | bit, (had + named).min(role.needed), *to));
                    for sum in 0..width {
                        let chance = now[from + sum];
                        if chance == 0.0 {
                            continue;
                        }
                        if chance < LEAST {
                            next[to + limit] += chance * total;
                        } else if is_first {
                            next[to + sum] += chance * total;
                        } else {
                            for (more, share) in adds {
                                next[to + sum_of(sum, *more)] += chance * share;
                            }
                        }
                    }
                }
            }
        }
        now = next;
    }
    all
}
