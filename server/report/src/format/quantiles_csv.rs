//! Quantiles of the numbers that a subject's rows count, as a table.

use std::io::{self, Write};

use affixboard_model::{
    batch::{Metric, SubjectPlan, Tally},
    game::{RowNumber, SubjectRules},
};

use super::tally_csv::{io_error, note, table};
use crate::{
    sheet::Value,
    sheets::{CountedNumbers, QUANTILES, SubjectParams},
};

/// Writes the quantiles of what was counted at each point of a plan: of each metric over all groups, then of each group of which
/// something was counted. The columns are those of the point, `metric`, `group` (empty for all), `n` items counted, `quantile`
/// in per cent, `value`, `low` and `high` of its 95 % interval, `trials` at the point, `seed`, `rules`. An end of an interval is
/// empty where too few were counted; `≥ 250` stands for all numbers from that one on. After the quantiles over all groups come
/// the numbers that the rules hold them against, with their names in the place of the quantile; and a line with the metric `note`
/// and `doubts` in the place of the rules, where there are any. LF line ends.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn quantiles_csv(
    out: &mut dyn Write,
    rules: &dyn SubjectRules,
    (plan, tally): (&SubjectPlan, &Tally),
    rules_text: &str,
    doubts: Option<&str>,
) -> io::Result<()> {
    let mut table = table(out);
    let own = ["metric", "group", "n", "quantile", "value", "low", "high", "trials", "seed", "rules"];
    let columns: Vec<&str> = rules.spec().point_columns.iter().chain(&own).copied().collect();
    table.write_record(&columns).map_err(io_error)?;
    let metrics: Vec<Metric> = rules.drawn_metrics().iter().chain(rules.exact_metrics()).copied().collect();
    let [trials, seed] = [plan.trials.get(), plan.seed].map(|number| number.to_string());
    for (cell, point) in plan.cells().zip(&plan.points) {
        let Some(counted) = tally.cells.get(&cell) else { continue };
        let place = rules.point_columns(*point);
        let mut write = |metric: Metric, group: &str, rest: [&str; 5]| {
            let fields = place.iter().map(String::as_str).chain([metric.0, group]).chain(rest);
            table.write_record(fields.chain([trials.as_str(), seed.as_str(), rules_text])).map_err(io_error)
        };
        for metric in &metrics {
            let all = (None, String::new());
            let groups = (0..).map(Some).zip(rules.spec().groups.iter().cloned());
            for (group, name) in [all].into_iter().chain(groups) {
                let params = SubjectParams { points: Vec::new(), metric: *metric, group, text: String::new() };
                let numbers = CountedNumbers::of(rules, &params, counted);
                for per_cent in QUANTILES {
                    let Value::Quantile { value, low, high, n } = numbers.quantile(per_cent) else { continue };
                    let end = |end: Option<RowNumber>| end.map_or_else(String::new, |end| end.to_string());
                    let (n, per_cent) = (n.to_string(), per_cent.to_string());
                    write(*metric, &name, [&n, &per_cent, &value.to_string(), &end(low), &end(high)])?;
                }
                if group.is_none() {
                    for (name, number) in rules.limits(*point, *metric) {
                        write(*metric, "", ["", name, &number.to_string(), "", ""])?;
                    }
                }
            }
        }
    }
    note(&mut table, &columns, doubts)?;
    table.flush()
}
