//! Fields of a table, and a writer of CSV.

use std::io::{self, Write};

use super::formula::needs_guard;

/// A field, the same in every format.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Field<'a> {
    /// An empty field.
    Empty,
    /// A word of this program, which never looks like a formula.
    Word(&'a str),
    /// Text of files or people, which may look like a formula.
    Text(&'a str),
    /// A count, an index, a depth.
    Whole(u64),
    /// Any other number, which is finite.
    Number(f64),
}

impl Field<'_> {
    /// A text field, empty for `None`.
    pub(super) fn text(text: Option<&str>) -> Field<'_> {
        text.map_or(Field::Empty, Field::Text)
    }

    /// A whole number, empty for `None`.
    pub(super) fn whole(number: Option<impl Into<u64>>) -> Field<'static> {
        number.map_or(Field::Empty, |number| Field::Whole(number.into()))
    }

    /// A number, empty for `None`.
    pub(super) fn number(number: Option<f64>) -> Field<'static> {
        number.map_or(Field::Empty, Field::Number)
    }
}

/// Writes lines of fields as RFC 4180 has them: CRLF line ends, quotes where needed. Numbers have the shortest form
/// that reads back the same; text is escaped (see [`super::escape_formula()`]).
///
/// A line of the long form takes about a microsecond (docs/PERFORMANCE.md, Files), for which there is no room for a string per field.
pub(super) struct CsvTable<W: Write> {
    out: W,
    lines: Vec<u8>,
}

/// Bytes buffered before they are written.
const GATHERED: usize = 32 << 10;

impl<W: Write> CsvTable<W> {
    pub(super) fn new(out: W) -> CsvTable<W> {
        CsvTable { out, lines: Vec::with_capacity(GATHERED + (4 << 10)) }
    }

    /// Writes a line of two fields or more.
    pub(super) fn line<'a>(&mut self, fields: impl IntoIterator<Item = Field<'a>>) -> io::Result<()> {
        for (at, field) in fields.into_iter().enumerate() {
            if at > 0 {
                self.lines.push(b',');
            }
            match field {
                Field::Empty => {}
                Field::Word(word) => self.text("", word),
                Field::Text(text) => self.text(if needs_guard(text) { "'" } else { "" }, text),
                Field::Whole(number) => write!(self.lines, "{number}")?,
                Field::Number(number) => write!(self.lines, "{number}")?,
            }
        }
        self.lines.extend_from_slice(b"\r\n");
        if self.lines.len() >= GATHERED { self.write() } else { Ok(()) }
    }

    /// Writes a line with the word `note` in one column and a sentence in another, where there is a sentence.
    pub(super) fn note(&mut self, text: Option<&str>, columns: usize, [note, at]: [usize; 2]) -> io::Result<()> {
        let Some(text) = text else { return Ok(()) };
        self.line((0..columns).map(|column| match column {
            _ if column == note => Field::Word("note"),
            _ if column == at => Field::Text(text),
            _ => Field::Empty,
        }))
    }

    fn text(&mut self, guard: &str, text: &str) {
        let is_quoted = text.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n'));
        if !is_quoted {
            self.lines.extend_from_slice(guard.as_bytes());
            return self.lines.extend_from_slice(text.as_bytes());
        }
        self.lines.push(b'"');
        self.lines.extend_from_slice(guard.as_bytes());
        for byte in text.bytes() {
            if byte == b'"' {
                self.lines.push(b'"');
            }
            self.lines.push(byte);
        }
        self.lines.push(b'"');
    }

    fn write(&mut self) -> io::Result<()> {
        self.out.write_all(&self.lines)?;
        self.lines.clear();
        Ok(())
    }

    pub(super) fn end(&mut self) -> io::Result<()> {
        self.write()?;
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_is_guarded() {
        let mut bytes = Vec::new();
        let mut table = CsvTable::new(&mut bytes);
        let line = [
            Field::Text("=1+1"),
            Field::Number(-0.25),
            Field::Text("-5"),
            Field::Whole(7),
            Field::Empty,
            Field::Text("a,\"b\""),
            Field::Word("total"),
        ];
        table.line(line).expect("memory");
        table.line([Field::Text(""), Field::Number(1e-9), Field::Number(3.0)]).expect("memory");
        table.end().expect("memory");
        assert_eq!(
            String::from_utf8(bytes).expect("UTF-8"),
            "'=1+1,-0.25,'-5,7,,\"a,\"\"b\"\"\",total\r\n,0.000000001,3\r\n"
        );
    }
}
