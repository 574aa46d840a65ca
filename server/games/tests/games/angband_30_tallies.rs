//! Angband 3.0 against the exact probabilities of an independent program, which agree with what the original generated.

use crate::common::{FEW_LEVELS, exact::Original};

const ORIGINAL: Original =
    Original { game: "angband-3.0", reference: "angband-3.0", edit: "edit/3.0.6", exact: "exact", seed: 2001 };

#[test]
fn gate_of_whole_drops() {
    ORIGINAL.check("full_exact.csv.gz", false, FEW_LEVELS, 400_000);
}

#[test]
fn gate_of_given_kinds() {
    ORIGINAL.check("fixed_exact.csv.gz", true, FEW_LEVELS, 20_000);
}

#[test]
fn computed_chances_are_the_exact_ones() {
    ORIGINAL.equal("full_exact.csv.gz", false, FEW_LEVELS);
}

#[test]
fn computed_chances_of_given_kinds_are_the_exact_ones() {
    ORIGINAL.equal("fixed_exact.csv.gz", true, FEW_LEVELS);
}

/// All levels, at the size that the game's page has the figures of.
#[test]
#[ignore = "deep"]
fn gate_of_whole_drops_deep() {
    ORIGINAL.check("full_exact.csv.gz", false, &[], 400_000);
}

#[test]
#[ignore = "deep"]
fn gate_of_given_kinds_deep() {
    ORIGINAL.check("fixed_exact.csv.gz", true, &[], 20_000);
}

#[test]
#[ignore = "deep"]
fn computed_chances_are_the_exact_ones_deep() {
    ORIGINAL.equal("full_exact.csv.gz", false, &[]);
    ORIGINAL.equal("fixed_exact.csv.gz", true, &[]);
}

/// Ten times the drops: for releases.
#[test]
#[ignore = "deep"]
fn gate_at_full_size_deep() {
    ORIGINAL.check("full_exact.csv.gz", false, &[], 40_000_000);
    ORIGINAL.check("fixed_exact.csv.gz", true, &[], 400_000);
}
