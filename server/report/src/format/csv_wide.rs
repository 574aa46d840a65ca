//! The sheet as it is on screen: one line per row, one column per depth.

use super::{Table, guard};
use crate::sheet::{LeadField, Row, Sheet, Value};

/// RFC 4180, UTF-8 without byte order mark.
///
/// Columns `section,name,index,role,level,allocations` (the middle ones as the sheet has them), then one per depth.
/// `section` is `total` for the totals, which come first, else the row's group. Text is guarded ([`guard()`]); numbers
/// are raw: weights and counts whole, probabilities from 0 to 1 in the shortest form that reads back the same. What
/// cannot occur is empty, what was not seen 0, what isn't known `NA`. There is no room for intervals and error bounds: those
/// are in [`super::csv_long()`].
pub fn csv_wide(sheet: &Sheet) -> Vec<u8> {
    let mut table = Table::rfc_4180();
    let lead = sheet.lead.iter().map(|column| match column.field {
        LeadField::Role => "role",
        LeadField::Level => "level",
        LeadField::Summary => "allocations",
    });
    let depths = sheet.columns.iter().map(|column| column.label.as_str());
    table.line(["section", "name", "index"].into_iter().chain(lead).chain(depths));

    let totals = sheet.totals.iter().map(|row| ("total", row));
    let rows = sheet.rows.iter().map(|row| (row.group.as_deref().unwrap_or_default(), row));
    for (section, row) in totals.chain(rows) {
        table.line(line(sheet, section, row));
    }
    table.finish()
}

fn line(sheet: &Sheet, section: &str, row: &Row) -> Vec<String> {
    let mut line = vec![
        guard(section).into_owned(),
        guard(&row.name).into_owned(),
        row.index.map_or(String::new(), |index| index.to_string()),
    ];
    line.extend(sheet.lead.iter().map(|column| guard(row.lead(column.field)).into_owned()));
    line.extend(row.cells.iter().map(|cell| match (cell.value, cell.number()) {
        (Value::NotComputed, _) => "NA".to_owned(),
        (_, number) => number.map_or(String::new(), |number| number.to_string()),
    }));
    line
}

#[cfg(test)]
mod tests {
    use super::super::unguard;
    use super::*;
    use crate::testing;

    #[test]
    fn literal() {
        let text = String::from_utf8(csv_wide(&testing::sheet())).expect("UTF-8");
        assert_eq!(
            text,
            "section,name,index,role,level,allocations,1,5\r\n\
             total,drops,,,,,1000,1000\r\n\
             Affixes,of Slay Evil,3,suffix,good/great,\"20 @ 1-60, 5 @ 45-100\",0.25,0\r\n\
             Affixes,'=1+1,4,prefix,good,20 @ 1-60,,NA\r\n\
             Artifacts,''Ringil',5,artifact,,20 @ 1-60,0.003,0.123\r\n"
        );
    }

    #[test]
    fn reads_back_the_same() {
        let sheet = testing::sheet_of_random_cells();
        let bytes = csv_wide(&sheet);
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let lines: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("CSV");
        assert_eq!(lines.len(), sheet.rows.len() + sheet.totals.len());
        for (line, row) in lines.iter().zip(sheet.totals.iter().chain(&sheet.rows)) {
            assert_eq!(unguard(&line[1]), row.name);
            for (text, cell) in line.iter().skip(6).zip(&row.cells) {
                assert_eq!(text.parse().ok(), cell.number(), "{text} for {cell:?}");
            }
        }
    }
}
