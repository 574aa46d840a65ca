//! iMoria's shops: by hand, and drawn against computed over the original's tables.

use std::collections::BTreeMap;

use affixboard_imoria::{
    lists::{Listed, Owner},
    shops::Shops,
    tables::TreasureTables,
};
use affixboard_model::game::{Point, SubjectRules};

use super::{imoria_checks::load, imoria_tallies::facts};
use crate::common::{
    reference,
    subject_gate::{self, Whole},
};

const OWNER: &str = "owner_type owners[1] = { { \"Ann (Human) Bakery\", 50, 1.0, 0.1, 0.05, 0, 9 } };\n";

/// Two of three choices are bread for 10 gold, the third is a cake for 100, which an owner with 50 doesn't take: 2/3, and
/// with up to three more tries 2/3 (1 + 1/3 + 1/9 + 1/27) = 80/81. Nothing comes with 1/81.
#[test]
fn a_shop_of_two_wares_by_hand() {
    let food = |name: &str, cost: i32, subval: i32| {
        format!(r#"{{ "{name}", food, ',', 0, 0, 0, {cost}, {subval}, 1, 1, 0, 0, 0, 0, "0d0", 0 }}"#)
    };
    let (bread, cake) = (food("Bread", 10, 300), food("Cake", 100, 301));
    let lists = format!("{OWNER}integer store_choice[1][3] = {{ {{ 1, 1, 2 }} }};\n");
    let loaded = load(&[&bread], &[&bread, &cake], &lists);
    let shops = loaded.model.subjects().iter().find(|one| one.spec().name == "shops").expect("shops");
    assert_eq!(shops.point_columns(Point::of(&[0, 0])), ["Bakery"]);
    let mut found = BTreeMap::new();
    for chance in shops.exact(Point::of(&[0, 0])) {
        let row = &shops.rows()[chance.key as usize];
        found.insert((row.metric.0, row.columns[2].clone()), chance.mean);
    }
    // It is worth 10 gold, of all sorts and of food.
    let value = || "10 to below 20".to_owned();
    let expected = BTreeMap::from([
        (("kind", "Bread".to_owned()), 80.0 / 81.0),
        (("nothing", "nothing".to_owned()), 1.0 / 81.0),
        (("value", value()), 80.0 / 81.0),
        (("value_by_tval", value()), 80.0 / 81.0),
    ]);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    assert!(found.iter().zip(&expected).all(|(one, other)| (one.1 - other.1).abs() < 1e-12), "{found:?}");
    let drawn = subject_gate::drawn(shops.as_ref(), &[Point::of(&[0, 2])], 100_000, 2030, Whole::Trials);
    drawn.print("a shop of two wares");
}

/// All twelve shops with the original's tables, the black market's least of 500 gold included.
#[test]
fn gate_of_shops_drawn_against_computed() {
    let Some(folder) = reference("imoria") else { return };
    let csv = |name: &str| csv::Reader::from_path(folder.join("facts").join(name)).expect("facts");
    let mut tables = TreasureTables::default();
    for (name, rows) in facts(&folder) {
        let name = affixboard_imoria::tables::TABLES.into_iter().find(|known| *known == name);
        tables.by_name.insert(name.expect("a table"), rows);
    }
    for row in csv("store_choice.csv").records() {
        let row = row.expect("a row");
        let shop: usize = row[0].parse().expect("a shop");
        tables.lists.choices.resize(tables.lists.choices.len().max(shop + 1), Vec::new());
        tables.lists.choices[shop].push(Listed {
            index: row[2].parse().expect("a row of stock"),
            place: None,
            site: None,
        });
    }
    for row in csv("owners.csv").records() {
        let row = row.expect("a row");
        let name = format!("({}) shop {}", &row[0], &row[1]);
        tables.lists.owners.push(Owner { name, most: row[2].parse().expect("gold") });
    }
    let shops = Shops::new(&tables).expect("shops");
    assert_eq!(shops.spec().dimensions[0].label(11), "shop 11");
    let points: Vec<Point> = (0..12).map(|shop| Point::of(&[shop, 0])).collect();
    let found = subject_gate::drawn(&shops, &points, 100_000, 2031, Whole::Trials);
    found.print("shops");
    // What the black market has is worth 500 gold or more, so that nothing of it is cursed.
    let black = shops.exact(points[11]);
    let rows = shops.rows();
    assert!(black.iter().all(|one| rows[one.key as usize].columns[2] != "cursed"));
    let kinds = black.iter().filter(|one| rows[one.key as usize].metric.0 == "kind");
    let sum: f64 = kinds.map(|one| one.mean).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
}
