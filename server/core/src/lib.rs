//! The pure core of Affixboard: what edit files mean and what a game generates from them.
//!
//! Nothing here reads a file, a clock or the environment, knows SQL, HTTP or HTML, prints, or panics on input.
//! The way of the data (docs/ARCHITECTURE.md):
//!
//! ```text
//! text ─ syntax ─ schema of the game's family ─▶ catalog + diagnostics
//! catalog ─ rules of the game ─▶ forge ─ batch(plan, seed) ─▶ tally ─ stats, audit
//! ```

pub mod audit;
pub mod balance;
pub mod batch;
pub mod catalog;
pub mod conditioning;
pub mod engine;
pub mod explain;
mod families;
pub mod game;
pub mod game_stats;
pub mod games;
pub mod gaps;
pub mod origins;
pub mod profile;
pub mod proposal;
pub mod questions;
pub mod records;
pub mod sensitivity;
pub mod stats;
pub mod syntax;
pub mod text;
