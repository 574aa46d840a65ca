//! Quantiles of a number that a subject's rows count, such as the power of drops, with what the rules hold it against.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::CellTally,
    game::{RowNumber, SubjectRules},
    stats::quantile_ranks,
};

use super::{SubjectParams, subject::column_at};
use crate::sheet::{Cell, LeadColumn, LeadField, Measure, Provenance, Row, Sheet, Value};

/// The quantiles of a sheet, in per cent.
pub const QUANTILES: [u32; 6] = [10, 25, 50, 75, 90, 99];

/// Note on the intervals of quantiles.
const NOTE: &str = "A quantile is the least number that so many per cent of the items counted are not above. Its 95 % interval \
                    is between two of the numbers counted, by the binomial distribution, whatever theirs is; an end is missing \
                    where too few were counted.";

/// The name of a quantile's row: `50 %`.
pub fn quantile_name(per_cent: u32) -> String {
    format!("{per_cent} %")
}

/// The numbers that were counted at a point, rising, with their counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountedNumbers(BTreeMap<RowNumber, u64>);

impl CountedNumbers {
    /// Those of the rows that a sheet shows. Rows that are of no number are left out.
    pub fn of(rules: &dyn SubjectRules, params: &SubjectParams, counted: &CellTally) -> CountedNumbers {
        let mut numbers = BTreeMap::new();
        for (key, count) in &counted.counts {
            let row = rules.rows().get(*key as usize).filter(|row| params.shows(row));
            if let (Some(_), Some(number)) = (row, rules.number(*key)) {
                *numbers.entry(number).or_insert(0) += count;
            }
        }
        CountedNumbers(numbers)
    }

    /// How many there are.
    pub fn n(&self) -> u64 {
        self.0.values().sum()
    }

    /// A quantile in per cent with its 95 % interval; [`Value::NotComputed`] where nothing was counted.
    pub fn quantile(&self, per_cent: u32) -> Value {
        let n = self.n();
        let Some(ranks) = quantile_ranks(n, per_cent) else { return Value::NotComputed };
        let at = |rank: u64| {
            let mut before = 0;
            let found = self.0.iter().find(|(_, count)| {
                before += **count;
                before >= rank
            });
            found.map(|(number, _)| *number)
        };
        at(ranks.at).map_or(Value::NotComputed, |value| Value::Quantile {
            value,
            low: ranks.low.and_then(at),
            high: ranks.high.and_then(at),
            n,
        })
    }
}

/// The sheet of quantiles of what was counted at these points, given in their order: a row for each of [`QUANTILES`], then one
/// for each number that the rules hold them against. How many items were counted is its total.
pub fn quantiles(
    rules: &dyn SubjectRules,
    provenance: Provenance,
    params: &SubjectParams,
    counted: &[CellTally],
) -> Sheet {
    let spec = rules.spec();
    let numbers: Vec<CountedNumbers> = counted.iter().map(|tally| CountedNumbers::of(rules, params, tally)).collect();
    let row = |name: String, role: &str, cells: Vec<Cell>| Row {
        group: None,
        metric: params.metric.0,
        entry: None,
        kind: None,
        place: (0, None),
        index: None,
        name,
        role: role.to_owned(),
        level: String::new(),
        summary: String::new(),
        cells,
    };
    let mut rows: Vec<Row> = QUANTILES
        .iter()
        .map(|per_cent| {
            let cells = numbers.iter().map(|numbers| numbers.quantile(*per_cent).into()).collect();
            row(quantile_name(*per_cent), "quantile", cells)
        })
        .collect();
    let limits: Vec<Vec<(&str, i64)>> =
        params.points.iter().map(|(point, _)| rules.limits(*point, params.metric)).collect();
    for (at, (name, _)) in limits.first().into_iter().flatten().enumerate() {
        let limit = |of_point: &Vec<(&str, i64)>| {
            of_point.get(at).map_or(Value::Impossible, |limit| Value::exactly(limit.1 as f64)).into()
        };
        rows.push(row((*name).to_owned(), "rule", limits.iter().map(limit).collect()));
    }
    let items = numbers.iter().map(|numbers| Value::Count(numbers.n()).into()).collect();
    let group = params.group.and_then(|group| spec.groups.get(usize::from(group)));
    Sheet {
        title: group.map_or_else(|| spec.title.to_owned(), |group| format!("{}: {group}", spec.title)),
        caption: spec.doc.to_owned(),
        provenance,
        baseline: None,
        absent: Vec::new(),
        quality: None,
        affix_level: None,
        lead: vec![LeadColumn { field: LeadField::Role, label: "what".to_owned() }],
        columns: (0..).zip(&params.points).map(|(at, (_, label))| column_at(at, label.clone())).collect(),
        domain: Sheet::domain_of(rows.iter().flat_map(|row| &row.cells)),
        rows,
        totals: vec![row("items counted".to_owned(), "total", items)],
        measure: Measure::Number,
        notes: vec![NOTE.to_owned()],
    }
}

#[cfg(test)]
mod tests {
    use affixboard_model::{
        batch::{Counts, Metric},
        engine::random::Stream,
        game::{Chance, Dimension, DimensionValues, Point, SubjectRow, SubjectSpec},
    };

    use super::*;
    use crate::testing;

    const SIZE: Metric = Metric("size");

    /// Sizes 0 or less to 9 or more of two groups, the first of which has keys 0 to 9.
    struct Fish {
        spec: SubjectSpec,
        rows: Vec<SubjectRow>,
    }

    fn fish() -> Fish {
        let depth = Dimension {
            name: "depth",
            title: "Depth",
            doc: "",
            values: DimensionValues::Numbers { first: 1, last: 2, usual: vec![1, 2] },
        };
        let spec = SubjectSpec {
            name: "fish",
            title: "Fish",
            doc: "How large a fish is.",
            trial: ["cast", "casts"],
            dimensions: vec![depth],
            point_columns: &["depth"],
            metric_column: "metric",
            row_columns: &["size"],
            group: ["water", "waters"],
            groups: vec!["lake".to_owned(), "sea".to_owned()],
        };
        let row = |key: u16| SubjectRow {
            metric: SIZE,
            group: Some(key / 10),
            entry: None,
            label: "any".to_owned(),
            at: None,
            columns: vec![(key % 10).to_string()],
        };
        Fish { spec, rows: (0..20).map(row).collect() }
    }

    impl SubjectRules for Fish {
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
            &[]
        }

        fn drawn_metrics(&self) -> &[Metric] {
            &[SIZE]
        }

        fn number(&self, key: u32) -> Option<RowNumber> {
            Some(match key % 10 {
                0 => RowNumber::AtMost(0),
                9 => RowNumber::AtLeast(9),
                size => RowNumber::Exactly(size.into()),
            })
        }

        fn limits(&self, point: Point, _: Metric) -> Vec<(&'static str, i64)> {
            vec![("the net holds at most", i64::from(point.0[0]) * 4)]
        }

        fn exact(&self, _: Point) -> Vec<Chance> {
            Vec::new()
        }

        fn draw(&self, _: Point, _: u64, _: &mut Stream, _: &mut Counts) {}
    }

    fn params(group: Option<u16>) -> SubjectParams {
        let point = |depth: i32| (Point::of(&[depth]), depth.to_string());
        SubjectParams { points: [1, 2].map(point).to_vec(), metric: SIZE, group, text: String::new() }
    }

    /// Of 100 fish at depth 1: in the lake 40 of 0 or less, in the sea 30 of 3, 25 of 5 and 5 of 9 or more. The median is the
    /// 50th, and its interval from the 40th to the 61st; nobody caught any at depth 2.
    #[test]
    fn quantiles_by_hand() {
        let counted = [
            CellTally { drops: 300, counts: vec![(0, 40), (13, 30), (15, 25), (19, 5)] },
            CellTally { drops: 300, counts: Vec::new() },
        ];
        let sheet = quantiles(&fish(), testing::sheet().provenance, &params(None), &counted);
        let cells = |name: &str| -> Vec<String> {
            let row = sheet.rows.iter().chain(&sheet.totals).find(|row| row.name == name).expect("a row");
            row.cells.iter().map(|cell| sheet.describe(cell)).collect()
        };
        for (name, expected) in [
            ("10 %", ["≤ 0; 95 % interval ≤ 0 to ≤ 0; of 100", "not known"]),
            ("50 %", ["3; 95 % interval ≤ 0 to 3; of 100", "not known"]),
            ("90 %", ["5; 95 % interval 5 to ≥ 9; of 100", "not known"]),
            ("99 %", ["≥ 9; 95 % interval ≥ 9 and more; of 100", "not known"]),
            ("the net holds at most", ["4; exact", "8; exact"]),
            ("items counted", ["100", "0"]),
        ] {
            assert_eq!(cells(name), expected, "{name}");
        }
        assert_eq!((sheet.title.as_str(), sheet.rows.len()), ("Fish", 7));

        let sea = quantiles(&fish(), testing::sheet().provenance, &params(Some(1)), &counted);
        let median = sea.rows.iter().find(|row| row.name == "50 %").expect("a row");
        assert_eq!((sea.title.as_str(), median.cells[0].text(sea.measure).as_str()), ("Fish: sea", "3"));
        assert_eq!(sea.totals[0].cells[0].value, Value::Count(60));
    }
}
