//! Numeric tools that all games' rules share: random streams, weighted choice, exact binomial draws, C-like integers.

pub mod alias;
pub mod deepest_draw;
pub mod dice;
pub mod evaluator;
pub mod flags;
pub mod item;
pub mod m_bonus;
pub mod multinomial;
pub mod normal_table;
pub mod quadrature;
pub mod random;
pub mod roll_tables;
pub mod segments;
pub mod single_flight;
