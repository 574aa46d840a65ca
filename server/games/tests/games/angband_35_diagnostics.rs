//! One literal case per limit of Angband 3.5 that its kin doesn't have: a line in, a message with its place out, and the
//! rest still loads.

use affixboard_games as games;
use affixboard_model::text::{SourceFile, SourceSet};

/// A small edition without remarks; the cases add lines to it.
const FILES: [(&str, &str); 4] = [
    ("object_base.txt", "N:sword:Sword~\nF:HATES_ACID\n"),
    ("object.txt", "N:1:& Dagger~\nI:sword:1\nA:20:1 to 100\n"),
    ("ego_item.txt", "N:1:of Edges\nW:0:4:0:100\nA:10:1 to 100\nT:sword:0:99\n"),
    ("artifact.txt", "N:16:'Thorn'\nI:sword:Dagger\nA:10:5 to 100\n"),
];

fn remarks(files: &[(&str, String)]) -> Vec<String> {
    let mut set = SourceSet::new();
    for (name, text) in files {
        set.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    crate::common::remarks(&games::find("angband-3.5").expect("the game").load(set))
}

/// The remarks about the small edition with text before and after that of one file.
fn remarks_with(file: &str, before: &str, after: &str) -> Vec<String> {
    let files = FILES.map(|(name, text)| {
        let text = if name == file { format!("{before}{text}{after}") } else { text.to_owned() };
        (name, text)
    });
    let mut files = files.to_vec();
    if !FILES.iter().any(|known| known.0 == file) {
        files.push((file, after.to_owned()));
    }
    remarks(&files)
}

/// File, added lines, the remarks expected.
const CASES: &[(&str, &str, &[&str])] = &[
    ("object.txt", "", &[]),
    (
        "object.txt",
        "V:3.5.1\n",
        &[
            "object.txt:4:1: undefined-directive: found `V`; expected one of N, G, I, W, A, P, C, M, F, E, L, D; the line is \
           ignored",
        ],
    ),
    (
        "object.txt",
        "A:256:1 to 100\n",
        &["object.txt:4:3: out-of-bounds: found 256; expected a commonness from 0 to 255; the line is ignored"],
    ),
    (
        "object.txt",
        "A:-1:1 to 100\n",
        &["object.txt:4:3: out-of-bounds: found -1; expected a commonness from 0 to 255; the line is ignored"],
    ),
    ("object.txt", "A:20:1 to 300\n", &["object.txt:4:6: number-wraps: 300 overflows a byte; the game uses 44"]),
    (
        "object.txt",
        "N:2:& Odd Thing~\nI:101:1\nA:20:1 to 100\n",
        &["object.txt:5:3: out-of-bounds: found 101; expected an item type up to 100; the line is ignored"],
    ),
    (
        "object.txt",
        "N:2:& Odd Thing~\nA:20:1 to 100\n",
        &[
            "object.txt:5:1: unrecognised-tval: found `A:` in a record without an item type; expected an `I:` line too, for \
           the original crashes when it draws such a kind; the line is ignored",
        ],
    ),
    (
        "object.txt",
        "L:1:STR\nL:1:INT\nL:1:WIS\nL:1:DEX\n",
        &[
            "object.txt:7:1: too-many-entries: found `L:` line number 4; expected at most 3 in a record; the line is ignored",
        ],
    ),
    (
        "object.txt",
        "F:\n",
        &[
            "object.txt:4:3: missing-field: found the end of the line; expected flags (text) as in F:flags; the line is \
           ignored",
        ],
    ),
    (
        "object.txt",
        "F:GOOD\n",
        &["object.txt:4:3: invalid-flag: found `GOOD`; expected the name of a flag; it is ignored"],
    ),
    (
        "ego_item.txt",
        "W:128:4:0:100\n",
        &["ego_item.txt:5:3: out-of-bounds: found 128; expected a level from 0 to 127; the line is ignored"],
    ),
    // The place is free still, for a type of 0 takes none.
    (
        "ego_item.txt",
        "T:0:0:99\nT:sword:1:1\nT:sword:1:9\nT:sword:0:5\n",
        &[
            "ego_item.txt:8:1: too-many-entries: found `T:` line number 4; expected at most 3 in a record; the line is ignored",
        ],
    ),
    (
        "ego_item.txt",
        "L:1:0:STR\nL:1:0:INT\nL:1:0:WIS\nL:1:0:DEX\n",
        &[
            "ego_item.txt:8:1: too-many-entries: found `L:` line number 4; expected at most 3 in a record; the line is ignored",
        ],
    ),
    (
        "ego_item.txt",
        "A:10:1 to 256\n",
        &["ego_item.txt:5:6: out-of-bounds: found 1 to 256; expected levels from 0 to 255; the line is ignored"],
    ),
    ("ego_item.txt", "M:-1:0:255\n", &["ego_item.txt:5:3: number-wraps: -1 overflows a byte; the game uses 255"]),
    (
        "ego_item.txt",
        "W:60:4:0:100\nA:10:1 to 40\n",
        &[
            "ego_item.txt:1:1: reversed-range: found levels 60 to 40; expected a first level (W: line) up to the last (A: \
           line), or this ego is never made",
        ],
    ),
    (
        "ego_item.txt",
        "W:0:101:0:100\n",
        &[
            "ego_item.txt:5:1: never-drawn: found an ego of weight 0; expected a commonness over 0 or a rarity of 1 to 100, or by this game's rules it never comes",
        ],
    ),
    // Commonness isn't used, so no number of it is too great.
    ("ego_item.txt", "A:30000:1 to 100\n", &[]),
    (
        "artifact.txt",
        "I:sword:Butter Knife\n",
        &[
            "artifact.txt:4:9: invalid-value: found `Butter Knife`; expected a number or the name of a kind of this type; the \
           line is ignored",
        ],
    ),
    (
        "artifact.txt",
        "A:10:5 to 300\n",
        &["artifact.txt:4:6: out-of-bounds: found 5 to 300; expected levels from 0 to 255; the line is ignored"],
    ),
    (
        "limits.txt",
        "M:T:99\nM:K:-1\n",
        &[
            "limits.txt:1:3: undefined-directive: found `T`; expected one of F K A E R P S O M I; the line is ignored",
            "limits.txt:2:5: invalid-value: found -1; expected 0 or more; the line is ignored",
        ],
    ),
];

#[test]
fn each_case_gives_its_remarks() {
    for (file, lines, expected) in CASES {
        assert_eq!(remarks_with(file, "", lines), *expected, "{file}: {lines}");
    }
}

#[test]
fn lines_before_any_record() {
    for (file, line) in [("ego_item.txt", "A:10:1 to 100\n"), ("object.txt", "A:20:1 to 100\n")] {
        let expected = format!(
            "{file}:1:1: missing-record-header: found `A:` before any record; expected an `N:` line first; the line is ignored"
        );
        assert_eq!(remarks_with(file, line, ""), [expected]);
    }
}

/// What is refused is gone, what is read is there, and of two records of an index the first stays.
#[test]
fn the_rest_still_loads() {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let more = if name == "ego_item.txt" { "W:200:1:0:0\nN:1:of Points\nT:sword:0:99\n" } else { "" };
        set.push(SourceFile::new(name, format!("{text}{more}").into_bytes()));
    }
    let loaded = games::find("angband-3.5").expect("the game").load(set);
    let rules: Vec<_> = loaded.diagnostics.iter().map(|d| d.rule.name()).collect();
    assert_eq!(rules, ["out-of-bounds", "duplicate-index"]);
    let egos: Vec<_> =
        loaded.catalog.affixes.iter().map(|ego| (ego.name.as_str(), ego.allocations[0].commonness)).collect();
    assert_eq!(egos, [("of Edges", 25)]);
}
