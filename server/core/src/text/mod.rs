//! Source files as bytes, places in them, and what is said about those places.
//!
//! The text is the truth: everything the other layers know is derived from it and points back into it by [`Span`].

mod diagnostic;
mod encoding;
pub(crate) mod source;

pub use diagnostic::{Diagnostic, Rule, Severity};
pub use encoding::Encoding;
pub use source::{FileId, Position, SourceFile, SourceSet, Span, decode};
