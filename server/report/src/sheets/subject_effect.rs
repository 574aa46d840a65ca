//! What a change of the files does to a subject.

use affixboard_model::game::{Cancelled, Dimension, DimensionValues, Point, SubjectRules};

use super::{
    CompareParams, Effect, EffectRow, SubjectParams, compare, effect,
    subject::{means_at, subject_of},
};
use crate::sheet::{Provenance, Sheet};

/// What changes of a subject at the points that its sheet begins with.
#[derive(Debug, Clone, PartialEq)]
pub struct SubjectEffect {
    /// The dimension that lies along the columns; `None` of a subject without dimensions.
    pub axis: Option<String>,
    /// The values of the other dimensions, in words; empty where there are none.
    pub at: String,
    /// Each row that changes, in the column where it changes most.
    pub effect: Effect,
    /// The label of each column, by its depth.
    pub labels: Vec<(u32, String)>,
    /// What pages call each metric.
    pub metrics: Vec<(&'static str, &'static str)>,
    /// The changes of all rows in all columns.
    pub changes: Sheet,
}

impl SubjectEffect {
    /// The label of the column where a row changes most, `every` where it changes alike in all, empty where there are no columns.
    pub fn column<'a>(&'a self, row: &EffectRow) -> &'a str {
        let label = self.labels.iter().find(|label| label.0 == row.depth).map_or("", |label| label.1.as_str());
        if row.is_everywhere && !label.is_empty() { "every" } else { label }
    }

    /// What pages call the metric of a row.
    pub fn metric_title(&self, row: &EffectRow) -> &'static str {
        self.metrics.iter().find(|known| known.0 == row.metric).map_or(row.metric, |known| known.1)
    }
}

/// The effect on a subject from its rules before and after. Of its metrics all are compared.
///
/// # Errors
/// [`Cancelled`] if `keep_going` returned false before all was computed.
pub fn subject_effect(
    before: (&dyn SubjectRules, &Provenance),
    after: (&dyn SubjectRules, &Provenance),
    keep_going: &dyn Fn() -> bool,
) -> Result<SubjectEffect, Cancelled> {
    let spec = after.0.spec();
    let axis = axis(&spec.dimensions);
    let sheet = |(rules, provenance): (&dyn SubjectRules, &Provenance)| usual(rules, provenance, axis, keep_going);
    let (old, new) = (sheet(before)?, sheet(after)?);
    let others = spec.dimensions.iter().enumerate().filter(|(at, _)| Some(*at) != axis);
    let usual = |dimension: &Dimension| dimension.usual().first().copied().unwrap_or_default();
    // Where a dimension has one value only there is nothing to say.
    let is_one = |dimension: &Dimension| matches!(&dimension.values, DimensionValues::Names(names) if names.len() < 2);
    let said = others.filter(|(_, dimension)| !is_one(dimension));
    let at: Vec<String> =
        said.map(|(_, dimension)| format!("{} {}", dimension.title, dimension.label(usual(dimension)))).collect();
    Ok(SubjectEffect {
        axis: axis.map(|at| spec.dimensions[at].title.to_owned()),
        at: at.join(", "),
        effect: effect(&[(&old, &new)]),
        metrics: after.0.exact_metrics().iter().map(|metric| (metric.0, after.0.metric_title(*metric))).collect(),
        labels: new.columns.iter().map(|column| (column.depth, column.label.clone())).collect(),
        changes: compare(&old, &new, CompareParams { by_change: false, all_rows: false }),
    })
}

/// The dimension with the most usual values; the first of several.
fn axis(dimensions: &[Dimension]) -> Option<usize> {
    let lengths = dimensions.iter().map(|dimension| dimension.usual().len()).enumerate();
    lengths.max_by_key(|(at, length)| (*length, usize::MAX - at)).map(|(at, _)| at)
}

/// The sheet of all metrics, with a column for each usual value of the axis.
fn usual(
    rules: &dyn SubjectRules,
    provenance: &Provenance,
    axis: Option<usize>,
    keep_going: &dyn Fn() -> bool,
) -> Result<Sheet, Cancelled> {
    let dimensions = &rules.spec().dimensions;
    let usual: Vec<Vec<i32>> = dimensions.iter().map(Dimension::usual).collect();
    let first: Vec<i32> = usual.iter().map(|values| values.first().copied().unwrap_or_default()).collect();
    let points: Vec<(Point, String)> = match axis {
        None => vec![(Point::of(&[]), String::new())],
        Some(axis) => usual[axis]
            .iter()
            .map(|value| {
                let mut values = first.clone();
                values[axis] = *value;
                (Point::of(&values), dimensions[axis].label(*value))
            })
            .filter(|(point, _)| rules.check(*point).is_ok())
            .collect(),
    };
    let means = means_at(rules, points.iter().map(|point| point.0), keep_going)?;
    let mut whole: Option<Sheet> = None;
    for metric in rules.exact_metrics() {
        let params = SubjectParams { points: points.clone(), metric: *metric, group: None, text: String::new() };
        let mut sheet = subject_of(rules, provenance.clone(), &params, &means);
        for row in &mut sheet.rows {
            // Several groups have rows of one name, such as `+1`.
            if row.index.is_none() && !row.role.is_empty() {
                row.name = format!("{} ({})", row.name, row.role);
            }
            metric.0.clone_into(&mut row.summary);
        }
        match &mut whole {
            None => whole = Some(sheet),
            Some(whole) if whole.columns == sheet.columns => whole.rows.extend(sheet.rows),
            Some(whole) => add(whole, sheet),
        }
    }
    whole.ok_or(Cancelled)
}

/// Adds the rows of a sheet whose columns are others: rows have no number in columns that only the other sheet has.
fn add(whole: &mut Sheet, mut sheet: Sheet) {
    let mut columns = whole.columns.clone();
    columns.extend(sheet.columns.iter().filter(|column| !whole.columns.contains(column)).cloned());
    columns.sort_by_key(|column| column.depth);
    for part in [&mut *whole, &mut sheet] {
        for row in &mut part.rows {
            let cell = |column| {
                let at = part.columns.iter().position(|own| own == column);
                at.map_or_else(|| crate::sheet::Value::Impossible.into(), |at| row.cells[at].clone())
            };
            row.cells = columns.iter().map(cell).collect();
        }
        part.columns.clone_from(&columns);
    }
    whole.rows.extend(sheet.rows);
}
