//! How likely flags overflow on items of kinds without pvals of their own: there is a flag whose own values come to
//! three or more, and there are points enough ([`super::pval_terms`]).

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use super::{
    super::{context::ThemeParts, outcomes::StepDistribution},
    BoundTerm, DEEPEST, PvalFlag, StartPart,
    eligible::{ThemeEligibility, eligible_sums},
    pval_terms::{FAR_OVERFLOW_POINTS, overflow_points},
    sums::{Amounts, SumDistributions, by_affix, value_distribution},
};
use affixboard_model::catalog::AffixId;

/// Of three different values above zero one is at least this.
const LARGE: usize = 3;
/// Sums of points, by the value of one flag: a pair of both is value × `WIDTH` + points.
const WIDTH: usize = FAR_OVERFLOW_POINTS + 1;
const LIMIT: usize = WIDTH * LARGE + FAR_OVERFLOW_POINTS;

/// One pair of two, each part up to its limit.
fn sum_of(a: usize, b: usize) -> usize {
    (a / WIDTH + b / WIDTH).min(LARGE) * WIDTH + (a % WIDTH + b % WIDTH).min(FAR_OVERFLOW_POINTS)
}

/// Whether the flag is large and there are at least `needed` points.
fn is_on(sum: usize, needed: usize) -> bool {
    sum / WIDTH >= LARGE && sum % WIDTH >= needed
}

/// Items by their points and the value of a flag, for each flag.
#[derive(Debug)]
pub(super) struct PvalOverflow {
    flags: Vec<FlagSums>,
    aux_states: usize,
    themes: usize,
}

/// Items by their points and the value of one flag.
#[derive(Debug)]
struct FlagSums {
    all: SumDistributions,
    /// `[theme]`: of items that are eligible for it, with what the theme adds.
    themed: Vec<SumDistributions>,
}

impl PvalOverflow {
    /// The sums of items of up to `steps` steps. `pvals`: `[affix of the catalog]`; `flags`: all flags that affixes and
    /// themes bring.
    pub(super) fn new(
        (distribution, steps): (&StepDistribution, usize),
        level: u32,
        pvals: &[Vec<PvalFlag>],
        theme_parts: &[&ThemeParts],
        eligibility: &[ThemeEligibility],
        flags: &BTreeSet<u32>,
    ) -> PvalOverflow {
        let parts = theme_parts.iter().flat_map(|parts| parts.iter()).map(|part| part.0);
        let affixes: BTreeSet<usize> = distribution.affixes().map(AffixId::at).chain(parts).collect();
        let values_at = |affix: usize, level: u32| -> Vec<Amounts> {
            pvals[affix].iter().map(|pval| value_distribution(pval.value, pval.min, level, LARGE)).collect()
        };
        // By affix, at the level itself and at the deepest, by its pvals: how likely each value is.
        let values: BTreeMap<usize, [Vec<Amounts>; 2]> =
            affixes.into_iter().map(|affix| (affix, [level, DEEPEST].map(|level| values_at(affix, level)))).collect();
        let any_item = ThemeEligibility::of_any_item(distribution);
        let of_flag = |flag: &u32| {
            let adds = |affix: usize, boosted: bool| {
                let values = &values[&affix][usize::from(boosted)];
                pvals[affix].iter().zip(values).fold(vec![(0, 1.0)], |sums: Amounts, (pval, values)| {
                    let value = |value: usize| {
                        let own = if pval.flag == *flag { value.min(LARGE) } else { 0 };
                        own * WIDTH + overflow_points(pval, value as i64) as usize
                    };
                    let more = |sum: &(usize, f64)| {
                        let of = |of: &(usize, f64)| (sum_of(sum.0, value(of.0)), sum.1 * of.1);
                        values.iter().map(of).collect::<Vec<_>>()
                    };
                    sums.iter().flat_map(more).collect()
                })
            };
            let drawn = by_affix(distribution, adds);
            let sums = |of: &ThemeEligibility| eligible_sums(distribution, steps, LIMIT, of, &drawn, sum_of);
            let with_theme = |(sums, parts): (SumDistributions, &&ThemeParts)| {
                let theme = theme_amounts(parts, &adds);
                let add = |sums: Vec<f64>| add_amounts(&sums, &theme);
                sums.into_iter().map(|by_aux| by_aux.into_iter().map(add).collect()).collect()
            };
            let themed = eligibility.iter().map(sums).zip(theme_parts).map(with_theme).collect();
            FlagSums { all: sums(&any_item), themed }
        };
        // A flag that is rolled back from three on is never the large one: nothing overflows before the first time.
        let stays_small = |flag: &&u32| pvals.iter().flatten().any(|pval| pval.flag == **flag && pval.stays_small);
        PvalOverflow {
            flags: flags.iter().filter(|flag| !stays_small(flag)).map(of_flag).collect(),
            aux_states: distribution.aux_states.len(),
            themes: theme_parts.len(),
        }
    }

    /// A term that is on if flags may overflow with `needed` points: its sum is 1 then.
    pub(super) fn term(&self, needed: usize) -> BoundTerm {
        // Any flag may be the large one.
        let reached = |of: &dyn Fn(&FlagSums) -> &SumDistributions| -> SumDistributions {
            let steps = self.flags.first().map_or(0, |flag| of(flag).len());
            let at = |step: usize, aux: usize| -> f64 {
                let sums = self.flags.iter().flat_map(|flag| of(flag)[step][aux].iter().enumerate());
                sums.filter(|sum| is_on(sum.0, needed)).map(|sum| sum.1).sum()
            };
            (0..steps).map(|step| (0..self.aux_states).map(|aux| vec![0.0, at(step, aux)]).collect()).collect()
        };
        let eligible = |theme: usize| reached(&|flag: &FlagSums| &flag.themed[theme]);
        BoundTerm {
            sums: reached(&|flag| &flag.all).into(),
            start: StartPart::None,
            followed: vec![0; self.aux_states],
            needs_more: false,
            limit: 1,
            aux_states: vec![true; self.aux_states],
            theme_tails: vec![vec![1.0, 0.0]; self.themes],
            eligible: Rc::new((0..self.themes).map(eligible).collect()),
            without_pvals: true,
            themes: vec![false; self.themes],
        }
    }
}

/// Distribution of the joint contribution of a theme's affixes, at the deepest level.
fn theme_amounts(parts: &ThemeParts, adds: &dyn Fn(usize, bool) -> Amounts) -> Amounts {
    parts.iter().fold(vec![(0, 1.0)], |theme: Amounts, (affix, p_comes)| {
        let added = adds(*affix, true);
        let mut more = vec![0.0; LIMIT + 1];
        for (sum, p) in &theme {
            more[*sum] += p * (1.0 - p_comes);
            for (n, share) in &added {
                more[sum_of(*sum, *n)] += p * p_comes * share;
            }
        }
        more.into_iter().enumerate().filter(|sum| sum.1 > 0.0).collect()
    })
}

/// `[sum] f64` with a random amount added.
fn add_amounts(sums: &[f64], amounts: &Amounts) -> Vec<f64> {
    let mut with = vec![0.0; LIMIT + 1];
    for (sum, p) in sums.iter().enumerate().filter(|sum| *sum.1 > 0.0) {
        for (more, share) in amounts {
            with[sum_of(sum, *more)] += p * share;
        }
    }
    with
}
