//! Numbers of the tables.

use affixboard_model::{
    catalog::{EntryField, EntryValue},
    text::Span,
};

/// A number of a table, and where it can be changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Number {
    /// The value.
    pub value: i64,
    /// Its bytes, where it is written as one number in the table itself.
    pub site: Option<Span>,
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number { value, site: None }
    }
}

impl From<Number> for EntryField {
    fn from(number: Number) -> EntryField {
        EntryField { value: EntryValue::Number(number.value), site: number.site }
    }
}
