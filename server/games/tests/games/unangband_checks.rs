//! What is said of Unangband's files that its program leaves to go wrong while it runs: one literal case each.

use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};

use crate::common::remarks_of;

const OBJECTS: &str = "V:0.7.0\nN:1:& Short Sword~\nG:|:W\nI:23:10:0\nW:5:0:80:90\nA:5\nP:0:1d7:0:0:0\n\
                       N:2:& Scale Mail~\nG:[:W\nI:38:1:0\nW:20:0:250:900\nA:20\nP:30:1d3:0:0:0\n";
const ARTIFACTS: &str = "V:0.7.0\nN:16:'Needle'\nI:23:10:1\nW:30:3:80:9000\nP:0:1d7:0:0:0\nF:FEATHER\n";
const EGOS: &str = "V:0.7.0\nN:1:of Quiet\nX:1:5:0\nC:0:0:0:0\nW:10:2:0:500\nT:23:0:99\nF:FEATHER\n";

/// These files with others beside them or in their place.
fn load(files: &[(&str, &str)]) -> Loaded {
    let mut sources = SourceSet::new();
    let usual = [("object.txt", OBJECTS), ("artifact.txt", ARTIFACTS), ("ego_item.txt", EGOS)];
    for (name, text) in usual.iter().filter(|usual| !files.iter().any(|other| other.0 == usual.0)).chain(files) {
        sources.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    games::find("unangband").expect("the game").load(sources)
}

fn said(files: &[(&str, &str)]) -> Vec<String> {
    let loaded = load(files);
    remarks_of(&loaded.sources, &loaded.diagnostics)
}

/// Files, and parts of what is said of them, one for each remark.
type Case<'a> = (&'a [(&'a str, &'a str)], &'a [&'a str]);

#[test]
fn nothing_is_said_of_files_without_mistakes() {
    assert_eq!(said(&[]), Vec::<String>::new());
}

#[test]
fn each_check_has_a_literal_case() {
    let unordered = OBJECTS.replace("A:5\n", "A:5:30/2:12\n");
    let activates = ARTIFACTS.replace("F:FEATHER", "F:ACTIVATE");
    let activation = ARTIFACTS.replace("F:FEATHER", "F:FEATHER\nA:3:50:50");
    let dragon = EGOS.replace("T:23:0:99", "T:38:0:99");
    let baseless = ARTIFACTS.replace("I:23:10:1", "I:23:11:1");
    // An immunity is worth 17 and more.
    let strong = ARTIFACTS.replace("W:30:3", "W:3:3").replace("F:FEATHER", "F:IM_ACID | IM_COLD");
    let limits = "V:0.7.0\nM:K:2\n";
    let spells = "V:0.7.0\nN:1:Spark\nA:65:1:1\nC:4:1:1:20:5\nP:7:0\nB:BOLT:FIRE:3d4\n";
    let classes = "V:0.7.0\nN:0:Guard\nE:23:10:1:1:0:0:0:99\nE:24:1:1:1:0:0:0:99\n";
    let blows = "V:0.7.0\nN:0:MISS\nN:1:HIT\nF:MELEE\n";
    let effects = "V:0.7.0\nN:0:NOTHING\nN:1:HURT\n";
    let flavors = "V:0.7.0\nN:1:23:10\nG:=:w\nD:Bone\nN:2:23:9\nG:=:w\nD:Horn\nN:3:23\nG:=:w\nD:Cork\n";
    let vaults = "V:0.7.0\nN:1:hut\nX:7:5:1:3:0:9\nD:%%%\nN:2:shed\nX:7:5:1:3:0:9\nD:\0%%\nN:1:never read\n";
    let rats = "V:0.7.0\nN:0:Nobody\nN:1:Rat\nW:1:1:0:1\nB:CLAWS:HURT:1d3\n";
    // 8 hit points' worth and 10 damage make 3, and the blow's 5 is more than 4: level 2.
    let stale = "V:0.7.0\nN:0:Nobody\nN:1:Rat\nI:110:5:20:6:20\nW:3:1:0:1\nC:2:1:0:1:1\nB:HIT:HURT:1d3\n";
    let falling = "V:0.7.0\nN:2:of Ember\nN:1:of Rime\n";
    let cases: &[Case<'_>] = &[
        (&[("object.txt", &unordered)], &[": unordered-places: "]),
        (&[("artifact.txt", &activates)], &[": activation-mismatch: "]),
        (
            &[("monster.txt", stale), ("blows.txt", blows), ("effect.txt", effects)],
            &["monster.txt:5:3: stale-template: found the level 3; expected 2, as the program computes it"],
        ),
        (&[("artifact.txt", &activation)], &[": activation-mismatch: "]),
        (&[("ego_item.txt", &dragon)], &[": ego-of-dragon-armour: "]),
        (
            &[("artifact.txt", &baseless)],
            &[": never-drawn: ", ": dangling-reference: found type 23 with sval 11, which object.txt doesn't have"],
        ),
        (&[("artifact.txt", &strong)], &[": power-beyond-level: "]),
        (&[("limits.txt", limits)], &[": too-many-entries: "]),
        (&[("vault.txt", vaults)], &["vault.txt:7:1: nul-byte: found a NUL byte in this line"]),
        (&[("rune.txt", falling)], &[": non-sequential-index: "]),
        (
            &[("spell.txt", spells), ("p_class.txt", classes), ("blows.txt", blows), ("effect.txt", effects)],
            &[
                "found type 24 with sval 1, which object.txt doesn't have",
                "found type 65 with sval 1, which object.txt doesn't have",
                "found number 4, which p_class.txt doesn't have",
                "found number 7, which spell.txt doesn't have",
                "found `BOLT`, which blows.txt doesn't have",
                "found `FIRE`, which effect.txt doesn't have",
            ],
        ),
        (
            &[("monster.txt", rats), ("blows.txt", blows), ("effect.txt", effects)],
            &[": unknown-reference: found `CLAWS`", ": dangling-reference: found `CLAWS`"],
        ),
        (&[("flavor.txt", flavors)], &["found type 23 with sval 9, which object.txt doesn't have"]),
    ];
    for (files, expected) in cases {
        let found = said(files);
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for (found, expected) in found.iter().zip(*expected) {
            assert!(found.contains(expected), "{expected} in {found}");
        }
    }
}
