//! Tokens of C.

use std::{borrow::Cow, sync::Arc};

use crate::text::{SourceSet, Span, decode};

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CTokenKind {
    /// A name or keyword.
    Word,
    /// A number, in any base and with any suffix.
    Number,
    /// A character constant, quotes included.
    Character,
    /// A string, quotes included.
    Text,
    /// An operator, brace, comma or any other byte.
    Punctuation,
}

/// A token of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CToken {
    /// Its kind.
    pub kind: CTokenKind,
    /// Where it is written: in the table, or in the body of a macro.
    pub span: Span,
    /// The place in the table that it comes from: its own, or that of the macro which brought it, arguments included.
    pub origin: Span,
    /// Whether it stands in the body of a macro, so that changing it would change every use of that.
    pub is_from_body: bool,
    /// Its text, where it was put together by `#` or `##`.
    pub made: Option<Arc<str>>,
}

impl CToken {
    /// Its text.
    pub fn text<'a>(&'a self, sources: &'a SourceSet) -> Cow<'a, str> {
        if let Some(made) = &self.made {
            return Cow::Borrowed(made);
        }
        decode(sources.bytes(self.span))
    }

    /// Whether it is this word or operator.
    pub fn is(&self, sources: &SourceSet, text: &str) -> bool {
        match &self.made {
            Some(made) => **made == *text,
            None => sources.bytes(self.span) == text.as_bytes(),
        }
    }
}
