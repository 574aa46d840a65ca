//! Angband 2.9 against the exact probabilities of an independent program, which agree with what 2.9.1 generated.

use crate::common::exact::Original;

const ORIGINAL: Original =
    Original { game: "angband-2.9", reference: "angband-3.0", edit: "edit/2.9.1", exact: "exact-2.9.1", seed: 1999 };

#[test]
fn gate_of_whole_drops() {
    ORIGINAL.check("full_exact.csv.gz", false, 400_000);
}

#[test]
fn gate_of_given_kinds() {
    ORIGINAL.check("fixed_exact.csv.gz", true, 20_000);
}

#[test]
fn computed_chances_are_the_exact_ones() {
    ORIGINAL.equal("full_exact.csv.gz", false);
    ORIGINAL.equal("fixed_exact.csv.gz", true);
}

/// Ten times the drops: for releases.
#[test]
#[ignore = "the gate at full size, for releases (docs/PERFORMANCE.md)"]
fn gate_at_full_size() {
    ORIGINAL.check("full_exact.csv.gz", false, 40_000_000);
    ORIGINAL.check("fixed_exact.csv.gz", true, 400_000);
}
