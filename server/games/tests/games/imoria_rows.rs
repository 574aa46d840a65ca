//! Rows of iMoria's tables that come and go with proposals, with the size of their table.

use std::path::Path;

use affixboard_games as games;
use affixboard_imoria::FILES;
use affixboard_model::{
    game::{Loaded, Point},
    text::SourceSet,
};
use affixboard_proposal::{
    Change, EditOp, EditableEntry, Outcome, Refusal, TurnedBack, apply, compose, design_changes, differences,
    editable_entries, entry_lines, may_be_turned_back, read_changes, revert, write_changes,
};

use super::imoria_tallies::files_of;
use crate::common::remarks;

const ROW: &str =
    r#"{ "& Bargee's Bill~^ (%P2,%P3)", pole_arm, '/', 0, 0, 0, 90, 10, 120, 1, 0, 0, 0, 0, "1d10", 11 }"#;

fn starter() -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/imoria");
    games::find("imoria").expect("the game").load(files_of(&folder))
}

/// The last of what is found.
fn last(loaded: &Loaded) -> EditableEntry {
    let found = editable_entries(loaded).into_iter().filter(|entry| entry.sort.name() == "treasures");
    found.max_by_key(|entry| entry.index).expect("a treasure")
}

/// A row at the end, and the table one larger.
fn one_more(loaded: &Loaded, row: &str) -> Vec<Change> {
    let lines = entry_lines(loaded);
    let size = lines.iter().find(|line| line.name == "MAX_OBJECTS").expect("the size");
    let larger = size.text.parse::<u32>().expect("a number") + 1;
    vec![Change::replace(size, larger.to_string()), Change::insert_entry(&last(loaded), row)]
}

#[test]
fn a_row_comes_with_the_size_of_its_table_and_goes_again() {
    let base = starter();
    let changes = one_more(&base, ROW);
    let kept = read_changes(&write_changes(&changes), base.sorts()).expect("changes");
    assert_eq!(kept, changes);
    let applied = apply(&base, &kept).expect("files that can be edited");
    assert_eq!(applied.outcomes, [Outcome::Applied, Outcome::Applied]);
    let text = |sources: &SourceSet, name: &str| {
        let (_, file) = sources.find(name).expect("a file");
        String::from_utf8(file.bytes().to_vec()).expect("UTF-8")
    };
    let (old, new) = (text(&base.sources, "values.h"), text(&applied.sources, "values.h"));
    // The last row had no comma.
    let food = r#"{ "& Ration~ of Food", food, ',', 0, 0, 5000, 3, 307, 10, 1, 0, 0, 0, 0, "0d0", 5 }"#;
    assert_eq!(new, old.replace(&format!("{food}\n"), &format!("{food},\n    {ROW}\n")));
    assert!(text(&applied.sources, "constants.h").contains("#define MAX_OBJECTS 49\n"));

    let after = base.game.load(applied.sources);
    assert_eq!(remarks(&after), Vec::<String>::new());
    let entry = after.model.entries().iter().find(|entry| entry.name == "Bargee's Bill").expect("the new entry");
    assert_eq!((entry.index, entry.group.as_str()), (49, "pole arms"));
    // What the differences say, composed and undone.
    let found = differences(&base, &after).expect("files");
    assert_eq!((found.others.len(), found.changes.len()), (0, 2));
    assert!(changes.iter().all(|change| found.changes.contains(change)), "{:#?}", found.changes);
    let dearer = entry_lines(&after).into_iter().find(|line| line.name == entry.name && line.directive.tag == "cost");
    let dearer = Change::replace(&dearer.expect("its cost"), "95");
    let composed = compose(&base, &after, &[dearer]).expect("files");
    assert!(composed.changes.iter().any(|change| change.now() == Some(ROW.replace(" 90,", " 95,").as_str())));
    let back = revert(&base, &changes).expect("files");
    let undone = apply(&after, &back).expect("files");
    assert!(undone.is_whole(), "{:?}", undone.outcomes);
    for file in FILES {
        assert_eq!(text(&undone.sources, file.name), text(&base.sources, file.name), "{}", file.name);
    }
    // Again: it is there.
    assert_eq!(apply(&after, &changes[1..]).expect("files").outcomes, [Outcome::AlreadyApplied]);
}

/// A new item of stock is row 13, and lists name it by that number: of the General Store's 1, 1, 1, 2, 2, 3, 3, 4 it takes the last
/// 1, of which there are most, and then the last 3; of what scouts begin with the second.
#[test]
fn new_stock_comes_with_its_places_in_the_lists() {
    let base = starter();
    let designer = base.model.designer().expect("a designer");
    let classes = designer.classes();
    assert!(classes.contains(&("stock-80".to_owned(), "stock: food".to_owned())), "{classes:?}");
    let entered = |values: &[(&str, &str)]| {
        values.iter().map(|(name, value)| ((*name).to_owned(), vec![(*value).to_owned()])).collect()
    };
    let values = [("name", "& Honey Cake~"), ("subval", "320"), ("cost", "5"), ("shop_1", "2"), ("kit_3", "2")];
    let design = designer.design("stock-80", &entered(&values)).expect("a design");
    let row = r#"{ "& Honey Cake~", 80, ',', 0x00000000, 0x00000000, 5000, 5, 320, 10, 5, 0, 0, 0, 0, "0d0", 0 }"#;
    assert_eq!((design.after, design.row.as_str()), ((1, 12), row));
    let changes = design_changes(&base, &design).expect("changes");
    let applied = apply(&base, &changes).expect("files that can be edited");
    assert!(applied.is_whole(), "{:?}", applied.outcomes);
    let text = |sources: &SourceSet, name: &str| {
        let (_, file) = sources.find(name).expect("a file");
        String::from_utf8(file.bytes().to_vec()).expect("UTF-8")
    };
    let mut expected = text(&base.sources, "values.h");
    for (was, now) in [
        (
            "270, 4, 2, 0, 0, 0, 0, \"1d1\", 0 }\n",
            format!("270, 4, 2, 0, 0, 0, 0, \"1d1\", 0 }},\n    {row}\n").as_str(),
        ),
        ("{ 1, 1, 1, 2, 2, 3, 3, 4 }", "{ 1, 1, 13, 2, 2, 3, 13, 4 }"),
        ("{ 1, 5, 12 }", "{ 1, 13, 12 }"),
    ] {
        assert_eq!(expected.matches(was).count(), 1, "{was}");
        expected = expected.replace(was, now);
    }
    assert_eq!(text(&applied.sources, "values.h"), expected);
    assert!(text(&applied.sources, "constants.h").contains("#define INVEN_INIT_MAX 13\n"));

    let after = base.game.load(applied.sources);
    assert_eq!(remarks(&after), Vec::<String>::new());
    let found = differences(&base, &after).expect("files");
    assert!(found.others.is_empty() && found.changes.len() == changes.len(), "{found:#?}");
    assert!(changes.iter().all(|change| found.changes.contains(change)), "{found:#?}");
    // Two of eight choices; the spikes, one of eight, are cursed with 14 of 150 at level 7, and are tried again then.
    let shops = after.model.subjects().iter().find(|one| one.spec().name == "shops").expect("shops");
    let row = shops.rows().iter().position(|row| row.entry == Some((1, 13))).expect("the new item");
    let found = shops.exact(Point::of(&[0])).into_iter().find(|one| one.key as usize == row).expect("a chance");
    let again = 14.0 / 150.0 / 8.0;
    let chance = 0.25 * (1.0 + again + again * again + again * again * again);
    assert!((found.mean - chance).abs() < 1e-12, "{} {chance}", found.mean);
    // Undone, the lists are as they were.
    let undone = apply(&after, &revert(&base, &changes).expect("files")).expect("files");
    assert_eq!(text(&undone.sources, "values.h"), text(&base.sources, "values.h"));

    let most = designer.design("stock-80", &entered(&[("name", "Cake"), ("shop_1", "9"), ("kit_1", "4")]));
    let said: Vec<String> = most.expect_err("problems").into_iter().map(|one| one.message).collect();
    assert_eq!(
        said,
        ["found `9`; expected a whole number from 0 to 8", "found `4`; expected a whole number from 0 to 3"]
    );
}

/// Two that were designed for the same files both count on row 13: the second comes before the first, which no list names and
/// which the table of 13 rows and row 0 has no room for.
#[test]
fn two_designs_of_stock_for_one_position_are_told_of() {
    let base = starter();
    let designer = base.model.designer().expect("a designer");
    let designed = |name: &str, subval: &str| {
        let entered = [("name", name), ("subval", subval), ("shop_1", "1")];
        let entered = entered.map(|(name, value)| (name.to_owned(), vec![value.to_owned()])).into_iter().collect();
        design_changes(&base, &designer.design("stock-80", &entered).expect("a design")).expect("changes")
    };
    let first = base.game.load(apply(&base, &designed("& Honey Cake~", "320")).expect("files").sources);
    assert_eq!(remarks(&first), Vec::<String>::new());
    let applied = apply(&first, &designed("& Plum Cake~", "321")).expect("files");
    assert_eq!(applied.outcomes, [Outcome::AlreadyApplied, Outcome::AlreadyApplied, Outcome::Applied]);
    let both = remarks(&base.game.load(applied.sources));
    let said: Vec<&str> = both.iter().filter_map(|one| one.find(": ").map(|at| &one[at..])).collect();
    assert_eq!(
        said,
        [
            ": beyond-size: found 15 rows of inventory_init; \
             expected at most 14, its declared size; compilers leave out the rest",
            ": not-in-a-list: found row 14 of inventory_init, Honey Cake; \
             expected its number in store_choice or player_init; nobody ever gets it",
        ]
    );
}

/// The lists of stock are entries: their numbers can be changed one by one.
#[test]
fn lists_of_stock_are_entries() {
    let base = starter();
    let lists: Vec<_> = base.model.entries().iter().filter(|entry| entry.sort == 5).collect();
    let names = lists.iter().map(|entry| entry.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["General Store", "Armory", "Temple", "Fighter", "Scholar", "Scout"]);
    let fields: Vec<String> = lists[0].fields.iter().take(5).map(|field| field.value.text()).collect();
    let what = "Ration of Food (3), Pine Torch with turns of light (2), Flask of Lamp Oil (2), Iron Spike";
    assert_eq!(fields, ["store_choice", "8", what, "1", "1"]);
    let line = entry_lines(&base).into_iter().find(|line| line.name == "Temple" && line.directive.tag == "choice_2");
    let applied = apply(&base, &[Change::replace(&line.expect("a choice"), "12")]).expect("files");
    assert!(applied.is_whole(), "{:?}", applied.outcomes);
    let after = base.game.load(applied.sources);
    let temple = after.model.entries().iter().find(|entry| entry.name == "Temple").expect("the list");
    assert_eq!(temple.fields[2].value.text(), "Scroll of Naming, Potion of Small Mending (7)");
}

#[test]
fn several_rows_keep_their_order() {
    let base = starter();
    let rows = ["One", "Two", "Three"].map(|name| ROW.replace("Bargee's Bill", name));
    let changes: Vec<Change> = rows.iter().map(|row| Change::insert_entry(&last(&base), row)).collect();
    let applied = apply(&base, &changes).expect("files");
    assert!(applied.is_whole());
    let after = base.game.load(applied.sources);
    let names: Vec<_> = after.model.entries().iter().filter(|entry| entry.sort == 0 && entry.index > 48).collect();
    assert_eq!(names.iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(), ["One", "Two", "Three"]);
    assert_eq!(differences(&base, &after).expect("files").changes, changes);
}

#[test]
fn what_is_no_row_is_refused() {
    let base = starter();
    for row in ["", "90", "{ 1 }; int x = { 2 }", "{ 1 }, { 2 }", "{ \"a }", "{ 1 // c }", "{ exit(1) }", "exit(1);"] {
        let applied = apply(&base, &[Change::insert_entry(&last(&base), row)]).expect("files");
        assert_eq!(applied.outcomes, [Outcome::Refused(Refusal::NoRow)], "{row}");
        assert_eq!(applied.sources, base.sources);
    }
    let message = Refusal::NoRow.to_string();
    assert_eq!(
        message,
        "found a text that is no row of a table, expected a list in braces on one line, or a macro with its arguments, and no comments"
    );
    // A row that changed meanwhile doesn't go.
    let mut gone = Change::insert_entry(&last(&base), ROW);
    gone.op = EditOp::Remove { was: ROW.to_owned() };
    let outcomes = apply(&base, &[gone]).expect("files").outcomes;
    assert!(matches!(&outcomes[0], Outcome::Conflict(_)), "{outcomes:?}");
}

/// A row that came is gone in files from before, and so is the table's new size.
#[test]
fn rows_are_turned_back_as_wholes() {
    let before = starter();
    let changes = one_more(&before, ROW);
    let after = before.game.load(apply(&before, &changes).expect("files that can be edited").sources);
    assert_eq!(TurnedBack::new(&after, &after).of(&changes), [false, false]);
    assert_eq!(TurnedBack::new(&after, &before).of(&changes), [true, true]);
    assert!(may_be_turned_back(&changes, &before) && !may_be_turned_back(&changes, &after));
}
