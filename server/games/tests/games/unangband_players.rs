//! What players of the starter edition begin with, worked out by hand from its lines.

use affixboard_games as games;
use affixboard_model::catalog::{EntryTable, Sort};

/// The tables of the entry of a sort.
fn tables(sort: &str, index: u32) -> Vec<EntryTable> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/unangband");
    let loaded = games::find("unangband").expect("the game").load(crate::common::sources(&folder));
    let at = loaded.sorts().iter().position(|spec| spec.name == sort).expect("a sort") as u8;
    let entry = loaded.model.entries().iter().find(|entry| (entry.sort, entry.index) == (at, index)).expect("an entry");
    loaded.model.entry_tables(entry, &loaded.sources)
}

fn table(sort: &str, index: u32, title: &str) -> Vec<Vec<String>> {
    let found = tables(sort, index).into_iter().find(|table| table.title == title).expect("a table");
    let texts =
        |row: Vec<affixboard_model::catalog::EntryCell>| row.iter().map(|cell| cell.text().to_owned()).collect();
    found.rows.into_iter().map(texts).collect()
}

/// Of Vale Folk (chart 1) a standing of 61 and more needs a toll keeper's child, one in 20 of those not found in a boat: of third
/// children (45 %) those who left their chair free (70 %), and of only children (30 %) these, and of the others (30 %) those with a
/// green eye (15 %), who come to 61 at least. 5 % · (0.45 · 0.7 + 0.3 · 0.7 + 0.3 · 0.3 · 0.15) = 2.7 %. Marsh Walkers have the
/// same history; under the hill (chart 10) nobody comes to more than 34.
#[test]
fn a_guard() {
    let kit = table("classes", 0, "What it begins with");
    assert_eq!(
        kit,
        [
            ["Watch Sword", "1", "", "any", "100 %"],
            ["Eelskin Coat", "1", "", "0 to 60", "97.3 % to 100 %"],
            ["Oar Shield", "1", "", "61 to 100", "0 % to 2.7 %"],
            ["Loaf of Ferry Bread", "2 to 4", "", "any", "100 %"],
        ]
    );
    let tables = tables("classes", 0);
    assert_eq!(tables.len(), 1);
    let links: Vec<_> = tables[0].rows.iter().map(|row| &row[0]).collect();
    assert_eq!(
        links,
        [(164, "Watch Sword"), (202, "Eelskin Coat"), (192, "Oar Shield"), (80, "Loaf of Ferry Bread")]
            .map(|(index, name)| affixboard_model::catalog::EntryCell::Entry(Sort::KIND, index, name.to_owned()))
            .iter()
            .collect::<Vec<_>>()
    );
}

/// A standing of 50 and more: toll keepers' children as above, where of third children who left without goodbye those with a green
/// eye come to 51 too, and all only children; and of a lamp maker's only children with a free chair those with a green eye:
/// 5 % · (0.45 · (0.7 + 0.3 · 0.15) + 0.3) + 0.3 · 0.2 · 0.7 · 0.15 = 3.8 %.
#[test]
fn a_race_with_its_classes() {
    let rows = table("races", 0, "What its classes begin with");
    let sparks = rows.iter().find(|row| row[1] == "Sparks").expect("a wand");
    assert_eq!(sparks, &["Scholar", "Sparks", "1", "8 to 12", "50 to 100", "3.8 %"]);
    let shield = rows.iter().find(|row| row[1] == "Oar Shield").expect("a shield");
    assert_eq!(shield, &["Guard", "Oar Shield", "1", "", "61 to 100", "2.7 %"]);
    // Lamp Children are no guards.
    let of_lamps = table("races", 3, "What its classes begin with");
    assert!(of_lamps.iter().all(|row| row[0] != "Guard") && of_lamps.iter().any(|row| row[0] == "Chaplain"));
}

/// A quarter is found in a boat and goes on to chart 3 at once.
#[test]
fn a_history() {
    let rows = table("races", 0, "History");
    let row = |text: &str| rows.iter().find(|row| row[1].starts_with(text)).expect("a sentence").clone();
    assert_eq!(row("You were found"), ["1", "You were found in a boat.", "25.0 %", "25.0 %", "-15", "3"]);
    assert_eq!(row("of the toll keeper"), ["2", "of the toll keeper.", "5.0 %", "3.8 %", "+60", "3"]);
    assert_eq!(row("One of your eyes"), ["50", "One of your eyes is green.", "15.0 %", "15.0 %", "+5", "end"]);
    assert_eq!(rows.len(), 12, "chart 10 is of others");
    let standing = table("races", 2, "Standing");
    // Chart 10: 0 or +10; then -5 or +15; then 0 or, in 15 of 100, +5; and 1 to 4. Above 30: +10, +15, +5: 31, 32 … with 1 to 4,
    // 0.4 · 0.5 · 0.15 = 3 %.
    assert_eq!(standing[3], ["31 to 40", "3.0 %"]);
    assert!(standing[4..].iter().all(|row| row[1] == "0 %"));
    let walks = tables("races", 0).into_iter().filter_map(|table| table.walks).map(|walks| walks.1);
    assert_eq!(walks.collect::<Vec<_>>(), [1]);
}

/// The fourth sentence, of a reed cutter, is 40 % of chart 2, where 75 % come; those under the hill don't.
#[test]
fn a_part_of_a_history() {
    let races = table("histories", 3, "Races that come by it");
    assert_eq!(races[0], ["Vale Folk", "30.0 %"]);
    assert!(races.iter().all(|row| row[0] != "Hill Dweller"), "{races:?}");
    assert_eq!(table("histories", 3, "History")[0][..2], ["2", "of a reed cutter."]);
    assert!(tables("spells", 1).is_empty());
}
