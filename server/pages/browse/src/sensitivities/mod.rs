//! Which lines move what.

pub mod moves;
pub mod shown;
