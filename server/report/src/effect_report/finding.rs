//! Remarks and gaps that come and go with changes.

/// What became of a remark or gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingFate {
    /// It came with the changes, or became worse.
    New,
    /// It is still there, but less so.
    Better,
    /// It went.
    Gone,
}

impl FindingFate {
    /// As pages say it.
    pub fn word(self) -> &'static str {
        match self {
            FindingFate::New => "new",
            FindingFate::Better => "better",
            FindingFate::Gone => "gone",
        }
    }
}

/// Something that came with the changes, changed with them, or went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingChange {
    /// What became of it.
    pub fate: FindingFate,
    /// The rule's stable name.
    pub rule: &'static str,
    /// The text of the remark or gap, one sentence.
    pub what: String,
    /// File and line, in the files as proposed, but of what went in those of the base.
    pub place: Option<(String, u32)>,
    /// The item type it is about, where it is about one.
    pub tval: Option<u16>,
}
