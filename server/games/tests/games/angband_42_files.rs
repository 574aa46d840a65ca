//! The files of Angband 4.2: read whole, told from other games', counted, printed back.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_games as games;
use affixboard_model::{
    game::Loaded,
    syntax::document,
    text::{FileId, Severity},
};

const GAME: &str = "angband-4.2";
const VERSIONS: [&str; 2] = ["4.2.5", "4.2.6"];

fn load(version: &str) -> Option<Loaded> {
    let folder = crate::common::reference(GAME)?;
    let sources = crate::common::sources(&folder.join("edit").join(version));
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
fn both_editions_load_without_errors() {
    for version in VERSIONS {
        let Some(loaded) = load(version) else { return };
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|d| d.severity() == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        // One ego of commonness 0, with three places.
        let rules: Vec<_> = loaded.diagnostics.iter().map(|d| d.rule.name()).collect();
        assert_eq!(rules, ["never-drawn"; 3]);
        let catalog = &loaded.catalog;
        let places: usize = catalog.affixes.iter().map(|ego| ego.allocations.len()).sum();
        // 375 kinds in object.txt, 20 books, 14 made up for artifacts; 82 `item` and 172 `type` lines.
        let counts = [catalog.kinds.len(), catalog.affixes.len(), places, catalog.artifacts.len()];
        assert_eq!(counts, [375 + 20 + 14, 107, 82 + 172, 138]);
        let in_mind = catalog.kinds.iter().filter(|kind| kind.record.is_none()).count();
        assert_eq!(in_mind, 14);
    }
}

#[test]
fn kinds_are_those_the_original_lists() {
    for version in VERSIONS {
        let Some(loaded) = load(version) else { return };
        let kinds = loaded.catalog.kinds.iter().map(|kind| {
            let line = kind.allocations.first().map_or([0; 3], |line| [line.commonness, line.min, line.max]);
            let special = kind.flags.contains(&"INSTA_ART");
            let numbers = [kind.index, u32::from(kind.tval), u32::from(kind.sval)];
            // 4.2.6 writes one name otherwise: `& Main~ Gauche~`.
            (numbers, line, kind.good, special, kind.name.clone())
        });
        let expected = table("kinds.csv").into_iter().map(|row| {
            let numbers = ["kidx", "tval", "sval"].map(|column| number(&row, column));
            let line = ["alloc_prob", "alloc_min", "alloc_max"].map(|column| number(&row, column));
            (numbers, line, number(&row, "good") == 1, number(&row, "insta") == 1, row["name"].clone())
        });
        let (got, expected): (Vec<_>, Vec<_>) = (kinds.collect(), expected.collect());
        for (got, expected) in got.iter().zip(&expected) {
            assert_eq!(got, expected, "{version}");
        }
        assert_eq!(got.len(), expected.len());
    }
}

#[test]
fn egos_come_on_the_kinds_the_original_lists() {
    for version in VERSIONS {
        let Some(loaded) = load(version) else { return };
        let catalog = &loaded.catalog;
        let mut got = BTreeSet::new();
        for ego in &catalog.affixes {
            for line in &ego.allocations {
                for kind in catalog.kinds.iter().filter(|kind| line.covers(kind.tval, kind.sval)) {
                    let place = [u32::from(kind.tval), u32::from(kind.sval)];
                    got.insert((ego.index, ego.name.clone(), [line.commonness, line.min, line.max], place));
                }
            }
        }
        let rows = table("egos.csv");
        let expected: BTreeSet<_> = rows
            .iter()
            .map(|row| {
                let line = ["alloc_prob", "alloc_min", "alloc_max"].map(|column| number(row, column));
                let place = ["tval", "sval"].map(|column| number(row, column));
                (number(row, "eidx"), row["name"].clone(), line, place)
            })
            .collect();
        let differences: Vec<_> = got.symmetric_difference(&expected).collect();
        assert!(differences.is_empty(), "{version}: {differences:#?}");
        assert!(expected.len() > 1_600);
    }
}

#[test]
fn every_file_prints_back_byte_for_byte() {
    for version in VERSIONS {
        let Some(loaded) = load(version) else { return };
        for (file, at) in loaded.sources.files().iter().zip(0..) {
            let pieces = document::parse(file, FileId(at));
            assert!(document::print(file, &pieces) == file.bytes(), "{version}/{}", file.name());
        }
        assert_eq!(loaded.sources.files().len(), 45);
    }
}

#[test]
fn other_games_files_are_not_taken_for_its_own() {
    let game = games::find(GAME).expect("the game");
    for (system, folder) in [
        ("affix-branch", "edit"),
        ("v4-final", "edit"),
        ("angband-3.0", "edit/3.0.6"),
        ("angband-3.0", "edit/2.9.1"),
        ("angband-3.5", "edit"),
        ("nethack", "edit"),
        ("unangband", "edit"),
    ] {
        let Some(folder) = crate::common::reference(system).map(|path| path.join(folder)).filter(|path| path.is_dir())
        else {
            continue;
        };
        assert_eq!(game.match_score(&crate::common::sources(&folder)), 0, "{}", folder.display());
    }
    // Nor its own for another's: nobody asks for as much.
    let Some(loaded) = load("4.2.5") else { return };
    for other in games::ALL.iter().filter(|other| other.id() != GAME) {
        assert!(other.match_score(&loaded.sources) < game.match_score(&loaded.sources), "{other:?}");
    }
}
