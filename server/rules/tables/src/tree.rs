//! What every notation is read into: values in lists and records, each with its place in the file.

use affixboard_model::text::Span;

/// A value and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// All of it, with its brackets or quotes.
    pub(crate) span: Span,
    /// What it says.
    pub(crate) value: Value,
}

/// What a node says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Value {
    /// One number or text.
    Scalar(Scalar),
    /// Values without names.
    List(Vec<Node>),
    /// Values with names, in the order of the file.
    Record(Vec<(String, Node)>),
}

/// One number or text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scalar {
    /// As people read it, without quotes.
    pub(crate) text: String,
    /// Its value, where it is a whole number.
    pub(crate) number: Option<i64>,
    /// The bytes of a whole number that can be changed without changing anything else.
    pub(crate) site: Option<Span>,
}

impl Node {
    /// A text.
    pub(crate) fn text(span: Span, text: impl Into<String>) -> Node {
        Node { span, value: Value::Scalar(Scalar { text: text.into(), number: None, site: None }) }
    }

    /// What is written here as one word: a whole number that can be changed, or a text.
    pub(crate) fn word(span: Span, written: &str) -> Node {
        let number = whole_number(written);
        let site = number.map(|_| span);
        Node { span, value: Value::Scalar(Scalar { text: written.to_owned(), number, site }) }
    }

    /// A list.
    pub(crate) fn list(span: Span, values: Vec<Node>) -> Node {
        Node { span, value: Value::List(values) }
    }

    /// A record.
    pub(crate) fn record(span: Span, fields: Vec<(String, Node)>) -> Node {
        Node { span, value: Value::Record(fields) }
    }

    /// Its scalar, if it is one.
    pub(crate) fn scalar(&self) -> Option<&Scalar> {
        match &self.value {
            Value::Scalar(scalar) => Some(scalar),
            Value::List(_) | Value::Record(_) => None,
        }
    }
}

/// The value of a whole number as sources write it: decimal, or hexadecimal after `0x`, with a sign, underscores as in Rust and a
/// letter for its type as in C; `None` of anything else.
pub(crate) fn whole_number(written: &str) -> Option<i64> {
    let (sign, digits) = match written.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, written.strip_prefix('+').unwrap_or(written)),
    };
    let digits = digits.trim_end_matches(['l', 'L', 'u', 'U']);
    let (radix, digits) = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    if !digits.starts_with(|first: char| first.is_digit(radix)) {
        return None;
    }
    let value = i64::from_str_radix(&digits.replace('_', ""), radix).ok()?;
    Some(sign * value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_as_sources_write_them() {
        for (written, value) in [
            ("0", Some(0)),
            ("-12", Some(-12)),
            ("+3", Some(3)),
            ("0x1F", Some(31)),
            ("0x00000001L", Some(1)),
            ("1_000", Some(1000)),
            ("12UL", Some(12)),
            ("", None),
            ("-", None),
            ("1.5", None),
            ("2d6", None),
            ("_1", None),
            ("L", None),
            ("--1", None),
            ("99999999999999999999", None),
        ] {
            assert_eq!(whole_number(written), value, "{written}");
        }
    }
}
