//! A sheet as JSON: everything known of each number, text not escaped.

use std::io::{self, Write};

use serde::Serialize;
use utoipa::ToSchema;

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

/// A sheet: what was asked for, where its numbers come from, and a row for each entry with a cell for each depth.
#[derive(Serialize, ToSchema)]
#[schema(as = Sheet)]
pub struct SheetShape<'a> {
    /// Version of this shape. It rises when something is removed or changes its meaning.
    shape: u32,
    title: &'a str,
    /// What the numbers mean, in a sentence.
    caption: &'a str,
    /// The measure of the numbers, such as `item` (per item), `drop` (per drop) or `pool`.
    measure: &'static str,
    /// The drop quality.
    quality: Option<&'a str>,
    /// The affix level of draws.
    affix_level: Option<&'a str>,
    /// The address that the sheet was asked for at.
    #[serde(skip_serializing_if = "str::is_empty")]
    address: &'a str,
    /// Where the numbers come from; of a comparison those after.
    provenance: ProvenanceShape<'a>,
    /// Of a comparison where the numbers before come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<ProvenanceShape<'a>>,
    notes: &'a [String],
    /// The depths of the columns; of an availability sheet generation levels.
    depths: Vec<u32>,
    /// Rows that are sums of others, or that others are shares of.
    totals: Vec<RowShape<'a>>,
    rows: Vec<RowShape<'a>>,
}

/// Where numbers come from.
#[derive(Serialize, ToSchema)]
#[schema(as = Provenance)]
pub struct ProvenanceShape<'a> {
    /// The edition's title.
    edition: &'a str,
    revision: u32,
    /// The draft or proposal whose changes are in the files.
    #[serde(skip_serializing_if = "Option::is_none")]
    changed_by: Option<&'a str>,
    /// SHA-256 of the files, in hexadecimal.
    content_hash: &'a str,
    game: &'a str,
    /// Version of the game's rules in this program.
    rules_version: u32,
    /// How the rules are read, such as `as coded`.
    rules: &'a str,
    /// Why the numbers may not be those of the files' own program: another game's files, or lines with errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    doubts: Option<&'a str>,
    /// The drop profile of a dive.
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'a str>,
    /// `exact`, `computed`, `simulated`, `mixed` or `counted`.
    how: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    drops_per_cell: Option<u64>,
    /// The seed of simulated drops; text, for it may be too large for a number of JavaScript.
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    batch: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    game_statistics: Option<StatisticsShape<'a>>,
}

impl<'a> ProvenanceShape<'a> {
    /// Of a provenance; `how` is the word for how its numbers are known.
    pub fn of(provenance: &'a Provenance, how: &'static str) -> ProvenanceShape<'a> {
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
            doubts: provenance.doubts.as_deref(),
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
#[derive(Serialize, ToSchema)]
#[schema(as = GameStatistics)]
struct StatisticsShape<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
    sha256: &'a str,
    version: &'a str,
    visits: u64,
}

/// An entry with its numbers.
#[derive(Serialize, ToSchema)]
#[schema(as = Row)]
struct RowShape<'a> {
    section: Option<&'a str>,
    /// What is told, such as `affix`, `theme`, `artifact` or `kind`.
    metric: &'static str,
    /// The item type.
    tval: u16,
    /// The kind, in rows about one.
    sval: Option<u16>,
    /// The entry's number in the file.
    index: Option<u32>,
    name: &'a str,
    role: &'a str,
    level: &'a str,
    /// Its allocations in short.
    allocations: &'a str,
    /// One for each depth of the sheet.
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

/// A cell. Probabilities are from 0 to 1.
#[derive(Serialize, ToSchema, Default)]
#[schema(as = Cell)]
pub struct CellShape<'a> {
    /// `exact`, `computed`, `simulated`, `impossible` (the rules rule it out) or `unknown` (there was no such item).
    how: &'static str,
    /// The number; of a change the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    /// Of counted shares: how many there were.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// Of counted numbers: of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<u64>,
    /// The lower end of the 95 % interval; of a change the least that it can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<f64>,
    /// The upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<f64>,
    /// Of computed numbers: by how much it can be wrong at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    error_bound: Option<f64>,
    /// Of changes: the number before.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<f64>,
    /// Of changes: the number after.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<f64>,
    /// Of changes: whether the two differ by more than chance and error bounds explain.
    #[serde(skip_serializing_if = "Option::is_none")]
    told: Option<bool>,
    /// Present where the kinds of the type don't agree and the value is the highest among them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    partial: bool,
    /// More about the number, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
    /// What a batch counted of the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    beside: Option<OverlayShape>,
}

impl<'a> CellShape<'a> {
    /// Of a cell of a sheet.
    pub fn of(sheet: &Sheet, cell: &'a Cell) -> CellShape<'a> {
        let plain = CellShape {
            how: how(sheet, cell),
            value: cell.number(),
            partial: cell.partial,
            detail: cell.detail.as_deref(),
            beside: cell.overlay.as_ref().and_then(|overlay| OverlayShape::of(overlay.counted, overlay.discrepant)),
            ..CellShape::default()
        };
        if let Some((count, n, low, high)) = counted(cell.value) {
            return CellShape { count: Some(count), n: Some(n), low: Some(low), high: Some(high), ..plain };
        }
        // An end of the interval is missing where too few were counted for one.
        if let Some((low, high, n)) = quantile_interval(cell.value) {
            return CellShape { n: Some(n), low, high, ..plain };
        }
        match cell.value {
            Value::Exact { bound, .. } => {
                CellShape { error_bound: (!sheet.provenance.is_doubtful()).then_some(bound), ..plain }
            }
            Value::Change { before, after, low, high, significant, .. } => CellShape {
                before: Some(before),
                after: Some(after),
                low: Some(low),
                high: Some(high),
                told: Some(significant),
                ..plain
            },
            _ => plain,
        }
    }
}

/// What a batch counted of a computed number.
#[derive(Serialize, ToSchema)]
#[schema(as = Beside)]
struct OverlayShape {
    count: u64,
    n: u64,
    low: f64,
    high: f64,
    /// Whether the two differ by more than chance explains.
    apart: bool,
}

impl OverlayShape {
    fn of(value: Value, apart: bool) -> Option<OverlayShape> {
        counted(value).map(|(count, n, low, high)| OverlayShape { count, n, low, high, apart })
    }
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
