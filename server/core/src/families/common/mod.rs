//! Code shared by families whose files have the same lines: reading files, collecting records, looking up names.
//!
//! Source: Angband 3.1 to 3.5, parser.c and init.c, and the branches that kept them.

pub(crate) mod checks;
pub(crate) mod directives;
pub(crate) mod effects;
pub(crate) mod item_types;
pub(crate) mod letter;
pub(crate) mod limits;
pub(crate) mod lookup;
pub(crate) mod monsters;
pub(crate) mod object_flags;
pub(crate) mod power;
mod reader;
pub(crate) mod records;
mod tvals;
mod vocabulary;

pub(crate) use reader::Reader;
pub(crate) use tvals::TVALS;
pub(crate) use vocabulary::Vocabulary;
