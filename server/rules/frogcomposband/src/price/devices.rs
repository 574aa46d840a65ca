//! Prices of wands, staffs and rods (`device_value`, devices.c): by what they do, and how often before they must recharge.

use super::{
    super::{
        flags::named as f,
        stats::FrogKind,
        tables::{ego, tval},
    },
    item::PricedItem,
    running::Running,
};

/// Ten times the uses that a wand or staff usually has; rods have half of it.
const USES: i64 = 40;

/// The price of a device: its activation takes mana in place of turns, and its capacity is the mana that it holds. `None` where what
/// it does isn't known.
pub(super) fn device(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    let activation = item.activation?;
    let is_rod = kind.tval == tval::ROD;
    sum.add("the kind", if is_rod { 250 } else { 100 });
    let mut worth = i64::from(activation.effect_worth()?);
    if activation.turns != 0 {
        let uses = i64::from(item.capacity) * 10 / i64::from(activation.turns);
        let usual = if is_rod { USES / 2 } else { USES };
        worth = if is_rod { worth * 150 / 100 } else { worth };
        sum.add(format!("its effect, {} uses", uses / 10), worth * uses / usual);
    } else {
        sum.add("its effect", worth);
    }
    let pval = i64::from(item.pval);
    let raised = |sum: &mut Running, what, per_cent| sum.add(what, sum.total() * per_cent / 100);
    if item.ego == ego::RESISTANCE {
        raised(sum, "elements don't harm it", 25);
    }
    for (flag, what, per_cent) in [
        (f::REGEN, "regeneration", 20 * pval),
        (f::EASY_SPELL, "simplicity", 10 * pval),
        (f::DEVICE_POWER, "power", 20 * pval),
        (f::HOLD_LIFE, "holding", 40),
        (f::SPEED, "quickness", 25 * pval),
    ] {
        if item.flags.has(flag) {
            raised(sum, what, per_cent);
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{
        super::super::{
            activations::{Activation, EFFECTS},
            flags::FlagBits,
        },
        *,
    };

    /// Healing at level 20 is 15 × 45 = 675: 30 mana for 5 each are six uses of a usual four.
    #[test]
    fn by_hand() {
        let kind = |tval| FrogKind { tval, ..FrogKind::default() };
        let effect = EFFECTS.iter().position(|effect| effect.name == "HEAL").map(|at| at as u8);
        let activation = Some(Activation { effect, level: 20, turns: 5, extra: 0 });
        let staff = PricedItem { activation, capacity: 30, ..PricedItem::default() };
        let price = |item: &PricedItem, tval| super::super::price(item, &kind(tval)).map(|price| price.total());
        assert_eq!(price(&staff, tval::STAFF), Some(100 + 675 * 60 / 40));
        // A rod's 1012 for 60 of 20.
        assert_eq!(price(&staff, tval::ROD), Some(250 + 1012 * 3));
        let simple = PricedItem { pval: 3, flags: FlagBits::of_names(&["EASY_SPELL"]), ..staff };
        assert_eq!(price(&simple, tval::STAFF), Some(1112 + 1112 * 30 / 100));
        assert_eq!(price(&PricedItem { ego: ego::RESISTANCE, ..staff }, tval::STAFF), Some(1112 + 278));
        assert_eq!(price(&PricedItem { activation: None, ..staff }, tval::WAND), None);
    }
}
