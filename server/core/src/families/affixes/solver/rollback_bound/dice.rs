//! Whether dice can make an item too powerful: what affixes do to them, step after step.
//!
//! Dice and sides are bytes that wrap around below zero, so that which of them an item comes to depends on the order; they
//! are followed from a kind's own, together with the number of slays and brands, which multiply them.

use std::collections::{BTreeMap, HashMap};

use super::{
    super::{
        super::{AffixForge, Generation, budget::Damage},
        draws::Draws,
    },
    Parts,
};
use crate::catalog::{AffixId, ThemeId};

/// Dice and sides.
type Pair = (u8, u8);
/// What an affix adds to them.
type Change = (i32, i32);

/// What affixes and themes of a place do to dice.
#[derive(Debug)]
pub(super) struct DiceChanges {
    wrap: bool,
    marks: usize,
    steps: usize,
    changes: Vec<Change>,
    moves: Vec<(Move, f64)>,
    /// Themes, those alike once.
    themes: Vec<OfTheme>,
    /// By steps: how likely an item has any theme.
    themed: Vec<f64>,
}

/// What steps that are alike do: from mark, to mark, the change (none: dice stay as they are), how many slays and brands.
type Move = (usize, usize, Option<usize>, usize);

/// What a theme does to dice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct OfTheme {
    /// The changes of its affixes, in order.
    changes: Vec<Change>,
    /// How many slays and brands an item has of it, those of its affixes that the item had before included.
    slays: usize,
    /// So many steps an item needs for affixes the theme names, where those leave dice alone and bring what the theme would.
    named: usize,
}

/// Dice, the fewest steps that lead to them, and where each change leads from there.
type Reached = (Pair, usize, Vec<usize>);
/// Numbers of slays and brands are told apart below this, with the last standing for more.
const SLAYS: usize = 10;

/// Themes with more affixes that change dice than this are taken to be undone always.
const MOST_CHANGES: usize = 6;

impl DiceChanges {
    /// `themed`: by steps, how likely an item has any theme.
    pub(super) fn new<G: Generation>(
        forge: &AffixForge<G>,
        draws: &Draws,
        steps: usize,
        parts_of: &[Parts],
        themed: Vec<f64>,
    ) -> DiceChanges {
        let switches = &forge.exact.switches;
        let change = |affix: usize| (switches.affixes[affix].dice, switches.affixes[affix].sides);
        let slays_of = |affix: usize| switches.budgets.slays(affix);
        let mut changes: Vec<Change> = Vec::new();
        let mut moves: BTreeMap<Move, f64> = BTreeMap::new();
        let affixes: Vec<usize> = draws.affixes().map(AffixId::at).collect();
        for way in &draws.ways {
            // A step that is undone, or finds nothing, changes nothing.
            let affix = way.affix.map(|affix| affixes[affix]);
            let (from, to) = draws.pairs[way.pair];
            let change = affix.map_or((0, 0), change);
            let number = (change != (0, 0)).then(|| {
                changes.iter().position(|known| *known == change).unwrap_or_else(|| {
                    changes.push(change);
                    changes.len() - 1
                })
            });
            *moves.entry((from, to, number, affix.map_or(0, slays_of))).or_default() += way.chance;
        }
        let theme = |(theme, parts): (&ThemeId, &Parts)| {
            let changes = parts.iter().map(|part| change(part.0)).filter(|change| *change != (0, 0)).collect();
            let is_told_apart = |affix: AffixId| {
                let is_part = parts.iter().any(|part| part.0 == affix.at());
                forge.themes.mention(*theme, affix).0 <= 1 && is_part && change(affix.at()) == (0, 0)
            };
            let mut named = draws.affixes().filter(|affix| forge.themes.mention(*theme, *affix).0 > 0);
            let slays = parts.iter().map(|part| slays_of(part.0)).sum();
            OfTheme { changes, slays, named: if named.all(is_told_apart) { 2 } else { 0 } }
        };
        let mut themes: Vec<OfTheme> = draws.themes.iter().zip(parts_of).map(theme).collect();
        themes.sort_unstable();
        themes.dedup();
        let moves = moves.into_iter().collect();
        DiceChanges { wrap: forge.quirks.dice_wrap, marks: draws.marks.len(), steps, changes, moves, themes, themed }
    }

    fn after(&self, (dice, sides): Pair, change: Change) -> Pair {
        let add = |value: u8, added: i32| {
            let sum = i32::from(value).wrapping_add(added);
            if self.wrap { sum as u8 } else { sum.clamp(0, 255) as u8 }.max(1)
        };
        (add(dice, change.0), add(sides, change.1))
    }

    /// Whether a theme can make an item with these dice and so many slays too powerful, with any part of its affixes: an
    /// item may have some of them already.
    fn is_undone_by(&self, damage: &Damage, dice: Pair, slays: usize, theme: &OfTheme) -> bool {
        let changes = &theme.changes;
        changes.len() > MOST_CHANGES
            || (0..1_u32 << changes.len()).any(|some| {
                let some = changes.iter().enumerate().filter(|change| some >> change.0 & 1 == 1);
                !damage.allows(
                    some.fold(dice, |dice, change| self.after(dice, *change.1)),
                    slays.saturating_add(theme.slays),
                )
            })
    }

    /// By number of steps: at most so likely was a step of an item undone by its dice.
    pub(super) fn bound(&self, damage: &Damage) -> Vec<f64> {
        let reached = self.reached(damage.dice());
        let by_affixes = self.ever(&reached, |_, (dice, _), slays| !damage.allows(dice, slays));
        let by_themes = self.ever(&reached, |step, (dice, needed), slays| {
            // An item can't have a theme without the steps for what it names, and those changed no dice.
            let mut themes = self.themes.iter().filter(|theme| step >= needed + theme.named);
            themes.any(|theme| self.is_undone_by(damage, dice, slays, theme))
        });
        // Themes only undo items that they come to, and only those whose dice are near enough.
        let each = by_affixes.iter().zip(by_themes).zip(&self.themed);
        each.map(|((affixes, themes), themed)| affixes + themes.min(*themed)).collect()
    }

    /// The dice items can have, each with the fewest steps that lead there and where each change leads from there.
    fn reached(&self, start: Pair) -> Vec<Reached> {
        let mut numbers = HashMap::from([(start, 0)]);
        let mut reached = vec![(start, 0, Vec::new())];
        let mut next = 0;
        while next < reached.len() {
            let (dice, needed, _) = reached[next];
            // Beyond the last step it doesn't matter where they lead.
            let leads = |change: &Change| {
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

    /// By number of steps: how likely an item ever had dice and a number of slays of which this is true, by the step and the
    /// fewest steps to those dice, if no theme ever ended its drawing.
    fn ever(&self, reached: &[Reached], of: impl Fn(usize, (Pair, usize), usize) -> bool) -> Vec<f64> {
        let place = |mark: usize, state: usize| (mark * reached.len() + state) * SLAYS;
        let mut now = vec![0.0; self.marks * reached.len() * SLAYS];
        now[0] = 1.0;
        let mut sums = Vec::new();
        let mut sum = 0.0;
        for step in 0..=self.steps {
            for (state, (dice, needed, _)) in reached.iter().enumerate().filter(|state| state.1.1 <= step) {
                let number = |slays: usize| if slays + 1 == SLAYS { usize::MAX } else { slays };
                for slays in (0..SLAYS).filter(|slays| of(step, (*dice, *needed), number(*slays))) {
                    (0..self.marks).for_each(|mark| sum += std::mem::take(&mut now[place(mark, state) + slays]));
                }
            }
            sums.push(sum);
            let mut next = vec![0.0; now.len()];
            for ((from, to, change, more), chance) in &self.moves {
                // What takes more steps to get to is not reached yet.
                for (state, (_, _, leads)) in reached.iter().enumerate().filter(|state| state.1.1 <= step) {
                    let (from, to) = (place(*from, state), place(*to, change.map_or(state, |change| leads[change])));
                    let (now, next) = (&now[from..][..SLAYS], &mut next[to..][..SLAYS]);
                    let told_apart = (SLAYS - 1).saturating_sub(*more);
                    let pairs = next[(*more).min(SLAYS - 1)..].iter_mut().zip(&now[..told_apart]);
                    pairs.for_each(|(to, now)| *to += now * chance);
                    next[SLAYS - 1] += now[told_apart..].iter().sum::<f64>() * chance;
                }
            }
            now = next;
        }
        sums
    }
}
