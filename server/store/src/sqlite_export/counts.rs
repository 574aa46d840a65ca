//! What batches counted, as rows of tables.

use affixboard_model::{
    batch::{Cell, KeySpace, SubjectPlan, Tally, TallyRow, point_of_cell},
    game::{Loaded, Point, SubjectRules},
};
use serde_json::{Value, json};

use crate::Batch;

/// The row of a batch of drops. A seed may be more than a signed number holds.
pub(crate) fn row_of_drops(batch: &Batch, loaded: &Loaded) -> Value {
    let (plan, rules) = (&batch.plan, batch.plan.switches.describe(loaded.game));
    json!([batch.id.0, "drops", plan.seed.to_string(), plan.drops.get(), rules, batch.finished_at])
}

/// The row of a batch of a subject.
pub(crate) fn row_of_subject(batch: &Batch<SubjectPlan>) -> Value {
    let plan = &batch.plan;
    json!([batch.id.0, plan.subject, plan.seed.to_string(), plan.trials.get(), "as coded", batch.finished_at])
}

/// What a batch of drops counted, row by row.
pub(crate) fn drop_tally<'a>(
    batch: &'a Batch,
    loaded: &'a Loaded,
    keys: &'a KeySpace,
    tally: &'a Tally,
) -> impl Iterator<Item = Value> + 'a {
    let row = |(_, row): (Cell, TallyRow)| {
        let about = row.about;
        let (tval, sval) = about.place.unzip();
        let place = format!("{}, {}", about.level, about.quality);
        json!([
            batch.id.0,
            place,
            about.level,
            about.quality,
            about.metric,
            tval,
            sval,
            about.name,
            row.drops,
            row.count
        ])
    };
    tally.rows(keys, loaded.game.words()).map(row)
}

/// What a batch of a subject counted, row by row.
pub(crate) fn subject_tally<'a>(
    batch: i64,
    rules: &'a dyn SubjectRules,
    points: &'a [Point],
    tally: &'a Tally,
) -> impl Iterator<Item = Value> + 'a {
    let counted = tally.cells.iter().filter_map(|(cell, counted)| Some((point_of_cell(points, *cell)?, counted)));
    counted.flat_map(move |(point, counted)| {
        let place = rules.point_columns(point).join(", ");
        counted.counts.iter().filter_map(move |(key, count)| {
            let row = rules.rows().get(*key as usize)?;
            let none = Value::Null;
            // Rows of numbers are of one group each, and pages call several of them by one name.
            let group = row.group.and_then(|group| rules.spec().groups.get(usize::from(group)));
            let name = match (rules.number(*key), group) {
                (Some(number), Some(group)) => format!("{group}: {number}"),
                (Some(number), None) => number.to_string(),
                _ => row.label.clone(),
            };
            Some(json!([batch, place, row.at, none, row.metric.0, none, none, name, counted.drops, count]))
        })
    })
}
