//! The gate of subjects: computed means, and drawn counts, against what the original program counted.
//!
//! Rows of one metric that exclude each other are one χ² test a point, rows of which fewer than five are expected being
//! taken together; where a metric has several such sets, the gate is told to which a row belongs. All p-values are corrected after Holm; the sum of all statistics is a test of its own, which sees small
//! errors that are everywhere. A row that was counted and has no chance fails at once. Seeds are fixed: the chance that one
//! gives a false alarm is [`FALSE_ALARM`] for each of the two checks.

use std::{collections::BTreeMap, io::Read, path::Path};

use affixboard_core::{
    batch::Counts,
    engine::random::Stream,
    game::{Point, SubjectRules},
    stats::{chi_square_sf, holm},
};

/// Of each check.
pub const FALSE_ALARM: f64 = 0.001;

/// What was counted at one point: the number of trials, and by metric and row columns the count.
#[derive(Debug, Default)]
pub struct CountedPoint {
    pub trials: u64,
    pub rows: BTreeMap<(String, Vec<String>), u64>,
}

/// The points of a tally file, by their columns.
pub fn tally(path: &Path, point_columns: usize) -> BTreeMap<Vec<String>, CountedPoint> {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("a tally");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzipped CSV");
    let mut points: BTreeMap<Vec<String>, CountedPoint> = BTreeMap::new();
    for record in csv::Reader::from_reader(text.as_bytes()).records() {
        let record = record.expect("a row");
        let fields: Vec<String> = record.iter().map(str::to_owned).collect();
        let (point, rest) = fields.split_at(point_columns);
        let point = points.entry(point.to_vec()).or_default();
        point.trials = rest[0].parse().expect("trials");
        let count = rest.last().expect("a count").parse().expect("a count");
        point.rows.insert((rest[1].clone(), rest[2..rest.len() - 1].to_vec()), count);
    }
    points
}

/// How rows are put together.
pub struct Sets {
    /// The set of rows of one metric that exclude each other, by the row's columns.
    pub of: fn(&[String]) -> String,
    /// Whether the sets of a point are independent of each other, so that their statistics can be summed.
    pub independent: bool,
}

/// All rows of a metric exclude each other.
pub const ONE_SET: Sets = Sets { of: |_| String::new(), independent: true };

/// What a gate found.
#[derive(Debug)]
pub struct GateResult {
    pub tests: usize,
    /// The smallest p-value after Holm.
    pub smallest: f64,
    /// χ², degrees of freedom and p of all together.
    pub all: (f64, u32, f64),
}

/// Holds computed means against counts; panics where they disagree.
pub fn exact(
    rules: &dyn SubjectRules,
    points: &BTreeMap<Vec<String>, CountedPoint>,
    point_of: &dyn Fn(&[String]) -> Point,
    sets: &Sets,
) -> GateResult {
    let mut tests = Vec::new();
    for (columns, counted) in points {
        let point = point_of(columns);
        assert_eq!(rules.check(point), Ok(()), "{columns:?}");
        assert_eq!(rules.point_columns(point), *columns);
        let means = rules.exact(point, &|| true).expect("not cancelled");
        for metric in rules.exact_metrics() {
            let mut left: BTreeMap<Vec<String>, u64> = counted
                .rows
                .iter()
                .filter(|((name, _), _)| name == metric.0)
                .map(|((_, row), count)| (row.clone(), *count))
                .collect();
            let mut pairs: BTreeMap<String, Vec<(u64, f64)>> = BTreeMap::new();
            for chance in &means {
                let row = &rules.rows()[chance.key as usize];
                if row.metric == *metric {
                    let pair = (left.remove(&row.columns).unwrap_or(0), chance.mean * counted.trials as f64);
                    pairs.entry((sets.of)(&row.columns)).or_default().push(pair);
                }
            }
            assert!(left.is_empty(), "{columns:?} {}: counted but without a chance: {left:?}", metric.0);
            for (set, pairs) in pairs {
                let (statistic, freedom) = chi_square(&pairs, counted.trials);
                tests.push((format!("{columns:?} {} {set}", metric.0), statistic, freedom));
            }
        }
    }
    judge(&tests, sets.independent)
}

/// Holds drawn counts against computed means.
pub fn drawn(rules: &dyn SubjectRules, points: &[Point], trials: u64, seed: u64, sets: &Sets) -> GateResult {
    let mut counts = Counts::of_keys(rules.rows().len());
    let mut tests = Vec::new();
    for (at, point) in points.iter().enumerate() {
        let mut random = Stream::seeded([seed, at as u64, 0]);
        rules.sample(*point, trials, &mut random, &mut counts, &|| true).expect("not cancelled");
        let mut drawn: BTreeMap<u32, u64> = counts.take().into_iter().collect();
        let means = rules.exact(*point, &|| true).expect("not cancelled");
        for metric in rules.exact_metrics() {
            let mut pairs: BTreeMap<String, Vec<(u64, f64)>> = BTreeMap::new();
            for one in &means {
                let row = &rules.rows()[one.key as usize];
                if row.metric == *metric {
                    let pair = (drawn.remove(&one.key).unwrap_or(0), one.mean * trials as f64);
                    pairs.entry((sets.of)(&row.columns)).or_default().push(pair);
                }
            }
            for (set, pairs) in pairs {
                let (statistic, freedom) = chi_square(&pairs, trials);
                tests.push((format!("{point:?} {} {set}", metric.0), statistic, freedom));
            }
        }
        drawn.retain(|key, _| rules.exact_metrics().contains(&rules.rows()[*key as usize].metric));
        assert!(drawn.is_empty(), "{point:?}: drawn but without a chance: {drawn:?}");
    }
    judge(&tests, sets.independent)
}

/// χ² of (counted, expected), and its degrees of freedom; what isn't in any row is one more where it can be.
fn chi_square(pairs: &[(u64, f64)], trials: u64) -> (f64, u32) {
    let (counted, expected): (u64, f64) =
        pairs.iter().fold((0, 0.0), |sum, (count, mean)| (sum.0 + count, sum.1 + mean));
    let rest = (trials.saturating_sub(counted), (trials as f64 - expected).max(0.0));
    let mut classes: Vec<(f64, f64)> = Vec::new();
    let mut few = (0.0, 0.0);
    for (count, mean) in pairs.iter().copied().chain([rest]) {
        if mean < 5.0 {
            few = (few.0 + count as f64, few.1 + mean);
        } else {
            classes.push((count as f64, mean));
        }
    }
    if few.1 >= 5.0 {
        classes.push(few);
    } else if let Some(last) = classes.last_mut() {
        *last = (last.0 + few.0, last.1 + few.1);
    }
    let statistic = classes.iter().map(|(count, mean)| (count - mean).powi(2) / mean).sum();
    (statistic, classes.len().saturating_sub(1) as u32)
}

fn judge(tests: &[(String, f64, u32)], are_independent: bool) -> GateResult {
    let p: Vec<f64> = tests.iter().map(|(_, statistic, freedom)| chi_square_sf(*statistic, *freedom)).collect();
    let corrected = holm(&p);
    let worst = (0..tests.len()).min_by(|a, b| corrected[*a].total_cmp(&corrected[*b])).expect("a test");
    assert!(corrected[worst] >= FALSE_ALARM, "{:?}: p {:e}, {:e} after Holm", tests[worst], p[worst], corrected[worst]);
    let statistic: f64 = tests.iter().map(|test| test.1).sum();
    let freedom: u32 = tests.iter().map(|test| test.2).sum();
    // Too small is as wrong as too large.
    let above = chi_square_sf(statistic, freedom);
    assert!(
        !are_independent || above.min(1.0 - above) >= FALSE_ALARM / 2.0,
        "all together: χ² {statistic} of {freedom}, p {above:e}"
    );
    GateResult { tests: tests.len(), smallest: corrected[worst], all: (statistic, freedom, above) }
}
