//! Changes of lines as data. They name lines by entry and text, not by offset, so that they apply to later versions
//! too.

use super::{
    line::{EditableEntry, EntryLine},
    rows, whole_records,
};
use affixboard_model::{
    catalog::Sort,
    text::{EditError, WriteOptions},
};

/// Identifies a line of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Anchor {
    /// The file's name.
    pub file: String,
    /// The entry's sort.
    pub sort: Sort,
    /// Its serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// The line's directive: the letters before its first colon.
    pub directive: String,
    /// Position among the entry's lines of this directive, from 1. For an insertion that of the line before, or 0
    /// before the first.
    pub ordinal: u32,
}

/// The operation on a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EditOp {
    /// Replaces the text; the line ending stays.
    Replace {
        /// The old line.
        was: String,
        /// The new line.
        now: String,
    },
    /// Removes the line.
    Remove {
        /// The old line.
        was: String,
    },
    /// Inserts a line.
    Insert {
        /// The line of this directive before it, as it was; `None` if the ordinal is 0.
        after: Option<String>,
        /// The new line.
        now: String,
        /// The position among all lines of the record, comments included.
        place: Option<RecordPosition>,
    },
}

/// A position between two lines of a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RecordPosition {
    /// Index of the line above it; 0 is the record's header.
    pub line: u32,
    /// The text of that line, as it was.
    pub above: String,
}

impl RecordPosition {
    /// Above the record, where a new one comes before it: no line stands above.
    pub(super) fn above_all() -> RecordPosition {
        RecordPosition { line: 0, above: String::new() }
    }

    /// Whether it is above the record.
    pub(super) fn is_above_all(&self) -> bool {
        self.line == 0 && self.above.is_empty()
    }
}

/// A change of one line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Change {
    /// The line.
    pub anchor: Anchor,
    /// The operation.
    pub op: EditOp,
    /// Line ending and charset, if they differ from the file's.
    pub writing: WriteOptions,
}

impl Change {
    /// Replaces a line.
    pub fn replace(line: &EntryLine, now: impl Into<String>) -> Change {
        let op = EditOp::Replace { was: line.text.clone(), now: now.into() };
        Change { anchor: line.anchor(), op, writing: WriteOptions::default() }
    }

    /// Removes a line.
    pub fn remove(line: &EntryLine) -> Change {
        Change {
            anchor: line.anchor(),
            op: EditOp::Remove { was: line.text.clone() },
            writing: WriteOptions::default(),
        }
    }

    /// Inserts a line of the same directive after `line`.
    pub fn insert_after(line: &EntryLine, now: impl Into<String>) -> Change {
        let op = EditOp::Insert { after: Some(line.text.clone()), now: now.into(), place: None };
        Change { anchor: line.anchor(), op, writing: WriteOptions::default() }
    }

    /// Inserts an entry after another one, whatever that reads by then: a row of a table, or all lines of a record with a line
    /// feed between them, blank lines above it included.
    pub fn insert_entry(after: &EditableEntry, text: impl Into<String>) -> Change {
        let op = EditOp::Insert { after: None, now: text.into(), place: None };
        Change { anchor: after.anchor(after.whole()), op, writing: WriteOptions::default() }
    }

    /// The same before an entry, as one must that has a lower number than all.
    pub fn insert_entry_before(before: &EditableEntry, text: impl Into<String>) -> Change {
        let op = EditOp::Insert { after: None, now: text.into(), place: Some(RecordPosition::above_all()) };
        Change { anchor: before.anchor(before.whole()), op, writing: WriteOptions::default() }
    }

    /// Removes an entry whose whole text is `was`, as [`super::whole_text`] gives it.
    pub fn remove_entry(entry: &EditableEntry, was: impl Into<String>) -> Change {
        let op = EditOp::Remove { was: was.into() };
        Change { anchor: entry.anchor(entry.whole()), op, writing: WriteOptions::default() }
    }

    /// Whether it is about an entry as a whole, which comes or goes, and not about a line of one.
    pub fn is_of_whole_entry(&self) -> bool {
        matches!(self.anchor.directive.as_str(), rows::ROW | whole_records::RECORD)
    }

    /// The name of its entry as people read it; of a new entry that of the one which it comes after.
    pub fn entry_name(&self) -> String {
        let name = self.anchor.name.trim();
        match &self.op {
            EditOp::Insert { place, .. } if self.is_of_whole_entry() => {
                let is_before = place.as_ref().is_some_and(RecordPosition::is_above_all);
                format!("new, {} {name}", if is_before { "before" } else { "after" })
            }
            _ => name.to_owned(),
        }
    }

    /// A text of the change as people read it: a line as it is, a number of a table with the name of its field.
    pub fn readable(&self, text: &str) -> String {
        let directive = &self.anchor.directive;
        if directive == whole_records::RECORD {
            return text.trim_start_matches('\n').to_owned();
        }
        if text.trim_start().starts_with(directive.as_str()) { text.to_owned() } else { format!("{directive} {text}") }
    }

    /// The old line; `None` for an insertion.
    pub fn was(&self) -> Option<&str> {
        match &self.op {
            EditOp::Replace { was, .. } | EditOp::Remove { was } => Some(was),
            EditOp::Insert { .. } => None,
        }
    }

    /// The new line; `None` for a removal.
    pub fn now(&self) -> Option<&str> {
        match &self.op {
            EditOp::Replace { now, .. } | EditOp::Insert { now, .. } => Some(now),
            EditOp::Remove { .. } => None,
        }
    }
}

/// The outcome of applying a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Applied, and the line had not moved.
    Applied,
    /// Applied, but the record has another serial number, name or order of lines.
    Moved,
    /// The line already has the new text.
    AlreadyApplied,
    /// The line isn't as it was; nothing was applied.
    Conflict(Conflict),
    /// The new line is not valid; nothing was applied.
    Refused(Refusal),
}

impl Outcome {
    /// Whether the files have the change's result.
    pub fn fits(&self) -> bool {
        matches!(self, Outcome::Applied | Outcome::Moved | Outcome::AlreadyApplied)
    }
}

/// A conflict between a change and the files it is applied to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// Its reason.
    pub reason: Reason,
    /// The line in its position now, if any.
    pub is: Option<String>,
}

/// The reason of a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The entry is gone.
    EntryGone,
    /// The line isn't as it was, or gone.
    LineChanged,
    /// Another change is about the same line.
    DuplicateChange,
}

impl Reason {
    /// The reason in a phrase, as pages show it.
    pub fn explain(self) -> &'static str {
        match self {
            Reason::EntryGone => "the entry is gone",
            Reason::LineChanged => "the line has changed or is gone",
            Reason::DuplicateChange => "another change is about the same line",
        }
    }
}

/// The reason why a new line is not valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It isn't a line of the directive that the change is about.
    WrongDirective {
        /// The directive.
        expected: String,
    },
    /// It would be read as more than one line.
    MultipleLines,
    /// It is longer than the game's line buffer.
    TooLong,
    /// It has a character that its file can't encode.
    Edit(EditError),
    /// It is no number as C writes it, where a number of a table is changed.
    NoNumber,
    /// A number of a table can neither be removed nor inserted.
    OnlyReplaced,
    /// It is no row of a table.
    NoRow,
    /// It is no record of its file: the line that begins one, and others of it below.
    NoRecord {
        /// The tag of the line that begins one.
        header: String,
    },
    /// The line that begins a record can neither be removed nor inserted.
    HeaderStays,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::WrongDirective { expected } => {
                write!(f, "found another line, expected one that begins with `{expected}:`")
            }
            Refusal::MultipleLines => f.write_str("found a line end in a line, expected one line per change"),
            Refusal::TooLong => f.write_str("found a line over 1023 bytes, expected a shorter one"),
            Refusal::Edit(error) => error.fmt(f),
            Refusal::NoNumber => f.write_str(
                "found no number, expected one from -2147483647 to 2147483647 as C writes it, such as 12, -4 or 0x10",
            ),
            Refusal::NoRow => f.write_str(
                "found a text that is no row of a table, expected a list in braces on one line, or a macro with its arguments, and no \
                 comments",
            ),
            Refusal::NoRecord { header } => write!(
                f,
                "found a text that is no entry of this file, expected a line that begins with `{header}:` first, no other such line, \
                 and no comment or blank line last"
            ),
            Refusal::HeaderStays => {
                f.write_str("found the line that begins an entry removed or added, expected it changed")
            }
            Refusal::OnlyReplaced => f.write_str("found a number of a table removed or added, expected it changed"),
        }
    }
}
