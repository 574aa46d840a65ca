//! FAangband against what the original program generated, with the artifacts of its file alone.

use affixboard_games as games;

use crate::common::{
    self, FEW_LEVELS,
    gate::{self, Gate, Metrics},
    reference,
};

/// Values are not simulated: curses and sizes of stacks aren't counted.
const METRICS: Metrics = Metrics { exclusive: &["kind", "ego", "artifact"], single: &[], renamed: &[], egos: true };

fn check(levels: &[u32], times: u64) {
    let Some(folder) = reference("faangband") else { return };
    let loaded = games::faangband::GAME.load(common::sources(&folder.join("edit")));
    let oracle = folder.join("tallies/full.csv.gz");
    gate::check(&Gate { loaded: &loaded, oracle: &oracle, levels, fixed: false, times, seed: 2026, metrics: &METRICS });
}

#[test]
fn gate_of_whole_drops() {
    check(FEW_LEVELS, 1);
}

/// All levels.
#[test]
#[ignore = "deep"]
fn gate_of_whole_drops_deep() {
    check(&[], 1);
}

/// With many more of our drops, so that what is compared is the original's chance alone.
#[test]
#[ignore = "deep"]
fn gate_at_full_size_deep() {
    check(&[], 20);
}
