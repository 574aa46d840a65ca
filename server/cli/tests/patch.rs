//! Patches are what `git apply` takes: on the games' own files, and on copies in other encodings, the result is the later
//! version byte for byte. Without git or the reference data this says loudly that it was skipped.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use crate::fixtures::{git, has_git, say_skipped};
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{Edit, FileId, SourceFile, SourceSet, Span, WriteOptions, edit, patch},
};
use affixboard_proposal::{
    Change, apply as apply_changes, design_changes, differences, editable_entries, entry_lines, read_changes,
    write_changes,
};
use affixboard_report::format::{MissingRows, allocations_csv, read_allocations};

/// The text files of a reference folder.
fn reference(folder: &str) -> Option<SourceSet> {
    let root = std::env::var_os("AFFIXBOARD_REFERENCE")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference"), PathBuf::from);
    let Ok(entries) = std::fs::read_dir(root.join(folder)) else {
        say_skipped("no reference data (AFFIXBOARD_REFERENCE names the folder)");
        return None;
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let mut set = SourceSet::new();
    for path in paths.into_iter().filter(|path| path.is_file()) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        set.push(SourceFile::new(name, std::fs::read(&path).expect("readable")));
    }
    Some(set)
}

/// Writes one version, applies the patch with git and holds the folder against the other version.
#[track_caller]
fn applies(before: &SourceSet, after: &SourceSet) {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("lib/edit");
    std::fs::create_dir_all(&folder).expect("made");
    for file in before.files() {
        std::fs::write(folder.join(file.name()), file.bytes()).expect("written");
    }
    let patch = patch::between(before, after, &|name| format!("lib/edit/{name}"));
    assert!(!patch.is_empty());
    for arguments in [&["apply", "--check", "-"][..], &["apply", "-"]] {
        let out = git(home.path(), arguments, &patch);
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(out.status.success(), "{arguments:?}: {said}\n{}", String::from_utf8_lossy(&patch));
    }
    for file in after.files() {
        assert!(std::fs::read(folder.join(file.name())).expect("there") == file.bytes(), "{}", file.name());
    }
    let left = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(left, after.files().len());
}

/// Replaces, inserts and removes lines throughout each file: its first, its last and every hundredth between.
fn changed(set: &SourceSet) -> SourceSet {
    let mut edits = Vec::new();
    for (at, file) in set.files().iter().enumerate() {
        let (id, text) = (FileId(at as u16), file.text());
        let starts: Vec<usize> = std::iter::once(0)
            .chain((1..text.len()).filter(|at| text[at - 1] == b'\n'))
            .filter(|start| *start < text.len())
            .collect();
        let last = starts.len().saturating_sub(1);
        for (number, start) in starts.iter().copied().enumerate().filter(|(at, _)| at % 100 == 0 || *at == last) {
            let next = starts.get(number + 1).copied().unwrap_or(text.len());
            let end =
                start + text[start..next].iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(next - start);
            let span = |start: usize, end: usize| Span { file: id, start: start as u32, end: end as u32 };
            let (span, text) = match (number / 100 + at) % 3 {
                0 => (span(start, end), "T:changed é".to_owned()),
                1 => (span(start, start), "T:inserted\nT:twice\n".to_owned()),
                _ => (span(start, next), String::new()),
            };
            edits.push(Edit { span, text, writing: WriteOptions::default() });
        }
    }
    edit::apply(set, &edits).expect("in range")
}

/// The same files with other bytes.
fn as_bytes(set: &SourceSet, change: impl Fn(&[u8]) -> Vec<u8>) -> SourceSet {
    let mut other = SourceSet::new();
    for file in set.files() {
        other.push(SourceFile::new(file.name(), change(file.bytes())));
    }
    other
}

fn crlf(bytes: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\n', "\r\n").into_bytes()
}

/// Latin-1 as far as it goes, with a word that shows it.
fn latin1(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    let word = b"# Lothl\xf3rien\n".iter().copied();
    word.chain(text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?'))).collect()
}

#[test]
fn patches_of_the_games_own_files_apply() {
    if !has_git() {
        return;
    }
    for folder in ["affix-branch/edit", "angband-3.0/edit/3.0.6", "angband-3.0/edit/2.9.1", "angband-4.2/edit/4.2.5"] {
        let Some(set) = reference(folder) else { return };
        applies(&set, &changed(&set));
        // And back.
        applies(&changed(&set), &set);
    }
}

#[test]
fn patches_of_other_line_ends_and_encodings_apply() {
    if !has_git() {
        return;
    }
    let Some(set) = reference("affix-branch/edit") else { return };
    for copy in [as_bytes(&set, crlf), as_bytes(&set, latin1), as_bytes(&set, |bytes| crlf(bytes).repeat(2))] {
        applies(&copy, &changed(&copy));
    }
    let is_latin1 = |file: &SourceFile| std::str::from_utf8(file.bytes()).is_err();
    assert!(as_bytes(&set, latin1).files().iter().all(is_latin1));
    // Files without a line end at their end.
    let open = as_bytes(&set, |bytes| bytes.trim_ascii_end().to_vec());
    applies(&open, &changed(&open));
    applies(&set, &open);
    applies(&open, &set);
}

/// A table of the edition's allocations as a spreadsheet saves it (semicolons, everything quoted, a mark), where numbers in
/// one column are others, a line is gone and one is new; and how many changes that is.
fn edited_table(table: &[u8], column: &str) -> (Vec<u8>, usize) {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table);
    let mut rows: Vec<Vec<String>> =
        reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect();
    let at = rows[0].iter().position(|heading| heading == column).expect("the column");
    // The second and last line of an entry comes once more as a new one, and another such line goes.
    let is_last = |at: &usize| rows[*at][5] == "2" && rows.get(at + 1).is_none_or(|next| next[5] == "1");
    let twice = (1..rows.len()).find(is_last).expect("an entry with two such lines");
    let gone = (1..rows.len()).rfind(is_last).expect("another");
    assert!(twice < gone);
    let mut new = rows[twice].clone();
    new[5].clear();
    rows.remove(gone);
    rows.insert(twice + 1, new);
    let mut count = 0;
    for row in rows.iter_mut().skip(1).step_by(40).filter(|row| !row[5].is_empty()) {
        if let Ok(number) = row[at].parse::<u32>() {
            row[at] = (number + 1).to_string();
            count += 1;
        }
    }
    let quoted = |row: &Vec<String>| {
        let cells: Vec<_> = row.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
        cells.join(";")
    };
    let text: Vec<_> = rows.iter().map(quoted).collect();
    (format!("\u{feff}{}\r\n", text.join("\r\n")).into_bytes(), count + 2)
}

/// A draft from a spreadsheet, kept as text, becomes a patch; git applies it to the files, and they are the changed ones.
#[track_caller]
fn drafted_from_a_table(game: Option<&str>, set: &SourceSet, column: &str) {
    let game = game.map_or_else(|| games::nearest(set), games::find).expect("the game");
    let base = game.load(set.clone());
    let (table, count) = edited_table(&allocations_csv(&base, None), column);
    let read = read_allocations(&base, &table, MissingRows::Remove);
    let changes = read.unwrap_or_else(|problems| panic!("{problems:#?}")).changes;
    assert_eq!(changes.len(), count);
    let kept = read_changes(&write_changes(&changes), &[]).expect("changes");
    let applied = apply_changes(&base, &kept).expect("files that can be edited");
    assert!(applied.is_whole());
    applies(set, &applied.sources);
    // What git made reads as what was meant: the same lines, and nothing else.
    let after = game.load(applied.sources.clone());
    let found = differences(&base, &after).expect("files that can be edited");
    assert_eq!((found.changes, found.others.len()), (changes, 0));
    assert_eq!(entry_lines(&after).len(), entry_lines(&base).len());
}

#[test]
fn patches_of_drafts_from_tables_apply() {
    if !has_git() {
        return;
    }
    let Some(set) = reference("affix-branch/edit") else { return };
    let game = Some("affix-branch");
    drafted_from_a_table(game, &set, "commonness");
    drafted_from_a_table(game, &as_bytes(&set, crlf), "commonness");
    drafted_from_a_table(game, &as_bytes(&set, latin1), "commonness");
    drafted_from_a_table(game, &as_bytes(&set, |bytes| crlf(&latin1(bytes))), "commonness");
    for (game, folder, column) in [
        (Some("angband-3.0"), "angband-3.0/edit/3.0.6", "max-sval"),
        (Some("angband-4.2"), "angband-4.2/edit/4.2.5", "commonness"),
        (Some("v4"), "v4-final/edit", "commonness"),
        (None, "angband-3.0/variants/NPPAngband", "max-sval"),
        (None, "angband-3.0/variants/Sangband", "max-sval"),
    ] {
        let Some(set) = reference(folder) else { return };
        drafted_from_a_table(game, &set, column);
    }
}

/// The starter tree of iMoria, and a real one where there is one; none without git.
fn imoria_trees() -> Vec<SourceSet> {
    if !has_git() {
        return Vec::new();
    }
    let tree = std::env::var_os("AFFIXBOARD_IMORIA").map(PathBuf::from);
    if tree.is_none() {
        say_skipped("no iMoria sources (set AFFIXBOARD_IMORIA to a source tree)");
    }
    let folders = [Path::new(env!("CARGO_MANIFEST_DIR")).join("data/imoria")].into_iter().chain(tree);
    let read = |folder: PathBuf| {
        let mut set = SourceSet::new();
        for name in ["values.h", "constants.h", "types.h"] {
            set.push(SourceFile::new(name, std::fs::read(folder.join(name)).expect("readable")));
        }
        set
    };
    folders.map(read).collect()
}

/// Changes that add an entry come out as a patch that git applies, and what git made reads as exactly what was proposed.
fn an_entry_comes(set: &SourceSet, base: &Loaded, changes: &[Change]) {
    let applied = apply_changes(base, changes).expect("files that can be edited");
    assert!(applied.is_whole(), "{:?}", applied.outcomes);
    applies(set, &applied.sources);
    let after = base.game.load(applied.sources);
    let found = differences(base, &after).expect("files");
    assert!(found.others.is_empty() && found.changes.len() == changes.len(), "{found:#?}");
    assert!(changes.iter().all(|change| found.changes.contains(change)), "{found:#?}");
    assert_eq!(after.model.entries().len(), base.model.entries().len() + 1);
    assert_eq!(after.diagnostics.len(), base.diagnostics.len());
}

/// A new item of iMoria, with its table's size and another item's price, in the starter tree and in a real one.
#[test]
fn patches_of_new_rows_apply() {
    let game = games::find("imoria").expect("the game");
    for set in imoria_trees() {
        let base = game.load(set.clone());
        let last = editable_entries(&base).into_iter().filter(|entry| entry.sort.name() == "treasures");
        let last = last.max_by_key(|entry| entry.index).expect("a treasure");
        let lines = entry_lines(&base);
        let size = lines.iter().find(|line| line.name == "MAX_OBJECTS").expect("the size");
        let cost = lines.iter().find(|line| line.sort.name() == "treasures" && line.directive.tag == "cost");
        let row =
            r#"{ "& Bargee's Bill~^ (%P2,%P3)", pole_arm, '/', 0, 0, 0, 90, 99, 120, 1, 0, 0, 0, 0, "1d10", 11 }"#;
        let larger = size.text.parse::<u32>().expect("a number") + 1;
        let changes = [
            Change::replace(size, larger.to_string()),
            Change::replace(cost.expect("a cost"), "77"),
            Change::insert_entry(&last, row),
        ];
        an_entry_comes(&set, &base, &changes);
    }
}

/// New stock of iMoria, with its table's size and places in the lists of a shop and of a starting kit.
#[test]
fn patches_of_new_stock_apply() {
    let game = games::find("imoria").expect("the game");
    for set in imoria_trees() {
        let base = game.load(set.clone());
        let entered = [("name", "& Honey Cake~"), ("subval", "399"), ("shop_1", "2"), ("kit_1", "1")];
        let entered = entered.map(|(name, value)| (name.to_owned(), vec![value.to_owned()])).into_iter().collect();
        let design = base.model.designer().expect("a designer").design("stock-80", &entered).expect("a design");
        let changes = design_changes(&base, &design).expect("changes");
        // The row, the size, two choices and a place.
        assert_eq!(changes.len(), 5);
        an_entry_comes(&set, &base, &changes);
    }
}

/// The first line of each directive of each of a game's files, with another last field.
fn every_sort_of_line_is_patched(game: &str, at_least: [usize; 2]) {
    if !has_git() {
        return;
    }
    let mut starter = SourceSet::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(game);
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        starter.push(SourceFile::new(name, std::fs::read(&path).expect("readable")));
    }
    let own = reference(&format!("{game}/edit"));
    for (set, least) in [Some(starter), own].into_iter().zip(at_least) {
        let Some(set) = set else { continue };
        let base = games::find(game).expect("the game").load(set);
        let mut seen = BTreeSet::new();
        let lines = entry_lines(&base);
        let first = lines.iter().filter(|line| seen.insert((line.file.clone(), line.directive.tag)));
        let changes: Vec<Change> = first.map(|line| Change::replace(line, format!("{}1", line.text))).collect();
        let applied = apply_changes(&base, &changes).expect("files that can be edited");
        assert!(applied.is_whole() && changes.len() >= least, "{game}: {}", changes.len());
        applies(&base.sources, &applied.sources);
    }
}

#[test]
fn patches_of_every_sort_of_line_of_unangband_apply() {
    every_sort_of_line_is_patched("unangband", [131, 131]);
}

#[test]
fn patches_of_every_sort_of_line_of_frogcomposband_apply() {
    every_sort_of_line_is_patched("frogcomposband", [30, 60]);
}

#[test]
fn patches_of_files_that_come_and_go_apply() {
    if !has_git() {
        return;
    }
    let set = |files: &[(&str, &[u8])]| {
        let mut set = SourceSet::new();
        for (name, bytes) in files {
            set.push(SourceFile::new(*name, bytes.to_vec()));
        }
        set
    };
    let utf16 = |text: &str| -> Vec<u8> {
        [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let (old, new) = (utf16("N:1:a\nT:20\nT:\u{10a}\n"), utf16("N:1:a\nT:30\nT:\u{10a}\n"));
    let before = set(&[
        ("gone.txt", b"a\n"),
        ("same.txt", b"b"),
        ("with blank.txt", b"x\n"),
        ("empty.txt", b""),
        ("utf16.txt", &old),
    ]);
    let after = set(&[
        ("same.txt", b"b"),
        ("with blank.txt", b"y\n"),
        ("new.txt", b"c"),
        ("N\u{e1}in \"q\".txt", b"d\r\n"),
        ("new and empty.txt", b""),
        ("utf16.txt", &new),
    ]);
    applies(&before, &after);
    applies(&after, &before);
}
