//! Sensitivities: which lines of the edit files move a number, by one step of each: a commonness or rarity one higher, a first
//! level one lower, a last level one higher.
//!
//! [`ranked_steps`] ranks lines by what a step changes of the first draw of items, in closed form: of a pool of total weight *W* in
//! which an affix has weight *w*, one more of its own weight changes its chance by (W − w) / (W · (W + 1)), one more of another's by
//! −w / (W · (W + 1)). What a step changes of whole drops is the difference of the exact chances of the files with it
//! ([`stepped`]) and without.
//!
//! The other way round, [`moved_pools`] and [`moved_drops`] say which chances a step of one line moves.

mod first_draw;
mod moved;
mod steps;

pub use first_draw::{EntryDraws, RankedStep, first_draws, ranked_pool_steps, ranked_steps};
pub use moved::{
    MovedCell, MovedEntry, MovedPlace, SteppedFiles, kinds_of_line, line_at, moved_drops, moved_pools,
    sort as sort_moved,
};
pub use steps::{LineStep, StepOf, line_steps, stepped, with_number};
