//! Monsters.

mod difficulty;
mod model;
mod read;
mod rules;
mod subject;

pub use difficulty::difficulty;
pub use model::{Attack, MonsterKind, is_random, ordinary};
pub(super) use read::monsters;
pub use rules::{MonsterPlace, MonsterRules};
pub use subject::Monsters;
