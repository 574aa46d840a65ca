//! Prices of armour (`armor_cost`).

use super::{
    super::{
        activations::interpolated,
        flags::named as f,
        stats::FrogKind,
        tables::{ego, tval},
    },
    brands::brands,
    finish::{SWIMSUIT, finish},
    item::PricedItem,
    properties::{abilities, add_auras, add_modified, add_searching, add_speed},
    resistances::resistances,
    running::Running,
};

/// Gold for to-ac, with lines between.
const TO_AC: [(i32, i32); 8] =
    [(1, 200), (5, 1500), (10, 4000), (15, 7500), (20, 11_000), (25, 15_000), (30, 20_000), (100, 90_000)];
/// Crowns that cost more than they protect.
const CROWNS: [(u8, i64); 2] = [(11, 1000), (12, 2000)];

/// What an armour class costs: its cube below 10.
fn protection(armor_class: i64) -> i64 {
    let beyond = armor_class - 10;
    if beyond < 0 { armor_class.pow(3) } else { 1000 + 200 * beyond + 20 * beyond * beyond }
}

/// The price of a piece of armour.
pub(super) fn armour(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    sum.add(format!("armour class {}", item.armor_class), protection(item.armor_class.into()));
    let crown = CROWNS.iter().find(|crown| kind.place() == (tval::CROWN, crown.0));
    sum.add("a crown", crown.map_or(0, |crown| crown.1));
    // What the kind itself takes off to-hit costs nothing.
    let to_hit = i64::from(item.bonuses[0]) - i64::from(kind.bonuses[0].min(0));
    let (to_dam, to_ac) = (i64::from(item.bonuses[1]), item.bonuses[2]);
    if to_ac != 0 {
        let gold = interpolated(to_ac.abs(), &TO_AC);
        // What acid harms soon loses it.
        let gold = if item.flags.has(f::IGNORE_ACID) { gold } else { gold / 2 };
        sum.add("to-ac", i64::from(gold * to_ac.signum()));
    }
    sum.add("resistances", resistances(&item.flags)?);
    sum.add("abilities", abilities(&item.flags)?);
    sum.add("slays and brands", brands(&item.flags));
    add_speed(sum, item);
    add_modified(sum, item)?;
    add_searching(sum, item, 800);
    add_auras(sum, &item.flags)?;
    for (flag, what, gold) in [(f::BLOWS, "blows", 15_000), (f::DEC_BLOWS, "fewer blows", -15_000)] {
        sum.add(what, if item.flags.has(flag) { gold * i64::from(item.pval) } else { 0 });
    }
    if item.flags.has(f::DUAL_WIELDING) {
        sum.add("two weapons", 20_000);
    }
    if to_hit != 0 || to_dam != 0 {
        sum.add("to-hit", 250 * to_hit + 25 * to_hit * to_hit.abs());
        let square = to_dam * to_dam.abs();
        let gold = match item.ego {
            _ if to_dam > 20 => 35_000 + (to_dam - 20) * 1000,
            ego::CROWN_MAGI => 25 * square,
            _ => 750 * to_dam + 50 * square,
        };
        sum.add("to-dam", gold);
    }
    finish(sum, item, kind)?;
    if kind.place() == SWIMSUIT {
        sum.raise_to("at least", sum.total().max(1));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{super::super::flags::FlagBits, *};

    #[test]
    fn by_hand() {
        let kind =
            FrogKind { tval: tval::HARD_ARMOR, sval: 4, armor_class: 14, bonuses: [-2, 0, 0], ..FrogKind::default() };
        let price = |item: &PricedItem| super::super::price(item, &kind).expect("a price").total();
        let plain = PricedItem::plain(&kind);
        // 1000 + 800 + 320.
        assert_eq!(price(&plain), (2120 + 1) * 3 / 4);
        // Half of 1500 + 2500 × 2 / 5 for +7; its own −2 to hit costs nothing, one less does: −250 − 25.
        let worn = PricedItem { bonuses: [-3, 0, 7], artifact: 1, ..plain };
        assert_eq!(price(&worn), 2120 + 1250 - 275);
        let proof = PricedItem { flags: FlagBits::of_names(&["IGNORE_ACID"]), ..worn };
        assert_eq!(price(&proof), 2120 + 2500 - 275);
        let deadly = PricedItem { bonuses: [-2, 24, 0], artifact: 1, ..plain };
        assert_eq!(price(&deadly), 2120 + 39_000);
        assert_eq!(price(&PricedItem { armor_class: 3, bonuses: [-2, 0, -40], ..plain }), 0);
        assert_eq!(price(&PricedItem { armor_class: 3, bonuses: [-2, 0, -40], ego: 50, ..plain }), 1);
    }
}
