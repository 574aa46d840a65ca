//! Whether dice can make an item too powerful: what affixes do to them, step after step.
//!
//! Dice and sides are bytes that wrap around below zero, so that which of them an item comes to depends on the order;
//! they are followed from a kind's own, together with the number of slays and brands, which multiply them.

use std::collections::{BTreeMap, HashMap};

use super::super::{
    context::{SolverInput, ThemeParts},
    outcomes::StepDistribution,
};
use affixboard_model::catalog::{AffixId, ThemeId};

/// Number of dice, and of their sides.
type Dice = (u8, u8);
/// Change of both by an affix.
type DiceChange = (i32, i32);

/// The damage that leaves the power of a kind's items below the limit, while they keep within all other allowances and
/// no switch is on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DamageLimit {
    /// The kind's own number of dice.
    pub(crate) dice: u8,
    /// The kind's own sides.
    pub(crate) sides: u8,
    /// `[slays and brands that affixes brought]`, the last for any number: the most damage, in the units of power;
    /// below 0 for none.
    pub(crate) max_damage: Vec<i64>,
}

impl DamageLimit {
    /// Whether these dice leave an item with `slays` slays and brands from affixes below the limit.
    fn allows(&self, (dice, sides): Dice, slays: usize) -> bool {
        i64::from(dice) * (i64::from(sides) + 1) * 5 / 4 <= self.max_damage[slays.min(self.max_damage.len() - 1)]
    }
}

/// Changes of dice by the affixes and themes of a context.
#[derive(Debug)]
pub(super) struct DiceBound {
    /// Whether dice wrap around; else they end at 0 and 255.
    wraps: bool,
    aux_states: usize,
    steps: usize,
    /// The different changes.
    changes: Vec<DiceChange>,
    /// The different kinds of steps, each with its probability.
    kinds: Vec<(StepKind, f64)>,
    /// Themes, those alike once.
    themes: Vec<ThemeDice>,
    /// `[steps] f64`: probability that an item has any theme.
    p_any_theme: Vec<f64>,
}

/// Steps that are alike: auxiliary state before, after, position of the change (none: dice stay as they are), number of
/// slays and brands.
type StepKind = (usize, usize, Option<usize>, usize);

/// Effect of a theme on dice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct ThemeDice {
    /// The changes of its affixes, in order.
    changes: Vec<DiceChange>,
    /// Number of slays and brands an item has of it, those of its affixes that the item had before included.
    slays: usize,
    /// Number of steps an item needs for affixes that the theme names, if those don't change dice and the theme has
    /// them too.
    needed_steps: usize,
}

/// Dice, the fewest steps that lead to them, and `[change]` where each leads from there, as a position in the list of
/// these.
type ReachedDice = (Dice, usize, Vec<usize>);
/// Numbers of slays and brands are told apart below this, with the last standing for more.
const SLAYS: usize = 10;

/// Themes with more affixes that change dice than this are taken to be rolled back always.
const MAX_CHANGES: usize = 6;

impl DiceBound {
    /// `p_any_theme`: `[steps] f64`, the probability that an item has any theme.
    pub(super) fn new(
        input: &SolverInput<'_>,
        distribution: &StepDistribution,
        steps: usize,
        theme_parts: &[&ThemeParts],
        p_any_theme: Vec<f64>,
    ) -> DiceBound {
        let tables = &input.catalog.rollback;
        let change_of = |affix: usize| (tables.effects[affix].dice, tables.effects[affix].sides);
        let slays_of = |affix: usize| tables.bounds.slays[affix];
        let mut changes: Vec<DiceChange> = Vec::new();
        let mut kinds: BTreeMap<StepKind, f64> = BTreeMap::new();
        let affixes: Vec<usize> = distribution.affixes().map(AffixId::at).collect();
        for outcome in &distribution.themeless {
            // A step that is rolled back, or finds nothing, changes nothing.
            let affix = outcome.affix.map(|affix| affixes[affix]);
            let (from, to) = distribution.aux_edges[outcome.aux_edge];
            let change = affix.map_or((0, 0), change_of);
            let number = (change != (0, 0)).then(|| {
                changes.iter().position(|known| *known == change).unwrap_or_else(|| {
                    changes.push(change);
                    changes.len() - 1
                })
            });
            *kinds.entry((from, to, number, affix.map_or(0, slays_of))).or_default() += outcome.p;
        }
        let theme = |(theme, parts): (&ThemeId, &&ThemeParts)| {
            let changes = parts.iter().map(|part| change_of(part.0)).filter(|change| *change != (0, 0)).collect();
            let brings_the_same = |affix: AffixId| {
                let is_part = parts.iter().any(|part| part.0 == affix.at());
                input.themes.named(*theme, affix).lines <= 1 && is_part && change_of(affix.at()) == (0, 0)
            };
            let mut named = distribution.affixes().filter(|affix| input.themes.named(*theme, *affix).lines > 0);
            let slays = parts.iter().map(|part| slays_of(part.0)).sum();
            ThemeDice { changes, slays, needed_steps: if named.all(brings_the_same) { 2 } else { 0 } }
        };
        let mut themes: Vec<ThemeDice> = distribution.themes.iter().zip(theme_parts).map(theme).collect();
        themes.sort_unstable();
        themes.dedup();
        DiceBound {
            wraps: input.dice_wrap,
            aux_states: distribution.aux_states.len(),
            steps,
            changes,
            kinds: kinds.into_iter().collect(),
            themes,
            p_any_theme,
        }
    }

    fn after(&self, (dice, sides): Dice, change: DiceChange) -> Dice {
        let add = |value: u8, added: i32| {
            let sum = i32::from(value).wrapping_add(added);
            if self.wraps { sum as u8 } else { sum.clamp(0, 255) as u8 }.max(1)
        };
        (add(dice, change.0), add(sides, change.1))
    }

    /// Whether a theme can make an item with these dice and `slays` slays and brands too powerful, with any part of its
    /// affixes: an item may have some of them already.
    fn may_roll_back(&self, damage: &DamageLimit, dice: Dice, slays: usize, theme: &ThemeDice) -> bool {
        let changes = &theme.changes;
        changes.len() > MAX_CHANGES
            || (0..1_u32 << changes.len()).any(|some| {
                let some = changes.iter().enumerate().filter(|change| some >> change.0 & 1 == 1);
                !damage.allows(
                    some.fold(dice, |dice, change| self.after(dice, *change.1)),
                    slays.saturating_add(theme.slays),
                )
            })
    }

    /// `[steps] f64`: upper bound of the probability that a step of an item was rolled back by its dice.
    pub(super) fn p(&self, damage: &DamageLimit) -> Vec<f64> {
        let reached = self.reached((damage.dice, damage.sides));
        let by_affixes = self.p_ever(&reached, |_, (dice, _), slays| !damage.allows(dice, slays));
        let by_themes = self.p_ever(&reached, |step, (dice, needed), slays| {
            // An item can't have a theme without the steps for what it names, and those changed no dice.
            let mut themes = self.themes.iter().filter(|theme| step >= needed + theme.needed_steps);
            themes.any(|theme| self.may_roll_back(damage, dice, slays, theme))
        });
        // Themes only roll back items that they come to, and only those whose dice are near enough.
        let each = by_affixes.iter().zip(by_themes).zip(&self.p_any_theme);
        each.map(|((affixes, themes), p_any_theme)| affixes + themes.min(*p_any_theme)).collect()
    }

    /// The dice that items can have.
    fn reached(&self, start: Dice) -> Vec<ReachedDice> {
        let mut numbers = HashMap::from([(start, 0)]);
        let mut reached = vec![(start, 0, Vec::new())];
        let mut next = 0;
        while next < reached.len() {
            let (dice, needed, _) = reached[next];
            // Beyond the last step it doesn't matter where they lead.
            let leads = |change: &DiceChange| {
                let after = self.after(dice, *change);
                if needed == self.steps {
                    return next;
                }
                *numbers.entry(after).or_insert_with(|| {
                    reached.push((after, needed + 1, Vec::new()));
                    reached.len() - 1
                })
            };
            let leads = self.changes.iter().map(leads).collect();
            reached[next].2 = leads;
            next += 1;
        }
        reached
    }

    /// `[steps] f64`: probability that an item ever had dice and a number of slays of which `of` is true, by the step,
    /// the dice with the fewest steps to them, and the slays; if no theme ever ended its drawing.
    fn p_ever(&self, reached: &[ReachedDice], of: impl Fn(usize, (Dice, usize), usize) -> bool) -> Vec<f64> {
        // `[aux state][reached dice][slays] f64`: probability.
        let place = |aux: usize, state: usize| (aux * reached.len() + state) * SLAYS;
        let mut now = vec![0.0; self.aux_states * reached.len() * SLAYS];
        now[0] = 1.0;
        let mut sums = Vec::new();
        let mut sum = 0.0;
        for step in 0..=self.steps {
            for (state, (dice, needed, _)) in reached.iter().enumerate().filter(|state| state.1.1 <= step) {
                let number = |slays: usize| if slays + 1 == SLAYS { usize::MAX } else { slays };
                for slays in (0..SLAYS).filter(|slays| of(step, (*dice, *needed), number(*slays))) {
                    (0..self.aux_states).for_each(|aux| sum += std::mem::take(&mut now[place(aux, state) + slays]));
                }
            }
            sums.push(sum);
            let mut next = vec![0.0; now.len()];
            for ((from, to, change, more), p) in &self.kinds {
                // Dice that take more steps are not reached yet.
                for (state, (_, _, leads)) in reached.iter().enumerate().filter(|state| state.1.1 <= step) {
                    let (from, to) = (place(*from, state), place(*to, change.map_or(state, |change| leads[change])));
                    let (now, next) = (&now[from..][..SLAYS], &mut next[to..][..SLAYS]);
                    let told_apart = (SLAYS - 1).saturating_sub(*more);
                    let pairs = next[(*more).min(SLAYS - 1)..].iter_mut().zip(&now[..told_apart]);
                    pairs.for_each(|(to, now)| *to += now * p);
                    next[SLAYS - 1] += now[told_apart..].iter().sum::<f64>() * p;
                }
            }
            now = next;
        }
        sums
    }
}
