//! When properties can't matter: upper bounds that prove that a step is not rolled back, in one addition per affix.
//!
//! A step is undone where power reaches 20,000. That takes one of a few switches (a bonus of 41, four immunities …) or
//! ordinary parts of that size. Each affix has an upper bound of what it adds towards each switch; bounds are bytes
//! side by side in one integer, and an item starts so that a byte reaches 128 just when its switch could be on. While no
//! byte does, no roll of any property can roll anything back, and properties need not be rolled at all. Once one does,
//! they are rolled and power is computed.

mod lanes;
mod ordinary;
mod sets;

use lanes::{Bounds, Lane, affix_bounds, is_wide, kind_start};
pub(super) use ordinary::Damage;
use ordinary::ordinary;
use sets::Sets;

use super::{super::model::AffixModel, power::Ordinary};
use crate::catalog::Theme;

/// Bounds side by side, a byte each.
pub(super) type Budget = u128;

/// The bits that say "perhaps".
pub(super) const PERHAPS: Budget = 0x8080_8080_8080_8080_8080_8080_8080_8080;
/// All bytes but those of to-hit and to-dam.
pub(super) const ALL_BUT_COMBAT: Budget = !0 << (8 * (Lane::ToDam as u32 + 1));

/// The bounds of a catalog.
#[derive(Debug)]
pub(super) struct Budgets {
    kinds: Vec<Budget>,
    ordinary: Vec<Ordinary>,
    affixes: Vec<Budget>,
    themes: Vec<Budget>,
    /// By kind: the damage that leaves its power below the limit; of those whose dice count.
    damage: Vec<Option<Damage>>,
    /// By kind: whether its bonuses could wrap around.
    wide_bonus: Vec<bool>,
    /// By affix: how many slays and brands it brings at the most.
    slays: Vec<usize>,
}

/// Whether a sum says that properties may matter.
#[inline]
pub(super) fn perhaps(budget: Budget) -> bool {
    budget & PERHAPS != 0
}

impl Budgets {
    pub(super) fn new<G>(model: &AffixModel<G>) -> Budgets {
        let sets = Sets::new(model.spec);
        let affixes: Vec<Bounds> = model.affixes.iter().map(|affix| affix_bounds(affix, &sets)).collect();
        let theme = |theme: &Theme| {
            let mut sum = Bounds::default();
            // A line without a chance only helps to bring the theme about.
            for part in theme.parts.iter().filter(|part| part.chance > 0) {
                for (total, amount) in sum.0.iter_mut().zip(affixes[part.affix.at()].0) {
                    *total = total.saturating_add(amount);
                }
            }
            sum.pack()
        };
        Budgets {
            kinds: model.kinds.iter().map(|kind| kind_start(&kind.effect, &sets)).collect(),
            ordinary: model.kinds.iter().map(|kind| ordinary(&kind.effect, &sets)).collect(),
            damage: model.kinds.iter().map(|kind| Damage::new(&kind.effect, &sets)).collect(),
            wide_bonus: model.kinds.iter().map(|kind| kind.effect.bonus.iter().any(is_wide)).collect(),
            slays: model.affixes.iter().map(|affix| sets.slays_of(affix)).collect(),
            themes: model.catalog.themes.iter().map(theme).collect(),
            affixes: affixes.iter().map(Bounds::pack).collect(),
        }
    }

    /// Budgets that never rule anything out: every item's properties are rolled and its power is computed.
    #[cfg(test)]
    pub(super) fn none(self) -> Budgets {
        let nothing = Ordinary { dice: -1, sides: -1, ac: -1, pval: -1, blows: 0, shots: 0, might: 0 };
        Budgets { kinds: vec![PERHAPS; self.kinds.len()], ordinary: vec![nothing; self.ordinary.len()], ..self }
    }

    #[inline]
    pub(super) fn kind(&self, kind: usize) -> Budget {
        self.kinds[kind]
    }

    /// What an item of a kind may grow to while its ordinary power is below the limit.
    #[inline]
    pub(super) fn ordinary(&self, kind: usize) -> &Ordinary {
        &self.ordinary[kind]
    }

    /// What damage leaves items of a kind below the limit; `None` where its dice don't count.
    pub(super) fn damage(&self, kind: usize) -> Option<&Damage> {
        self.damage[kind].as_ref()
    }

    /// Whether a kind's bonuses could wrap around in their 16 bits.
    pub(super) fn has_wide_bonus(&self, kind: usize) -> bool {
        self.wide_bonus[kind]
    }

    /// How many slays and brands an affix brings at the most.
    pub(super) fn slays(&self, affix: usize) -> usize {
        self.slays[affix]
    }

    #[inline]
    pub(super) fn affix(&self, affix: usize) -> Budget {
        self.affixes[affix]
    }

    #[inline]
    pub(super) fn theme(&self, theme: usize) -> Budget {
        self.themes[theme]
    }

    /// What is used up of some lanes with these affixes added; some sum that says "perhaps" once one does.
    pub(super) fn with(&self, budget: Budget, affixes: impl Iterator<Item = u16>, lanes: Budget) -> Budget {
        let mut sum = budget & lanes;
        for affix in affixes {
            if perhaps(sum) {
                break;
            }
            sum += self.affixes[usize::from(affix)] & lanes;
        }
        sum
    }
}
