//! One literal case per kind of diagnostic that the affix branch doesn't have, and for what the notation of letter lines says
//! in its own way.

use crate::common::remarks;
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// A small edition without remarks; the cases add lines to it.
const FILES: [(&str, &str); 4] = [
    ("limits.txt", "V:3.0.5\nM:K:50\nM:A:50\nM:E:50\n"),
    ("object.txt", "V:3.0.5\nN:1:& Dagger~\nG:|:w\nI:23:4:0\nW:1:0:12:20\nA:1/1:20/2\nP:0:1d4:0:0:0\n"),
    ("artifact.txt", "V:3.0.5\nN:16:'Thorn'\nI:23:4:0\nW:5:10:12:4000\nP:0:1d4:4:6:0\nF:RES_ACID |\n"),
    ("ego_item.txt", "V:3.0.5\nN:4:of Edges\nX:20:1\nW:0:8:0:1000\nC:6:6:0:0\nT:23:0:99\nF:RES_ACID | SEE_INVIS\n"),
];

fn load(files: &[(&str, Vec<u8>)]) -> Loaded {
    let mut set = SourceSet::new();
    for (name, bytes) in files {
        set.push(SourceFile::new(*name, bytes.clone()));
    }
    games::find("angband-3.0").expect("the game").load(set)
}

/// The small edition with lines added to the end of one file.
fn with(file: &str, lines: &[u8]) -> Loaded {
    let files = FILES.map(|(name, text)| {
        let added = if name == file { lines } else { b"" };
        (name, [text.as_bytes(), added].concat())
    });
    load(&files)
}

/// File, added lines, the one remark expected.
const CASES: &[(&str, &str, &str)] = &[
    (
        "limits.txt",
        "M:Q:10\n",
        "limits.txt:5:3: undefined-directive: found `Q`; expected one of F K A E R V P C H B L O M N T; the line is ignored",
    ),
    ("limits.txt", "M:K:-1\n", "limits.txt:5:5: invalid-value: found -1; expected 0 or more; the line is ignored"),
    (
        "object.txt",
        "Z:1:2\n",
        "object.txt:8:1: undefined-directive: found `Z`; expected one of V, N, G, I, W, A, P, F, D; the line is ignored",
    ),
    (
        "object.txt",
        "Z:1:2\nZ:3\nZ:\n",
        "object.txt:8:1: undefined-directive: found `Z` and 2 more such lines; expected one of V, N, G, I, W, A, P, F, D; these lines are ignored",
    ),
    (
        "object.txt",
        " F:RES_ACID\n",
        "object.txt:8:1: not-a-line: found ` F:RES_ACID`; expected one letter and a colon first; the line is ignored",
    ),
    (
        "object.txt",
        "name:Dagger\ngraphics:|\n",
        "object.txt:8:1: not-a-line: found `name:Dagger` and 1 more such line; expected one letter and a colon first; these lines are ignored",
    ),
    (
        "object.txt",
        "I:23:4\n",
        "object.txt:8:7: missing-field: found the end of the line; expected pval (a number) as in I:tval:sval:pval; the line is ignored",
    ),
    (
        "object.txt",
        "I:23:x:0\n",
        "object.txt:8:6: not-a-number: found `x`; expected a number for sval; the line is ignored",
    ),
    (
        "object.txt",
        "I:23:4x:0\n",
        "object.txt:8:7: not-a-number: found `x:0`; expected a colon after sval; the line is ignored",
    ),
    (
        "object.txt",
        "I:23::0\n",
        "object.txt:8:6: not-a-number: found ``; expected a number for sval; the line is ignored",
    ),
    (
        "object.txt",
        "I:23:4:99999999999\n",
        "object.txt:8:8: number-wraps: found `99999999999`; expected a number that fits 32 bits; it is read as 1215752191",
    ),
    ("object.txt", "I:23:260:0\n", "object.txt:8:6: number-wraps: 260 overflows a byte; the game uses 4"),
    (
        "object.txt",
        "P:0:d4:0:0:0\n",
        "object.txt:8:5: not-random: found `d4`; expected dice such as 2d5 for dice; the line is ignored",
    ),
    (
        "object.txt",
        "A:1/1:2/1:3/1:4/1:5/1\n",
        "object.txt:8:3: too-many-entries: found `1/1:2/1:3/1:4/1:5/1`; expected at most 4 places in the tables; the rest is ignored",
    ),
    (
        "object.txt",
        "A:1/200\n",
        "object.txt:8:3: never-drawn: found `1/200`; expected a chance of 1 to 100, or the kind is never drawn there",
    ),
    (
        "object.txt",
        "A:1 to 30\n",
        "object.txt:8:3: unknown-shape: found `1 to 30`; expected level/chance, up to 4 between colons; the line is ignored",
    ),
    (
        "object.txt",
        "N:1:Knife\nF:NONSENSE\n",
        "object.txt:8:3: non-sequential-index: found 1; expected an index greater than 1; the whole record is ignored",
    ),
    (
        "object.txt",
        "N:50:Knife\n",
        "object.txt:8:3: too-many-entries: found 50; expected an index below 50; the whole record is ignored",
    ),
    (
        "object.txt",
        "F:SHARPNESS\n",
        "object.txt:8:3: invalid-flag: found `SHARPNESS`; expected the name of a flag; it is ignored",
    ),
    (
        "artifact.txt",
        "N:17:'Bud'\nI:23:9:0\n",
        "artifact.txt:7:1: never-drawn: found no kind of type 23 with sval 9; expected the kind the artifact is, or it is never made",
    ),
    (
        "ego_item.txt",
        "X:5\nF:NONSENSE\n",
        "ego_item.txt:8:1: unknown-shape: found one number; expected X:rating:xtra or X:slot:rating:xtra; the whole record is ignored",
    ),
    (
        "ego_item.txt",
        "X:A:24:20\nF:NONSENSE\n",
        "ego_item.txt:8:3: not-a-number: found `A`; expected a number for slot-or-rating; the whole record is ignored",
    ),
    (
        "ego_item.txt",
        "W:0:45:3:3:60:500\nF:NONSENSE\n",
        "ego_item.txt:8:12: unknown-shape: found `60:500`; expected no more than four numbers; the whole record is ignored",
    ),
    (
        "ego_item.txt",
        "N:5:of Points\nX:24:20:1\n",
        "ego_item.txt:9:1: surplus-field: found three numbers; expected two as in most lines of this file: it is read as X:rating:xtra",
    ),
    (
        "ego_item.txt",
        "N:5:of Points\nW:0:0:0:0\nT:23:0:99\n",
        "ego_item.txt:9:1: never-drawn: found an ego of weight 0; expected a commonness over 0 or a rarity of 1 to 100, or by this game's rules it never comes",
    ),
    ("ego_item.txt", "T:23:9:5\n", "ego_item.txt:8:1: reversed-range: found 9 to 5; nothing lies in that range"),
    (
        "ego_item.txt",
        "T:23:5:9\n",
        "ego_item.txt:8:1: range-without-kind: found no kind of type 23 with sval 5 to 9; expected a range with a kind in it",
    ),
    (
        "ego_item.txt",
        "T:23:4:4 (daggers only)\n",
        "ego_item.txt:8:9: surplus-field: found ` (daggers only)`; expected the line to end as in T:tval:min-sval:max-sval; this is ignored",
    ),
    (
        "ego_item.txt",
        "T:23:4:4\nT:23:4:4\nT:23:4:4\n",
        "ego_item.txt:10:1: too-many-entries: found `T:` line number 4; expected at most 3 in a record; the line is ignored",
    ),
    ("ego_item.txt", "C:-5:0:0:0\n", "ego_item.txt:8:3: number-wraps: -5 overflows a byte; the game uses 251"),
    ("object.txt", "A:1x/2\n", "object.txt:8:3: number-misread: found `1x`; expected a number alone; it is read as 1"),
    (
        "object.txt",
        "F:| RES_ACID\n",
        "object.txt:8:3: invalid-flag: found `| RES_ACID`; expected the name of a flag right after the colon; what follows is read all the same",
    ),
    (
        "object.txt",
        "N:2\nF:NONSENSE\n",
        "object.txt:8:4: missing-field: found the end of the line; expected name (text) as in N:index:name; the line is ignored",
    ),
];

#[test]
fn every_case_gives_its_one_remark() {
    assert_eq!(remarks(&with("none.txt", b"")), [""; 0], "the small edition itself is clean");
    for (file, lines, expected) in CASES {
        assert_eq!(remarks(&with(file, lines.as_bytes())), [*expected], "{lines:?} in {file}");
    }
}

#[test]
fn an_index_that_is_no_number_is_zero() {
    let expected = [
        "object.txt:8:3: number-misread: found `x`; expected a number alone; it is read as 0",
        "object.txt:8:3: non-sequential-index: found 0; expected an index greater than 1; the whole record is ignored",
    ];
    assert_eq!(remarks(&with("object.txt", b"N:x:Knife\n")), expected);
}

#[test]
fn a_line_longer_than_the_original_reads_ends_the_file() {
    let text = format!("D:{}\nNONSENSE\n", "x".repeat(1030));
    let expected = [
        "ego_item.txt:8:1: line-too-long: found a line over 1023 bytes; expected a shorter one; neither it nor what follows is \
         read",
    ];
    assert_eq!(remarks(&with("ego_item.txt", text.as_bytes())), expected);
}

#[test]
fn lines_before_the_version_and_the_first_record() {
    let mut files = FILES.map(|(name, text)| (name, text.as_bytes().to_vec()));
    files[1].1.splice(..0, *b"F:SPEED\n");
    let expected = [
        "object.txt:1:1: missing-version: found `F:` before any `V:` line; expected the version first, for the original refuses \
         the file; it is read all the same",
        "object.txt:1:1: missing-record-header: found `F:` before any record; expected an `N:` line first; the line is ignored",
    ];
    assert_eq!(remarks(&load(&files)), expected);
}

#[test]
fn most_lines_tell_whether_there_are_slots() {
    let lines = b"N:5:of Points\nX:24:20:1\nW:0:8:0:0\nN:6:of Hilts\nX:24:20:1\nW:0:8:0:0\n";
    let expected = [
        "ego_item.txt:3:1: missing-field: found two numbers; expected three as in most lines of this file: X:slot:rating:xtra; \
         the line is ignored",
    ];
    assert_eq!(remarks(&with("ego_item.txt", lines)), expected);
}

#[test]
fn names_of_2_9_are_taken() {
    let names = ["z_info.txt", "K_INFO.TXT", "a_info.txt", "e_info.txt"];
    let files: Vec<_> = FILES.iter().zip(names).map(|((_, text), name)| (name, text.as_bytes().to_vec())).collect();
    let loaded = load(&files);
    assert_eq!(remarks(&loaded), [""; 0]);
    assert_eq!((loaded.catalog.kinds.len(), loaded.catalog.affixes.len()), (1, 1));
}

#[test]
fn files_that_are_missing_empty_or_binary() {
    let mut files = FILES.map(|(name, text)| (name, text.as_bytes().to_vec()));
    files[1].1 = b"# nothing here\n\n".to_vec();
    files[2].1.push(0);
    files[0].1 = b"\xff\xfeV\0:\0\n".to_vec();
    let expected = [
        "limits.txt:-: bad-encoding: found a byte order mark of UTF-16, and what is no UTF-16 at byte 7; expected a text file; \
         nothing of it is read",
        "object.txt:-: empty-file: found no entries; expected some",
        "artifact.txt:-: binary-file: found NUL bytes; expected a text file; nothing of it is read",
        "ego_item.txt:-: missing-file: found no such file; expected it beside the other edit files; the game can't be loaded \
         without it",
    ];
    let mut got = remarks(&load(&files[..3]));
    // Ranges have no kinds to lie in then.
    got.retain(|line| line.contains(":-:"));
    assert_eq!(got, expected);
}

#[test]
fn places_in_utf16_are_those_of_its_text() {
    let utf16 = |text: &str| [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let mut files: Vec<(&str, Vec<u8>)> = FILES.iter().map(|(name, text)| (*name, utf16(text))).collect();
    files[3].1.extend("# M\u{e1}ni\r\nT:23:x:4\r\n".encode_utf16().flat_map(u16::to_le_bytes));
    let expected = [
        "ego_item.txt:-: variant-form: found UTF-16, which Angband 3.0 doesn't read; expected the files of Angband 3.0: its rules \
         make drops of these tables, so numbers differ from those of the variant's own program",
        "ego_item.txt:9:6: not-a-number: found `x`; expected a number for min-sval; the line is ignored",
    ];
    let loaded = load(&files);
    assert_eq!(remarks(&loaded), expected);
    assert_eq!((loaded.catalog.kinds.len(), loaded.catalog.affixes.len(), loaded.catalog.artifacts.len()), (1, 1, 1));
}

#[test]
fn more_records_than_anyone_has() {
    let lines: Vec<_> = (5..2006).map(|index| format!("N:{index}:Number {index}\n")).collect();
    let mut files = FILES.map(|(name, text)| (name, text.as_bytes().to_vec()));
    files[0].1 = b"V:3.0.5\n".to_vec();
    files[3].1.extend(lines.concat().bytes());
    let expected = [
        "ego_item.txt:2007:1: too-many-entries: found more than 2000 records; expected at most 2000; the whole record is ignored",
        "ego_item.txt:2008:1: too-many-entries: found more than 2000 records; expected at most 2000; the whole record is ignored",
    ];
    assert_eq!(remarks(&load(&files)), expected);
}

#[test]
fn bytes_that_are_not_printable_are_dropped_and_one_bad_line_costs_that_line_only() {
    let loaded = with("ego_item.txt", b"T:23:4\nT:2\x013:4\xe9:4\r\nN:5:of N\xe1in\n");
    assert_eq!(loaded.diagnostics.len(), 1);
    let egos = &loaded.catalog.affixes;
    let lines: Vec<_> = egos[0].allocations.iter().map(|line| (line.tval, line.min_sval, line.max_sval)).collect();
    assert_eq!((lines, egos[1].name.as_str()), (vec![(23, 0, 99), (23, 4, 4)], "of Nin"));
    assert_eq!((egos[0].allocations[0].commonness, egos[0].allocations[0].max), (12, 127));
}

/// As in files up to 2.9.0, whose program knows by itself which items egos come on.
#[test]
fn egos_that_all_name_no_items() {
    let ego = "V:3.0.5\nN:4:of Edges\nX:20:1\nW:0:8:0:1000\nN:5:of Points\nX:20:1\nW:0:8:0:1000\n";
    let files = FILES.map(|(name, text)| (name, if name == "ego_item.txt" { ego } else { text }.as_bytes().to_vec()));
    let said = remarks(&load(&files));
    let expected = "ego_item.txt:2:1: never-drawn: found 2 egos that name no items; expected egos to name the items they come \
                    on; as it is, none is ever made";
    assert_eq!(said, [expected]);
}
