//! Drops and trials simulated for an answer, on the one thread there is: those of a batch with the same plan and seed.

use std::num::NonZeroU64;

use affixboard_model::{
    batch::{CellTally, Counts, Detail, Plan, SubjectPlan, Tally, run_shard, run_subject},
    game::{Forge, Point, SubjectRules, Switches},
};

use crate::failure::Failure;

/// Drops of an answer in all: seconds in a browser.
pub(crate) const MOST_DROPS: u64 = 1 << 26;

/// The number of drops of each cell.
///
/// # Errors
/// If it is 0, or all cells together have too many.
pub(crate) fn drops(found: u64, cells: usize) -> Result<NonZeroU64, Failure> {
    let most = MOST_DROPS / cells.max(1) as u64;
    let expected = || format!("1 to {most} for each of {cells} cells");
    NonZeroU64::new(found)
        .filter(|drops| drops.get() <= most)
        .ok_or_else(|| Failure::of_field("drops", &found.to_string(), expected()))
}

/// What a batch of whole drops counts.
pub(crate) fn drops_of_batch(
    forge: &dyn Forge,
    (depths, quality): (&[u32], u8),
    (drops, seed): (NonZeroU64, u64),
    detail: Detail,
) -> Tally {
    let plan = Plan {
        depths: depths.to_vec(),
        qualities: vec![quality],
        kinds: Vec::new(),
        drops,
        target: None,
        seed,
        // They are in the forge.
        switches: Switches::coded(),
        detail,
    };
    let mut counts = Counts::new(forge.keys());
    let mut tally = Tally::default();
    for shard in plan.shards() {
        tally.add(shard.cell, &run_shard(forge, &shard, seed, &mut counts));
    }
    tally
}

/// What a batch of a subject counts at each of these points.
pub(crate) fn trials_of_batch(
    rules: &dyn SubjectRules,
    points: Vec<Point>,
    (trials, seed): (NonZeroU64, u64),
) -> Vec<CellTally> {
    let mut tallies = vec![CellTally::default(); points.len()];
    let plan = SubjectPlan { subject: rules.spec().name.to_owned(), points, trials, seed };
    let mut counts = Counts::of_keys(rules.rows().len());
    for shard in plan.shards() {
        let Some(piece) = plan.piece(&shard) else { continue };
        // Nobody calls it off: whoever does ends the worker.
        let counts = run_subject(rules, &piece, seed, &mut counts, &|| true).unwrap_or_default();
        tallies[shard.cell.depth as usize].merge(&CellTally { drops: piece.trials, counts });
    }
    tallies
}
