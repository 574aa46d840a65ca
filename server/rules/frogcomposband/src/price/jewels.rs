//! Prices of rings and amulets, and of lights that are artifacts (`jewelry_cost`).

use super::{
    super::{
        flags::named as f,
        stats::FrogKind,
        tables::{artifact, ego, tval},
    },
    brands::brands,
    finish::finish,
    item::PricedItem,
    properties::{abilities, add_auras, add_modified, add_searching, add_speed, hindrances},
    resistances::resistances,
    running::{Running, cut},
};

/// The price of a ring, an amulet or a light.
pub(super) fn jewel(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    let base = match kind.tval {
        tval::LIGHT => 1000,
        tval::RING => 400,
        _ => 800,
    };
    sum.add("the kind", base);
    sum.add("resistances", resistances(&item.flags)?);
    sum.add("abilities", abilities(&item.flags)? + hindrances(&item.flags, false));
    sum.add("slays and brands", brands(&item.flags));
    add_searching(sum, item, 0);
    add_speed(sum, item);
    let pval = i64::from(item.pval);
    for (flag, what, gold) in [
        (f::WEAPONMASTERY, "mastery of weapons", (7500 + 2500 * pval.abs()) * pval),
        (f::BLOWS, "blows", 15_000 * pval),
        (f::DEC_BLOWS, "fewer blows", -15_000 * pval),
        (f::XTRA_SHOTS, "extra shots", 7500 * pval),
        (f::XTRA_MIGHT, "extra might", 3000 * pval),
    ] {
        sum.add(what, if item.flags.has(flag) { gold } else { 0 });
    }
    add_modified(sum, item)?;
    add_auras(sum, &item.flags)?;
    let [to_hit, to_dam, to_ac] = item.bonuses.map(i64::from);
    if to_ac != 0 {
        let square = (to_ac * to_ac.abs()) as f64;
        let raised = sum.total() as f64 * (1000.0 + square) / 1000.0 + 20.0 * square;
        sum.raise_to("to-ac", cut(raised)?);
    }
    sum.add("to-hit", 100 * to_hit + 10 * to_hit * to_hit.abs());
    let square = to_dam * to_dam.abs();
    let is_for_shots = matches!(item.ego, ego::WIZARDRY | ego::MAGI | ego::ARCHERY) || item.artifact == artifact::ULLUR;
    let gold = if is_for_shots { 25 * square } else { 100 * to_dam + 25 * square + 3 * to_dam.pow(3) };
    sum.add("to-dam", gold);
    finish(sum, item, kind)
}

#[cfg(test)]
mod tests {
    use super::{super::super::flags::FlagBits, *};

    #[test]
    fn by_hand() {
        let kind = FrogKind { tval: tval::RING, ..FrogKind::default() };
        let price = |item: &PricedItem| super::super::price(item, &kind).expect("a price").total();
        let plain = PricedItem::plain(&kind);
        assert_eq!(price(&plain), 400);
        let speed = PricedItem { pval: 10, flags: FlagBits::of_names(&["SPEED"]), ego: 209, ..plain };
        assert_eq!(price(&speed), 60_400);
        // 400 × 1.1 + 20 × 100; 500 + 250; 500 + 25 × 25 + 3 × 125.
        let all = PricedItem { bonuses: [5, 5, 10], ..plain };
        assert_eq!(price(&all), 440 + 2000 + 750 + 1500);
        assert_eq!(price(&PricedItem { ego: ego::ARCHERY, ..all }), 440 + 2000 + 750 + 625);
    }
}
