//! Proposals: changes of the lines of entries, as data that can be stored and applied to later versions of the files.
//! `docs/proposals.md` describes the model.
//!
//! Where a file's table says so, all lines of its records are editable ([`affixboard_model::syntax::FileSpec::every_line`]); else those
//! that say where and how often entries are generated ([`affixboard_model::syntax::DirectiveSpec::allocates`]).

mod apply;
mod change;
mod compose;
mod correction;
mod design;
mod differences;
mod entry_text;
mod fields;
mod fingerprint;
mod line;
mod notation;
mod review;
mod rows;
mod sizes;
mod tagged_lines;
mod turned_back;
mod whole_records;

pub use apply::{Applied, apply};
pub use change::{Anchor, Change, Conflict, EditOp, Outcome, Reason, RecordPosition, Refusal};
pub use compose::{Composed, compose, with_sizes};
pub use correction::correction_changes;
pub use design::design_changes;
pub use differences::{Differences, OtherDifference, differences, revert};
pub use entry_text::{TextLine, text_changes};
pub use fields::{FieldError, fields, new_line, set_fields};
pub use fingerprint::effect_text;
pub use line::{EditableEntry, EntryLine, Field, editable_entries, entry_lines, whole_text};
pub use notation::{NotationError, read_changes, write_changes};
pub use review::review;
pub use tagged_lines::{TaggedLine, tagged_lines};
pub use turned_back::{TurnedBack, may_be_turned_back};
