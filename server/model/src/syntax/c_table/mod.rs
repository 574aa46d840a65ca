//! Tables in C sources: what the preprocessor makes of a file and those it includes, and the enumerations, structures
//! and initialised arrays in it.
//!
//! ```text
//! bytes ─ lexer ─▶ tokens ─ preprocessor ─▶ tokens of one unit ─ declarations ─▶ constants, structures, tables of rows
//! ```
//!
//! Row macros are expanded by their own definitions, so that a row's values stand in the order of the structure whatever
//! the order of the macro's arguments. Each token keeps the place where it is written: a number that is an argument of a
//! row macro can be changed there, one from the macro's body can't.
//!
//! It is no C compiler. What isn't a table, an enumeration or a structure is skipped, and what of these can't be read is
//! reported with its place. Sizes are limited ([`preprocess::MOST_TOKENS`], [`MOST_NESTED`]), so that no input takes long.

mod declarations;
mod expression;
mod initialiser;
mod lexer;
mod macros;
mod preprocess;
mod token;

pub use declarations::{CField, CStruct, CTable, CUnit, CValue};
pub use expression::{Evaluated, NoValue};
pub use initialiser::{is_initialiser, is_macro_call};
pub use preprocess::{MOST_TOKENS, preprocess};
pub use token::{CToken, CTokenKind};

/// Parentheses and braces within one another at most.
pub const MOST_NESTED: usize = 100;
