//! Entries of edit files that come and go as a whole: a copy with another number, one that is removed, and back to the same bytes.

use std::path::Path;

use crate::common::{reference, sources};
use affixboard_games as games;
use affixboard_model::{catalog::Sort, game::Loaded, syntax::Notation, text::Diagnostic};
use affixboard_proposal::{
    Change, EditableEntry, Outcome, Refusal, apply, differences, editable_entries, read_changes, revert, whole_text,
    write_changes,
};

const GAMES: [(&str, &str); 13] = [
    ("affix-branch", "affix-branch/edit"),
    ("v4", "v4-final/edit"),
    ("angband-2.8", "angband-3.0/edit/2.8.3"),
    ("angband-2.9", "angband-3.0/edit/2.9.1"),
    ("angband-3.0", "angband-3.0/edit/3.0.6"),
    ("sil-q", "sil-q/edit"),
    ("narsil", "narsil/edit"),
    ("frogcomposband", "frogcomposband/edit"),
    ("angband-3.3", ""),
    ("angband-3.5", "angband-3.5/edit"),
    ("angband-4.2", "angband-4.2/edit/4.2.5"),
    ("angband-4.2", "angband-4.2/edit/4.2.6"),
    ("unangband", "unangband/edit"),
];

/// Sorts whose entries have names of their own; others are called by their place or by what they say.
const HAVE_NAMES: [&str; 7] = ["affix", "theme", "artifact", "kind", "monsters", "spells", "vaults"];

fn load(game: &str, folder: &Path) -> Loaded {
    games::find(game).expect("the game").load(sources(folder))
}

fn starter(game: &str) -> Loaded {
    load(game, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game))
}

fn with(base: &Loaded, changes: &[Change]) -> Loaded {
    let applied = apply(base, changes).expect("files that can be edited");
    assert!(applied.is_whole(), "{}: {:?}", base.game.id(), applied.outcomes);
    base.game.load_switched(applied.sources, base.switches.clone())
}

fn keys(loaded: &Loaded) -> Vec<(Sort, u32, String)> {
    editable_entries(loaded).into_iter().map(|entry| (entry.sort, entry.index, entry.name)).collect()
}

fn same_bytes(one: &Loaded, other: &Loaded) -> bool {
    let bytes =
        |loaded: &Loaded| -> Vec<Vec<u8>> { loaded.sources.files().iter().map(|file| file.bytes().to_vec()).collect() };
    bytes(one) == bytes(other)
}

/// Entries of lines, so many of each sort, that aren't the first of their file: what the comments around it belong to can't be told.
fn some_of_each_sort(loaded: &Loaded, many: usize) -> Vec<EditableEntry> {
    let all: Vec<EditableEntry> =
        editable_entries(loaded).into_iter().filter(|entry| entry.notation != Notation::Source).collect();
    let mut some = Vec::new();
    for sort in loaded.entry_sorts() {
        let own: Vec<&EditableEntry> = all.iter().filter(|entry| entry.sort == sort).collect();
        let step = (own.len() / many).max(1);
        some.extend(own.into_iter().skip(1).step_by(step).take(many).cloned());
    }
    some
}

/// An entry that goes takes nothing else with it, and comes back as it was.
fn goes_and_comes_back(base: &Loaded, entry: &EditableEntry) {
    let was = whole_text(base, entry.sort, entry.index).expect("its text");
    let changes = [Change::remove_entry(entry, was.clone())];
    let after = with(base, &changes);
    let key = (entry.sort, entry.index, entry.name.clone());
    let game = base.game.id();
    let found = differences(base, &after).expect("differences");
    assert_eq!(found.others, [], "{game}: {key:?}: {:?}", found.changes);
    assert!(same_bytes(&with(base, &found.changes), &after), "{game}: {key:?}");
    if HAVE_NAMES.iter().any(|name| entry.sort.name() == *name) {
        // In some games entries are numbered as they stand, so the names say which went.
        let names = |loaded: &Loaded| -> Vec<(Sort, String)> {
            keys(loaded).into_iter().map(|(sort, _, name)| (sort, name)).collect()
        };
        let mut left = names(base);
        let at = keys(base).iter().position(|one| *one == key).expect("it");
        left.remove(at);
        assert_eq!(names(&after), left, "{game}: {key:?}");
        assert_eq!(found.changes, changes, "{game}: {key:?}");
    }
    let back = revert(base, &changes).expect("changes");
    assert!(same_bytes(base, &with(&after, &back)), "{game}: {key:?}: {back:?}");
    let text = write_changes(&back);
    assert_eq!(read_changes(&text, base.sorts()).as_deref(), Ok(&back[..]), "{text}");
}

/// So many of each sort, in the starters.
fn starters_entries_go_and_come_back(many: usize) {
    for (game, _) in GAMES {
        let base = starter(game);
        for entry in some_of_each_sort(&base, many) {
            goes_and_comes_back(&base, &entry);
        }
    }
}

/// So many of each sort that items are made of, in real files.
fn real_entries_go_and_come_back(many: usize) {
    for (game, folder) in GAMES.into_iter().filter(|(_, folder)| !folder.is_empty()) {
        let Some(folder) = reference(folder) else { continue };
        let base = load(game, &folder);
        for entry in some_of_each_sort(&base, many).into_iter().filter(|entry| Sort::OF_ITEMS.contains(&entry.sort)) {
            goes_and_comes_back(&base, &entry);
        }
    }
}

#[test]
fn entries_of_the_starters_go_and_come_back() {
    starters_entries_go_and_come_back(2);
}

#[test]
fn entries_of_real_files_go_and_come_back() {
    real_entries_go_and_come_back(1);
}

#[test]
#[ignore = "deep"]
fn entries_go_and_come_back_deep() {
    starters_entries_go_and_come_back(7);
    real_entries_go_and_come_back(7);
}

/// A copy of an affix, of an ego and of a kind with a free number: what is new, the same bytes again without it, and nothing twice.
#[test]
fn copies_are_new_entries() {
    for (game, sort, from, number, name) in [
        ("affix-branch", Sort::AFFIX, "N:", 900, "of Thunder"),
        ("angband-3.0", Sort::AFFIX, "N:", 95, "of Thunder"),
        ("angband-4.2", Sort::AFFIX, "name:", 0, "of Thunder"),
        ("unangband", Sort::AFFIX, "N:", 46, "of Thunder"),
    ] {
        let base = starter(game);
        let entries = editable_entries(&base);
        // Most programs want numbers that rise.
        let fits = |entry: &&EditableEntry| entry.sort == sort && (number == 0 || entry.index < number);
        let entry = entries.iter().filter(fits).max_by_key(|entry| entry.index).expect("an entry");
        let text = whole_text(&base, sort, entry.index).expect("its text");
        let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let header = lines.iter_mut().find(|line| line.starts_with(&from[..2])).expect("the line that begins it");
        *header = match game {
            "affix-branch" => format!("N:{number}:suffix:{name}"),
            "angband-4.2" => format!("name:{name}"),
            _ => format!("N:{number}:{name}"),
        };
        let text = format!("\n{}", lines.join("\n").trim_start());
        let changes = [Change::insert_entry(entry, text.clone())];
        let after = with(&base, &changes);
        let new: Vec<_> = keys(&after).into_iter().filter(|key| key.2.trim() == name).collect();
        let said: Vec<String> = after.diagnostics.iter().map(Diagnostic::message).collect();
        assert_eq!(new.len(), 1, "{game}: {said:?}");
        if number > 0 {
            assert_eq!(new[0].1, number, "{game}");
        }
        assert_eq!(keys(&after).len(), keys(&base).len() + 1, "{game}");
        let found = differences(&base, &after).expect("differences");
        assert_eq!((found.changes.as_slice(), found.others.as_slice()), (&changes[..], &[][..]), "{game}");
        let back = revert(&base, &changes).expect("changes");
        assert!(same_bytes(&base, &with(&after, &back)), "{game}: {back:?}");
        // Where somebody else put it there, it isn't put there twice.
        let again = apply(&after, &changes).expect("files");
        assert_eq!(again.outcomes, [Outcome::AlreadyApplied], "{game}");
    }
}

/// Below 1 nothing is free, so that the first ego gets another number first: then 1 comes before it, is found there by the
/// differences, goes again, and isn't put there twice.
#[test]
fn a_new_entry_comes_before_the_first() {
    let real = starter("angband-3.0");
    let entries = editable_entries(&real);
    let first = entries.iter().find(|entry| entry.sort == Sort::AFFIX).expect("an ego");
    let was = whole_text(&real, Sort::AFFIX, first.index).expect("its text");
    let base = with(&real, &[Change::remove_entry(first, was)]);
    let entries = editable_entries(&base);
    let second = entries.iter().find(|entry| entry.sort == Sort::AFFIX).expect("an ego");
    assert!(second.index > first.index);
    let text = format!("\nN:{}:of Thunder\nX:16:0\nW:0:1:0:1000\nT:36:0:99\nF:RES_ELEC", first.index);
    let changes = [Change::insert_entry_before(second, text)];
    let after = with(&base, &changes);
    let egos: Vec<_> = keys(&after).into_iter().filter(|key| key.0 == Sort::AFFIX).collect();
    assert_eq!((egos[0].1, egos[0].2.trim()), (first.index, "of Thunder"));
    assert_eq!(egos[1].1, second.index);
    let found = differences(&base, &after).expect("differences");
    assert_eq!((found.changes.as_slice(), found.others.as_slice()), (&changes[..], &[][..]));
    let text = write_changes(&changes);
    assert_eq!(read_changes(&text, base.sorts()).as_deref(), Ok(&changes[..]), "{text}");
    assert!(text.contains("place 0 \n"), "{text}");
    let back = revert(&base, &changes).expect("changes");
    assert!(same_bytes(&base, &with(&after, &back)), "{back:?}");
    assert_eq!(apply(&after, &changes).expect("files").outcomes, [Outcome::AlreadyApplied]);
}

/// A change of a line of an entry that goes doesn't fit, whichever of the two comes first.
#[test]
fn no_line_of_an_entry_that_goes_is_changed() {
    let base = starter("affix-branch");
    let entries = editable_entries(&base);
    let entry = entries.iter().find(|entry| entry.sort == Sort::AFFIX).expect("an affix");
    let lines = affixboard_proposal::entry_lines(&base);
    let line =
        lines.iter().find(|line| (line.sort, line.index) == (entry.sort, entry.index) && line.directive.tag == "T");
    let line = line.expect("an allocation");
    let gone = Change::remove_entry(entry, whole_text(&base, entry.sort, entry.index).expect("its text"));
    let changed = Change::replace(line, "T:sword:0:99:good:1:1 to 127");
    let more = Change::insert_after(line, "T:sword:0:99:good:1:1 to 127");
    for (changes, fits) in [
        (vec![gone.clone(), changed.clone(), more.clone()], [true, false, false]),
        (vec![changed, more, gone], [false, false, true]),
    ] {
        let outcomes = apply(&base, &changes).expect("files").outcomes;
        assert_eq!(outcomes.iter().map(Outcome::fits).collect::<Vec<_>>(), fits, "{outcomes:?}");
    }
}

/// A text that isn't one entry of the file, with nothing behind it, is refused.
#[test]
fn what_is_no_entry_is_refused() {
    let base = starter("affix-branch");
    let entries = editable_entries(&base);
    let entry = entries.iter().find(|entry| entry.sort == Sort::AFFIX).expect("an affix");
    let header = || Refusal::NoRecord { header: "N".to_owned() };
    for (text, refusal) in [
        ("", header()),
        ("T:sword:0:99:good:10:1 to 127", header()),
        ("# of Thunder\nN:900:suffix:of Thunder", header()),
        ("N:900:suffix:of Thunder\nN:901:suffix:of Rain", header()),
        ("N:900:suffix:of Thunder\n", header()),
        ("N:900:suffix:of Thunder\n# last", header()),
        ("N:900:suffix:of Thunder\r\nF:LIGHT", Refusal::MultipleLines),
        (&format!("N:900:suffix:{}", "x".repeat(1100)), Refusal::TooLong),
    ] {
        let outcomes = apply(&base, &[Change::insert_entry(entry, text)]).expect("files").outcomes;
        assert_eq!(outcomes, [Outcome::Refused(refusal)], "{text}");
    }
}
