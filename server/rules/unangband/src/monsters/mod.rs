//! Monsters: what the files say of races, their power, which of them come, and what these are like.

pub mod choice;
pub mod encounters;
pub mod power;
pub mod race;
pub mod subject;
pub(crate) mod tables;
pub mod templates;
