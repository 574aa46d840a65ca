//! Rows of iMoria's tables that come and go with proposals, with the size of their table.

use std::path::Path;

use affixboard_core::{
    game::Loaded,
    games::{self, imoria::FILES},
    proposal::{
        Change, EditOp, EditableEntry, Outcome, Refusal, apply, compose, differences, editable_entries, entry_lines,
        read_changes, revert, write_changes,
    },
    text::SourceSet,
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
    vec![Change::replace(size, larger.to_string()), Change::insert_row(&last(loaded), row)]
}

#[test]
fn a_row_comes_with_the_size_of_its_table_and_goes_again() {
    let base = starter();
    let changes = one_more(&base, ROW);
    let kept = read_changes(&write_changes(&changes), base.game.sorts()).expect("changes");
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

#[test]
fn several_rows_keep_their_order() {
    let base = starter();
    let rows = ["One", "Two", "Three"].map(|name| ROW.replace("Bargee's Bill", name));
    let changes: Vec<Change> = rows.iter().map(|row| Change::insert_row(&last(&base), row)).collect();
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
    for row in ["", "90", "{ 1 }; int x = { 2 }", "{ 1 }, { 2 }", "{ \"a }", "{ 1 // c }", "{ exit(1) }"] {
        let applied = apply(&base, &[Change::insert_row(&last(&base), row)]).expect("files");
        assert_eq!(applied.outcomes, [Outcome::Refused(Refusal::NoRow)], "{row}");
        assert_eq!(applied.sources, base.sources);
    }
    let message = Refusal::NoRow.to_string();
    assert_eq!(
        message,
        "found a text that is no row of a table, expected a list in braces, on one line and without comments"
    );
    // A row that changed meanwhile doesn't go.
    let mut gone = Change::insert_row(&last(&base), ROW);
    gone.op = EditOp::Remove { was: ROW.to_owned() };
    let outcomes = apply(&base, &[gone]).expect("files").outcomes;
    assert!(matches!(&outcomes[0], Outcome::Conflict(_)), "{outcomes:?}");
}
