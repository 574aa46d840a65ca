//! What a reader finds in a file, or why it finds nothing.

use affixboard_model::text::{Diagnostic, Rule, SourceFile, Span};

use crate::tree::Node;

/// What is read of a file: values, each with the name it has there.
pub(crate) type Roots = Vec<(String, Node)>;

/// Why a file can't be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The place.
    pub(crate) at: Span,
    /// What was found there.
    pub(crate) found: String,
}

impl Problem {
    /// What is said of it.
    pub(crate) fn diagnostic(self, file: &SourceFile) -> Diagnostic {
        Diagnostic {
            rule: Rule::UnreadableTable,
            file: file.name().to_owned(),
            span: Some(self.at),
            found: format!("found {}", self.found),
            expected: "expected a table in the notation that the file's name says; nothing of it is read".to_owned(),
        }
    }
}
