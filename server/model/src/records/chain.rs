//! Chained files as a graph of charts: which follows which, which are missing, and texts that come of walking it.

use std::collections::{BTreeMap, BTreeSet};

use super::shape::{Shape, ShapedFile, ShapedRecord};
use crate::engine::random::Stream;

/// A chart: the records that share its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartNode {
    /// Its number.
    pub chart: i64,
    /// Positions of its records.
    pub records: Vec<usize>,
    /// The charts that may follow it, 0 for the end.
    pub next: BTreeSet<i64>,
    /// Of files whose records have a roll: whether the last one is 100 or more, so that one of them always fits.
    pub is_complete: bool,
}

/// A chained file as a graph. Records are `chart:next:roll:bonus`, where the first whose roll is not below one of 100 is
/// taken, or `chart:next:branch on:branch:chance:…`, where one is taken by its chance.
///
/// Source: Angband, birth.c, `get_history`; Unangband 0.7.0-pre1, `build_room_desc` as docs/games/unangband.md has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartGraph {
    nodes: BTreeMap<i64, ChartNode>,
    has_chances: bool,
}

/// Steps of a walk at most: a circle would never end.
pub(super) const MOST_STEPS: usize = 200;
/// Records with this many numbers or more have chances instead of rolls.
const WITH_CHANCES: usize = 6;

pub(super) const CHART: usize = 0;
pub(super) const NEXT: usize = 1;
pub(super) const ROLL: usize = 2;
const BRANCH_ON: usize = 2;
const BRANCH: usize = 3;
const CHANCE: usize = 4;

impl ChartGraph {
    /// The graph of a file; `None` where it is not chained.
    pub fn of(file: &ShapedFile) -> Option<ChartGraph> {
        if file.shape != Shape::Chained {
            return None;
        }
        let has_chances = file.records.iter().all(|record| record.lines[0].parts().count() >= WITH_CHANCES);
        let mut nodes: BTreeMap<i64, ChartNode> = BTreeMap::new();
        for (at, record) in file.records.iter().enumerate() {
            let number = |part| field(record, part);
            let node = nodes.entry(number(CHART)).or_insert_with(|| ChartNode {
                chart: number(CHART),
                records: Vec::new(),
                next: BTreeSet::new(),
                is_complete: has_chances,
            });
            node.records.push(at);
            node.next.insert(number(NEXT));
            if has_chances {
                node.next.extend(Some(number(BRANCH)).filter(|branch| *branch != 0));
            } else {
                node.is_complete |= number(ROLL) >= 100;
            }
        }
        Some(ChartGraph { nodes, has_chances })
    }

    /// The charts by number.
    pub fn nodes(&self) -> impl Iterator<Item = &ChartNode> {
        self.nodes.values()
    }

    /// The chart of a number.
    pub fn node(&self, chart: i64) -> Option<&ChartNode> {
        self.nodes.get(&chart)
    }

    /// Whether records are taken by chances of their own, not by rolls.
    pub(super) fn has_chances(&self) -> bool {
        self.has_chances
    }

    /// Charts that others lead to and that there aren't.
    pub fn missing(&self) -> BTreeSet<i64> {
        let named = self.nodes.values().flat_map(|node| &node.next);
        named.filter(|chart| **chart != 0 && !self.nodes.contains_key(chart)).copied().collect()
    }

    /// Charts that no other leads to: where walks begin.
    pub fn starts(&self) -> Vec<i64> {
        let named: BTreeSet<i64> = self
            .nodes
            .values()
            .flat_map(|node| node.next.iter().filter(|next| **next != node.chart))
            .copied()
            .collect();
        self.nodes.keys().filter(|chart| !named.contains(chart)).copied().collect()
    }

    /// The records of one walk from a chart on, by position. It ends at chart 0, where no record fits, and after
    /// 200 steps.
    pub fn walk(&self, file: &ShapedFile, start: i64, random: &mut Stream) -> Vec<usize> {
        let (mut chart, mut branch, mut walked) = (start, None, Vec::new());
        while let (Some(node), true) = (self.nodes.get(&chart), walked.len() < MOST_STEPS) {
            let chosen = if self.has_chances {
                by_chance(file, node, random)
            } else {
                let roll = i64::from(random.one_to(100));
                node.records.iter().copied().find(|at| field(&file.records[*at], ROLL) >= roll)
            };
            let Some(at) = chosen else { break };
            walked.push(at);
            let number = |part| field(&file.records[at], part);
            if self.has_chances && number(BRANCH_ON) != 0 {
                branch = Some((number(BRANCH_ON), number(BRANCH)));
            }
            chart = number(NEXT);
            if let Some((on, to)) = branch
                && on == chart
            {
                (chart, branch) = (to, None);
            }
        }
        walked
    }

    /// The text of one walk: the texts (`D:`) of its records, as they stand one behind the other.
    pub fn text(&self, file: &ShapedFile, start: i64, random: &mut Stream) -> String {
        let walked = self.walk(file, start, random);
        let lines = walked.iter().flat_map(|at| &file.records[*at].lines).filter(|line| line.tag == "D");
        lines.map(|line| line.text.as_str()).collect()
    }
}

pub(super) fn field(record: &ShapedRecord, part: usize) -> i64 {
    record.lines[0].number(part).unwrap_or(0)
}

fn by_chance(file: &ShapedFile, node: &ChartNode, random: &mut Stream) -> Option<usize> {
    let weight = |at: usize| u32::try_from(field(&file.records[at], CHANCE)).unwrap_or(0).min(1_000_000);
    let all: u32 = node.records.iter().map(|at| weight(*at)).fold(0, u32::saturating_add);
    if all == 0 {
        return None;
    }
    let mut drawn = random.below(all);
    node.records.iter().copied().find(|at| {
        let weight = weight(*at);
        let is_it = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        is_it
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        records::shaped,
        text::{FileId, SourceFile},
    };

    fn file(text: &str) -> ShapedFile {
        shaped(&SourceFile::new("x.txt", text.as_bytes().to_vec()), FileId(0), None).expect("records")
    }

    const HISTORY: &str =
        "N:1:2:50:50\nD:You are tall\nN:1:3:100:50\nD:You are small\nN:2:0:100:40\nD:.\nN:3:4:90:60\nD:!\n";

    #[test]
    fn a_history_as_a_graph() {
        let file = file(HISTORY);
        let chain = ChartGraph::of(&file).expect("a chain");
        let found: Vec<_> = chain.nodes().map(|node| (node.chart, node.records.len(), node.is_complete)).collect();
        assert_eq!(found, [(1, 2, true), (2, 1, true), (3, 1, false)]);
        assert_eq!(chain.missing(), BTreeSet::from([4]));
        assert_eq!(chain.starts(), [1]);
    }

    /// Tall in 50 of 100; then always a full stop. Small otherwise, and then "!" in 90 of 100.
    #[test]
    fn texts_come_as_often_as_their_rolls_say() {
        let file = file(HISTORY);
        let chain = ChartGraph::of(&file).expect("a chain");
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        let mut random = Stream::seeded([7, 0, 0]);
        for _ in 0..10_000 {
            *counts.entry(chain.text(&file, 1, &mut random)).or_default() += 1;
        }
        // Five standard deviations of 10,000 draws.
        for (text, share) in [("You are tall.", 0.5), ("You are small!", 0.45), ("You are small", 0.05)] {
            let (n, expected) = (10_000.0, 10_000.0 * share);
            let deviation: f64 = n * share * (1.0 - share);
            let count = f64::from(counts.remove(text).unwrap_or(0));
            assert!((count - expected).abs() < 5.0 * deviation.sqrt(), "{text}: {count}");
        }
        assert!(counts.is_empty(), "{counts:?}");
    }

    #[test]
    fn a_branch_is_taken_once() {
        let text = "N:1:2:3:4:10:10:0:60\nD:a\nN:2:3:0:0:10:10:0:60\nD:b\nN:3:0:0:0:10:10:0:60\nD:c\nN:4:3:0:0:10:10:0:60\nD:d\n\
                    N:4:3:0:0:0:10:0:60\nD:never\n";
        let file = file(text);
        let chain = ChartGraph::of(&file).expect("a chain");
        let mut random = Stream::seeded([7, 0, 0]);
        // Chart 2 leads to 3, which is replaced by 4; that leads to 3, which isn't any more.
        assert_eq!(chain.text(&file, 1, &mut random), "abdc");
        // A circle ends.
        let circle = self::file("N:1:2:100:1\nD:x\nN:1:2:100:1\nN:2:1:100:1\n");
        let chain = ChartGraph::of(&circle).expect("a chain");
        assert_eq!(chain.walk(&circle, 1, &mut random).len(), MOST_STEPS);
    }
}
