//! Prices of bows (`bow_cost`), and how long their shots take (`bow_energy`).

use super::{
    super::{flags::named as f, stats::FrogKind},
    finish::finish,
    item::PricedItem,
    properties::{abilities, add_auras, add_modified, add_searching, add_speed},
    resistances::resistances,
    running::Running,
};

/// The energy that a shot of a bow takes; 10,000 is a turn.
pub(crate) fn energy(sval: u8) -> i32 {
    match sval {
        2 => 7150,
        12 => 8888,
        23 => 12_000,
        24 => 13_333,
        _ => 10_000,
    }
}

/// Ten times the damage of usual shots with a multiplier; 0 for what doesn't shoot, harps and guns (`_avg_dam_bow`).
fn damage(sval: u8, multiplier: i32) -> i64 {
    let each = match sval {
        2 => 22,
        12 | 13 | 63 => 27,
        23 | 24 => 30,
        _ => 0,
    };
    (i64::from(multiplier) * each / 10).max(0)
}

/// What harps and guns cost to begin with.
const NO_BOW: i64 = 50;

/// The price of a bow.
pub(super) fn bow(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    let has = |flag| item.flags.has(flag);
    let [to_hit, to_dam, to_ac] = item.bonuses.map(i64::from);
    let base = damage(kind.sval, kind.multiplier);
    if base == 0 {
        sum.add("the kind", NO_BOW);
    } else {
        let beyond = (damage(kind.sval, item.multiplier) - base).max(0);
        let energy = i64::from(energy(kind.sval));
        sum.add("damage of the kind", base / 20 + (base - 440) * (base - 440) / 600);
        sum.add("multiplier beyond the kind's", 150 * beyond / 10 + beyond * beyond * 25 / 100);
        for brand in [f::BRAND_POIS, f::BRAND_ACID, f::BRAND_ELEC, f::BRAND_FIRE, f::BRAND_COLD] {
            if has(brand) {
                sum.scale("brand", 5, 4);
            }
        }
        let much = to_dam - 10;
        let square = if much > 0 { much * much * 15 * 10_000 / energy } else { 0 };
        sum.add("to-dam", 150 * to_dam + square);
        if has(f::XTRA_SHOTS) {
            sum.add("extra shots", sum.total() * i64::from(item.pval) * 15 / 100);
        }
        sum.scale("speed of shots", 10_000, energy);
        sum.add("to-hit", 100 * to_hit + 10 * to_hit * to_hit.abs());
    }
    sum.add("resistances", resistances(&item.flags)?);
    sum.add("abilities", abilities(&item.flags)?);
    add_speed(sum, item);
    add_modified(sum, item)?;
    add_searching(sum, item, 0);
    add_auras(sum, &item.flags)?;
    sum.add("to-ac", 500 * to_ac + to_ac * to_ac.abs() * 30);
    sum.add("weight", item.weight.into());
    finish(sum, item, kind)
}

#[cfg(test)]
mod tests {
    use super::{super::super::tables::tval, *};

    /// A sling of x2.00: 440, so 22 to begin with, 30 as it shoots 1.4 times; a weight of 5.
    #[test]
    fn slings_by_hand() {
        let kind = FrogKind { tval: tval::BOW, sval: 2, multiplier: 200, weight: 5, ..FrogKind::default() };
        let price = |item: &PricedItem| super::super::price(item, &kind).expect("a price").total();
        let plain = PricedItem::plain(&kind);
        assert_eq!(price(&plain), (30 + 5 + 1) * 3 / 4);
        // 22 + 150 × 12 + 4 × 15 × 10,000 / 7150 = 1905, / 0.715 = 2664; to-hit 300 + 90.
        let good = PricedItem { bonuses: [3, 12, 0], ..plain };
        assert_eq!(price(&good), (2664 + 390 + 5 + 1) * 3 / 4);
        // 22 more for x2.10: 150 × 22 / 10 + 121.
        let strong = PricedItem { multiplier: 210, artifact: 1, ..plain };
        assert_eq!(price(&strong), (22 + 330 + 121) * 10_000 / 7150 + 5);
        let harp = FrogKind { sval: 70, multiplier: 0, weight: 30, ..kind.clone() };
        assert_eq!(super::super::price(&PricedItem::plain(&harp), &harp).expect("a price").total(), 81 * 3 / 4);
    }
}
