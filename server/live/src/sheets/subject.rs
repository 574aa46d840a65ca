//! What turns up of a subject, such as monsters: computed, or counted in simulated trials.

use std::sync::Arc;

use affixboard_model::{
    batch::Metric,
    game::{Dimension, DimensionValues, Point, SubjectRules},
};
use affixboard_report::{
    sheet::Method,
    sheets::{self, SubjectParams},
};

use super::{
    settings::{MOST_COLUMNS, position},
    shape::SheetAnswer,
};
use crate::{
    edition::Edition,
    failure::{Failure, one_of},
    request::SheetRequest,
    simulate,
};

const QUANTILES: &str = "quantiles";
const SHARES: &str = "shares";

/// What can be counted: what is computed too, and what is drawn alone.
pub(crate) fn subject_metrics(rules: &dyn SubjectRules) -> impl Iterator<Item = Metric> + '_ {
    rules.exact_metrics().iter().chain(rules.drawn_metrics()).copied()
}

pub(super) fn sheet(edition: &Edition, request: &SheetRequest) -> Result<SheetAnswer, Failure> {
    let subjects = edition.loaded.model.subjects();
    let names: Vec<&str> = subjects.iter().map(|rules| rules.spec().name).collect();
    let rules: &Arc<dyn SubjectRules> = &subjects[position("subject", request.subject.as_ref(), &names, 0)?];
    let rules = rules.as_ref();
    let metrics: Vec<Metric> = subject_metrics(rules).collect();
    let words: Vec<&str> = metrics.iter().map(|metric| metric.0).collect();
    let metric = metrics[position("metric", request.metric.as_ref(), &words, 0)?];
    let is_drawn = !rules.exact_metrics().contains(&metric);
    let first = rules.rows().iter().position(|row| row.metric == metric);
    let has_numbers = is_drawn && first.is_some_and(|key| rules.number(key as u32).is_some());
    let views: &[&str] = if has_numbers { &[QUANTILES, SHARES] } else { &[SHARES] };
    let is_quantiles = views[position("view", request.view.as_ref(), views, 0)?] == QUANTILES;

    let points = points(rules, request)?;
    let params = SubjectParams { points, metric, group: None, text: String::new() };
    // What isn't computed is drawn as often as for a page.
    let drawn = request.drops.or((is_drawn && rules.page_trials() > 0).then(|| rules.page_trials()));
    let seed = request.seed.0;
    let never_cancelled = |_| Failure::new("called off");
    let sheet = match drawn {
        Some(found) => {
            let trials = simulate::drops(found, params.points.len())?;
            let points = params.points.iter().map(|(point, _)| *point).collect();
            let counted = simulate::trials_of_batch(rules, points, (trials, seed));
            let provenance = edition.provenance(Method::Simulated { drops: trials.get(), seed, batch: None });
            if is_quantiles {
                sheets::quantiles(rules, provenance, &params, &counted)
            } else {
                sheets::subject_counts(rules, provenance, &params, &counted, &|| true).map_err(never_cancelled)?
            }
        }
        None => {
            sheets::subject(rules, edition.provenance(Method::Exact), &params, &|| true).map_err(never_cancelled)?
        }
    };
    Ok(SheetAnswer::of_subject(edition, sheet, rules, metric))
}

/// The points of the columns with their headings: the axis has many values, each other dimension one.
fn points(rules: &dyn SubjectRules, request: &SheetRequest) -> Result<Vec<(Point, String)>, Failure> {
    let dimensions = &rules.spec().dimensions;
    let names: Vec<&str> = dimensions.iter().map(|dimension| dimension.name).collect();
    if let Some(unknown) = request.values.keys().find(|name| !names.contains(&name.as_str())) {
        return Err(Failure::of_field("values", unknown, one_of(names)));
    }
    if dimensions.is_empty() {
        return Ok(vec![(Point::of(&[]), String::new())]);
    }
    let axis = position("axis", request.axis.as_ref(), &names, 0)?;
    let mut values = Vec::new();
    for (at, dimension) in dimensions.iter().enumerate() {
        values.push(dimension_values(dimension, request.values.get(dimension.name), at == axis)?);
    }
    let found: Vec<(Point, String)> = values[axis]
        .iter()
        .map(|value| {
            let at = |place: usize| if place == axis { Some(*value) } else { values[place].first().copied() };
            let point: Vec<i32> = (0..dimensions.len()).map(|place| at(place).unwrap_or_default()).collect();
            (Point::of(&point), dimensions[axis].label(*value))
        })
        .collect();
    // A column that isn't there is left out; where none is, that is told.
    let there: Vec<_> = found.iter().filter(|(point, _)| rules.check(*point).is_ok()).cloned().collect();
    match found.first().map(|(point, _)| rules.check(*point)) {
        Some(Err(why)) if there.is_empty() => Err(Failure::new(format!("there are no such numbers: {why}"))),
        _ => Ok(there),
    }
}

/// The values of one dimension, as usual where none are given; of an axis of names all of them.
fn dimension_values(dimension: &Dimension, text: Option<&String>, is_axis: bool) -> Result<Vec<i32>, Failure> {
    let most = if is_axis { MOST_COLUMNS } else { 1 };
    if let Some(text) = text.map(|text| text.trim()).filter(|text| !text.is_empty()) {
        let list = dimension.parse_list(text, most);
        return list.map_err(|error| Failure::of_field(error.dimension, &error.found, error.expected));
    }
    let usual = match &dimension.values {
        DimensionValues::Names(names) if is_axis => (0..names.len() as i32).collect(),
        _ => dimension.usual(),
    };
    Ok(usual.into_iter().take(most).collect())
}
