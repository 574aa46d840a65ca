//! The answer to a question in SQL.

use std::io;

use super::field::{CsvTable, Field};

/// RFC 4180, UTF-8 without byte order mark: a line with the names of the columns and a line per row. Each value is its text and
/// whether it is a number; other texts are escaped as formulas: see [`super::escape_formula()`]. Notes are last lines with the
/// word `note` before them.
pub fn answer_csv(columns: &[String], rows: &[Vec<(String, bool)>], notes: &[String]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut CsvTable::new(&mut bytes), columns, rows, notes).expect("writing to memory can't fail");
    bytes
}

fn write(
    table: &mut CsvTable<&mut Vec<u8>>,
    columns: &[String],
    rows: &[Vec<(String, bool)>],
    notes: &[String],
) -> io::Result<()> {
    table.line(columns.iter().map(|column| Field::Text(column)))?;
    for row in rows {
        table
            .line(row.iter().map(|(text, is_number)| if *is_number { Field::Word(text) } else { Field::Text(text) }))?;
    }
    for note in notes {
        table.line([Field::Word("note"), Field::Text(note)])?;
    }
    table.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal() {
        let columns = ["name".to_owned(), "n".to_owned()];
        let rows = [("=Sharp, \"keen\"", "-5"), ("", "0.25")];
        let rows = rows.map(|(name, n)| vec![(name.to_owned(), false), (n.to_owned(), true)]);
        let expected = "name,n\r\n\"'=Sharp, \"\"keen\"\"\",-5\r\n,0.25\r\nnote,more\r\n";
        assert_eq!(String::from_utf8(answer_csv(&columns, &rows, &["more".to_owned()])).expect("text"), expected);
    }
}
