//! What turns up of a subject: computed means, rows by the values of one dimension.

use std::collections::BTreeMap;

use affixboard_core::{
    batch::Metric,
    game::{Cancelled, Point, SubjectRules},
};

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

/// A row of the sheet before its cells are there: group and name.
type RowKey = (Option<u16>, u32, String);

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
    let (spec, rows) = (rules.spec(), rules.rows());
    let text = params.text.to_lowercase();
    let is_shown = |key: u32| {
        let row = &rows[key as usize];
        row.metric == params.metric
            && (params.group.is_none() || row.group == params.group)
            && (text.is_empty() || row.label.to_lowercase().contains(&text))
    };
    // By group and first key, so that rows of one group are adjacent: the means by column.
    let mut means: BTreeMap<RowKey, BTreeMap<i32, f64>> = BTreeMap::new();
    let mut first_keys: BTreeMap<(Option<u16>, String), u32> = BTreeMap::new();
    let mut columns: Vec<(i32, String)> =
        params.points.iter().enumerate().map(|(at, (_, label))| (at as i32, label.clone())).collect();
    for (at, (point, _)) in params.points.iter().enumerate() {
        for chance in rules.exact(*point, keep_going)?.into_iter().filter(|chance| is_shown(chance.key)) {
            let row = &rows[chance.key as usize];
            let column = row.at.unwrap_or(at as i32);
            let first = *first_keys.entry((row.group, row.label.clone())).or_insert(chance.key);
            *means.entry((row.group, first, row.label.clone())).or_default().entry(column).or_default() += chance.mean;
        }
    }
    if spec.dimensions.is_empty() {
        let mut values: Vec<i32> = means.values().flat_map(|cells| cells.keys().copied()).collect();
        values.sort_unstable();
        values.dedup();
        columns = values.into_iter().map(|value| (value, value.to_string())).collect();
    }
    let rows: Vec<Row> = means
        .into_iter()
        .map(|((group, first, name), cells)| Row {
            group: None,
            metric: params.metric.0,
            entry: None,
            kind: None,
            place: (0, None),
            index: rows[first as usize].entry.map(|(_, index)| index),
            name,
            role: group.and_then(|group| spec.groups.get(usize::from(group))).cloned().unwrap_or_default(),
            level: String::new(),
            summary: String::new(),
            cells: columns
                .iter()
                .map(|(column, _)| match cells.get(column) {
                    Some(mean) if *mean > 0.0 => Value::exactly(*mean).into(),
                    _ => Value::Impossible.into(),
                })
                .collect(),
        })
        .collect();
    Ok(Sheet {
        title: spec.title.to_owned(),
        caption: spec.doc.to_owned(),
        provenance,
        baseline: None,
        quality: None,
        affix_level: None,
        lead: vec![LeadColumn { field: LeadField::Role, label: spec.group[0].to_owned() }],
        columns: columns.into_iter().map(|(depth, label)| Column { label, depth: depth.max(0) as u32 }).collect(),
        domain: Sheet::domain_of(rows.iter().flat_map(|row| &row.cells)),
        rows,
        totals: Vec::new(),
        measure: Measure::PerDrop,
        notes: Vec::new(),
    })
}
