//! What games share: random streams, weighted choice, C-like integer helpers, boosts.

pub mod alias;
pub mod bonuses;
pub mod flags;
pub mod integral;
pub mod item;
pub mod m_bonus;
mod normal_table;
pub mod random;
pub mod segments;
pub mod split;
