//! Every line of every file of Unangband can be proposed to, and nothing else changes with it.

use std::collections::BTreeSet;

use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    syntax::FieldKind,
    text::{SourceFile, SourceSet, patch},
};
use affixboard_proposal::{
    Change, EditOp, EntryLine, Outcome, Refusal, apply, compose, correction_changes, differences, editable_entries,
    entry_lines, new_line, read_changes, revert, set_fields, tagged_lines, write_changes,
};

use crate::common;

fn load(sources: SourceSet) -> Loaded {
    games::find("unangband").expect("the game").load(sources)
}

fn starter() -> Loaded {
    load(common::sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/unangband")))
}

fn original() -> Option<Loaded> {
    common::reference("unangband").map(|folder| load(common::sources(&folder.join("edit"))))
}

/// The first line of each directive of each file: file, letter, a field, its new text, the line as it is, and as it comes to
/// be.
const FIRST_LINES: &[(&str, &str, &str, &str, &str, &str)] = &[
    ("artifact.txt", "N", "name", "of the Flooded Chapel", "N:1:of the Drowned Chapel", "N:1:of the Flooded Chapel"),
    ("artifact.txt", "I", "pval", "2", "I:39:4:0", "I:39:4:2"),
    ("artifact.txt", "W", "rarity", "9", "W:8:14:15:9000", "W:8:9:15:9000"),
    ("artifact.txt", "P", "to-ac", "7", "P:0:1d1:0:0:0", "P:0:1d1:0:0:7"),
    ("artifact.txt", "F", "flags", "LITE", "F:LITE | RES_DARK", "F:LITE"),
    ("artifact.txt", "A", "time", "25", "A:3:20:20", "A:3:25:20"),
    ("blows.txt", "N", "name", "MISSED", "N:0:MISS", "N:0:MISSED"),
    ("blows.txt", "T", "verb", "miss~ &", "T:0-9999:fail~ to reach &", "T:0-9999:miss~ &"),
    ("blows.txt", "M", "range", "3+1/5", "M:20", "M:3+1/5"),
    ("blows.txt", "D", "target", "&", "D:fail~:", "D:fail~:&"),
    ("blows.txt", "F", "flags", "MISS", "F:MISS | HIDE", "F:MISS"),
    ("blows.txt", "W", "mana", "4", "W:3:0:0", "W:4:0:0"),
    ("blows.txt", "R", "radius", "1+1/10", "R:4", "R:1+1/10"),
    ("cost_adj.txt", "A", "row", "100:105:110:109", "A:100:105:110:108", "A:100:105:110:109"),
    ("dungeon.txt", "N", "name", "No Place", "N:0:Nowhere", "N:0:No Place"),
    ("dungeon.txt", "X", "near-2", "3", "X:1:0:0:0", "X:1:3:0:0"),
    ("dungeon.txt", "S", "store-8", "5", "S:0:0:0:0:0:0:0:0", "S:0:0:0:0:0:0:0:5"),
    (
        "dungeon.txt",
        "L",
        "guard",
        "9",
        "L:0:20:0:21:0:0:0:0:SURFACE | DAYLIGHT | TOWN:",
        "L:0:20:0:21:0:9:0:0:SURFACE | DAYLIGHT | TOWN:",
    ),
    ("dungeon.txt", "D", "text", "You must not be here. ", "D:You should not be here.", "D:You must not be here. "),
    ("dungeon.txt", "G", "symbol", "o", "G:t", "G:o"),
    ("dungeon.txt", "A", "flag", "TOWNSFOLK | MAN", "A:t:TOWNSFOLK", "A:t:TOWNSFOLK | MAN"),
    ("dungeon.txt", "Q", "monster", "15", "Q:4:14", "Q:4:15"),
    ("dungeon.txt", "R", "flag", "INSECT", "R:ANIMAL", "R:INSECT"),
    ("dungeon.txt", "W", "if-visited", "5", "W:35:4", "W:35:5"),
    ("dungeon.txt", "C", "chasm", "7", "C:6", "C:7"),
    ("dungeon.txt", "Y", "monster", "51", "Y:50:6", "Y:51:6"),
    ("effect.txt", "N", "name", "NAUGHT", "N:0:NOTHING", "N:0:NAUGHT"),
    ("effect.txt", "I", "power", "5", "I:0", "I:5"),
    ("effect.txt", "D", "texts", "spare~:::as it was:::", "D:leave~:::as it was:::", "D:spare~:::as it was:::"),
    ("effect.txt", "T", "text", "naught", "T:nothing at all", "T:naught"),
    ("ego_item.txt", "N", "name", "of the Tun", "N:1:of the Vat", "N:1:of the Tun"),
    ("ego_item.txt", "X", "rating", "5", "X:1:4:0", "X:1:5:0"),
    ("ego_item.txt", "C", "to-ac", "8", "C:0:0:6:0", "C:0:0:8:0"),
    ("ego_item.txt", "W", "rarity", "3", "W:3:2:0:400", "W:3:3:0:400"),
    ("ego_item.txt", "T", "max-sval", "50", "T:36:0:99", "T:36:0:50"),
    ("ego_item.txt", "F", "flags", "IGNORE_ACID | IGNORE_FIRE", "F:IGNORE_ACID", "F:IGNORE_ACID | IGNORE_FIRE"),
    ("ego_item.txt", "O", "flags", "RES_COLD", "O:RES_ACID", "O:RES_COLD"),
    ("ego_item.txt", "Y", "count", "3", "Y:1:2", "Y:1:3"),
    ("flavor.txt", "N", "sval", "33", "N:1:45:32", "N:1:45:33"),
    ("flavor.txt", "G", "colour", "r", "G:=:w", "G:=:r"),
    ("flavor.txt", "D", "text", "Empty Seal", "D:Blank Seal", "D:Empty Seal"),
    ("limits.txt", "M", "value", "65", "M:F:64", "M:F:65"),
    ("monster.txt", "N", "name", "<nobody>", "N:0:<player>", "N:0:<nobody>"),
    ("monster.txt", "G", "colour", "r", "G:@:w", "G:@:r"),
    ("monster.txt", "I", "hit-points", "5", "I:0:0:0:0:0", "I:0:5:0:0:0"),
    ("monster.txt", "W", "rarity", "3", "W:0:1:0:0", "W:0:3:0:0"),
    ("monster.txt", "M", "power", "2", "M:0:0:1:0", "M:0:0:2:0"),
    ("monster.txt", "B", "damage", "2d4", "B:HIT:HURT:1d4", "B:HIT:HURT:2d4"),
    (
        "monster.txt",
        "F",
        "flags",
        "MAN | TOWNSFOLK | FEMALE | OPEN_DOOR | DROP_60",
        "F:MAN | TOWNSFOLK | MALE | OPEN_DOOR | DROP_30",
        "F:MAN | TOWNSFOLK | FEMALE | OPEN_DOOR | DROP_60",
    ),
    ("monster.txt", "D", "text", "Carries nothing. ", "D:Carries everything but your bags.", "D:Carries nothing. "),
    ("monster.txt", "S", "spells", "SCARE", "S:SCARE | SLOW", "S:SCARE"),
    ("names.txt", "N", "word", "tammel", "N:tammer", "N:tammel"),
    ("object.txt", "N", "name", "& Loose Stone~", "N:1:& Loose Rock~", "N:1:& Loose Stone~"),
    ("object.txt", "G", "colour", "w", "G:*:s", "G:*:w"),
    ("object.txt", "I", "pval", "1", "I:3:1:0", "I:3:1:1"),
    ("object.txt", "W", "weight", "25", "W:0:0:30:0", "W:0:0:25:0"),
    ("object.txt", "A", "places", "1/4:20/2", "A:1/4", "A:1/4:20/2"),
    ("object.txt", "P", "to-ac", "1", "P:0:1d3:0:0:0", "P:0:1d3:0:0:1"),
    ("object.txt", "F", "flags", "BLUNT", "F:BLUNT | THROWING", "F:BLUNT"),
    ("object.txt", "Y", "count", "2", "Y:1:1", "Y:1:2"),
    ("p_class.txt", "N", "name", "Watch", "N:0:Guard", "N:0:Watch"),
    ("p_class.txt", "S", "siz", "2", "S:4:-2:-1:1:3:0:1:3", "S:4:-2:-1:1:3:0:1:2"),
    ("p_class.txt", "C", "shooting", "20", "C:20:10:16:1:10:5:22:18:18", "C:20:10:16:1:10:5:22:18:20"),
    ("p_class.txt", "X", "disarm", "9", "X:8:6:7:0:0:0:48:45:45", "X:9:6:7:0:0:0:48:45:45"),
    ("p_class.txt", "I", "sense-base", "8000", "I:0:9000:40:1:1", "I:0:8000:40:1:1"),
    ("p_class.txt", "A", "factor", "6", "A:5:30:5:35", "A:5:30:6:35"),
    ("p_class.txt", "M", "first-level", "40", "M:0:1:2:5:99:450:0", "M:0:1:2:5:40:450:0"),
    ("p_class.txt", "T", "title", "Novice", "T:Recruit", "T:Novice"),
    ("p_class.txt", "E", "max", "2", "E:23:10:1:1:0:0:0:100", "E:23:10:1:2:0:0:0:100"),
    ("p_hist.txt", "N", "bonus", "40", "N:1:3:25:35", "N:1:3:25:40"),
    (
        "p_hist.txt",
        "D",
        "text",
        "You were left in a boat. ",
        "D:You were found in a boat. ",
        "D:You were left in a boat. ",
    ),
    ("p_race.txt", "N", "name", "Hill Folk", "N:0:Vale Folk", "N:0:Hill Folk"),
    ("p_race.txt", "S", "str", "1", "S:0:0:0:0:0:0:0:0", "S:1:0:0:0:0:0:0:0"),
    ("p_race.txt", "R", "search", "13", "R:0:0:0:0:12:0:0:0:0", "R:0:0:0:0:13:0:0:0:0"),
    ("p_race.txt", "X", "experience", "110", "X:100:0:0", "X:110:0:0"),
    ("p_race.txt", "I", "age", "16", "I:1:15:8:1", "I:1:16:8:1"),
    ("p_race.txt", "H", "male", "72", "H:70:6:66:5", "H:72:6:66:5"),
    ("p_race.txt", "W", "female", "142", "W:165:140", "W:165:142"),
    ("p_race.txt", "C", "classes", "0 1", "C:0|1|2", "C:0 1"),
    ("p_race.txt", "D", "adjective", "Fen", "D:Marsh", "D:Fen"),
    ("p_race.txt", "G", "flags", "HURT_COLD", "G:HURT_LITE", "G:HURT_COLD"),
    ("quest.txt", "N", "name", "Your quest", "N:0:Your quest to put out the Cinder King", "N:0:Your quest"),
    ("quest.txt", "S", "stage", "1", "S:0", "S:1"),
    ("quest.txt", "F", "flags", "FAIL_QUEST", "F:PASS_QUEST", "F:FAIL_QUEST"),
    ("quest.txt", "Q", "quest", "2", "Q:1", "Q:2"),
    ("quest.txt", "T", "level", "57", "T:6:58:0", "T:6:57:0"),
    ("quest.txt", "R", "race", "71", "R:70", "R:71"),
    ("quest.txt", "W", "gold", "250", "W:60:0:200", "W:60:0:250"),
    ("randart_sv.txt", "N", "index", "20", "N:19", "N:20"),
    ("randart_sv.txt", "S", "threshold", "21", "S:20:2", "S:21:2"),
    ("randart_sv.txt", "U", "sval", "24", "U:23", "U:24"),
    ("region.txt", "N", "name", "naught", "N:0:nothing", "N:0:naught"),
    ("region.txt", "G", "colour", "r", "G:x:w", "G:x:r"),
    ("region.txt", "F", "flags", "TRIGGER_MOVE", "F:TRIGGER_MOVE | HIT_TRAP", "F:TRIGGER_MOVE"),
    ("region.txt", "B", "method", "BALL", "B:AREA", "B:BALL"),
    ("region.txt", "I", "delay", "50", "I:40", "I:50"),
    ("room.txt", "N", "chance", "2", "N:1:102:0:0:1:1:0:128", "N:1:102:0:0:2:1:0:128"),
    ("room.txt", "A", "name", "Dusty", "A:", "A:Dusty"),
    ("room.txt", "B", "name", "Hall", "B:", "B:Hall"),
    (
        "room.txt",
        "D",
        "text",
        "Nobody has slept here for years.  ",
        "D:Nobody has swept here for years. ",
        "D:Nobody has slept here for years.  ",
    ),
    ("room.txt", "S", "flags", "SEEN | HEARD", "S:SEEN", "S:SEEN | HEARD"),
    ("room.txt", "P", "flags", "EDGE", "P:CENTRE", "P:EDGE"),
    ("room.txt", "F", "theme-4", "3", "F:12:0:0:0:0", "F:12:0:0:0:3"),
    ("room.txt", "L", "flags", "LAVA", "L:WATER", "L:LAVA"),
    ("room.txt", "R", "flag", "DRAGON", "R:DEMON", "R:DRAGON"),
    ("room.txt", "G", "symbol", "D", "G:C", "G:D"),
    ("room.txt", "K", "max-sval", "98", "K:75:0:99", "K:75:0:98"),
    ("rune.txt", "N", "name", "none", "N:0:no rune", "N:0:none"),
    ("rune.txt", "Y", "flag", "IGNORE_COLD", "Y:1:IGNORE_FIRE", "Y:1:IGNORE_COLD"),
    ("shop_own.txt", "N", "name", "Young Harrick", "N:0:0:Old Harrick", "N:0:0:Young Harrick"),
    ("shop_own.txt", "I", "purse", "6500", "I:0:6000:170:106:4:12", "I:0:6500:170:106:4:12"),
    ("spell.txt", "N", "name", "(smudged)", "N:0:(blotted)", "N:0:(smudged)"),
    ("spell.txt", "C", "mana", "98", "C:2:99:99:100:100", "C:2:99:98:100:100"),
    ("spell.txt", "P", "spell-2", "4", "P:0:0", "P:0:4"),
    ("spell.txt", "A", "slot", "2", "A:65:15:1", "A:65:15:2"),
    ("spell.txt", "B", "damage", "3d4+(1d4)/6", "B:MISSILE:MANA:3d4+(1d4)/5", "B:MISSILE:MANA:3d4+(1d4)/6"),
    ("spell.txt", "F", "flags", "LIGHT_ROOM", "F:LITE_ROOM", "F:LIGHT_ROOM"),
    ("spell.txt", "L", "duration", "1d20+16", "L:1d20+15", "L:1d20+16"),
    ("spell.txt", "D", "text", "You need that.", "D:You needed that.", "D:You need that."),
    ("store.txt", "N", "name", "(bolted up)", "N:0:(boarded up)", "N:0:(bolted up)"),
    ("store.txt", "X", "level", "5", "X:0", "X:5"),
    ("store.txt", "O", "count", "6", "O:80:35:5", "O:80:35:6"),
    ("store.txt", "B", "tval", "Flask", "B:Food", "B:Flask"),
    ("style.txt", "W", "level", "2", "W:0:1", "W:0:2"),
    ("style.txt", "S", "styles", "SWORD | HAFTED", "S:SWORD | HAFTED | POLEARM", "S:SWORD | HAFTED"),
    ("style.txt", "B", "benefit", "CRIT", "B:HIT", "B:CRIT"),
    ("terrain.txt", "N", "name", "naught", "N:0:nothing", "N:0:naught"),
    ("terrain.txt", "G", "colour", "D", "G: :d", "G: :D"),
    ("terrain.txt", "O", "feature", "1", "O:0", "O:1"),
    ("terrain.txt", "W", "priority", "1", "W:0:0:0:0", "W:0:0:1:0"),
    ("terrain.txt", "F", "flags", "ATTR_LITE | WALL", "F:ATTR_LITE", "F:ATTR_LITE | WALL"),
    ("terrain.txt", "U", "feature", "57", "U:56", "U:57"),
    ("terrain.txt", "K", "power", "5", "K:DEFAULT:1:0", "K:DEFAULT:1:5"),
    ("terrain.txt", "M", "feature", "2", "M:1", "M:2"),
    ("terrain.txt", "D", "text", "A plank moves.", "D:A board moves under your foot.", "D:A plank moves."),
    ("terrain.txt", "T", "damage", "6d6", "T:TRAP:FALL_MORE:5d6", "T:TRAP:FALL_MORE:6d6"),
    ("vault.txt", "N", "name", "toll tower", "N:1:toll house", "N:1:toll tower"),
    ("vault.txt", "X", "rating", "6", "X:9:5:7:14:0:60", "X:9:6:7:14:0:60"),
    ("vault.txt", "D", "row", "  %%%%  .%%%%  ", "D:%%%%%%%%%%%%%%", "D:  %%%%  .%%%%  "),
];

/// What the changes make of the files: they are applied in place, the files read again differ by them and nothing else, the
/// patch has their lines alone, and they lead back.
#[track_caller]
fn check(base: &Loaded, changes: &[Change]) -> Loaded {
    let applied = apply(base, changes).expect("files that can be edited");
    for (change, outcome) in changes.iter().zip(&applied.outcomes) {
        assert_eq!(outcome, &Outcome::Applied, "{change:?}");
    }
    let mut expected: Vec<(String, Vec<u8>)> =
        base.sources.files().iter().map(|file| (file.name().to_owned(), file.bytes().to_vec())).collect();
    // From behind, so that places stay.
    let lines = entry_lines(base);
    let mut edits: Vec<(&EntryLine, &str)> = Vec::new();
    for change in changes {
        let is_it = |line: &&EntryLine| line.anchor() == change.anchor;
        edits.push((lines.iter().find(is_it).expect("the line"), change.now().expect("another line")));
    }
    edits.sort_by_key(|(line, _)| std::cmp::Reverse((line.span.file, line.span.start)));
    for (line, now) in &edits {
        let (_, bytes) = expected.iter_mut().find(|(name, _)| *name == line.file).expect("the file");
        bytes.splice(line.span.start as usize..line.span.end as usize, now.bytes());
    }
    for (file, (name, bytes)) in applied.sources.files().iter().zip(&expected) {
        assert!(file.bytes() == bytes.as_slice(), "{name}");
    }
    let after = load(applied.sources);
    let found = differences(base, &after).expect("differences");
    assert_eq!(found.others, []);
    let texts = |changes: &[Change]| {
        changes.iter().map(|change| write_changes(std::slice::from_ref(change))).collect::<BTreeSet<String>>()
    };
    assert_eq!(texts(&found.changes), texts(changes));
    assert_eq!(read_changes(&write_changes(&found.changes), base.sorts()).as_ref(), Ok(&found.changes));
    let patch = patch::between(&base.sources, &after.sources, &|name| format!("lib/edit/{name}"));
    let patch = String::from_utf8_lossy(&patch).into_owned();
    let with = |sign: char| {
        let is_of = |line: &&str| line.starts_with(sign) && !line.starts_with(&format!("{sign}{sign}{sign} "));
        let mut lines: Vec<&str> = patch.lines().filter(is_of).map(|line| &line[1..]).collect();
        lines.sort_unstable();
        lines
    };
    let mut was: Vec<&str> = changes.iter().filter_map(Change::was).collect();
    let mut now: Vec<&str> = changes.iter().filter_map(Change::now).collect();
    was.sort_unstable();
    now.sort_unstable();
    assert_eq!((with('-'), with('+')), (was, now));
    let back = apply(&after, &revert(base, changes).expect("the way back")).expect("files");
    for (file, before) in back.sources.files().iter().zip(base.sources.files()) {
        assert!(file.bytes() == before.bytes(), "{}", file.name());
    }
    after
}

#[test]
fn each_sort_of_line_changes_as_expected() {
    let base = starter();
    let lines = entry_lines(&base);
    let mut files: Vec<&str> = FIRST_LINES.iter().map(|row| row.0).collect();
    files.dedup();
    assert_eq!(files.len(), 25);
    for file in files {
        // Every letter of the file but the version's is in the table.
        let letters: BTreeSet<&str> =
            lines.iter().filter(|line| line.file == file).map(|line| line.directive.tag).collect();
        let rows = || FIRST_LINES.iter().filter(|row| row.0 == file);
        assert_eq!(letters, rows().map(|row| row.1).collect(), "{file}");
        let change = |row: &(&str, &str, &str, &str, &str, &str)| {
            let (_, letter, field, value, was, now) = *row;
            let is_it = |line: &&EntryLine| line.file == file && line.directive.tag == letter;
            let line = lines.iter().find(is_it).expect("a line");
            let made = set_fields(line.directive, line.notation, &line.text, &[(field, value)]);
            assert_eq!((line.text.as_str(), made.as_deref()), (was, Ok(now)), "{file} {letter}");
            Change::replace(line, now)
        };
        check(&base, &rows().map(change).collect::<Vec<_>>());
    }
}

/// Another text of the same form.
fn other(kind: FieldKind, text: &str) -> String {
    match kind {
        FieldKind::Int => {
            let digits =
                text.trim_start().trim_start_matches(['-', '+']).bytes().take_while(u8::is_ascii_digit).count();
            if digits == 1 && text.trim() == "7" { "8".to_owned() } else { "7".to_owned() }
        }
        FieldKind::Word | FieldKind::Rest => format!("{}x", text.trim()),
        FieldKind::Random => "1d9".to_owned(),
        FieldKind::Dice => if text.trim() == "1d9" { "1d8" } else { "1d9" }.to_owned(),
        FieldKind::Char => if text == "q" { "p" } else { "q" }.to_owned(),
    }
}

/// Of the first line of each letter that has so many fields, each field is changed: first all first ones, and so on. Where
/// that makes an index wrong, or a limit too small for what follows, nothing is lost either.
fn fields_change_alone(base: Option<Loaded>, fields: &[usize]) {
    if let Some(base) = base {
        let lines = entry_lines(&base);
        let mut first: Vec<&EntryLine> = Vec::new();
        for line in &lines {
            let same = |known: &&EntryLine| (&known.file, known.directive.tag) == (&line.file, line.directive.tag);
            let has_more = |known: &EntryLine| known.fields().iter().filter(|field| field.range.is_some()).count();
            match first.iter().position(same) {
                None => first.push(line),
                Some(at) if has_more(line) > has_more(first[at]) => first[at] = line,
                Some(_) => {}
            }
        }
        for at in fields.iter().copied() {
            let mut changes = Vec::new();
            for line in &first {
                let Some(field) = line.fields().into_iter().nth(at) else { continue };
                let (Some(text), Some(range)) = (field.text, field.range) else { continue };
                let value = other(field.spec.kind, &text);
                let now = set_fields(line.directive, line.notation, &line.text, &[(field.spec.name, &value)]);
                // By hand: the text between two colons, without the blanks around it.
                let inner = range.start + (text.len() - text.trim_start().len())
                    ..range.end - (text.len() - text.trim_end().len());
                let inner = if text.trim().is_empty() || field.spec.verbatim { range } else { inner };
                let expected = format!("{}{value}{}", &line.text[..inner.start], &line.text[inner.end..]);
                assert_eq!(now.as_ref(), Ok(&expected), "{} {}", line.file, line.text);
                changes.push(Change::replace(line, expected));
            }
            check(&base, &changes);
        }
    }
}

#[test]
fn each_field_of_the_starter_edition_changes_alone() {
    fields_change_alone(Some(starter()), &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn some_fields_of_the_original_change_alone() {
    fields_change_alone(original(), &[0, 4]);
}

#[test]
#[ignore = "deep"]
fn each_field_of_the_original_changes_alone_deep() {
    fields_change_alone(original(), &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn every_line_is_an_entrys_and_all_of_it_is_fields() {
    for (base, is_original) in [(Some(starter()), false), (original(), true)] {
        let Some(base) = base else { continue };
        let lines = entry_lines(&base);
        let spans: BTreeSet<_> = lines.iter().map(|line| line.span).collect();
        let tagged = tagged_lines(&base);
        assert!(tagged.len() > 1000);
        // What can't be changed: versions, in all files.
        let left: Vec<String> = tagged
            .iter()
            .filter(|line| line.tag != "V" && !spans.contains(&line.span))
            .map(|line| format!("{} {}", base.sources.file(line.span.file).name(), base.sources.text(line.span)))
            .collect();
        assert_eq!(left, Vec::<String>::new());
        // Fields with the colons between them are the line.
        let whole = |line: &EntryLine| {
            let texts: Vec<String> = line.fields().into_iter().filter_map(|field| field.text).collect();
            format!("{}:{}", line.directive.tag, texts.join(":"))
        };
        let others: Vec<&str> = lines
            .iter()
            .filter(|line| whole(line).trim_end_matches(':') != line.text.trim_end_matches(':'))
            .map(|line| line.text.as_str())
            .collect();
        // The program reads one character of these, which were meant as flags.
        let surplus: &[&str] = if is_original { &["G:PLANT", "G:CONF", "G:BLIND"] } else { &[] };
        assert_eq!(others, surplus);
    }
}

/// The line of an entry.
fn line_of<'a>(lines: &'a [EntryLine], sort: &str, index: u32, tag: &str) -> &'a EntryLine {
    lines
        .iter()
        .find(|line| (line.sort.name(), line.index, line.directive.tag) == (sort, index, tag))
        .expect("the line")
}

/// An entry that gets another number or name is the same one still, also where others have these already.
#[test]
fn entries_are_known_by_their_place_where_their_first_line_changes() {
    let base = starter();
    let lines = entry_lines(&base);
    let words: Vec<&EntryLine> = lines.iter().filter(|line| line.sort.name() == "words").collect();
    // Two words change places, which a comparison by name would take for no change.
    let swapped = [Change::replace(words[3], words[9].text.clone()), Change::replace(words[9], words[3].text.clone())];
    check(&base, &swapped);
    // A spell gets the number of the next one, and another name; the reader passes over one of the two.
    let spells: Vec<&EntryLine> =
        lines.iter().filter(|line| line.sort.name() == "spells" && line.directive.tag == "N").collect();
    let number = spells[2].text.split(':').nth(1).expect("a number");
    let mut changes = vec![Change::replace(spells[1], format!("N:{number}:Other"))];
    changes.push(Change::replace(line_of(&lines, "spells", spells[1].index, "B"), "B:MISSILE:MANA:2d4"));
    check(&base, &changes);
    // Composed with an edit of the changed files, both changes stay.
    let changed = load(apply(&base, &changes[1..]).expect("files").sources);
    let composed = compose(&base, &changed, &changes[..1]).expect("files");
    assert_eq!(composed.changes, changes);
}

#[test]
fn the_line_that_begins_a_record_neither_comes_nor_goes() {
    let base = starter();
    let lines = entry_lines(&base);
    let first = line_of(&lines, "spells", 0, "N");
    for change in [Change::remove(first), Change::insert_after(first, "N:1:New")] {
        let outcomes = apply(&base, &[change]).expect("files").outcomes;
        assert_eq!(outcomes, [Outcome::Refused(Refusal::HeaderStays)]);
    }
    let message = "found the line that begins an entry removed or added, expected it changed";
    assert_eq!(Refusal::HeaderStays.to_string(), message);
    let entries = editable_entries(&base);
    let spell = entries.iter().find(|entry| (entry.sort.name(), entry.index) == ("spells", 0)).expect("the spell");
    let grows: Vec<&str> =
        spell.directives.iter().filter(|one| spell.may_grow(one)).map(|directive| directive.tag).collect();
    assert_eq!(grows, ["A", "C", "P", "F", "B", "L", "S", "D"]);
}

/// Other lines come and go.
#[test]
fn lines_of_an_entry_come_and_go() {
    let base = starter();
    let lines = entry_lines(&base);
    let blow = line_of(&lines, "monsters", 1, "B");
    let made = new_line(blow.directive, blow.notation, &["BITE", "", "1d6"]);
    assert_eq!(
        made.map_err(|error| error.to_string()),
        Err("found nothing for effect, expected it as in B:method[:effect[:damage]]".to_owned())
    );
    let second = new_line(blow.directive, blow.notation, &["BITE", "HURT", "1d6"]).expect("a line");
    let changes = [
        Change::insert_after(blow, second),
        Change::remove(line_of(&lines, "monsters", 2, "D")),
        Change::remove(line_of(&lines, "quests", 0, "R")),
    ];
    let applied = apply(&base, &changes).expect("files");
    assert!(applied.is_whole());
    let text = |loaded: &SourceSet, name: &str| {
        String::from_utf8_lossy(loaded.find(name).expect("the file").1.bytes()).into_owned()
    };
    let monsters = text(&base.sources, "monster.txt")
        .replacen("B:HIT:HURT:1d4\n", "B:HIT:HURT:1d4\nB:BITE:HURT:1d6\n", 1)
        .replacen("D:Follows you to the next landing, then somebody else.\n", "", 1);
    assert_eq!(text(&applied.sources, "monster.txt"), monsters);
    let after = load(applied.sources);
    let found = differences(&base, &after).expect("differences");
    assert_eq!(found.others, []);
    assert_eq!(found.changes.len(), 3);
}

/// A file that the program reads up to a NUL byte can be changed before and behind it, but not in that line.
#[test]
fn lines_around_a_nul_byte_change() {
    let mut sources = SourceSet::new();
    for file in starter().sources.files() {
        let mut bytes = file.bytes().to_vec();
        if file.name() == "vault.txt" {
            bytes.extend(b"N:90:a\0\nD:#\0#\nD:##\n");
        }
        sources.push(SourceFile::new(file.name(), bytes));
    }
    let base = load(sources);
    let lines = entry_lines(&base);
    let rows: Vec<&str> = lines
        .iter()
        .filter(|line| line.sort.name() == "vaults" && line.index == 90)
        .map(|line| line.text.as_str())
        .collect();
    assert_eq!(rows, ["D:##"]);
    let changes = [
        Change::replace(line_of(&lines, "vaults", 1, "X"), "X:9:6:7:14:0:60"),
        Change::replace(line_of(&lines, "vaults", 90, "D"), "D:#.#"),
    ];
    let applied = apply(&base, &changes).expect("files");
    assert!(applied.is_whole(), "{:?}", applied.outcomes);
    assert!(applied.sources.find("vault.txt").expect("the file").1.bytes().ends_with(b"D:#\0#\nD:#.#\n"));
}

/// What the reader says of a change is at its line and field.
#[test]
fn remarks_are_at_the_changed_field() {
    let base = starter();
    let lines = entry_lines(&base);
    let changes = [
        Change::replace(line_of(&lines, "spells", 0, "C"), "C:2:many:99:100:100"),
        Change::replace(line_of(&lines, "prices", 0, "A"), "A:"),
        Change::replace(line_of(&lines, "quests", 0, "R"), "R:9999"),
    ];
    let applied = apply(&base, &changes).expect("files");
    let after = load(applied.sources.clone());
    let said = |at: usize| -> Vec<(String, String)> {
        let of = applied.diagnostics_of(at, &after);
        of.iter().map(|one| (one.message(), after.sources.text(one.span.expect("a place")).into_owned())).collect()
    };
    let many = "found `many`; expected a number for level; the line is ignored".to_owned();
    assert_eq!(said(0), [(many, "many".to_owned())]);
    assert_eq!(said(1).len(), 1);
    assert_eq!(said(2).len(), 1);
    assert_eq!(said(2)[0].1, "9999");
}

/// The corrected monsters of a file that the program would write otherwise, as a proposal: `C:` lines come and go below
/// `W:` lines, and fields that are right stay as they are written.
#[test]
fn corrections_are_changes_of_lines() {
    let base = starter();
    for (correction, is_first) in base.model.corrections().iter().zip([true, false]) {
        let changes = correction_changes(&base, correction).expect("lines");
        assert!(!changes.is_empty());
        let applied = apply(&base, &changes).expect("files");
        assert!(applied.is_whole());
        let after = load(applied.sources);
        let found = differences(&base, &after).expect("differences");
        assert_eq!((found.others.len(), found.changes.len()), (0, changes.len()));
        for change in &changes {
            assert!(matches!(
                (&change.op, change.anchor.directive.as_str()),
                (EditOp::Replace { .. }, "W") | (EditOp::Insert { .. }, "C")
            ));
        }
        let lines = entry_lines(&after);
        let before = entry_lines(&base);
        for line in before.iter().filter(|line| line.sort.name() == "monsters" && line.directive.tag == "W") {
            let now = line_of(&lines, "monsters", line.index, "W");
            let rarity = |line: &EntryLine| line.fields()[1].text.clone();
            assert!(!is_first || rarity(line) == rarity(now), "{}", line.name);
        }
        // A `C:` line stands below its `W:` line.
        let text = String::from_utf8_lossy(after.sources.find("monster.txt").expect("the file").1.bytes()).into_owned();
        let all: Vec<&str> = text.lines().collect();
        let c = all.iter().enumerate().filter(|(_, line)| line.starts_with("C:"));
        for (at, _) in c {
            assert!(all[at - 1].starts_with("W:"), "{}", all[at - 1]);
        }
    }
}
