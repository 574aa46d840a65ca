//! Array sizes grow with the entries that a draft adds, in games whose programs pass over, or refuse, what has no room.

use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_proposal::{Change, apply, compose, editable_entries, entry_lines};

fn load(game: &str, files: &[(&str, &str)]) -> Loaded {
    let mut sources = SourceSet::new();
    for (name, text) in files {
        sources.push(SourceFile::new(*name, text.as_bytes().to_vec()));
    }
    games::find(game).expect("the game").load(sources)
}

/// The texts of the changes that adding this record after the last one of a file comes to, by file.
fn added(loaded: &Loaded, file: &str, text: &str) -> Vec<String> {
    let entries = editable_entries(loaded);
    let last = entries.iter().rfind(|entry| entry.file == file).expect("an entry");
    changes(loaded, Change::insert_entry(last, text))
}

fn changes(loaded: &Loaded, change: Change) -> Vec<String> {
    let composed = compose(loaded, loaded, &[change]).expect("files that can be edited");
    assert_eq!(composed.outcomes.len(), 1);
    assert!(composed.outcomes[0].fits(), "{:?}", composed.outcomes);
    let applied = apply(loaded, &composed.changes).expect("changes");
    assert!(applied.is_whole());
    let shown = |change: &Change| {
        let now = change.now().map_or("gone", |now| now.lines().find(|line| !line.is_empty()).unwrap_or_default());
        format!("{}: {now}", change.anchor.file)
    };
    composed.changes.iter().map(shown).collect()
}

const KINDS_30: &str = "V:3.0.6\nN:1:& Dagger~\nG:|:w\nI:23:4:0\nW:0:0:12:20\nA:0/1\nP:0:1d4:0:0:0\n";
const EGOS_30: &str = "V:3.0.6\nN:1:of Fire\nX:20:0\nW:0:1:0:100\nT:23:0:99\nC:1:1:0:0\n";
const ARTIFACTS_30: &str = "V:3.0.6\nN:1:'Sting'\nI:23:4:0\nW:5:5:12:300\nP:0:1d4:5:5:0\nF:FREE_ACT\n";

fn of_30(limits: &str) -> Loaded {
    let files =
        [("limits.txt", limits), ("object.txt", KINDS_30), ("artifact.txt", ARTIFACTS_30), ("ego_item.txt", EGOS_30)];
    load("angband-3.0", &files)
}

#[test]
fn a_size_grows_with_a_new_entry_and_only_if_it_must() {
    let limits = "V:3.0.6\n# egos\nM:E:8\nM:K:500\n";
    let loaded = of_30(limits);
    let names: Vec<_> = loaded.model.entries().iter().map(|entry| (entry.index, entry.name.as_str())).collect();
    assert_eq!(names, [(0, "limit E"), (1, "limit K")]);
    for (index, expected) in [
        (7, &["ego_item.txt: N:7:of Ice"][..]),
        // Indices are below the size.
        (8, &["limits.txt: M:E:9", "ego_item.txt: N:8:of Ice"]),
        (20, &["limits.txt: M:E:21", "ego_item.txt: N:20:of Ice"]),
    ] {
        let text = format!("\nN:{index}:of Ice\nX:20:0\nW:0:1:0:100\nT:23:0:99\nC:1:1:0:0");
        assert_eq!(added(&loaded, "ego_item.txt", &text), expected);
        let composed = {
            let entries = editable_entries(&loaded);
            let last = entries.iter().rfind(|entry| entry.file == "ego_item.txt").expect("an entry");
            compose(&loaded, &loaded, &[Change::insert_entry(last, text.clone())]).expect("changes")
        };
        let after = loaded.game.load(apply(&loaded, &composed.changes).expect("files").sources);
        assert_eq!(after.catalog.affixes.len(), 2, "there is room for number {index}");
    }
    // No file says how many artifacts there can be.
    let artifact = "N:600:'Gleam'\nI:23:4:0\nW:5:5:12:300\nP:0:1d4:5:5:0";
    assert_eq!(added(&loaded, "artifact.txt", artifact), ["artifact.txt: N:600:'Gleam'"]);
    let kind = "N:499:& Knife~\nG:|:w\nI:23:5:0\nW:0:0:12:20\nA:0/1\nP:0:1d4:0:0:0";
    assert_eq!(added(&loaded, "object.txt", kind), ["object.txt: N:499:& Knife~"]);
}

#[test]
fn a_size_grows_with_another_number() {
    let loaded = of_30("V:3.0.6\nM:E:8\n");
    let lines = entry_lines(&loaded);
    let header = lines.iter().find(|line| line.text == "N:1:of Fire").expect("the line");
    let expected = ["limits.txt: M:E:32", "ego_item.txt: N:31:of Fire"];
    assert_eq!(changes(&loaded, Change::replace(header, "N:31:of Fire")), expected);
    // Another name needs no room.
    assert_eq!(changes(&loaded, Change::replace(header, "N:1:of Flame")), ["ego_item.txt: N:1:of Flame"]);
}

#[test]
fn a_size_that_somebody_changes_stays_as_they_write_it() {
    let loaded = of_30("V:3.0.6\nM:E:8\n");
    let lines = entry_lines(&loaded);
    let size = lines.iter().find(|line| line.text == "M:E:8").expect("the line");
    let entries = editable_entries(&loaded);
    let last = entries.iter().rfind(|entry| entry.file == "ego_item.txt").expect("an entry");
    let text = "N:9:of Ice\nX:20:0\nW:0:1:0:100\nT:23:0:99\nC:1:1:0:0";
    let edits = [Change::insert_entry(last, text), Change::replace(size, "M:E:64")];
    let composed = compose(&loaded, &loaded, &edits).expect("changes");
    let now: Vec<_> = composed.changes.iter().filter_map(|change| change.now()?.lines().next()).collect();
    assert_eq!(now, ["M:E:64", "N:9:of Ice"]);
}

#[test]
fn only_programs_that_pass_over_what_has_no_room_need_it() {
    let kinds = "N:1:& Dagger~\nG:|:w\nI:23:4\nW:0:0:12:20\nA:20:0 to 100\nP:0:1d4:0:0:0\n";
    let egos = "N:1:of Fire\nX:20:0\nW:0:1:0:100\nA:50:0 to 100\nT:23:0:99\nC:1:1:0\n";
    let artifacts = "N:1:'Sting'\nI:23:4\nW:5:0:12:300\nA:50:5 to 100\nP:0:1d4:5:5:0\n";
    let limits = "V:3.3.0\nM:E:2\nM:K:500\n";
    let base = "N:23:sword\n";
    for (game, expected) in [
        ("angband-3.3", &["limits.txt: M:E:3", "ego_item.txt: N:2:of Ice"][..]),
        ("angband-3.5", &["ego_item.txt: N:2:of Ice"]),
    ] {
        let files = [
            ("limits.txt", limits),
            ("object_base.txt", base),
            ("object.txt", kinds),
            ("artifact.txt", artifacts),
            ("ego_item.txt", egos),
        ];
        let loaded = load(game, &files);
        let text = "N:2:of Ice\nX:20:0\nW:0:1:0:100\nA:50:0 to 100\nT:23:0:99\nC:1:1:0";
        assert_eq!(added(&loaded, "ego_item.txt", text), expected, "{game}");
    }
}

#[test]
fn records_without_numbers_are_counted() {
    let limits = "V:0.7.0\nM:W:2\nM:R:3\n";
    let styles = "V:0.7.0\nW:0:5\nS:NONE\nB:POWER\nW:0:10\nS:NONE\nB:POWER\n";
    let loaded = load("unangband", &[("limits.txt", limits), ("style.txt", styles)]);
    assert_eq!(added(&loaded, "style.txt", "W:0:15\nS:NONE\nB:POWER"), ["limits.txt: M:W:3", "style.txt: W:0:15"]);
}
