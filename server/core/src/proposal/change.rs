//! Changes of lines, as data that can be kept: what is meant, by entry and by the line's text, not where bytes stand.

use super::line::EntryLine;
use crate::{
    catalog::Sort,
    text::{EditError, Writing},
};

/// Which line of which entry.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Anchor {
    /// The file's name.
    pub file: String,
    /// What the entry is.
    pub sort: Sort,
    /// Its serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// What the line is: the letters before its first colon.
    pub directive: String,
    /// Which of the entry's lines of this directive it was, from 1. Of a line to be inserted the one that it comes after, or
    /// 0, where it comes before all of them.
    pub ordinal: u32,
}

/// What shall become of a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Act {
    /// Other text. Its line end stays.
    Replace {
        /// The line as it was.
        was: String,
        /// The line as it shall be.
        now: String,
    },
    /// No line.
    Remove {
        /// The line as it was.
        was: String,
    },
    /// A line more.
    Insert {
        /// The line of this directive that it comes after, as it was; none, where the ordinal is 0.
        after: Option<String>,
        /// The line.
        now: String,
        /// The place among all lines of the record, comments included.
        place: Option<Place>,
    },
}

/// A place between two lines of a record.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// How many lines after the record's header the line above it stands; 0 is the header.
    pub line: u32,
    /// That line as it was.
    pub above: String,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Change {
    /// Which line.
    pub anchor: Anchor,
    /// What shall become of it.
    pub act: Act,
    /// How its text is written, where that isn't as the file is.
    pub writing: Writing,
}

impl Change {
    /// A line with other text.
    pub fn replace(line: &EntryLine, now: impl Into<String>) -> Change {
        let act = Act::Replace { was: line.text.clone(), now: now.into() };
        Change { anchor: line.anchor(), act, writing: Writing::default() }
    }

    /// A line gone.
    pub fn remove(line: &EntryLine) -> Change {
        Change { anchor: line.anchor(), act: Act::Remove { was: line.text.clone() }, writing: Writing::default() }
    }

    /// A line of the same directive after another.
    pub fn insert_after(line: &EntryLine, now: impl Into<String>) -> Change {
        let act = Act::Insert { after: Some(line.text.clone()), now: now.into(), place: None };
        Change { anchor: line.anchor(), act, writing: Writing::default() }
    }

    /// The line as it was; none where one is inserted.
    pub fn was(&self) -> Option<&str> {
        match &self.act {
            Act::Replace { was, .. } | Act::Remove { was } => Some(was),
            Act::Insert { .. } => None,
        }
    }

    /// The line as it shall be; none where it is removed.
    pub fn now(&self) -> Option<&str> {
        match &self.act {
            Act::Replace { now, .. } | Act::Insert { now, .. } => Some(now),
            Act::Remove { .. } => None,
        }
    }
}

/// What became of a change when it was applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The line was where it had been.
    Applied,
    /// The line was found elsewhere: the record has another serial number, name or order of lines.
    Moved,
    /// The line is as proposed already.
    Already,
    /// It can't be applied, and nothing was done for it.
    Conflict(Conflict),
    /// The line can't be written.
    Refused(Refusal),
}

impl Outcome {
    /// Whether the files are as the change wants them.
    pub fn fits(&self) -> bool {
        matches!(self, Outcome::Applied | Outcome::Moved | Outcome::Already)
    }
}

/// Why a change doesn't fit the files as they are now. How the line was, and is proposed, the change itself says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// What is in the way.
    pub reason: Reason,
    /// The line that stands in its place now.
    pub is: Option<String>,
}

/// What is in the way of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// The entry is gone.
    EntryGone,
    /// The line isn't as it was, or gone.
    LineChanged,
    /// Another change is about the same line.
    Twice,
}

impl Reason {
    /// What is in the way, in a phrase.
    pub fn explain(self) -> &'static str {
        match self {
            Reason::EntryGone => "the entry is gone",
            Reason::LineChanged => "the line has changed or is gone",
            Reason::Twice => "another change is about the same line",
        }
    }
}

/// Why a line can't be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It isn't a line of the directive that the change is about.
    OtherLine {
        /// The directive.
        expected: String,
    },
    /// It would be read as more than one line.
    SeveralLines,
    /// It is longer than what the game reads of a line.
    TooLong,
    /// A character that its file can't hold.
    Edit(EditError),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::OtherLine { expected } => {
                write!(f, "found another line, expected one that begins with `{expected}:`")
            }
            Refusal::SeveralLines => f.write_str("found a line end in a line, expected one line per change"),
            Refusal::TooLong => f.write_str("found a line over 1023 bytes, expected a shorter one"),
            Refusal::Edit(error) => error.fmt(f),
        }
    }
}
