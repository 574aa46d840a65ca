//! Sums over the affixes of items that are eligible for a theme: those with two affixes that it names.

use std::{collections::BTreeMap, ops::Range};

use super::{
    super::{
        context::{SolverInput, ThemeParts},
        outcomes::{StepDistribution, ThemelessOutcome},
    },
    sums::{Amounts, SumDistributions},
};
use affixboard_model::catalog::{AffixId, ThemeId};

/// The ways steps make items eligible for a theme.
#[derive(Debug)]
pub(super) struct ThemeEligibility {
    /// The different kinds of steps.
    kinds: Vec<StepKind>,
    /// `[themeless outcome]`: a position in `kinds`.
    kind_of: Vec<usize>,
    /// Number of affixes shared between theme and items: those that the theme adds unless the item has them, with
    /// values that no level changes. The first one on an item stands for the one of the theme, so that it counts with
    /// the theme and not here.
    shared: usize,
    /// Number of lines that must name an item's affixes.
    needed: usize,
}

/// More shared affixes than this are not told apart.
const MAX_SHARED: usize = 3;
/// Sums that are less likely than this count as if they had reached the limit.
const MIN_P: f64 = 1e-13;
/// Lines that make a theme possible.
const TWO: usize = 2;

/// Steps that are alike: auxiliary state before, after, which shared affix, number of lines that name it.
type StepKind = (usize, usize, Option<usize>, usize);

impl ThemeEligibility {
    /// For a theme with these parts. `is_fixed`: whether no level changes the values of an affix.
    pub(super) fn new(
        input: &SolverInput<'_>,
        distribution: &StepDistribution,
        theme: ThemeId,
        parts: &ThemeParts,
        is_fixed: impl Fn(usize) -> bool,
    ) -> ThemeEligibility {
        let is_shared = |affix: &AffixId| {
            let certain = parts.iter().any(|part| part.0 == affix.at() && part.1 >= 1.0);
            certain && is_fixed(affix.at())
        };
        let shared: Vec<AffixId> = distribution.affixes().filter(is_shared).take(MAX_SHARED).collect();
        let of_affix = |affix: AffixId| {
            let lines = usize::from(input.themes.named(theme, affix).lines).min(TWO);
            (shared.iter().position(|shared| *shared == affix), lines)
        };
        let affixes: Vec<_> = distribution.affixes().map(of_affix).collect();
        ThemeEligibility::from_affixes(distribution, shared.len(), TWO, &affixes)
    }

    /// Eligibility of every item.
    pub(super) fn of_any_item(distribution: &StepDistribution) -> ThemeEligibility {
        ThemeEligibility::from_affixes(distribution, 0, 0, &vec![(None, 0); distribution.affixes().count()])
    }

    /// `affixes`: for each, its position among the shared ones and the number of lines that name it.
    fn from_affixes(
        distribution: &StepDistribution,
        shared: usize,
        needed: usize,
        affixes: &[(Option<usize>, usize)],
    ) -> ThemeEligibility {
        let mut numbers: BTreeMap<StepKind, usize> = BTreeMap::new();
        let mut kinds = Vec::new();
        let kind_of = |outcome: &ThemelessOutcome| {
            let (shared, named) = outcome.affix.map_or((None, 0), |affix| affixes[affix]);
            let (from, to) = distribution.aux_edges[outcome.aux_edge];
            let kind = (from, to, shared, named);
            *numbers.entry(kind).or_insert_with(|| {
                kinds.push(kind);
                kinds.len() - 1
            })
        };
        let kind_of = distribution.themeless.iter().map(kind_of).collect();
        ThemeEligibility { kinds, kind_of, shared, needed }
    }
}

/// Distributions of a sum over the other affixes of items that are eligible. `adds`: `[position among the affixes]`,
/// what each adds where its step's level isn't boosted, and where it is, up to `limit`, which is the worst there is;
/// `sum_of` makes one sum of two, up to that. The eligibility must be of the same distribution.
pub(super) fn eligible_sums(
    distribution: &StepDistribution,
    steps: usize,
    limit: usize,
    eligibility: &ThemeEligibility,
    adds: &[[Amounts; 2]],
    sum_of: impl Fn(usize, usize) -> usize,
) -> SumDistributions {
    let width = limit + 1;
    let Kinds { kinds, furthest } = Kinds::new(distribution, limit, eligibility, adds);
    let mut table = SumTable { limit, to: BTreeMap::new() };
    for (more, _) in kinds.iter().flat_map(|kind| &kind.1) {
        table.add(*more, &sum_of);
    }
    let aux_states = distribution.aux_states.len();
    // `[set of shared affixes][lines that name an item's affixes][aux state]`: a block of sums.
    let sets = 1 << eligibility.shared;
    let block = |set: usize, named: usize, aux: usize| (set * (TWO + 1) + named) * aux_states + aux;
    let mut now = vec![0.0; sets * (TWO + 1) * aux_states * width];
    let mut next = now.clone();
    now[0] = 1.0;
    // `[block]`: sums that can be, from the first to before the last; the limit apart.
    let mut reached: Vec<Range<usize>> = vec![0..0; now.len() / width];
    let mut all = Vec::new();
    for step in 0..=steps {
        let mut eligible = vec![vec![0.0; width]; aux_states];
        for set in 0..sets {
            for (aux, eligible) in eligible.iter_mut().enumerate() {
                let now = &now[block(set, eligibility.needed, aux) * width..][..width];
                eligible.iter_mut().zip(now).for_each(|(sum, p)| *sum += p);
            }
        }
        all.push(eligible);
        if step == steps {
            break;
        }
        for (now, reached) in now.chunks_mut(width).zip(&mut reached) {
            *reached = drop_unlikely(now, if table.is_plain() { furthest * step } else { limit });
        }
        next.fill(0.0);
        for ((from, to, shared, named), adds, total) in &kinds {
            let bit = shared.map_or(0, |shared| 1 << shared);
            for set in 0..sets {
                for had in 0..=eligibility.needed {
                    let from = block(set, had, *from);
                    let to = block(set | bit, (had + named).min(eligibility.needed), *to);
                    let (now, reached) = (&now[from * width..][..width], reached[from].clone());
                    let next = &mut next[to * width..][..width];
                    next[limit] += now[limit] * total;
                    // The first of its kind counts with the theme.
                    if bit & !set != 0 {
                        let pairs = next[reached.clone()].iter_mut().zip(&now[reached]);
                        pairs.for_each(|(to, p)| *to += p * total);
                        continue;
                    }
                    for (more, share) in adds {
                        table.pass(next, now, reached.clone(), *more, *share);
                    }
                }
            }
        }
        std::mem::swap(&mut now, &mut next);
    }
    all
}

/// The kinds of steps, each with what it adds and its probability in all.
struct Kinds {
    kinds: Vec<(StepKind, Amounts, f64)>,
    /// The most that a step adds.
    furthest: usize,
}

impl Kinds {
    fn new(
        distribution: &StepDistribution,
        limit: usize,
        eligibility: &ThemeEligibility,
        adds: &[[Amounts; 2]],
    ) -> Kinds {
        let width = limit + 1;
        let mut sums = vec![0.0; eligibility.kinds.len() * width];
        let mut totals = vec![0.0; eligibility.kinds.len()];
        let mut furthest = 0;
        for (outcome, kind) in distribution.themeless.iter().zip(&eligibility.kind_of) {
            totals[*kind] += outcome.p;
            let sums = &mut sums[kind * width..][..width];
            let Some(affix) = outcome.affix else {
                sums[0] += outcome.p;
                continue;
            };
            for (n, share) in &adds[affix][usize::from(outcome.boosted)] {
                sums[*n] += outcome.p * share;
                furthest = furthest.max(*n);
            }
        }
        let sparse = |sums: &[f64]| -> Amounts { sums.iter().copied().enumerate().filter(|sum| sum.1 > 0.0).collect() };
        let kinds = eligibility.kinds.iter().zip(sums.chunks(width)).zip(totals);
        let kinds = kinds.map(|((kind, sums), total)| (*kind, sparse(sums), total)).collect();
        Kinds { kinds, furthest }
    }
}

/// Counts sums that are very unlikely as if they had reached the limit (the last), and gives the range of the others.
/// None is beyond `furthest`.
fn drop_unlikely(now: &mut [f64], furthest: usize) -> Range<usize> {
    let Some((limit, below)) = now.split_last_mut() else { return 0..0 };
    let mut reached = 0..0;
    for (sum, p) in below.iter_mut().enumerate().take(furthest + 1).filter(|sum| *sum.1 > 0.0) {
        if *p < MIN_P {
            *limit += std::mem::take(p);
            continue;
        }
        reached = if reached.is_empty() { sum..sum + 1 } else { reached.start..sum + 1 };
    }
    reached
}

/// Transitions between sums, by amount added.
struct SumTable {
    limit: usize,
    /// By amount added, `[sum below the limit]`: the sum afterwards. `None` if that is plain addition, capped at the
    /// limit.
    to: BTreeMap<usize, Option<Vec<usize>>>,
}

impl SumTable {
    /// Whether all sums are plain addition.
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

    /// Adds to the probabilities of sums what comes of those in a range by adding something more, with this
    /// probability.
    #[inline]
    fn pass(&self, next: &mut [f64], now: &[f64], reached: Range<usize>, more: usize, p: f64) {
        if let Some(Some(to)) = self.to.get(&more) {
            let pairs = to[reached.clone()].iter().zip(&now[reached]);
            pairs.for_each(|(to, before)| next[*to] += before * p);
            return;
        }
        let below = self.limit.saturating_sub(more).clamp(reached.start, reached.end);
        let beyond: f64 = now[below..reached.end].iter().sum();
        let to = next[(reached.start + more).min(self.limit)..].iter_mut();
        to.zip(&now[reached.start..below]).for_each(|(to, before)| *to += before * p);
        next[self.limit] += beyond * p;
    }
}
