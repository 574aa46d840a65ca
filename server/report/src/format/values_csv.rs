//! Any table of values, such as a list of entries.

use std::io;

use affixboard_model::catalog::EntryValue;

use super::field::{CsvTable, Field};

/// RFC 4180, UTF-8 without byte order mark: headings, and rows with a value for each; what has none is empty. Texts are
/// escaped as formulas: see [`super::escape_formula()`].
pub fn values_csv(headings: &[String], rows: &[Vec<EntryValue>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut CsvTable::new(&mut bytes), headings, rows).expect("writing to memory can't fail");
    bytes
}

fn write(table: &mut CsvTable<&mut Vec<u8>>, headings: &[String], rows: &[Vec<EntryValue>]) -> io::Result<()> {
    table.line(headings.iter().map(|heading| Field::Word(heading)))?;
    for row in rows {
        let texts: Vec<String> = row.iter().map(EntryValue::text).collect();
        table.line(row.iter().zip(&texts).map(|(value, text)| field(value, text)))?;
    }
    table.end()
}

fn field<'a>(value: &EntryValue, text: &'a str) -> Field<'a> {
    match value {
        EntryValue::None => Field::Empty,
        EntryValue::Number(_) => Field::Word(text),
        // What is a number needn't be kept from being taken for a formula.
        EntryValue::Text(_) if is_decimal(text) => Field::Word(text),
        EntryValue::Text(_) => Field::Text(text),
    }
}

/// Whether a text is a number with decimals: `-14.57`.
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.strip_prefix('-').unwrap_or(text).split_once('.').is_some_and(|(whole, part)| digits(whole) && digits(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_numbers_and_texts_are_escaped() {
        let rows = vec![
            vec![EntryValue::Number(-7), EntryValue::Text("=1, 2".to_owned())],
            vec![EntryValue::None, EntryValue::Text("of Might".to_owned())],
            vec![EntryValue::Text("-1.5".to_owned()), EntryValue::Text("-1.5+2".to_owned())],
        ];
        let csv = values_csv(&["index".to_owned(), "name".to_owned()], &rows);
        assert_eq!(csv, b"index,name\r\n-7,\"'=1, 2\"\r\n,of Might\r\n-1.5,'-1.5+2\r\n");
    }
}
