//! Tables without rules: a number of any notation is changed alone, and no bytes stall or break the readers.

use affixboard_games::tables::GAME;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_proposal::{
    Change, Outcome, Refusal, apply, differences, editable_entries, entry_lines, read_changes, write_changes,
};
use proptest::prelude::*;

fn load(name: &str, bytes: &[u8]) -> Loaded {
    let mut set = SourceSet::new();
    set.push(SourceFile::new(name, bytes.to_vec()));
    GAME.load(set)
}

/// A file of each notation with one row of two numbers, 12 and 7: `weight` is the first.
const FILES: [(&str, &str, &str); 9] = [
    ("a.jsonc", "{\"things\": [ // all\n  {\"name\": \"Axe\", \"weight\":12, \"level\": 7},\n]}\n", "weight"),
    ("a.json", "[{\"name\": \"日本\", \"weight\": 12, \"level\": 7}]", "weight"),
    ("a.toml", "[[thing]]\nname = \"Axe\"\nweight  = 12 # heavy\nlevel = 7\n", "weight"),
    ("a.yaml", "- name: é\n  weight:   12   # heavy\n  level: 7\n", "weight"),
    ("a.csv", "name,weight,level\r\n\"A,xe\", 12 ,7\r\n", "weight"),
    ("a.tsv", "name\tweight\tlevel\nAxe\t12\t7", "weight"),
    (
        "a.c",
        "struct t { char *name; int weight, level; };\nstruct t things[] = { /* one */ {\"Axe\", 12,7} };\n",
        "weight",
    ),
    ("a.rs", "const THINGS: [T; 1] = [T { name: \"Axe\", weight: 12, level: 7 }];\n", "weight"),
    ("a.txt", "N:1:Axe\r\nW:12:7:x\r\nF:A | B\r\n", "w_1"),
];

/// The number 12 becomes 120 and nothing else changes, whether a line is changed or the whole file is sent.
#[test]
fn a_number_of_each_notation_is_changed_alone() {
    for (name, text, column) in FILES {
        let base = load(name, text.as_bytes());
        assert!(base.diagnostics.is_empty(), "{name}: {:?}", base.diagnostics);
        let expected = text.replace("12", "120");
        let line = entry_lines(&base).into_iter().find(|line| line.directive.tag == column);
        let change = Change::replace(&line.unwrap_or_else(|| panic!("{name}")), "120");
        let kept = read_changes(&write_changes(std::slice::from_ref(&change)), base.sorts()).expect("changes");
        assert_eq!(kept, [change]);
        let applied = apply(&base, &kept).expect("files that can be edited");
        assert_eq!(applied.outcomes, [Outcome::Applied], "{name}");
        assert_eq!(String::from_utf8_lossy(applied.sources.files()[0].bytes()), expected, "{name}");
        let found = differences(&base, &load(name, expected.as_bytes())).expect("files");
        assert_eq!((found.changes, found.others.len()), (kept, 0), "{name}");
    }
}

#[test]
fn what_is_no_number_is_refused_and_what_breaks_a_file_is_told() {
    let (name, text, column) = FILES[0];
    let base = load(name, text.as_bytes());
    let line = entry_lines(&base).into_iter().find(|line| line.directive.tag == column).expect("its line");
    for wrong in ["", "heavy", "1.5", "1, \"level\": 9"] {
        let outcomes = apply(&base, &[Change::replace(&line, wrong)]).expect("files").outcomes;
        assert_eq!(outcomes, [Outcome::Refused(Refusal::NoNumber)], "{wrong}");
    }
    // A number in C, but none in JSON.
    let applied = apply(&base, &[Change::replace(&line, "0x10")]).expect("files");
    let after = GAME.load(applied.sources);
    assert_eq!(after.diagnostics.iter().filter(|said| after.refuses(said)).count(), 1, "{:?}", after.diagnostics);
}

/// In C a row on one line is a list in braces, as in the tables of games with rules; in other notations rows stay.
#[test]
fn rows_come_and_go_in_c_alone() {
    let base = load("a.c", b"struct t { char *name; int weight; };\nstruct t things[] = {\n  {\"Axe\", 1},\n};\n");
    let row = editable_entries(&base).into_iter().find(|entry| entry.name == "Axe").expect("the row");
    let applied = apply(&base, &[Change::insert_entry(&row, "{\"Bow\", 2}")]).expect("files");
    assert_eq!(applied.outcomes, [Outcome::Applied]);
    let text = String::from_utf8_lossy(applied.sources.files()[0].bytes()).into_owned();
    assert!(text.contains("{\n  {\"Axe\", 1},\n  {\"Bow\", 2},\n}"), "{text}");
    let base = load("a.jsonc", FILES[0].1.as_bytes());
    let row = editable_entries(&base).into_iter().find(|entry| entry.name == "Axe").expect("the row");
    let outcomes = apply(&base, &[Change::insert_entry(&row, "{\"name\": \"Bow\"}")]).expect("files").outcomes;
    assert!(matches!(outcomes[..], [Outcome::Refused(_)]), "{outcomes:?}");
}

/// Numbers that can be changed are where they are said to be.
fn check(loaded: &Loaded) {
    for entry in loaded.model.entries() {
        let columns = loaded.sorts()[usize::from(entry.sort)].fields;
        assert_eq!(columns.len(), entry.fields.len());
        for field in &entry.fields {
            let Some(site) = field.site else { continue };
            let written = loaded.sources.text(site);
            assert!(written.contains(|sign: char| sign.is_ascii_digit()) && written.len() < 40, "{written}");
        }
    }
    for span in loaded.diagnostics.iter().filter_map(|said| said.span) {
        let at = loaded.sources.position(span);
        assert!(at.line >= 1 && at.column >= 1);
    }
}

/// Shapes that make a reader go through the rest of the file again and again, if it does.
#[test]
fn files_of_one_shape_are_read_at_once() {
    let shapes = [
        "[",
        "{",
        "(",
        "[[],",
        "{\"a\":",
        "a: ",
        "- ",
        "\"",
        "\"\"",
        "'",
        "[a]\n",
        "a=[",
        "N:1:a\n",
        "F:1\n",
        "/*",
        "//",
        "r#\"",
        "match x {",
        "&[",
        ",",
        "1,",
        "{1},",
        "x[]={",
        "=",
        "\u{e9}",
        "|",
        "\t",
        "#",
    ];
    for (name, _, _) in FILES {
        for shape in shapes {
            check(&load(name, shape.repeat(200_000 / shape.len()).as_bytes()));
        }
    }
}

/// What makes very many tables, columns or rows.
#[test]
fn there_are_limits_and_they_are_said() {
    let tables = (0..300).map(|at| format!("[[table{at}]]\na = 1\n")).collect::<Vec<_>>().concat();
    let columns = (0..400).map(|at| format!("\"c{at}\": {at},")).collect::<Vec<_>>().concat();
    for (name, text, said, sorts) in [
        ("a.toml", tables, "a.toml: table-left-out: found 50 tables beyond the 250 tables and 100000 rows", 250),
        (
            "a.jsonc",
            format!("[{{{columns}}}]"),
            "a.jsonc: table-left-out: found 250 columns of a beyond the first 150",
            1,
        ),
        ("a.csv", format!("a\n{}", "1\n".repeat(100_001)), "a.csv: table-left-out: found 1 table beyond", 0),
    ] {
        let loaded = load(name, text.as_bytes());
        assert_eq!(loaded.sorts().len(), sorts, "{name}");
        let remarks: Vec<String> =
            loaded.diagnostics.iter().map(|one| format!("{}: {}: {}", one.file, one.rule.name(), one.found)).collect();
        assert!(remarks.len() == 1 && remarks[0].starts_with(said), "{remarks:?}");
        check(&loaded);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read(file in 0..FILES.len(), bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&load(FILES[file].0, &bytes));
    }

    /// A sound file with some of its bytes changed, left out or doubled.
    #[test]
    fn mutated_files_are_read(
        file in 0..FILES.len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..6),
    ) {
        let (name, text, _) = FILES[file];
        let mut bytes = text.as_bytes().to_vec();
        for (at, byte, how) in edits {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => { bytes.remove(at); }
                _ => bytes.insert(at, bytes[at]),
            }
        }
        check(&load(name, &bytes));
    }
}
