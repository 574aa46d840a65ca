//! Powers and prices by hand from 3.5.1's `object_power` and `object_value_real`, and of items that the running original
//! has made and valued.

use super::{POWER, WORDS, tables};
use affixboard_kin::power::{
    PowerCalculator, price_of_power,
    testing::{self, has_terms},
};
use affixboard_model::engine::item::{Item, KindEffect};

fn item(tval: u16, sval: u16, bonus: [i32; 3], flags: &[(&str, i32)]) -> Item {
    let kind = KindEffect { tval, sval, ..KindEffect::default() };
    Item { bonus, ..testing::item(tables::WORDS.flags, 3, &kind, flags) }
}

fn sword(bonus: [i32; 3], flags: &[(&str, i32)]) -> Item {
    Item { dice: 2, sides: 5, ..item(23, 17, bonus, flags) }
}

fn power(item: &Item, is_ego: bool) -> Vec<(String, i64)> {
    testing::terms(PowerCalculator::new(&POWER, tables::WORDS.flags, WORDS.bonuses).worth(item, is_ego))
}

fn total(item: &Item, is_ego: bool) -> i64 {
    power(item, is_ego).iter().map(|term| term.1).sum()
}

/// A long bow (+8,+9): 9 × 5 / 2 = 22 and 30 for its arrows, three times that, a fifth of it, and 12 for to-hit. To-dam
/// has no end, other than in the affix branch: (637 + 30) × 3 / 5.
#[test]
fn launchers() {
    has_terms(
        &power(&item(19, 13, [8, 9, 0], &[]), false),
        &[
            ("to-dam +9", 22),
            ("its ammunition", 30),
            ("multiplier × 3", 104),
            ("as launcher ÷ 5", -125),
            ("to-hit +8", 12),
        ],
    );
    assert_eq!(total(&item(19, 13, [0, 255, 0], &[]), false), 400);
    assert_eq!([2, 12, 23, 24].map(|sval| total(&item(19, sval, [0; 3], &[]), false)), [10, 12, 21, 28]);
    has_terms(
        &power(&item(19, 13, [0; 3], &[("SHOTS", 1), ("MIGHT", 1)]), false),
        &[
            ("its ammunition", 30),
            ("shots +1", 30),
            ("multiplier × 4", 180),
            ("as launcher ÷ 5", -192),
            ("pvals together 80", 4),
        ],
    );
    let excessive = |name, value| total(&item(19, 13, [0; 3], &[(name, value)]), false) >= 20_000;
    assert_eq!([excessive("SHOTS", 2), excessive("SHOTS", 3)], [false, true]);
    assert_eq!([excessive("MIGHT", 3), excessive("MIGHT", 4)], [false, true]);
}

/// An arrow 3d4 (+5,+5): 12 and 18, half of it, and 7. With an ego 22 for the launcher come before the half; prices are
/// (22 × 22 + 5 × 22) / 20 and (33 × 33 + 5 × 33) / 20. Shots count 0.4, bolts 0.7.
#[test]
fn ammunition() {
    let of = |tval| Item { dice: 3, sides: 4, ..item(tval, 1, [5, 5, 0], &[]) };
    has_terms(
        &power(&of(17), false),
        &[("to-dam +5", 12), ("dice 3d4", 18), ("as ammunition × 0.5", -15), ("to-hit +5", 7)],
    );
    has_terms(
        &power(&of(17), true),
        &[
            ("to-dam +5", 12),
            ("dice 3d4", 18),
            ("to-dam of its launcher", 22),
            ("as ammunition × 0.5", -26),
            ("to-hit +5", 7),
        ],
    );
    // 52 × 4 / 10 and 52 × 7 / 10.
    assert_eq!([16, 18].map(|tval| total(&of(tval), true)), [20 + 7, 36 + 7]);
    assert_eq!([22, 33].map(|power| price_of_power((17, 1), power, true, false).total()), [29, 62]);
}

/// The monsters have 2,727,645 points, the evil ones 2,559,804 of these, the dragons 21,746, those not immune to cold
/// 254,621 and those not immune to poison 295,101 (sums over the original's table of them). Slay evil makes 5,287,449 of
/// it, and 15 × 52,874 / 27,276 is 29; a brand of poison of factor 2 makes 3,022,746 and adds 16; a slay of dragons of
/// factor 5 makes 2,814,629 and adds 15; a brand of cold of factor 3 on a ring makes 3,236,887 and adds 71 to 60.
#[test]
fn slays_and_brands() {
    has_terms(
        &power(&sword([8, 9, 0], &[("SLAY_EVIL", 0)]), false),
        &[("to-dam +9", 22), ("dice 2d5", 15), ("slays and brands", 29), ("to-hit +8", 12)],
    );
    let of = |flag| power(&sword([0; 3], &[(flag, 0)]), false)[1].1;
    assert_eq!([of("BRAND_ICKY"), of("KILL_DRAGON")], [16, 15]);
    has_terms(
        &power(&item(45, 30, [0; 3], &[("BRAND_COLD", 0)]), false),
        &[("flags for fighting, off the weapon", 60), ("slays and brands", 71), ("ring or amulet", 4)],
    );
    // Two brands: 2 × 2 × 2 × 15 / 25, five 2 × 5 × 5 × 15 / 25 and 20 more.
    let brands = ["BRAND_ACID", "BRAND_FIZZ", "BRAND_FIRE", "BRAND_COLD", "BRAND_BUZZ"].map(|flag| (flag, 0));
    has_terms(&power(&sword([0; 3], &brands[..2]), false)[2..], &[("2 brands", 4)]);
    has_terms(&power(&sword([0; 3], &brands), false)[2..], &[("5 brands", 30), ("all brands", 20)]);
}

#[test]
fn blows() {
    has_terms(
        &power(&sword([0; 3], &[("BLOWS", 2)]), false),
        &[("dice 2d5", 15), ("blows +2", 6), ("blows: damage of other items", 75), ("pvals together 100", 8)],
    );
    has_terms(&power(&sword([9; 3], &[("BLOWS", 3)]), false)[2..], &[("blows +3", 20_000)]);
}

/// A small shield [8,+12] of 6 lb: 1, and 8 × 250 % of 750 × 20 / 60. Above 26 to-ac counts more, above 36 more
/// again: 2 × (40 - 25) + 4 × (40 - 35); 56 is too much.
#[test]
fn armour() {
    let mut shield = item(34, 3, [0, 0, 12], &[("RES_FIRE", 0), ("RES_COLD", 0)]);
    (shield.ac, shield.weight) = (8, 60);
    has_terms(
        &power(&shield, false),
        &[("armour 8", 21), ("to-ac +12", 12), ("RES_FIRE", 6), ("RES_COLD", 6), ("2 low resistances", 4)],
    );
    has_terms(
        &testing::terms(price_of_power((34, 3), 49, false, false)),
        &[("power × power", 2401), ("5 × power", 245)],
    );
    let to_ac = |bonus| total(&item(34, 3, [0, 0, bonus], &[]), false);
    assert_eq!([26, 40, 55].map(to_ac), [26, 40 + 50, 55 + 60 + 80]);
    assert_eq!(to_ac(56), 56 + 62 + 84 + 20_000);
}

#[test]
fn flags_pvals_and_effects() {
    has_terms(
        &power(&item(31, 1, [3, 4, 0], &[("DEX", 3), ("FREE_ACT", 0)]), false),
        &[("to-dam +4", 10), ("to-dam off the weapon", 20), ("to-hit +3", 4), ("FREE_ACT", 40), ("DEX +3", 48)],
    );
    // 5 × 9, 5 × 12 and 4 × 20; 5 × 13 + 5 × 15 + 4 × 6 = 164.
    let stats = [("STR", 5), ("CON", 5), ("SPEED", 4)];
    has_terms(
        &power(&item(40, 1, [0; 3], &stats), false),
        &[("ring or amulet", 4), ("STR +5", 45), ("CON +5", 60), ("SPEED +4", 80), ("pvals together 164", 36)],
    );
    let five = ["STR", "INT", "WIS", "DEX", "CON"].map(|stat| (stat, 5));
    assert_eq!(power(&item(40, 1, [0; 3], &five), false).last().map(|term| term.1), Some(20_000), "290 is over 249");
    let immune = ["IM_ACID", "IM_ELEC", "IM_FIRE", "IM_COLD"].map(|flag| (flag, 0));
    has_terms(&power(&item(35, 1, [0; 3], &immune), false)[4..], &[("4 immunities", 96), ("all immunities", 20_000)]);
    let dragon = Item { effect_power: 18, ..item(38, 1, [-2, 0, 0], &[("LIGHT_CURSE", 0)]) };
    has_terms(&power(&dragon, false), &[("to-hit -2", -3), ("LIGHT_CURSE", -5), ("effect", 18)]);
}

/// Some of 300,000 drops that the original made (seed 7), with the powers and prices that it computed of them: armour
/// class, dice, sides, weight; power of the effect; whether they have an ego; power; price. All of them were compared.
#[test]
#[rustfmt::skip]
fn items_of_the_original() {
    const IGNORE: [(&str, i32); 4] = [("IGNORE_ACID", 0), ("IGNORE_ELEC", 0), ("IGNORE_FIRE", 0), ("IGNORE_COLD", 0)];
    let with = |flags: &[(&'static str, i32)]| [flags, &IGNORE].concat();
    let items = [
        (item(22, 3, [7, 11, 0], &[("SLAY_EVIL", 0)]), [0, 1, 10, 70], 0, true, 75, 6000),
        (item(23, 13, [12, 13, 0], &[("BLOWS", 1)]), [0, 4, 5, 260], 0, true, 129, 17_286),
        (item(23, 10, [6, 6, 0], &[("BRAND_POIS", 0)]), [0, 3, 4, 140], 0, true, 63, 4284),
        (item(20, 1, [6, 2, 0], &[("TUNNEL", 4), ("BRAND_ACID", 0)]), [0, 1, 2, 60], 0, true, 33, 1254),
        (item(16, 0, [13, 18, 0], &[]), [0, 1, 2, 4], 0, true, 47, 122),
        (item(17, 1, [5, 1, 0], &[("BRAND_ELEC", 0), ("IGNORE_ELEC", 0)]), [0, 1, 4, 2], 0, true, 29, 49),
        (item(19, 13, [17, 8, 0], &[("SHOTS", 1)]), [0, 0, 0, 40], 0, true, 85, 7650),
        (item(19, 23, [17, 12, 0], &[("SHOTS", 1), ("MIGHT", 1), ("IGNORE_ACID", 0), ("IGNORE_FIRE", 0)]),
            [0, 0, 0, 110], 0, true, 139, 20_016),
        (item(31, 3, [0, 0, 2], &[("FREE_ACT", 0), ("IGNORE_ACID", 0), ("IGNORE_FIRE", 0)]),
            [6, 1, 1, 25], 0, true, 63, 4284),
        (item(33, 10, [0, 0, 9], &with(&[("WIS", 3), ("SUST_WIS", 0), ("RES_FEAR", 0), ("REGEN", 0)])),
            [0, 1, 1, 20], 0, true, 52, 2964),
        (item(34, 5, [0, 0, 24], &with(&[("SUST_STR", 0), ("SUST_DEX", 0), ("SUST_CON", 0), ("RES_DARK", 0),
            ("RES_DISEN", 0), ("HOLD_LIFE", 0)])), [12, 1, 5, 120], 0, true, 147, 22_344),
        (item(37, 2, [-2, 0, 8], &with(&[("RES_ACID", 0), ("RES_ELEC", 0), ("RES_FIRE", 0), ("RES_COLD", 0)])),
            [32, 1, 4, 220], 0, true, 106, 11_766),
        (item(38, 5, [-2, 0, 21], &with(&[("STEALTH", 2), ("RES_POIS", 0)])), [20, 2, 4, 140], 19, true, 133, 18_354),
        (item(39, 1, [0; 3], &[("RES_BLIND", 0), ("LIGHT", 2), ("SEE_INVIS", 0), ("IGNORE_FIRE", 0)]),
            [0, 1, 1, 50], 0, true, 49, 2646),
        (item(40, 1, [0; 3], &[("WIS", 2), ("SUST_WIS", 0)]), [0, 0, 0, 3], 0, false, 18, 414),
        (item(45, 26, [0, 0, 11], &[]), [0, 0, 0, 2], 0, false, 15, 300),
    ];
    for (item, [ac, dice, sides, weight], effect_power, is_ego, power, price) in items {
        let (dice, sides) = (u8::try_from(dice).expect("dice"), u8::try_from(sides).expect("sides"));
        let item = Item { ac, dice, sides, weight, effect_power, ..item };
        assert_eq!(total(&item, is_ego), power, "{:?}", self::power(&item, is_ego));
        assert_eq!(price_of_power((item.tval, item.sval), power, is_ego, false).total(), price, "{item:?}");
    }
}
