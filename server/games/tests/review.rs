//! What a reviewer would want to be told of a change: slips that are planted, and what real changes between editions give.

use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_proposal::review;

use crate::common::{remarks_of, sources};

fn load(game: &str, set: SourceSet) -> Loaded {
    games::find(game).expect("the game").load(set)
}

/// The edition with text of a file replaced, which must be there.
fn with(set: &SourceSet, file: &str, from: &str, to: &str) -> SourceSet {
    let mut changed = SourceSet::new();
    for source in set.files() {
        let text = String::from_utf8_lossy(source.text()).into_owned();
        let text = if source.name() == file {
            assert!(text.contains(from), "{file}: {from}");
            text.replacen(from, to, 1)
        } else {
            text
        };
        changed.push(SourceFile::new(source.name(), text.into_bytes()));
    }
    changed
}

/// Game, file, what is replaced by what, the change's title, and what is said: rule and text.
type Slip = (&'static str, &'static str, &'static str, &'static str, &'static str, &'static [&'static str]);

const SLIPS: &[Slip] = &[
    (
        "angband-4.2",
        "ego_item.txt",
        "alloc:60:1 to 45\ntype:soft",
        "alloc:600:1 to 45\ntype:soft",
        "",
        &[": weight-jump: found commonness 600 in place of 60; "],
    ),
    (
        "angband-4.2",
        "ego_item.txt",
        "alloc:70:1 to 60",
        "alloc:7:1 to 60",
        "",
        &[": weight-jump: found commonness 7 in place of 70; expected less of a step; it is 10 times less than it was"],
    ),
    (
        "angband-4.2",
        "ego_item.txt",
        "alloc:9:38 to 127",
        "alloc:90:38 to 127",
        "",
        &[": weight-jump: found commonness 90 in place of 9; expected less of a step; it is 10 times what it was"],
    ),
    (
        "angband-4.2",
        "ego_item.txt",
        "alloc:35:18 to 110",
        "alloc:35:18 to 18",
        "",
        &[": narrowed-to-level: found levels 18 to 18; expected more than one; they were 18 to 110"],
    ),
    (
        "angband-4.2",
        "ego_item.txt",
        "alloc:35:18 to 110",
        "alloc:35:18 to 11",
        "",
        &[": digit-lost: found depths 11 in place of 110; "],
    ),
    (
        "angband-4.2",
        "ego_item.txt",
        "alloc:50:1 to 50",
        "alloc:0:1 to 50",
        "",
        &[
            ": never-now: found no weight for of the Weathercock, so that it comes no more; expected some, as before: 50 in all",
        ],
    ),
    (
        "angband-4.2",
        "ego_item.txt",
        "alloc:50:1 to 50",
        "alloc:50:1 to 50\nalloc:40:1 to 30",
        "",
        &[": second-line: found a second line `alloc:`; "],
    ),
    (
        "angband-4.2",
        "ego_item.txt",
        "alloc:40:5 to 60",
        "alloc:45:5 to 60",
        "Make tinned things rarer",
        &[
            ": wrong-way: found commonness 45 in place of 40; expected it rarer, as the change says; with this number it comes more often",
        ],
    ),
    (
        "angband-4.2",
        "ego_item.txt",
        "alloc:40:5 to 60",
        "alloc:30:5 to 60",
        "More common tins",
        &[": wrong-way: found commonness 30 in place of 40; expected it more common"],
    ),
    (
        "angband-4.2",
        "object.txt",
        "alloc:25:0 to 70",
        "alloc:2500:0 to 70",
        "",
        &[": weight-jump: found commonness 2500 in place of 25; expected less of a step; it is 100 times what it was"],
    ),
    (
        "affix-branch",
        "ego_item.txt",
        "T:dragon armour:0:99:great:5:50 to 127",
        "T:dragon armour:0:99:great:500:50 to 127",
        "",
        &[": weight-jump: found commonness 500 in place of 5; "],
    ),
    (
        "affix-branch",
        "ego_item.txt",
        "T:soft armour:0:99:great:20:1 to 127",
        "T:soft armour:0:99:great:20:1 to 12",
        "",
        &[": digit-lost: found depths 12 in place of 127; "],
    ),
    (
        "affix-branch",
        "ego_item.txt",
        "T:soft armour:0:99:great:20:1 to 127",
        "T:soft armour:0:99:great:20:127 to 127",
        "",
        &[": narrowed-to-level: found levels 127 to 127; "],
    ),
    (
        "affix-branch",
        "ego_item.txt",
        "T:shield:1:9:great:20:1 to 127",
        "T:shield:1:9:great:2:1 to 127",
        "",
        &[": weight-jump: found commonness 2 in place of 20; "],
    ),
    ("angband-3.0", "ego_item.txt", "W:0:1:0:", "W:0:11:0:", "", &[": weight-jump: found rarity 11 in place of 1; "]),
    ("angband-3.0", "object.txt", "A:3/1\n", "A:3/30\n", "", &[": weight-jump: found rarity 30 in place of 1; "]),
    ("nethack", "objects.c", "None, 1, 140, 8, 3,", "None, 1, 14, 8, 3,", "", &[": digit-lost: "]),
    ("nethack", "objects.c", "\"thin blade\", 0, 20, 6,", "\"thin blade\", 0, 0, 6,", "", &[": never-now: "]),
    ("imoria", "values.h", "5000, 3, 309, 3, 1", "500, 3, 309, 3, 1", "", &[": digit-lost: "]),
    ("unangband", "object.txt", "A:3/8\n", "A:3/88\n", "", &[": weight-jump: found rarity 88 in place of 8; "]),
    (
        "affix-branch",
        "ego_item.txt",
        "T:shield:1:9:great:20:1 to 127\n",
        "T:shield:1:9:great:20:1 to 127\nT:shield:10:12:great:5000:1 to 127\n",
        "",
        &[": far-from-peers: found commonness 5000; expected it nearer to those of the others in this file, "],
    ),
];

#[test]
fn planted_slips_are_told() {
    assert!(SLIPS.len() >= 20);
    for (game, file, from, to, title, said) in SLIPS {
        let before = crate::common::starter(game);
        let after = load(game, with(&before, file, from, to));
        let found = remarks_of(&after.sources, &review(&load(game, before), &after, title));
        assert_eq!(found.len(), said.len(), "{game} {from:?} to {to:?}: {found:#?}");
        for (found, said) in found.iter().zip(*said) {
            assert!(found.starts_with(file) && found.contains(said), "{game} {from:?} to {to:?}: {found}");
        }
    }
}

/// Ordinary changes are not.
#[test]
fn ordinary_changes_are_silent() {
    for (game, file, from, to, title) in [
        ("angband-4.2", "ego_item.txt", "alloc:60:1 to 45\ntype:soft", "alloc:40:5 to 60\ntype:soft", "Make it rarer"),
        ("angband-4.2", "object.txt", "cost:20\n", "cost:2000\n", ""),
        ("angband-4.2", "object.txt", "desc:A hand's length", "desc:Half a hand's length", ""),
        ("affix-branch", "ego_item.txt", "T:shield:1:9:great:20:1 to 127\n", "", ""),
        (
            "affix-branch",
            "ego_item.txt",
            "T:soft armour:0:99:great:20:1 to 127",
            "T:soft armour:0:99:great:25:10 to 80",
            "",
        ),
    ] {
        let before = crate::common::starter(game);
        let after = load(game, with(&before, file, from, to));
        let found = remarks_of(&after.sources, &review(&load(game, before), &after, title));
        assert_eq!(found, [""; 0], "{game} {from:?} to {to:?}");
    }
}

/// Releases that teams made of their files: at most three remarks each, which are read here.
#[test]
fn real_releases_have_few_remarks() {
    for (system, game, before, after) in [
        ("angband-4.2", "angband-4.2", "edit/4.2.5", "edit/4.2.6"),
        ("angband-3.0", "angband-3.0", "edit/2.8.3", "edit/2.9.1"),
        ("angband-3.0", "angband-3.0", "edit/2.9.1", "edit/3.0.6"),
    ] {
        let Some(folder) = crate::common::reference(system) else { return };
        let [before, after] = [before, after].map(|place| load(game, sources(&folder.join(place))));
        let found = remarks_of(&after.sources, &review(&before, &after, ""));
        assert!(found.len() <= 3, "{system}: {found:#?}");
    }
}
