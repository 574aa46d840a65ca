//! Changes of lines: which lines there are, what applying, comparing and reverting them does to the files, and what happens
//! when the files have moved on. The starters stand for the games' formats; real files are held to the same where present.

use std::{collections::BTreeSet, path::Path};

use crate::common::{per_game::each_game, reference, sources};
use affixboard_games as games;
use affixboard_model::{
    catalog::{KindAllocation, Sort},
    game::Loaded,
    syntax::Notation,
    text::{SourceFile, SourceSet, Span, WriteOptions},
};
use affixboard_proposal::{
    Anchor, Applied, Change, Conflict, EditOp, EditableEntry, EntryLine, OtherDifference, Outcome, Reason, apply,
    compose, differences, editable_entries, entry_lines, read_changes, revert, set_fields, write_changes,
};
use proptest::prelude::*;

fn starter(game: &str) -> Loaded {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(game);
    games::find(game).expect("the game").load(sources(&folder))
}

fn load(game: &str, files: SourceSet) -> Loaded {
    games::find(game).expect("the game").load(files)
}

/// The same files with other bytes.
fn with_bytes(set: &SourceSet, change: impl Fn(&str, &[u8]) -> Vec<u8>) -> SourceSet {
    let mut other = SourceSet::new();
    for file in set.files() {
        other.push(SourceFile::new(file.name(), change(file.name(), file.bytes())));
    }
    other
}

/// The same files with text in place of other text, which occurs once.
fn with_text(set: &SourceSet, name: &str, from: &str, to: &str) -> SourceSet {
    with_bytes(set, |file, bytes| {
        if file != name {
            return bytes.to_vec();
        }
        let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text.replace(from, to).into_bytes()
    })
}

/// A line of an entry.
fn line(loaded: &Loaded, sort: Sort, index: u32, directive: &str, ordinal: u32) -> EntryLine {
    entry_lines(loaded)
        .into_iter()
        .find(|line| (line.sort, line.index, line.directive.tag, line.ordinal) == (sort, index, directive, ordinal))
        .expect("the line")
}

/// Applies changes, of which all must fit, and holds what comes of it against all that is promised.
#[track_caller]
fn holds(base: &Loaded, changes: &[Change]) -> Applied {
    let applied = apply(base, changes).expect("files that can be edited");
    assert!(applied.is_whole(), "{:?}", applied.outcomes);
    let after = base.game.load(applied.sources.clone());
    let found = differences(base, &after).expect("files that can be edited");
    assert_eq!(found.others, [], "changes of lines are all that differs");
    let again = apply(base, &found.changes).expect("files that can be edited");
    assert!(again.is_whole() && again.sources == applied.sources, "what differs leads to the same files");
    let back = revert(base, changes).expect("files that can be edited");
    let back = apply(&after, &back).expect("files that can be edited");
    assert!(back.is_whole() && back.sources == base.sources, "and back");
    for changes in [changes, &found.changes] {
        assert_eq!(read_changes(&write_changes(changes), base.sorts()).as_deref(), Ok(changes));
    }
    applied
}

/// What a draft with these changes becomes by edits of its lines; all must fit.
fn edited(base: &Loaded, changes: &[Change], edits: impl Fn(&Loaded) -> Vec<Change>) -> Vec<Change> {
    let changed = base.game.load(apply(base, changes).expect("files that can be edited").sources);
    let composed = compose(base, &changed, &edits(&changed)).expect("files that can be edited");
    assert!(composed.outcomes.iter().all(|outcome| *outcome == Outcome::Applied), "{:?}", composed.outcomes);
    composed.changes
}

/// Lines that an edition's catalog takes from places that have no record of their own: the books of classes.
fn is_in_a_record(loaded: &Loaded, line: Span) -> bool {
    loaded.sources.file(line.file).name() != "class.txt"
}

fn every_allocation_is_a_line(id: &str) {
    let game = games::find(id).expect("the game");
    let loaded = starter(game.id());
    let lines = entry_lines(&loaded);
    let catalog = &loaded.catalog;
    let own = |span: &Span| lines.iter().any(|line| line.span == *span);
    let of_kinds = |lines: &[KindAllocation]| lines.iter().map(|line| line.line).collect::<Vec<_>>();
    let affixes = catalog.affixes.iter().flat_map(|affix| &affix.allocations).map(|line| line.line);
    let themes = catalog.themes.iter().flat_map(|theme| &theme.allocations).map(|line| line.line);
    let parts = catalog.themes.iter().flat_map(|theme| &theme.parts).map(|part| part.line);
    let artifacts = catalog.artifacts.iter().flat_map(|artifact| of_kinds(&artifact.allocations));
    let kinds = catalog.kinds.iter().flat_map(|kind| of_kinds(&kind.allocations));
    let all: Vec<Span> = affixes.chain(themes).chain(parts).chain(artifacts).chain(kinds).collect();
    for span in all.iter().filter(|span| is_in_a_record(&loaded, **span)) {
        assert!(own(span), "{}: {}", game.id(), loaded.sources.text(*span));
    }
    // What is shown of a line is what stands there, and its fields are pieces of it.
    for line in &lines {
        assert_eq!(loaded.sources.text(line.span), line.text);
        let written: Vec<_> =
            line.fields().into_iter().filter_map(|field| Some((field.spec.name, field.text?))).collect();
        let values: Vec<_> = written.iter().map(|(name, text)| (*name, text.as_str())).collect();
        assert_eq!(set_fields(line.directive, line.notation, &line.text, &values).as_ref(), Ok(&line.text));
    }
}

each_game!(mod every_allocation_of_every_game_is_a_line: every_allocation_is_a_line);

#[test]
fn one_number_of_every_games_lines_is_changed_and_nothing_else() {
    for (game, sort, index, directive, field, value, was, now) in [
        (
            "affix-branch",
            Sort::AFFIX,
            1,
            "T",
            "commonness",
            "30",
            "T:soft armour:0:99:great:20:1 to 127",
            "T:soft armour:0:99:great:30:1 to 127",
        ),
        ("affix-branch", Sort::AFFIX, 1, "N", "name", "of Acid", "N:1:suffix:of Resist Acid", "N:1:suffix:of Acid"),
        ("affix-branch", Sort::AFFIX, 1, "F", "flags", "RES_ACID", "F:RES_ACID | IGNORE_ACID", "F:RES_ACID"),
        ("affix-branch", Sort::AFFIX, 1, "D", "text", "Acid drips. ", "D:Acid beads and rolls off.", "D:Acid drips. "),
        ("affix-branch", Sort::THEME, 1, "N", "index", "90", "N:1:suffix:of Resistance", "N:90:suffix:of Resistance"),
        ("affix-branch", Sort::ARTIFACT, 1, "P", "dice", "2d2", "P:0:1d1:0:0:0", "P:0:2d2:0:0:0"),
        ("affix-branch", Sort::ARTIFACT, 1, "E", "time", "9", "E:ILLUMINATION:10+d10", "E:ILLUMINATION:9"),
        ("angband-3.1", Sort::AFFIX, 1, "X", "xtra", "1", "X:4:0", "X:4:1"),
        ("angband-3.1", Sort::KIND, 1, "G", "char", "/", "G:|:W", "G:/:W"),
        ("angband-3.1", Sort::ARTIFACT, 1, "I", "pval", "3", "I:light:Everlamp~:2", "I:light:Everlamp~:3"),
        ("angband-3.0", Sort::AFFIX, 1, "W", "rarity", "4", "W:2:2:0:900", "W:2:4:0:900"),
        ("angband-3.0", Sort::AFFIX, 1, "T", "max-sval", "9", "T:34:0:99", "T:34:0:9"),
        ("angband-3.0", Sort::KIND, 1, "A", "places", "0/4:8/6", "A:0/4:8/4", "A:0/4:8/6"),
        ("angband-3.0", Sort::ARTIFACT, 1, "W", "rarity", "7", "W:4:5:10:9000", "W:4:7:10:9000"),
        ("sil-q", Sort::AFFIX, 10, "W", "max-level", "12", "W:0:2:9:1000", "W:0:2:12:1000"),
        ("sil-q", Sort::AFFIX, 10, "T", "max-sval", "2", "T:22:1:4", "T:22:1:2"),
        ("sil-q", Sort::AFFIX, 1, "C", "evasion", "1", "C:0:0:0:0:0:1:0", "C:0:0:0:1:0:1:0"),
        ("sil-q", Sort::KIND, 6, "P", "damage", "1d6", "P:0:1d5:0:0d0", "P:0:1d6:0:0d0"),
        ("sil-q", Sort::ARTIFACT, 1, "W", "rarity", "7", "W:6:4:1:40000", "W:6:7:1:40000"),
        ("narsil", Sort::AFFIX, 8, "alloc", "commonness", "9", "alloc:4:0 to 9", "alloc:9:0 to 9"),
        ("narsil", Sort::AFFIX, 8, "type", "tval", "bow", "type:sword", "type:bow"),
        ("narsil", Sort::KIND, 1, "attack", "damage", "1d6", "attack:0:1d4", "attack:0:1d6"),
        ("narsil", Sort::ARTIFACT, 1, "rarity", "rarity", "7", "rarity:4", "rarity:7"),
        ("frogcomposband", Sort::AFFIX, 2, "W", "max-level", "60", "W:12:*:3", "W:12:60:3"),
        ("frogcomposband", Sort::AFFIX, 2, "T", "roles", "WEAPON | DIGGER", "T:WEAPON", "T:WEAPON | DIGGER"),
        ("frogcomposband", Sort::KIND, 1, "A", "places", "0/2", "A:0/1", "A:0/2"),
        ("frogcomposband", Sort::KIND, 1, "M", "stack", "2d3", "M:100:5d6", "M:100:2d3"),
        ("frogcomposband", Sort::ARTIFACT, 1, "W", "rarity", "7", "W:3:2:10:9000", "W:3:7:10:9000"),
        ("angband-4.2", Sort::AFFIX, 0, "alloc", "depths", "1 to 50", "alloc:60:1 to 45", "alloc:60:1 to 50"),
        ("angband-4.2", Sort::AFFIX, 0, "type", "tval", "shield", "type:soft armour", "type:shield"),
    ] {
        let base = starter(game);
        let line = line(&base, sort, index, directive, 1);
        assert_eq!(line.text, was);
        let text = set_fields(line.directive, line.notation, &line.text, &[(field, value)]).expect("a field");
        assert_eq!(text, now);
        let applied = holds(&base, &[Change::replace(&line, &text)]);
        for (before, after) in base.sources.files().iter().zip(applied.sources.files()) {
            let text = String::from_utf8_lossy(before.bytes()).into_owned();
            let (start, end) = (line.span.start as usize, line.span.end as usize);
            let expected =
                if before.name() == line.file { format!("{}{now}{}", &text[..start], &text[end..]) } else { text };
            assert_eq!(String::from_utf8_lossy(after.bytes()), expected);
        }
        assert!(applied.diagnostics_of(0, &base.game.load(applied.sources.clone())).is_empty());
    }
}

fn changes_are_applied_found_and_undone(id: &str) {
    let game = games::find(id).expect("the game");
    let base = starter(game.id());
    let lines = entry_lines(&base);
    for sort in Sort::OF_ITEMS {
        let own: Vec<_> = lines.iter().filter(|line| line.sort == sort && line.directive.allocates).collect();
        let Some(last) = own.last() else { continue };
        let changes = [
            Change::remove(own[0]),
            Change::insert_after(own[own.len() / 2], &own[own.len() / 2].text),
            Change::remove(last),
            Change::insert_after(last, last.text.replace('1', "2")),
        ];
        holds(&base, &changes);
    }
}

each_game!(mod changes_of_every_games_lines_are_applied_found_and_undone: changes_are_applied_found_and_undone);

#[test]
fn wrong_values_get_the_readers_own_remarks() {
    let base = starter("affix-branch");
    let line = line(&base, Sort::AFFIX, 1, "T", 1);
    for (field, value, expected) in [
        ("commonness", "many", "found `many`; expected a number for commonness; the line is ignored"),
        ("depths", "1 too 9", "found `1 too 9`; expected two numbers in the form `min to max`; the line is ignored"),
    ] {
        let text = set_fields(line.directive, line.notation, &line.text, &[(field, value)]).expect("a field");
        let applied = holds(&base, &[Change::replace(&line, &text)]);
        let after = base.game.load(applied.sources.clone());
        let said: Vec<_> = applied.diagnostics_of(0, &after).iter().map(|said| said.message()).collect();
        assert_eq!(said, [expected]);
        let place = applied.places[0].expect("a place");
        assert_eq!(after.sources.text(place), text);
    }
}

#[test]
fn lines_are_found_again_in_files_that_moved_on() {
    let base = starter("affix-branch");
    let first = line(&base, Sort::AFFIX, 1, "T", 1);
    let second = line(&base, Sort::AFFIX, 1, "T", 2);
    let changes = [
        Change::replace(&second, "T:hard armour:0:99:great:25:1 to 127"),
        Change::insert_after(&second, "T:boots:0:99:great:1:1 to 9"),
    ];
    let header = "N:1:suffix:of Resist Acid\n";
    for (from, to, outcomes) in [
        // Something else changed.
        ("N:2:suffix:of Resist Lightning\n", "N:2:suffix:of Lightning\n", [Outcome::Applied, Outcome::Applied]),
        // The line before is gone, or the entry has another name, or another number.
        (
            &*format!("{}\n{}\n", first.text, second.text),
            &*format!("{}\n", second.text),
            [Outcome::Moved, Outcome::Moved],
        ),
        (header, "N:1:suffix:of Acid\n", [Outcome::Moved, Outcome::Moved]),
        (header, "N:9999:suffix:of Resist Acid\n", [Outcome::Moved, Outcome::Moved]),
    ] {
        let from =
            if from.starts_with("N:") { from.to_owned() } else { format!("{header}{}", between(&base, header, from)) };
        let to = if to.starts_with("N:") { to.to_owned() } else { from.replace(&format!("{}\n", first.text), "") };
        let moved = load("affix-branch", with_text(&base.sources, "ego_item.txt", &from, &to));
        let applied = apply(&moved, &changes).expect("files that can be edited");
        assert_eq!(applied.outcomes, outcomes, "{to}");
        let text = applied.sources.find("ego_item.txt").expect("the file").1.text();
        let text = String::from_utf8_lossy(text);
        assert!(text.contains("T:hard armour:0:99:great:25:1 to 127\nT:boots:0:99:great:1:1 to 9\nT:shield:1:9:great"));
    }
}

/// The text of the affixes' file from one text to the end of another.
fn between(base: &Loaded, from: &str, to: &str) -> String {
    let text = String::from_utf8_lossy(base.sources.find("ego_item.txt").expect("the file").1.text()).into_owned();
    let start = text.find(from).expect("there") + from.len();
    let end = start + text[start..].find(to).expect("there") + to.len();
    text[start..end].to_owned()
}

#[test]
fn what_does_not_fit_is_a_conflict_with_what_stands_there_now() {
    let base = starter("affix-branch");
    let second = line(&base, Sort::AFFIX, 1, "T", 2);
    let now = "T:hard armour:0:99:great:25:1 to 127";
    let changes = [Change::replace(&second, now), Change::remove(&second), Change::insert_after(&second, now)];
    let record = |line: &str| {
        let head = between(&base, "N:1:suffix:of Resist Acid\n", &format!("{}\n", second.text));
        let from = format!("N:1:suffix:of Resist Acid\n{head}");
        let to = from.replace(&format!("{}\n", second.text), line);
        load("affix-branch", with_text(&base.sources, "ego_item.txt", &from, &to))
    };
    let conflict = |reason, is: Option<&str>| Outcome::Conflict(Conflict { reason, is: is.map(str::to_owned) });
    let other = "T:hard armour:0:99:great:22:1 to 127";
    let changed = || conflict(Reason::LineChanged, Some(other));
    for (moved, outcomes) in [
        // Twice the same line.
        (
            record(&format!("{}\n", second.text)),
            [Outcome::Applied, conflict(Reason::DuplicateChange, Some(&second.text)), Outcome::Applied],
        ),
        (record(&format!("{other}\n")), [changed(), changed(), changed()]),
        // Gone: the next line has its number.
        (record(""), [(); 3].map(|()| conflict(Reason::LineChanged, Some("T:shield:1:9:great:20:1 to 127")))),
        (
            record(&format!("{now}\n")),
            [
                Outcome::AlreadyApplied,
                conflict(Reason::LineChanged, Some(now)),
                conflict(Reason::LineChanged, Some(now)),
            ],
        ),
    ] {
        let applied = apply(&moved, &changes).expect("files that can be edited");
        assert_eq!(applied.outcomes, outcomes);
        assert!(!applied.is_whole());
        if !applied.outcomes.contains(&Outcome::Applied) {
            assert_eq!(applied.sources, moved.sources, "nothing is done for conflicts");
        }
    }
    let gone = with_bytes(&base.sources, |name, bytes| {
        if name == "ego_item.txt" { b"V:1.0.0\nN:700:suffix:of Else\n".to_vec() } else { bytes.to_vec() }
    });
    let applied = apply(&load("affix-branch", gone), &changes).expect("files that can be edited");
    assert_eq!(applied.outcomes, [(); 3].map(|()| conflict(Reason::EntryGone, None)));
}

#[test]
fn lines_that_are_none_are_refused() {
    let base = starter("affix-branch");
    let line = line(&base, Sort::AFFIX, 1, "T", 1);
    for (text, expected) in [
        ("N:5:prefix:x", "found another line, expected one that begins with `T:`"),
        ("", "found another line, expected one that begins with `T:`"),
        ("# T:x", "found another line, expected one that begins with `T:`"),
        ("T:a\nT:b", "found a line end in a line, expected one line per change"),
        ("T:a\0", "ego_item.txt: found the control character U+0000, which no edit file can hold"),
        (&*format!("T:{}", "x".repeat(1022)), "found a line over 1023 bytes, expected a shorter one"),
    ] {
        for change in [Change::replace(&line, text), Change::insert_after(&line, text)] {
            let applied = apply(&base, &[change]).expect("files that can be edited");
            let Outcome::Refused(refusal) = &applied.outcomes[0] else { panic!("{text}: {:?}", applied.outcomes) };
            assert_eq!(refusal.to_string(), expected);
            assert_eq!(applied.sources, base.sources);
        }
    }
    let mut header = Change::remove(&line);
    header.anchor.directive = "N".to_owned();
    let mut version = Change::remove(&line);
    version.anchor.directive = "V".to_owned();
    let applied = apply(&base, &[header, version]).expect("files that can be edited");
    assert!(matches!(applied.outcomes[0], Outcome::Refused(_)), "the line that begins an entry doesn't go");
    assert!(matches!(applied.outcomes[1], Outcome::Refused(_)), "versions are of no entry");
}

#[test]
fn what_else_differs_is_counted_and_named() {
    let base = starter("affix-branch");
    let mut files = with_text(
        &base.sources,
        "ego_item.txt",
        "N:2:suffix:of Resist Lightning\n",
        "N:2:suffix:of Lightning\n# new\n",
    );
    files = with_text(&files, "artifact.txt", "V:1.0.0\n", "V:1.0.1\n");
    files.push(SourceFile::new("more.txt", b"x".to_vec()));
    let mut fewer = SourceSet::new();
    files.files().iter().filter(|file| file.name() != "limits.txt").for_each(|file| {
        fewer.push(file.clone());
    });
    let found = differences(&base, &load("affix-branch", fewer)).expect("files that can be edited");
    // The new name is a change of its line.
    let now: Vec<_> = found.changes.iter().map(|change| (change.was(), change.now())).collect();
    assert_eq!(now, [(Some("N:2:suffix:of Resist Lightning"), Some("N:2:suffix:of Lightning"))]);
    let lines = |file: &str, header: Option<&str>, removed_lines, added_lines| OtherDifference::Lines {
        file: file.to_owned(),
        header: header.map(str::to_owned),
        removed_lines,
        added_lines,
    };
    let expected = [
        lines("artifact.txt", None, 1, 1),
        lines("ego_item.txt", Some("N:2:suffix:of Lightning"), 0, 1),
        OtherDifference::FileRemoved("limits.txt".to_owned()),
        OtherDifference::FileAdded("more.txt".to_owned()),
    ];
    assert_eq!(found.others, expected);
}

#[test]
fn real_files_are_changed_and_come_back() {
    for (game, folder) in [
        ("affix-branch", "affix-branch/edit"),
        ("v4", "v4-final/edit"),
        ("angband-3.0", "angband-3.0/edit/3.0.6"),
        ("sil-q", "sil-q/edit"),
        ("narsil", "narsil/edit"),
        ("frogcomposband", "frogcomposband/edit"),
        ("angband-2.8", "angband-3.0/edit/2.8.3"),
        ("angband-2.9", "angband-3.0/edit/2.9.1"),
        ("angband-3.5", "angband-3.5/edit"),
        ("angband-4.2", "angband-4.2/edit/4.2.5"),
    ] {
        let Some(folder) = reference(folder) else { continue };
        let base = load(game, sources(&folder));
        let lines = entry_lines(&base);
        assert!(lines.len() > 500, "{game}: {}", lines.len());
        let changes: Vec<Change> = lines
            .iter()
            .enumerate()
            .filter(|(at, line)| at % 40 == 0 && !is_header(line))
            .map(|(at, line)| match at % 3 {
                0 => Change::remove(line),
                1 => Change::insert_after(line, &line.text),
                // A line that its game can't read may cost the entry, and what is no entry has no lines to change back.
                _ if line.notation == Notation::Colon && line.directive.allocates => {
                    Change::replace(line, line.text.replace('1', "2").replace(':', "::"))
                }
                _ => Change::replace(line, line.text.replace('1', "2")),
            })
            .collect();
        holds(&base, &changes);
    }
}

/// Whether a line begins a record, which of these games are `N:`, in 4.2 `name:`, and of sizes `M:`.
fn is_header(line: &EntryLine) -> bool {
    ["N", "name"].contains(&line.directive.tag) || line.sort.name() == "limits"
}

/// One of a few ways in which the same files can be written.
fn written(set: &SourceSet, way: u8) -> SourceSet {
    with_bytes(set, |_, bytes| {
        let text = String::from_utf8_lossy(bytes).into_owned();
        match way {
            0 => bytes.to_vec(),
            1 => text.replace('\n', "\r\n").into_bytes(),
            // Ends differ from line to line, and the last line has none.
            2 => {
                let mut other = String::new();
                for (at, line) in text.trim_end().lines().enumerate() {
                    other += if at == 0 { "" } else { ["\n", "\r\n"][at % 2] };
                    other += line;
                }
                other.into_bytes()
            }
            // Latin-1, which only one comment shows.
            3 => [&b"# Lothl\xf3rien\n"[..], bytes].concat(),
            4 => [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect(),
            _ => text.trim_end().as_bytes().to_vec(),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_changes_are_found_and_undone(
        game in 0..games::ALL.len(),
        way in 0_u8..6,
        picks in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..4, any::<prop::sample::Index>(), 1_usize..5), 1..8),
    ) {
        let game = games::ALL[game].id();
        let base = load(game, written(&starter(game).sources, way));
        let mut lines = entry_lines(&base);
        // Numbers of tables in sources neither come nor go: the tests of their games have them. Some games have no others.
        lines.retain(|line| line.notation != Notation::Source);
        // Nor do lines that begin records, of which entries are made.
        let headers: BTreeSet<(String, &str)> =
            editable_entries(&base).into_iter().map(|entry| (entry.file, entry.header)).collect();
        lines.retain(|line| !headers.contains(&(line.file.clone(), line.directive.tag)));
        prop_assume!(!lines.is_empty());
        let mut changes: Vec<Change> = Vec::new();
        let mut taken = vec![false; lines.len()];
        for (pick, act, donor, run) in picks {
            // A run of neighbouring lines.
            let first = pick.index(lines.len());
            for at in first..(first + run).min(lines.len()) {
                if std::mem::replace(&mut taken[at], true) {
                    continue;
                }
                let line = &lines[at];
                let alike: Vec<_> = lines.iter().filter(|other| other.sort == line.sort && other.directive.tag == line.directive.tag).collect();
                let text = &donor.get(&alike).text;
                changes.push(match act {
                    0 => Change::remove(line),
                    1 => Change::insert_after(line, text),
                    2 => Change::insert_after(line, &if way == 3 { format!("{text}é") } else { text.clone() }),
                    _ => Change::replace(line, text),
                });
            }
        }
        holds(&base, &changes);
    }

    #[test]
    fn no_change_panics(
        game in 0..games::ALL.len(),
        file in any::<String>(),
        index in 0_u32..6,
        directive in prop_oneof![prop::sample::select(vec!["T", "A", "W", "alloc", "type"]).prop_map(str::to_owned), any::<String>()],
        ordinal in 0_u32..5,
        texts in prop::collection::vec(prop_oneof![any::<String>(), "[TAW]:[0-9:]{0,9}"], 6),
    ) {
        let game = games::ALL[game].id();
        let base = starter(game);
        let anchor = |sort, name: &str| Anchor { file: file.clone(), sort, index, name: name.to_owned(), directive: directive.clone(), ordinal };
        let mut changes = Vec::new();
        for sort in Sort::OF_ITEMS {
            let acts = [
                EditOp::Replace { was: texts[0].clone(), now: texts[1].clone() },
                EditOp::Remove { was: texts[2].clone() },
                EditOp::Insert { after: None, now: texts[3].clone(), place: None },
                EditOp::Insert { after: Some(texts[4].clone()), now: texts[5].clone(), place: Some(affixboard_proposal::RecordPosition { line: index, above: texts[0].clone() }) },
            ];
            changes.extend(acts.map(|op| Change { anchor: anchor(sort, &texts[5]), op, writing: WriteOptions::default() }));
        }
        let applied = apply(&base, &changes).expect("files that can be edited");
        prop_assert_eq!(applied.outcomes.len(), changes.len());
        let _ = revert(&base, &changes);
        // Kept and read again, whatever the texts: what no file has becomes blanks.
        let text = write_changes(&changes);
        prop_assert!(read_changes(&text, &[]).is_ok_and(|read| read.len() == changes.len()));
        let _ = read_changes(&texts.join("\n"), &[]);
    }
}

#[test]
fn edits_of_a_draft_come_to_what_leads_there_from_its_base() {
    let base = starter("affix-branch");
    let of = |loaded: &Loaded, ordinal| line(loaded, Sort::AFFIX, 1, "T", ordinal);
    let first = of(&base, 1);
    let other = |number: &str| format!("T:soft armour:0:99:great:{number}:1 to 100");

    let once = edited(&base, &[], |now| vec![Change::replace(&of(now, 1), other("31"))]);
    assert_eq!(once, [Change::replace(&first, other("31"))]);
    let twice = edited(&base, &once, |now| vec![Change::replace(&of(now, 1), other("32"))]);
    assert_eq!(twice, [Change::replace(&first, other("32"))], "one line, one change");
    let back = edited(&base, &twice, |now| vec![Change::replace(&of(now, 1), first.text.clone())]);
    assert_eq!(back, [], "as it was");

    let added = edited(&base, &once, |now| vec![Change::insert_after(&of(now, 1), other("7"))]);
    assert_eq!(added.len(), 2);
    let lines = |changes: &[Change]| -> Vec<String> {
        let now = base.game.load(apply(&base, changes).expect("files that can be edited").sources);
        let of_entry = |line: &EntryLine| (line.sort, line.index) == (Sort::AFFIX, 1);
        let lines = entry_lines(&now).into_iter().filter(of_entry).filter(|line| line.directive.tag == "T");
        lines.map(|line| line.text).take(2).collect()
    };
    assert_eq!(lines(&added), [other("31"), other("7")]);
    let both = edited(&base, &added, |now| vec![Change::remove(&of(now, 1)), Change::replace(&of(now, 2), other("8"))]);
    assert_eq!(both, [Change::replace(&first, other("8"))], "a line went and one came: it is another");
    let gone = edited(&base, &added, |now| vec![Change::remove(&of(now, 2))]);
    assert_eq!(gone, once);
}

#[test]
fn an_edit_of_a_line_that_is_another_by_now_is_left_out_and_told() {
    let base = starter("affix-branch");
    let of = |loaded: &Loaded, ordinal| line(loaded, Sort::AFFIX, 1, "T", ordinal);
    let now = base.game.load(
        apply(&base, &[Change::replace(&of(&base, 1), "T:soft armour:0:99:great:31:1 to 100")]).expect("files").sources,
    );
    let edits = [Change::replace(&of(&base, 1), "T:soft armour:0:99:great:40:1 to 100"), Change::remove(&of(&base, 2))];
    let composed = compose(&base, &now, &edits).expect("files that can be edited");
    let is = Some("T:soft armour:0:99:great:31:1 to 100".to_owned());
    let conflict = Outcome::Conflict(Conflict { reason: Reason::LineChanged, is });
    assert_eq!(composed.outcomes, [conflict, Outcome::Applied]);
    let first = Change::replace(&of(&base, 1), "T:soft armour:0:99:great:31:1 to 100");
    assert_eq!(composed.changes, [first, edits[1].clone()]);
}

#[test]
fn entries_without_lines_have_a_place_for_them() {
    let base = starter("affix-branch");
    let places = editable_entries(&base);
    let of = |sort, index| places.iter().find(|place| (place.sort, place.index) == (sort, index)).expect("the entry");
    let tags = |place: &EditableEntry| place.directives.iter().map(|directive| directive.tag).collect::<Vec<_>>();
    assert_eq!(tags(of(Sort::AFFIX, 1)), ["N", "C", "M", "F", "L", "R", "R2", "T", "D"]);
    assert_eq!(tags(of(Sort::THEME, 1)), ["N", "T", "A", "D"]);
    for line in entry_lines(&base) {
        let place = of(line.sort, line.index);
        assert!(
            place.span.file == line.span.file && place.span.start <= line.span.start && line.span.end <= place.span.end
        );
    }
}

/// Three flags of a team's own make the files those of a variant; what other files say stays.
#[test]
fn names_of_a_teams_own_leave_other_files_alone() {
    let base = starter("sil-q");
    let lines = entry_lines(&base);
    let flags = lines.iter().filter(|line| line.file == "artefact.txt" && line.directive.tag == "F");
    let changes: Vec<Change> =
        flags.zip(["F:ONE", "F:TWO", "F:THREE"]).map(|(line, text)| Change::insert_after(line, text)).collect();
    let applied = holds(&base, &changes);
    let after = base.game.load(applied.sources);
    assert!(after.foreign.is_some());
    let limits = |loaded: &Loaded| loaded.entry_records(loaded.entry_sort("limits").expect("the sort")).len();
    assert_eq!((limits(&base), limits(&after)), (16, 16));
}
