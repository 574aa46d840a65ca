//! What the rule switches of an edition's game matter to it: the entries they touch, and what they change, measured.

use std::{num::NonZeroU64, sync::Arc};

use affixboard_core::{
    batch::{Change, Counts, Detail, Plan, Tally, largest_changes, run_shard},
    game::{Forge, Game, Loaded, Switch, Switches, Touched},
};
use rayon::prelude::*;

/// The depths that are measured.
pub const DEPTHS: [u32; 4] = [10, 30, 60, 90];
/// Drops at each depth and quality.
pub const DROPS: NonZeroU64 = NonZeroU64::new(60_000).expect("positive");
/// The seed.
pub const SEED: u64 = 1;
/// So many changes are told of each switch.
const MOST_CHANGES: usize = 8;

/// What one switch matters to an edition.
#[derive(Debug)]
pub struct Departure {
    /// The switch; `None`: all of them at once.
    pub switch: Option<&'static Switch>,
    /// The entries it touches.
    pub touched: Vec<Touched>,
    /// What changed most when it was thrown.
    pub changes: Vec<Change>,
}

impl Departure {
    /// Whether it matters to the edition at all.
    pub fn matters(&self) -> bool {
        !self.touched.is_empty() || !self.changes.is_empty()
    }
}

/// Looks at all switches of an edition's game: all at once, then each. Takes a second or two.
pub fn look(loaded: &Loaded) -> Vec<Departure> {
    let game = loaded.game;
    let coded = Measured::new(game, loaded, Switches::coded());
    let all = std::iter::once(None).chain(game.switches().iter().map(Some));
    let all: Vec<Option<&'static Switch>> = if game.switches().is_empty() { Vec::new() } else { all.collect() };
    all.into_par_iter()
        .map(|switch| {
            let switches = switch.map_or_else(|| Switches::documented(game), Switches::only);
            let documented = Measured::new(game, loaded, switches);
            Departure {
                switch,
                touched: switch.map_or_else(Vec::new, |switch| game.touched(&loaded.sources, switch)),
                changes: largest_changes(coded.pair(), documented.pair(), MOST_CHANGES),
            }
        })
        .collect()
}

struct Measured {
    forge: Arc<dyn Forge>,
    tally: Tally,
}

impl Measured {
    fn new(game: &Game, loaded: &Loaded, switches: Switches) -> Measured {
        let forge = if switches == loaded.switches {
            loaded.model.forge()
        } else {
            game.load_switched(loaded.sources.clone(), switches.clone()).model.forge()
        };
        let plan = Plan {
            depths: DEPTHS.to_vec(),
            qualities: (0..).take(game.words().qualities.len()).collect(),
            kinds: Vec::new(),
            drops: DROPS,
            seed: SEED,
            switches,
            detail: Detail::Identity,
        };
        let mut counts = Counts::new(forge.keys());
        let mut tally = Tally::default();
        for shard in plan.shards() {
            tally.add(shard.cell, &run_shard(forge.as_ref(), &shard, plan.seed, &mut counts));
        }
        Measured { forge, tally }
    }

    fn pair(&self) -> (&Tally, &affixboard_core::batch::KeySpace) {
        (&self.tally, self.forge.keys())
    }
}
