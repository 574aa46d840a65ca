//! What edit files mean, and what games make drops with: the part that knows no game.
//!
//! Nothing here, or in any package of rules, proposals and inquiries, reads a file, a clock or the environment, knows SQL,
//! HTTP or HTML, prints, or panics on input. The way of the data (docs/ARCHITECTURE.md):
//!
//! ```text
//! text ─ syntax ─ schema of the game's family ─▶ catalog + diagnostics
//! catalog ─ rules of the game ─▶ forge ─ batch(plan, seed) ─▶ tally ─ stats
//! ```

pub mod batch;
pub mod catalog;
pub mod engine;
pub mod explain;
pub mod game;
pub mod records;
pub mod stats;
pub mod syntax;
pub mod text;
