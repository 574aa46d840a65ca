//! `affixboard sql`: questions about files and about editions. What statements may do is tested in the store.

use super::program::{Home, Ran};

fn ask(home: &Home, statement: &str, flags: &str) -> Ran {
    let mut command = home.command("sql");
    Ran::of(&command.arg(statement).args(flags.split_whitespace()).output().expect("started"))
}

const WISHING: &str = "SELECT name, probability FROM objects WHERE name = 'wishing'";

#[test]
fn files_and_editions_have_one_answer() {
    let home = Home::new();
    let files = format!("{}/data/nethack", env!("CARGO_MANIFEST_DIR"));
    let of_files = ask(&home, WISHING, &format!("--files {files}")).done();
    // `WAND("wishing", …, 5, …)`: 5 in 1000 wands.
    assert_eq!(of_files, "name,probability\r\nwishing,5\r\n");
    home.run(&format!("import {files} --edition ours")).done();
    assert_eq!(ask(&home, WISHING, "--edition ours").done(), of_files);
    let json =
        ask(&home, "SELECT name, 1.5 AS x, NULL AS y FROM objects LIMIT 1", "--edition ours --format json").done();
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&value[0]["x"], &value[0]["y"]), (&serde_json::json!(1.5), &serde_json::Value::Null));
    // What batches counted: none yet.
    assert_eq!(ask(&home, "SELECT count(*) AS n FROM tallies", "--edition ours").done(), "n\r\n0\r\n");
    let out = ask(&home, WISHING, &format!("--files {files} --out answer.csv")).done();
    assert_eq!((out.as_str(), std::fs::read_to_string(home.path("answer.csv")).expect("a file")), ("", of_files));
}

#[test]
fn what_can_not_be_asked_is_wrong_usage() {
    let home = Home::new();
    let files = format!("--files {}/data/nethack", env!("CARGO_MANIFEST_DIR"));
    for (statement, said) in [
        ("DELETE FROM entries", "STATEMENT: found a statement that does more than read; expected SELECT"),
        ("SELECT nam FROM entries", "STATEMENT: line 1, column 8: no such column: nam"),
        ("SELECT 1; SELECT 2", "STATEMENT: found more than one statement; expected one"),
        ("ATTACH 'affixboard.db' AS live", "STATEMENT: found a statement that does more than read"),
    ] {
        ask(&home, statement, &files).refused(2, &[said]);
    }
    ask(&home, "SELECT 1", "--edition nothing").refused(2, &["--edition: found `nothing`; there is no such edition"]);
    ask(&home, "SELECT 1", "").refused(2, &["--files"]);
}

/// An answer says which rules its numbers are of, and what they are worth where the files have errors.
#[test]
fn what_numbers_are_worth_is_said() {
    let home = Home::new();
    std::fs::create_dir(home.path("edit")).expect("a folder");
    for entry in std::fs::read_dir(format!("{}/data/affix-branch", env!("CARGO_MANIFEST_DIR"))).expect("a folder") {
        let path = entry.expect("a file").path();
        std::fs::copy(&path, home.path("edit").join(path.file_name().expect("a name"))).expect("copied");
    }
    let statement = "SELECT value FROM metadata WHERE key IN ('game_id', 'rules') ORDER BY key";
    assert_eq!(ask(&home, statement, "--files edit").done(), "value\r\naffix-branch\r\nas coded\r\n");
    let mut text = std::fs::read_to_string(home.path("edit/ego_item.txt")).expect("a file");
    text.push_str("T:not:an:allocation\n");
    home.write("edit/ego_item.txt", &text);
    let said = ask(&home, "SELECT count(*) > 0 AS n FROM pools", "--files edit");
    assert!(said.err.starts_with("note: Made of files with 1 error"), "{}", said.err);
    assert_eq!(said.noted(), "n\r\n1\r\nnote,Made of files with 1 error: its line is left out.\r\n");
}
