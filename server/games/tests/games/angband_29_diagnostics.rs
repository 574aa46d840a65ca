//! One literal case per remark that 2.9's files get and 3.0's don't.

use crate::common::remarks;
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};

/// A small edition without remarks; the cases add lines to it.
const FILES: [(&str, &str); 4] = [
    ("z_info.txt", "V:2.9.1\nM:K:50\nM:A:50\nM:E:50\n"),
    ("k_info.txt", "V:2.9.1\nN:1:& Dagger~\nG:|:w\nI:23:4:0\nW:1:0:12:20\nA:1/1:20/2\nP:0:1d4:0:0:0\n"),
    ("a_info.txt", "V:2.9.1\nN:16:'Thorn'\nI:23:4:0\nW:5:10:12:4000\nP:0:1d4:4:6:0\nF:RES_ACID |\nA:LIGHT:10:10\n"),
    ("e_info.txt", "V:2.9.1\nN:4:of Edges\nX:24:20:1\nW:0:8:0:1000\nC:6:6:0:0\nT:23:0:99\nF:RES_ACID | XXX5\n"),
];

/// The small edition with lines added to the end of one file.
fn with(file: &str, lines: &str) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in FILES {
        let added = if name == file { lines } else { "" };
        set.push(SourceFile::new(name, [text, added].concat().into_bytes()));
    }
    games::find("angband-2.9").expect("the game").load(set)
}

/// File, added lines, the one remark expected.
const CASES: &[(&str, &str, &str)] = &[
    (
        "z_info.txt",
        "M:L:10\n",
        "z_info.txt:5:3: undefined-directive: found `L`; expected one of F K A E R V P H B O M N T; the line is ignored",
    ),
    (
        "k_info.txt",
        "D:It cuts.\n",
        "k_info.txt:8:1: undefined-directive: found `D`; expected one of V, N, G, I, W, A, P, F; the line is ignored",
    ),
    (
        "a_info.txt",
        "D:It cuts.\nD:Ever so.\n",
        "a_info.txt:8:1: undefined-directive: found `D` and 1 more such line; expected one of V, N, I, W, P, F, A; these lines are ignored",
    ),
    (
        "e_info.txt",
        "D:It cuts.\n",
        "e_info.txt:8:1: undefined-directive: found `D`; expected one of V, N, X, W, C, T, F; the line is ignored",
    ),
    (
        "e_info.txt",
        "N:5:of Points\nX:20:1\nF:NONSENSE\n",
        "e_info.txt:9:7: missing-field: found the end of the line; expected xtra (a number) as in X:slot:rating:xtra; the whole record is ignored",
    ),
    (
        "e_info.txt",
        "N:5:of Points\nX:23:10:0:0\n",
        "e_info.txt:9:10: surplus-field: found `:0`; expected the line to end as in X:slot:rating:xtra; this is ignored",
    ),
    (
        "e_info.txt",
        "F:KILL_DEMON\n",
        "e_info.txt:8:3: invalid-flag: found `KILL_DEMON`; expected the name of a flag; it is ignored",
    ),
    (
        "e_info.txt",
        "N:4: and Points\n",
        "e_info.txt:8:3: duplicate-index: found 4 a second time; expected each index once: the original takes this for more of the same record, and adds the name to the first",
    ),
    (
        "e_info.txt",
        "N:3:of Points\nF:NONSENSE\n",
        "e_info.txt:8:3: non-sequential-index: found 3; expected an index of 4 or more; the whole record is ignored",
    ),
    (
        "k_info.txt",
        "N:1:Knife\nF:NONSENSE\n",
        "k_info.txt:8:3: non-sequential-index: found 1; expected an index greater than 1; the whole record is ignored",
    ),
];

#[test]
fn every_case_gives_its_one_remark() {
    assert_eq!(remarks(&with("none.txt", "")), [""; 0], "the small edition itself is clean");
    for (file, lines, expected) in CASES {
        assert_eq!(remarks(&with(file, lines)), [*expected], "{lines:?} in {file}");
    }
}

#[test]
fn an_ego_that_comes_again_is_one() {
    // Its first place is written over, its flags are added, and a fourth `T:` line since the last header is too many.
    let loaded = with("e_info.txt", "N:4: and Points\nT:22:1:2\nF:SEE_INVIS\nW:9:3:0:1\nT:21:0:9\n");
    let [ego] = &loaded.catalog.affixes[..] else { panic!("one ego") };
    assert_eq!(ego.name, "of Edges and Points");
    assert_eq!(ego.flags, ["XXX5", "RES_ACID", "SEE_INVIS"]);
    let places: Vec<_> = ego.allocations.iter().map(|line| (line.tval, line.commonness, line.min)).collect();
    assert_eq!(places, [(22, 33, 9), (21, 33, 9)]);
}

#[test]
fn an_artifact_that_comes_again_is_one() {
    let loaded = with("a_info.txt", "N:16: the Second\nW:7:3:1:1\n");
    let [artifact] = &loaded.catalog.artifacts[..] else { panic!("one artifact") };
    assert_eq!(artifact.name, "'Thorn' the Second");
    assert_eq!((artifact.allocations[0].commonness, artifact.allocations[0].min), (3, 7));
}

#[test]
fn flags_that_came_with_2_9_2_are_known() {
    let loaded = with("e_info.txt", "F:BRAND_POIS | KILL_DRAGON\n");
    assert_eq!(remarks(&loaded), [""; 0]);
}
