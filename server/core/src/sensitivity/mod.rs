//! Sensitivities: which lines of the edit files move a number, by one step of each: a commonness or rarity one higher, a first
//! level one lower, a last level one higher.
//!
//! [`ranked_steps`] ranks lines by what a step changes of the first draw of items, in closed form: of a pool of total weight *W* in
//! which an affix has weight *w*, one more of its own weight changes its chance by (W − w) / (W · (W + 1)), one more of another's by
//! −w / (W · (W + 1)). What a step changes of whole drops is the difference of the exact chances of the files with it
//! ([`stepped`]) and without.

mod first_draw;
mod steps;

pub use first_draw::{EntryDraws, RankedStep, first_draws, ranked_steps};
pub use steps::{LineStep, StepOf, line_steps, stepped, with_number};
