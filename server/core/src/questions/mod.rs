//! Questions about single items: which share of drops is a sword with Resist Fire *and* a to-hit of 5 or more *and* a theme.
//!
//! Batches count properties one by one; what comes together on one item can't be told from their counts. A question is read
//! ([`parse()`]), its names are looked up in the files ([`Question::of`]), and it is asked of items that are drawn one by one
//! ([`ask_piece`]). docs/questions.md has the language.

mod parse;
mod resolve;
mod run;

pub use parse::{Expr, QuestionError, Relation, Term, parse};
pub use resolve::Question;
pub use run::{AskedCell, PIECE, ask_piece};
