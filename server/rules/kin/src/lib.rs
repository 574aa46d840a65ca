//! Code shared by families whose files have the same lines: reading files, collecting records, looking up names.
//!
//! Source: Angband 3.1 to 3.5, parser.c and init.c, and the branches that kept them.

pub mod brackets;
pub mod checks;
pub mod directives;
pub mod effects;
pub mod file_sorts;
pub mod item_types;
pub mod letter;
pub mod limits;
pub mod lookup;
pub mod monsters;
pub mod object_flags;
pub mod power;
mod reader;
pub mod records;
pub mod sources;
mod tvals;
mod vocabulary;
mod words;

pub use reader::Reader;
pub use tvals::TVALS;
pub use vocabulary::Vocabulary;
pub use words::{WORDS, WORDS_WITH_TERRIBLE};
