//! Lights and quivers (`obj_create_lite`, `obj_create_quiver`; ego.c). Egos by their number.

use super::{super::flags::named as f, working::Working};

const OF_VALINOR: [&str; 4] = ["LITE_AREA", "LITE_MAP_AREA", "ENLIGHTENMENT", "CLAIRVOYANCE"];
/// Torches and lanterns: their modifier is what they burn at most.
const LAST_WITH_FUEL: u8 = 1;

impl Working<'_> {
    /// What the ego brings. `None` where a curse depends on a price that isn't known.
    pub(super) fn light(&mut self, power: i8) -> Option<()> {
        if self.kind.sval <= LAST_WITH_FUEL {
            self.item.pval = 0;
        }
        let Some(ego) = self.ego else { return Some(()) };
        match ego.known {
            242 => {
                self.maybe(7, f::STEALTH);
                self.may_activate_for(&OF_VALINOR);
            }
            243 => self.some_esp(),
            _ => {}
        }
        self.finish_ego(power)
    }

    /// How many missiles it holds.
    pub(super) fn quiver(&mut self, power: i8) {
        self.item.capacity = 60;
        while self.one_in(2) {
            self.item.capacity += 10;
        }
        match self.ego.map(|ego| ego.known) {
            Some(ego) => {
                if ego == 265 {
                    self.item.capacity *= 2;
                }
                if ego == 268 {
                    self.item.weight = 0;
                }
                self.item.capacity += 50;
            }
            None if power == 1 => self.item.capacity += 20,
            None => {}
        }
    }
}
