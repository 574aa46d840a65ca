//! Prices of frogcomposband against the original's.
//!
//! `frogcomposband_prices.csv` and `frogcomposband_effects.csv` are what the original's own program printed, compiled with a small
//! main function in place of its own, for a human warrior: `obj_value_real` of each kind as `object_prep` makes it, of each artifact
//! as `create_named_art_aux` makes it (no price where 300 of them cost several), and of a ring that can be activated for each effect,
//! less the 400 that the ring costs; the columns are level, turns between uses, and strength. It has no random artifacts' prices.

use affixboard_games as games;
use affixboard_model::{
    catalog::{ArtifactId, KindId},
    game::{Appraisal, Loaded},
    text::{SourceFile, SourceSet},
};

use crate::common::reference;

const PRICES: &str = include_str!("frogcomposband_prices.csv");
const EFFECTS: &str = include_str!("frogcomposband_effects.csv");

fn gold(appraisal: Option<Appraisal>) -> Option<i64> {
    Some(appraisal?.price?.total())
}

fn load(files: [(&str, &str); 3]) -> Loaded {
    let mut set = SourceSet::new();
    for (name, text) in files {
        set.push(SourceFile::new(name, text.as_bytes().to_vec()));
    }
    games::find("frogcomposband").expect("the game").load(set)
}

const CHEST: u16 = 7;

/// Whether plain items of a kind have no price here: where each has other properties, or what it does isn't known.
fn varies(tval: u16, sval: u16) -> bool {
    matches!(tval, 8 | 10 | 46 | 55 | 65 | 66)
        || matches!((tval, sval), (19, 70 | 71) | (23, 35) | (30, 4) | (31 | 34, 6) | (32, 8) | (35, 2 | 7) | (36, 13))
}

/// All 536 kinds and 392 artifacts of the original's files. Chests are empty where the original made them, and cost nothing then.
#[test]
fn prices_of_kinds_and_artifacts_are_the_originals() {
    let Some(folder) = reference("frogcomposband") else { return };
    let loaded = games::find("frogcomposband").expect("the game").load(crate::common::sources(&folder.join("edit")));
    let catalog = &loaded.catalog;
    let (mut compared, mut without) = (0, 0);
    for row in csv::Reader::from_reader(PRICES.as_bytes()).records().map(|row| row.expect("a row")) {
        let index = row[1].parse::<u32>().expect("an index");
        let (mut expected, found) = (row[2].parse::<i64>().ok(), price_of(&loaded, &row[0], index));
        if &row[0] == "kind" {
            let kind = catalog.kind(catalog.kind_by_index(index).expect("a kind"));
            if kind.tval == CHEST && kind.level > 0 {
                assert!((expected, found) == (Some(0), Some(0)) || found >= Some(20), "chest {index}: {found:?}");
                continue;
            }
            expected = expected.filter(|_| !varies(kind.tval, kind.sval));
        }
        compared += u32::from(expected.is_some());
        without += u32::from(expected.is_none());
        assert_eq!(found, expected, "{} {index}", &row[0]);
    }
    assert_eq!((compared, without), (842, 79));
}

fn price_of(loaded: &Loaded, what: &str, index: u32) -> Option<i64> {
    if what == "kind" {
        return gold(loaded.model.kind_appraisal(loaded.catalog.kind_by_index(index).expect("a kind")));
    }
    let place = loaded.catalog.artifacts.iter().position(|artifact| artifact.index == index);
    gold(loaded.model.artifact_appraisal(ArtifactId(place.expect("an artifact") as u32)))
}

/// Each effect at ten levels, turns and strengths, as rings that are artifacts of a small edition.
#[test]
fn what_activations_cost_is_the_originals() {
    let mut table = csv::Reader::from_reader(EFFECTS.as_bytes());
    let columns: Vec<String> = table.headers().expect("columns").iter().skip(1).map(ToOwned::to_owned).collect();
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    let kind = "N:1:Ring\nG:=:w\nI:45:0:0\nW:1:0:0:1:1\nP:0:0d0:0:0:0\nA:1/1\n";
    let mut count = 0;
    for row in &rows {
        let mut artifacts = String::new();
        // Artifacts of low indices may have hidden powers.
        for (index, numbers) in (1000..).zip(&columns) {
            let lines = ["I:45:0:0", "W:1:1:1:1", "P:0:0d0:0:0:0"].join("\n");
            artifacts.push_str(
                &["N:", &index.to_string(), ":of Trials\n", &lines, "\nE:", &row[0], ":", numbers, "\n"].concat(),
            );
        }
        let loaded =
            load([("k_info.txt", kind), ("a_info.txt", &artifacts), ("e_info.txt", "N:1:of Trials\nT:RING\n")]);
        for ((at, expected), numbers) in (0..).zip(row.iter().skip(1)).zip(&columns) {
            let found = gold(loaded.model.artifact_appraisal(ArtifactId(at))).map(|gold| gold - 400);
            assert_eq!(found, expected.parse().ok(), "{} {numbers}", &row[0]);
            count += 1;
        }
        assert_eq!(gold(loaded.model.kind_appraisal(KindId(0))), Some(400));
    }
    assert_eq!(count, 233 * 10);
}
