//! NarSil against exact probabilities of a program written from its rules, apart from Affixboard. The original left no counts.

use crate::common::exact::Original;

const ORIGINAL: Original = Original { game: "narsil", reference: "narsil", edit: "edit", exact: "exact", seed: 2011 };

/// Levels of the gate.
const FEW: &[u32] = &[1, 10, 20];

#[test]
fn gate_of_whole_drops() {
    ORIGINAL.check("full_exact.csv.gz", false, FEW, 400_000);
}

/// Kinds, specials, artefacts and what is fine, of five drop qualities.
#[test]
fn computed_chances_are_the_exact_ones() {
    ORIGINAL.equal("full_exact.csv.gz", false, &[]);
}

/// All levels, at the size that the game's page has the figures of.
#[test]
#[ignore = "deep"]
fn gate_of_whole_drops_deep() {
    ORIGINAL.check("full_exact.csv.gz", false, &[], 400_000);
}
