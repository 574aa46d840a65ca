//! NetHack's dungeon description: what is read of it, and where levels come to lie.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_games as games;
use affixboard_model::{
    catalog::SortEntry,
    game::{Loaded, Point, SubjectRules},
    text::{SourceFile, SourceSet},
};

use crate::common::{
    reference, remarks,
    subject_gate::{self, Whole},
};

fn load(text: &str) -> Loaded {
    let mut sources = SourceSet::new();
    sources.push(SourceFile::new("dungeon.def", text.as_bytes().to_vec()));
    games::find("nethack").expect("the game").load(sources)
}

fn subject(loaded: &Loaded) -> Arc<dyn SubjectRules> {
    let found = loaded.model.subjects().iter().find(|subject| subject.spec().name == "dungeon");
    Arc::clone(found.expect("the subject"))
}

const HERE: Point = Point([0; Point::DIMENSIONS]);

/// Probabilities of the depths at which something of a metric lies, by name.
fn depths(text: &str, what: &str, name: &str) -> Vec<(i32, f64)> {
    let loaded = load(text);
    assert_eq!(remarks(&loaded), Vec::<String>::new());
    let rules = subject(&loaded);
    let mut found: BTreeMap<i32, f64> = BTreeMap::new();
    for chance in rules.exact(HERE) {
        let row = &rules.rows()[chance.key as usize];
        if row.metric.0 == what && row.columns[1] == name {
            *found.entry(row.columns[4].parse().expect("a depth")).or_default() += chance.mean;
        }
    }
    found.into_iter().collect()
}

#[track_caller]
fn check(found: &[(i32, f64)], expected: &[(i32, f64)]) {
    let near = |(a, b): (&(i32, f64), &(i32, f64))| a.0 == b.0 && (a.1 - b.1).abs() < 1e-12;
    assert!(found.len() == expected.len() && found.iter().zip(expected).all(near), "{found:?} for {expected:?}");
}

#[test]
fn gate_of_the_dungeon() {
    let Some(folder) = reference("nethack") else { return };
    let text = std::fs::read_to_string(folder.join("edit/dungeon.def")).expect("the file");
    let loaded = load(&text);
    assert_eq!(remarks(&loaded), Vec::<String>::new());
    let rules = subject(&loaded);
    let mut points = subject_gate::tally(&folder.join("tallies/dungeon.csv.gz"), 0);
    // The program names the Quest's levels after the hero's role.
    for point in points.values_mut() {
        let renamed = std::mem::take(&mut point.rows).into_iter().map(|((metric, mut row), count)| {
            row[1] = row[1].replace("Val-", "x-");
            ((metric, row), count)
        });
        point.rows = renamed.collect();
    }
    let found = subject_gate::exact(rules.as_ref(), &points, &|_| HERE, Whole::Named);
    found.print("dungeon");
    subject_gate::drawn(rules.as_ref(), &[HERE], 100_000, 2011, Whole::Named).print("drawn");
}

/// Each field of each line, as the original's own reader has them.
#[test]
fn dungeons_levels_and_branches_are_those_of_the_compiled_program() {
    let Some(folder) = reference("nethack") else { return };
    let text = std::fs::read_to_string(folder.join("edit/dungeon.def")).expect("the file");
    let loaded = load(&text);
    let sorts = loaded.sorts();
    let find = |sort: &str, group: &str, name: &str| {
        let of = |entry: &&SortEntry| {
            sorts[usize::from(entry.sort)].name == sort && entry.group == group && entry.name == name
        };
        loaded.model.entries().iter().find(of).unwrap_or_else(|| panic!("no {sort} {name} in {group}"))
    };
    let field = |entry: &SortEntry, name: &str| {
        let at = sorts[usize::from(entry.sort)].fields.iter().position(|column| column.name == name);
        entry.fields[at.unwrap_or_else(|| panic!("no field {name}"))].value.text()
    };
    let mut reader = csv::Reader::from_path(folder.join("facts/dungeon.csv")).expect("facts");
    let columns = reader.headers().expect("headers").clone();
    // What is said beneath a dungeon or level, by its sort, group, name and field.
    let mut words: BTreeMap<(&str, String, String, &str), Vec<String>> = BTreeMap::new();
    let (mut level, mut compared) = (String::new(), 0);
    for record in reader.records() {
        let record = record.expect("a record");
        let of = |name: &str| {
            let at = columns.iter().position(|column| column == name).expect("a column");
            record[at].to_owned()
        };
        let (keyword, dungeon, name) = (of("keyword"), of("dungeon"), of("name"));
        let mut check = |entry: &SortEntry, fields: &[&str]| {
            let line = loaded.sources.position(entry.record.expect("a line")).line;
            assert_eq!(line.to_string(), of("line"), "{name}");
            for column in fields {
                // A dungeon without a chance is always made.
                let expected = Some(of(column)).filter(|text| !text.is_empty() || *column != "chance");
                assert_eq!(field(entry, column), expected.unwrap_or_else(|| "0".to_owned()), "{name}: {column}");
                compared += 1;
            }
        };
        let mut said = |sort, group: &str, name: &str, field| {
            words.entry((sort, group.to_owned(), name.to_owned(), field)).or_default().push(of("value"));
        };
        match &*keyword {
            "DUNGEON" => check(find("dungeons", "", &name), &["bones", "base", "range", "chance"]),
            "LEVEL" | "RNDLEVEL" | "CHAINLEVEL" => {
                let entry = find("special-levels", &dungeon, &name);
                assert_eq!(field(entry, "keyword"), keyword);
                check(entry, &["bones", "chain", "base", "range", "chance", "variants"]);
                level.clone_from(&name);
            }
            "BRANCH" | "CHAINBRANCH" => {
                let entry = find("branches", &dungeon, &name);
                assert_eq!(field(entry, "keyword"), keyword);
                check(entry, &["chain", "base", "range", "branch_type", "direction"]);
            }
            "ALIGNMENT" => said("dungeons", "", &dungeon, "alignment"),
            "DESCRIPTION" => said("dungeons", "", &dungeon, "description"),
            "ENTRY" => said("dungeons", "", &dungeon, "entry"),
            "PROTOFILE" => said("dungeons", "", &dungeon, "protofile"),
            "LEVALIGN" => said("special-levels", &dungeon, &level, "alignment"),
            "LEVELDESC" => said("special-levels", &dungeon, &level, "description"),
            other => panic!("a line of {other}"),
        }
    }
    for ((sort, group, name, column), said) in &words {
        assert_eq!(field(find(sort, group, name), column), said.join(", "), "{name}: {column}");
        compared += said.len();
    }
    // 8 dungeons, 33 levels, 7 branches, 22 lines beneath them.
    assert_eq!((loaded.model.entries().len(), compared), (8 + 33 + 7, 8 * 4 + 33 * 6 + 7 * 5 + 22));
}

/// RULES § 4.3.
#[test]
fn depths_of_the_original_worked_out_by_hand() {
    let Some(folder) = reference("nethack") else { return };
    let text = std::fs::read_to_string(folder.join("edit/dungeon.def")).expect("the file");
    let fifths = |first: i32| (first..first + 5).map(|depth| (depth, 0.2)).collect::<Vec<_>>();
    check(&depths(&text, "level", "oracle"), &fifths(5));
    check(&depths(&text, "level", "castle"), &fifths(25));
    check(&depths(&text, "branch_to", "Sokoban"), &fifths(6));
    let third = 0.4 / 3.0;
    check(&depths(&text, "level", "bigrm"), &[(10, third), (11, third), (12, third)]);
    let medusa = [0.05, 0.1, 0.15, 0.2, 0.2, 0.15, 0.1, 0.05];
    check(&depths(&text, "level", "medusa"), &(21..).zip(medusa).collect::<Vec<_>>());
    check(&depths(&text, "level", "minetn"), &[(5, 1.0 / 6.0), (6, 1.0 / 3.0), (7, 1.0 / 3.0), (8, 1.0 / 6.0)]);
    let quest = [0.1, 0.2, 0.2, 0.2, 0.2, 0.1];
    check(&depths(&text, "branch_to", "The Quest"), &(11..).zip(quest).collect::<Vec<_>>());
}

/// Where a level doesn't leave room for later ones, it is placed anew among its other candidates: worked out beside each case.
#[test]
fn what_does_not_fit_is_placed_anew() {
    let file = "DUNGEON: \"D\" \"D\" (3, 0)\n\
                LEVEL: \"a\" \"none\" @ (1, 2)\n\
                LEVEL: \"c\" \"none\" @ (2, 0)\n";
    // `a` on 2 leaves `c` nothing.
    check(&depths(file, "level", "a"), &[(1, 1.0)]);
    check(&depths(file, "level", "c"), &[(2, 1.0)]);
    // `a` in 1 to 3, then `b` in 1 to 2, then `c` on 2: `b` must be on 1, so that `a` is on 3.
    let three = "DUNGEON: \"D\" \"D\" (3, 0)\n\
                 LEVEL: \"a\" \"none\" @ (1, 3)\n\
                 LEVEL: \"b\" \"none\" @ (1, 2) 60\n\
                 LEVEL: \"c\" \"none\" @ (2, 0)\n";
    // With b (60 %): a on 3. Without: a on 1 or 3, each in half, for 2 is c's.
    check(&depths(three, "level", "a"), &[(1, 0.2), (3, 0.8)]);
    check(&depths(three, "level", "b"), &[(1, 0.6)]);
    // Not each alone: without c, a would have all three.
    let two = three.replace("LEVEL: \"c\" \"none\" @ (2, 0)\n", "");
    check(&depths(&two, "level", "a"), &[(1, 1.0 / 3.0), (2, 1.0 / 3.0), (3, 1.0 / 3.0)]);
    // b on 1 or 2: where a has one of them (2 of 3 games) it has the other, else either.
    check(&depths(&two, "level", "b"), &[(1, 0.3), (2, 0.3)]);
    let loaded = load(three);
    subject_gate::drawn(subject(&loaded).as_ref(), &[HERE], 100_000, 7, Whole::Named).print("drawn");
}

/// Two branches from the same two levels: the second has what the first left. A dungeon that leads up is entered from below.
#[test]
fn branches_do_not_meet() {
    let file = "DUNGEON: \"Main\" \"D\" (4, 0)\n\
                BRANCH: \"Down\" @ (2, 2)\n\
                BRANCH: \"Up\" @ (2, 2) up\n\
                DUNGEON: \"Down\" \"none\" (1, 2)\n\
                DUNGEON: \"Up\" \"none\" (2, 0)\n\
                ENTRY: -1\n\
                LEVEL: \"roof\" \"none\" @ (1, 0)\n";
    check(&depths(file, "branch_to", "Down"), &[(2, 0.5), (3, 0.5)]);
    check(&depths(file, "branch_to", "Up"), &[(2, 0.5), (3, 0.5)]);
    check(&depths(file, "dungeon_top_depth", "Down"), &[(3, 0.5), (4, 0.5)]);
    // From 2 one comes up to 1, whose other level lies above it.
    check(&depths(file, "level", "roof"), &[(0, 0.5), (1, 0.5)]);
    let loaded = load(file);
    subject_gate::drawn(subject(&loaded).as_ref(), &[HERE], 100_000, 7, Whole::Named).print("drawn");
}

/// The dungeon that the lines below stand in.
const D: &str = "DUNGEON: \"D\" \"D\" (9, 0)\n";

/// Lines, and what is said of each.
fn are_told(lines: &[(&str, &str)]) {
    for (line, expected) in lines {
        let said = remarks(&load(&format!("{D}{line}\n")));
        assert_eq!(said, [format!("dungeon.def:{expected}")], "{line}");
    }
}

#[test]
fn levels_that_can_not_be_read_are_told_with_their_place() {
    are_told(&[
        (
            "LEVLE: \"a\"",
            "2:1: undefined-directive: found `LEVLE: \"a\"`; expected one of DUNGEON, ENTRY, PROTOFILE, DESCRIPTION, \
             ALIGNMENT, LEVEL, RNDLEVEL, CHAINLEVEL, RNDCHLEVEL, BRANCH, CHAINBRANCH, LEVELDESC, LEVALIGN and a colon; \
             the line is left out",
        ),
        ("LEVEL: a", "2:8: invalid-value: found `a`; expected a name in quotes; the line is left out"),
        (
            "LEVEL: \"a\" \"none\" @ (1,",
            "2:24: missing-field: found the end of the line; expected a number; the line is left out",
        ),
        ("LEVEL: \"a\" \"none\" + (1, 0)", "2:19: invalid-value: found `+`; expected `@`; the line is left out"),
        (
            "LEVEL: \"a\" \"none\" @ (0, 0)",
            "2:22: out-of-bounds: found (0, 0); expected a level within 120, and -1 or more levels; the line is left out",
        ),
        (
            "LEVEL: \"a\" \"none\" @ (1, 0) 50 7",
            "2:31: surplus-field: found `7`; expected the end of the line; the rest is ignored",
        ),
        (
            "RNDLEVEL: \"a\" \"none\" @ (1, 0)",
            "2:30: missing-field: found the end of the line; expected the number of variants; the line is left out",
        ),
        (
            "CHAINLEVEL: \"a\" \"none\" \"b\" + (1, 0)",
            "2:24: invalid-value: found `b`; expected a level of this dungeon that stands before it; the line is left out",
        ),
    ]);
}

#[test]
fn branches_and_dungeons_that_can_not_be_read_are_told_with_their_place() {
    are_told(&[
        (
            "BRANCH: \"D\" @ (1, 0)",
            "2:1: invalid-value: found a branch to `D`, which stands before it; expected a dungeon that comes later; \
             the line is left out",
        ),
        (
            "BRANCH: \"E\" @ (1, 0) ladder",
            "2:22: invalid-value: found `ladder`; expected stair, no_up, no_down, portal, up or down; the line is left out",
        ),
        (
            "ALIGNMENT: good",
            "2:12: invalid-value: found `good`; expected unaligned, noalign, lawful, neutral or chaotic; the line is left out",
        ),
        (
            "LEVALIGN: lawful",
            "2:1: missing-record-header: found it before a level; expected a level before it; the line is left out",
        ),
        (
            "DUNGEON: \"D\" \"D\" (9, 0)",
            "2:1: duplicate-name: found a second dungeon named `D`; expected each name once: branches lead to the first",
        ),
        (
            "DUNGEON: \"E\" \"E\" (100, 30)",
            "2:19: out-of-bounds: found (100, 30); expected 1 to 120 levels; the line is left out",
        ),
    ]);
}

#[test]
fn lines_without_a_dungeon_and_too_many_are_told() {
    let first = remarks(&load("ENTRY: 2\n"));
    assert_eq!(
        first,
        [
            "dungeon.def:1:1: missing-record-header: found it before a dungeon; expected a dungeon before it; the line is left out"
        ]
    );
    // A conditional line of old versions is a line.
    assert_eq!(remarks(&load(&format!("{D}%REINCARNATION LEVEL: \"a\" \"none\" @ (1, 0)\n"))), Vec::<String>::new());
    let many = (0..300).map(|n| format!("LEVEL: \"l{n}\" \"none\" @ (1, -1)\n")).collect::<Vec<_>>().concat();
    let said = remarks(&load(&format!("DUNGEON: \"D\" \"D\" (40, 10)\n{many}")));
    assert!(said[0].contains("too-many-entries: found more than 128 special levels"), "{said:?}");
    let many = (0..300).map(|n| format!("DUNGEON: \"d{n}\" \"none\" (1, 0)\n")).collect::<Vec<_>>().concat();
    let said = remarks(&load(&many));
    assert!(said.len() == 45 && said[0].contains("found more than 255 dungeons"), "{said:?}");
}

/// Levels that may or may not be there, of which many share their places: what they come to is followed level by level, and not
/// as all ways in which they could exist. By hand: the first is at each of its places alike; the second at the first place unless
/// that is taken.
#[test]
fn many_levels_that_may_be_missing_are_followed_one_by_one() {
    let level = |at: usize| format!("LEVEL: \"l{at}\" \"none\" @ ({}, 3) 40\n", 1 + at);
    let text: String = std::iter::once("DUNGEON: \"D\" \"D\" (45, 0)\n".to_owned()).chain((0..40).map(level)).collect();
    check(&depths(&text, "level", "l0"), &[(1, 0.4 / 3.0), (2, 0.4 / 3.0), (3, 0.4 / 3.0)]);
    // At 2, 3 or 4, of which the first level takes 2 or 3 with 4/15 together.
    let taken = 0.4 / 3.0;
    let free = 1.0 - 2.0 * taken;
    let of = |place: i32| match place {
        4 => free / 3.0 + 2.0 * taken / 2.0,
        _ => free / 3.0 + taken / 2.0,
    };
    check(&depths(&text, "level", "l1"), &[2, 3, 4].map(|place| (place, 0.4 * of(place))));
    let last: f64 = depths(&text, "level", "l39").iter().map(|one| one.1).sum();
    assert!((last - 0.4).abs() < 1e-12, "{last}");
}

/// Of two levels that share the one place that both can have, the other must give way where both exist; by hand.
#[test]
fn what_may_come_later_decides_what_fits_only_where_it_comes() {
    let text = "DUNGEON: \"D\" \"D\" (9, 0)\nLEVEL: \"a\" \"none\" @ (1, 2)\nLEVEL: \"b\" \"none\" @ (1, 0) 25\n";
    check(&depths(text, "level", "a"), &[(1, 0.75 / 2.0), (2, 0.75 / 2.0 + 0.25)]);
    check(&depths(text, "level", "b"), &[(1, 0.25)]);
}

/// A line about the level above may stand after the line of the next dungeon, as in `UnNetHack`'s Town: it is still about the
/// last level.
#[test]
fn what_is_said_of_a_level_is_about_the_last_one_read() {
    let text = format!("{D}LEVEL: \"a\" \"none\" @ (1, 0)\nDUNGEON: \"E\" \"none\" (2, 0)\nLEVALIGN: lawful\n");
    let loaded = load(&text);
    assert_eq!(remarks(&loaded), Vec::<String>::new());
    let entry = loaded.model.entries().iter().find(|entry| entry.name == "a").expect("the level");
    assert!(entry.fields.iter().any(|field| field.value.text() == "lawful"), "{entry:?}");
}

#[test]
fn words_that_are_not_known_are_kept_without_effect() {
    let loaded = load(&format!("{D}DESCRIPTION: frozen\n"));
    let expected = "dungeon.def:2:14: invalid-flag: found `frozen`; expected one of town, hellish, mazelike, roguelike, \
                    unconnected; it has no effect";
    assert_eq!(remarks(&loaded), [expected]);
    assert!(loaded.doubts().is_some());
}

/// Many dungeons of any number of levels, each with as many special levels as are read, all of them chained: the work is limited,
/// and what is too much is said.
#[test]
fn a_description_made_to_take_long_is_told_to_be_too_much() {
    use std::fmt::Write as _;
    let mut text = String::new();
    for dungeon in 0..30 {
        writeln!(text, "DUNGEON: \"d{dungeon}\" \"none\" (2, 118)\nLEVEL: \"a\" \"none\" @ (1, -1)").expect("a string");
        for level in 0..100 {
            writeln!(text, "CHAINLEVEL: \"l{level}\" \"none\" \"a\" + (0, -1) 50").expect("a string");
        }
        writeln!(text, "BRANCH: \"d{}\" @ (1, 0)", dungeon + 1).expect("a string");
    }
    let said = remarks(&load(&text));
    assert!(said.iter().any(|one| one.contains("not-simulated: found more ways to place its levels")), "{said:?}");
}
