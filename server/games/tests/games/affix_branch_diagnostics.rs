//! One literal case per kind of diagnostic: a line in, a message with its place out, and the rest still loads.

use std::collections::BTreeSet;

use affixboard_games as games;
use affixboard_model::text::{Rule, SourceFile, SourceSet};

/// A small edition without remarks; the cases add lines to it.
const FILES: [(&str, &str); 5] = [
    ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\n"),
    ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\n"),
    (
        "ego_item.txt",
        "N:1:prefix:Sharp\nT:sword:0:99:good:10:1 to 100\nN:2:suffix:of Edges\nT:sword:1:1:great:5:1 to 9\n",
    ),
    ("ego_themes.txt", "N:1:suffix:of Cutting\nT:sword:0:99:1 to 100\nA:Sharp:20\nA:of Edges:20\n"),
    ("artifact.txt", "N:1:'Thorn'\nI:sword:Dagger\nA:10:5 to 100\n"),
];

/// The remarks about the small edition with lines added to the end of one file, as `file:line:column: rule: message`.
fn remarks_on(file: &str, lines: &[u8]) -> Vec<String> {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let mut bytes = text.as_bytes().to_vec();
        if name == file {
            bytes.extend_from_slice(lines);
        }
        set.push(SourceFile::new(name, bytes));
    }
    if !FILES.iter().any(|known| known.0 == file) {
        set.push(SourceFile::new(file, lines.to_vec()));
    }
    remarks(set)
}

fn remarks(set: SourceSet) -> Vec<String> {
    crate::common::remarks(&games::find("affix-branch").expect("the game").load(set))
}

/// File, added lines, the one remark expected.
const CASES: &[(&str, &str, &str)] = &[
    (
        "ego_item.txt",
        "Z:1:2\n",
        "ego_item.txt:5:1: undefined-directive: found `Z`; expected one of V, N, C, M, F, L, R, R2, T, D; the line is ignored",
    ),
    (
        "ego_item.txt",
        "Z:1:2\nZ:3\n:Z:4\n",
        "ego_item.txt:5:1: undefined-directive: found `Z` and 2 more such lines; expected one of V, N, C, M, F, L, R, R2, T, D; these lines are ignored",
    ),
    (
        "ego_item.txt",
        "T:sword:0:99:good\n",
        "ego_item.txt:5:18: missing-field: found the end of the line; expected commonness (a number) as in \
         T:tval:min-sval:max-sval:level:commonness:depths; the line is ignored",
    ),
    (
        "ego_item.txt",
        " T:sword:0:many:good:5:1 to 9\n",
        "ego_item.txt:5:12: not-a-number: found `many`; expected a number for max-sval; the line is ignored",
    ),
    (
        "ego_item.txt",
        "C:2+3:0:0\n",
        "ego_item.txt:5:3: not-random: found `2+3`; expected a random value such as 10+2d3M4 for to-hit; the line is ignored",
    ),
    (
        "ego_item.txt",
        "F:RES_ACID | RES_CUSTARD\n",
        "ego_item.txt:5:14: invalid-flag: found `RES_CUSTARD`; expected the name of a flag; it is ignored",
    ),
    (
        "ego_item.txt",
        "R:1:LRES | JAM\n",
        "ego_item.txt:5:12: invalid-flag: found `JAM`; expected the name of a flag type; it is ignored",
    ),
    (
        "ego_item.txt",
        "N:3:infix:Odd\nF:RES_NOTHING\n",
        "ego_item.txt:5:5: invalid-value: found `infix`; expected prefix or suffix; the whole record is ignored",
    ),
    (
        "ego_item.txt",
        "T:sword:0:99:superb:5:1 to 9\n",
        "ego_item.txt:5:14: invalid-value: found `superb`; expected an affix level: good, great, uber, artifact; the line is \
         ignored",
    ),
    (
        "ego_item.txt",
        "T:pudding:0:99:good:5:1 to 9\n",
        "ego_item.txt:5:3: unrecognised-tval: found `pudding`; expected an item type's number or name, such as 36 or soft \
         armour; the line is ignored",
    ),
    (
        "artifact.txt",
        "E:MAKE_TEA:10\n",
        "artifact.txt:4:3: unknown-effect: found `MAKE_TEA`; expected the name of an effect; the line is ignored",
    ),
    (
        "ego_themes.txt",
        "A:Blunt:5\n",
        "ego_themes.txt:5:3: unknown-affix: found `Blunt`; expected the name or index of an affix in ego_item.txt; the line \
         is ignored",
    ),
    (
        "ego_item.txt",
        "T:sword:0:99:uber:5:1 to 300\n",
        "ego_item.txt:5:21: out-of-bounds: found 1 to 300; expected levels from 0 to 255; the line is ignored",
    ),
    (
        "ego_item.txt",
        "T:sword:0:99:uber:5:1-30\n",
        "ego_item.txt:5:21: bad-range: found `1-30`; expected two numbers in the form `min to max`; the line is ignored",
    ),
    (
        "object.txt",
        "L:1:STR\nL:2:INT\nL:3:WIS\nL:4:DEX\n",
        "object.txt:7:1: too-many-entries: found `L:` line number 4; expected at most 3 in a record; the line is ignored",
    ),
    (
        "ego_item.txt",
        "N:1:prefix:Keen\nT:sword:0:99:good:10:1 to 100\n",
        "ego_item.txt:5:1: duplicate-index: found index 1 a second time; expected each index once; the first record is kept \
         and this one doesn't exist",
    ),
    (
        "ego_item.txt",
        "N:3:prefix:SHARP\n",
        "ego_item.txt:5:1: duplicate-name: found the name `SHARP` of affix 1 again; expected a name of its own, for themes go \
         by name",
    ),
    (
        "ego_item.txt",
        "N:010:prefix:Octal\n",
        "ego_item.txt:5:3: number-misread: found `010`; a leading 0 means base 8: it is read as 8",
    ),
    (
        "object.txt",
        "W:5x:0:20:30\n",
        "object.txt:4:3: number-misread: found `5x`; expected a number alone for level; it is read as 5",
    ),
    ("artifact.txt", "A:400:5 to 100\n", "artifact.txt:4:3: number-wraps: 400 overflows a byte; the game uses 144"),
    (
        "object.txt",
        "W:1:0:20:99999999999\n",
        "object.txt:4:10: number-wraps: found `99999999999`; expected a number that fits 32 bits; it is read as 1215752191",
    ),
    (
        "ego_item.txt",
        "T:sword:0:99:uber:5:20 to 10\n",
        "ego_item.txt:5:1: reversed-range: found 20 to 10; nothing lies in that range",
    ),
    (
        "ego_item.txt",
        "T:sword:7:9:uber:5:1 to 10\n",
        "ego_item.txt:5:1: range-without-kind: found no kind of type 23 with sval 7 to 9; expected a range with a kind in it",
    ),
    (
        "ego_item.txt",
        "T:sword:1:1:uber:90:2 to 9\n",
        "ego_item.txt:5:1: hidden-allocation: found an allocation that line 4 covers wholly; only the first that matches \
         counts, so this never fires",
    ),
    (
        "ego_item.txt",
        "T:sword:1:1:artifact:90:20 to 90\n",
        "ego_item.txt:5:1: never-drawn: found affix level artifact; no item ever draws at that level, so this never fires",
    ),
    (
        "ego_item.txt",
        "T:sword:1:1:great:0:20 to 90\n",
        "ego_item.txt:5:1: never-drawn: found commonness 0; expected a positive one, or this never fires",
    ),
    (
        "ego_themes.txt",
        "A:Sharp:20:extra\n",
        "ego_themes.txt:5:12: surplus-field: found `extra`; expected the line to end as in A:affix:weight; this is ignored",
    ),
    (
        "limits.txt",
        "M:Q:10\n",
        "limits.txt:1:3: undefined-directive: found `Q`; expected one of F K A E T R P S O M I; the line is ignored",
    ),
    ("limits.txt", "M:K:-1\n", "limits.txt:1:5: invalid-value: found -1; expected 0 or more; the line is ignored"),
    (
        "limits.txt",
        "M:K:10\0\n",
        "limits.txt:-: binary-file: found NUL bytes; expected a text file; nothing of it is read",
    ),
    (
        "object_base.txt",
        "D:X:10\n",
        "object_base.txt:3:3: undefined-directive: found `X`; expected B, the only default there is; the line is ignored",
    ),
    (
        "object_base.txt",
        "N:23:Blade~\nF:GOOD\n",
        "object_base.txt:3:1: duplicate-index: found item type 23 a second time; expected each once; the first record is kept",
    ),
    (
        "ego_item.txt",
        "N:-4:prefix:Less\n",
        "ego_item.txt:5:3: out-of-bounds: found -4; expected an index from 0 to 100000; the whole record is ignored",
    ),
];

#[test]
fn every_case_gives_its_one_remark() {
    assert_eq!(remarks_on("none.txt", b""), [""; 0], "the small edition itself is clean");
    for (file, lines, expected) in CASES {
        assert_eq!(remarks_on(file, lines.as_bytes()), [*expected], "{lines:?} in {file}");
    }
}

#[test]
fn lines_of_colons_and_latin1_names() {
    assert_eq!(
        remarks_on("ego_item.txt", b"::::\n"),
        [
            "ego_item.txt:5:1: missing-field: found only colons; expected a directive before the first colon; the line is ignored"
        ]
    );
    assert_eq!(
        remarks_on("ego_item.txt", b"F:N\xe1in\n"),
        ["ego_item.txt:5:3: invalid-flag: found `Náin`; expected the name of a flag; it is ignored"]
    );
}

#[test]
fn a_line_longer_than_the_original_reads() {
    let text = format!("D:{}\nF:RES_ACID\n", "x".repeat(1030));
    assert_eq!(
        remarks_on("ego_item.txt", text.as_bytes()),
        [
            "ego_item.txt:5:1: line-cut: found a line over 1023 bytes; expected a shorter one; what follows byte 1023 is read \
             as a line of its own",
            "ego_item.txt:5:1024: not-a-line: found `xxxxxxxxx`; expected one of V, N, C, M, F, L, R, R2, T, D and a colon after it; the \
             line is ignored",
        ]
    );
}

#[test]
fn more_records_than_anyone_has() {
    let lines: Vec<_> = (3..2010).map(|index| format!("N:{index}:prefix:Number {index}\n")).collect();
    let text = lines.concat();
    assert_eq!(
        remarks_on("ego_item.txt", text.as_bytes()),
        [
            "ego_item.txt:2003:1: too-many-entries: found record number 2001; expected at most 2000; this and all further ones are ignored"
        ]
    );
}

#[test]
fn lines_before_the_first_record() {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let before = if name == "object_base.txt" { "B:10\n" } else { "F:RES_ACID\n" };
        let text =
            if matches!(name, "object_base.txt" | "object.txt") { format!("{before}{text}") } else { text.to_owned() };
        set.push(SourceFile::new(name, text.into_bytes()));
    }
    assert_eq!(
        remarks(set),
        [
            "object_base.txt:1:1: missing-record-header: found `B:` before any record; expected an `N:` line first; the line is ignored",
            "object.txt:1:1: missing-record-header: found `F:` before any record; expected an `N:` line first; the line is ignored",
        ]
    );
}

#[test]
fn files_that_are_missing_or_empty() {
    let mut set = SourceSet::new();
    for (name, text) in FILES.iter().filter(|file| file.0 != "ego_item.txt" && file.0 != "ego_themes.txt") {
        set.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    set.push(SourceFile::new("ego_themes.txt", b"# nothing here\n".to_vec()));
    assert_eq!(
        remarks(set),
        [
            "ego_item.txt:-: missing-file: found no such file; expected it beside the other edit files; the game can't be loaded without it",
            "ego_themes.txt:-: empty-file: found no entries; expected some",
        ]
    );
}

/// Every rule is raised by some case of this file, or of one for games that say more: the names in the expectations are the
/// list.
#[test]
fn every_rule_has_a_case() {
    let text = concat!(
        include_str!("affix_branch_diagnostics.rs"),
        include_str!("angband_28_chances.rs"),
        include_str!("angband_30_diagnostics.rs"),
        include_str!("angband_42_diagnostics.rs"),
        include_str!("variants.rs"),
        include_str!("declared.rs"),
        include_str!("nethack_diagnostics.rs"),
        include_str!("imoria_checks.rs"),
        include_str!("nethack_lua.rs"),
        include_str!("unangband_checks.rs"),
        include_str!("imoria_rows.rs"),
        include_str!("../c_tables.rs"),
        include_str!("../review.rs"),
        include_str!("../tables.rs"),
        include_str!("../../../rules/tables/tests/notations.rs"),
    );
    let missing: BTreeSet<_> =
        Rule::ALL.iter().map(|rule| rule.name()).filter(|name| !text.contains(&format!(": {name}: "))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn one_bad_line_costs_that_line_only() {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let text =
            text.replace("T:sword:1:1:great:5:1 to 9\n", "T:sword:1:1:great:five:1 to 9\nT:sword:1:1:uber:6:1 to 9\n");
        set.push(SourceFile::new(name, text.into_bytes()));
    }
    let loaded = games::find("affix-branch").expect("the game").load(set);
    assert_eq!(loaded.diagnostics.len(), 1);
    let affix = &loaded.catalog.affixes[1];
    assert_eq!((affix.name.as_str(), affix.allocations.len(), affix.allocations[0].commonness), ("of Edges", 1, 6));
}

#[test]
fn a_second_allocation_of_a_kind_replaces_the_first() {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let more = if name == "object.txt" { "A:7:5 to 9\n" } else { "" };
        set.push(SourceFile::new(name, [text, more].concat().into_bytes()));
    }
    for game in ["affix-branch", "v4"] {
        let catalog = games::find(game).expect("the game").load(set.clone()).catalog;
        let lines: Vec<_> = catalog.kinds[0].allocations.iter().map(|l| (l.commonness, l.min, l.max)).collect();
        assert_eq!(lines, [(7, 5, 9)], "{game}");
    }
}
