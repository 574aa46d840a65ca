//! Monsters.

mod choice;
mod difficulty;
mod model;
mod read;
mod realm;
mod rules;
mod subject;

pub use choice::{MonsterChoice, MonsterTable};
pub use difficulty::difficulty;
pub use model::{Attack, MonsterKind, is_random, ordinary};
pub(super) use read::monsters;
pub use rules::{MonsterPlace, MonsterRules, Temperature};
pub use subject::Monsters;
