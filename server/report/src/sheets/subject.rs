//! What turns up of a subject: rows by the values of one dimension, computed or counted.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::{CellTally, Metric},
    game::{Cancelled, Chance, Point, SubjectRow, SubjectRules},
};

use super::overlay::overlay;
use crate::sheet::{Column, LeadColumn, LeadField, Measure, Provenance, Row, Sheet, Value};

/// What a sheet of a subject shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubjectParams {
    /// The points, one per column, with the column's heading. Of a subject without dimensions its one point: its columns are
    /// the numbers at which its rows stand.
    pub points: Vec<(Point, String)>,
    /// The metric.
    pub metric: Metric,
    /// Only rows of this group.
    pub group: Option<u16>,
    /// Only rows whose name has this text, whatever the case.
    pub text: String,
}

impl SubjectParams {
    pub(super) fn shows(&self, row: &SubjectRow) -> bool {
        row.metric == self.metric
            && (self.group.is_none() || row.group == self.group)
            && (self.text.is_empty() || row.label.to_lowercase().contains(&self.text.to_lowercase()))
    }
}

/// A row of the sheet before its cells are there: group, first key and name. Rows of one group are adjacent.
type RowKey = (Option<u16>, u32, String);

/// What is known of a cell.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    mean: f64,
    bound: f64,
    count: u64,
}

/// The cells by row and column.
#[derive(Default)]
struct Cells {
    rows: BTreeMap<RowKey, BTreeMap<i32, Known>>,
    first_keys: BTreeMap<(Option<u16>, String), u32>,
}

impl Cells {
    fn at(&mut self, row: &SubjectRow, key: u32, column: i32) -> &mut Known {
        let first = *self.first_keys.entry((row.group, row.label.clone())).or_insert(key);
        let cells = self.rows.entry((row.group, first, row.label.clone())).or_default();
        cells.entry(row.at.unwrap_or(column)).or_default()
    }
}

/// The sheet of a subject's means. Rows are in the order of the subject's own; those that are nowhere above 0 are left out.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was computed.
pub fn subject(
    rules: &dyn SubjectRules,
    provenance: Provenance,
    params: &SubjectParams,
    keep_going: &dyn Fn() -> bool,
) -> Result<Sheet, Cancelled> {
    let means = means_at(rules, params.points.iter().map(|point| point.0), keep_going)?;
    Ok(subject_of(rules, provenance, params, &means))
}

/// As [`subject()`], with the means of its points already computed: several metrics share them.
pub(super) fn subject_of(
    rules: &dyn SubjectRules,
    provenance: Provenance,
    params: &SubjectParams,
    means: &[Vec<Chance>],
) -> Sheet {
    sheet(rules, provenance, params, computed(rules, params, means), &|known, _| {
        if known.mean > 0.0 { Value::Exact { mean: known.mean, bound: known.bound } } else { Value::Impossible }
    })
}

/// The means of these points.
pub(super) fn means_at(
    rules: &dyn SubjectRules,
    points: impl Iterator<Item = Point>,
    keep_going: &dyn Fn() -> bool,
) -> Result<Vec<Vec<Chance>>, Cancelled> {
    points.map(|point| if keep_going() { Ok(rules.exact(point)) } else { Err(Cancelled) }).collect()
}

/// The sheet of what a batch counted at these points, which it gives in their order: shares with 95 % intervals. What wasn't
/// counted and cannot occur by the rules is [`Value::Impossible`].
///
/// # Errors
/// As [`subject()`].
pub fn subject_counts(
    rules: &dyn SubjectRules,
    provenance: Provenance,
    params: &SubjectParams,
    counted: &[CellTally],
    keep_going: &dyn Fn() -> bool,
) -> Result<Sheet, Cancelled> {
    let means = means_at(rules, params.points.iter().map(|point| point.0), keep_going)?;
    Ok(counts_of(rules, provenance, params, counted, &means))
}

fn counts_of(
    rules: &dyn SubjectRules,
    provenance: Provenance,
    params: &SubjectParams,
    counted: &[CellTally],
    means: &[Vec<Chance>],
) -> Sheet {
    let mut cells = computed(rules, params, means);
    for (at, tally) in counted.iter().enumerate() {
        for (key, count) in &tally.counts {
            let Some(row) = rules.rows().get(*key as usize).filter(|row| params.shows(row)) else { continue };
            let known = cells.at(row, *key, at as i32);
            known.count += count;
        }
    }
    // What is only counted may come though it never did.
    let is_computed = rules.exact_metrics().contains(&params.metric);
    // Of a subject without dimensions each column is of its one point.
    let trials = |column: usize| counted.get(column).or(counted.last()).map_or(0, |tally| tally.drops);
    let is_axis = !rules.spec().dimensions.is_empty();
    sheet(rules, provenance, params, cells, &|known, column| {
        let trials = trials(if is_axis { column } else { 0 });
        if is_computed && known.count == 0 && known.mean <= 0.0 {
            Value::Impossible
        } else {
            Value::counted(known.count, trials)
        }
    })
}

/// [`subject()`] with a batch's counts beside the numbers, and marks where they differ by more than chance explains.
///
/// # Errors
/// As [`subject()`].
pub fn subject_beside(
    rules: &dyn SubjectRules,
    provenance: &Provenance,
    params: &SubjectParams,
    counted: &[CellTally],
    keep_going: &dyn Fn() -> bool,
) -> Result<Sheet, Cancelled> {
    let means = means_at(rules, params.points.iter().map(|point| point.0), keep_going)?;
    let mut sheet = subject_of(rules, provenance.clone(), params, &means);
    overlay(&mut sheet, &counts_of(rules, provenance.clone(), params, counted, &means));
    Ok(sheet)
}

fn computed(rules: &dyn SubjectRules, params: &SubjectParams, means: &[Vec<Chance>]) -> Cells {
    let mut cells = Cells::default();
    for (at, means) in means.iter().enumerate() {
        for chance in means {
            let row = &rules.rows()[chance.key as usize];
            if params.shows(row) {
                let known = cells.at(row, chance.key, at as i32);
                known.mean += chance.mean;
                known.bound += chance.bound;
            }
        }
    }
    cells
}

/// A column: of a dimension of numbers at its number, of names at its position.
pub(super) fn column_at(at: i32, label: String) -> Column {
    let depth = label.parse().unwrap_or(at.max(0) as u32);
    Column { label, depth, tval: None }
}

fn sheet(
    rules: &dyn SubjectRules,
    provenance: Provenance,
    params: &SubjectParams,
    cells: Cells,
    value: &dyn Fn(Known, usize) -> Value,
) -> Sheet {
    let spec = rules.spec();
    let mut columns: Vec<(i32, String)> =
        (0..).zip(&params.points).map(|(at, (_, label))| (at, label.clone())).collect();
    if spec.dimensions.is_empty() {
        let mut values: Vec<i32> = cells.rows.values().flat_map(|cells| cells.keys().copied()).collect();
        values.sort_unstable();
        values.dedup();
        columns = values.into_iter().map(|value| (value, value.to_string())).collect();
    }
    let rows: Vec<Row> = cells
        .rows
        .into_iter()
        .map(|((group, first, name), cells)| Row {
            group: None,
            metric: params.metric.0,
            entry: None,
            kind: None,
            place: (0, None),
            index: rules.rows()[first as usize].entry.map(|(_, index)| index),
            name,
            role: group.and_then(|group| spec.groups.get(usize::from(group))).cloned().unwrap_or_default(),
            level: String::new(),
            summary: String::new(),
            cells: columns
                .iter()
                .enumerate()
                .map(|(at, (column, _))| value(cells.get(column).copied().unwrap_or_default(), at).into())
                .collect(),
        })
        .collect();
    Sheet {
        title: spec.title.to_owned(),
        caption: spec.doc.to_owned(),
        provenance,
        baseline: None,
        absent: Vec::new(),
        quality: None,
        affix_level: None,
        lead: vec![LeadColumn { field: LeadField::Role, label: spec.group[0].to_owned() }],
        columns: columns.into_iter().map(|(at, label)| column_at(at, label)).collect(),
        domain: Sheet::domain_of(rows.iter().flat_map(|row| &row.cells)),
        rows,
        totals: Vec::new(),
        measure: Measure::PerTrial,
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use affixboard_model::{
        batch::Counts,
        engine::random::Stream,
        game::{Chance, Dimension, DimensionValues, SubjectSpec},
    };

    use super::*;
    use crate::testing;

    const WHAT: Metric = Metric("what");
    const SIZE: Metric = Metric("size");

    /// Rats come at depths 1 and 2 with chances of 1/2 and 1/4, bats else; what is blessed counts of another metric. At
    /// depth 3 only bats come, and of the ghost nobody knows.
    struct Cellar {
        spec: SubjectSpec,
        rows: Vec<SubjectRow>,
    }

    fn cellar() -> Cellar {
        let depth = Dimension {
            name: "depth",
            title: "Depth",
            doc: "",
            values: DimensionValues::Numbers { first: 1, last: 3, usual: vec![1, 2, 3] },
        };
        let spec = SubjectSpec {
            name: "animals",
            title: "Animals",
            doc: "Which animal comes.",
            trial: ["animal", "animals"],
            dimensions: vec![depth],
            point_columns: &["depth"],
            metric_column: "metric",
            row_columns: &["name"],
            group: ["class", "classes"],
            groups: vec!["r rodents".to_owned(), "B bats".to_owned()],
        };
        let row = |metric, group, name: &str| SubjectRow {
            metric,
            group: Some(group),
            entry: None,
            label: name.to_owned(),
            at: None,
            columns: vec![name.to_owned()],
        };
        let rows = vec![row(WHAT, 1, "bat"), row(WHAT, 0, "rat"), row(SIZE, 0, "small"), row(WHAT, 0, "ghost")];
        Cellar { spec, rows }
    }

    impl SubjectRules for Cellar {
        fn spec(&self) -> &SubjectSpec {
            &self.spec
        }

        fn rows(&self) -> &[SubjectRow] {
            &self.rows
        }

        fn point_columns(&self, point: Point) -> Vec<String> {
            vec![point.0[0].to_string()]
        }

        fn exact_metrics(&self) -> &[Metric] {
            &[WHAT]
        }

        fn exact(&self, point: Point) -> Vec<Chance> {
            let rat = [0.5, 0.25, 0.0][point.0[0] as usize - 1];
            Chance::of_means([1.0 - rat, rat, 1.0])
        }

        fn draw(&self, _: Point, _: u64, _: &mut Stream, _: &mut Counts) {}
    }

    fn params() -> SubjectParams {
        let point = |depth: i32| (Point::of(&[depth, 0, 0, 0]), depth.to_string());
        SubjectParams { points: [1, 2, 3].map(point).to_vec(), metric: WHAT, group: None, text: String::new() }
    }

    fn tally(counts: &[(u32, u64)]) -> CellTally {
        CellTally { drops: 100, counts: counts.to_vec() }
    }

    fn values(sheet: &Sheet) -> Vec<(&str, &str, Vec<Value>)> {
        let cells = |row: &Row| row.cells.iter().map(|cell| cell.value).collect();
        sheet.rows.iter().map(|row| (row.name.as_str(), row.role.as_str(), cells(row))).collect()
    }

    #[test]
    fn means_by_row_and_point() {
        let sheet = subject(&cellar(), testing::sheet().provenance, &params(), &|| true).expect("a sheet");
        let exactly = Value::exactly;
        assert_eq!(
            values(&sheet),
            [
                ("rat", "r rodents", vec![exactly(0.5), exactly(0.25), Value::Impossible]),
                ("bat", "B bats", vec![exactly(0.5), exactly(0.75), exactly(1.0)]),
            ]
        );
        let rodents = SubjectParams { group: Some(0), ..params() };
        let sheet = subject(&cellar(), testing::sheet().provenance, &rodents, &|| true).expect("a sheet");
        assert_eq!(sheet.rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["rat"]);
        let filtered = SubjectParams { text: "BA".to_owned(), ..params() };
        let sheet = subject(&cellar(), testing::sheet().provenance, &filtered, &|| true).expect("a sheet");
        assert_eq!(sheet.rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["bat"]);
        assert_eq!(subject(&cellar(), testing::sheet().provenance, &params(), &|| false), Err(Cancelled));
    }

    /// What was not seen can still come, but rats at depth 3 cannot; a ghost that was counted against the rules is shown.
    #[test]
    fn counts_by_row_and_point() {
        let counted = [tally(&[(0, 40), (1, 60), (2, 100)]), tally(&[(0, 100)]), tally(&[(0, 99), (3, 1)])];
        let sheet = subject_counts(&cellar(), testing::sheet().provenance, &params(), &counted, &|| true);
        let sheet = sheet.expect("a sheet");
        let share = |count| Value::counted(count, 100);
        assert_eq!(
            values(&sheet),
            [
                ("rat", "r rodents", vec![share(60), share(0), Value::Impossible]),
                ("ghost", "r rodents", vec![Value::Impossible, Value::Impossible, share(1)]),
                ("bat", "B bats", vec![share(40), share(100), share(99)]),
            ]
        );
    }

    /// 60 of 100 at 1/2 have a chance of 5.7 %, two-sided; 0 of 100 at 1/4 one of 3.2e-13.
    #[test]
    fn counts_beside_means() {
        let counted = [tally(&[(0, 40), (1, 60)]), tally(&[(0, 100)]), tally(&[(0, 100)])];
        let sheet = subject_beside(&cellar(), &testing::sheet().provenance, &params(), &counted, &|| true);
        let sheet = sheet.expect("a sheet");
        let marks: Vec<Vec<Option<bool>>> = sheet
            .rows
            .iter()
            .map(|row| row.cells.iter().map(|cell| cell.overlay.as_ref().map(|over| over.discrepant)).collect())
            .collect();
        assert_eq!(marks, [vec![Some(false), Some(true), None], vec![Some(false), Some(true), Some(false)]]);
        assert_eq!(sheet.rows[0].cells[0].value, Value::exactly(0.5));
    }
}
