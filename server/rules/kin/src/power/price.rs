//! Prices, for one who knows all of an item (obj-util.c, `object_value_real`), and of curses (`object_value`).
//!
//! Values are 32 bits wide in the originals and would overflow from a power of 46,338 on; here they don't.

use affixboard_model::{engine::flags::Slot, game::Worth};

/// Item types of ammunition.
const AMMUNITION: std::ops::RangeInclusive<u16> = 16..=18;
/// Item type and sval of wooden torches.
const TORCH: (u16, u16) = (39, 0);
/// Divisor of the price of what doesn't last (`AMMO_RESCALER`).
const SHORT_LIVED: i64 = 20;
/// Price per point of power, beside its square.
const PER_POINT: i64 = 5;
/// Charges that cost as much as the wand or staff itself.
const CHARGES: i64 = 20;

/// Whether an item of a type is priced by its power (obj-util.c, `wearable_p`).
pub fn is_wearable(tval: u16) -> bool {
    Slot::of(tval).is_some() || AMMUNITION.contains(&tval)
}

/// The price of one item that is worn, of this item type, sval and power. A pile is priced as so many of one.
pub fn price_of_power((tval, sval): (u16, u16), power: i64, is_ego: bool, is_cursed: bool) -> Worth {
    let mut price = Worth::default();
    let sign = power.signum();
    // Of a negative power the square counts against the item and the other term for it, as coded.
    price.add("power × power", sign * power * power);
    price.add("5 × power", sign * PER_POINT * power);
    if AMMUNITION.contains(&tval) || ((tval, sval) == TORCH && !is_ego) {
        price.raise_to("÷ 20, as it does not last", price.total() / SHORT_LIVED);
        price.raise_to("1 at least", price.total().max(1));
    }
    sold(price, is_cursed)
}

/// The price of one item that isn't worn, of a kind of this cost, with the charges of a wand or staff.
pub fn price_of_kind(cost: i64, charges: Option<i32>, is_cursed: bool) -> Worth {
    let mut price = Worth::default();
    price.add("cost of the kind", cost);
    if let Some(charges) = charges {
        // 16 bits in the original.
        let charges = i64::from(charges as i16);
        price.add(format!("{charges} charges"), cost * charges / CHARGES);
    }
    sold(price, is_cursed)
}

/// A price as shops know it: never negative, and nothing for a curse.
fn sold(mut price: Worth, is_cursed: bool) -> Worth {
    price.raise_to("not below 0", price.total().max(0));
    if is_cursed {
        price.raise_to("cursed", 0);
    }
    price
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Torches of power 18: (324 + 90) / 20 = 20, with an ego 414. A power of -3 costs -9 + 15 as coded, one of -10
    /// nothing.
    #[test]
    fn of_power() {
        let price = |kind, power, is_ego| price_of_power(kind, power, is_ego, false).total();
        assert_eq!([false, true].map(|is_ego| price((39, 0), 18, is_ego)), [20, 414]);
        assert_eq!([false, true].map(|is_ego| price((17, 1), 18, is_ego)), [20, 20]);
        assert_eq!(price((39, 1), 18, false), 414);
        assert_eq!(price((16, 1), 0, false), 1, "ammunition always has a price");
        assert_eq!([-3, -10].map(|power| price((23, 1), power, false)), [6, 0]);
        assert_eq!(price_of_power((23, 1), 10, false, true).total(), 0);
        assert_eq!([16, 19, 20, 35, 40, 45].map(is_wearable), [true; 6]);
        assert_eq!([7, 55, 66, 75, 90].map(is_wearable), [false; 5]);
    }

    /// 7 charges of a wand that costs 100 are 100 × 7 / 20.
    #[test]
    fn of_kinds() {
        let price = |cost, charges, is_cursed| price_of_kind(cost, charges, is_cursed).total();
        assert_eq!(price(100, Some(7), false), 135);
        assert_eq!(price(9, Some(7), false), 12);
        assert_eq!(price(100, Some(0), false), 100);
        assert_eq!(price(100, None, false), 100);
        assert_eq!([price(0, Some(7), false), price(100, None, true)], [0, 0]);
    }
}
