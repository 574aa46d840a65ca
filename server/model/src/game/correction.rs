//! Lines that a game's program would write otherwise, by what it computes of the files.

/// Lines of some files as the game's program would write them, where the files have others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Correction {
    /// Its name in URLs and commands: lower case and hyphens.
    pub name: &'static str,
    /// The name of the table ([`crate::catalog::GuideTable`]) that shows what is computed.
    pub guide: &'static str,
    /// What it corrects, in a few words: `levels of monsters`.
    pub title: &'static str,
    /// The lines, by entry.
    pub lines: Vec<CorrectedLine>,
}

/// A line of an entry as the program would write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectedLine {
    /// The entry: a position in the game's sorts, and its index.
    pub entry: (u8, u32),
    /// The line's directive.
    pub directive: &'static str,
    /// The values of all its fields, by name; `None` where the program writes no such line.
    pub values: Option<Vec<(&'static str, String)>>,
    /// The directive of the line that it stands below, where the entry has none yet.
    pub below: &'static str,
}
