//! What items of one place carry after each number of steps.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{AffixForge, Generation, SLOTS, tables::AtDepth},
    course::{Course, Route},
    draws::{Draw, Draws, Place},
    hands::{Hands, suits},
    last_step,
    moves::{Steps, Variant},
    undone::{Start, Undone},
};
use crate::catalog::{AffixId, ThemeId};

/// Hands that come less often than this to items of a kind are left out; what that comes to is in the bound.
const LEAST: f64 = 1e-8;
/// Where even so there are more hands than this, times marks and numbers of steps, more are left out.
const MOST_STATES: usize = 4_000_000;
/// What else isn't followed to the end may put so much on a bound, among all items of a kind, or this part of what leaving
/// hands out comes to.
const TOLERANCE: f64 = 2e-8;
const TOLERATED_PART: f64 = 0.1;

/// By number of steps: a part of all items of a kind.
pub(super) type Weights = [f64; SLOTS + 1];

/// What items carry, by how many steps they make (0 to the last).
#[derive(Debug)]
pub(super) struct BySteps {
    pub(super) affixes: Vec<OfAffix>,
    /// Chance of each theme.
    pub(super) themes: Vec<(ThemeId, Vec<f64>)>,
    /// By steps, then by how many affixes an item ends with.
    pub(super) filled: Vec<Filled>,
    /// By steps: what was left out.
    pub(super) left_out: Vec<f64>,
    /// By what a kind brings towards switches, by steps: at most so likely was a step undone that isn't counted as undone
    /// here.
    pub(super) undone: BTreeMap<Start, Vec<f64>>,
}

/// How many affixes items end with.
#[derive(Debug, Clone)]
pub(super) struct Filled {
    /// By their number.
    pub(super) chances: Vec<f64>,
    /// Each is at most so far from the true one.
    pub(super) bound: f64,
}

/// An affix on items.
#[derive(Debug, Clone)]
pub(super) struct OfAffix {
    pub(super) affix: AffixId,
    /// By steps: the chance that an item has it, and at most so far from it the true one.
    pub(super) once: Vec<(f64, f64)>,
    /// By steps: how many of it an item has.
    pub(super) times: Vec<f64>,
    /// A step keeps it with this chance at the most; where themes are always undone, what is left out may have any part in
    /// it.
    pub(super) most: f64,
}

/// What the chances of a place are computed from: the same for the same place and weights.
pub(super) struct Ground {
    pub(super) draws: Draws,
    pub(super) hands: Hands,
    /// Themes that are always undone, as bits.
    pub(super) lost: u64,
    /// Whether a step that found nothing to draw looks for a theme.
    pub(super) looks: bool,
    pub(super) steps: usize,
    /// Steps that are followed hand by hand: all but the last, whose themes are summed up where that can be.
    pub(super) followed: usize,
}

impl Ground {
    pub(super) fn new<G: Generation>(
        forge: &AffixForge<G>,
        tables: &AtDepth,
        place: Place,
        weights: &Weights,
    ) -> Ground {
        let steps = weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0);
        let draws = Draws::new(forge, tables, place);
        let lost = forge.exact.lost(&place.frame, &draws.themes);
        let looks = forge.quirks.theme_without_affix;
        let followed = if lost == 0 && forge.themes.repeats_count() { steps.saturating_sub(1) } else { steps };
        let suits = suits(&draws, &forge.themes, |affix| tables.pools.class_bit(affix.0));
        let most = MOST_STATES / (draws.marks.len() * (followed + 1));
        let mut least = LEAST;
        let hands = loop {
            match Hands::new(&draws, &forge.themes, suits.clone(), followed, (weights, least, most)) {
                Some(hands) => break hands,
                None => least *= 4.0,
            }
        };
        Ground { draws, hands, lost, looks, steps, followed }
    }
}

/// What follows items in a place.
struct Computing<'a> {
    draws: &'a Draws,
    hands: &'a Hands,
    /// What steps do, without variants.
    moves: &'a Steps,
    /// Themes that are always undone, as bits.
    lost: u64,
    /// Whether a step that found nothing to draw looks for a theme.
    looks: bool,
    steps: usize,
    /// Steps that are followed hand by hand: all but the last, whose themes are summed up where that can be.
    followed: usize,
    /// Everything, without variants.
    all: Course,
    weights: Weights,
}

impl BySteps {
    pub(super) fn new<G: Generation>(
        forge: &AffixForge<G>,
        tables: &AtDepth,
        place: Place,
        weights: Weights,
    ) -> BySteps {
        let Ground { draws, hands, lost, looks, steps, followed } = &Ground::new(forge, tables, place, &weights);
        let (lost, looks, steps, followed) = (*lost, *looks, *steps, *followed);
        let all_moves = Steps::new(draws, hands, lost, looks, Variant::default());
        let all = Route {
            hands,
            moves: &all_moves,
            themes: draws.themes.len(),
            steps: followed,
            largest: followed,
            in_full: true,
        };
        let all = all.follow();
        let last = if followed < steps { last_step::themes(draws, hands, &all_moves, &all.last) } else { Vec::new() };
        let computing = Computing { draws, hands, moves: &all_moves, lost, looks, steps, followed, all, weights };
        let is_exclusive = |affix: AffixId| tables.pools.class_bit(affix.0) != 0;
        let mut same = BTreeMap::new();
        let affixes = draws.affixes().map(|affix| computing.affix(affix, is_exclusive(affix), &mut same)).collect();
        let undone = Undone::new(forge, place, draws, steps, computing.themed(&last));
        let kinds = (0..forge.kinds.len())
            .filter(|kind| forge.kinds[*kind].class == place.class && forge.exact.frames[*kind] == place.frame);
        let starts: BTreeSet<&Start> = kinds.map(|kind| forge.exact.switches.start(kind)).collect();
        let starts = starts.into_iter();
        let themes: Vec<(ThemeId, Vec<f64>)> =
            draws.themes.iter().enumerate().map(|(at, theme)| (*theme, computing.theme(at, &last))).collect();
        let filled = computing.filled();
        let left_out: Vec<f64> = (0..=steps).map(|step| computing.left_out(step)).collect();
        // What was left out may be among them, and how large hands missed steps is known up to a bound.
        let is_all = |(filled, left): (&Filled, &f64)| {
            (filled.chances.iter().sum::<f64>() - 1.0).abs() <= left + filled.bound + 1e-12
        };
        debug_assert!(filled.iter().zip(&left_out).all(is_all), "{place:?}: {filled:?}, left out: {left_out:?}");
        BySteps {
            affixes,
            undone: starts.map(|start| (start.clone(), undone.bound(start))).collect(),
            themes,
            filled,
            left_out,
        }
    }
}

/// Draws that are the same for several affixes: from mark, to mark, set, chance.
type Key = Vec<(usize, Option<usize>, usize, bool, u64)>;

impl Computing<'_> {
    /// A bound by number of steps, among all items of a kind.
    fn weigh(&self, bound: impl Fn(usize) -> f64) -> f64 {
        let weights = self.weights.iter().enumerate().filter(|weight| *weight.1 > 0.0);
        weights.map(|(step, weight)| weight * bound(step)).sum()
    }

    /// What may be added to bounds.
    fn tolerated(&self) -> f64 {
        TOLERANCE.max(TOLERATED_PART * self.weigh(|step| self.left_out(step)))
    }

    /// What was left out, by number of steps.
    fn left_out(&self, step: usize) -> f64 {
        (1.0 - self.all.all(step.min(self.followed))).max(0.0)
    }

    fn variant(&self, variant: Variant) -> Steps {
        Steps::new(self.draws, self.hands, self.lost, self.looks, variant)
    }

    fn course(&self, moves: &Steps, largest: usize, in_full: bool) -> Course {
        let (hands, themes, steps) = (self.hands, self.draws.themes.len(), self.followed);
        Route { hands, moves, themes, steps, largest, in_full }.follow()
    }

    /// An affix on items.
    fn affix(&self, affix: AffixId, is_exclusive: bool, same: &mut BTreeMap<Key, Vec<(f64, f64)>>) -> OfAffix {
        let own: Vec<&Draw> = self.draws.all.iter().filter(|draw| draw.affix == Some(affix)).collect();
        let mut kept = vec![0.0; self.draws.marks.len()];
        own.iter().filter(|draw| draw.to.is_some()).for_each(|draw| kept[draw.from] += draw.chance);
        let most = kept.iter().copied().fold(0.0, f64::max);
        let suit = self.hands.suit_of(affix);
        let times = self.times(&own, &kept, suit.unwrap_or(self.hands.suits.len()));
        let once = if is_exclusive || most == 0.0 {
            times.iter().map(|times| (*times, 0.0)).collect()
        } else if self.lost != 0 {
            let without = self.variant(Variant { without: Some(affix), ..Variant::default() });
            let without = self.course(&without, self.followed, true);
            (0..=self.steps).map(|step| ((self.all.all(step) - without.all(step)).max(0.0), 0.0)).collect()
        } else if let Some(suit) = suit {
            // Alone in its suit, as all are that an item can have several of: it is there or not, which hands tell.
            let on = |mark, step| self.all.on(mark, step) - self.all.with_suit(suit, mark, step);
            let first = |step| kept.iter().enumerate().map(|(mark, kept)| kept * on(mark, step)).sum();
            added(self.steps, first).into_iter().map(|sum| (sum, 0.0)).collect()
        } else {
            let key =
                own.iter().map(|draw| (draw.from, draw.to, draw.set, draw.boosted, draw.chance.to_bits())).collect();
            same.entry(key).or_insert_with(|| self.once_beside(affix, &kept)).clone()
        };
        OfAffix { affix, once, times, most: if self.lost == 0 { most } else { 1.0 } }
    }

    /// How many of an affix an item has: a step draws it with the same chance whatever the hand, so that only the number of
    /// steps an item makes counts.
    fn times(&self, own: &[&Draw], kept: &[f64], drawn: usize) -> Vec<f64> {
        let mut shares = Vec::new();
        for draw in own.iter().filter(|draw| self.lost != 0 && draw.to.is_some()) {
            // What is drawn together with this affix, where the theme of its step can be undone and the affix with it.
            let is_with = |other: &&Draw| {
                let suit = other.affix.and_then(|affix| self.hands.suit_of(affix)).unwrap_or(self.hands.suits.len());
                other.set == draw.set && other.from == draw.from && suit == drawn && other.to.is_some()
            };
            let together: f64 = self.draws.all.iter().filter(is_with).map(|draw| draw.chance).sum();
            shares.push((draw.set, draw.from, draw.chance / together));
        }
        added(self.steps, |step| {
            let made: f64 = kept.iter().enumerate().map(|(mark, kept)| kept * self.all.on(mark, step)).sum();
            let undone = |share: &(usize, usize, f64)| share.2 * self.all.returned(drawn, share.0, share.1, step);
            made - shares.iter().map(undone).sum::<f64>()
        })
    }

    /// How likely an item has an affix that no theme names: small hands are followed without it, and what large ones have
    /// of it lies between bounds.
    fn once_beside(&self, affix: AffixId, kept: &[f64]) -> Vec<(f64, f64)> {
        let moves = self.moves.without(affix);
        let spared = self.spared_of(&moves);
        let tolerated = self.tolerated();
        for largest in 0..=self.followed {
            let without = self.course(&moves, largest, false);
            let once = self.once_without(kept, &without, largest, &spared);
            if largest == self.followed || self.weigh(|step| once[step].1) <= tolerated {
                return once;
            }
        }
        vec![(0.0, 0.0); self.steps + 1]
    }

    fn once_without(&self, kept: &[f64], without: &Course, largest: usize, spared: &[(f64, f64)]) -> Vec<(f64, f64)> {
        let (mut sum, mut bound) = (0.0, 0.0);
        let mut once = vec![(0.0, 0.0)];
        for step in 0..self.steps {
            for (mark, kept) in kept.iter().enumerate().filter(|kept| *kept.1 > 0.0) {
                for size in 0..=step.min(self.followed) {
                    if size <= largest {
                        sum += kept * without.on_of_size(size, mark, step);
                        continue;
                    }
                    let on = self.all.on_of_size(size, mark, step);
                    let others = (step - size) as i32;
                    let (least, most) = (spared[mark].0.powi(others), spared[mark].1.powi(others));
                    // As much as of the largest hands that were followed, with as many other affixes.
                    let like = largest + (step - size);
                    let of = self.all.on_of_size(largest, mark, like);
                    let share = if of > 0.0 { without.on_of_size(largest, mark, like) / of } else { most };
                    let share = share.clamp(least, most);
                    sum += kept * on * share;
                    bound += kept * on * (share - least).max(most - share);
                }
            }
            once.push((sum, bound));
        }
        once
    }

    /// By mark: how much of the steps that leave a hand as it is brings no such affix, at least and at most, whatever the
    /// hand. Of steps from one mark to another each, for what mark an item has tells which of these it made.
    fn spared_of(&self, without: &Steps) -> Vec<(f64, f64)> {
        let all = self.moves;
        let mut ranges: Vec<(f64, f64)> = Vec::new();
        let (mut least, mut most) = (1.0_f64, 0.0_f64);
        for to in 0..all.marks {
            for (one, left) in all.beside.iter().zip(&without.beside).filter(|one| one.0.to == to) {
                for spared in &self.hands.spared {
                    let sum = |of: &[f64]| of.iter().zip(spared).map(|(of, spared)| of * spared).sum::<f64>();
                    let (of, left) = (sum(&one.chances), sum(&left.chances));
                    if of > 0.0 {
                        (least, most) = (least.min(left / of), most.max(left / of));
                    }
                }
            }
            // Steps that are undone bring none either. Marks only rise, so that what held for lower ones counts too.
            if all.idle.iter().any(|idle| idle.0 == to) {
                most = 1.0;
            }
            ranges.push((least.min(most), most));
        }
        ranges
    }

    /// By theme, then mark and steps: the chance of the theme, for those that are not undone.
    fn themed(&self, last: &[f64]) -> Vec<Vec<Vec<f64>>> {
        let marks = self.all.marks;
        let of_mark = |theme: usize, mark: usize| {
            let mut sum = 0.0;
            let of_step = |step: usize| {
                let is_last = step > self.followed;
                sum += if is_last { last[theme * marks + mark] } else { self.all.themed(theme, mark, step) };
                sum
            };
            (0..=self.steps).map(of_step).collect()
        };
        (0..self.draws.themes.len()).map(|theme| (0..marks).map(|mark| of_mark(theme, mark)).collect()).collect()
    }

    /// By steps: the chance of a theme.
    fn theme(&self, theme: usize, last: &[f64]) -> Vec<f64> {
        let marks = self.all.marks;
        let mut sum = 0.0;
        let of = |step: usize| {
            sum += if step <= self.followed {
                (0..marks).map(|mark| self.all.themed(theme, mark, step)).sum::<f64>()
            } else {
                last[theme * marks..][..marks].iter().sum()
            };
            sum
        };
        (0..=self.steps).map(of).collect()
    }

    /// By steps, how many affixes items end with: as many as steps, but for those that were missed.
    fn filled(&self) -> Vec<Filled> {
        let marks = self.draws.marks.len();
        let missing = |draw: &&Draw| draw.affix.is_none() || draw.to.is_none();
        let mut misses = vec![0.0; marks];
        self.draws.all.iter().filter(missing).for_each(|draw| misses[draw.from] += draw.chance);
        if self.lost == 0 && misses.iter().all(|misses| *misses == 0.0) {
            return self.all_filled();
        }
        let (most, beyond) = self.most_misses(misses.iter().copied().fold(0.0, f64::max));
        let variant = Variant { misses: most, ..Variant::default() };
        if self.lost != 0 {
            let course = self.course(&self.variant(variant), self.followed, true);
            let on = |missed: usize, mark: usize, step: usize| course.on(missed * marks + mark, step);
            let themed = |missed: usize, step: usize| {
                let at = (0..marks).flat_map(|mark| (0..self.draws.themes.len()).map(move |theme| (theme, mark)));
                at.map(|(theme, mark)| course.themed(theme, missed * marks + mark, step)).sum::<f64>()
            };
            let sum = |missed: usize, step: usize| (0..marks).map(|mark| on(missed, mark, step)).sum::<f64>();
            let ends = self.ends(most, sum, themed).into_iter();
            return ends.zip(beyond).map(|(chances, bound)| Filled { chances, bound }).collect();
        }
        let ranges = self.missed_of(marks);
        let tolerated = self.tolerated();
        let moves = self.variant(variant);
        for largest in 0..=self.followed {
            let course = self.course(&moves, largest, false);
            let mut on = vec![vec![vec![0.0; marks]; self.steps + 1]; self.steps + 1];
            let mut bounds = vec![0.0; self.steps + 1];
            for step in 0..=self.followed {
                for size in 0..=step {
                    for mark in 0..marks {
                        let (others, most) = (step - size, most.min(step - size));
                        let of = |missed: usize, size, step| course.on_of_size(size, missed * marks + mark, step);
                        if size <= largest {
                            (0..=most).for_each(|missed| on[step][missed][mark] += of(missed, size, step));
                            continue;
                        }
                        let here = self.all.on_of_size(size, mark, step);
                        let like: Vec<f64> = (0..=most).map(|missed| of(missed, largest, largest + others)).collect();
                        let sum: f64 = like.iter().sum();
                        if sum > 0.0 {
                            (0..=most).for_each(|missed| on[step][missed][mark] += here * like[missed] / sum);
                        } else {
                            on[step][0][mark] += here;
                        }
                        let range = if sum > 0.0 { ranges[mark].1 - ranges[mark].0 } else { ranges[mark].1 };
                        bounds[step] += here * (others as f64 * range).min(1.0);
                    }
                }
            }
            let bounds = added(self.steps + 1, |step| bounds[step]);
            if self.weigh(|step| bounds[step + 1]) > tolerated && largest < self.followed {
                continue;
            }
            let sum = |missed: usize, step: usize| on[step][missed].iter().sum::<f64>();
            // A step misses whatever the hand, so that what doesn't go on got a theme.
            let themed = |missed: usize, step: usize| {
                if step == 0 {
                    return 0.0;
                }
                let stays: f64 = (0..marks).map(|mark| on[step - 1][missed][mark] * (1.0 - misses[mark])).sum();
                let missing =
                    |missed: usize| -> f64 { (0..marks).map(|mark| on[step - 1][missed][mark] * misses[mark]).sum() };
                let comes = if missed > 0 { missing(missed - 1) } else { 0.0 };
                // All that missed as often as is counted, or more often.
                let comes = if missed == most { comes + missing(missed) } else { comes };
                if step > self.followed { stays + comes } else { stays + comes - sum(missed, step) }
            };
            let sums = |missed: usize, step: usize| if step > self.followed { 0.0 } else { sum(missed, step) };
            let ends = self.ends(most, sums, themed).into_iter().enumerate();
            let bound = |step: usize| 2.0 * bounds[step + 1] + beyond[step];
            return ends.map(|(step, chances)| Filled { chances, bound: bound(step) }).collect();
        }
        vec![Filled { chances: vec![1.0], bound: 0.0 }; self.steps + 1]
    }

    /// The same where no step misses.
    fn all_filled(&self) -> Vec<Filled> {
        let on = |step: usize| (0..self.all.marks).map(|mark| self.all.on(mark, step)).sum::<f64>();
        let themed = |step: usize| if step > self.followed { on(step - 1) } else { on(step - 1) - on(step) };
        let on_of = |_, step: usize| if step > self.followed { 0.0 } else { on(step) };
        let ends = self.ends(0, on_of, |_, step| if step == 0 { 0.0 } else { themed(step) });
        ends.into_iter().map(|chances| Filled { chances, bound: 0.0 }).collect()
    }

    /// How many misses are counted at the most, and by steps how likely an item has more: `miss` is how likely a step misses
    /// at the most.
    fn most_misses(&self, miss: f64) -> (usize, Vec<f64>) {
        let beyond = |most: usize, steps: usize| -> f64 {
            let ways: f64 = (0..=most).map(|at| steps.saturating_sub(at) as f64 / (at + 1) as f64).product();
            (ways * miss.powi(most as i32 + 1)).min(1.0)
        };
        if self.lost != 0 {
            // Themes that are undone are misses too.
            return (self.steps, vec![0.0; self.steps + 1]);
        }
        let is_enough = |most: &usize| self.weigh(|steps| beyond(*most, steps)) <= TOLERANCE;
        let most = (1..self.steps).find(is_enough).unwrap_or(self.steps.max(1));
        (most, (0..=self.steps).map(|steps| beyond(most, steps)).collect())
    }

    /// By steps, how many affixes items end with, from those that go on and those that get a theme, by misses and step.
    fn ends(
        &self,
        most: usize,
        on: impl Fn(usize, usize) -> f64,
        themed: impl Fn(usize, usize) -> f64,
    ) -> Vec<Vec<f64>> {
        let mut ended = vec![0.0; self.steps + 1];
        let mut by_steps = Vec::new();
        for step in 0..=self.steps {
            for missed in 0..=most.min(step) {
                ended[step - missed] += themed(missed, step).max(0.0);
            }
            let mut filled = ended.clone();
            (0..=most.min(step)).for_each(|missed| filled[step - missed] += on(missed, step));
            by_steps.push(filled);
        }
        by_steps
    }

    /// By mark: how much of the steps that leave a hand as it is misses, at least and at most, whatever the hand. Of steps
    /// from one mark to another each.
    fn missed_of(&self, marks: usize) -> Vec<(f64, f64)> {
        let sets = self.draws.sets.len();
        let (mut least, mut most) = (1.0_f64, 0.0_f64);
        let ranges = (0..marks).map(|to| {
            let (mut looking, mut all, mut idle) = (vec![0.0; sets], vec![0.0; sets], 0.0);
            for draw in self.draws.all.iter().filter(|draw| draw.to.unwrap_or(draw.from) == to) {
                if draw.to.is_none() || (draw.affix.is_none() && !self.looks) {
                    idle += draw.chance;
                } else if draw.affix.is_none_or(|affix| self.hands.suit_of(affix).is_none()) {
                    // What leads to another mark fills a slot.
                    if draw.from != to {
                        (least, most) = (0.0, most);
                        continue;
                    }
                    all[draw.set] += draw.chance;
                    looking[draw.set] += if draw.affix.is_none() { draw.chance } else { 0.0 };
                }
            }
            for spared in &self.hands.spared {
                let sum = |of: &[f64]| of.iter().zip(spared).map(|(of, spared)| of * spared).sum::<f64>() + idle;
                let of = sum(&all);
                if of > 0.0 {
                    let share = sum(&looking) / of;
                    (least, most) = (least.min(share), most.max(share));
                }
            }
            (least.min(most), most)
        });
        ranges.collect()
    }
}

/// Sums of what each step brings, from the number of steps before it.
pub(super) fn added(steps: usize, of_step: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums = vec![0.0];
    for step in 0..steps {
        sum += of_step(step);
        sums.push(sum);
    }
    sums
}
