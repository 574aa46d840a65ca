//! Every line of every entry of the affix branch, v4 and Angband 2.8 to 4.2 can be proposed to: each is an editable line, its
//! fields lead back to the same bytes, and a new line comes where somebody puts it.

use std::path::Path;

use crate::common::{reference, sources};
use affixboard_games as games;
use affixboard_model::{
    catalog::Sort,
    game::Loaded,
    text::{SourceFile, decode},
};
use affixboard_proposal::{
    Change, EntryLine, TextLine, apply, differences, editable_entries, entry_lines, set_fields, text_changes,
};

/// The games, and where their own files are among the reference data.
const GAMES: [(&str, &str); 15] = [
    ("affix-branch", "affix-branch/edit"),
    ("v4", "v4-final/edit"),
    ("angband-2.8", "angband-3.0/edit/2.8.3"),
    ("angband-2.9", "angband-3.0/edit/2.9.1"),
    ("angband-3.0", "angband-3.0/edit/3.0.6"),
    ("sil-q", "sil-q/edit"),
    ("narsil", "narsil/edit"),
    ("frogcomposband", "frogcomposband/edit"),
    ("angband-3.1", ""),
    ("angband-3.2", ""),
    ("angband-3.3", ""),
    ("angband-3.4", ""),
    ("angband-3.5", "angband-3.5/edit"),
    ("angband-4.2", "angband-4.2/edit/4.2.5"),
    ("angband-4.2", "angband-4.2/edit/4.2.6"),
];

/// The files that kinds, affixes or egos, themes and artifacts are in.
const FILES: [&str; 7] =
    ["object.txt", "ego_item.txt", "ego_themes.txt", "artifact.txt", "k_info.txt", "e_info.txt", "a_info.txt"];

fn load(game: &str, folder: &Path) -> Loaded {
    games::find(game).expect("the game").load(sources(folder))
}

fn starter(game: &str) -> Loaded {
    load(game, &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game))
}

/// The lines of a file that say something: no blank ones, no comments, and not the version; without records that begin so.
fn written(file: &SourceFile, but: &[&str], has_none: bool) -> Vec<String> {
    let text = decode(file.text()).into_owned();
    let says = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && !line.starts_with('#') && !line.starts_with("V:")
    };
    let mut is_left_out = false;
    let is_in = |line: &&str| {
        if line.starts_with("N:") {
            is_left_out = but.contains(line) || (has_none && line.starts_with("N:0:"));
        }
        !is_left_out
    };
    text.lines().filter(says).filter(is_in).map(str::to_owned).collect()
}

/// Holds all lines of some files against what is promised of them, but those of records that the game passes over.
fn check(loaded: &Loaded, but: &[&str]) {
    let lines = entry_lines(loaded);
    for file in loaded.sources.files().iter().filter(|file| FILES.contains(&file.name())) {
        let mut own = lines.iter().filter(|line| line.file == file.name());
        // Index 0 is none in some games, and then no entry has it.
        let has_none = !lines.iter().any(|line| line.file == file.name() && line.index == 0);
        for written in written(file, but, has_none) {
            let found = own.next().map(|line| line.text.as_str());
            assert_eq!(found, Some(written.as_str()), "{}: {}", loaded.game.id(), file.name());
        }
        assert_eq!(own.next(), None, "{}: {}", loaded.game.id(), file.name());
    }
    for line in &lines {
        there_and_back(line);
    }
    // A form that was sent as it was made changes nothing; nor does a text of all lines.
    for entry in editable_entries(loaded) {
        let own = lines.iter().filter(|line| (line.sort, line.index) == (entry.sort, entry.index));
        let own: Vec<TextLine<'_>> = own.map(text_line).collect();
        let text: Vec<&str> = own.iter().map(|line| line.text).collect();
        assert_eq!(text_changes(&entry, &own, &text.join("\n")), Ok(Vec::new()), "{}", entry.name);
    }
    let nothing = differences(loaded, loaded).expect("files that can be edited");
    assert!(nothing.changes.is_empty() && nothing.others.is_empty());
}

fn text_line(line: &EntryLine) -> TextLine<'_> {
    TextLine { tag: line.directive.tag, ordinal: line.ordinal, line: Some(line.line), text: &line.text }
}

/// Each field written as it is leaves the line as it is, and one that gets another text and then its own again, too.
fn there_and_back(line: &EntryLine) {
    let set = |text: &str, values: &[(&str, &str)]| set_fields(line.directive, line.notation, text, values);
    let fields = line.fields();
    let values: Vec<(&str, &str)> =
        fields.iter().filter_map(|field| Some((field.spec.name, field.spec.meant(field.text.as_deref()?)))).collect();
    let values: Vec<(&str, &str)> = values.into_iter().filter(|(_, text)| !text.is_empty()).collect();
    assert_eq!(set(&line.text, &values).as_ref(), Ok(&line.text));
    for (name, text) in values {
        let other = set(&line.text, &[(name, "7")]).expect("a field");
        assert!(other != line.text || text == "7", "{}: {name}", line.text);
        assert_eq!(set(&other, &[(name, text)]).as_ref(), Ok(&line.text), "{name}");
    }
}

#[test]
fn every_line_of_every_entry_of_the_starters_is_one_that_comes_back() {
    for (game, _) in GAMES {
        check(&starter(game), &[]);
    }
}

#[test]
fn every_line_of_every_entry_of_real_files_is_one_that_comes_back() {
    for (game, folder) in GAMES.into_iter().filter(|(_, folder)| !folder.is_empty()) {
        let Some(folder) = reference(folder) else { continue };
        // Of two records with one index the first keeps it.
        let but: &[&str] = match game {
            "affix-branch" => &["N:198:suffix:of Disruption"],
            _ => &[],
        };
        check(&load(game, &folder), but);
    }
}

/// A line that was put between others comes there, comments or not, though others of its sort are elsewhere.
#[test]
fn a_new_line_of_a_text_comes_where_it_was_put() {
    let base = starter("affix-branch");
    let entries = editable_entries(&base);
    let lamp = entries.iter().find(|entry| (entry.sort, entry.index) == (Sort::ARTIFACT, 1)).expect("the lamp");
    let lines: Vec<EntryLine> =
        entry_lines(&base).into_iter().filter(|line| (line.sort, line.index) == (Sort::ARTIFACT, 1)).collect();
    let own: Vec<TextLine<'_>> = lines.iter().map(text_line).collect();
    let text: Vec<&str> = own.iter().map(|line| line.text).collect();
    let effect = "E:ILLUMINATION:10+d10\n";
    let now = text.join("\n").replacen(effect, &format!("{effect}F:SEE_INVIS\nL:1:BLOWS\n"), 1);
    let changes = text_changes(lamp, &own, &now).expect("lines");
    assert_eq!(changes.len(), 2);
    let artifacts = |loaded: &Loaded| {
        String::from_utf8_lossy(loaded.sources.find("artifact.txt").expect("the file").1.bytes()).into_owned()
    };
    let applied = apply(&base, &changes).expect("files");
    assert!(applied.is_whole(), "{:?}", applied.outcomes);
    let after = base.game.load(applied.sources);
    let expected = artifacts(&base).replacen(effect, &format!("{effect}F:SEE_INVIS\nL:1:BLOWS\n"), 1);
    assert_eq!(artifacts(&after), expected);
    // The same where lines came above it meanwhile.
    let first = lines.iter().find(|line| line.directive.tag == "A").expect("an allocation");
    let more =
        apply(&base, &[Change::insert_after(first, "A:1:41 to 42"), Change::insert_after(first, "A:1:43 to 44")]);
    let moved = base.game.load(more.expect("files").sources);
    let applied = apply(&moved, &changes).expect("files");
    assert!(applied.is_whole(), "{:?}", applied.outcomes);
    let after = base.game.load(applied.sources);
    assert!(artifacts(&after).contains(&format!("{effect}F:SEE_INVIS\nL:1:BLOWS\nM:")), "{}", artifacts(&after));
}
