//! The files of Angband 3.5: read whole, told from other games', counted, printed back.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::oracle::Oracle;
use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    text::{Severity, SourceSet},
};

const GAME: &str = "angband-3.5";

fn load() -> Option<Loaded> {
    let folder = crate::common::reference(GAME)?;
    let sources = crate::common::sources(&folder.join("edit"));
    let game = games::nearest(&sources).expect("a game");
    assert_eq!(game.id(), GAME);
    Some(game.load(sources))
}

/// The rows of a table beside the edit files, by column.
fn table(name: &str) -> Vec<BTreeMap<String, String>> {
    let path = crate::common::reference(GAME).expect("the folder").join(name);
    let mut reader = csv::Reader::from_path(path).expect("a table");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> u32 {
    row[column].parse().expect("a number")
}

#[test]
fn the_whole_edition_loads_without_errors() {
    let Some(loaded) = load() else { return };
    let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    // What is left is about numbers too many, a number with words behind it, and egos of rarity 0.
    let rules: BTreeSet<_> = loaded.diagnostics.iter().map(|d| d.rule.name()).collect();
    assert_eq!(rules.into_iter().collect::<Vec<_>>(), ["never-drawn", "number-misread", "surplus-field"]);
    let catalog = &loaded.catalog;
    let places: usize = catalog.affixes.iter().map(|ego| ego.allocations.len()).sum();
    let counts = [catalog.kinds.len(), catalog.affixes.len(), places, catalog.artifacts.len(), catalog.themes.len()];
    assert_eq!(counts, [406, 121, 211, 138, 0]);
}

#[test]
fn kinds_are_those_the_original_lists() {
    let Some(loaded) = load() else { return };
    let kinds = loaded.catalog.kinds.iter().map(|kind| {
        let line = kind.allocations.first().map_or([0; 3], |line| [line.commonness, line.min, line.max]);
        let numbers = [kind.index, u32::from(kind.tval), u32::from(kind.sval), kind.level as u32, u32::from(kind.good)];
        (numbers, line, kind.name.clone())
    });
    let expected = table("kinds.csv").into_iter().map(|row| {
        let numbers = ["kidx", "tval", "sval", "level", "good"].map(|column| number(&row, column));
        (numbers, ["alloc_prob", "alloc_min", "alloc_max"].map(|column| number(&row, column)), row["name"].clone())
    });
    let (mut got, mut expected): (Vec<_>, Vec<_>) = (kinds.collect(), expected.collect());
    got.sort();
    expected.sort();
    for (got, expected) in got.iter().zip(&expected) {
        assert_eq!(got, expected);
    }
    assert_eq!(got.len(), expected.len());
}

#[test]
fn egos_are_those_the_original_lists() {
    let Some(loaded) = load() else { return };
    // Index, item type, svals, weight, first and last level, whether cursed.
    let mut got = BTreeSet::new();
    for ego in &loaded.catalog.affixes {
        let cursed = ego.flags.iter().any(|flag| flag.ends_with("_CURSE"));
        for line in &ego.allocations {
            let place = [u32::from(line.tval), u32::from(line.min_sval), u32::from(line.max_sval)];
            got.insert((ego.index, ego.name.clone(), place, [line.commonness, line.min, line.max], cursed));
        }
    }
    let rows = table("egos.csv");
    let expected: BTreeSet<_> = rows
        .iter()
        .filter(|row| !row["tval"].is_empty() && row["tval"] != "0")
        .map(|row| {
            let weight = 100_u32.checked_div(number(row, "rarity")).unwrap_or(0);
            let place = ["tval", "min_sval", "max_sval"].map(|column| number(row, column));
            let levels = [weight, number(row, "level"), number(row, "alloc_max")];
            (number(row, "eidx"), row["name"].clone(), place, levels, number(row, "cursed") == 1)
        })
        .collect();
    let differences: Vec<_> = got.symmetric_difference(&expected).collect();
    assert!(differences.is_empty(), "{differences:#?}");
    let indices: BTreeSet<u32> = rows.iter().map(|row| number(row, "eidx")).collect();
    assert_eq!(loaded.catalog.affixes.iter().map(|ego| ego.index).collect::<BTreeSet<_>>(), indices);
}

#[test]
fn artifacts_are_those_the_original_lists() {
    let Some(loaded) = load() else { return };
    let got: Vec<_> = loaded
        .catalog
        .artifacts
        .iter()
        .map(|artifact| {
            let line = artifact.allocations.first().map_or([0; 3], |line| [line.commonness, line.min, line.max]);
            (artifact.index, artifact.name.clone(), [u32::from(artifact.tval), u32::from(artifact.sval)], line)
        })
        .collect();
    let expected: Vec<_> = table("arts.csv")
        .into_iter()
        .map(|row| {
            let line = ["alloc_prob", "alloc_min", "alloc_max"].map(|column| number(&row, column));
            (number(&row, "aidx"), row["name"].clone(), ["tval", "sval"].map(|column| number(&row, column)), line)
        })
        .collect();
    for (got, expected) in got.iter().zip(&expected) {
        assert_eq!(got, expected);
    }
    assert_eq!(got.len(), expected.len());
}

#[test]
fn every_file_prints_back_byte_for_byte() {
    let Some(oracle) = Oracle::open(GAME, GAME) else { return };
    oracle.files_print_back();
}

/// Every other system's files, where they lie in folders of their own.
fn others() -> Vec<(String, SourceSet)> {
    let folders = [
        "affix-branch/edit",
        "v4-final/edit",
        "angband-3.0/edit/3.0.6",
        "angband-3.0/edit/2.9.1",
        "angband-4.2/edit",
        "nethack/edit",
        "unangband/edit",
    ];
    let systems = folders.iter().filter_map(|name| {
        let (system, rest) = name.split_once('/')?;
        let folder = crate::common::reference(system)?.join(rest);
        folder.is_dir().then(|| ((*name).to_owned(), crate::common::sources(&folder)))
    });
    let mut all: Vec<_> = systems.collect();
    if let Some(variants) = crate::common::reference("angband-3.0").map(|folder| folder.join("variants")) {
        let mut paths: Vec<_> = std::fs::read_dir(variants)
            .expect("variants")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.is_dir())
            .collect();
        paths.sort();
        all.extend(paths.iter().map(|path| (path.display().to_string(), crate::common::sources(path))));
    }
    all
}

#[test]
fn other_games_files_are_not_taken_for_its_own() {
    let game = games::find(GAME).expect("the game");
    for (name, sources) in others() {
        assert_eq!(game.match_score(&sources), 0, "{name}");
    }
    // Nor its own for another's: nobody asks for as much.
    let Some(loaded) = load() else { return };
    for other in games::ALL.iter().filter(|other| other.id() != GAME) {
        assert!(other.match_score(&loaded.sources) < game.match_score(&loaded.sources), "{other:?}");
    }
}
