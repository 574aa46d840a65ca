//! The oracle gate: our rules against what the original program generated, cell by cell and metric by metric.
//!
//! Rows that exclude each other (kinds; numbers of affixes, themes and artifacts per item) are one two-sample χ² test a
//! cell. An affix is a test of its own, over the items that carry it, stratified by kind where kinds are given. Counts that
//! one item can raise several times (roll-backs, steps) are tested with the largest variance they can have. All p-values
//! together are corrected after Holm, which holds whatever their dependence; and those of the χ² tests must look uniform,
//! where a small systematic error shows first. Seeds are fixed, so a false alarm comes never or always: the chance that a
//! seed gives one is [`FALSE_ALARM`] for each of the two checks.

use std::{collections::BTreeMap, num::NonZeroU64, path::Path};

use affixboard_model::{
    batch::{Counts, Detail, Plan, Tally, run_shard},
    catalog::KindId,
    game::{Loaded, Switches},
    stats::{chi_square_sf, holm, two_sample_chi_square},
};

use super::{Rows, p_values::Found};

/// Of each check.
pub const FALSE_ALARM: f64 = 0.001;
/// Least number of both sides together for a test of one count.
const LEAST: u64 = 25;

/// What is compared.
pub struct Gate<'a> {
    pub loaded: &'a Loaded,
    pub oracle: &'a Path,
    /// Only these levels; none: all.
    pub levels: &'a [u32],
    /// Apply magic to given kinds (the oracle's `fixed` file) instead of whole drops.
    pub fixed: bool,
    /// Our drops for one of the oracle's.
    pub times: u64,
    pub seed: u64,
    pub metrics: &'a Metrics,
}

/// What a tally counts.
pub struct Metrics {
    /// Of whose names an item has one at most.
    pub exclusive: &'static [&'static str],
    /// Of whose names it may have several; with the variance of what one item adds, at most, as a multiple of its mean.
    pub single: &'static [(&'static str, f64)],
    /// Names that the program changes after it has read them: as read, and as counted.
    pub renamed: &'static [(&'static str, &'static str)],
    /// Whether the oracle's affixes are egos.
    pub egos: bool,
}

impl Metrics {
    /// Those of games with affixes.
    pub const AFFIXES: Metrics = Metrics {
        exclusive: &["kind", "naffixes", "theme", "artifact", "failed"],
        single: &[
            ("affix", 1.0),
            ("affix_mult", 8.0),
            ("affix_level", 8.0),
            ("rollback_affix", 8.0),
            ("rollback_theme", 8.0),
            ("rollback_cause", 8.0),
            ("rollback_theme_cause", 8.0),
            ("attempts", 8.0),
        ],
        renamed: &[],
        egos: false,
    };
}

struct Test {
    name: String,
    p: f64,
    /// Whether the p-value is uniform under agreement, not merely conservative.
    is_exact: bool,
}

type Counted = BTreeMap<(String, String, String), u64>;

fn of_metric(rows: &Rows, metric: &str) -> Counted {
    let rows = rows.iter().filter(|(key, _)| key.0 == metric);
    rows.map(|(key, count)| ((key.1.clone(), key.2.clone(), key.3.clone()), *count)).collect()
}

/// Runs the gate and prints what it found; panics where the original and we disagree.
pub fn check(gate: &Gate<'_>) {
    let words = gate.loaded.game.words();
    let oracle = super::tally_at(gate.oracle, gate.levels);
    let mut tests = Vec::new();
    for ((depth, quality), (n, theirs)) in &oracle {
        let at = words.qualities.iter().position(|name| name == quality).expect("a quality") as u8;
        let ours = generate(gate, *depth, at, *n * gate.times, theirs);
        let cell = format!("{depth} {quality}");
        compare(&mut tests, &cell, (&ours, n * gate.times), (theirs, *n), (gate.metrics, gate.fixed));
    }
    report(gate, &tests, oracle.len());
}

fn generate(gate: &Gate<'_>, depth: u32, quality: u8, drops: u64, theirs: &Rows) -> Rows {
    let forge = gate.loaded.model.forge();
    let catalog = &gate.loaded.catalog;
    let kinds: Vec<KindId> = if gate.fixed {
        // Two kinds may share tval and sval; the name tells them apart.
        let named = |key: &(String, String, String)| {
            (0..catalog.kinds.len() as u32).map(KindId).find(|id| {
                let kind = catalog.kind(*id);
                (kind.tval.to_string(), kind.sval.to_string(), kind.name.clone()) == *key
            })
        };
        let mut kinds: Vec<_> = of_metric(theirs, "kind").keys().filter_map(named).collect();
        kinds.sort();
        kinds
    } else {
        Vec::new()
    };
    let plan = Plan {
        target: None,
        depths: vec![depth],
        qualities: vec![quality],
        kinds,
        drops: NonZeroU64::new(drops).expect("positive"),
        seed: gate.seed,
        switches: Switches::coded(),
        detail: Detail::Identity,
    };
    let mut counts = Counts::new(forge.keys());
    let mut tally = Tally::default();
    for shard in plan.shards() {
        tally.add(shard.cell, &run_shard(forge.as_ref(), &shard, plan.seed, &mut counts));
    }
    let mut rows = Rows::new();
    for (_, row) in tally.rows(forge.keys(), gate.loaded.game.words()) {
        let (tval, sval) = row.about.place.map_or_else(Default::default, |(t, s)| (t.to_string(), s.to_string()));
        let renamed = gate.metrics.renamed.iter().find(|renamed| renamed.0 == row.about.name);
        let name = renamed.map_or(row.about.name, |renamed| renamed.1.to_owned());
        let metric = if gate.metrics.egos && row.about.metric == "affix" { "ego" } else { row.about.metric };
        *rows.entry((metric.to_owned(), tval, sval, name)).or_default() += row.count;
    }
    rows
}

/// How many kinds share a type and sval, where more than one does: with given kinds there are as many times the items.
fn shared(theirs: &Rows) -> BTreeMap<(String, String), u64> {
    let mut kinds = BTreeMap::new();
    for (tval, sval, _) in of_metric(theirs, "kind").into_keys() {
        *kinds.entry((tval, sval)).or_insert(0) += 1;
    }
    kinds
}

fn compare(
    tests: &mut Vec<Test>,
    cell: &str,
    (ours, n): (&Rows, u64),
    (theirs, m): (&Rows, u64),
    (metrics, fixed): (&Metrics, bool),
) {
    let shared = if fixed { shared(theirs) } else { BTreeMap::new() };
    for metric in metrics.exclusive.iter().copied() {
        let (ours, theirs) = (of_metric(ours, metric), of_metric(theirs, metric));
        if fixed && metric == "kind" {
            assert_eq!(ours.len(), theirs.len(), "{cell}: kinds");
            continue;
        }
        // With given kinds every kind is a sample of its own; their χ² add up.
        let mut strata: BTreeMap<(String, String), [Vec<u64>; 2]> = BTreeMap::new();
        for key in ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(*key))) {
            let stratum = if fixed { (key.0.clone(), key.1.clone()) } else { Default::default() };
            let columns = strata.entry(stratum).or_default();
            columns[0].push(ours.get(key).copied().unwrap_or(0));
            columns[1].push(theirs.get(key).copied().unwrap_or(0));
        }
        let (mut statistic, mut dof) = (0.0, 0);
        for (place, [a, b]) in &strata {
            let times = shared.get(place).copied().unwrap_or(1);
            let test = two_sample_chi_square(a, n * times, b, m * times).expect("two samples");
            statistic += test.statistic;
            dof += test.dof;
        }
        if dof > 0 {
            tests.push(Test { name: format!("{cell} {metric}"), p: chi_square_sf(statistic, dof), is_exact: true });
        }
    }
    single_counts(tests, cell, (ours, n), (theirs, m), (metrics, fixed));
}

/// Tests of one count each.
#[expect(clippy::many_single_char_names, reason = "n, m, a, b, p are the formula's own letters")]
fn single_counts(
    tests: &mut Vec<Test>,
    cell: &str,
    (ours, n): (&Rows, u64),
    (theirs, m): (&Rows, u64),
    (metrics, fixed): (&Metrics, bool),
) {
    for (metric, spread) in metrics.single.iter().copied() {
        let (ours, theirs) = (of_metric(ours, metric), of_metric(theirs, metric));
        // The oracle's files for given kinds don't have every metric.
        if theirs.is_empty() && fixed {
            continue;
        }
        // Per name over kinds: difference of the rates, and its variance.
        let mut sums: BTreeMap<&str, (f64, f64, u64)> = BTreeMap::new();
        let mut names: BTreeMap<&str, [u64; 2]> = BTreeMap::new();
        let (n, m) = (n as f64, m as f64);
        for key in ours.keys().chain(theirs.keys().filter(|key| !ours.contains_key(*key))) {
            let count = |side: &Counted| side.get(key).copied().unwrap_or(0);
            let (a, b) = (count(&ours), count(&theirs));
            let pooled = (a + b) as f64 / (n + m);
            let entry = sums.entry(&key.2).or_default();
            entry.0 += a as f64 / n - b as f64 / m;
            let binomial = if spread > 1.0 { pooled } else { pooled * (1.0 - pooled) };
            entry.1 += spread * binomial * (1.0 / n + 1.0 / m);
            entry.2 += a + b;
            let total = names.entry(&key.2).or_default();
            (total[0], total[1]) = (total[0] + a, total[1] + b);
        }
        for (name, (difference, variance, total)) in sums {
            // The power calculation of the original reads out of bounds here; only a full run could count it.
            if total < LEAST || variance == 0.0 || name == "ability_power negative index" {
                continue;
            }
            let is_exact = metric == "affix" && fixed;
            let p = chi_square_sf(difference * difference / variance, 1);
            let [a, b] = names[name];
            tests.push(Test { name: format!("{cell} {metric} {name} ({a} : {b})"), p, is_exact });
        }
    }
}

fn report(gate: &Gate<'_>, tests: &[Test], cells: usize) {
    let p: Vec<f64> = tests.iter().map(|test| test.p).collect();
    let corrected = holm(&p);
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|a, b| p[*a].total_cmp(&p[*b]));
    println!("{cells} cells, {} tests; the worst:", tests.len());
    for at in order.iter().take(12) {
        println!("  p {:.2e}  after Holm {:.3}  {}", p[*at], corrected[*at], tests[*at].name);
    }
    let mut uniform: Vec<f64> = tests.iter().filter(|test| test.is_exact).map(|test| test.p).collect();
    uniform.sort_by(f64::total_cmp);
    let (distance, ks) = kolmogorov(&uniform);
    let game = gate.loaded.game;
    let found = Found {
        game: game.id(),
        rules_version: game.rules_version(),
        what: if gate.fixed { "given kinds" } else { "whole drops" },
        cells,
        tests: tests.len(),
        // Some levels are no figures of the page.
        times: if gate.levels.is_empty() { gate.times } else { 0 },
        seed: gate.seed,
        smallest: order.first().map_or((1.0, 1.0), |at| (p[*at], corrected[*at])),
        exact: &uniform,
        kolmogorov: (distance, ks),
    };
    println!("{} exact p-values; distance from uniform {distance:.4}, p {ks:.3}", uniform.len());
    println!("{}", found.table());
    let failed: Vec<_> = order.iter().filter(|at| corrected[**at] < FALSE_ALARM).map(|at| &tests[*at].name).collect();
    assert!(failed.is_empty(), "the original and we disagree: {failed:#?}");
    assert!(ks >= FALSE_ALARM, "the p-values are not uniform:\n{}", found.table());
    found.write();
}

/// The Kolmogorov–Smirnov distance of sorted values from the uniform distribution, and how likely one so large is.
pub fn kolmogorov(sorted: &[f64]) -> (f64, f64) {
    let n = sorted.len() as f64;
    let distance = sorted
        .iter()
        .enumerate()
        .map(|(at, p)| (p - at as f64 / n).abs().max(((at + 1) as f64 / n - p).abs()))
        .fold(0.0, f64::max);
    let lambda = (n.sqrt() + 0.12 + 0.11 / n.sqrt()) * distance;
    let term = |k: i32| (if k % 2 == 1 { 2.0 } else { -2.0 }) * (-2.0 * f64::from(k * k) * lambda * lambda).exp();
    (distance, if lambda < 0.2 { 1.0 } else { (1..100).map(term).sum::<f64>().clamp(0.0, 1.0) })
}
