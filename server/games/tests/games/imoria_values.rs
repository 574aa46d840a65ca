//! What iMoria's treasures are worth, by hand.

use std::collections::BTreeMap;

use affixboard_model::game::{Loaded, Point};

use super::imoria_checks::load;
use crate::common::subject_gate::{self, Whole};

/// The chances of a metric at level 30, by sort and name, with the error bound.
fn of_metric(loaded: &Loaded, subject: &str, metric: &str) -> BTreeMap<(String, String), (f64, f64)> {
    let rules = loaded.model.subjects().iter().find(|one| one.spec().name == subject).expect("the subject");
    let row = |key: u32| &rules.rows()[key as usize];
    let found = rules.exact(Point::of(&[30])).into_iter().filter(|one| row(one.key).metric.0 == metric);
    found
        .map(|one| {
            let columns = &row(one.key).columns;
            ((columns[..2].join(","), columns[2].clone()), (one.mean, one.bound))
        })
        .collect()
}

#[track_caller]
fn assert_chances(found: &BTreeMap<(String, String), (f64, f64)>, expected: &[(&str, &str, f64)], within: f64) {
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for (place, name, chance) in expected {
        let (mean, _) = found[&((*place).to_owned(), (*name).to_owned())];
        assert!((mean - chance).abs() < within, "{place} {name}: {mean} {chance}");
    }
}

/// A bow for 100 gold at level 30, where magic has 38 of 150, a special name 3 and a curse 31 (RULES § 3.2): *of Criticals* is
/// worth 300,000 pieces of iron more, 1250 gold, and a cursed one nothing.
#[test]
fn a_bow_is_worth_what_the_rules_add() {
    let bow = r#"{ "& Bow~", bow_crossbow_or_sling, '}', 0, 0, 2, 100, 2, 30, 1, 0, 0, 0, 0, "0d0", 0 }"#;
    let loaded = load(&[bow], &[], "");
    let (criticals, cursed) = (38.0 / 150.0 * 3.0 / 150.0, (1.0 - 38.0 / 150.0) * 31.0 / 150.0);
    let steps = |place| {
        [
            (place, "0 or less", cursed),
            (place, "100 to below 200", 1.0 - criticals - cursed),
            (place, "1000 to below 2000", criticals),
        ]
    };
    for (subject, metric, place) in
        [("drops", "value", "-1,-1"), ("drops", "value_by_tval", "20,-1"), ("kinds", "value", "20,2")]
    {
        let found = of_metric(&loaded, subject, metric);
        assert_chances(&found, &steps(place), 1e-12);
        // No bonus has a part in the price.
        assert!(found.values().all(|(_, bound)| *bound == 0.0), "{found:?}");
    }
    let rules = loaded.model.subjects().iter().find(|one| one.spec().name == "kinds").expect("kinds");
    let labels = rules.rows().iter().filter(|row| row.metric.0 == "value").map(|row| row.label.as_str());
    assert_eq!(labels.collect::<Vec<_>>(), ["Bow: 0 or less", "Bow: 100 to below 200", "Bow: 1000 to below 2000"]);
}

/// A ring that protects (subval 24), for 10 gold, at level 30: its bonus is 1 and a tenth of 20 normal standard deviations, cut,
/// each point is worth 10,000 pieces of iron, and with 31 of 150 it is cursed, which makes a debt of its price. One or two points
/// are 51 and 93 gold, three and four 135 and 176, five to eleven at most 468, twelve 510.
#[test]
fn a_rings_bonus_is_worth_its_points() {
    let ring = r#"{ "& %R Ring~", ring, '=', 0, 0, 0, 10, 24, 2, 1, 0, 0, 0, 0, "0d0", 0 }"#;
    let loaded = load(&[ring], &[], "");
    let good = 1.0 - 31.0 / 150.0;
    // Of a normal distribution 0.682689 is within one standard deviation, 0.954500 within two.
    let expected = [
        ("-1,-1", "0 or less", 31.0 / 150.0),
        ("-1,-1", "50 to below 100", good * 0.682_689),
        ("-1,-1", "100 to below 200", good * (0.954_500 - 0.682_689)),
        ("-1,-1", "200 to below 500", good * (1.0 - 0.954_500)),
    ];
    let mut found = of_metric(&loaded, "drops", "value");
    // Twelve points are 5.5 standard deviations.
    let twelve = found.remove(&("-1,-1".to_owned(), "500 to below 1000".to_owned())).expect("twelve points");
    assert!(twelve.0 > 0.0 && twelve.0 < 1e-7, "{twelve:?}");
    assert_chances(&found, &expected, 1e-4);
    assert!(found.values().all(|(_, bound)| *bound < 4.0001e-7), "{found:?}");
    assert!(found.iter().all(|((_, name), (_, bound))| name == "0 or less" || *bound > 0.0), "{found:?}");
    for subject in ["drops", "kinds"] {
        let rules = loaded.model.subjects().iter().find(|one| one.spec().name == subject).expect("the subject");
        let points = [(30, 0), (5, 1)].map(|(level, quality)| Point::of(&[level, quality]));
        subject_gate::drawn(rules.as_ref(), &points, 100_000, 2032, Whole::Trials).print("a ring");
    }
}
