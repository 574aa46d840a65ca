//! NarSil's starter edition against exact probabilities of a program written from the original's sources, apart from our rules:
//! `narsil_model.py`, beside this file, says how to make the table anew. The original left no counts.

use std::path::{Path, PathBuf};

use affixboard_games as games;

use crate::common::{
    exact::{self, Exact},
    starter,
};

/// Levels of the gate.
const FEW: &[u32] = &[1, 8, 20];

fn table() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/narsil_exact.csv.gz")
}

fn gate(levels: &[u32]) {
    let loaded = games::narsil::GAME.load(starter("narsil"));
    exact::check(&Exact { loaded: &loaded, path: &table(), levels, fixed: false, drops: 400_000, seed: 2011 });
}

#[test]
fn gate_of_whole_drops() {
    gate(FEW);
}

/// Kinds, specials, artefacts and what is fine, of five drop qualities.
#[test]
fn computed_chances_are_the_exact_ones() {
    exact::equal(&games::narsil::GAME.load(starter("narsil")), &table(), false, &[]);
}

/// All levels, at the size that the game's page has the figures of.
#[test]
#[ignore = "deep"]
fn gate_of_whole_drops_deep() {
    gate(&[]);
}
