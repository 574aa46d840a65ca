//! A table for those who design entries.

use std::io;

use affixboard_model::catalog::GuideTable;

use super::field::{CsvTable, Field};

/// RFC 4180, UTF-8 without byte order mark: the table's headings and rows. Texts are escaped as formulas: see
/// [`super::escape_formula()`].
pub fn guide_csv(guide: &GuideTable) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut CsvTable::new(&mut bytes), guide).expect("writing to memory can't fail");
    bytes
}

fn write(table: &mut CsvTable<&mut Vec<u8>>, guide: &GuideTable) -> io::Result<()> {
    table.line(guide.headings.iter().map(|heading| Field::Word(heading)))?;
    for row in &guide.rows {
        table.line(row.iter().map(|cell| Field::Text(cell)))?;
    }
    table.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_and_rows() {
        let rows = vec![vec!["wands".to_owned(), "=1, 2".to_owned()]];
        let guide = GuideTable { headings: &["Sort", "Free"], rows, ..GuideTable::default() };
        assert_eq!(guide_csv(&guide), b"Sort,Free\r\nwands,\"'=1, 2\"\r\n");
    }
}
