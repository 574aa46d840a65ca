//! The effects of the game's rule switches and presets on an edition: the entries they touch, and measured changes of
//! drops.

use std::{num::NonZeroU64, sync::Arc};

use affixboard_model::{
    batch::{Counts, Detail, Plan, ShareChange, Tally, largest_changes, run_shard_while},
    game::{Cancelled, Forge, Game, Loaded, Preset, Switch, Switches, Touched},
};

use super::OpenRevision;
use crate::compute::{CancelToken, Priority, Scheduler, TaskError};

/// The depths that are measured, in hundredths of the dungeon.
pub const HUNDREDTHS: [u32; 4] = [10, 30, 60, 90];
/// Drops at each depth and quality.
pub const DROPS: NonZeroU64 = NonZeroU64::new(60_000).expect("positive");
/// The seed.
pub const SEED: u64 = 1;
/// Maximum number of changes listed per switch.
const MOST_CHANGES: usize = 8;

/// What departs from the rules as coded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DepartureBy {
    /// All points that a preset throws at once.
    Preset(&'static Preset),
    /// One point.
    Switch(&'static Switch),
}

/// The effect of a preset or of one switch on an edition.
#[derive(Debug)]
pub struct Departure {
    /// What departs.
    pub by: DepartureBy,
    /// The entries that a switch touches; of presets none are listed.
    pub touched: Vec<Touched>,
    /// The largest changes against the rules as coded.
    pub changes: Vec<ShareChange>,
}

impl Departure {
    /// Whether it matters to the edition at all.
    pub fn matters(&self) -> bool {
        !self.touched.is_empty() || !self.changes.is_empty()
    }
}

/// Measures an edition against its game's rules as coded: by each other preset, then by each switch alone. Takes a second
/// or two.
///
/// # Errors
/// Fails if measuring panicked, or if the scheduler was shut down.
pub async fn measure(scheduler: &Scheduler, open: &Arc<OpenRevision>) -> Result<Vec<Departure>, TaskError> {
    let game = open.loaded.game;
    if game.switches().is_empty() {
        return Ok(Vec::new());
    }
    let of = Arc::clone(open);
    let coded = scheduler
        .spawn(Priority::Progressive, move |cancel| Measured::new(game, &of.loaded, Switches::coded(), cancel));
    // Tasks that somebody waits for end early with the program alone.
    let ended = |_: Cancelled| TaskError::ShutDown;
    let coded = Arc::new(coded.await?.map_err(ended)?);
    let presets = game.presets().filter(|preset| **preset != Preset::CODED).map(DepartureBy::Preset);
    let all = presets.chain(game.switches().iter().map(DepartureBy::Switch));
    let measure = |by: DepartureBy| {
        let (open, coded) = (Arc::clone(open), Arc::clone(&coded));
        scheduler.spawn(Priority::Progressive, move |cancel| {
            let (switches, touched) = match by {
                DepartureBy::Preset(preset) => (Switches::of(game, preset), Vec::new()),
                DepartureBy::Switch(switch) => (Switches::only(switch), game.touched(&open.loaded.sources, switch)),
            };
            let departed = Measured::new(game, &open.loaded, switches, cancel)?;
            Ok(Departure { by, touched, changes: largest_changes(coded.pair(), departed.pair(), MOST_CHANGES) })
        })
    };
    // All are begun before the first is waited for.
    let tasks: Vec<_> = all.map(measure).collect();
    let mut departures = Vec::new();
    for task in tasks {
        departures.push(task.await?.map_err(ended)?);
    }
    Ok(departures)
}

struct Measured {
    forge: Arc<dyn Forge>,
    tally: Tally,
}

impl Measured {
    fn new(game: &Game, loaded: &Loaded, switches: Switches, cancel: &CancelToken) -> Result<Measured, Cancelled> {
        let forge = if switches == loaded.switches {
            loaded.model.forge()
        } else {
            game.load_switched(loaded.sources.clone(), switches.clone()).model.forge()
        };
        let plan = Plan {
            target: None,
            depths: game.words().depths_at(&HUNDREDTHS),
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
            let keep_going = || !cancel.is_cancelled();
            let piece = run_shard_while(forge.as_ref(), &shard, plan.seed, &mut counts, &keep_going)?;
            tally.add(shard.cell, &piece);
        }
        Ok(Measured { forge, tally })
    }

    fn pair(&self) -> (&Tally, &affixboard_model::batch::KeySpace) {
        (&self.tally, self.forge.keys())
    }
}
