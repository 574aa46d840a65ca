//! Limits of what people write: titles, descriptions, comments, verdicts, notes and changes.

/// Limit of a title, in characters.
pub(super) const LONGEST_TITLE: usize = 200;
/// Limit of a description, comment or verdict, in characters.
pub(super) const LONGEST_TEXT: usize = 20_000;
/// Limit of a draft's or proposal's changes, in bytes.
pub(super) const LONGEST_CHANGES: usize = 1 << 20;
/// Limit of the note of a proposal's revision, in characters.
pub(super) const LONGEST_NOTE: usize = 200;

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// Nothing but blanks where a text is required.
    #[error("the {0} is empty; expected some text")]
    Empty(&'static str),
    /// Longer than allowed.
    #[error("{what}: found a length of {found}; expected at most {most}")]
    TooLong {
        /// Name of the text.
        what: &'static str,
        /// Its length in characters; of changes in bytes.
        found: usize,
        /// The largest allowed length, in the same unit.
        most: usize,
    },
    /// A title with line breaks or characters that can't be seen.
    #[error("the title has characters that can't be seen; expected one line of text")]
    BadTitle,
}

/// Refuses what is longer than `most`; lengths in characters, of changes in bytes.
pub(super) fn check_length(what: &'static str, found: usize, most: usize) -> Result<(), TextError> {
    if found <= most { Ok(()) } else { Err(TextError::TooLong { what, found, most }) }
}

/// Refuses a text of blanks only, and one of more than `most` characters.
pub(super) fn check_text(what: &'static str, text: &str, most: usize) -> Result<(), TextError> {
    if text.trim().is_empty() {
        return Err(TextError::Empty(what));
    }
    check_length(what, text.chars().count(), most)
}

/// Refuses a title that isn't one line of visible text, or is too long.
pub(super) fn check_title(title: &str) -> Result<(), TextError> {
    check_text("title", title, LONGEST_TITLE)?;
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    if title.contains(is_odd) { Err(TextError::BadTitle) } else { Ok(()) }
}
