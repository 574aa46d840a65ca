//! Which lines move what.

pub(crate) mod moves;
pub(crate) mod shown;
