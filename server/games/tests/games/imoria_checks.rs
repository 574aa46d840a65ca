//! What is said of iMoria's tables that a compiler doesn't say: one literal case each, from the guide.

use affixboard_games as games;
use affixboard_model::{
    batch::Counts,
    catalog::GuideTable,
    engine::random::Stream,
    game::{DimensionValues, Loaded, Point},
    text::{SourceFile, SourceSet},
};

use crate::common::remarks;

const CONSTANTS: &str = include_str!("../../../../data/imoria/constants.h");
const TYPES: &str = include_str!("../../../../data/imoria/types.h");

/// Rows of what is found, of stock, and lists beside them.
pub(super) fn load(objects: &[&str], stock: &[&str], lists: &str) -> Loaded {
    const NOTHING: &str = r#"{ "nothing", 1, ' ', 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, "0d0", 0 }"#;
    let table = |name: &str, rows: &[&str]| {
        let rows = [NOTHING].iter().chain(rows).copied().collect::<Vec<_>>().join(",\n");
        format!("treasure_type {name}[{}] = {{\n{rows}\n}};\n", rows.lines().count())
    };
    let values = [table("object_list", objects), table("inventory_init", stock), lists.to_owned()].concat();
    let mut sources = SourceSet::new();
    for (name, text) in [("values.h", values.as_str()), ("constants.h", CONSTANTS), ("types.h", TYPES)] {
        sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    games::find("imoria").expect("the game").load(sources)
}

/// Rows of what is found and of stock, lists, and what is said of them.
type Case<'a> = (&'a [&'a str], &'a [&'a str], &'a str, &'a [&'a str]);

#[test]
fn each_check_has_a_literal_case() {
    const COLORS: &str = "atype colors[2] = { \"Red\", \"Blue\" };\n";
    const CHOICE: &str = "integer store_choice[1][1] = { { 1 } };\n";
    let long = format!(r#"{{ "{}", food, ',', 0, 0, 0, 0, 300, 1, 1, 0, 0, 0, 0, "0d0", 0 }}"#, "x".repeat(69));
    let expanded =
        format!(r#"{{ "& {}~ %C", potion1, '!', 0, 0, 0, 0, 257, 1, 1, 0, 0, 0, 0, "0d0", 0 }}"#, "x".repeat(59));
    let ring = r#"{ "& Ring", ring, '=', 0, 0, 0, 10, 257, 1, 1, 0, 0, 0, 0, "0d0", 0 }"#;
    let sword = r#"{ "& Sword", sword, '|', 0, 0, 0, 10, 300, 1, 1, 0, 0, 0, 0, "1d6", 0 }"#;
    let pair = r#"{ "& Dagger", dagger, '|', 0, 0, 0, 10, 5, 1, 1, 0, 0, 0, 0, "1d6", 0 }"#;
    let other = r#"{ "& Whip", dagger, '|', 0, 0, 0, 10, 5, 1, 1, 0, 0, 0, 0, "1d6", 0 }"#;
    let several = r#"{ "& Shield", shield, ')', 0, 0, 0, 10, 5, 1, 3, 0, 0, 0, 0, "0d0", 0 }"#;
    let potion = r#"{ "& %C Potion~", potion1, '!', 0, 0, 0, 10, 259, 1, 1, 0, 0, 0, 0, "0d0", 0 }"#;
    let second = r#"{ "& Potion~", 76, '!', 0, 0, 0, 10, 259, 1, 1, 0, 0, 0, 0, "0d0", 0 }"#;
    let scroll = r#"{ "& Scroll~", 71, '?', 0, 0, 0, 10, 259, 1, 1, 0, 0, 0, 0, "0d0", 0 }"#;
    let damage = r#"{ "& Club", hafted_weapon, '|', 0, 0, 0, 10, 5, 1, 1, 0, 0, 0, 0, "10d100", 0 }"#;
    let cases: [Case<'_>; 12] = [
        (
            &[sword],
            &[],
            "",
            &["values.h:3:39: stacking-subval: found subval 300; \
               expected below 256: swords may differ from each other, and those that stack become alike"],
        ),
        // A ring that nothing is done to may stack.
        (&[ring], &[], "", &[]),
        (
            &[several],
            &[],
            "",
            &["values.h:3:47: stacking-subval: found number 3; \
               expected 1: what has a subval below 256 doesn't stack"],
        ),
        (
            &[pair, pair, other],
            &[],
            "",
            &["values.h:5:39: pair-used-twice: found subval 5 of daggers again; \
               expected one that Dagger of object_list doesn't have"],
        ),
        (
            &[potion],
            &[],
            COLORS,
            &["values.h:3:46: no-adjective: found subval 259, of which 3 chooses the adjective; \
               expected 1 to 2, as many as colors has; the code stays in the name"],
        ),
        (
            &[second],
            &[],
            "",
            &["values.h:3:16: second-family: found sort 76; \
               expected potion1 with flags2, since what the second family does overlaps"],
        ),
        (
            &[scroll],
            &[],
            "",
            &["values.h:3:16: second-family: found sort 71; \
               expected scroll1 with flags2, since what the second family does overlaps"],
        ),
        (&[&long], &[], "", &["values.h:3:1: text-too-long: found 69 characters; expected at most 68 for a name"]),
        (
            &[&expanded],
            &[],
            "",
            &["values.h:3:1: text-too-long: found up to 81 characters; expected at most 80 with all codes replaced"],
        ),
        (
            &[damage],
            &[],
            "",
            &["values.h:3:1: text-too-long: found `10d100`; expected at most 5 characters for damage"],
        ),
        (
            &[],
            &[pair, several],
            CHOICE,
            &[
                "values.h:7:47: stacking-subval: found number 3; expected 1: what has a subval below 256 doesn't stack",
                "values.h:7:1: not-in-a-list: found row 2 of inventory_init, Shield; \
                 expected its number in store_choice or player_init; nobody ever gets it",
            ],
        ),
        (
            &[],
            &[pair],
            "integer store_choice[1][2] = { { 1, 2 } };\n",
            &["values.h:8:37: not-in-a-list: found 2; expected 1 to 1, a row of inventory_init"],
        ),
    ];
    for (objects, stock, lists, expected) in cases {
        assert_eq!(remarks(&load(objects, stock, lists)), expected, "{objects:?} {stock:?} {lists}");
    }
}

/// Numbers as large as their fields hold: nothing panics, runs out of memory or goes on for ever, and what isn't followed is
/// said.
#[test]
fn the_largest_numbers_are_borne() {
    const LARGE: i64 = i64::MAX;
    let row = |tval: &str, subval: i64| {
        format!(
            r#"{{ "& %R Thing~^ (%P1)", {tval}, '*', 0, 0, {LARGE}, {LARGE}, {subval}, 65535, 65535, 32767, -32768, 32767, -32768, "1d1", 127 }}"#
        )
    };
    let rows = [
        row("lamp_or_torch", 1),
        row("misc_usable", 16),
        row("misc_usable", LARGE),
        row("helm", 3),
        row("belt", 1),
        row("ring", 7),
        row("chest", 1),
        row("arrow", LARGE),
        row("wand", LARGE),
        row("soft_armor", 6),
    ];
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let owners = format!("owner_type owners[1] = {{ {{ \"Ann (Elf) Shop\", {LARGE}, 1.0, 0.1, 0.05, 0, 9 }} }};\n");
    let shops = ["{ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }"; 12].join(", ");
    let lists = format!("{owners}integer store_choice[12][10] = {{ {shops} }};\n");
    let loaded = load(&rows, &rows, &lists);
    let not_followed = remarks(&loaded).iter().filter(|one| one.contains(": not-simulated: found p1 ")).count();
    assert_eq!(not_followed, 4, "{:#?}", remarks(&loaded));
    for rules in loaded.model.subjects() {
        let last = rules.spec().dimensions.iter().map(|dimension| match &dimension.values {
            DimensionValues::Numbers { last, .. } => *last,
            DimensionValues::Names(names) => names.len() as i32 - 1,
            DimensionValues::Numbered(list) => list.last().map_or(0, |(number, _)| *number),
        });
        for point in [Point::of(&last.collect::<Vec<_>>()), Point::of(&[0])] {
            let means = rules.exact(point);
            assert!(means.iter().all(|one| one.mean.is_finite() && one.mean >= 0.0), "{}", rules.spec().name);
            let mut counts = Counts::of_keys(rules.rows().len());
            rules.draw(point, 50, &mut Stream::seeded([1, 2, 3]), &mut counts);
            assert!(!counts.take().is_empty(), "{}", rules.spec().name);
        }
    }
}

/// Nothing of this dungeon is ever worth 500 gold: the black market has nothing, at once.
#[test]
fn a_black_market_that_finds_nothing_ends() {
    let bread = r#"{ "Bread", food, ',', 0, 0, 0, 1, 300, 1, 1, 0, 0, 0, 0, "0d0", 0 }"#;
    let shops = ["{ 1 }"; 12].join(", ");
    let lists = format!(
        "owner_type owners[1] = {{ {{ \"Ann (Elf) Shop\", 9, 1.0, 0.1, 0.05, 0, 9 }} }};\n\
         integer store_choice[12][1] = {{ {shops} }};\n"
    );
    let loaded = load(&[bread], &[bread], &lists);
    let rules = loaded.model.subjects().iter().find(|one| one.spec().name == "shops").expect("shops");
    let market = Point::of(&[11, 0]);
    let mut counts = Counts::of_keys(rules.rows().len());
    rules.draw(market, 1000, &mut Stream::seeded([1, 2, 3]), &mut counts);
    let nothing = rules.rows().len() as u32 - 1;
    assert_eq!(counts.take(), [(nothing, 1000)]);
    let means = rules.exact(market);
    assert_eq!(means.iter().map(|one| (one.key, one.mean)).collect::<Vec<_>>(), [(nothing, 1.0)]);
}

#[test]
fn what_is_free_is_listed() {
    let wand = r#"{ "& Wand", wand, '-', 0, 0x02000000, 0, 10, 2, 1, 1, 0, 0, 0, 0, "0d0", 0 }"#;
    let loaded = load(&[wand], &[], "");
    let guide = |name: &str| -> &GuideTable {
        loaded.model.guides().iter().find(|guide| guide.name == name).unwrap_or_else(|| panic!("no {name}"))
    };
    let row = |name: &str, is_it: &dyn Fn(&[String]) -> bool| {
        let found = guide(name).rows.iter().find(|row| is_it(row.as_slice()));
        found.unwrap_or_else(|| panic!("{:#?}", guide(name))).clone()
    };
    // The guide's wands: 25 effects; a row has the next bit.
    assert_eq!(
        row("free-flags", &|row| row[0] == "wands" && row[2] == "free"),
        ["wands", "flags", "free", "0x04000000 0x08000000 0x10000000 0x20000000 0x40000000 0x80000000"]
    );
    assert_eq!(
        row("free-flags", &|row| row[0] == "wands" && row[2] != "free"),
        ["wands", "flags", "used by items, meaning unknown", "0x02000000"]
    );
    assert_eq!(row("free-subvals", &|row| row[1] == "65"), ["wands", "65", "2", "1, 3-25", "", "above 25: no charges"]);
    assert_eq!(row("completed", &|row| row[0] == "mt__wand"), ["mt__wand", "wands", "charges", "Wand"]);
    assert!(row("free-sorts", &|row| row[0] == "free")[1].starts_with("8-9, 14, 16-19, 27-28, 39, "));
}

#[test]
fn stock_is_listed_with_shops_and_kits() {
    const TORCH: &str = r#"{ "& Torch~", lamp_or_torch, '~', 0, 0, 4000, 2, 13, 30, 1, 0, 0, 0, 0, "1d1", 0 }"#;
    const BREAD: &str = r#"{ "& Loaf~", food, ',', 0, 0, 5000, 3, 307, 10, 5, 0, 0, 0, 0, "0d0", 0 }"#;
    const SPIKE: &str = r#"{ "& Spike~", spike, '~', 0, 0, 0, 1, 1, 10, 5, 0, 0, 0, 0, "1d2", 0 }"#;
    const LISTS: &str = r#"
        integer store_choice[3][4] = { { 1, 2, 1, 1 }, { 2, 2, 2, 2 }, { 2, 2, 2, 9 } };
        owner_type owners[2] = { { "Ann (Elf) Baker", 10, 1, 1, 1, 0, 1 }, { "Bo (Elf) Baker", 10, 1, 1, 1, 0, 1 } };
        byteint player_init[2][2] = { { 1, 2 }, { 1, 1 } };
        typedef struct class_type { vtype title; real adj_exp; } class_type;
        class_type class[1] = { { "Scout", 0.5 } };
    "#;
    let loaded = load(&[], &[TORCH, BREAD, SPIKE], LISTS);
    let stock = loaded.model.guides().iter().find(|guide| guide.name == "stock").expect("the table");
    let rows: Vec<String> = stock.rows.iter().map(|row| row.join(" | ")).collect();
    assert_eq!(
        rows,
        [
            "1 | Torch | lamps and torches | 2 | Baker 3 of 4 | Scout, class 1 (2)",
            "2 | Loaf | food | 3 | Baker 1 of 4, Baker (1) 4 of 4, shop 2 3 of 4 | Scout",
            "3 | Spike | spikes | 1 |  | ",
        ]
    );
}
