//! Questions about single items: which share of drops is a sword with Resist Fire *and* a to-hit of 5 or more *and* a theme.
//!
//! Batches count properties one by one; what comes together on one item can't be told from their counts. A question is read
//! ([`parse()`]), its names are looked up in the files ([`Question::of`]), and it is computed where the rules can
//! ([`Question::computed`]), else asked of the items of drops ([`ask_piece`]). docs/questions.md has the language.

mod exact;
mod item_number;
mod joint;
mod parse;
mod resolve;
mod run;
mod words;

pub use exact::{ChancesApart, computed_entries};
pub use item_number::ItemNumber;
pub use joint::{Carried, CarriedSort, ComputeLimits, computed_joint};
pub use parse::{Expr, QuestionError, Relation, Term, parse};
pub use resolve::Question;
pub use run::{AskedCell, ask_piece, draw_piece};
pub use words::QuestionWords;
