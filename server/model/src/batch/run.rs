//! Running one shard.

use super::{CellTally, Counts, ItemIdentity, LoggedItem, Shard};
use crate::game::{Cancelled, Forge};

/// Makes and counts the drops of a shard. `counts` is scratch space for the forge's keys; it must be all zero, and is
/// again afterwards.
pub fn run_shard(forge: &dyn Forge, shard: &Shard, seed: u64, counts: &mut Counts) -> CellTally {
    let mut random = shard.stream(seed);
    forge.run(shard.cell, shard.drops, &mut random, counts);
    CellTally { drops: shard.drops, counts: counts.take() }
}

/// The same, as long as `keep_going` returns true; the counts are the same, whatever it is asked.
///
/// # Errors
/// [`Cancelled`] if it returned false before all drops were made. `counts` is all zero then as well.
pub fn run_shard_while(
    forge: &dyn Forge,
    shard: &Shard,
    seed: u64,
    counts: &mut Counts,
    keep_going: &dyn Fn() -> bool,
) -> Result<CellTally, Cancelled> {
    let mut random = shard.stream(seed);
    let made = forge.run_while(shard.cell, shard.drops, &mut random, counts, keep_going);
    let counts = counts.take();
    made.map(|()| CellTally { drops: shard.drops, counts })
}

/// The items of a shard one by one, those whose identity is wanted, in the order in which they are made: their identities are those
/// that [`run_shard`] counts. Drops that come to nothing aren't among them. With `appraises` they come with what the game thinks of
/// them.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all drops were made.
pub fn log_shard_while(
    forge: &dyn Forge,
    shard: &Shard,
    seed: u64,
    wants: impl Fn(&ItemIdentity<'_>) -> bool + Send + Sync + 'static,
    appraises: bool,
    keep_going: &dyn Fn() -> bool,
) -> Result<Vec<LoggedItem>, Cancelled> {
    let mut counts = Counts::new(forge.keys()).with_log(wants, appraises);
    forge.run_while(shard.cell, shard.drops, &mut shard.stream(seed), &mut counts, keep_going)?;
    Ok(counts.take_items())
}
