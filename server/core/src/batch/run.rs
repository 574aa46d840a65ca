//! Running one shard.

use super::{CellTally, Counts, Shard};
use crate::game::Forge;

/// Makes and counts the drops of a shard. `counts` is scratch space for the forge's keys; it must be all zero, and is
/// again afterwards.
pub fn run_shard(forge: &dyn Forge, shard: &Shard, seed: u64, counts: &mut Counts) -> CellTally {
    let mut random = shard.stream(seed);
    forge.run(shard.cell, shard.drops, &mut random, counts);
    CellTally { drops: shard.drops, counts: counts.take() }
}
