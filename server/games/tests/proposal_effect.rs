//! The text of what changes do: the same where all that the touched item types' chances are made of is the same, and
//! another where a chance may be another.

use std::path::Path;

use crate::common::{reference, sources};
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_proposal::effect_text;

fn starter(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    games::find(game).expect("the game").load(sources(&folder))
}

/// The edition with texts in place of others, the first time each stands in a file.
fn edited(base: &Loaded, edits: &[(&str, &str, &str)]) -> Loaded {
    let mut set = SourceSet::new();
    for file in base.sources.files() {
        let mut text = String::from_utf8_lossy(file.bytes()).into_owned();
        for (_, from, to) in edits.iter().filter(|edit| edit.0 == file.name()) {
            assert!(text.contains(from), "{from}");
            text = text.replacen(from, to, 1);
        }
        set.push(SourceFile::new(file.name(), text.into_bytes()));
    }
    base.game.load(set)
}

/// Commonness 20 becomes 30 on soft armour.
const ACID: (&str, &str, &str) =
    ("ego_item.txt", "T:soft armour:0:99:great:20:1 to 127", "T:soft armour:0:99:great:30:1 to 127");

#[test]
fn what_looks_different_only_is_no_effect() {
    for game in games::ALL {
        let base = starter(game.id());
        let mut set = SourceSet::new();
        for file in base.sources.files() {
            let text = String::from_utf8_lossy(file.bytes()).into_owned();
            set.push(SourceFile::new(
                file.name(),
                format!("# more\n\n{}\n# end\n", text.replace('\n', "\r\n")).into_bytes(),
            ));
        }
        assert!(effect_text(&base, &base.game.load(set)).is_empty(), "{}", game.id());
    }
    let base = starter("affix-branch");
    for edits in [
        &[("ego_item.txt", "D:Acid beads and rolls off.", "D:Nothing.")][..],
        &[("ego_item.txt", "T:soft armour:0:99:great:20:1 to 127", "  T:soft armour:0:99:great: 20:1  to  127")],
        // Allocations of item types in another order, and a theme's affixes.
        &[(
            "ego_item.txt",
            "T:soft armour:0:99:great:20:1 to 127\nT:hard armour:0:99:great:20:1 to 127\n",
            "T:hard armour:0:99:great:20:1 to 127\nT:soft armour:0:99:great:20:1 to 127\n",
        )],
        &[(
            "ego_themes.txt",
            "A:of Resist Acid:7\nA:of Resist Lightning:7\n",
            "A:of Resist Lightning:7\nA:of Resist Acid:7\n",
        )],
    ] {
        assert!(effect_text(&base, &edited(&base, edits)).is_empty(), "{edits:?}");
    }
}

#[test]
fn the_touched_item_types_are_told_before_and_after() {
    let base = starter("affix-branch");
    let text = effect_text(&base, &edited(&base, &[ACID]));
    let types: Vec<_> = text.lines().filter(|line| line.starts_with("type ")).collect();
    // Soft armour is 36, as in the game's list of item types.
    assert_eq!(types, ["type 36", "type 36"]);
    let (before, after) = text.split_once("\nafter\n").expect("two sides");
    let acid = |commonness| {
        format!(
            "affix 1 of Resist Acid\nN:1:suffix:of Resist Acid\nF:RES_ACID | IGNORE_ACID\nrow [{commonness}, 1, 127, 0, 99, 1]\n"
        )
    };
    assert!(before.contains(&acid(20)) && after.contains(&acid(30)));
    assert!(before.starts_with("game affix-branch\nbefore\ntype 36\n"));
}

#[test]
fn the_same_change_of_other_files_has_the_same_effect_where_its_item_types_are_the_same() {
    let base = starter("affix-branch");
    let effect = effect_text(&base, &edited(&base, &[ACID]));
    let moved = |edit: (&str, &str, &str)| {
        let other = edited(&base, &[edit]);
        effect_text(&other, &edited(&other, &[ACID]))
    };
    // Elsewhere: another item type's line, comments.
    for edit in [
        ("ego_item.txt", "T:shield:1:9:great:20:1 to 127", "T:shield:1:9:great:2:1 to 127"),
        ("ego_item.txt", "# Body armour and shields", "# Bodies"),
    ] {
        assert!(moved(edit) == effect, "{edit:?}");
    }
    // Another affix of soft armour, a theme of it, its flags, a kind of any type.
    for edit in [
        (
            "ego_item.txt",
            "F:RES_ELEC | IGNORE_ELEC\nT:soft armour:0:99:great:20:1",
            "F:RES_ELEC | IGNORE_ELEC\nT:soft armour:0:99:great:21:1",
        ),
        ("ego_item.txt", "F:RES_ELEC | IGNORE_ELEC", "F:RES_ELEC"),
        ("ego_themes.txt", "A:of Resist Acid:7", "A:of Resist Acid:6"),
        ("object.txt", "\nA:", "\nA:1:1 to 2\nA:"),
    ] {
        assert!(moved(edit) != effect, "{edit:?}");
    }
}

#[test]
fn the_order_of_allocations_that_fit_the_same_item_counts() {
    let base = starter("affix-branch");
    let with = |second: &str| {
        let to = format!("{}\n{second}", ACID.1);
        edited(&base, &[("ego_item.txt", ACID.1, &to)])
    };
    let swapped = |second: &str| {
        let to = format!("{second}\n{}", ACID.1);
        edited(&base, &[("ego_item.txt", ACID.1, &to)])
    };
    let effect = |second: &str| effect_text(&with(second), &swapped(second));
    // The first that fits counts; of equal commonness it doesn't matter which.
    assert!(!effect("T:soft armour:3:5:good:10:1 to 9").is_empty());
    assert!(effect("T:soft armour:3:5:good:20:1 to 9").is_empty());
}

#[test]
fn every_games_lines_have_an_effect() {
    for (game, edit, types) in [
        (
            "angband-3.0",
            ("ego_item.txt", "W:2:2:0:900", "W:2:4:0:900"),
            vec!["type 34", "type 36", "type 37", "type 34", "type 36", "type 37"],
        ),
        ("angband-4.2", ("ego_item.txt", "alloc:60:1 to 45", "alloc:60:1 to 50"), Vec::new()),
        ("v4", ("artifact.txt", "\nA:", "\nA:1:1 to 2\nA:"), Vec::new()),
        ("angband-3.5", ("ego_item.txt", "\nA:", "\nA:99:1 to 100\nW:1:99:0:1\nA:"), Vec::new()),
    ] {
        let base = starter(game);
        let text = effect_text(&base, &edited(&base, &[edit]));
        let found: Vec<_> = text.lines().filter(|line| line.starts_with("type ")).collect();
        assert!(!found.is_empty(), "{game}");
        if !types.is_empty() {
            assert_eq!(found, types, "{game}");
        }
    }
}

#[test]
fn real_files_have_an_effect_only_where_they_differ() {
    for (game, folder) in [
        ("affix-branch", "affix-branch/edit"),
        ("angband-3.0", "angband-3.0/edit/3.0.6"),
        ("sil-q", "sil-q/edit"),
        ("narsil", "narsil/edit"),
        ("frogcomposband", "frogcomposband/edit"),
        ("angband-3.5", "angband-3.5/edit"),
        ("angband-4.2", "angband-4.2/edit/4.2.5"),
    ] {
        let Some(folder) = reference(folder) else { continue };
        let load = || games::find(game).expect("the game").load(sources(&folder));
        let base = load();
        assert!(effect_text(&base, &load()).is_empty());
        let line = affixboard_proposal::entry_lines(&base).into_iter().next().expect("a line");
        let gone = edited(&base, &[(&line.file, &line.text, "")]);
        assert!(!effect_text(&base, &gone).is_empty(), "{game}: {}", line.text);
    }
}
