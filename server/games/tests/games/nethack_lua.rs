//! The dungeon description of 3.7, which is a Lua table: it says what dungeon.def says, and the same comes of it.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path, sync::Arc};

use affixboard_games as games;
use affixboard_model::{
    batch::Counts,
    catalog::SortEntry,
    engine::random::Stream,
    game::{Loaded, Point, SubjectRules},
    text::{SourceFile, SourceSet},
};
use affixboard_proposal::{Change, apply, differences, entry_lines, revert};
use proptest::prelude::*;

use crate::common::{reference, remarks, subject_gate};

const HERE: Point = Point([0; Point::DIMENSIONS]);

fn load(name: &str, text: &str) -> Loaded {
    let mut sources = SourceSet::new();
    sources.push(SourceFile::new(name, text.as_bytes().to_vec()));
    games::find("nethack").expect("the game").load(sources)
}

fn subject(loaded: &Loaded) -> Arc<dyn SubjectRules> {
    let found = loaded.model.subjects().iter().find(|subject| subject.spec().name == "dungeon");
    Arc::clone(found.expect("the subject"))
}

/// The rows with their probabilities.
fn chances(loaded: &Loaded) -> Vec<(String, f64)> {
    let rules = subject(loaded);
    let chances = rules.exact(HERE);
    let row = |key: u32| {
        let row = &rules.rows()[key as usize];
        format!("{} {:?}", row.metric.0, row.columns)
    };
    chances.into_iter().map(|chance| (row(chance.key), chance.mean)).collect()
}

fn of_sort(loaded: &Loaded, sort: &str) -> Vec<SortEntry> {
    let at = loaded.sorts().iter().position(|spec| spec.name == sort).expect("the sort");
    loaded.model.entries().iter().filter(|entry| usize::from(entry.sort) == at).cloned().collect()
}

/// A field as text; empty where there is none.
fn field(loaded: &Loaded, entry: &SortEntry, name: &str) -> String {
    let columns = loaded.sorts()[usize::from(entry.sort)].fields;
    entry.fields[columns.iter().position(|column| column.name == name).expect("the field")].value.text()
}

/// The description in Lua, from the entries of dungeon.def. What is as it would be without being said is left out.
fn in_lua(loaded: &Loaded) -> String {
    let mut lua = "-- The dungeons.\ndungeon = {\n".to_owned();
    let table = |entry: &SortEntry, depth: usize, fields: &[(&str, &str, &str)], inner: &str| {
        let indent = "  ".repeat(depth);
        let mut text = format!("{indent}{{ name = \"{}\"", entry.name);
        for (key, column, usual) in fields {
            let value = field(loaded, entry, column);
            if value.is_empty() || value == *usual {
                continue;
            }
            let value = match value.parse::<i64>() {
                Ok(number) => number.to_string(),
                Err(_) if *key == "flags" && value.contains(", ") => format!("{{ '{}' }}", value.replace(", ", "', '")),
                Err(_) => format!("[[{value}]]"),
            };
            write!(text, ", {key} = {value}").expect("a string");
        }
        text + inner + " },\n"
    };
    let levels = of_sort(loaded, "special-levels");
    let branches = of_sort(loaded, "branches");
    for dungeon in of_sort(loaded, "dungeons") {
        let mut inner = ",\n    levels = {\n".to_owned();
        for level in levels.iter().filter(|level| level.group == dungeon.name) {
            let fields = [
                ("bonetag", "bones", "none"),
                ("base", "base", ""),
                ("range", "range", "0"),
                ("chance", "chance", "100"),
                ("nlevels", "variants", "0"),
                ("chainlevel", "chain", ""),
                ("alignment", "alignment", ""),
                ("flags", "description", ""),
            ];
            inner += &table(level, 3, &fields, "");
        }
        inner += "    },\n    branches = {\n";
        for branch in branches.iter().filter(|branch| branch.group == dungeon.name) {
            let fields = [
                ("base", "base", ""),
                ("range", "range", "0"),
                ("chainlevel", "chain", ""),
                ("branchtype", "branch_type", "stair"),
                ("direction", "direction", "down"),
            ];
            inner += &table(branch, 3, &fields, "");
        }
        inner += "    }";
        let fields = [
            ("bonetag", "bones", "none"),
            ("base", "base", ""),
            ("range", "range", "0"),
            ("chance", "chance", "0"),
            ("entry", "entry", "1"),
            ("alignment", "alignment", ""),
            ("flags", "description", ""),
            ("protofile", "protofile", ""),
        ];
        lua += &table(&dungeon, 1, &fields, &inner);
    }
    lua + "}\n"
}

#[track_caller]
fn is_the_same_in_lua(def: &str) {
    let old = load("dungeon.def", def);
    let text = in_lua(&old);
    let new = load("dungeon.lua", &text);
    assert_eq!(remarks(&new), Vec::<String>::new(), "{text}");
    for sort in ["dungeons", "special-levels", "branches"] {
        let names = |loaded: &Loaded| -> Vec<_> {
            of_sort(loaded, sort).into_iter().map(|entry| (entry.index, entry.name, entry.group)).collect()
        };
        assert_eq!(names(&new), names(&old));
    }
    assert_eq!(chances(&new), chances(&old), "{text}");
}

#[test]
fn the_starters_dungeons_in_lua_are_the_same() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/nethack/dat/dungeon.def");
    is_the_same_in_lua(&fs::read_to_string(path).expect("the file"));
}

#[test]
fn the_games_dungeons_in_lua_are_the_same() {
    let Some(folder) = reference("nethack") else { return };
    is_the_same_in_lua(&fs::read_to_string(folder.join("edit/dungeon.def")).expect("the file"));
}

/// 3.7's tutorial: nothing leads there, and its first level is at depth 1.
#[test]
fn an_unconnected_dungeon_begins_at_depth_1() {
    let text = "dungeon = {
  { name = \"Main\", base = 3, branches = { { name = \"Deep\", base = 2 }, } },
  { name = \"Tutorial\", base = 2, flags = { \"mazelike\", \"unconnected\" }, levels = { { name = \"tut\", base = 2 } } },
  { name = \"Deep\", base = 1 },
}";
    let loaded = load("dungeon.lua", text);
    assert_eq!(remarks(&loaded), Vec::<String>::new());
    assert!(subject(&loaded).gaps().is_empty());
    let all = chances(&loaded);
    for row in [
        r#"dungeon_top_depth ["Tutorial", "Tutorial", "", "", "1"]"#,
        r#"level ["Tutorial", "tut", "0", "2", "2"]"#,
        r#"branch_to ["Main", "Deep", "stair", "2", "2"]"#,
        r#"dungeon_top_depth ["Deep", "Deep", "", "", "3"]"#,
    ] {
        assert!(all.contains(&(row.to_owned(), 1.0)), "{row}: {all:?}");
    }
    let rules = subject(&loaded);
    subject_gate::drawn(rules.as_ref(), &[HERE], 1000, 3, subject_gate::Whole::Named).print("drawn");
}

/// As in xNetHack: a toss decides which of two is where, and one toss about both.
#[test]
fn a_condition_parts_a_levels_names() {
    let text = "local a = { name = 'asmo', bonetag = 'A' }
local b = { name = 'baal', bonetag = 'B' }
if percent(25) then
  a, b = b, a
end
dungeon = {
  { name = 'Well', base = 3, levels = {
      { name = a.name, bonetag = a.bonetag, base = 2 },
      { name = b.name, bonetag = b.bonetag, base = 3 },
      { name = 'end', base = 1 } } } }";
    let loaded = load("dungeon.lua", text);
    assert_eq!(remarks(&loaded), Vec::<String>::new());
    let names: Vec<String> = of_sort(&loaded, "special-levels").into_iter().map(|level| level.name).collect();
    assert_eq!(names, ["asmo or baal", "baal or asmo", "end"]);
    let found: Vec<(String, f64)> = chances(&loaded).into_iter().filter(|(row, _)| row.starts_with("level ")).collect();
    let row =
        |name: &str, place: u32| format!("level {:?}", ["Well", name, "0", &place.to_string(), &place.to_string()]);
    let expected = [("asmo", 2, 0.75), ("baal", 2, 0.25), ("baal", 3, 0.75), ("asmo", 3, 0.25), ("end", 1, 1.0)];
    assert_eq!(found.len(), expected.len(), "{found:?}");
    for (name, place, chance) in expected {
        assert!(found.contains(&(row(name, place), chance)), "{name} at {place}: {found:?}");
    }
    let rules = subject(&loaded);
    let mut counts = Counts::of_keys(rules.rows().len());
    rules.draw(HERE, 1000, &mut Stream::seeded([1, 2, 3]), &mut counts);
    let counted: BTreeMap<String, u64> = counts
        .take()
        .into_iter()
        .map(|(key, count)| (format!("{:?}", rules.rows()[key as usize].columns), count))
        .collect();
    let of = |name: &str, place: u32| counted[row(name, place).trim_start_matches("level ")];
    // Each is once in every game. Of 1000 games 250 ± 69 (five standard deviations) have them the other way round; the seed is
    // fixed.
    assert_eq!((of("asmo", 2) + of("asmo", 3), of("asmo", 2)), (1000, of("baal", 3)));
    assert!(of("baal", 2).abs_diff(250) < 69, "{counted:?}");
}

const NOTED: &str = "-- about it
dungeon = {
  { name = \"A\", base = 5, range = 2, levels = { -- its levels
      { name = \"a\", base = -1 },
      { name = \"b\", bonetag = \"B\", base = 0x2, range = 2, chance = 40 } } },
}
";

/// The numbers that stand in the file can be changed in their place, and nothing else changes.
#[test]
fn numbers_of_the_tables_are_proposed_in_their_place() {
    let base = load("dungeon.lua", NOTED);
    let numbers: Vec<_> =
        entry_lines(&base).into_iter().map(|line| (line.name.clone(), line.directive.tag, line.text.clone())).collect();
    let expected = [
        ("A", "base", "5"),
        ("A", "range", "2"),
        ("a", "base", "-1"),
        ("b", "base", "0x2"),
        ("b", "range", "2"),
        ("b", "chance", "40"),
    ];
    assert_eq!(numbers, expected.map(|(name, tag, text)| (name.to_owned(), tag, text.to_owned())));
    for (line, (from, to)) in entry_lines(&base).iter().zip([
        ("base = 5", "base = 6"),
        ("range = 2, levels", "range = 6, levels"),
        ("base = -1", "base = 6"),
        ("base = 0x2", "base = 6"),
        ("range = 2, chance", "range = 6, chance"),
        ("chance = 40", "chance = 6"),
    ]) {
        let change = Change::replace(line, "6");
        let applied = apply(&base, std::slice::from_ref(&change)).expect("files");
        assert!(applied.is_whole(), "{:?}", applied.outcomes);
        let text =
            String::from_utf8_lossy(applied.sources.find("dungeon.lua").expect("the file").1.text()).into_owned();
        assert_eq!(text, NOTED.replacen(from, to, 1));
        let after = base.game.load(applied.sources.clone());
        assert_eq!(differences(&base, &after).expect("files").changes, std::slice::from_ref(&change));
        let back = revert(&base, &[change]).expect("files");
        assert_eq!(apply(&after, &back).expect("files").sources, base.sources);
    }
}

#[test]
fn what_can_not_be_read_is_told_with_its_place() {
    let with = |inner: &str| format!("dungeon = {{ {{ name = \"A\", base = 3, {inner} }} }}");
    for (text, expected) in [
        ("local x = 1".to_owned(), "-: empty-file: found no `dungeon = { … }`; expected a list of dungeons"),
        (
            "dungeon = f()".to_owned(),
            "1:11: unreadable-lua: found `f`; expected a string, a whole number, true, false, nil or a table; it is left out",
        ),
        ("dungeon = 5".to_owned(), "1:11: invalid-value: found 5; expected a list of tables; the table is left out"),
        (
            "dungeon = { { base = 3 } }".to_owned(),
            "1:13: missing-field: found no `name`; expected `name = …`; the table is left out",
        ),
        (
            "dungeon = { { name = \"A\" } }".to_owned(),
            "1:13: missing-field: found no `base`; expected `base = …`; the table is left out",
        ),
        (
            "dungeon = { { name = \"A\", base = 121 } }".to_owned(),
            "1:13: out-of-bounds: found (121, 0); expected 1 to 120 levels; the table is left out",
        ),
        (with("range = \"x\""), "1:45: invalid-value: found \"x\"; expected a whole number; the table is left out"),
        (
            with("alignment = \"good\""),
            "1:49: invalid-value: found \"good\"; expected one of unaligned, noalign, lawful, neutral, chaotic; \
             the table is left out",
        ),
        (
            with("flags = { \"town\", \"dark\" }"),
            "1:55: invalid-flag: found `dark`; \
             expected one of town, hellish, mazelike, roguelike, unconnected; it has no effect",
        ),
        (
            with("colour = 1"),
            "1:37: undefined-directive: found `colour`; expected one of name, bonetag, base, range, chance, entry, \
             alignment, flags, protofile, lvlfill, themerooms, levels, branches; it is ignored",
        ),
        (
            with("levels = { { name = \"a\", base = 1, chainlevel = \"b\" } }"),
            "1:85: invalid-value: found `b`; expected a level of this dungeon that stands before it; the table is left out",
        ),
        (
            with("levels = { { name = \"a\", base = 1 }, { name = \"a\", base = 2 } }"),
            "1:74: duplicate-name: found a second level named `a`; expected each name once: others are chained to the first",
        ),
        (
            with("branches = { { name = \"A\", base = 1 } }"),
            "1:50: invalid-value: found a branch to `A`, which stands before it; \
             expected a dungeon that comes later; the table is left out",
        ),
        (
            with("branches = { { name = \"B\", base = 1, branchtype = \"hole\" } }"),
            "1:87: invalid-value: found \"hole\"; expected one of stair, portal, no_down, no_up; the table is left out",
        ),
        (
            with("levels = { x = { } }"),
            "1:52: invalid-value: found a table; expected a table without a name in this list; the table is left out",
        ),
    ] {
        let said = remarks(&load("dungeon.lua", &text));
        assert_eq!(said, [format!("dungeon.lua:{expected}")], "{text}");
    }
    // What is wrong costs its table, and the rest is read.
    let text = "dungeon = { { name = \"A\", base = 3, levels = { { name = 5 }, { name = \"b\", base = 1 + 1 },\n\
                { name = \"c\", base = 1 } } } }";
    let loaded = load("dungeon.lua", text);
    let levels: Vec<_> = of_sort(&loaded, "special-levels").into_iter().map(|entry| entry.name).collect();
    assert_eq!((levels, remarks(&loaded).len()), (vec!["c".to_owned()], 3));
}

/// Texts that look like a description, for the most part.
fn lua() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "dungeon",
        "=",
        "{",
        "}",
        "{",
        "}",
        ",",
        ";",
        "name",
        "base",
        "range",
        "levels",
        "branches",
        "chainlevel",
        "flags",
        "\"A\"",
        "'b'",
        "[[c]]",
        "1",
        "-1",
        "50",
        "0x1f",
        "9999999999999999999",
        "nil",
        "true",
        "--",
        "\n",
        "--[[",
        "]]",
        "[",
        "]",
        "\"",
        "\\",
        "unconnected",
        "chance",
        "entry",
        "(",
        "+",
        "é",
    ]);
    prop::collection::vec(word, 0..120).prop_map(|words| words.join(" "))
}

proptest! {
    #[test]
    fn any_lua_is_read(text in lua()) {
        let loaded = load("dungeon.lua", &text);
        for span in loaded.diagnostics.iter().filter_map(|diagnostic| diagnostic.span) {
            prop_assert!(loaded.sources.position(span).line >= 1);
        }
        for line in entry_lines(&loaded) {
            prop_assert!(apply(&loaded, &[Change::replace(&line, "1")]).is_ok());
        }
    }
}
