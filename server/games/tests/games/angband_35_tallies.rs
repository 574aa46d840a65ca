//! Angband 3.5 against the exact probabilities of an independent program, which agree with what the original generated.

use crate::common::{attempts, exact::Original};

const ORIGINAL: Original =
    Original { game: "angband-3.5", reference: "angband-3.5", edit: "edit", exact: "exact", seed: 2013 };

#[test]
fn gate_of_whole_drops() {
    ORIGINAL.check("full-exact.csv.gz", false, 400_000);
}

#[test]
fn gate_of_given_kinds() {
    ORIGINAL.check("fixed-exact.csv.gz", true, 20_000);
}

#[test]
fn attempts_at_an_ego_have_the_exact_chances() {
    let Some((folder, loaded)) = ORIGINAL.load() else { return };
    attempts::check(&loaded, &folder.join("exact/ego-given-attempt.csv.gz"), u32::MAX);
}

#[test]
fn computed_chances_are_the_exact_ones() {
    ORIGINAL.equal("full-exact.csv.gz", false);
    ORIGINAL.equal("fixed-exact.csv.gz", true);
}

/// With many more drops: for releases.
#[test]
#[ignore = "the gate at full size, for releases (docs/PERFORMANCE.md)"]
fn gate_at_full_size() {
    ORIGINAL.check("full-exact.csv.gz", false, 40_000_000);
    ORIGINAL.check("fixed-exact.csv.gz", true, 400_000);
}
