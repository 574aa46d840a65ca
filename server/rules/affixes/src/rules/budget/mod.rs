//! When properties can't matter: upper bounds that prove that a step is not rolled back, in one addition per affix.
//!
//! A step is rolled back where power reaches 20,000. That takes one of a few switches (a bonus of 41, four immunities
//! …) or ordinary parts of that size. Each affix has an upper bound of what it adds towards each switch; bounds are
//! bytes side by side in one integer, and an item starts so that a byte reaches 128 just when its switch could be on.
//! While no byte does, no roll of any property can roll anything back, and properties need not be rolled at all. Once
//! one does, they are rolled and power is computed.

mod ordinary;
mod packing;
mod quantities;
mod sets;

pub(super) use packing::Budget;

use ordinary::{damage_limit, ordinary};
use quantities::{Quantity, UnpackedBudget, affix_bounds, is_wide, kind_start};
use sets::Sets;

use super::{
    super::{
        model::AffixModel,
        solver::{CappedQuantities, DamageLimit},
    },
    power::Ordinary,
};
use affixboard_model::catalog::Theme;

/// The highest bit of each byte: over the allowance.
pub(super) const OVER_ALLOWANCE: Budget = 0x8080_8080_8080_8080_8080_8080_8080_8080;
/// All bytes but those of to-hit and to-dam.
pub(super) const ALL_BUT_COMBAT: Budget = !0 << (8 * (Quantity::ToDam as u32 + 1));

/// The budgets of a catalog.
#[derive(Debug)]
pub(super) struct Budgets {
    /// `[kind]`: where its items start.
    kinds: Vec<Budget>,
    /// `[kind]`.
    ordinary: Vec<Ordinary>,
    /// `[affix]`: its increase.
    affixes: Vec<Budget>,
    /// `[theme]`: what all affixes that it may bring add.
    themes: Vec<Budget>,
    /// `[kind]`: the damage that leaves its power below the limit; `None` where its dice don't count.
    damage: Vec<Option<DamageLimit>>,
    /// `[kind]`: whether its bonuses could wrap around.
    wide_bonus: Vec<bool>,
    /// `[affix]`: number of slays and brands it brings at most.
    slays: Vec<usize>,
}

/// Whether an item with this budget may be too powerful, so that its properties must be rolled.
#[inline]
pub(super) fn may_matter(budget: Budget) -> bool {
    budget & OVER_ALLOWANCE != 0
}

impl Budgets {
    pub(super) fn new<G>(model: &AffixModel<G>) -> Budgets {
        let sets = Sets::new(model.spec);
        let affixes: Vec<UnpackedBudget> = model.affixes.iter().map(|affix| affix_bounds(affix, &sets)).collect();
        let theme = |theme: &Theme| {
            let mut sum = UnpackedBudget::default();
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
            damage: model.kinds.iter().map(|kind| damage_limit(&kind.effect, &sets)).collect(),
            wide_bonus: model.kinds.iter().map(|kind| kind.effect.bonus.iter().any(is_wide)).collect(),
            slays: model.affixes.iter().map(|affix| sets.slays_of(affix)).collect(),
            themes: model.catalog.themes.iter().map(theme).collect(),
            affixes: affixes.iter().map(UnpackedBudget::pack).collect(),
        }
    }

    /// Budgets that never rule anything out: every item's properties are rolled and its power is computed.
    #[cfg(test)]
    pub(super) fn none(self) -> Budgets {
        let nothing = Ordinary { dice: -1, sides: -1, ac: -1, pval: -1, blows: 0, shots: 0, might: 0 };
        Budgets { kinds: vec![OVER_ALLOWANCE; self.kinds.len()], ordinary: vec![nothing; self.ordinary.len()], ..self }
    }

    /// The budget that items of a kind start with.
    #[inline]
    pub(super) fn kind(&self, kind: usize) -> Budget {
        self.kinds[kind]
    }

    /// Allowances of a kind's items: within them, their ordinary power is below the limit.
    #[inline]
    pub(super) fn ordinary(&self, kind: usize) -> &Ordinary {
        &self.ordinary[kind]
    }

    /// The damage that leaves items of a kind below the limit; `None` where its dice don't count.
    pub(super) fn damage_limit(&self, kind: usize) -> Option<&DamageLimit> {
        self.damage[kind].as_ref()
    }

    /// Whether a kind's bonuses could wrap around in their 16 bits.
    pub(super) fn has_wide_bonus(&self, kind: usize) -> bool {
        self.wide_bonus[kind]
    }

    /// Number of slays and brands an affix brings at most.
    pub(super) fn slays(&self, affix: usize) -> usize {
        self.slays[affix]
    }

    /// Increase of a budget by an affix.
    #[inline]
    pub(super) fn affix(&self, affix: usize) -> Budget {
        self.affixes[affix]
    }

    /// Increase of a budget by all affixes that a theme may bring.
    #[inline]
    pub(super) fn theme(&self, theme: usize) -> Budget {
        self.themes[theme]
    }

    /// The bytes of a mask of a budget with these affixes added; some budget over its allowance once one is.
    pub(super) fn with(&self, budget: Budget, affixes: impl Iterator<Item = u16>, mask: Budget) -> Budget {
        let mut sum = budget & mask;
        for affix in affixes {
            if may_matter(sum) {
                break;
            }
            sum += self.affixes[usize::from(affix)] & mask;
        }
        sum
    }
}

/// The quantities that the solver bounds as budgets count them, in its order.
pub(super) fn capped_quantities(budget: Budget) -> CappedQuantities {
    [Quantity::Immunities, Quantity::Armour, Quantity::SlayPvals, Quantity::Anything]
        .map(|quantity| (budget >> (8 * quantity as u32) & 0xff) as usize)
}
