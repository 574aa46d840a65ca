//! Source files as bytes, spans in them, diagnostics about spans, edits and patches.
//!
//! The text is the truth: everything the other layers know is derived from it and points back into it by [`Span`].

mod columns;
mod diagnostic;
pub mod edit;
mod encoding;
mod lines;
pub mod mail;
pub mod patch;
mod quote;
pub mod source;

pub use diagnostic::{Diagnostic, Rule, Severity};
pub use edit::{Edit, EditError, LineEnd, WriteOptions};
pub use encoding::{Charset, Encoding};
pub use lines::{LineChange, line_changes};
pub use quote::Quote;
pub use source::{FileId, Position, SourceFile, SourceSet, Span, decode};
