//! The settings of a subject's sheet, as they stand in its address.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_model::{
    batch::{Metric, SubjectPlan},
    game::{Dimension, DimensionValues, Point, SubjectRules},
};

use crate::{Error, links::Query};

/// Columns of a sheet at most.
const MOST_COLUMNS: usize = 128;

/// The word of quantiles in addresses.
pub(super) const QUANTILES: &str = "quantiles";
/// The word of shares.
pub(super) const SHARES: &str = "shares";

/// What can be counted: what is computed too, and what is drawn alone.
pub(super) fn metrics(rules: &dyn SubjectRules) -> Vec<Metric> {
    rules.exact_metrics().iter().chain(rules.drawn_metrics()).copied().collect()
}

/// Whether the rows of a metric that is drawn alone are numbers, so that there are quantiles.
pub(super) fn has_numbers(rules: &dyn SubjectRules, metric: Metric) -> bool {
    let first = || rules.rows().iter().position(|row| row.metric == metric);
    rules.drawn_metrics().contains(&metric) && first().is_some_and(|key| rules.number(key as u32).is_some())
}

/// The settings, understood.
pub(crate) struct SubjectQuery {
    /// The dimension along the columns: a position in the subject's.
    pub(crate) axis: usize,
    /// The values of the columns, and of each other dimension the one value.
    pub(crate) values: Vec<Vec<i32>>,
    /// What is counted.
    pub(crate) metric: Metric,
    /// Whether quantiles of its numbers are shown, not the shares of its rows.
    pub(crate) is_quantiles: bool,
    /// A position in the subject's groups.
    pub(crate) group: Option<u16>,
    /// Text that names have.
    pub(crate) text: String,
    /// The same as it stands in addresses.
    pub(crate) query: Query,
}

impl SubjectQuery {
    /// Reads the parts of an address; what isn't there is as usual, or as a batch has it.
    pub(crate) fn read(
        rules: &dyn SubjectRules,
        given: &BTreeMap<String, String>,
        batch: Option<&SubjectPlan>,
    ) -> Result<SubjectQuery, Error> {
        let spec = rules.spec();
        let text = |name: &str| given.get(name).map_or("", |value| value.trim());
        let bad = |name: &str, found: &str, expected: String| {
            Error::bad_request(format!("{name}: found `{found}`; expected {expected}."))
        };
        let known =
            |at: usize| batch.map(|plan| plan.points.iter().map(|point| point.0[at]).collect::<BTreeSet<i32>>());
        let axis = match text("axis") {
            // Of a batch the first dimension in which its points differ.
            "" => (0..spec.dimensions.len()).find(|at| known(*at).is_some_and(|all| all.len() > 1)).unwrap_or(0),
            name => spec.dimensions.iter().position(|dimension| dimension.name == name).ok_or_else(|| {
                let known: Vec<_> = spec.dimensions.iter().map(|dimension| dimension.name).collect();
                bad("axis", name, format!("one of {}", known.join(", ")))
            })?,
        };
        let mut query = Query::default().set("axis", text("axis"));
        let mut values = Vec::new();
        for (at, dimension) in spec.dimensions.iter().enumerate() {
            let written = text(dimension.name);
            query = query.set(dimension.name, written);
            values.push(dimension_values(dimension, written, at == axis, known(at))?);
        }
        let metrics = metrics(rules);
        let metric = match text("metric") {
            // What it is, where that is counted.
            "" => metrics.first().copied(),
            name => Some(metrics.iter().copied().find(|metric| metric.0 == name).ok_or_else(|| {
                let known: Vec<_> = metrics.iter().map(|metric| metric.0).collect();
                bad("metric", name, format!("one of {}", known.join(", ")))
            })?),
        };
        let metric = metric.unwrap_or(Metric::KIND);
        let has_numbers = has_numbers(rules, metric);
        let is_quantiles = match text("view") {
            "" => has_numbers,
            SHARES => false,
            QUANTILES if has_numbers => true,
            found => {
                let expected = if has_numbers { "one of quantiles, shares" } else { "shares" };
                return Err(bad("view", found, expected.to_owned()));
            }
        };
        let group = match text("group") {
            "" => None,
            name => Some(spec.groups.iter().position(|group| group.eq_ignore_ascii_case(name)).ok_or_else(|| {
                bad("group", name, format!("one of the {}: {}", spec.group[1], spec.groups.join(", ")))
            })? as u16),
        };
        let filter: String = text("q").chars().take(100).collect();
        query = query.set("metric", text("metric")).set("view", text("view"));
        query = query.set("group", text("group")).set("q", filter.clone());
        query = query.set("batch", text("batch")).set("beside", text("beside"));
        Ok(SubjectQuery { axis, values, metric, is_quantiles, group, text: filter, query })
    }

    /// The points of the columns with their headings.
    pub(crate) fn points(
        &self,
        rules: &dyn SubjectRules,
        batch: Option<&SubjectPlan>,
    ) -> Result<Vec<(Point, String)>, Error> {
        let dimensions = &rules.spec().dimensions;
        let mut at = Point([0; Point::DIMENSIONS]);
        for (place, values) in self.values.iter().enumerate() {
            at.0[place] = values[0];
        }
        let Some(axis) = dimensions.get(self.axis) else { return Ok(vec![(at, String::new())]) };
        let points = self.values[self.axis].iter().map(|value| {
            let mut point = at;
            point.0[self.axis] = *value;
            (point, axis.label(*value))
        });
        // A column that isn't there is left out; where none is, that is told.
        let is_in_batch = |point: &Point| batch.is_none_or(|plan| plan.points.contains(point));
        let (there, refused): (Vec<_>, Vec<_>) =
            points.partition(|(point, _)| rules.check(*point).is_ok() && is_in_batch(point));
        match refused.first() {
            Some((point, _)) if there.is_empty() => Err(Error::bad_request(match rules.check(*point) {
                Err(why) => format!("There are no such numbers: {why}."),
                Ok(()) => "The batch counted nothing there.".to_owned(),
            })),
            _ => Ok(there),
        }
    }
}

/// The values of one dimension: of the axis a list such as `1,5,10-20`, of another one value. What isn't given is as usual,
/// or as the points are that there are only.
fn dimension_values(
    dimension: &Dimension,
    text: &str,
    is_axis: bool,
    known: Option<BTreeSet<i32>>,
) -> Result<Vec<i32>, Error> {
    let bad = |error: &dyn std::fmt::Display| Error::bad_request(format!("{error}."));
    if !text.is_empty() {
        let most = if is_axis { MOST_COLUMNS } else { 1 };
        return dimension.parse_list(text, most).map_err(|error| bad(&error));
    }
    let usual: Vec<i32> = match (known, &dimension.values) {
        (Some(known), _) => known.into_iter().take(MOST_COLUMNS).collect(),
        // All names, for there are few.
        (None, DimensionValues::Names(names)) if is_axis => (0..names.len() as i32).collect(),
        (None, _) => dimension.usual(),
    };
    Ok(if is_axis { usual } else { usual.into_iter().take(1).collect() })
}
