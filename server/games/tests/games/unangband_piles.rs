//! How many of a drop lie together, and charges, of kinds of the starter edition worked out by hand from `make_object`.

use std::collections::BTreeMap;

use affixboard_model::{
    game::Point,
    stats::{chi_square_sf, convolved, holm},
};

use super::unangband_power::{drawn, of_starter};
use crate::common::subject_gate;

/// The chances of numbers from `first` on.
fn from(first: i64, chances: impl IntoIterator<Item = f64>) -> BTreeMap<i64, f64> {
    (first..).zip(chances).filter(|(_, chance)| *chance > 0.0).collect()
}

#[test]
fn piles_by_hand() {
    let rules = of_starter("piles");
    let die = [1.0 / 7.0; 7];
    // The sum of six dice from 0 to 6, and 6 more.
    let arrows = (1..6).fold(die.to_vec(), |sum, _| convolved(&sum, &die));
    let of = |parts: &[u32], all: u32| parts.iter().map(|part| f64::from(*part) / f64::from(all)).collect::<Vec<_>>();
    let cases = [
        ("6d7 arrows", 123, 10, "number", from(6, arrows)),
        // A potion of level 20: half of 3d4 from depth 30 on, of 2d3 from 25 on, of 1d3 before, and never less than one.
        ("many potions", 88, 30, "number", from(1, of(&[1, 9, 22, 22, 9, 1], 64))),
        ("some potions", 88, 25, "number", from(1, of(&[3, 5, 1], 9))),
        ("a potion", 88, 24, "number", from(1, [1.0])),
        // A wand of level 3: 1d5 more than 9 levels deeper; 6 and 1d10 charges.
        ("wands", 65, 20, "number", from(1, [0.2; 5])),
        ("charges", 65, 20, "charges", from(7, [0.1; 10])),
        // One of level 55: one, with 2 and 1d4 charges.
        ("a deep wand", 64, 20, "number", from(1, [1.0])),
        ("few charges", 64, 20, "charges", from(3, [0.25; 4])),
    ];
    let mut p = Vec::new();
    for (name, kind, depth, metric, expected) in &cases {
        let counted = drawn(rules.as_ref(), Point::of(&[*depth, 0, *kind]), 40_000, 11);
        let counted = counted.get(metric).unwrap_or_else(|| panic!("{name}: {counted:?}"));
        assert_eq!(counted.values().sum::<u64>(), 40_000, "{name}");
        assert!(counted.keys().all(|number| expected.contains_key(number)), "{name}: {counted:?}");
        let pairs: Vec<(u64, f64)> = expected
            .iter()
            .map(|(number, chance)| (counted.get(number).copied().unwrap_or(0), chance * 40_000.0))
            .collect();
        let (statistic, freedom) = subject_gate::chi_square(&pairs, 40_000);
        p.push(chi_square_sf(statistic, freedom));
    }
    for ((case, p), corrected) in cases.iter().zip(&p).zip(holm(&p)) {
        assert!(corrected >= subject_gate::FALSE_ALARM, "{}: p {p:e}", case.0);
    }
}

/// Swords that aren't thrown are always alone, and potions have no charges.
#[test]
fn what_has_such_numbers() {
    let rules = of_starter("piles");
    let groups = &rules.spec().groups;
    for (group, is_there) in [("arrow", true), ("wand", true), ("staff", true), ("potion", true), ("cloak", false)] {
        assert_eq!(groups.iter().any(|own| own == group), is_there, "{group}");
    }
    let potions = drawn(rules.as_ref(), Point::of(&[30, 0, 88]), 100, 11);
    assert_eq!(potions.keys().copied().collect::<Vec<_>>(), ["number"]);
}
