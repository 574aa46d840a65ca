//! From lines to a model: the parts of reading that the family's games share. The lines and their meaning are each
//! game's own.

mod assemble;
mod lists;

pub use assemble::{Parts, apart, assemble};
