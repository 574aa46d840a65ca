//! One number per line, with everything needed to know what it is.

use super::{Table, guard};
use crate::sheet::{Cell, Column, How, Row, Sheet, Value};

const HEADER: [&str; 21] = [
    "level",
    "quality",
    "affix_level",
    "tval",
    "sval",
    "metric",
    "measure",
    "name",
    "index",
    "count",
    "n",
    "value",
    "low",
    "high",
    "how",
    "edition",
    "revision",
    "rules",
    "seed",
    "partial",
    "error_bound",
];

/// RFC 4180, UTF-8 without byte order mark; one line per row and depth, totals included.
///
/// `metric` is what is counted or weighed (the word of the tallies), `measure` what `value` is (`commonness`, `pool`,
/// `drop`, `item`, `thousand`, `found`, `at-least-one`; `total` for totals). Probabilities are from 0 to 1; `count`, `n`, `low` and `high` (95 %) are only
/// there for what was counted. `error_bound` is there for what was computed: the value is at most so far from what the rules
/// give, 0 where only its last digits may be wrong. `how` is `exact`, `simulated`, `impossible` or `unknown`; with the last two there is no
/// value. What was not seen has count 0, value 0 and low 0. `sval` is empty where a whole type is meant; `partial` is 1
/// where its kinds don't agree and the value is the highest.
pub fn csv_long(sheet: &Sheet) -> Vec<u8> {
    let mut table = Table::rfc_4180();
    let is_change = sheet.before.is_some();
    let has_beside = sheet.rows.iter().any(|row| row.cells.iter().any(|cell| cell.beside.is_some()));
    let mut more = match (is_change, has_beside) {
        (true, _) => MORE_OF_CHANGES.to_vec(),
        (false, true) => MORE_OF_BATCHES.to_vec(),
        (false, false) => Vec::new(),
    };
    more.extend(sheet.provenance.profile.as_ref().map(|_| MORE_OF_PROFILES));
    table.line(HEADER.iter().copied().chain(more));
    let totals = sheet.totals.iter().map(|row| ("total", row));
    let rows = sheet.rows.iter().map(|row| (sheet.measure.id(), row));
    for (measure, row) in totals.chain(rows) {
        for (column, cell) in sheet.columns.iter().zip(&row.cells) {
            let mut more = match (is_change, has_beside) {
                (true, _) => both(cell).to_vec(),
                (false, true) => beside(cell).to_vec(),
                (false, false) => Vec::new(),
            };
            more.extend(sheet.provenance.profile.as_deref().map(|profile| guard(profile).into_owned()));
            table.line(line(sheet, measure, row, column, cell).into_iter().chain(more));
        }
    }
    table.finish()
}

/// Further columns in sheets of changes; there `value`, `low` and `high` are of the second number less the first.
const MORE_OF_CHANGES: [&str; 2] = ["before", "after"];

fn both(cell: &Cell) -> [String; 2] {
    match cell.value {
        Value::Change { before, after, .. } => [before.to_string(), after.to_string()],
        _ => [String::new(), String::new()],
    }
}

/// A further column in sheets that follow from a drop profile: which, with its version. There `level` is how deep the dive
/// went, and drops are of all qualities.
const MORE_OF_PROFILES: &str = "profile";

/// Further columns where a batch stands beside computed numbers: what it counted, a share of drops or items whatever the
/// measure, and 1 where the two lie further apart than chance explains.
const MORE_OF_BATCHES: [&str; 5] = ["simulated_count", "simulated_n", "simulated_low", "simulated_high", "apart"];

fn beside(cell: &Cell) -> [String; 5] {
    let Some(beside) = &cell.beside else { return Default::default() };
    let (count, n, low, high) = match beside.counted {
        Value::Share { count, n, low, high } => (count, n, low, high),
        Value::NotSeen { n, upper } => (0, n, 0.0, upper),
        _ => return Default::default(),
    };
    [count.to_string(), n.to_string(), low.to_string(), high.to_string(), u8::from(beside.apart).to_string()]
}

fn line(sheet: &Sheet, measure: &str, row: &Row, column: &Column, cell: &Cell) -> [String; 21] {
    let text = |text: &str| guard(text).into_owned();
    let word = |word: &Option<String>| word.as_deref().map_or(String::new(), text);
    let optional = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    let counted = match cell.value {
        Value::NotSeen { n, upper } => Some((0, n, 0.0, upper)),
        Value::Share { count, n, low, high } => Some((count, n, low, high)),
        _ => None,
    };
    let interval = match cell.value {
        Value::Change { low, high, .. } => Some((low, high)),
        _ => counted.map(|(_, _, low, high)| (low, high)),
    };
    let how = match cell.value {
        Value::Impossible => "impossible",
        Value::NotComputed => "unknown",
        _ => sheet.provenance.how.word(),
    };
    let seed = match sheet.provenance.how {
        How::Exact => None,
        How::Simulated { seed, .. } => Some(seed),
    };
    [
        column.depth.to_string(),
        word(&sheet.quality),
        word(&sheet.affix_level),
        row.place.0.to_string(),
        row.place.1.map_or(String::new(), |sval| sval.to_string()),
        row.metric.to_owned(),
        measure.to_owned(),
        text(&row.name),
        row.index.map_or(String::new(), |index| index.to_string()),
        counted.map_or(String::new(), |(count, ..)| count.to_string()),
        counted.map_or(String::new(), |(_, n, ..)| n.to_string()),
        optional(cell.number()),
        optional(interval.map(|interval| interval.0)),
        optional(interval.map(|interval| interval.1)),
        how.to_owned(),
        text(&sheet.provenance.edition),
        sheet.provenance.revision.to_string(),
        text(&sheet.provenance.rules()),
        seed.map_or(String::new(), |seed| seed.to_string()),
        u8::from(cell.partial).to_string(),
        match cell.value {
            Value::Exact { bound, .. } => bound.to_string(),
            _ => String::new(),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::super::unguard;
    use super::*;
    use crate::testing;

    #[test]
    fn literal() {
        let text = String::from_utf8(csv_long(&testing::sheet())).expect("UTF-8");
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert_eq!(lines[0], HEADER.join(","));
        assert_eq!(lines.len(), 1 + 2 * 4);
        assert_eq!(
            lines[3..7],
            [
                "1,great,,23,,affix,item,of Slay Evil,3,250,1000,0.25,0.2,0.3,simulated,ours,14,\"dummy 1, as coded\",7,0,",
                "5,great,,23,,affix,item,of Slay Evil,3,0,1000,0,0,0.004,simulated,ours,14,\"dummy 1, as coded\",7,0,",
                "1,great,,23,,affix,item,'=1+1,4,,,,,,impossible,ours,14,\"dummy 1, as coded\",7,0,",
                "5,great,,23,,affix,item,'=1+1,4,,,,,,unknown,ours,14,\"dummy 1, as coded\",7,0,",
            ]
        );
    }

    #[test]
    fn sheets_that_follow_from_a_profile_name_it() {
        let mut sheet = testing::sheet();
        sheet.provenance.profile = Some("=Dive, version 2".to_owned());
        let text = String::from_utf8(csv_long(&sheet)).expect("UTF-8");
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert_eq!(lines[0], format!("{},profile", HEADER.join(",")));
        assert!(lines[1..].iter().all(|line| line.ends_with(",\"'=Dive, version 2\"")), "{}", lines[1]);
    }

    #[test]
    fn reads_back_the_same() {
        let sheet = testing::sheet_of_random_cells();
        let bytes = csv_long(&sheet);
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let mut lines = reader.records().map(|line| line.expect("CSV"));
        for row in sheet.totals.iter().chain(&sheet.rows) {
            for cell in &row.cells {
                let line = lines.next().expect("a line per cell");
                assert_eq!(unguard(&line[7]), row.name);
                assert_eq!(line[11].parse().ok(), cell.number());
                if let Value::Exact { bound, .. } = cell.value {
                    assert_eq!(line[20].parse(), Ok(bound));
                }
                if let Value::Share { count, n, low, high } = cell.value {
                    assert_eq!((line[9].parse(), line[10].parse()), (Ok(count), Ok(n)));
                    assert_eq!((line[12].parse(), line[13].parse()), (Ok(low), Ok(high)));
                }
            }
        }
        assert!(lines.next().is_none());
    }
}
