//! Why a request has no answer: what was found, what was expected, and where.

use affixboard_model::{
    game::Loaded,
    text::{Diagnostic, Position},
};
use serde::Serialize;

/// Texts of others are cut to so many characters in messages.
const LONGEST: usize = 80;

/// An error as JSON. Fields that don't apply are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Failure {
    /// What is wrong, in a sentence's worth.
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<Box<str>>,
    /// From 1, in the files that were opened; of what edits make of a line, in the edited ones, where it is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<u32>,
    /// In characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) found: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) expected: Option<String>,
    /// The name of a diagnostic's rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<&'static str>,
}

impl Failure {
    /// With a message alone.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), ..Failure::default() }
    }

    /// Of a field of the request: what it has, and what it may have.
    pub(crate) fn of_field(field: &str, found: &str, expected: impl Into<String>) -> Failure {
        let (found, expected) = (shortened(found), expected.into());
        Failure {
            message: format!("{field}: found `{found}`; expected {expected}"),
            found: Some(found),
            expected: Some(expected),
            ..Failure::default()
        }
    }

    /// Of a message that has the form `found …, expected …` or `found …; expected …`.
    pub(crate) fn of_text(text: &str) -> Failure {
        let parts = text
            .strip_prefix("found ")
            .and_then(|rest| rest.split_once("; expected ").or_else(|| rest.split_once(", expected ")));
        let (found, expected) = parts.map(|(found, expected)| (found.to_owned(), expected.to_owned())).unzip();
        Failure { message: text.to_owned(), found, expected, ..Failure::default() }
    }

    /// Of a remark about files.
    pub(crate) fn of_diagnostic(said: &Diagnostic, loaded: &Loaded) -> Failure {
        let without = |text: &str, word: &str| text.strip_prefix(word).unwrap_or(text).to_owned();
        let failure = Failure {
            message: said.message(),
            found: Some(without(&said.found, "found ")),
            expected: Some(without(&said.expected, "expected ")).filter(|text| !text.is_empty()),
            rule: Some(said.rule.name()),
            ..Failure::default()
        };
        let position = said.span.map(|span| loaded.sources.position(span));
        Failure { file: Some(said.file.as_str().into()), ..failure }.at(position)
    }

    /// The same, in a line of a file.
    #[must_use]
    pub(crate) fn in_line(self, file: &str, line: u32) -> Failure {
        Failure { file: Some(file.into()), line: Some(line), ..self }
    }

    /// The same, at a place of its file.
    #[must_use]
    pub(crate) fn at(self, position: Option<Position>) -> Failure {
        match position {
            Some(Position { line, column }) => Failure { line: Some(line), column: Some(column), ..self },
            None => self,
        }
    }
}

/// A text of somebody else's in a message.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// What names a list has, as a phrase.
pub(crate) fn one_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    if names.is_empty() { "nothing".to_owned() } else { format!("one of {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_and_expected_is_told_apart() {
        let failure = Failure::of_text("found nothing for weight, expected it as in A:affix:weight");
        assert_eq!(failure.found.as_deref(), Some("nothing for weight"));
        assert_eq!(failure.expected.as_deref(), Some("it as in A:affix:weight"));
        assert_eq!(Failure::of_text("the entry is gone"), Failure::new("the entry is gone"));
        let json =
            serde_json::to_string(&Failure::of_field("quality", "fine", one_of(["good", "great"]))).expect("JSON");
        let expected = r#"{"message":"quality: found `fine`; expected one of good, great","found":"fine","expected":"one of good, great"}"#;
        assert_eq!(json, expected);
    }
}
