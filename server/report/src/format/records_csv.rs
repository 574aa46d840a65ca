//! The records of an edit file as a table.

use std::io;

use affixboard_model::{records::RecordTable, text::SourceFile};

use super::field::{CsvTable, Field};

/// RFC 4180, UTF-8 without byte order mark: index, name, first line, then the table's columns; several lines of a record in
/// one cell are parted by `; `. Texts are escaped as formulas: see [`super::escape_formula()`].
pub fn records_csv(file: &SourceFile, table: &RecordTable) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut CsvTable::new(&mut bytes), file, table).expect("writing to memory can't fail");
    bytes
}

fn write(out: &mut CsvTable<&mut Vec<u8>>, file: &SourceFile, table: &RecordTable) -> io::Result<()> {
    let columns = table.columns.iter().map(|column| Field::Word(&column.title));
    out.line([Field::Word("index"), Field::Word("name"), Field::Word("line")].into_iter().chain(columns))?;
    for row in &table.rows {
        let (index, line) = (row.index.to_string(), file.position(row.span.start).line.to_string());
        let cells: Vec<String> = row.cells.iter().map(affixboard_model::records::TableCell::text).collect();
        let numbers = table.columns.iter().map(|column| column.is_number);
        let cell = |(text, is_number)| if is_number { Field::Word(text) } else { Field::Text(text) };
        let cells = cells.iter().map(String::as_str).zip(numbers).map(cell);
        out.line([Field::Word(&index), Field::Text(&row.name), Field::Word(&line)].into_iter().chain(cells))?;
    }
    out.end()
}

#[cfg(test)]
mod tests {
    use affixboard_model::{
        records::{shaped, table},
        text::FileId,
    };

    use super::*;

    #[test]
    fn a_line_for_each_record() {
        let file = SourceFile::new("x.txt", b"# c\nN:1:=a, b\nW:3:4\nD:one\nD:two\n\nN:2:c\n".to_vec());
        let shaped = shaped(&file, FileId(0), None).expect("records");
        let csv = String::from_utf8(records_csv(&file, &table(&shaped, None))).expect("text");
        assert_eq!(csv, "index,name,line,W 1,W 2,D\r\n1,\"'=a, b\",2,3,4,one; two\r\n2,c,7,,,\r\n");
    }
}
