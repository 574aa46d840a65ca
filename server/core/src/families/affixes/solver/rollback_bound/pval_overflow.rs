//! How likely flags are misplaced on items of kinds without pvals of their own: there is a flag whose own values come to
//! three or more, and there are points enough.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use super::{
    super::draws::Draws,
    DEEPEST, Lane, Of, Parts, Pval,
    joint::{self, Role},
    pvals::{MISPLACED_FAR, points},
    sum::{Step, distribution, each_affix},
};
use crate::catalog::AffixId;

/// Of three different values above zero one is at least this.
const LARGE: usize = 3;
/// Sums of points, by the value of one flag.
const WIDTH: usize = MISPLACED_FAR + 1;
const LIMIT: usize = WIDTH * LARGE + MISPLACED_FAR;

/// One sum of two: points, and the value of the flag, each up to its limit.
fn sum_of(a: usize, b: usize) -> usize {
    (a / WIDTH + b / WIDTH).min(LARGE) * WIDTH + (a % WIDTH + b % WIDTH).min(MISPLACED_FAR)
}

/// Whether the flag is large and there are so many points.
fn is_on(sum: usize, needed: usize) -> bool {
    sum / WIDTH >= LARGE && sum % WIDTH >= needed
}

/// By number of steps, then mark: how likely items come to what sum.
type Sums = Vec<Vec<Vec<f64>>>;

/// Items by their points and the value of a flag, for each flag.
#[derive(Debug)]
pub(super) struct Misplaced {
    /// By flag.
    flags: Vec<OfFlag>,
    marks: usize,
    themes: usize,
}

#[derive(Debug)]
struct OfFlag {
    all: Sums,
    /// By theme: of items that can have it, with what the theme adds.
    themed: Vec<Sums>,
}

impl Misplaced {
    pub(super) fn new(
        (draws, steps): (&Draws, usize),
        level: u32,
        pvals: &[Vec<Pval>],
        parts_of: &[Parts],
        roles: &[Role],
        flags: &BTreeSet<u32>,
    ) -> Misplaced {
        let parts = parts_of.iter().flatten().map(|part| part.0);
        let affixes: BTreeSet<usize> = draws.affixes().map(AffixId::at).chain(parts).collect();
        let values_at = |affix: usize, level: u32| -> Vec<Step> {
            pvals[affix].iter().map(|pval| distribution(pval.value, pval.min, level, LARGE)).collect()
        };
        // By affix, by its pvals, at the level itself and at the deepest: how likely each value is.
        let values: BTreeMap<usize, [Vec<Step>; 2]> =
            affixes.into_iter().map(|affix| (affix, [level, DEEPEST].map(|level| values_at(affix, level)))).collect();
        let any = Role::any(draws);
        let of_flag = |flag: &u32| {
            let adds = |affix: usize, boosted: bool| {
                let values = &values[&affix][usize::from(boosted)];
                pvals[affix].iter().zip(values).fold(vec![(0, 1.0)], |sums: Step, (pval, values)| {
                    let value = |value: usize| {
                        let own = if pval.flag == *flag { value.min(LARGE) } else { 0 };
                        own * WIDTH + points(pval, value as i64) as usize
                    };
                    let more = |sum: &(usize, f64)| {
                        let of = |of: &(usize, f64)| (sum_of(sum.0, value(of.0)), sum.1 * of.1);
                        values.iter().map(of).collect::<Vec<_>>()
                    };
                    sums.iter().flat_map(more).collect()
                })
            };
            let drawn = each_affix(draws, adds);
            let follow = |role: &Role| joint::follow(draws, steps, LIMIT, role, &drawn, sum_of);
            let with = |(sums, parts): (Sums, &Parts)| {
                let theme = parts.iter().fold(vec![(0, 1.0)], |theme: Step, (affix, chance)| {
                    let added = adds(*affix, true);
                    let mut more = vec![0.0; LIMIT + 1];
                    for (sum, of) in &theme {
                        more[*sum] += of * (1.0 - chance);
                        for (n, share) in &added {
                            more[sum_of(*sum, *n)] += of * chance * share;
                        }
                    }
                    more.into_iter().enumerate().filter(|sum| sum.1 > 0.0).collect()
                });
                let with_theme = |sums: Vec<f64>| {
                    let mut with = vec![0.0; LIMIT + 1];
                    for (sum, chance) in sums.into_iter().enumerate().filter(|sum| sum.1 > 0.0) {
                        for (more, share) in &theme {
                            with[sum_of(sum, *more)] += chance * share;
                        }
                    }
                    with
                };
                sums.into_iter().map(|marks| marks.into_iter().map(with_theme).collect()).collect()
            };
            OfFlag { all: follow(&any), themed: roles.iter().map(follow).zip(parts_of).map(with).collect() }
        };
        // What is undone from three on never is the large one: nothing is misplaced before the first time.
        let stays_small = |flag: &&u32| pvals.iter().flatten().any(|pval| pval.flag == **flag && pval.stays_small);
        Misplaced {
            flags: flags.iter().filter(|flag| !stays_small(flag)).map(of_flag).collect(),
            marks: draws.marks.len(),
            themes: parts_of.len(),
        }
    }

    /// A lane that is on where flags may be misplaced with so many points: its sum is 1 then.
    pub(super) fn lane(&self, needed: usize) -> Lane {
        // Any flag may be the large one.
        let reached = |of: &dyn Fn(&OfFlag) -> &Sums| -> Sums {
            let steps = self.flags.first().map_or(0, |flag| of(flag).len());
            let at = |made: usize, mark: usize| -> f64 {
                let sums = self.flags.iter().flat_map(|flag| of(flag)[made][mark].iter().enumerate());
                sums.filter(|sum| is_on(sum.0, needed)).map(|sum| sum.1).sum()
            };
            (0..steps).map(|made| (0..self.marks).map(|mark| vec![0.0, at(made, mark)]).collect()).collect()
        };
        Lane {
            sums: reached(&|flag| &flag.all).into(),
            kind: Of::Nothing,
            known: vec![0; self.marks],
            beyond: false,
            limit: 1,
            marks: vec![true; self.marks],
            tails: vec![vec![1.0, 0.0]; self.themes],
            possible: Rc::new((0..self.themes).map(|theme| reached(&|flag: &OfFlag| &flag.themed[theme])).collect()),
            without_pvals: true,
            themes: vec![false; self.themes],
        }
    }
}
