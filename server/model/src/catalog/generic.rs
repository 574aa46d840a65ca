//! Entries of any sort that a game declares: what pages, files and queries list of games that have no items of Angband's
//! sorts.

use crate::{
    syntax::{
        DirectiveSpec, FieldKind, FieldSpec,
        spec::{directive, field},
    },
    text::Span,
};

/// A sort of entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SortSpec {
    /// Its name in URLs, commands and files: lower case and hyphens.
    pub name: &'static str,
    /// The word for an entry, singular and plural.
    pub words: [&'static str; 2],
    /// The word for a group of entries, singular and plural; empty where there are no groups.
    pub group: [&'static str; 2],
    /// Its fields, as columns of a table.
    pub fields: &'static [FieldColumn],
}

/// A field that entries of a sort may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FieldColumn {
    /// Its name in files and queries: lower case and underscores.
    pub name: &'static str,
    /// Its heading on pages.
    pub title: &'static str,
    /// What it means, with its unit, in a phrase.
    pub doc: &'static str,
    /// Whether the table of all entries of the sort shows it.
    pub is_listed: bool,
    /// The field as a line of its own: how changes name it where it is a number in a table.
    pub site: DirectiveSpec,
}

/// The value of a number in a table, as a line's only field.
const VALUE: &[FieldSpec] = &[field("value", FieldKind::Int)];

impl FieldColumn {
    /// A field that the table of all entries shows: name, heading, meaning.
    pub const fn listed(name: &'static str, title: &'static str, doc: &'static str) -> FieldColumn {
        FieldColumn { name, title, doc, is_listed: true, site: directive(name, VALUE, doc).allocating() }
    }

    /// A field that only an entry's own page shows.
    pub const fn unlisted(name: &'static str, title: &'static str, doc: &'static str) -> FieldColumn {
        FieldColumn { is_listed: false, ..FieldColumn::listed(name, title, doc) }
    }
}

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortEntry {
    /// The position of its sort in [`crate::game::Game::sorts`].
    pub sort: u8,
    /// Its serial number, or its position in a table.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Its group's name; empty where it has none.
    pub group: String,
    /// Its record in the files; `None` for what stands in the program.
    pub record: Option<Span>,
    /// Its fields, as many as its sort has columns.
    pub fields: Vec<EntryField>,
}

/// A field of an entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EntryField {
    /// The value.
    pub value: EntryValue,
    /// The bytes that say it, where they can be changed. Fields may share them, as a row may give one number for two.
    pub site: Option<Span>,
}

/// The value of an entry's field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum EntryValue {
    /// It has none.
    #[default]
    None,
    /// A number.
    Number(i64),
    /// A word, or several.
    Text(String),
}

impl EntryValue {
    /// As people and files write it; empty where there is none.
    pub fn text(&self) -> String {
        match self {
            EntryValue::None => String::new(),
            EntryValue::Number(number) => number.to_string(),
            EntryValue::Text(text) => text.clone(),
        }
    }
}

impl From<i64> for EntryField {
    fn from(number: i64) -> EntryField {
        EntryField { value: EntryValue::Number(number), site: None }
    }
}

impl From<String> for EntryField {
    fn from(text: String) -> EntryField {
        let value = if text.is_empty() { EntryValue::None } else { EntryValue::Text(text) };
        EntryField { value, site: None }
    }
}
