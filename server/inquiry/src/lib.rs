//! What asks something of rules: a folder each. Nothing here names a game, and no rules import it.

pub mod audit;
pub mod balance;
pub mod beside;
pub mod conditioning;
pub mod game_stats;
pub mod gaps;
pub mod origins;
pub mod profile;
pub mod questions;
pub mod sensitivity;
