//! Angband 4.2 against the exact probabilities of an independent program, which agree with what the original generated.

use crate::common::{FEW_LEVELS, attempts, exact::Original};

const ORIGINAL: Original =
    Original { game: "angband-4.2", reference: "angband-4.2", edit: "edit/4.2.5", exact: "exact", seed: 2020 };

#[test]
fn gate_of_whole_drops() {
    ORIGINAL.check("full-exact.csv.gz", false, FEW_LEVELS, 400_000);
}

#[test]
fn attempts_at_an_ego_have_the_exact_chances() {
    let Some((folder, loaded)) = ORIGINAL.load() else { return };
    attempts::check(&loaded, &folder.join("exact/ego-given-attempt.csv.gz"), 127);
}

#[test]
fn computed_chances_are_the_exact_ones() {
    ORIGINAL.equal("full-exact.csv.gz", false, FEW_LEVELS);
}

/// All levels, at the size that the game's page has the figures of.
#[test]
#[ignore = "deep"]
fn gate_of_whole_drops_deep() {
    ORIGINAL.check("full-exact.csv.gz", false, &[], 400_000);
}

#[test]
#[ignore = "deep"]
fn computed_chances_are_the_exact_ones_deep() {
    ORIGINAL.equal("full-exact.csv.gz", false, &[]);
}

/// With many more drops: for releases.
#[test]
#[ignore = "deep"]
fn gate_at_full_size_deep() {
    ORIGINAL.check("full-exact.csv.gz", false, &[], 40_000_000);
}
