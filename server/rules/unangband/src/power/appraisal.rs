//! What an item is worth: its power, and its price (object2.c, `object_value_real` and `object_value`).

use super::{
    super::{
        item::{KindStats, MadeItem},
        item_types::{has_power, is_armour},
        model::UnangbandModel,
        tables::tval,
    },
    PowerTerms, artifact_terms, item_terms,
};
use affixboard_model::game::{Appraisal, Worth};

/// A greater power is one that no item may have, and makes an item worthless.
const MOST_POWER: i64 = 1000;
/// Item types from here on are money, which is worth what it is.
const MONEY: u8 = 100;
/// Bonuses that power leaves out are paid for up to these.
const MOST_PAID: (i64, i64) = (12, 10);

/// Power and price of a finished item to one who knows all of it. What charges add to the price of a wand or staff is left
/// out, for an item here has none.
pub(in super::super) fn appraise(model: &UnangbandModel, item: &MadeItem) -> Appraisal {
    let kind = &model.kinds[item.kind];
    let artifact = item.artifact.map(|at| &model.artifacts[at]);
    let ego = item.ego.map(|at| &model.egos[at]);
    let terms = artifact.map_or_else(
        || item_terms(item, kind, ego, &model.slays),
        |artifact| artifact_terms(artifact, kind, &model.slays),
    );
    let costs = (artifact.map(|artifact| artifact.cost), ego.map(|ego| ego.cost));
    Appraisal {
        power: (has_power(kind.tval) || terms.total() != 0).then(|| power(&terms)),
        price: (kind.tval < MONEY).then(|| price(item, kind, costs, terms.total())),
    }
}

fn power(terms: &PowerTerms) -> Worth {
    let mut worth = Worth::default();
    worth.add("dice, bonuses and armour beyond the usual", terms.base);
    worth.add("bonus to armour class", terms.defence);
    worth.add("modifier", terms.modifier);
    worth.add("abilities", terms.abilities);
    worth.add("weight", terms.weight);
    worth
}

/// The price of an item of this power, with what its artifact and its ego cost.
fn price(item: &MadeItem, kind: &KindStats, (artifact, ego): (Option<i32>, Option<i32>), power: i64) -> Worth {
    let mut worth = Worth::default();
    if kind.cost == 0 || artifact == Some(0) || ego == Some(0) {
        return worth;
    }
    if let Some(cost) = artifact {
        worth.add("the artifact", i64::from(cost).max(0));
    } else {
        worth.add("the kind", kind.cost.into());
        worth.add("the ego", ego.map_or(0, i64::from));
        if power > MOST_POWER {
            worth.raise_to("of a power that nothing may have", 0);
        } else {
            add_quality(&mut worth, item, kind, power);
            worth.raise_to("below nothing", worth.total().max(0));
        }
    }
    let flaw = if item.is_broken { "worthless" } else { "cursed" };
    if item.is_broken || item.is_cursed {
        worth.raise_to(flaw, 0);
    }
    worth
}

/// Power and bonuses. The power of weapons, missiles and armour begins above usual bonuses, so these are paid for apart.
fn add_quality(worth: &mut Worth, item: &MadeItem, kind: &KindStats, power: i64) {
    let is_missile = matches!(kind.tval, tval::SHOT | tval::ARROW | tval::BOLT);
    let each = if is_missile { 5 } else { 100 };
    worth.add("power", power * ((power.abs() + 2) / 3) * each);
    let (to_hit, to_dam, to_ac) = (i64::from(item.to_hit), i64::from(item.to_dam), i64::from(item.to_ac));
    match kind.tval {
        of_armour if is_armour(of_armour) => worth.add("to-ac", to_ac.min(item.armor_class.into()) * each),
        tval::BOW
        | tval::DIGGING
        | tval::HAFTED
        | tval::SWORD
        | tval::POLEARM
        | tval::STAFF
        | tval::SHOT
        | tval::ARROW
        | tval::BOLT => {
            worth.add("to-hit", to_hit.min(MOST_PAID.0) * each);
            worth.add("to-dam", to_dam.min(MOST_PAID.1) * each);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(worth: &Worth) -> Vec<(&str, i64)> {
        worth.terms.iter().map(|term| (term.what.as_ref(), term.points)).collect()
    }

    fn kind(tval: u8, cost: i32) -> KindStats {
        KindStats { tval, cost, ..KindStats::default() }
    }

    /// By hand from `object_value_real`: power times a third of it, rounded up, times 100; to-hit up to 12, to-dam up to 10.
    #[test]
    fn weapons() {
        let sword = kind(tval::SWORD, 90);
        let plain = MadeItem::plain(0, &sword);
        let item = MadeItem { to_hit: 15, to_dam: 9, ..plain };
        let found = price(&item, &sword, (None, Some(500)), 7);
        let expected = [("the kind", 90), ("the ego", 500), ("power", 7 * 3 * 100), ("to-hit", 1200), ("to-dam", 900)];
        assert_eq!(terms(&found), expected);
        assert_eq!(found.total(), 4790);
        // Worse than nothing: -2 · 1 · 100 - 300 - 400.
        let bad = MadeItem { to_hit: -3, to_dam: -4, ..plain };
        let found = price(&bad, &sword, (None, None), -2);
        let expected = [("the kind", 90), ("power", -200), ("to-hit", -300), ("to-dam", -400), ("below nothing", 810)];
        assert_eq!(terms(&found), expected);
        assert_eq!(price(&plain, &sword, (None, None), 1001).total(), 0);
        assert_eq!(price(&plain, &sword, (None, None), 1000).total(), 90 + 1000 * 334 * 100);
    }

    #[test]
    fn missiles_cost_a_twentieth() {
        let arrow = kind(tval::ARROW, 1);
        let item = MadeItem { to_hit: 12, to_dam: 12, ..MadeItem::plain(0, &arrow) };
        let expected = [("the kind", 1), ("power", 4 * 2 * 5), ("to-hit", 60), ("to-dam", 50)];
        assert_eq!(terms(&price(&item, &arrow, (None, None), 4)), expected);
    }

    /// A bonus is paid for up to the armour class itself.
    #[test]
    fn armour() {
        let helm = KindStats { armor_class: 5, ..kind(32, 75) };
        let plain = MadeItem::plain(0, &helm);
        for (to_ac, expected) in [(3, 375), (5, 575), (9, 575), (-1, 0)] {
            let item = MadeItem { to_ac, ..plain };
            assert_eq!(price(&item, &helm, (None, None), 0).total(), expected, "{to_ac}");
        }
    }

    #[test]
    fn what_is_worthless() {
        let ring = kind(tval::RING, 400);
        let plain = MadeItem::plain(0, &ring);
        assert_eq!(price(&plain, &kind(tval::RING, 0), (None, None), 9).total(), 0);
        assert_eq!(price(&plain, &ring, (None, Some(0)), 9).total(), 0);
        assert_eq!(price(&plain, &ring, (Some(0), None), 9).total(), 0);
        // An artifact's own cost is all that counts.
        assert_eq!(terms(&price(&plain, &ring, (Some(30_000), None), 2000)), [("the artifact", 30_000)]);
        let cursed = MadeItem { is_cursed: true, ..plain };
        assert_eq!(terms(&price(&cursed, &ring, (None, None), 0)), [("the kind", 400), ("cursed", -400)]);
        let broken = MadeItem { is_broken: true, ..cursed };
        assert_eq!(terms(&price(&broken, &ring, (None, None), 0)), [("the kind", 400), ("worthless", -400)]);
    }

    #[test]
    fn powers_have_the_names_of_their_terms() {
        let found = power(&PowerTerms { base: 12, defence: 0, modifier: 8, abilities: -5, weight: -1 });
        let expected =
            [("dice, bonuses and armour beyond the usual", 12), ("modifier", 8), ("abilities", -5), ("weight", -1)];
        assert_eq!(terms(&found), expected);
    }
}
