//! Writing sheets: `cargo bench -p affixboard-report --bench report`.

use std::io::{self, Write};

use affixboard_report::{
    format::{self, Export, bundle},
    palette::{Curve, Scale},
    sheet::{Cell, Column, LeadColumn, LeadField, Measure, Method, Provenance, Row, Sheet, Value},
};
use divan::{
    Bencher,
    counter::{BytesCount, ItemsCount},
};

fn main() {
    divan::main();
}

/// Rows and columns of a sheet, and so many sheets: a million numbers.
const ROWS: u32 = 500;
const COLUMNS: u32 = 100;
const SHEETS: u32 = 20;

/// As a batch's sheet over all depths: mostly shares with intervals, some that were not seen or cannot occur.
fn sheet() -> Sheet {
    let value = |row: u32, column: u32| {
        let n = 20_000 + u64::from(column) * 37;
        match (row + column) % 10 {
            0 => Value::Impossible,
            1 | 2 => Value::counted(0, n),
            _ => Value::counted(u64::from(row * 31 + column * 7) % 900 + 1, n),
        }
    };
    let row = |at: u32| Row {
        group: Some("Affixes".to_owned()),
        metric: "affix",
        entry: None,
        kind: None,
        place: (23, None),
        index: Some(at),
        name: format!("of Slaying number {at}"),
        role: "suffix".to_owned(),
        level: "good/great".to_owned(),
        summary: "20 @ 1-60, 5 @ 45-100".to_owned(),
        cells: (0..COLUMNS).map(|column| Cell::from(value(at, column))).collect(),
    };
    let rows: Vec<Row> = (0..ROWS).map(row).collect();
    Sheet {
        title: "Sword: what great drops carry".to_owned(),
        caption: "Shares.".to_owned(),
        provenance: Provenance {
            doubts: None,
            edition: "Angband affix branch starter".to_owned(),
            revision: 1,
            content_hash: "0".repeat(64),
            game: "affix-branch".to_owned(),
            rules_version: 3,
            reading: "as coded".to_owned(),
            profile: None,
            proposed: None,
            method: Method::Simulated { drops: 20_000, seed: 7, batch: Some(1) },
        },
        baseline: None,
        absent: Vec::new(),
        quality: Some("great".to_owned()),
        affix_level: None,
        lead: vec![LeadColumn { field: LeadField::Summary, label: "Allocations".to_owned() }],
        columns: (1..=COLUMNS).map(|depth| Column { label: depth.to_string(), depth, tval: None }).collect(),
        domain: Sheet::domain_of(rows.iter().flat_map(|row| &row.cells)),
        rows,
        totals: Vec::new(),
        measure: Measure::PerItem,
        notes: Vec::new(),
    }
}

/// Takes everything and keeps nothing but its length.
struct Sink(usize);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// One sheet of 50,000 numbers.
#[divan::bench(args = format::ALL.iter().map(|format| format.extension), sample_count = 20)]
fn one_sheet(bencher: Bencher<'_, '_>, extension: &str) {
    let sheet = sheet();
    let format = format::find(extension).expect("a format");
    bencher.counter(ItemsCount::new(ROWS * COLUMNS)).bench(|| {
        let mut sink = Sink(0);
        (format.write)(Export::of(&sheet), &mut sink).expect("a sink");
        sink.0
    });
}

/// Twenty of them: a million numbers. A part is copied from the sheet, which takes some of the time.
#[divan::bench(args = ["long.csv", "zip"], sample_count = 10)]
fn whole_edition(bencher: Bencher<'_, '_>, extension: &str) {
    let sheet = sheet();
    let format = bundle::find(extension).expect("a format");
    let write = || {
        let part = |at| Ok(bundle::BundlePart { name: format!("{at} sword"), sheet: sheet.clone() });
        let mut sink = Sink(0);
        let shown = bundle::BundleOptions { scale: Scale::default(), curve: Curve::default(), address: "" };
        (format.write)(&mut (0..SHEETS).map(part), shown, &mut sink).expect("a sink");
        sink.0
    };
    let bytes = write();
    bencher.counter(ItemsCount::new(ROWS * COLUMNS * SHEETS)).counter(BytesCount::new(bytes)).bench(write);
}
