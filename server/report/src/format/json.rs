//! A sheet as JSON: everything known of each number, text not escaped.

use std::io::{self, Write};

use serde::Serialize;

use super::{
    Export,
    csv_long::{counted, how, quantile_interval},
};
use crate::sheet::{Cell, Method, Provenance, Row, Sheet, Value};

/// Version of the JSON's shape: it rises when something is removed or changes its meaning, not when something is added.
const SHAPE: u32 = 1;

/// One object with `shape`, `title`, `caption`, `measure`, `quality`, `affix_level`, `address`, `provenance`, `before`,
/// `notes`, `depths`, `totals` and `rows`.
///
/// A row has `section`, `metric`, `tval`, `sval`, `index`, `name`, `role`, `level`, `allocations` and `cells`, one per
/// depth. A cell has `how` (`exact`, `simulated`, `impossible` or `unknown`; the last two have at most `detail`
/// besides) and `value`. Counted numbers also have `count`, `n`, `low` and `high` (95 %), quantiles of counted numbers the
/// same without `count`, and without an end for which too few were counted, computed ones `error_bound`,
/// changes `before`, `after`, `low`, `high` and `told`, whether the difference is significant. `partial` is present
/// where kinds don't agree and the value is the highest, `beside` where a batch counted the same; in it `apart` says
/// whether the two differ by more than chance explains. Probabilities are from 0 to 1. Seeds are text, since they may
/// be too large for a number of JavaScript.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn json(export: Export<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Export { sheet, address, .. } = export;
    let shown = SheetShape {
        shape: SHAPE,
        title: &sheet.title,
        caption: &sheet.caption,
        measure: sheet.measure.id(),
        quality: sheet.quality.as_deref(),
        affix_level: sheet.affix_level.as_deref(),
        address,
        provenance: ProvenanceShape::of(&sheet.provenance, sheet.how()),
        before: sheet.baseline.as_ref().map(|before| {
            ProvenanceShape::of(&before.provenance, before.provenance.word(before.provenance.method.word()))
        }),
        notes: &sheet.notes,
        depths: sheet.columns.iter().map(|column| column.depth).collect(),
        totals: sheet.totals.iter().map(|row| RowShape::of(sheet, row)).collect(),
        rows: sheet.rows.iter().map(|row| RowShape::of(sheet, row)).collect(),
    };
    serde_json::to_writer(&mut *out, &shown).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

#[derive(Serialize)]
struct SheetShape<'a> {
    shape: u32,
    title: &'a str,
    caption: &'a str,
    measure: &'static str,
    quality: Option<&'a str>,
    affix_level: Option<&'a str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    address: &'a str,
    provenance: ProvenanceShape<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<ProvenanceShape<'a>>,
    notes: &'a [String],
    depths: Vec<u32>,
    totals: Vec<RowShape<'a>>,
    rows: Vec<RowShape<'a>>,
}

#[derive(Serialize)]
struct ProvenanceShape<'a> {
    edition: &'a str,
    revision: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed_by: Option<&'a str>,
    content_hash: &'a str,
    game: &'a str,
    rules_version: u32,
    rules: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    foreign_files: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a str>,
    how: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    drops_per_cell: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game_statistics: Option<StatisticsShape<'a>>,
}

impl<'a> ProvenanceShape<'a> {
    fn of(provenance: &'a Provenance, how: &'static str) -> ProvenanceShape<'a> {
        let (drops_per_cell, batch) = match provenance.method {
            Method::Exact | Method::Mixed { .. } | Method::Counted { .. } => (None, None),
            Method::Simulated { drops, batch, .. } => (Some(drops), batch),
        };
        let game_statistics = match &provenance.method {
            Method::Counted { id, sha256, version, visits } => {
                Some(StatisticsShape { id: *id, sha256, version, visits: *visits })
            }
            _ => None,
        };
        ProvenanceShape {
            edition: &provenance.edition,
            revision: provenance.revision,
            changed_by: provenance.proposed.as_deref(),
            content_hash: &provenance.content_hash,
            game: &provenance.game,
            rules_version: provenance.rules_version,
            rules: &provenance.reading,
            foreign_files: provenance.foreign.as_deref(),
            profile: provenance.profile.as_deref(),
            how,
            drops_per_cell,
            seed: provenance.method.seed().map(|seed| seed.to_string()),
            batch,
            game_statistics,
        }
    }
}

/// What a game's own program counted.
#[derive(Serialize)]
struct StatisticsShape<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
    sha256: &'a str,
    version: &'a str,
    visits: u64,
}

#[derive(Serialize)]
struct RowShape<'a> {
    section: Option<&'a str>,
    metric: &'static str,
    tval: u16,
    sval: Option<u16>,
    index: Option<u32>,
    name: &'a str,
    role: &'a str,
    level: &'a str,
    allocations: &'a str,
    cells: Vec<CellShape<'a>>,
}

impl<'a> RowShape<'a> {
    fn of(sheet: &Sheet, row: &'a Row) -> RowShape<'a> {
        RowShape {
            section: row.group.as_deref(),
            metric: row.metric,
            tval: row.place.0,
            sval: row.place.1,
            index: row.index,
            name: &row.name,
            role: &row.role,
            level: &row.level,
            allocations: &row.summary,
            cells: row.cells.iter().map(|cell| CellShape::of(sheet, cell)).collect(),
        }
    }
}

#[derive(Serialize)]
struct CellShape<'a> {
    how: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(flatten)]
    counted: Option<CountedShape>,
    #[serde(flatten)]
    quantile: Option<QuantileShape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_bound: Option<f64>,
    #[serde(flatten)]
    change: Option<ChangeShape>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "beside")]
    overlay: Option<OverlayShape>,
}

impl<'a> CellShape<'a> {
    fn of(sheet: &Sheet, cell: &'a Cell) -> CellShape<'a> {
        let overlay = cell.overlay.as_ref().and_then(|overlay| {
            let counted = CountedShape::of(overlay.counted)?;
            Some(OverlayShape { counted, discrepant: overlay.discrepant })
        });
        CellShape {
            how: how(sheet, cell),
            value: cell.number(),
            counted: CountedShape::of(cell.value),
            quantile: quantile_interval(cell.value).map(|(low, high, n)| QuantileShape { n, low, high }),
            error_bound: match cell.value {
                Value::Exact { bound, .. } => Some(bound),
                _ => None,
            },
            change: match cell.value {
                Value::Change { before, after, low, high, significant, .. } => {
                    Some(ChangeShape { before, after, low, high, significant })
                }
                _ => None,
            },
            partial: cell.partial,
            detail: cell.detail.as_deref(),
            overlay,
        }
    }
}

#[derive(Serialize)]
struct CountedShape {
    count: u64,
    n: u64,
    low: f64,
    high: f64,
}

impl CountedShape {
    fn of(value: Value) -> Option<CountedShape> {
        counted(value).map(|(count, n, low, high)| CountedShape { count, n, low, high })
    }
}

/// An end of the interval is missing where too few were counted for one.
#[derive(Serialize)]
struct QuantileShape {
    n: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
}

#[derive(Serialize)]
struct ChangeShape {
    before: f64,
    after: f64,
    low: f64,
    high: f64,
    #[serde(rename = "told")]
    significant: bool,
}

#[derive(Serialize)]
struct OverlayShape {
    #[serde(flatten)]
    counted: CountedShape,
    #[serde(rename = "apart")]
    discrepant: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sheet::Overlay, testing};

    fn written(sheet: &Sheet) -> String {
        let mut bytes = Vec::new();
        json(Export { address: "http://here/types/23", ..Export::of(sheet) }, &mut bytes).expect("memory");
        String::from_utf8(bytes).expect("UTF-8")
    }

    #[test]
    fn literal() {
        let mut sheet = testing::sheet();
        sheet.rows.truncate(2);
        let counted = Value::Share { count: 30, n: 100, low: 0.219, high: 0.396 };
        sheet.rows[1].cells[0] = Cell {
            partial: true,
            detail: Some("20 on 2 of 3 kinds".to_owned()),
            overlay: Some(Box::new(Overlay { counted, discrepant: true })),
            ..Cell::from(Value::Exact { mean: 0.25, bound: 1e-9 })
        };
        assert_eq!(
            written(&sheet),
            r#"{"shape":1,"title":"Sword","caption":"Shares.","measure":"item","quality":"great","affix_level":null,"address":"http://here/types/23","provenance":{"edition":"ours","revision":14,"content_hash":"3f9c1e2","game":"dummy","rules_version":1,"rules":"as coded","how":"simulated","drops_per_cell":1000,"seed":"7"},"notes":[],"depths":[1,5],"totals":[{"section":null,"metric":"kind","tval":23,"sval":null,"index":null,"name":"drops","role":"","level":"","allocations":"","cells":[{"how":"simulated","value":1000.0},{"how":"simulated","value":1000.0}]}],"rows":[{"section":"Affixes","metric":"affix","tval":23,"sval":null,"index":3,"name":"of Slay Evil","role":"suffix","level":"good/great","allocations":"20 @ 1-60, 5 @ 45-100","cells":[{"how":"simulated","value":0.25,"count":250,"n":1000,"low":0.2,"high":0.3},{"how":"simulated","value":0.0,"count":0,"n":1000,"low":0.0,"high":0.004}]},{"section":"Affixes","metric":"affix","tval":23,"sval":null,"index":4,"name":"=1+1","role":"prefix","level":"good","allocations":"20 @ 1-60","cells":[{"how":"exact","value":0.25,"error_bound":1e-9,"partial":true,"detail":"20 on 2 of 3 kinds","beside":{"count":30,"n":100,"low":0.219,"high":0.396,"apart":true}},{"how":"unknown"}]}]}
"#
        );
    }

    #[test]
    fn reads_back_the_same() {
        let sheet = testing::sheet_of_random_cells();
        let read: serde_json::Value = serde_json::from_str(&written(&sheet)).expect("JSON");
        let rows = read["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), sheet.rows.len());
        for (read, row) in rows.iter().zip(&sheet.rows) {
            assert_eq!(read["name"], row.name.as_str());
            for (read, cell) in read["cells"].as_array().expect("cells").iter().zip(&row.cells) {
                // The reader may be off by the last digit, unlike the writer; those of other programs are exact.
                let (read_number, number) = (read["value"].as_f64(), cell.number());
                assert_eq!(read_number.is_some(), number.is_some());
                let (read_number, number) = (read_number.unwrap_or(0.0), number.unwrap_or(0.0));
                assert!((read_number - number).abs() <= number * 4e-16, "{read_number} for {number}");
                assert_eq!(read["count"].as_u64(), counted(cell.value).map(|counted| counted.0));
            }
        }
    }
}
