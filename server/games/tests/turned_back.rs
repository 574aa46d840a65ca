//! Whether later files still have what was changed, or read as if it had never been.

use std::path::Path;

use affixboard_games as games;
use affixboard_model::{
    catalog::Sort,
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_proposal::{Change, TurnedBack, apply, entry_lines, may_be_turned_back};

use crate::common::sources;

const SOFT: &str = "T:soft armour:0:99:great:20:1 to 127";
const HARD: &str = "T:hard armour:0:99:great:20:1 to 127";
const NEW: &str = "T:sword:0:99:great:5:1 to 127";

fn starter() -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/affix-branch");
    games::find("affix-branch").expect("the game").load(sources(&folder))
}

/// The same files with text in place of other text, the first time it occurs in the file of affixes.
fn with(base: &Loaded, from: &str, to: &str) -> Loaded {
    let mut set = SourceSet::new();
    for file in base.sources.files() {
        let mut text = String::from_utf8(file.bytes().to_vec()).expect("UTF-8");
        if file.name() == "ego_item.txt" {
            assert!(text.contains(from), "{from}");
            text = text.replacen(from, to, 1);
        }
        set.push(SourceFile::new(file.name(), text.into_bytes()));
    }
    base.game.load(set)
}

/// Affix 1, of Resist Acid, gets another line for soft armour, loses that for hard armour, and gets one for swords.
fn changes(base: &Loaded) -> Vec<Change> {
    let lines = entry_lines(base);
    let line = |text: &str| {
        let is_it = |line: &&affixboard_proposal::EntryLine| line.index == 1 && line.text == text;
        lines.iter().filter(|line| line.sort == Sort::AFFIX).find(is_it).expect("the line")
    };
    vec![
        Change::replace(line(SOFT), SOFT.replace(":20:", ":30:")),
        Change::remove(line(HARD)),
        Change::insert_after(line(SOFT), NEW),
    ]
}

fn applied(base: &Loaded, changes: &[Change]) -> Loaded {
    let applied = apply(base, changes).expect("files that can be edited");
    assert!(applied.is_whole(), "{:?}", applied.outcomes);
    base.game.load(applied.sources)
}

#[test]
fn each_change_is_known_to_be_turned_back_or_not() {
    let before = starter();
    let changes = changes(&before);
    let after = applied(&before, &changes);
    let soft = SOFT.replace(":20:", ":30:");
    // What the files became, and for the replaced, the removed and the new line whether it is turned back.
    for (what, has, expected) in [
        ("the same", after.sources.clone(), [false, false, false]),
        ("an older checkout", before.sources.clone(), [true, true, true]),
        ("the first line as before", with(&after, &soft, SOFT).sources, [true, false, false]),
        ("the first line changed further", with(&after, &soft, &SOFT.replace(":20:", ":31:")).sources, [false; 3]),
        ("the removed line again", with(&after, &soft, &format!("{soft}\n{HARD}")).sources, [false, true, false]),
        ("the new line gone", with(&after, &format!("{NEW}\n"), "").sources, [false, false, true]),
        ("the new line changed further", with(&after, NEW, &NEW.replace(":5:", ":6:")).sources, [false; 3]),
        (
            "an older checkout, changed too",
            with(&before, SOFT, &SOFT.replace(":20:", ":31:")).sources,
            [false, true, true],
        ),
        (
            "the entry with another number",
            with(&after, "N:1:suffix:of Resist Acid", "N:799:suffix:of Resist Acid").sources,
            [false; 3],
        ),
    ] {
        let has = before.game.load(has);
        assert_eq!(TurnedBack::new(&after, &has).of(&changes), expected, "{what}");
        assert!(may_be_turned_back(&changes, &has) || !expected.contains(&true), "{what}");
    }
    assert!(!may_be_turned_back(&changes, &after));
    // Files that never had the changes lose none.
    assert_eq!(TurnedBack::new(&before, &before).of(&changes), [false; 3]);
}

/// One of two equal lines is removed: that one is left is no sign of anything.
#[test]
fn equal_lines_are_counted() {
    let before = with(&starter(), SOFT, &format!("{SOFT}\n{SOFT}"));
    let lines = entry_lines(&before);
    let two: Vec<_> = lines.iter().filter(|line| line.index == 1 && line.text == SOFT).collect();
    assert_eq!(two.len(), 2);
    let changes = [Change::remove(two[1])];
    let after = applied(&before, &changes);
    assert!(may_be_turned_back(&changes, &after), "it takes a look at the files that had the change");
    assert_eq!(TurnedBack::new(&after, &after).of(&changes), [false]);
    assert_eq!(TurnedBack::new(&after, &before).of(&changes), [true]);
}

/// What was changed of an entry goes with the entry; what was removed of it is not there again.
#[test]
fn an_entry_that_is_gone_takes_its_lines_with_it() {
    let before = starter();
    let changes = changes(&before);
    let after = applied(&before, &changes);
    let text = after.sources.files().iter().find(|file| file.name() == "ego_item.txt").expect("the file");
    let text = String::from_utf8(text.bytes().to_vec()).expect("UTF-8");
    let start = text.find("N:1:suffix:of Resist Acid").expect("the entry");
    let end = start + 1 + text[start + 1..].find("\nN:").expect("the next");
    let gone = with(&after, &text[start..=end], "");
    assert_eq!(TurnedBack::new(&after, &gone).of(&changes), [true, false, true]);
}
