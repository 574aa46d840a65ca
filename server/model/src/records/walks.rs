//! Chances of walks through the charts of a chained file whose records have rolls, such as histories of players: how often each
//! record is come by, and what a field of theirs adds up to.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    chain::{CHART, ChartGraph, MOST_STEPS, NEXT, ROLL, field},
    shape::ShapedFile,
};

/// Pairs of chart and sum that are followed at most.
const MOST_SUMS: usize = 50_000;

/// The walks from a chart on: what is come by, how often on average, and the distribution of a sum.
#[derive(Debug, Clone, PartialEq)]
pub struct WalkChances {
    /// Charts that walks may come to, 0 left out.
    pub charts: BTreeSet<i64>,
    /// By position of a record: how often a walk comes by it on average.
    pub records: BTreeMap<usize, f64>,
    /// The chance of each sum of the field over a whole walk. Walks that are longer than 200 steps are left out.
    pub sums: BTreeMap<i64, f64>,
}

/// The chance of each record of a chart, in their order: the first is taken whose roll is not below one of 100.
fn shares(file: &ShapedFile, records: &[usize]) -> Vec<(usize, f64)> {
    let mut below = 0;
    let mut share = |at: &usize| {
        let roll = field(&file.records[*at], ROLL).clamp(0, 100);
        let more = (roll - below).max(0);
        below = below.max(roll);
        (*at, more as f64 / 100.0)
    };
    records.iter().map(&mut share).collect()
}

impl ChartGraph {
    /// The walks from a chart on, with the sum of a field of the records' first lines, less `less` for each record; a part of its
    /// number, from 0. `None` of files that choose by chances, where the way so far counts, and where there are too many sums.
    pub fn walk_chances(&self, file: &ShapedFile, start: i64, part: usize, less: i64) -> Option<WalkChances> {
        if self.has_chances() {
            return None;
        }
        let mut found = WalkChances { charts: BTreeSet::new(), records: BTreeMap::new(), sums: BTreeMap::new() };
        let mut at: BTreeMap<(i64, i64), f64> = BTreeMap::from([((start, 0), 1.0)]);
        for _ in 0..MOST_STEPS {
            let mut then = BTreeMap::new();
            for ((chart, sum), chance) in at {
                let Some(node) = self.node(chart) else {
                    *found.sums.entry(sum).or_insert(0.0) += chance;
                    continue;
                };
                found.charts.insert(chart);
                let mut left = 1.0;
                for (record, share) in shares(file, &node.records) {
                    left -= share;
                    if share > 0.0 {
                        *found.records.entry(record).or_insert(0.0) += chance * share;
                        let record = &file.records[record];
                        let sum = sum.saturating_add(field(record, part).saturating_sub(less));
                        *then.entry((field(record, NEXT), sum)).or_insert(0.0) += chance * share;
                    }
                }
                // Where no roll is high enough the walk ends.
                if left > 1e-12 {
                    *found.sums.entry(sum).or_insert(0.0) += chance * left;
                }
            }
            if then.is_empty() {
                return Some(found);
            }
            if then.len() + found.sums.len() > MOST_SUMS {
                return None;
            }
            at = then;
        }
        Some(found)
    }

    /// The share of each record in its chart, by position; none of a chart that there isn't.
    pub fn shares(&self, file: &ShapedFile, chart: i64) -> Vec<(usize, f64)> {
        self.node(chart).map_or_else(Vec::new, |node| shares(file, &node.records))
    }

    /// The chart of a record.
    pub fn chart_of(&self, file: &ShapedFile, record: usize) -> i64 {
        file.records.get(record).map_or(0, |record| field(record, CHART))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        records::shaped,
        text::{FileId, SourceFile},
    };

    /// Half go on to chart 2 with 10 more, of which nine in ten end with 5 less; of the others nothing fits. Half end at once.
    #[test]
    fn chances_by_hand() {
        let text = "N:1:2:50:60\nD:a\nN:1:0:100:50\nD:b\nN:2:9:90:45\nD:c\nN:2:9:80:99\nD:never\n";
        let file = shaped(&SourceFile::new("x.txt", text.as_bytes().to_vec()), FileId(0), None).expect("records");
        let chain = ChartGraph::of(&file).expect("a chain");
        let found = chain.walk_chances(&file, 1, 3, 50).expect("rolls");
        assert_eq!(found.charts, BTreeSet::from([1, 2]));
        let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
        let records: Vec<f64> = (0..4).map(|at| found.records.get(&at).copied().unwrap_or(0.0)).collect();
        for (found, expected) in records.into_iter().zip([0.5, 0.5, 0.45, 0.0]) {
            near(found, expected);
        }
        assert_eq!(found.sums.keys().copied().collect::<Vec<_>>(), [0, 5, 10]);
        for (sum, expected) in [(0, 0.5), (5, 0.45), (10, 0.05)] {
            near(found.sums[&sum], expected);
        }
        assert_eq!(chain.shares(&file, 2), [(2, 0.9), (3, 0.0)]);
        assert_eq!(chain.shares(&file, 7), []);
        assert_eq!((chain.chart_of(&file, 2), chain.chart_of(&file, 99)), (2, 0));
    }

    /// A circle never ends: nothing is summed up. A chart that there isn't ends at once.
    #[test]
    fn circles_and_missing_charts() {
        let circle = "N:1:2:100:60\nN:2:1:100:60\nN:2:1:100:60\n";
        let file = shaped(&SourceFile::new("x.txt", circle.as_bytes().to_vec()), FileId(0), None).expect("records");
        let chain = ChartGraph::of(&file).expect("a chain");
        let found = chain.walk_chances(&file, 1, 3, 50).expect("rolls");
        assert_eq!((found.charts.len(), found.sums.len()), (2, 0));
        let nowhere = chain.walk_chances(&file, 8, 3, 50).expect("rolls");
        assert_eq!((nowhere.charts.len(), nowhere.sums), (0, BTreeMap::from([(0, 1.0)])));
    }
}
