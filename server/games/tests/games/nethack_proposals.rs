//! Changes of the starter tree: numbers of its C tables, and lines of dungeon.def.

use affixboard_games as games;
use affixboard_model::{
    catalog::Sort,
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_proposal::{
    Change, EditOp, EntryLine, OtherDifference, Outcome, Reason, Refusal, apply, compose, differences,
    editable_entries, effect_text, entry_lines, read_changes, revert, set_fields, write_changes,
};

use crate::common::nethack::{sources, starter, tree};

/// The starter tree with text in place of other text, which occurs once in a file.
fn with_text(base: &Loaded, name: &str, from: &str, to: &str) -> Loaded {
    let mut set = SourceSet::new();
    for file in base.sources.files() {
        let mut bytes = file.bytes().to_vec();
        if file.name() == name {
            let text = String::from_utf8(bytes).expect("UTF-8");
            assert_eq!(text.matches(from).count(), 1, "{from}");
            bytes = text.replace(from, to).into_bytes();
        }
        set.push(SourceFile::new(file.name(), bytes));
    }
    base.game.load(set)
}

fn sort(name: &str) -> Sort {
    Sort::all(games::nethack::GAME.sorts()).find(|sort| sort.name() == name).expect("the sort")
}

/// A number or line of an entry.
fn line(loaded: &Loaded, of: &str, name: &str, directive: &str, ordinal: u32) -> EntryLine {
    let is_it = |line: &EntryLine| {
        (line.sort, line.name.as_str(), line.directive.tag, line.ordinal) == (sort(of), name, directive, ordinal)
    };
    entry_lines(loaded).into_iter().find(is_it).expect("the line")
}

/// An entry's field.
fn value(loaded: &Loaded, of: &str, name: &str, field: &str) -> String {
    let sorts = loaded.sorts();
    let at = sorts.iter().position(|sort| sort.name == of).expect("the sort");
    let column = sorts[at].fields.iter().position(|column| column.name == field).expect("the field");
    let is_it = |entry: &&affixboard_model::catalog::SortEntry| usize::from(entry.sort) == at && entry.name == name;
    loaded.model.entries().iter().find(is_it).expect("the entry").fields[column].value.text()
}

/// Applies changes, of which all must fit, and holds what comes of it against all that is promised.
#[track_caller]
fn holds(base: &Loaded, changes: &[Change]) -> Loaded {
    let applied = apply(base, changes).expect("files that can be edited");
    assert!(applied.is_whole(), "{:?}", applied.outcomes);
    let after = base.game.load(applied.sources.clone());
    let found = differences(base, &after).expect("files that can be edited");
    assert_eq!(found.others, [], "changes of lines are all that differs");
    assert_eq!(apply(base, &found.changes).expect("files that can be edited").sources, applied.sources);
    let back = revert(base, changes).expect("files that can be edited");
    assert_eq!(apply(&after, &back).expect("files that can be edited").sources, base.sources, "and back");
    assert_eq!(read_changes(&write_changes(changes), base.sorts()).as_deref(), Ok(changes));
    assert_ne!(effect_text(base, &after), "");
    after
}

#[test]
fn numbers_of_a_row_are_lines_of_one_field() {
    let base = starter();
    let numbers = |of: &str, name: &str| -> Vec<(&'static str, String)> {
        let lines = entry_lines(&base).into_iter().filter(|line| line.sort == sort(of) && line.name == name);
        lines.map(|line| (line.directive.tag, line.text)).collect()
    };
    // `WAND("wishing", "balsa", 5, 500, NODIR, WOOD)`: the rest is the macro's own.
    assert_eq!(numbers("objects", "wishing"), [("probability", "5".to_owned()), ("cost", "500".to_owned())]);
    // `MON("cellar rat", S_RODENT, LVL(0, 12, 7, 0, 0), (… | 1), …, SIZ(20, 12, MS_SILENT, MZ_TINY), …`: in the order of the row.
    let rat = numbers("monsters", "cellar rat");
    assert_eq!(
        rat[..5],
        [("level", "0"), ("speed", "12"), ("armor_class", "7"), ("magic_resistance", "0"), ("alignment", "0")]
            .map(|(tag, text)| (tag, text.to_owned()))
    );
    assert_eq!(rat[5..7], [("weight", "20"), ("nutrition", "12")].map(|(tag, text)| (tag, text.to_owned())));
    let places = editable_entries(&base);
    let wishing = places.iter().find(|place| place.name == "wishing").expect("an entry");
    let tags: Vec<_> = wishing.directives.iter().map(|directive| (directive.tag, directive.fields[0].name)).collect();
    assert_eq!(tags, [("probability", "value"), ("cost", "value")]);
}

#[test]
fn a_number_is_replaced_and_nothing_else() {
    let base = starter();
    let probability = line(&base, "objects", "wishing", "probability", 1);
    let now = set_fields(probability.directive, probability.notation, &probability.text, &[("value", "10")]);
    let change = Change::replace(&probability, now.expect("a number"));
    let after = holds(&base, std::slice::from_ref(&change));
    assert_eq!(value(&after, "objects", "wishing", "probability"), "10");
    let text = after.sources.find("objects.c").expect("the file").1.text();
    let changed = "WAND(\"wishing\", \"balsa\", 10, 500, NODIR, WOOD),";
    assert!(String::from_utf8_lossy(text).contains(changed));
    // The class comes to 1005 now, which is said.
    let said: Vec<_> = after.diagnostics.iter().map(|remark| remark.found.clone()).collect();
    assert!(said.iter().any(|found| found.contains("1005")), "{said:?}");
    let index = change.anchor.index;
    assert_eq!(
        write_changes(&[change]),
        format!("change replace\nfile objects.c\nentry objects {index} wishing\nline 1 probability\nwas 5\nnow 10\n\n")
    );
}

#[test]
fn numbers_below_0_in_hexadecimal_and_octal_are_numbers() {
    let base = starter();
    let alignment = line(&base, "monsters", "cellar rat", "alignment", 1);
    for (written, meant) in [("-5", "-5"), ("0x0A", "10"), ("010", "8"), ("0", "0")] {
        let after = apply(&base, &[Change::replace(&alignment, written)]).expect("files").sources;
        assert_eq!(value(&base.game.load(after), "monsters", "cellar rat", "alignment"), meant, "{written}");
    }
}

#[test]
fn what_is_no_number_is_refused() {
    let base = starter();
    let cost = line(&base, "objects", "wishing", "cost", 1);
    for written in ["", " 5", "5 ", "5x", "0x", "1+1", "+5", "--5", "COST", "2147483648", "1.5", "5, 6", "1e3", "/**/5"]
    {
        let change = Change::replace(&cost, written);
        let applied = apply(&base, &[change]).expect("files");
        assert_eq!(applied.outcomes, [Outcome::Refused(Refusal::NoNumber)], "{written}");
        assert_eq!(applied.sources, base.sources);
    }
    let applied = apply(&base, &[Change::replace(&cost, "1\n2")]).expect("files");
    assert_eq!(applied.outcomes, [Outcome::Refused(Refusal::MultipleLines)]);
    for change in [Change::remove(&cost), Change::insert_after(&cost, "7")] {
        let applied = apply(&base, &[change]).expect("files");
        assert_eq!(applied.outcomes, [Outcome::Refused(Refusal::OnlyReplaced)]);
    }
    let mut other = Change::replace(&cost, "7");
    other.anchor.directive = "material".to_owned();
    let applied = apply(&base, &[other]).expect("files");
    assert_eq!(applied.outcomes, [Outcome::Refused(Refusal::WrongDirective { expected: "material".to_owned() })]);
}

#[test]
fn numbers_are_found_in_rows_that_moved() {
    let base = starter();
    let change = Change::replace(&line(&base, "objects", "wishing", "cost", 1), "600");
    let outcome = |from: &str, to: &str| {
        let later = with_text(&base, "objects.c", from, to);
        let applied = apply(&later, std::slice::from_ref(&change)).expect("files");
        (applied.outcomes[0].clone(), base.game.load(applied.sources))
    };
    let light = "WAND(\"light\", \"glass\", 345, 100, NODIR, GLASS),";
    let (moved, after) = outcome(light, &format!("{light}\nWAND(\"dark\", \"jet\", 0, 1, NODIR, GLASS),"));
    assert_eq!((moved, value(&after, "objects", "wishing", "cost").as_str()), (Outcome::Moved, "600"));
    let row = "WAND(\"wishing\", \"balsa\", 5, 500,";
    let (renamed, after) = outcome(row, "WAND(\"desire\", \"balsa\", 5, 500,");
    assert_eq!((renamed, value(&after, "objects", "desire", "cost").as_str()), (Outcome::Moved, "600"));
    assert_eq!(outcome(row, "WAND(\"wishing\", \"balsa\", 5, 600,").0, Outcome::AlreadyApplied);
    let (conflict, _) = outcome(row, "WAND(\"wishing\", \"balsa\", 5, 550,");
    let Outcome::Conflict(conflict) = conflict else { panic!("{conflict:?}") };
    assert_eq!((conflict.reason, conflict.is.as_deref()), (Reason::LineChanged, Some("550")));
    // A number that is an expression now has no place.
    let (conflict, _) = outcome(row, "WAND(\"wishing\", \"balsa\", 5, 5 * 100,");
    assert!(matches!(conflict, Outcome::Refused(Refusal::WrongDirective { .. })), "{conflict:?}");
}

#[test]
fn trees_differ_by_numbers_and_by_what_else_differs() {
    let base = starter();
    let after =
        with_text(&base, "objects.c", "WAND(\"wishing\", \"balsa\", 5, 500,", "WAND(\"wishing\", \"oak\", 7, 800,");
    let found = differences(&base, &after).expect("files");
    let changes: Vec<_> =
        found.changes.iter().map(|change| (change.anchor.directive.as_str(), change.was(), change.now())).collect();
    assert_eq!(changes, [("probability", Some("5"), Some("7")), ("cost", Some("500"), Some("800"))]);
    let others =
        OtherDifference::Lines { file: "objects.c".to_owned(), header: None, removed_lines: 1, added_lines: 1 };
    assert_eq!(found.others, [others]);
    // Spacing is no effect.
    let spaced = with_text(&base, "objects.c", "\"balsa\", 5, 500,", "\"balsa\",  5,\t500,");
    assert_eq!(effect_text(&base, &spaced), "");
}

/// An edit of what a draft changed already is one change from its base, and none where it goes back.
#[test]
fn edits_of_a_draft_are_one_change() {
    let base = starter();
    let edit = |changes: &[Change], now: &str| {
        let changed = base.game.load(apply(&base, changes).expect("files").sources);
        let edit = Change::replace(&line(&changed, "monsters", "cellar rat", "speed", 1), now);
        compose(&base, &changed, &[edit]).expect("files").changes
    };
    let once = edit(&[], "15");
    assert_eq!((once.len(), once[0].was(), once[0].now()), (1, Some("12"), Some("15")));
    let twice = edit(&once, "18");
    assert_eq!((twice.len(), twice[0].was(), twice[0].now()), (1, Some("12"), Some("18")));
    assert_eq!(edit(&twice, "12"), []);
}

#[test]
fn lines_of_dungeons_come_go_and_change() {
    let base = starter();
    let stair = "The Long Stair";
    let library = line(&base, "dungeons", stair, "LEVEL", 1);
    assert_eq!((library.text.as_str(), library.file.as_str()), ("LEVEL: \"library\" \"L\" @ (5, 4)", "dungeon.def"));
    let lake = line(&base, "dungeons", stair, "LEVEL", 2);
    let after = holds(
        &base,
        &[
            Change::replace(&library, "LEVEL: \"library\" \"L\" @ (7, 2)"),
            Change::insert_after(&lake, "LEVEL: \"bridge\" \"B\" @ (12, 2)"),
            Change::remove(&line(&base, "dungeons", stair, "RNDLEVEL", 1)),
        ],
    );
    assert_eq!(value(&after, "special-levels", "library", "base"), "7");
    assert_eq!(value(&after, "special-levels", "bridge", "range"), "2");
    let names = |loaded: &Loaded| -> Vec<String> {
        loaded.model.entries().iter().filter(|entry| entry.sort == 4).map(|entry| entry.name.clone()).collect()
    };
    assert!(names(&base).contains(&"hall".to_owned()) && !names(&after).contains(&"hall".to_owned()));
    // What can't be read is said by the reader; a line of another keyword is refused.
    let wrong = apply(&base, &[Change::replace(&library, "BRANCH: \"x\" @ (1, 1)")]).expect("files");
    assert!(matches!(wrong.outcomes[0], Outcome::Refused(Refusal::WrongDirective { .. })));
    let bad = apply(&base, &[Change::replace(&library, "LEVEL: library")]).expect("files");
    let loaded = base.game.load(bad.sources.clone());
    assert_eq!(bad.diagnostics_of(0, &loaded).len(), 1, "{:?}", loaded.diagnostics);
    assert!(matches!(Change::remove(&lake).op, EditOp::Remove { .. }));
}

/// Every number that can be changed is changed at once, in the starter tree and in the game's own sources: each field with a
/// place is then larger by one, and no other than those that are made of them.
#[test]
fn every_number_with_a_place_changes_its_field() {
    let mut trees = vec![starter()];
    trees.extend(tree().map(|tree| games::nethack::GAME.load(sources(&tree))));
    for base in trees {
        let lines: Vec<_> =
            entry_lines(&base).into_iter().filter(|line| line.directive.fields[0].name == "value").collect();
        let written = |line: &EntryLine| {
            (line
                .text
                .trim_end_matches('L')
                .parse::<i64>()
                .unwrap_or_else(|_| panic!("{}: {line:?}", base.game.title()))
                + 1)
            .to_string()
        };
        let changes: Vec<_> = lines.iter().map(|line| Change::replace(line, written(line))).collect();
        assert!(changes.len() > 400, "{}", changes.len());
        let applied = apply(&base, &changes).expect("files");
        assert!(applied.outcomes.iter().all(|outcome| *outcome == Outcome::Applied));
        let after = base.game.load(applied.sources);
        let found = differences(&base, &after).expect("files");
        assert_eq!((found.changes.len(), found.others), (changes.len(), vec![]));
        for (before, after) in base.model.entries().iter().zip(after.model.entries()) {
            let columns = base.sorts()[usize::from(before.sort)].fields;
            for ((column, was), is) in columns.iter().zip(&before.fields).zip(&after.fields) {
                if let (Some(_), Ok(was), Ok(is)) =
                    (was.site, was.value.text().parse::<i64>(), is.value.text().parse::<i64>())
                    && before.sort < 3
                {
                    assert_eq!(is, was + 1, "{} of {}", column.name, before.name);
                }
            }
        }
    }
}
