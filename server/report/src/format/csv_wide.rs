//! A sheet as on screen: one line per row, one column per depth.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use super::{
    BYTE_ORDER_MARK, Export,
    field::{CsvTable, Field},
};
use crate::sheet::{Cell, LeadField, Row, Sheet, SheetLine, Value};

/// RFC 4180, UTF-8 without byte order mark.
///
/// Columns `section,name,index,role,level,allocations` (`role` to `allocations` as far as the sheet has them), then one
/// per depth. `section` is `total` for the totals, which come first, else the row's group; totals of one item type
/// among several come before its rows, with `: total` behind its name. Text is escaped ([`super::escape_formula()`]);
/// numbers are raw: weights and counts whole, probabilities from 0 to 1 in the shortest form that reads back the same.
/// Impossible cells are empty, unseen ones 0, unknown ones `NA`. Intervals and error bounds are only in
/// [`super::csv_long()`]. Where the files are in doubt, a last line has `note` as its section and the sentence
/// about that as its name. With [`Export::turned`] lines and columns are exchanged: depths go down.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn csv_wide(export: Export<'_>, out: &mut dyn Write) -> io::Result<()> {
    if export.turned {
        return turned(export.sheet, out);
    }
    let mut table = CsvTable::new(out);
    table.line(header(export.sheet).map(Field::Word))?;
    for (section, line) in rows(export.sheet) {
        let row = line.row();
        table.line(lead(export.sheet, &section, row).chain(row.cells.iter().map(number)))?;
    }
    table.note(export.sheet.provenance.doubts.as_deref(), header(export.sheet).count(), [0, 1])?;
    table.end()
}

/// The table with lines and columns exchanged.
fn turned(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    let lines: Vec<_> = rows(sheet).collect();
    let leads = header(sheet).count() - sheet.columns.len();
    let mut table = CsvTable::new(out);
    for (at, heading) in header(sheet).enumerate() {
        let fields = lines.iter().map(|(section, line)| match at.checked_sub(leads) {
            None => lead(sheet, section, line.row()).nth(at).unwrap_or(Field::Empty),
            Some(depth) => line.row().cells.get(depth).map_or(Field::Empty, number),
        });
        table.line([Field::Word(heading)].into_iter().chain(fields))?;
    }
    table.note(sheet.provenance.doubts.as_deref(), lines.len() + 1, [0, 1])?;
    table.end()
}

/// [`csv_wide`] after a byte order mark, without which Excel assumes the system's old encoding.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn csv_wide_with_mark(export: Export<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(BYTE_ORDER_MARK)?;
    csv_wide(export, out)
}

/// The headings of all columns.
pub(super) fn header(sheet: &Sheet) -> impl Iterator<Item = &str> {
    let lead = sheet.lead.iter().map(|column| match column.field {
        LeadField::Role => "role",
        LeadField::Level => "level",
        LeadField::Summary => "allocations",
    });
    let depths = sheet.columns.iter().map(|column| column.label.as_str());
    ["section", "name", "index"].into_iter().chain(lead).chain(depths)
}

/// All rows in the order of the file, with the text of the column `section`.
pub(super) fn rows(sheet: &Sheet) -> impl Iterator<Item = (Cow<'_, str>, SheetLine<'_>)> {
    sheet.lines().map(|line| {
        let section = match (line, &line.row().group) {
            (SheetLine::Total(_), None) => "total".into(),
            (SheetLine::Total(_), Some(group)) => format!("{group}: total").into(),
            (SheetLine::Row(..), group) => group.as_deref().unwrap_or_default().into(),
        };
        (section, line)
    })
}

/// The fields before a row's numbers.
pub(super) fn lead<'a>(sheet: &'a Sheet, section: &'a str, row: &'a Row) -> impl Iterator<Item = Field<'a>> {
    let named = [Field::Text(section), Field::Text(&row.name), Field::whole(row.index)];
    named.into_iter().chain(sheet.lead.iter().map(|column| Field::Text(row.lead(column.field))))
}

fn number(cell: &Cell) -> Field<'_> {
    match cell.value {
        Value::NotComputed => Field::Word("NA"),
        _ => Field::number(cell.number()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::unescape_formula;
    use super::*;
    use crate::testing;

    fn written(sheet: &Sheet) -> String {
        let mut bytes = Vec::new();
        csv_wide(Export::of(sheet), &mut bytes).expect("memory");
        String::from_utf8(bytes).expect("UTF-8")
    }

    #[test]
    fn for_excel_there_is_a_mark_in_front() {
        let mut bytes = Vec::new();
        csv_wide_with_mark(Export::of(&testing::sheet()), &mut bytes).expect("memory");
        assert_eq!(bytes.strip_prefix(b"\xef\xbb\xbf"), Some(written(&testing::sheet()).as_bytes()));
    }

    #[test]
    fn literal() {
        let text = written(&testing::sheet());
        assert_eq!(
            text,
            "section,name,index,role,level,allocations,1,5\r\n\
             total,drops,,,,,1000,1000\r\n\
             Affixes,of Slay Evil,3,suffix,good/great,\"20 @ 1-60, 5 @ 45-100\",0.25,0\r\n\
             Affixes,'=1+1,4,prefix,good,20 @ 1-60,,NA\r\n\
             Artifacts,'Ringil',5,artifact,,20 @ 1-60,0.003,0.123\r\n"
        );
    }

    #[test]
    fn turned_sheets_have_depths_down() {
        let mut bytes = Vec::new();
        csv_wide(Export { turned: true, ..Export::of(&testing::sheet()) }, &mut bytes).expect("memory");
        assert_eq!(
            String::from_utf8(bytes).expect("UTF-8"),
            "section,total,Affixes,Affixes,Artifacts\r\n\
             name,drops,of Slay Evil,'=1+1,'Ringil'\r\n\
             index,,3,4,5\r\n\
             role,,suffix,prefix,artifact\r\n\
             level,,good/great,good,\r\n\
             allocations,,\"20 @ 1-60, 5 @ 45-100\",20 @ 1-60,20 @ 1-60\r\n\
             1,1000,0.25,,0.003\r\n\
             5,1000,0,NA,0.123\r\n"
        );
    }

    #[test]
    fn reads_back_the_same() {
        let sheet = testing::sheet_of_random_cells();
        let text = written(&sheet);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let lines: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("CSV");
        assert_eq!(lines.len(), sheet.rows.len() + sheet.totals.len());
        for (line, row) in lines.iter().zip(sheet.totals.iter().chain(&sheet.rows)) {
            assert_eq!(unescape_formula(&line[1]), row.name);
            for (text, cell) in line.iter().skip(6).zip(&row.cells) {
                assert_eq!(text.parse().ok(), cell.number(), "{text} for {cell:?}");
            }
        }
    }
}
