//! Proposals: changes of the lines that say where and how often entries come, as data that can be kept and applied to files
//! that have moved on since. `docs/proposals.md` describes the model.
//!
//! Which lines these are, the directive tables of the games say ([`crate::syntax::DirectiveSpec::allocates`]).

mod apply;
mod change;
mod compose;
mod differences;
mod fields;
mod fingerprint;
mod line;
mod notation;

pub use apply::{Applied, apply};
pub use change::{Act, Anchor, Change, Conflict, Outcome, Place, Reason, Refusal};
pub use compose::{Composed, compose};
pub use differences::{Differences, Other, differences, revert};
pub use fields::{FieldError, fields, write, write_new};
pub use fingerprint::effect_text;
pub use line::{EntryLine, EntryPlace, Field, entry_lines, entry_places};
pub use notation::{NotationError, read_changes, write_changes};
