//! Powers and prices by hand from RULES 2.8 and § 5 of the affix branch, and from its `object_value_real`.

use super::{SPEC, affixes::testing};
use affixboard_kin::power::testing::has_terms;
use affixboard_model::engine::item::{Item, KindEffect};

fn item(tval: u16, sval: u16, bonus: [i32; 3], flags: &[(&str, i32)]) -> Item {
    let mut item = testing::item(&SPEC, &KindEffect { tval, sval, ..KindEffect::default() }, flags);
    item.bonus = bonus;
    item
}

fn power(item: &Item) -> i64 {
    testing::power(&SPEC, item).iter().map(|term| term.1).sum()
}

#[test]
fn terms_sum_up() {
    testing::terms_sum_up(&SPEC);
}

/// RULES § 5: of Accuracy gives to-hit 15 and to-dam 255, of Power to-hit 255 and to-dam 15.
#[test]
fn launchers_of_accuracy_and_of_power() {
    let launchers = [2, 12, 13, 23, 24];
    let accurate = launchers.map(|sval| power(&item(19, sval, [15, 255, 0], &[])));
    assert_eq!(accurate, [8032, 8034, 12040, 12043, 16050]);
    let powerful = launchers.map(|sval| power(&item(19, sval, [255, 15, 0], &[])));
    assert_eq!((powerful[0], powerful[4]), (20024, 20057));
    has_terms(
        &testing::power(&SPEC, &item(19, 2, [15, 255, 0], &[])),
        &[
            ("to-dam +255 (41 or more)", 20_000),
            ("its ammunition", 25),
            ("multiplier × 2", 20_025),
            ("as launcher ÷ 5", -32_040),
            ("to-hit +15", 22),
        ],
    );
}

/// Monsters have 5,060,137 points, the evil ones 4,746,941 of these (sums over the original's table of them): with slay
/// evil that is 9,807,078, and the 15 points of dice bring 15 × 98,070 / 50,601 = 29 more.
#[test]
fn weapons() {
    let mut sword = item(23, 17, [8, 9, 0], &[("SLAY_EVIL", 0)]);
    (sword.dice, sword.sides) = (2, 5);
    has_terms(
        &testing::power(&SPEC, &sword),
        &[("to-dam +9", 22), ("dice 2d5", 15), ("slays and brands", 29), ("to-hit +8", 12)],
    );
    let mut quick = item(23, 17, [0; 3], &[("BLOWS", 2)]);
    (quick.dice, quick.sides) = (2, 5);
    has_terms(
        &testing::power(&SPEC, &quick),
        &[("dice 2d5", 15), ("blows +2", 6), ("blows: damage of other items", 75), ("pvals together 100", 8)],
    );
    let mut arrow = item(17, 1, [5, 5, 0], &[]);
    (arrow.dice, arrow.sides) = (3, 4);
    has_terms(
        &testing::power(&SPEC, &arrow),
        &[("to-dam +5", 12), ("dice 3d4", 18), ("as ammunition × 0.5", -15), ("to-hit +5", 7)],
    );
    has_terms(
        &testing::price((17, 1), 22, false),
        &[("power × power", 484), ("5 × power", 110), ("÷ 20, as it does not last", -565)],
    );
}

#[test]
fn things_to_wear() {
    let mut shield = item(34, 3, [0, 0, 12], &[("RES_FIRE", 0), ("RES_COLD", 0)]);
    (shield.ac, shield.weight) = (8, 60);
    has_terms(
        &testing::power(&SPEC, &shield),
        &[("armour 8", 21), ("to-ac +12", 12), ("RES_FIRE", 6), ("RES_COLD", 6), ("2 low resistances", 4)],
    );
    has_terms(&testing::price((34, 3), 49, false), &[("power × power", 2401), ("5 × power", 245)]);
    has_terms(
        &testing::power(&SPEC, &item(45, 5, [0; 3], &[("SPEED", 5)])),
        &[("ring or amulet", 4), ("SPEED +5", 100)],
    );
    has_terms(
        &testing::power(&SPEC, &item(31, 1, [3, 4, 28], &[("DEX", 3), ("FREE_ACT", 0)])),
        &[
            ("to-dam +4", 10),
            ("to-dam off the weapon", 20),
            ("to-hit +3", 4),
            ("to-ac +28", 28),
            ("high to-ac", 6),
            ("FREE_ACT", 40),
            ("DEX +3", 48),
        ],
    );
    let immune = ["IM_ACID", "IM_ELEC", "IM_FIRE", "IM_COLD"].map(|flag| (flag, 0));
    let power = testing::power(&SPEC, &item(35, 1, [0; 3], &immune));
    assert_eq!(power[4..], [("4 immunities".to_owned(), 96), ("all immunities".to_owned(), 20_000)]);
}

/// Wooden torches are of power 18: LIGHT 2 × 3 × 3.
#[test]
fn torches() {
    assert_eq!(power(&item(39, 0, [0; 3], &[("LIGHT", 2)])), 18);
    assert_eq!(testing::price((39, 0), 18, false).iter().map(|term| term.1).sum::<i64>(), 20);
    has_terms(&testing::price((23, 1), 10, true), &[("power × power", 100), ("5 × power", 50), ("cursed", -150)]);
}
