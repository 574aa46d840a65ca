//! Values of answers.

use std::fmt;

use rusqlite::types::ValueRef;

/// A value of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum SqlValue {
    /// `NULL`.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// A text; bytes that are no text are shown as others.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
}

impl SqlValue {
    pub(super) fn of(value: ValueRef<'_>) -> SqlValue {
        match value {
            ValueRef::Null => SqlValue::Null,
            ValueRef::Integer(number) => SqlValue::Integer(number),
            ValueRef::Real(number) => SqlValue::Real(number),
            ValueRef::Text(text) => SqlValue::Text(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Blob(bytes) => SqlValue::Bytes(bytes.to_vec()),
        }
    }

    /// Its size, about.
    pub(super) fn bytes(&self) -> usize {
        match self {
            SqlValue::Null | SqlValue::Integer(_) | SqlValue::Real(_) => 8,
            SqlValue::Text(text) => text.len(),
            SqlValue::Bytes(bytes) => 2 * bytes.len(),
        }
    }

    /// Whether it is a number.
    pub fn is_number(&self) -> bool {
        matches!(self, SqlValue::Integer(_) | SqlValue::Real(_))
    }
}

/// As tables and CSV show it: nothing for `NULL`, bytes in hexadecimal.
impl fmt::Display for SqlValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SqlValue::Null => Ok(()),
            SqlValue::Integer(number) => number.fmt(f),
            SqlValue::Real(number) => number.fmt(f),
            SqlValue::Text(text) => f.write_str(text),
            SqlValue::Bytes(bytes) => bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}")),
        }
    }
}
