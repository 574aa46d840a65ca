//! Designing a new entry: the fields of its form, and what of the files changes with it.

use std::collections::BTreeMap;

/// A field of the form of a new entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesignField {
    /// Its name in forms: lower case.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it is, with examples.
    pub doc: String,
    /// What it takes.
    pub input: DesignInput,
    /// What it begins with.
    pub initial: String,
}

/// What a field takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DesignInput {
    /// A text of at most so many characters.
    Text(usize),
    /// A whole number from the first to the last.
    Number(i64, i64),
    /// Any of these: values and what they mean.
    Several(Vec<(String, &'static str)>),
}

/// What was entered, by the names of fields; several values only where a field takes several.
pub type Entered = BTreeMap<String, Vec<String>>;

/// Something wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesignProblem {
    /// The field's name.
    pub field: &'static str,
    /// `found …; expected …`.
    pub message: String,
}

/// A new row of a table, with the numbers that follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    /// The entry whose row it comes after: a position in the game's sorts, and the entry's index.
    pub after: (u8, u32),
    /// The row.
    pub row: String,
    /// Numbers of other entries: the entry, the field's name, and the new text.
    pub numbers: Vec<((u8, u32), &'static str, String)>,
}

/// How new entries of some files are designed.
pub trait Designer: Send + Sync {
    /// What a new entry is, in a word: `treasure`.
    fn word(&self) -> &'static str;
    /// The classes that it can be of: a value and a title.
    fn classes(&self) -> Vec<(String, String)>;
    /// The fields of the form for a class; none of a class that there isn't.
    fn fields(&self, class: &str) -> Vec<DesignField>;
    /// What changes with what was entered.
    ///
    /// # Errors
    /// All that is wrong with it.
    fn design(&self, class: &str, entered: &Entered) -> Result<Design, Vec<DesignProblem>>;
}
