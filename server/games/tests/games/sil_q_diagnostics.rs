//! One literal case per remark that Sil-Q's files get and 3.0's don't.

use crate::common::remarks;
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// A small edition without remarks; the cases add lines to it.
const FILES: [(&str, &str); 4] = [
    ("limits.txt", "V:1.5.0\nM:K:50\nM:A:20:180:1:50\nM:E:50\n"),
    ("object.txt", "V:1.5.0\nN:1:& Dagger~\nG:|:w\nI:23:4:0\nW:1:0:5:10\nP:0:1d5:0:0d0\nA:1/1:10/1\nF:THROWING\n"),
    ("artefact.txt", "V:1.5.0\nN:20:'Thorn'\nG:|:w\nI:23:4:0\nW:2:4:5:5000\nP:1:1d6:1:0d0\nF:SLAY_ORC\nB:7/1\n"),
    (
        "special.txt",
        "V:1.5.0\nN:1:of Edges\nW:2:4:11:1000\nC:1:0:1:0:0:0:0\nT:23:0:9\nT:23:1:9\nT:23:2:9\nT:23:3:9\nB:7/1\nF:SHARPNESS\n",
    ),
];

/// The small edition with lines added to the end of one file.
fn with(file: &str, lines: &str) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let added = if name == file { lines } else { "" };
        set.push(SourceFile::new(name, [text, added].concat().into_bytes()));
    }
    games::find("sil-q").expect("the game").load(set)
}

/// File, added lines, the one remark expected.
const CASES: &[(&str, &str, &str)] = &[
    (
        "special.txt",
        "T:23:4:9\n",
        "special.txt:11:1: too-many-entries: found `T:` line number 5; expected at most 4 in a record; the line is ignored",
    ),
    (
        "special.txt",
        "C:1:2:3:4\n",
        "special.txt:11:10: missing-field: found the end of the line; expected protection-dice (a number) as in \
         C:attack:damage-dice:damage-sides:evasion:protection-dice:protection-sides:pval; the line is ignored",
    ),
    (
        "special.txt",
        "F:RES_ACID\n",
        "special.txt:11:3: invalid-flag: found `RES_ACID`; expected the name of a flag; it is ignored",
    ),
    (
        "object.txt",
        "P:0:1d5:0:0d0:0\n",
        "object.txt:9:14: surplus-field: found `:0`; expected the line to end as in P:attack:damage:evasion:protection; this is ignored",
    ),
    (
        "object.txt",
        "P:0:5:0:0d0\n",
        "object.txt:9:5: not-random: found `5`; expected dice such as 2d5 for damage; the line is ignored",
    ),
    (
        "artefact.txt",
        "P:0:1d5:0\n",
        "artefact.txt:9:10: missing-field: found the end of the line; expected protection (dice such as 2d5) as in P:attack:damage:evasion:protection; the line is ignored",
    ),
    (
        "limits.txt",
        "M:X:10\n",
        "limits.txt:5:3: undefined-directive: found `X`; expected one of F K B A E R G V P C H Q L O N T; the line is ignored",
    ),
];

#[test]
fn every_case_gives_its_one_remark() {
    assert_eq!(remarks(&with("none.txt", "")), [""; 0], "the small edition itself is clean");
    for (file, lines, expected) in CASES {
        assert_eq!(remarks(&with(file, lines)), [*expected], "{lines:?} in {file}");
    }
}

/// `M:A:20:180:1:50`: special artefacts are 1 to 19, drops make 20 to 199, smiths the others.
#[test]
fn an_artefact_beyond_the_normal_ones_comes_from_no_drop() {
    let more = "N:199:'Last'\nI:23:4:0\nW:2:4:5:5000\nN:200:'Made'\nI:23:4:0\nW:2:4:5:5000\n";
    let loaded = with("artefact.txt", more);
    assert_eq!(remarks(&loaded), [""; 0]);
    let made: Vec<_> =
        loaded.catalog.artifacts.iter().map(|artifact| (artifact.index, artifact.allocations.len())).collect();
    assert_eq!(made, [(20, 1), (199, 1), (200, 0)]);
}
