//! What an item with one pval costs (object2.c, `object_value_real` and `object_value`, of 2.8.3 to 3.0.6).

use super::single::{Marks, SingleKindValues};
use affixboard_model::{engine::flags::FlagSet, game::Worth};

/// What each point of a pval costs, by flag.
const PVAL_PRICES: [(&str, i64); 12] = [
    ("STR", 200),
    ("INT", 200),
    ("WIS", 200),
    ("DEX", 200),
    ("CON", 200),
    ("CHR", 200),
    ("STEALTH", 100),
    ("SEARCH", 100),
    ("INFRA", 50),
    ("TUNNEL", 50),
    ("BLOWS", 2000),
    ("SPEED", 30_000),
];

/// What the bonuses of armour cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArmourPrice {
    /// All of them; armour with a negative to-ac is worth nothing. No price is raised to 0 if it is below, as heavy
    /// armour's to-hit can make it (2.8.3, 2.9.0).
    InFull,
    /// To-hit and to-dam only as far as they are beyond the kind's; prices below 0 are 0 (2.9.1 to 3.0.6).
    BeyondKind,
}

/// The prices of a game.
#[derive(Debug)]
pub(super) struct FlagPrices {
    /// What each point of a pval costs, by flag.
    pvals: Vec<(FlagSet, &'static str, i64)>,
    armour: ArmourPrice,
}

impl FlagPrices {
    /// Of flags by their names.
    pub(super) fn new(flags: &[&str], armour: ArmourPrice) -> FlagPrices {
        let place = |name: &str| flags.iter().position(|known| *known == name);
        let known = |(name, price): (&'static str, i64)| place(name).map(|at| (1 << at, name, price));
        FlagPrices { pvals: PVAL_PRICES.into_iter().filter_map(known).collect(), armour }
    }
}

/// What is looked at of a finished item, beside its kind.
#[derive(Debug, Clone, Copy)]
pub(super) struct PricedItem {
    /// To-hit, to-dam, to-ac.
    pub(super) bonuses: [i32; 3],
    pub(super) pval: i32,
    pub(super) dice: u8,
    pub(super) sides: u8,
    /// Those of its kind and ego, or of its artifact.
    pub(super) flags: FlagSet,
    pub(super) marks: Marks,
}

/// What its ego adds, and what its artifact costs in place of the kind.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Costs {
    pub(super) ego: Option<i32>,
    pub(super) artifact: Option<i32>,
}

/// The price of an item to one who knows all of it. Wands and staves have their charges as pval.
pub(super) fn price(item: &PricedItem, kind: &SingleKindValues, costs: Costs, prices: &FlagPrices) -> Worth {
    let mut worth = Worth::default();
    if kind.cost == 0 || costs.artifact == Some(0) || costs.ego == Some(0) {
        return worth;
    }
    match costs.artifact {
        Some(cost) => worth.add("the artifact", cost.into()),
        None => worth.add("the kind", kind.cost.into()),
    }
    worth.add("the ego", costs.ego.map_or(0, i64::from));
    match add_properties(&mut worth, item, kind, prices) {
        Some(reason) => worth.raise_to(reason, 0),
        None if prices.armour == ArmourPrice::InFull => {}
        None => worth.raise_to("below nothing", worth.total().max(0)),
    }
    if item.marks.any() {
        worth.raise_to(if item.marks.broken { "worthless" } else { "cursed" }, 0);
    }
    worth
}

/// Adds pval, bonuses and dice; why the item is worth nothing, where it isn't.
fn add_properties(
    worth: &mut Worth,
    item: &PricedItem,
    kind: &SingleKindValues,
    prices: &FlagPrices,
) -> Option<&'static str> {
    let [to_hit, to_dam, to_ac] = item.bonuses.map(i64::from);
    if matches!(kind.tval, 16..=23 | 30..=40 | 45) {
        if item.pval < 0 {
            return Some("negative pval");
        }
        for (_, name, each) in prices.pvals.iter().filter(|priced| item.flags & priced.0 != 0) {
            worth.add(*name, i64::from(item.pval) * each);
        }
    }
    // Bonuses and dice of missiles cost a twentieth, for these come in piles.
    let each = if matches!(kind.tval, 16..=18) { 5 } else { 100 };
    let mut add = |what: &'static str, bonus: i64| worth.add(what, bonus * each);
    match kind.tval {
        55 | 65 => worth.add("charges", worth.total() / 20 * i64::from(item.pval)),
        40 | 45 => {
            if to_hit < 0 || to_dam < 0 || to_ac < 0 {
                return Some("a negative bonus");
            }
            add("to-hit", to_hit);
            add("to-dam", to_dam);
            add("to-ac", to_ac);
        }
        30..=38 if prices.armour == ArmourPrice::InFull => {
            if to_ac < 0 {
                return Some("a negative to-ac");
            }
            add("to-hit", to_hit);
            add("to-dam", to_dam);
            add("to-ac", to_ac);
        }
        30..=38 => {
            add("to-hit", to_hit - i64::from(kind.bonuses[0]));
            add("to-dam", to_dam - i64::from(kind.bonuses[1]));
            add("to-ac", to_ac);
        }
        16..=23 => {
            if to_hit + to_dam < 0 {
                return Some("negative to-hit and to-dam");
            }
            add("to-hit", to_hit);
            add("to-dam", to_dam);
            if kind.tval > 18 {
                add("to-ac", to_ac);
            }
            if item.dice > kind.dice && item.sides == kind.sides {
                add("dice", i64::from(item.dice - kind.dice) * i64::from(item.sides));
            }
        }
        _ => {}
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAGS: [&str; 4] = ["STR", "SPEED", "RES_ACID", "TUNNEL"];
    const STR: FlagSet = 1;
    const SPEED: FlagSet = 2;
    const PLAIN: PricedItem = PricedItem {
        bonuses: [0; 3],
        pval: 0,
        dice: 0,
        sides: 0,
        flags: 0,
        marks: Marks { cursed: false, broken: false },
    };

    fn kind(tval: u8, cost: i32) -> SingleKindValues {
        SingleKindValues { tval, cost, ..SingleKindValues::default() }
    }

    fn terms(item: PricedItem, kind: &SingleKindValues, costs: Costs) -> Vec<(String, i64)> {
        let worth = price(&item, kind, costs, &FlagPrices::new(&FLAGS, ArmourPrice::BeyondKind));
        worth.terms.into_iter().map(|term| (term.what.into_owned(), term.points)).collect()
    }

    fn total(item: PricedItem, kind: &SingleKindValues) -> i64 {
        price(&item, kind, Costs::default(), &FlagPrices::new(&FLAGS, ArmourPrice::BeyondKind)).total()
    }

    fn words<const N: usize>(terms: [(&str, i64); N]) -> Vec<(String, i64)> {
        terms.into_iter().map(|(what, points)| (what.to_owned(), points)).collect()
    }

    #[test]
    fn weapons_by_bonuses_dice_and_pval() {
        let sword = SingleKindValues { dice: 2, sides: 5, ..kind(23, 300) };
        let item = PricedItem { bonuses: [4, 6, 3], pval: 2, dice: 4, sides: 5, flags: STR | 4, ..PLAIN };
        let expected = [
            ("the kind", 300),
            ("the ego", 4000),
            ("STR", 400),
            ("to-hit", 400),
            ("to-dam", 600),
            ("to-ac", 300),
            ("dice", 2 * 5 * 100),
        ];
        assert_eq!(terms(item, &sword, Costs { ego: Some(4000), artifact: None }), words(expected));
        // Of other sides dice cost nothing: the artifact's own cost stands for them.
        let artifact = PricedItem { bonuses: [8, -8, 0], sides: 6, pval: 0, ..item };
        let costs = Costs { ego: None, artifact: Some(20_000) };
        assert_eq!(
            terms(artifact, &sword, costs),
            words([("the artifact", 20_000), ("to-hit", 800), ("to-dam", -800)])
        );
        assert_eq!(total(PricedItem { bonuses: [3, -4, 9], ..PLAIN }, &sword), 0);
        assert_eq!(total(PricedItem { pval: -1, ..PLAIN }, &sword), 0, "even where no flag uses it");
    }

    #[test]
    fn missiles_cost_a_twentieth_and_no_to_ac() {
        let arrow = SingleKindValues { dice: 3, sides: 4, ..kind(17, 1) };
        let item = PricedItem { bonuses: [6, 7, 9], dice: 4, sides: 4, ..PLAIN };
        let expected = [("the kind", 1), ("to-hit", 30), ("to-dam", 35), ("dice", 20)];
        assert_eq!(terms(item, &arrow, Costs::default()), words(expected));
    }

    /// A shield's own -1 to hit costs nothing, and a negative to-ac is taken off until nothing is left.
    #[test]
    fn armour_by_what_is_beyond_its_kind() {
        let shield = SingleKindValues { bonuses: [-1, 0, 0], ..kind(34, 350) };
        assert_eq!(total(PricedItem { bonuses: [-1, 0, 7], ..PLAIN }, &shield), 1050);
        assert_eq!(total(PricedItem { bonuses: [-3, 1, 0], ..PLAIN }, &shield), 350 - 200 + 100);
        let bad = PricedItem { bonuses: [-1, 0, -5], ..PLAIN };
        assert_eq!(
            terms(bad, &shield, Costs::default()),
            words([("the kind", 350), ("to-ac", -500), ("below nothing", 150)])
        );
    }

    /// In 2.8.3 a shield's own -1 to hit is taken off, 30 for -1 leave less than nothing, and a to-ac below 0 is the end.
    #[test]
    fn armour_in_full_as_in_2_8() {
        let prices = FlagPrices::new(&FLAGS, ArmourPrice::InFull);
        let price = |bonuses, cost| {
            let shield = SingleKindValues { bonuses: [-1, 0, 0], ..kind(34, cost) };
            price(&PricedItem { bonuses, ..PLAIN }, &shield, Costs::default(), &prices).total()
        };
        assert_eq!([price([-1, 0, 7], 350), price([-3, 1, 0], 350)], [350 - 100 + 700, 350 - 300 + 100]);
        assert_eq!([price([-1, 0, 0], 30), price([-1, 0, -1], 350)], [-70, 0]);
    }

    #[test]
    fn rings_wands_and_others() {
        let ring = kind(45, 100_000);
        assert_eq!(total(PricedItem { pval: 3, flags: SPEED, ..PLAIN }, &ring), 190_000);
        assert_eq!(total(PricedItem { bonuses: [5, 6, 0], ..PLAIN }, &kind(45, 1000)), 2100);
        let bad = PricedItem { bonuses: [5, -1, 0], ..PLAIN };
        assert_eq!(
            terms(bad, &kind(45, 1000), Costs::default()),
            words([("the kind", 1000), ("a negative bonus", -1000)])
        );
        // 210 / 20 is 10 for each charge.
        assert_eq!(total(PricedItem { pval: 8, ..PLAIN }, &kind(65, 210)), 290);
        // Food has a pval that costs nothing.
        assert_eq!(total(PricedItem { pval: 5000, ..PLAIN }, &kind(80, 3)), 3);
        assert_eq!(total(PricedItem { pval: 3000, ..PLAIN }, &kind(39, 35)), 35);
    }

    #[test]
    fn what_is_worthless() {
        let sword = kind(23, 300);
        let (cursed, broken) = (Marks { cursed: true, broken: false }, Marks { cursed: true, broken: true });
        let item = |marks| PricedItem { marks, ..PLAIN };
        assert_eq!(terms(item(cursed), &sword, Costs::default()), words([("the kind", 300), ("cursed", -300)]));
        assert_eq!(terms(item(broken), &sword, Costs::default()), words([("the kind", 300), ("worthless", -300)]));
        for (kind, costs) in [
            (kind(23, 0), Costs::default()),
            (sword.clone(), Costs { ego: Some(0), artifact: None }),
            (sword, Costs { ego: None, artifact: Some(0) }),
        ] {
            assert_eq!(terms(PLAIN, &kind, costs), []);
        }
    }
}
