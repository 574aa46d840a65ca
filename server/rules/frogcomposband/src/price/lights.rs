//! Prices of lights and quivers (`lite_cost`, `quiver_cost`). What the modifier adds to stats and skills counts twice there.

use super::{
    super::{stats::FrogKind, tables::ego},
    finish::finish,
    item::PricedItem,
    properties::{abilities, add_auras, add_modified, add_searching, add_speed, hindrances},
    resistances::resistances,
    running::Running,
};

/// The price of a light that is no artifact.
pub(super) fn light(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    let base = match kind.sval {
        0 => 1,
        1 => 30,
        _ => 250,
    };
    sum.add("the kind", base);
    sum.add("the ego", if item.ego == ego::DURATION { 100 } else { 0 });
    of_either(sum, item, kind, false)
}

/// The price of a quiver.
pub(super) fn quiver(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    let beyond = i64::from((item.capacity - 60).max(0));
    sum.add("capacity", 30 + beyond * beyond / 5);
    let by_ego = match item.ego {
        ego::QUIVER_PROTECTION => 1500,
        ego::QUIVER_PHASE => 5000,
        _ => 0,
    };
    sum.add("the ego", by_ego);
    of_either(sum, item, kind, true)
}

fn of_either(sum: &mut Running, item: &PricedItem, kind: &FrogKind, is_quiver: bool) -> Option<()> {
    sum.add("resistances", resistances(&item.flags)?);
    sum.add("abilities", abilities(&item.flags)? + hindrances(&item.flags, is_quiver));
    add_speed(sum, item);
    add_modified(sum, item)?;
    add_searching(sum, item, 0);
    add_modified(sum, item)?;
    add_auras(sum, &item.flags)?;
    finish(sum, item, kind)
}

#[cfg(test)]
mod tests {
    use super::{
        super::super::{flags::FlagBits, tables::tval},
        *,
    };

    #[test]
    fn by_hand() {
        let lantern = FrogKind { tval: tval::LIGHT, sval: 1, ..FrogKind::default() };
        let price = |item: &PricedItem, kind: &FrogKind| super::super::price(item, kind).expect("a price").total();
        let plain = PricedItem::plain(&lantern);
        assert_eq!(price(&plain, &lantern), 30);
        assert_eq!(price(&PricedItem { ego: ego::DURATION, ..plain }, &lantern), 130);
        // +2 to stealth is 5 × 300, twice.
        let quiet = PricedItem { pval: 2, flags: FlagBits::of_names(&["STEALTH"]), ..plain };
        assert_eq!(price(&quiet, &lantern), 3030);
        let quiver = FrogKind { tval: tval::QUIVER, ..FrogKind::default() };
        let large = PricedItem { capacity: 110, ..PricedItem::plain(&quiver) };
        assert_eq!(price(&large, &quiver), (530 + 1) * 3 / 4);
    }
}
