//! One literal case per remark that 2.8's files get and 2.9's don't.

use crate::common::remarks;
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// A small edition without remarks; the cases add lines to it. Of launchers, for these have the fewest egos.
const FILES: [(&str, &str); 3] = [
    ("k_info.txt", "V:2.8.3\nN:1:& Short Bow~\nG:}:u\nI:19:12:2\nW:3:0:30:50\nA:3/1:20/2\nP:0:0d0:0:0:0\n"),
    ("a_info.txt", "V:2.8.3\nN:16:'Thorn'\nI:19:12:0\nW:5:10:12:4000\nP:0:0d0:4:6:0\nF:RES_ACID |\n"),
    (
        "e_info.txt",
        "V:2.8.3\nN:104:of Aim\nX:25:10\nW:0:0:0:1000\nC:15:5:0:0\nN:105:of Haste\nX:25:10\nW:0:0:0:1000\n\
         N:108:of Might\nX:25:20\nW:0:0:0:9000\nF:MIGHT\nN:109:of Shots\nX:25:20\nW:0:0:0:9000\nF:SHOTS | XXX7\n",
    ),
];

/// The small edition with lines added to the end of one file.
fn with(file: &str, lines: &str) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let added = if name == file { lines } else { "" };
        set.push(SourceFile::new(name, [text, added].concat().into_bytes()));
    }
    games::find("angband-2.8").expect("the game").load(set)
}

/// File, added lines, the one remark expected.
const CASES: &[(&str, &str, &str)] = &[
    (
        "k_info.txt",
        "N:512:& Bow~\n",
        "k_info.txt:8:3: too-many-entries: found 512; expected an index below 512; the whole record is ignored",
    ),
    (
        "a_info.txt",
        "N:128:'Bud'\nI:19:12:0\n",
        "a_info.txt:7:3: too-many-entries: found 128; expected an index below 128; the whole record is ignored",
    ),
    (
        "a_info.txt",
        "A:LIGHT:10:10\n",
        "a_info.txt:7:1: undefined-directive: found `A`; expected one of V, N, I, W, P, F; the line is ignored",
    ),
    (
        "e_info.txt",
        "N:128:of Points\nX:25:1\n",
        "e_info.txt:17:3: too-many-entries: found 128; expected an index below 128; the whole record is ignored",
    ),
    (
        "e_info.txt",
        "T:19:0:99\n",
        "e_info.txt:17:1: undefined-directive: found `T`; expected one of V, N, X, W, C, F; the line is ignored",
    ),
    (
        "e_info.txt",
        "N:110:of Points\nX:25:10:1\n",
        "e_info.txt:18:8: surplus-field: found `:1`; expected the line to end as in X:slot:rating; this is ignored",
    ),
    (
        "e_info.txt",
        "F:BRAND_POIS\n",
        "e_info.txt:17:3: invalid-flag: found `BRAND_POIS`; expected the name of a flag; it is ignored",
    ),
    // Of another index than any list has, it is read and never comes.
    ("e_info.txt", "N:110:of Points\nX:25:10\nW:9:9:0:500\n", ""),
];

#[test]
fn every_case_gives_its_one_remark() {
    assert_eq!(remarks(&with("none.txt", "")), [""; 0], "the small edition itself is clean");
    for (file, lines, expected) in CASES {
        let expected: Vec<&str> = [*expected].into_iter().filter(|remark| !remark.is_empty()).collect();
        assert_eq!(remarks(&with(file, lines)), expected, "{lines:?} in {file}");
    }
}

/// Sizes are in the program; a file with them is none of this game's.
#[test]
fn there_is_no_file_of_limits() {
    let game = games::find("angband-2.8").expect("the game");
    let names: Vec<&str> = game.files().iter().map(|file| file.name).collect();
    assert_eq!(names, ["k_info.txt", "a_info.txt", "e_info.txt"]);
}
