//! Allocations as a table: an untouched one leads to no change, an edited one to exactly its differences, and one that is
//! wrong to nothing but what is wrong. The starters stand for the games' formats; real files are held to the same.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    syntax::Notation,
    text::{SourceFile, SourceSet},
};
use affixboard_proposal::{Change, EditOp, EntryLine, apply, entry_lines};
use affixboard_report::format::{AllocationTable, CsvProblem, MissingRows, allocations_csv, read_allocations};

/// The files of a folder and of those in it, in the order of their paths.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries.flat_map(|path| if path.is_dir() { files_in(&path) } else { vec![path] }).collect();
    files.sort();
    files
}

fn load(game: Option<&str>, folder: &Path) -> Loaded {
    let mut set = SourceSet::new();
    for path in files_in(folder) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        set.push(SourceFile::new(name, std::fs::read(&path).expect("a readable file")));
    }
    game.map_or_else(|| games::nearest(&set), games::find).expect("a game").load(set)
}

fn starter(game: &str) -> Loaded {
    load(Some(game), &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game))
}

/// The real files, or none (said loudly) where they are absent, as in a user's clone.
fn real() -> Vec<(String, Loaded)> {
    let root = std::env::var_os("AFFIXBOARD_REFERENCE")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference"), PathBuf::from);
    if !root.is_dir() {
        let _ = writeln!(
            std::io::stderr(),
            "\n*** skipped: no reference data (AFFIXBOARD_REFERENCE names the folder) ***\n"
        );
        return Vec::new();
    }
    let editions = [
        ("affix-branch", "affix-branch/edit"),
        ("v4", "v4-final/edit"),
        ("angband-2.8", "angband-3.0/edit/2.8.3"),
        ("angband-2.9", "angband-3.0/edit/2.9.1"),
        ("angband-3.0", "angband-3.0/edit/3.0.6"),
        ("sil-q", "sil-q/edit"),
        ("frogcomposband", "frogcomposband/edit"),
        ("angband-3.5", "angband-3.5/edit"),
        ("angband-4.2", "angband-4.2/edit/4.2.5"),
        ("angband-4.2", "angband-4.2/edit/4.2.6"),
    ];
    let mut found: Vec<_> =
        editions.iter().map(|(game, folder)| ((*folder).to_owned(), load(Some(game), &root.join(folder)))).collect();
    for entry in std::fs::read_dir(root.join("angband-3.0/variants")).expect("a folder") {
        let path = entry.expect("an entry").path();
        found.push((path.display().to_string(), load(None, &path)));
    }
    found
}

fn table(loaded: &Loaded) -> String {
    String::from_utf8(allocations_csv(loaded, None)).expect("UTF-8")
}

/// The rows of an entry of the starter of the affix branch, and the headings above.
fn acid(base: &Loaded) -> String {
    let all = table(base);
    let own = all.lines().filter(|line| line.starts_with("ego_item.txt,affix,1,"));
    let mut rows: Vec<&str> = std::iter::once(all.lines().next().expect("headings")).chain(own).collect();
    rows.push("");
    rows.join("\r\n")
}

/// The acts, in short: `T 2 was → now`.
fn shown(changes: &[Change]) -> Vec<String> {
    let line_of = |change: &Change| {
        let line = format!("{} {} {}", change.anchor.name, change.anchor.directive, change.anchor.ordinal);
        match &change.op {
            EditOp::Replace { was, now } => format!("{line}: {was} → {now}"),
            EditOp::Remove { was } => format!("{line}: {was} gone"),
            EditOp::Insert { now, .. } => format!("{line}: then {now}"),
        }
    };
    changes.iter().map(line_of).collect()
}

/// The changes of a table whose missing rows are to go.
fn changes(base: &Loaded, csv: &[u8]) -> Result<Vec<Change>, Vec<CsvProblem>> {
    Ok(read_allocations(base, csv, MissingRows::Remove)?.changes)
}

#[track_caller]
fn read(base: &Loaded, text: &str) -> Vec<String> {
    shown(&changes(base, text.as_bytes()).unwrap_or_else(|problems| panic!("{problems:#?}")))
}

#[track_caller]
fn refused(base: &Loaded, text: &str) -> Vec<String> {
    let problems = changes(base, text.as_bytes()).expect_err("problems");
    problems.iter().map(ToString::to_string).collect()
}

/// A table as spreadsheets save it: other separators, marks, quotes, line ends and encodings.
fn saved(text: &str, way: u8) -> Vec<u8> {
    let cells = |quoted: bool, separator: char| {
        let mut out = String::new();
        for record in csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes()).records() {
            let record = record.expect("a row");
            let cell = |cell: &str| {
                let is_quoted = quoted || cell.contains([separator, '"']);
                if is_quoted { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
            };
            let cells: Vec<_> = record.iter().map(cell).collect();
            out += &cells.join(&separator.to_string());
            out += "\r\n";
        }
        out
    };
    match way {
        0 => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
        1 => cells(false, ';').into_bytes(),
        2 => cells(true, ',').into_bytes(),
        3 => [b"sep=;\r\n", cells(false, ';').as_bytes()].concat(),
        4 => text.replace("\r\n", "\n").into_bytes(),
        5 => format!("{}\r\n\r\n,,,,\r\n", text.replace("\r\n", ",,\r\n")).into_bytes(),
        _ => [0xfeff].into_iter().chain(cells(false, '\t').encode_utf16()).flat_map(u16::to_le_bytes).collect(),
    }
}

#[test]
fn untouched_tables_change_nothing() {
    let starters = games::ALL.iter().map(|game| (game.id().to_owned(), starter(game.id())));
    for (number, (name, base)) in starters.chain(real()).enumerate() {
        let text = table(&base);
        let lines = entry_lines(&base);
        assert_eq!(text.lines().count(), lines.iter().filter(|line| line.directive.allocates).count() + 1, "{name}");
        assert_eq!(changes(&base, text.as_bytes()), Ok(Vec::new()), "{name}");
        // One of the ways in which spreadsheets save it, and one item type.
        let way = number as u8 % 7;
        assert_eq!(changes(&base, &saved(&text, way)), Ok(Vec::new()), "{name}, saved in way {way}");
        for item_type in base.catalog.item_types.iter().rev().take(1) {
            let part = allocations_csv(&base, Some(item_type.tval));
            assert_eq!(changes(&base, &part), Ok(Vec::new()), "{name}: {}", item_type.name);
        }
    }
}

#[test]
fn rows_and_columns_may_be_reordered() {
    let base = starter("affix-branch");
    let text = acid(&base);
    let mut rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    rows[1..].reverse();
    let turned: String =
        rows.iter().map(|row| row.iter().rev().copied().collect::<Vec<_>>().join(",") + "\n").collect();
    assert_eq!(read(&base, &turned), [""; 0]);
}

#[test]
fn tables_are_literal() {
    let base = starter("affix-branch");
    assert_eq!(
        acid(&base),
        "file,sort,index,name,directive,ordinal,commonness,from,to,tval,min-sval,max-sval,level,affix,weight\r\n\
         ego_item.txt,affix,1,of Resist Acid,T,1,20,1,127,soft armour,0,99,great,,\r\n\
         ego_item.txt,affix,1,of Resist Acid,T,2,20,1,127,hard armour,0,99,great,,\r\n\
         ego_item.txt,affix,1,of Resist Acid,T,3,20,1,127,shield,1,9,great,,\r\n\
         ego_item.txt,affix,1,of Resist Acid,T,4,5,50,127,dragon armour,0,99,great,,\r\n\
         ego_item.txt,affix,1,of Resist Acid,T,5,5,25,127,crown,0,99,great,,\r\n"
    );
    let three = table(&starter("angband-3.0"));
    // Never a date.
    assert!(three.lines().any(|line| line.starts_with("object.txt,kind,1,") && line.contains(",'0/4:8/4,")));
}

#[test]
fn changes_are_exactly_the_differences() {
    let base = starter("affix-branch");
    let text = acid(&base);
    let soft = "ego_item.txt,affix,1,of Resist Acid,T,1,20,1,127,soft armour,0,99,great,,\r\n";
    let crown = "ego_item.txt,affix,1,of Resist Acid,T,5,5,25,127,crown,0,99,great,,\r\n";
    let new = "ego_item.txt,affix,1,of Resist Acid,T,,7,1,9,boots,0,99,good,,\r\n";
    for (from, to, expected) in [
        (
            soft,
            soft.replace(",20,1,127", ",30,1,60"),
            vec![
                "of Resist Acid T 1: T:soft armour:0:99:great:20:1 to 127 → T:soft armour:0:99:great:30:1 to 60"
                    .to_owned(),
            ],
        ),
        (soft, String::new(), vec!["of Resist Acid T 1: T:soft armour:0:99:great:20:1 to 127 gone".to_owned()]),
        (
            crown,
            "ego_item.txt,affix,1,of Resist Acid,T,5,,,,,,,,,\r\n".to_owned(),
            vec!["of Resist Acid T 5: T:crown:0:99:great:5:25 to 127 gone".to_owned()],
        ),
        // New lines: after the row above, before the first, after the last.
        (soft, format!("{soft}{new}"), vec!["of Resist Acid T 1: then T:boots:0:99:good:7:1 to 9".to_owned()]),
        (soft, format!("{new}{soft}"), vec!["of Resist Acid T 0: then T:boots:0:99:good:7:1 to 9".to_owned()]),
        (crown, format!("{crown}{new}"), vec!["of Resist Acid T 5: then T:boots:0:99:good:7:1 to 9".to_owned()]),
        (
            crown,
            format!("{crown}{new}{}", new.replace("boots", "gloves")),
            vec![
                "of Resist Acid T 5: then T:boots:0:99:good:7:1 to 9".to_owned(),
                "of Resist Acid T 5: then T:gloves:0:99:good:7:1 to 9".to_owned(),
            ],
        ),
    ] {
        assert_eq!(read(&base, &text.replace(from, &to)), expected);
    }
    let head = text.lines().next().expect("headings");
    // A new row alone removes nothing; entries without rows stay.
    assert_eq!(read(&base, &format!("{head}\r\n{new}")), ["of Resist Acid T 5: then T:boots:0:99:good:7:1 to 9"]);
    assert_eq!(read(&base, head), [""; 0]);
}

/// Of Resist Acid has five lines. A table with one of them, as somebody keeps who filters by item type, is asked about.
#[test]
fn lines_without_a_row_stay_unless_they_shall_go() {
    let base = starter("affix-branch");
    let text = acid(&base).replace(",20,1,127,soft", ",30,1,127,soft");
    let one = text.lines().take(2).collect::<Vec<_>>().join("\r\n");
    let of = |missing| read_allocations(&base, one.as_bytes(), missing).expect("a table");
    let changed = "of Resist Acid T 1: T:soft armour:0:99:great:20:1 to 127 → T:soft armour:0:99:great:30:1 to 127";
    let gone = [
        "of Resist Acid T 2: T:hard armour:0:99:great:20:1 to 127 gone",
        "of Resist Acid T 3: T:shield:1:9:great:20:1 to 127 gone",
        "of Resist Acid T 4: T:dragon armour:0:99:great:5:50 to 127 gone",
        "of Resist Acid T 5: T:crown:0:99:great:5:25 to 127 gone",
    ];
    let keep = of(MissingRows::Keep);
    assert_eq!(
        (shown(&keep.changes), shown(&keep.missing)),
        (vec![changed.to_owned()], gone.map(str::to_owned).to_vec())
    );
    let remove = of(MissingRows::Remove);
    assert_eq!(shown(&remove.changes), [&[changed][..], &gone].concat());
    assert_eq!(remove.missing, keep.missing);
}

/// Tables of earlier versions have levels as the files write them.
#[test]
fn tables_with_depths_as_text_are_read() {
    let base = starter("affix-branch");
    let old = "file,sort,index,name,directive,ordinal,commonness,depths,tval,min-sval,max-sval,level,affix,weight\r\n\
               ego_item.txt,affix,1,of Resist Acid,T,1,20,1  to 60,soft armour,0,99,great,,\r\n";
    let found = read_allocations(&base, old.as_bytes(), MissingRows::Keep).expect("a table");
    let changed = "of Resist Acid T 1: T:soft armour:0:99:great:20:1 to 127 → T:soft armour:0:99:great:20:1 to 60";
    assert_eq!(shown(&found.changes), [changed]);
    assert_eq!(
        refused(&base, &old.replace("1  to 60", "1 too 60")),
        ["row 2, column depths: found `1 too 60`, expected two numbers in the form `min to max`; the line is ignored"]
    );
}

#[test]
fn every_games_changes_are_applied() {
    let starters = games::ALL.iter().map(|game| (game.id().to_owned(), starter(game.id())));
    for (name, base) in starters.chain(real()) {
        // Of each entry with several lines the last goes, and comes again as a new one.
        let lines: Vec<EntryLine> = entry_lines(&base).into_iter().filter(|line| line.directive.allocates).collect();
        let alone = |line: &&EntryLine| line.sort.name() != "sizes";
        let pick = lines.iter().rev().find(|line| line.ordinal > 1).or(lines.iter().rfind(alone));
        let pick = pick.unwrap_or_else(|| panic!("{name}: no lines"));
        let text = table(&base);
        let key = format!("{},{},{},", pick.file, pick.sort.word(base.game.words()), pick.index);
        let end = format!(",{},{},", pick.directive.tag, pick.ordinal);
        let row = text.lines().find(|row| row.starts_with(&key) && row.contains(&end)).expect("its row");
        let gone = text.lines().filter(|other| *other != row).collect::<Vec<_>>().join("\n");
        let found = changes(&base, gone.as_bytes());
        if pick.notation == Notation::Source {
            // A number of a table can't go, and isn't asked about.
            let found = read_allocations(&base, gone.as_bytes(), MissingRows::Remove);
            assert_eq!(found, Ok(AllocationTable { changes: Vec::new(), missing: Vec::new() }), "{name}");
            continue;
        }
        let has_others = lines.iter().filter(|line| (line.sort, line.index) == (pick.sort, pick.index)).count() > 1;
        if has_others {
            let changes = found.unwrap_or_else(|problems| panic!("{name}: {problems:#?}"));
            assert_eq!(changes.len(), 1, "{name}");
            assert!(apply(&base, &changes).expect("files that can be edited").is_whole());
        }
        let again = text.replace(row, &row.replace(&end, &format!(",{},,", pick.directive.tag)));
        let found = changes(&base, again.as_bytes());
        let changes = found.unwrap_or_else(|problems| panic!("{name}: {problems:#?}"));
        // A new line is written without blanks after its colon, where the old one may have had some.
        let is_other = |change: &&Change| match &change.op {
            EditOp::Replace { was, now } => *now != was.replacen(": ", ":", 1),
            // Where no other row of the entry is there, nothing says that its old line shall go.
            EditOp::Insert { now, .. } if !has_others => *now != pick.text,
            _ => true,
        };
        assert_eq!(changes.iter().find(is_other), None, "{name}: {row}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_cell_and_nothing_is_done() {
    let base = starter("affix-branch");
    let text = acid(&base);
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        refused(&base, &text.replacen(from, to, 1))
    };
    let soft = "of Resist Acid,T,1,20,1,127,soft armour,0,99,great";
    for (from, to, expected) in [
        (
            soft,
            "of Resist Acid,T,1,20.0,1,127,soft armour,0,99,great",
            "row 2, column commonness: found `20.0`, expected a whole number such as 20",
        ),
        (
            soft,
            "of Resist Acid,T,1,20,1,1e2,soft armour,0,99,great",
            "row 2, column to: found `1e2`, expected a whole number such as 20",
        ),
        (
            soft,
            "of Resist Acid,T,1,20,1,,soft armour,0,99,great",
            "row 2, column to: found nothing, expected a whole number such as 20",
        ),
        (
            soft,
            "of Resist Acid,T,1,20,,,soft armour,0,99,great",
            "row 2, column from and to: found nothing for depths, expected it as in T:tval:min-sval:max-sval:level:commonness:depths",
        ),
        (
            soft,
            "of Resist Acid,T,1,20,1,127,sofa,0,99,great",
            "row 2, column tval: found `sofa`, expected an item type's number or name, such as 36 or soft armour; the line is ignored",
        ),
        (
            soft,
            "of Resist Acid,T,1,20,1,127,a:b,0,99,great",
            "row 2, column tval: found a colon in tval, expected none: it would begin the next field",
        ),
        (
            soft,
            "of Resist Acid,T,1,,1,127,soft armour,0,99,great",
            "row 2, column commonness: found nothing for commonness, expected it as in T:tval:min-sval:max-sval:level:commonness:depths",
        ),
        (
            soft,
            "of Resist Acid,T,9,20,1,127,soft armour,0,99,great",
            "row 2, column ordinal: found `9`, expected which of its 5 T lines it is, or nothing for a new one",
        ),
        (
            soft,
            "of Resist Acid,T,2,20,1,127,soft armour,0,99,great",
            "row 3, column ordinal: found the line of row 2 again, expected each line once; a new line has no ordinal",
        ),
        (
            soft,
            "of Resist Acid,C,1,20,1,127,soft armour,0,99,great",
            "row 2, column directive: found `C`, expected one of T",
        ),
        (
            soft,
            "of Resist Fire,T,1,20,1,127,soft armour,0,99,great",
            "row 2, column name: found `of Resist Fire`, expected `of Resist Acid`, as affix 1 has",
        ),
        (
            "ego_item.txt,affix,1,",
            "ego_item.txt,affix,9999,",
            "row 2, column index: found `9999`, expected the index of one of the affix entries in the files",
        ),
        (
            "ego_item.txt,affix,1,",
            "ego_item.txt,ego,1,",
            "row 2, column sort: found `ego`, expected one of affix, theme, artifact, kind",
        ),
        (
            "great,,",
            "great,Sharp,",
            "row 2, column affix: found `Sharp`, expected nothing: the line is T:tval:min-sval:max-sval:level:commonness:depths",
        ),
        ("great,,", "great,,,x", "row 2: found `x` under no heading, expected nothing there"),
        (
            ",weight",
            ",wait",
            "row 1, column wait: found an unknown heading, expected one of file, sort, index, name, directive, ordinal, commonness, depths, tval, min-sval, max-sval, level, affix, weight, from, to",
        ),
        (",weight", "", "row 1, column weight: found no such heading, expected all headings of the exported table"),
        (",weight", ",affix", "row 1, column affix: found a heading a second time, expected each once"),
    ] {
        assert_eq!(with(from, to), [expected], "{to}");
    }
    let headings = "expected the headings of the exported table, such as file, sort, index, name, directive, ordinal";
    assert_eq!(refused(&base, ""), [format!("row 1: found no headings, {headings}")]);
    // What no edition can have isn't read to its end.
    let head = table(&base).lines().next().expect("headings").to_owned();
    assert_eq!(
        refused(&base, &format!("{head}\n{}", "x\n".repeat(100_001))),
        ["row 100002: found more than 100000 rows, expected the lines of one edition"]
    );
    let wide = format!("{head}\n{}", "x,".repeat(1001));
    assert_eq!(refused(&base, &wide), ["row 2: found 1001 cells, expected at most 1000"]);
    assert_eq!(refused(&base, "hello"), [format!("row 1: found `hello`, {headings}")]);
    for (bytes, found) in [
        (&b"PK\x03\x04\0"[..], "a workbook or zip"),
        (b"file,\xe9", "text that is not UTF-8"),
        (b"a\0b", "bytes that are no text"),
    ] {
        let problems = changes(&base, bytes).expect_err("problems");
        assert_eq!(problems[0].to_string(), format!("found {found}, expected a table as CSV in UTF-8"));
    }
    let neither = "ego_item.txt,affix,1,of Resist Acid,T,,,,,,,,,,\r\n";
    let form = "T:tval:min-sval:max-sval:level:commonness:depths";
    assert_eq!(
        refused(&base, &format!("{text}{neither}")),
        [format!("row 7: found neither an ordinal nor fields, expected the fields of a new line, {form}")]
    );
    // Levels are told once, or twice the same.
    let both = |depths: &str| {
        text.replacen("from,to,", "from,to,depths,", 1).replacen(",1,127,soft", &format!(",1,127,{depths},soft"), 1)
    };
    let rest = |text: String| {
        text.replace(",127,hard", ",127,,hard")
            .replace(",127,shield", ",127,,shield")
            .replace(",127,dragon", ",127,,dragon")
            .replace(",127,crown", ",127,,crown")
    };
    assert_eq!(read(&base, &rest(both("1 to  127"))), [""; 0]);
    assert_eq!(
        refused(&base, &rest(both("1 to 9"))),
        ["row 2, column depths: found `1 to 9`, expected nothing, or 1 to 127 as in from and to"]
    );
    // All that is wrong is told, up to a hundred.
    let many: String = table(&base).replace(",T,", ",X,");
    let problems = refused(&base, &many);
    assert_eq!(problems.len(), 101);
    assert!(problems[100].ends_with(" more problems, expected none"), "{}", problems[100]);
}
