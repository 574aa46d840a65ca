//! Wands, staffs and rods: level and mana (`device_init`, devices.c; `device_pick_ego`, ego.c). Egos by their number.

use super::{
    super::{
        activations::{Activation, EFFECTS},
        devices::DeviceEffect,
        price::PricedItem,
        tables::{ego, tval},
    },
    working::Working,
};
use affixboard_model::engine::{alias::AliasTable, normal_table};

/// The most mana that a device holds, or a use takes.
const MOST_MANA: i32 = 1000;
/// Egos with a modifier.
const MODIFIED: [u32; 5] = [ego::CAPACITY, 252, 253, 254, 256];

/// The steps of a normal roll from its mean, in 64ths of a standard deviation.
pub(super) fn normal_steps() -> Option<AliasTable> {
    AliasTable::new(normal_table::steps().map(|(step, rolls)| (step as u32, rolls as u32)))
}

impl Working<'_> {
    /// About `mean`, with a deviation in per cent of it (`_rand_normal`): tenths are rounded at random.
    fn about(&mut self, mean: i32, per_cent: i32, steps: &AliasTable) -> i32 {
        let (tenths, deviation) = (mean * 10, mean * 10 * per_cent / 100);
        let offset = if deviation < 1 { 0 } else { deviation * steps.draw(self.random) as i32 / 64 };
        let rolled = if self.one_in(2) { tenths - offset } else { tenths + offset };
        rolled / 10 + i32::from(self.below(10) < rolled % 10)
    }

    /// A device with an effect that was chosen at a level.
    pub(super) fn device(mut self, effect: &DeviceEffect, chosen_at: u32, steps: &AliasTable) -> PricedItem {
        let level = chosen_at as i32;
        let at = EFFECTS.iter().position(|known| known.name == effect.activation);
        let mut activation = Activation { effect: at.map(|at| at as u8), level, turns: 0, extra: 0 };
        let strength = activation.strength().unwrap_or(0);
        let more = strength.checked_div(effect.strength_part.into()).unwrap_or(0);
        activation.turns = self.about(i32::from(effect.cost) + more, 5, steps).clamp(1, MOST_MANA);
        let (mean, uses) = if self.kind.tval == tval::ROD { (3 * level / 2, 2) } else { (3 * level, 4) };
        self.item.capacity = self.about(mean, 15, steps).max(activation.turns * uses).min(MOST_MANA);
        let known = self.ego.map_or(0, |ego| ego.known);
        if MODIFIED.contains(&known) {
            self.item.pval = 1 + self.bonus(4);
        }
        if known == ego::CAPACITY {
            self.item.capacity += self.item.capacity * self.item.pval * 10 / 100;
        }
        PricedItem { flags: self.all_flags(), activation: Some(activation), ..self.item }
    }
}
