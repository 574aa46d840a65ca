//! The switches of pvals: their weighted sum, and what happens where an item has more of them than room.
//!
//! An item has room for few pvals. A further flag joins the pval closest to what it should have: at most twice that less one,
//! or the smallest there is where all are larger. The smallest is 3 or more only where the three of them come to 12, or,
//! after pvals have become equal and parted again, with six flags.

use std::collections::BTreeSet;

use super::{
    super::{
        super::{AffixForge, Generation, power::MOST_PVAL_SUM},
        draws::{Draws, Place},
        marks::Mark,
    },
    DEEPEST, FULL, Lane, Of, Parts, Pval, steps_up,
    sum::{Step, Sum, distribution, tail},
};

/// The smallest of misplaced pvals is at most this, but for what is bounded apart.
const SMALLEST: i64 = 2;
const LARGE_SUM: usize = 12;
const MANY_FLAGS: usize = 6;

/// What of a pval's value counts towards a sum.
type Counted<'a> = &'a dyn Fn(&Pval, i64) -> i64;

/// Makes a lane.
type MakeLane<'a> = &'a dyn Fn(&Sum<'_>, Of, usize, Vec<Vec<f64>>) -> Lane;

/// The lanes of pvals; `lane` makes one of a sum, what of a kind belongs to it, its limit, and themes' tails.
pub(super) fn lanes<G: Generation>(
    forge: &AffixForge<G>,
    place: Place,
    draws: &Draws,
    parts_of: &[Parts],
    lane: MakeLane<'_>,
) -> Vec<Vec<Lane>> {
    let (all, gains) = (&forge.exact.switches, &forge.exact.gains);
    // Marks follow some pvals; what these know needs no bound.
    let is_followed = |affix: usize| draws.follows_pvals && gains.most_pvals(affix) > 0;
    let follows = draws.affixes().into_iter().any(|affix| is_followed(affix.at()));
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
    let of = |kind: Of, limit: usize, counted: Counted<'_>| {
        let sum = Sum::new(draws, limit, |affix, boosted| {
            let level = if boosted { DEEPEST } else { place.level };
            if is_followed(affix) { vec![(0, 1.0)] } else { of_affix(affix, counted, level) }
        });
        let adds = |parts: &Parts| {
            tail(parts.iter().map(|(affix, chance)| (of_affix(*affix, counted, DEEPEST), *chance)), limit)
        };
        lane(&sum, kind, limit, parts_of.iter().map(adds).collect())
    };
    let weighted = |counted: Counted<'_>| {
        let known = draws.marks.iter().map(|mark| usize::from(mark.pvals)).collect();
        Lane { known, beyond: true, ..of(Of::Pvals, MOST_PVAL_SUM as usize + 1, counted) }
    };
    let mut lanes = vec![vec![weighted(&|pval, value| pval.weight * value)]];
    let flags_of = |parts: &Parts| -> BTreeSet<u32> {
        parts.iter().flat_map(|part| all.pvals[part.0].iter().map(|pval| pval.flag)).collect()
    };
    let of_draws: Parts = draws.affixes().into_iter().map(|affix| (affix.at(), 1.0)).collect();
    let mut flags = flags_of(&of_draws);
    flags.extend(parts_of.iter().flat_map(flags_of));
    if flags.len() <= all.room {
        return lanes;
    }
    // More flags than there is room for: those of a theme count once each.
    let room = all.room - usize::from(follows);
    let crowded = || {
        let crowded = of(Of::Flags, FULL.min(room + 1), &|_, _| 1);
        let tails = parts_of.iter().map(|parts| steps_up(flags_of(parts).len(), crowded.limit)).collect();
        Lane { tails, ..crowded }
    };
    if follows || all.room != 3 {
        // What marks follow must not be misplaced at all, and what misplacing does is known for room for three only.
        lanes.push(vec![crowded()]);
        return lanes;
    }
    // Extra blows, shots and might that are misplaced are not as marks follow them.
    let multiplies = |affix: usize| all.pvals[affix].iter().any(|pval| pval.multiplies);
    let marks = draws.marks.iter().copied().map(Mark::multiplies).collect();
    let themes = parts_of.iter().map(|parts| parts.iter().any(|part| multiplies(part.0))).collect();
    lanes.push(vec![Lane { marks, themes, ..crowded() }]);
    lanes.push(vec![
        crowded(),
        weighted(&|pval, value| {
            let is_plain = value == 0 || pval.multiplies;
            pval.weight * if is_plain { value } else { value.max(2 * value - 1).max(SMALLEST) }
        }),
    ]);
    lanes.push(vec![crowded(), of(Of::Nothing, LARGE_SUM, &|_, value| value)]);
    lanes.push(vec![crowded(), of(Of::Flags, MANY_FLAGS, &|_, _| 1)]);
    lanes
}
