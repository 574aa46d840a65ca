//! The gate of subjects: computed means, and drawn counts, against what the original program counted.
//!
//! Rows of one metric that exclude each other are one χ² test a point, rows of which fewer than five are expected being
//! taken together. All p-values are corrected after Holm; the sum of all statistics of a metric is a test of its own, which
//! sees small errors that are everywhere: of different metrics they aren't added, since what is counted twice depends on
//! itself. A row that was counted and has no chance fails at once. Seeds are fixed: the chance that one gives a false alarm
//! is [`FALSE_ALARM`] for each of the two checks.
//!
//! Where things are of classes, each of which is counted, the rows of another metric are held, class by class, against the
//! number of things of that class that were counted ([`Whole::Class`]): given that number they are a multinomial of it, and
//! those of different classes don't depend on each other.

use std::{collections::BTreeMap, io::Read, path::Path};

use affixboard_model::{
    batch::{Counts, Metric},
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

/// The points of a tally file, by their columns. Where it has no column for the metric, all is of the metric `only`.
pub fn tally_of(path: &Path, point_columns: usize, only: Option<&str>) -> BTreeMap<Vec<String>, CountedPoint> {
    read(path, point_columns, only, &[])
}

/// The points of a tally file with a column for the metric, of these levels (none: all), which are the first column.
pub fn tally_at(path: &Path, point_columns: usize, levels: &[u32]) -> BTreeMap<Vec<String>, CountedPoint> {
    read(path, point_columns, None, levels)
}

/// The rows of a tally file of these levels (none: all), which are the first column; without the header.
pub fn records(path: &Path, levels: &[u32]) -> Vec<Vec<String>> {
    let mut text = String::new();
    let file = std::fs::File::open(path).expect("a tally");
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzipped CSV");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.records().map(|row| row.expect("a row")).filter(|row| super::is_at(levels, &row[0]));
    rows.map(|row| row.iter().map(str::to_owned).collect()).collect()
}

fn read(path: &Path, point_columns: usize, only: Option<&str>, levels: &[u32]) -> BTreeMap<Vec<String>, CountedPoint> {
    let mut points: BTreeMap<Vec<String>, CountedPoint> = BTreeMap::new();
    for fields in records(path, levels) {
        let (point, rest) = fields.split_at(point_columns);
        let point = points.entry(point.to_vec()).or_default();
        point.trials = rest[0].parse().expect("trials");
        let count = rest.last().expect("a count").parse().expect("a count");
        let (metric, columns) = match only {
            Some(only) => (only.to_owned(), &rest[1..rest.len() - 1]),
            None => (rest[1].clone(), &rest[2..rest.len() - 1]),
        };
        point.rows.insert((metric, columns.to_vec()), count);
    }
    points
}

/// The points of a tally file with a column for the metric.
pub fn tally(path: &Path, point_columns: usize) -> BTreeMap<Vec<String>, CountedPoint> {
    tally_of(path, point_columns, None)
}

/// What the rows of a metric are parts of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whole {
    /// Of all trials.
    Trials,
    /// Of all trials, those of each name (the first two columns) on their own. Names may depend on each other, so that no
    /// sums are judged.
    Named,
    /// Of those counted in the row of this metric that has the same first column; the metric itself of all trials.
    Class(&'static str),
}

/// What a gate found.
#[derive(Debug)]
pub struct GateResult {
    pub tests: usize,
    /// The smallest p-value after Holm.
    pub smallest: f64,
    /// χ², degrees of freedom and p of all tests of each metric together.
    pub all: BTreeMap<&'static str, (f64, u32, f64)>,
}

impl GateResult {
    /// Prints it, for the page of the game.
    pub fn print(&self, what: &str) {
        println!("{what}: {self:?}");
    }
}

/// A test: what it is of, its metric, χ² and degrees of freedom.
type Test = (String, &'static str, f64, u32);

/// The rows of a point, counted and expected, which are parts of one number of things.
#[derive(Debug, Default)]
struct Parts {
    /// That number.
    whole: u64,
    /// Counted and expected.
    pairs: Vec<(u64, f64)>,
}

/// Holds computed means against counts; panics where they disagree.
pub fn exact(
    rules: &dyn SubjectRules,
    points: &BTreeMap<Vec<String>, CountedPoint>,
    point_of: &dyn Fn(&[String]) -> Point,
    whole: Whole,
) -> GateResult {
    exact_without(rules, points, point_of, whole, &[])
}

/// As [`exact`], without metrics of ours that the original's tallies don't have; panics where they have one.
pub fn exact_without(
    rules: &dyn SubjectRules,
    points: &BTreeMap<Vec<String>, CountedPoint>,
    point_of: &dyn Fn(&[String]) -> Point,
    whole: Whole,
    own: &[&str],
) -> GateResult {
    let is_own = |(metric, _): &(String, Vec<String>)| own.contains(&metric.as_str());
    assert!(!points.values().any(|point| point.rows.keys().any(is_own)), "the tallies have one of {own:?}");
    let mut tests = Vec::new();
    for (columns, counted) in points {
        let point = point_of(columns);
        assert_eq!(rules.check(point), Ok(()), "{columns:?}");
        assert_eq!(rules.point_columns(point), *columns);
        compare(rules, point, counted, (whole, own), &format!("{columns:?}"), &mut tests);
    }
    judge(&tests, whole)
}

/// Holds drawn counts against computed means.
pub fn drawn(rules: &dyn SubjectRules, points: &[Point], trials: u64, seed: u64, whole: Whole) -> GateResult {
    let mut tests = Vec::new();
    for (at, point) in points.iter().enumerate() {
        let mut random = Stream::seeded([seed, at as u64, 0]);
        let counted = draw(rules, *point, trials, &mut random);
        compare(rules, *point, &counted, (whole, &[]), &format!("{point:?}"), &mut tests);
    }
    judge(&tests, whole)
}

/// What is counted in so many trials.
pub fn draw(rules: &dyn SubjectRules, point: Point, trials: u64, random: &mut Stream) -> CountedPoint {
    let mut counts = Counts::of_keys(rules.rows().len());
    rules.sample(point, trials, random, &mut counts, &|| true).expect("not cancelled");
    let row = |(key, count): (u32, u64)| {
        let row = &rules.rows()[key as usize];
        ((row.metric.0.to_owned(), row.columns.clone()), count)
    };
    CountedPoint { trials, rows: counts.take().into_iter().map(row).collect() }
}

/// The tests of one point, without metrics that weren't counted.
fn compare(
    rules: &dyn SubjectRules,
    point: Point,
    counted: &CountedPoint,
    (whole, without): (Whole, &[&str]),
    title: &str,
    tests: &mut Vec<Test>,
) {
    let means = rules.exact(point);
    let named = |metric: &str, row: &[String]| match whole {
        Whole::Class(class) if class != metric => row[0].clone(),
        Whole::Named => format!("{} {}", row[0], row[1]),
        _ => String::new(),
    };
    // What was counted of each class, and its mean per trial.
    let mut classes: BTreeMap<String, (u64, f64)> = BTreeMap::from([(String::new(), (counted.trials, 1.0))]);
    if let Whole::Class(class) = whole {
        for ((_, row), count) in counted.rows.iter().filter(|((metric, _), _)| metric == class) {
            classes.insert(row[0].clone(), (*count, 0.0));
        }
        for chance in &means {
            let row = &rules.rows()[chance.key as usize];
            if row.metric.0 == class {
                classes.entry(row.columns[0].clone()).or_default().1 += chance.mean;
            }
        }
    }
    // Where kinds are rows too, several may have one name, each of which is made once a trial.
    if whole == Whole::Named {
        for chance in &means {
            let row = &rules.rows()[chance.key as usize];
            if row.metric == Metric::KIND {
                let made = classes.entry(named("", &row.columns)).or_default();
                made.1 += chance.mean;
                made.0 = (made.1 * counted.trials as f64).round() as u64;
            }
        }
    }
    for metric in rules.exact_metrics().iter().filter(|metric| !without.contains(&metric.0)) {
        let of_metric = counted.rows.iter().filter(|((name, _), _)| name == metric.0);
        let mut left: BTreeMap<_, _> = of_metric.map(|((_, row), count)| (row.clone(), *count)).collect();
        let mut parts: BTreeMap<String, Parts> = BTreeMap::new();
        for chance in &means {
            let row = &rules.rows()[chance.key as usize];
            if row.metric != *metric {
                continue;
            }
            let class = named(metric.0, &row.columns);
            let (whole, mean) = classes.get(&class).copied().unwrap_or((counted.trials, 1.0));
            let parts = parts.entry(class).or_insert_with(|| Parts { whole, pairs: Vec::new() });
            parts.pairs.push((left.remove(&row.columns).unwrap_or(0), chance.mean / mean * whole as f64));
        }
        assert!(left.is_empty(), "{title} {}: counted but without a chance: {left:?}", metric.0);
        for (class, parts) in parts {
            let (statistic, freedom) = chi_square(&parts.pairs, parts.whole);
            tests.push((format!("{title} {} {class}", metric.0), metric.0, statistic, freedom));
        }
    }
}

/// χ² of (counted, expected), and its degrees of freedom; what isn't in any row is one more where it can be.
pub fn chi_square(pairs: &[(u64, f64)], trials: u64) -> (f64, u32) {
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

fn judge(tests: &[Test], whole: Whole) -> GateResult {
    let p: Vec<f64> = tests.iter().map(|(_, _, statistic, freedom)| chi_square_sf(*statistic, *freedom)).collect();
    let corrected = holm(&p);
    let worst = (0..tests.len()).min_by(|a, b| corrected[*a].total_cmp(&corrected[*b])).expect("a test");
    assert!(corrected[worst] >= FALSE_ALARM, "{:?}: p {:e}, {:e} after Holm", tests[worst], p[worst], corrected[worst]);
    let mut all: BTreeMap<&'static str, (f64, u32, f64)> = BTreeMap::new();
    for (_, metric, statistic, freedom) in tests {
        let sum = all.entry(metric).or_default();
        *sum = (sum.0 + statistic, sum.1 + freedom, 0.0);
    }
    let metrics = all.len() as f64;
    for (metric, (statistic, freedom, above)) in &mut all {
        // Too small is as wrong as too large.
        *above = chi_square_sf(*statistic, *freedom);
        let least = FALSE_ALARM / 2.0 / metrics;
        let may_be = whole == Whole::Named || *freedom == 0 || above.min(1.0 - *above) >= least;
        assert!(may_be, "all of {metric}: χ² {statistic} of {freedom}, p {above:e}");
    }
    GateResult { tests: tests.len(), smallest: corrected[worst], all }
}
