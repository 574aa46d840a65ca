//! The switches of pvals: their weighted sum, and flags that find no room on an item.
//!
//! An item has room for few pvals, which are never equal for long: those that become so are joined. A flag *overflows*
//! where there is no room for another pval, that is where three pvals differ and none is free. The first time this
//! takes four flags, one of which has come to 3 or more (of three different values above zero one is), by one large
//! value or by two affixes. So where large values, and those that may be below zero, count two *points*, and others
//! one, it takes [`OVERFLOW_POINTS`].
//!
//! A flag that overflows joins the pval closest to what it should have: one below twice that, or the first there is
//! where none is so close. The latter takes another point: the three pvals are then at least 2, 3 and 4, or not all
//! above zero. So does whatever comes after the first time. With fewer than [`FAR_OVERFLOW_POINTS`], then, only what
//! was added last has overflowed, and counts less than double.

use std::{collections::BTreeSet, rc::Rc};

use super::{
    super::{
        aux_state::AuxState,
        context::{SolverInput, ThemeParts},
        outcomes::StepDistribution,
    },
    BoundTerm, DEEPEST, FULL, PvalFlag, RollbackTables, StartPart, certain_tail,
    eligible::{ThemeEligibility, eligible_sums},
    pval_overflow::PvalOverflow,
    sums::{AffixSum, Amounts, by_affix, tail_probabilities, value_distribution},
};
use affixboard_kin::power::MAX_PVAL_SUM;

/// Points it takes that a flag overflows, where there is room for three pvals.
const OVERFLOW_POINTS: usize = 5;
/// Points it takes that one joins a pval that is not close, or that flags overflow more than once.
pub(super) const FAR_OVERFLOW_POINTS: usize = 6;

/// Points of a pval's value towards flags that overflow.
pub(super) fn overflow_points(pval: &PvalFlag, value: i64) -> i64 {
    match value {
        _ if pval.lowers => 2,
        ..=0 => 0,
        1 | 2 => 1,
        _ => 2,
    }
}

/// The part of a pval's value that counts towards a sum.
type Counted<'a> = &'a dyn Fn(&PvalFlag, i64) -> i64;

/// Makes a term of a sum, the kind's part of it, the limit, and the tails of themes.
type MakeTerm<'a> = &'a dyn Fn(&AffixSum<'_>, StartPart, usize, Vec<Vec<f64>>) -> BoundTerm;

/// Makes the terms of one context.
struct Maker<'a> {
    input: &'a SolverInput<'a>,
    tables: &'a RollbackTables,
    /// With auxiliary states; without them, where that is possible.
    followed: &'a StepDistribution,
    unfollowed: &'a StepDistribution,
    steps: usize,
    theme_parts: &'a [&'a ThemeParts],
    term: MakeTerm<'a>,
    /// `[theme]`, of each of the two distributions.
    eligibility: Vec<ThemeEligibility>,
    unfollowed_eligibility: Vec<ThemeEligibility>,
}

/// A sum over pvals.
#[derive(Clone, Copy)]
struct PvalSum<'a> {
    start: StartPart,
    limit: usize,
    counted: Counted<'a>,
    /// Whether items are told apart by their auxiliary states.
    with_aux_states: bool,
    /// Whether drawn affixes count only with what auxiliary states don't follow of them.
    less_followed: bool,
}

/// The switches of pvals, each with the terms that must all be on.
pub(super) fn terms(
    input: &SolverInput<'_>,
    (followed, unfollowed, steps): (&StepDistribution, &StepDistribution, usize),
    theme_parts: &[&ThemeParts],
    term: MakeTerm<'_>,
) -> Vec<Vec<BoundTerm>> {
    let tables = &input.catalog.rollback;
    let maker = Maker::new(input, (followed, unfollowed, steps), theme_parts, term);
    let mut switches = vec![vec![maker.weighted(&|pval, value| pval.weight * value)]];
    let drawn: ThemeParts = followed.affixes().map(|affix| (affix.at(), 1.0)).collect();
    let mut flags = tables.flags_of(&drawn);
    flags.extend(theme_parts.iter().flat_map(|parts| tables.flags_of(parts)));
    if flags.len() <= tables.pval_slots {
        return switches;
    }
    let follows_pvals = followed.affixes().any(|affix| maker.is_followed(affix.at()));
    if follows_pvals || tables.pval_slots != 3 {
        // Pvals that auxiliary states follow must not overflow at all; overflow is modelled for three pvals only.
        switches.push(vec![maker.crowded(tables.pval_slots - usize::from(follows_pvals))]);
        return switches;
    }
    let far = maker.term(PvalSum {
        start: StartPart::OverflowPoints,
        limit: FAR_OVERFLOW_POINTS,
        counted: &overflow_points,
        with_aux_states: true,
        less_followed: false,
    });
    let by_points = |needed: usize| BoundTerm { limit: needed, ..far.clone() };
    // The same event, told better where no kind or affix has pvals that can be below zero.
    let lowers = |parts: &ThemeParts| parts.iter().any(|part| tables.pvals[part.0].iter().any(|pval| pval.lowers));
    let lowers = lowers(&drawn) || theme_parts.iter().any(|parts| lowers(parts));
    let finer = (!lowers).then(|| {
        let level = input.context.level;
        PvalOverflow::new((followed, steps), level, &tables.pvals, theme_parts, &maker.eligibility, &flags)
    });
    let overflow = |needed: usize| {
        let finer = finer.iter().map(|finer| finer.term(needed));
        [by_points(needed)].into_iter().chain(finer).collect::<Vec<BoundTerm>>()
    };
    // Extra blows, shots and might that overflow are not as auxiliary states follow them. Only adding to them does
    // that.
    let multiplies =
        |parts: &&ThemeParts| parts.iter().any(|part| tables.pvals[part.0].iter().any(|pval| pval.multiplies));
    let aux_states: Vec<bool> = followed.aux_states.iter().copied().map(AuxState::has_multipliers).collect();
    let themes: Vec<bool> = theme_parts.iter().map(multiplies).collect();
    let of_multipliers = |term: BoundTerm| {
        let tails = term.theme_tails.iter().zip(&themes);
        let theme_tails =
            tails.map(|(tail, is_on)| if *is_on { tail.clone() } else { vec![0.0; tail.len()] }).collect();
        BoundTerm { aux_states: aux_states.clone(), themes: themes.clone(), theme_tails, ..term }
    };
    switches.push(overflow(OVERFLOW_POINTS).into_iter().map(of_multipliers).collect());
    let mut doubled = overflow(OVERFLOW_POINTS);
    doubled.push(maker.weighted(&|pval, value| pval.weight * if pval.multiplies { value } else { 2 * value }));
    switches.push(doubled);
    switches.push(overflow(FAR_OVERFLOW_POINTS));
    switches
}

impl RollbackTables {
    /// The flags with pvals of some affixes.
    fn flags_of(&self, parts: &ThemeParts) -> BTreeSet<u32> {
        parts.iter().flat_map(|part| self.pvals[part.0].iter().map(|pval| pval.flag)).collect()
    }
}

impl<'a> Maker<'a> {
    fn new(
        input: &'a SolverInput<'_>,
        (followed, unfollowed, steps): (&'a StepDistribution, &'a StepDistribution, usize),
        theme_parts: &'a [&'a ThemeParts],
        term: MakeTerm<'a>,
    ) -> Maker<'a> {
        let tables = &input.catalog.rollback;
        let is_fixed = |affix: usize| tables.pvals[affix].iter().all(|pval| pval.value.m_bonus <= 0);
        let eligibility_in = |distribution: &StepDistribution| -> Vec<ThemeEligibility> {
            let themes = distribution.themes.iter().zip(theme_parts);
            themes.map(|(theme, parts)| ThemeEligibility::new(input, distribution, *theme, parts, is_fixed)).collect()
        };
        let eligibility = eligibility_in(followed);
        let is_same = std::ptr::eq(followed, unfollowed);
        let unfollowed_eligibility = if is_same { Vec::new() } else { eligibility_in(unfollowed) };
        Maker { input, tables, followed, unfollowed, steps, theme_parts, term, eligibility, unfollowed_eligibility }
    }

    /// Whether auxiliary states follow the sum of pvals of an affix, which then needs no bound.
    fn is_followed(&self, affix: usize) -> bool {
        self.followed.follows_pval_sum && self.input.catalog.deltas.max_pval_sum(affix) > 0
    }

    /// Distribution of an affix's contribution to a sum at a level; an amount may occur more than once.
    fn amounts(&self, affix: usize, counted: Counted<'_>, level: u32) -> Amounts {
        self.tables.pvals[affix].iter().fold(vec![(0, 1.0)], |sums, pval| {
            let values = value_distribution(pval.value, pval.min, level, MAX_PVAL_SUM as usize + 1);
            let with = |(sum, p): (usize, f64)| {
                let more =
                    |(value, share): &(usize, f64)| (sum + counted(pval, *value as i64).max(0) as usize, p * share);
                values.iter().map(more).collect::<Vec<_>>()
            };
            sums.into_iter().flat_map(with).collect()
        })
    }

    /// The term of a sum over pvals.
    fn term(&self, sum: PvalSum<'_>) -> BoundTerm {
        let PvalSum { start, limit, counted, with_aux_states, less_followed } = sum;
        let distribution = if with_aux_states { self.followed } else { self.unfollowed };
        let amounts_drawn = |affix, boosted| {
            let level = if boosted { DEEPEST } else { self.input.context.level };
            if self.is_followed(affix) {
                return vec![(0, 1.0)];
            }
            let unknown = |pval: &PvalFlag, value: i64| if pval.is_followed() { 0 } else { counted(pval, value) };
            if less_followed { self.amounts(affix, &unknown, level) } else { self.amounts(affix, counted, level) }
        };
        let drawn = by_affix(distribution, |affix, boosted| up_to(amounts_drawn(affix, boosted), limit));
        let sum = AffixSum::new(distribution, limit, |affix, boosted| up_to(amounts_drawn(affix, boosted), limit));
        let tail = |parts: &&ThemeParts| {
            tail_probabilities(parts.iter().map(|(affix, p)| (self.amounts(*affix, counted, DEEPEST), *p)), limit)
        };
        let is_followed = std::ptr::eq(distribution, self.followed);
        let eligibility = if is_followed { &self.eligibility } else { &self.unfollowed_eligibility };
        let eligible = |of: &ThemeEligibility| {
            eligible_sums(distribution, self.steps, limit, of, &drawn, |sum, more| (sum + more).min(limit))
        };
        BoundTerm {
            eligible: Rc::new(eligibility.iter().map(eligible).collect()),
            ..(self.term)(&sum, start, limit, self.theme_parts.iter().map(tail).collect())
        }
    }

    /// The term of a weighted sum of pvals, beyond what auxiliary states follow of it.
    fn weighted(&self, counted: Counted<'_>) -> BoundTerm {
        // Extra blows, shots and might of drawn affixes count with the auxiliary state that knows them.
        let followed = |state: &AuxState| {
            let multipliers = state.multipliers().into_iter().zip(self.tables.multiplier_weights);
            usize::from(state.pval_sum) + multipliers.map(|(n, weight)| usize::from(n) * weight).sum::<usize>()
        };
        let followed = self.followed.aux_states.iter().map(followed).collect();
        let limit = MAX_PVAL_SUM as usize + 1;
        let term = self.term(PvalSum {
            start: StartPart::PvalSum,
            limit,
            counted,
            with_aux_states: true,
            less_followed: true,
        });
        BoundTerm { followed, needs_more: true, ..term }
    }

    /// The term of more flags than there is room for: those of a theme count once each.
    fn crowded(&self, room: usize) -> BoundTerm {
        let term = self.term(PvalSum {
            start: StartPart::PvalFlags,
            limit: FULL.min(room + 1),
            counted: &|_, _| 1,
            with_aux_states: false,
            less_followed: false,
        });
        let tail = |parts: &&ThemeParts| certain_tail(self.tables.flags_of(parts).len(), term.limit);
        BoundTerm { theme_tails: self.theme_parts.iter().map(tail).collect(), ..term }
    }
}

fn up_to(amounts: Amounts, limit: usize) -> Amounts {
    amounts.into_iter().map(|(n, p)| (n.min(limit), p)).collect()
}
