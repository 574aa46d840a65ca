//! Targets: which weights of allocation lines, and which of its levels where that is asked for, bring an affix's share between two
//! limits.
//!
//! In a pool the share of an affix is its weight over the sum of all, so that limits of shares are linear in the weights
//! (`model`), and the fewest changed lines are found by integer programming (`solve`). For shares of drops the pools of first
//! draws are frozen: what whole drops have beside them is taken as a factor, which is measured anew after each try (`search`).
//! Every answer is made of the files with the changes and confirmed by the game's rules (`measure`).

mod measure;
mod model;
mod read;
mod search;
mod solve;
mod types;
mod words;

pub use read::{drop_places, find_affix, has_weights, pool_places, read_share};
pub use search::answers;
pub use types::{
    ChangedShare, ChangedWeight, ConflictSide, PoolPlace, ShareTarget, TargetAnswer, TargetPlace, TargetResult, Weights,
};
pub use words::percent;
