//! The switches of pvals: their weighted sum, and what happens where an item has more of them than room.
//!
//! An item has room for few pvals, which are never equal for long: those that become so are joined. A flag is misplaced
//! where there is no room for another pval, that is where three pvals differ and none is free. The first time this takes
//! four flags, one of which has come to 3 or more (of three different values above zero one is), by one large value or by
//! two affixes. So where large values, and those that may be below zero, count two *points*, and others one, it takes
//! [`MISPLACED`] points.
//!
//! A misplaced flag joins the pval closest to what it should have: one below twice that, or the first there is where none
//! is so close. The latter takes another point: the three pvals are then at least 2, 3 and 4, or not all above zero. So
//! does whatever comes after the first time. With fewer than [`MISPLACED_FAR`] points, then, only what was added last is
//! misplaced, and counts less than double.

use std::{collections::BTreeSet, rc::Rc};

use super::{
    super::{
        super::{AffixForge, Generation, power::MOST_PVAL_SUM},
        draws::{Draws, Place},
        marks::Mark,
    },
    DEEPEST, FULL, Lane, Of, Parts, Pval,
    joint::{self, Role},
    misplaced::Misplaced,
    steps_up,
    sum::{Step, Sum, distribution, each_affix, tail},
};

/// So many points it takes that a flag is misplaced, where there is room for three pvals.
const MISPLACED: usize = 5;
/// And so many that it is misplaced far, or more than once.
pub(super) const MISPLACED_FAR: usize = 6;

/// What a value of a pval counts towards flags being misplaced.
pub(super) fn points(pval: &Pval, value: i64) -> i64 {
    match value {
        _ if pval.lowers => 2,
        ..=0 => 0,
        1 | 2 => 1,
        _ => 2,
    }
}

/// What of a pval's value counts towards a sum.
type Counted<'a> = &'a dyn Fn(&Pval, i64) -> i64;

/// Makes a lane.
type MakeLane<'a> = &'a dyn Fn(&Sum<'_>, Of, usize, Vec<Vec<f64>>) -> Lane;

/// The lanes of pvals; `lane` makes one of a sum, what of a kind belongs to it, its limit, and themes' tails.
pub(super) fn lanes<G: Generation>(
    forge: &AffixForge<G>,
    place: Place,
    (marked, unmarked, steps): (&Draws, &Draws, usize),
    parts_of: &[Parts],
    lane: MakeLane<'_>,
) -> Vec<Vec<Lane>> {
    let (all, gains) = (&forge.exact.switches, &forge.exact.gains);
    // Marks follow some pvals; what these know needs no bound.
    let is_followed = |affix: usize| marked.follows_pvals && gains.most_pvals(affix) > 0;
    let follows = marked.affixes().any(|affix| is_followed(affix.at()));
    let of_affix = |affix: usize, counted: Counted<'_>, level: u32| -> Step {
        all.pvals[affix].iter().fold(vec![(0, 1.0)], |sums, pval| {
            let values = distribution(pval.value, pval.min, level, MOST_PVAL_SUM as usize + 1);
            let with = |(sum, chance): (usize, f64)| {
                let more = |(value, share): &(usize, f64)| {
                    (sum + counted(pval, *value as i64).max(0) as usize, chance * share)
                };
                values.iter().map(more).collect::<Vec<_>>()
            };
            sums.into_iter().flat_map(with).collect()
        })
    };
    let is_fixed = |affix: usize| all.pvals[affix].iter().all(|pval| pval.value.m_bonus <= 0);
    let roles_of = |draws: &Draws| -> Vec<Role> {
        let themes = draws.themes.iter().zip(parts_of);
        themes.map(|(theme, parts)| Role::new(forge, draws, *theme, parts, is_fixed)).collect()
    };
    let roles = roles_of(marked);
    let unmarked_roles = if std::ptr::eq(marked, unmarked) { Vec::new() } else { roles_of(unmarked) };
    let of = |draws: &Draws, kind: Of, limit: usize, counted: Counted<'_>, marks_know: bool| {
        let adds_drawn = |affix, boosted| {
            let level = if boosted { DEEPEST } else { place.level };
            if is_followed(affix) {
                return vec![(0, 1.0)];
            }
            let unknown = |pval: &Pval, value: i64| if pval.is_in_marks() { 0 } else { counted(pval, value) };
            if marks_know { of_affix(affix, &unknown, level) } else { of_affix(affix, counted, level) }
        };
        let drawn = each_affix(draws, |affix, boosted| adds_up_to(adds_drawn(affix, boosted), limit));
        let sum = Sum::new(draws, limit, |affix, boosted| adds_up_to(adds_drawn(affix, boosted), limit));
        let adds = |parts: &Parts| {
            tail(parts.iter().map(|(affix, chance)| (of_affix(*affix, counted, DEEPEST), *chance)), limit)
        };
        let possible = |role| joint::follow(draws, steps, limit, role, &drawn, |sum, more| (sum + more).min(limit));
        let roles = if std::ptr::eq(draws, marked) { &roles } else { &unmarked_roles };
        Lane {
            possible: Rc::new(roles.iter().map(possible).collect()),
            ..lane(&sum, kind, limit, parts_of.iter().map(adds).collect())
        }
    };
    let weighted = |counted: Counted<'_>| {
        // Extra blows, shots and might of drawn affixes count with the mark that knows them.
        let known = |mark: &Mark| {
            let multipliers = mark.multipliers().into_iter().zip(all.multipliers);
            usize::from(mark.pvals) + multipliers.map(|(n, weight)| usize::from(n) * weight).sum::<usize>()
        };
        let known = marked.marks.iter().map(known).collect();
        Lane { known, beyond: true, ..of(marked, Of::Pvals, MOST_PVAL_SUM as usize + 1, counted, true) }
    };
    let mut lanes = vec![vec![weighted(&|pval, value| pval.weight * value)]];
    let flags_of = |parts: &Parts| -> BTreeSet<u32> {
        parts.iter().flat_map(|part| all.pvals[part.0].iter().map(|pval| pval.flag)).collect()
    };
    let of_draws: Parts = marked.affixes().map(|affix| (affix.at(), 1.0)).collect();
    let mut flags = flags_of(&of_draws);
    flags.extend(parts_of.iter().flat_map(flags_of));
    if flags.len() <= all.room {
        return lanes;
    }
    // More flags than there is room for: those of a theme count once each.
    let room = all.room - usize::from(follows);
    let crowded = || {
        let crowded = of(unmarked, Of::Flags, FULL.min(room + 1), &|_, _| 1, false);
        let tails = parts_of.iter().map(|parts| steps_up(flags_of(parts).len(), crowded.limit)).collect();
        Lane { tails, ..crowded }
    };
    if follows || all.room != 3 {
        // What marks follow must not be misplaced at all, and what misplacing does is known for room for three only.
        lanes.push(vec![crowded()]);
        return lanes;
    }
    let far = of(marked, Of::Points, MISPLACED_FAR, &points, false);
    let crowded = |needed: usize| Lane { limit: needed, ..far.clone() };
    // The same event, told better where no kind or affix has pvals that can be below zero.
    let lowers = |parts: &Parts| parts.iter().any(|part| all.pvals[part.0].iter().any(|pval| pval.lowers));
    let lowers = lowers(&of_draws) || parts_of.iter().any(lowers);
    let finer = (!lowers).then(|| Misplaced::new((marked, steps), place.level, &all.pvals, parts_of, &roles, &flags));
    let misplaced = |needed: usize| {
        let finer = finer.iter().map(|finer| finer.lane(needed));
        [crowded(needed)].into_iter().chain(finer).collect::<Vec<Lane>>()
    };
    // Extra blows, shots and might that are misplaced are not as marks follow them. Only adding to them misplaces them.
    let multiplies = |parts: &Parts| parts.iter().any(|part| all.pvals[part.0].iter().any(|pval| pval.multiplies));
    let marks: Vec<bool> = marked.marks.iter().copied().map(Mark::multiplies).collect();
    let themes: Vec<bool> = parts_of.iter().map(multiplies).collect();
    let of_multiplied = |lane: Lane| {
        let tails = lane.tails.iter().zip(&themes);
        let tails = tails.map(|(tail, is_on)| if *is_on { tail.clone() } else { vec![0.0; tail.len()] }).collect();
        Lane { marks: marks.clone(), themes: themes.clone(), tails, ..lane }
    };
    lanes.push(misplaced(MISPLACED).into_iter().map(of_multiplied).collect());
    let mut doubled = misplaced(MISPLACED);
    doubled.push(weighted(&|pval, value| pval.weight * if pval.multiplies { value } else { 2 * value }));
    lanes.push(doubled);
    lanes.push(misplaced(MISPLACED_FAR));
    lanes
}

fn adds_up_to(adds: Step, limit: usize) -> Step {
    adds.into_iter().map(|(n, chance)| (n.min(limit), chance)).collect()
}
