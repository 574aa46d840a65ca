//! What was counted, as a part of a tally.

use affixboard_model::{
    batch::{Cell, KeySpace, Plan, PlanPart, RowLabel, SubjectPlan, Tally},
    game::{SubjectRules, Words},
};

use super::{PartCell, PartHead, PartPlan, TallyPart};
use crate::format::tally_csv::fields;

impl TallyPart {
    /// What was counted of a part of a plan of drops. `doubts` says why the numbers may not be those of the files' own program, if they may not.
    pub fn of_drops(
        (part, head): (PlanPart, PartPlan),
        plan: &Plan,
        tally: &Tally,
        (keys, words): (&KeySpace, &Words),
        doubts: Option<&str>,
    ) -> TallyPart {
        let catalog = keys.catalog();
        let cell = |cell: Cell| {
            let kind = cell.kind.map(|kind| catalog.kind(kind));
            let quality = words.qualities.get(usize::from(cell.quality)).copied().unwrap_or_default();
            PartCell {
                place: kind.map_or_else(String::new, |kind| format!("{}:{}", kind.tval, kind.sval)),
                fields: vec![cell.depth.to_string(), quality.to_owned()],
                counted: tally.cells.get(&cell).cloned().unwrap_or_default(),
            }
        };
        // Either all cells are of given kinds or none is, so that a key has one label.
        let counts = tally.cells.iter().flat_map(|(cell, counted)| counted.counts.iter().map(|count| (*cell, count.0)));
        let label = |(cell, key)| {
            let [_, _, metric, tval, sval, name] = fields(RowLabel::new(cell, key, keys, words)?);
            Some((key, vec![metric, tval, sval, name]))
        };
        let texts = |columns: &[&str]| columns.iter().map(|column| (*column).to_owned()).collect();
        TallyPart {
            head: PartHead {
                part,
                plan: head,
                note: doubts.unwrap_or_default().to_owned(),
                cell_columns: texts(&["level", "quality"]),
                row_columns: texts(&["metric", "tval", "sval", "name"]),
            },
            cells: plan.cells().map(cell).collect(),
            labels: counts.filter_map(label).collect(),
        }
    }

    /// What was counted of a part of a plan of a subject.
    pub fn of_subject(
        (part, head): (PlanPart, PartPlan),
        plan: &SubjectPlan,
        tally: &Tally,
        rules: &dyn SubjectRules,
        doubts: Option<&str>,
    ) -> TallyPart {
        let spec = rules.spec();
        let metric = !spec.metric_column.is_empty();
        let cells = plan.cells().zip(&plan.points).map(|(cell, point)| {
            let numbers: Vec<String> = point.0.iter().map(i32::to_string).collect();
            PartCell {
                place: numbers.join(" "),
                fields: rules.point_columns(*point),
                counted: tally.cells.get(&cell).cloned().unwrap_or_default(),
            }
        });
        let label = |key: u32| {
            let row = rules.rows().get(key as usize)?;
            let metric = metric.then(|| row.metric.0.to_owned());
            Some((key, metric.into_iter().chain(row.columns.iter().cloned()).collect()))
        };
        let keys = tally.cells.values().flat_map(|counted| counted.counts.iter().map(|count| count.0));
        TallyPart {
            head: PartHead {
                part,
                plan: head,
                note: doubts.unwrap_or_default().to_owned(),
                cell_columns: spec.point_columns.iter().map(|column| (*column).to_owned()).collect(),
                row_columns: metric
                    .then_some(spec.metric_column)
                    .into_iter()
                    .chain(spec.row_columns.iter().copied())
                    .map(str::to_owned)
                    .collect(),
            },
            cells: cells.collect(),
            labels: keys.filter_map(label).collect(),
        }
    }
}
