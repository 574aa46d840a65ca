//! What an item costs (`object_value_real`).

use super::{
    super::tables::{FLAGS, tval},
    PowerItem,
};
use affixboard_model::game::Worth;

/// What a power is multiplied by, beside itself.
const LINEAR: i64 = 5;
/// Ammunition and torches cost one of so many (`AMMO_RESCALER`).
const EXPENDABLE: i64 = 20;

/// The price of an item of this power, whose kind costs so much. Only what is worn or shot is priced by its power. What
/// charges add to the price of a wand or staff is left out, for an item here has none.
pub(crate) fn price(item: &PowerItem, power: i64, cost: i32) -> Worth {
    let mut worth = Worth::default();
    if !(tval::SHOT..=tval::RING).contains(&item.tval) {
        worth.add("the kind", i64::from(cost).max(0));
        return worth;
    }
    // Prices end where 32 bits do.
    let value = (power * power + LINEAR * power.abs()).min(i32::MAX.into());
    let value = if power < 0 { -(power * power) + LINEAR * power } else { value };
    worth.add(format!("power {power}"), value);
    let burns_out = FLAGS.iter().position(|name| *name == "BURNS_OUT").is_some_and(|at| item.flags >> at & 1 == 1);
    let is_torch = item.tval == *tval::TRINKETS.start() && burns_out && !item.is_ego;
    if is_torch || (tval::SHOT..=tval::BOLT).contains(&item.tval) {
        worth.raise_to("used up, one of twenty", value / EXPENDABLE);
    }
    if worth.total() == 0 {
        worth.raise_to("at least", 1);
    }
    worth.raise_to("below nothing", worth.total().max(0));
    worth
}

#[cfg(test)]
mod tests {
    use super::{super::tests::terms, *};

    #[test]
    fn by_power() {
        let price_of = |tval, power| price(&PowerItem { tval, ..PowerItem::default() }, power, 700).total();
        // 40 · 45; a cloak of no power costs 1, and what is below costs nothing.
        assert_eq!([40, 0, -3].map(|power| price_of(9, power)), [1800, 1, 0]);
        // 20 · 25 / 20; -6 / 20 is nothing, and so costs 1.
        assert_eq!([20, -1, -3].map(|power| price_of(3, power)), [25, 1, 0]);
        assert_eq!(price_of(9, 50_000), 2_147_483_647);
        assert_eq!(price_of(23, 40), 700, "a wand");
        let torch = PowerItem { tval: 19, flags: 1 << 18, ..PowerItem::default() };
        assert_eq!(price(&torch, 6, 4).total(), 66 / 20);
        assert_eq!(price(&PowerItem { is_ego: true, ..torch }, 6, 4).total(), 66);
    }

    #[test]
    fn terms_say_how() {
        let arrow = PowerItem { tval: 3, ..PowerItem::default() };
        assert_eq!(terms(&price(&arrow, 20, 1)), [("power 20", 500), ("used up, one of twenty", -475)]);
        let cloak = PowerItem { tval: 15, ..PowerItem::default() };
        assert_eq!(terms(&price(&cloak, -3, 1)), [("power -3", -24), ("below nothing", 24)]);
    }
}
