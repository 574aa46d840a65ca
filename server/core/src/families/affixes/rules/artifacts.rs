//! Artifacts (2.7): rolls out of depth for each, then one among those that passed.

use crate::{
    catalog::{ArtifactId, Catalog, KindId},
    engine::random::Stream,
};

/// The artifacts that can be made at all.
#[derive(Debug)]
pub(super) struct Artifacts {
    all: Vec<Candidate>,
}

#[derive(Debug)]
struct Candidate {
    id: ArtifactId,
    kind: KindId,
    kind_min: u32,
    kind_max: u32,
    /// Commonness, first and last level of the lines before the first without commonness.
    lines: Vec<(u32, u32, u32)>,
}

/// The artifacts of one depth: those its maxima don't rule out.
#[derive(Debug, Default)]
pub(super) struct AtDepth {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    id: ArtifactId,
    kind: KindId,
    /// It passes once in so many tries; 1: always.
    odds: u32,
    /// Weight of each line, and once in how many tries it passes.
    lines: Vec<(u32, u32)>,
}

impl Artifacts {
    pub(super) fn new(catalog: &Catalog) -> Artifacts {
        let artifacts = catalog.artifacts.iter().enumerate();
        let all = artifacts.filter_map(|(at, artifact)| {
            let kind = catalog.find_kind(artifact.tval, artifact.sval)?;
            let (kind_min, kind_max) = catalog.kind(kind).allocation.map_or((0, 0), |line| (line.min, line.max));
            let lines: Vec<_> = artifact
                .allocations
                .iter()
                .take_while(|line| line.commonness > 0)
                .map(|line| (line.commonness, line.min, line.max))
                .collect();
            let named = !artifact.name.is_empty() && !lines.is_empty();
            named.then_some(Candidate { id: ArtifactId(at as u32), kind, kind_min, kind_max, lines })
        });
        Artifacts { all: all.collect() }
    }

    /// What can be made at a depth that is also the creation level.
    pub(super) fn at_depth(&self, depth: u32) -> AtDepth {
        if depth == 0 {
            return AtDepth::default();
        }
        // Shallower than `min`, one in (levels missing × factor) passes.
        let odds = |min: u32, factor| if min > depth { (min - depth) * factor } else { 1 };
        let fits = |max: u32| max >= depth;
        let entries = self.all.iter().filter(|artifact| artifact.kind_max == 0 || fits(artifact.kind_max));
        let entries = entries.map(|artifact| Entry {
            id: artifact.id,
            kind: artifact.kind,
            odds: odds(artifact.kind_min, 3),
            lines: artifact
                .lines
                .iter()
                .filter(|line| fits(line.2))
                .map(|&(commonness, min, _)| (commonness, odds(min, 2)))
                .collect(),
        });
        AtDepth { entries: entries.filter(|entry| !entry.lines.is_empty()).collect() }
    }
}

impl AtDepth {
    /// The artifacts that can be made, with their kinds.
    pub(super) fn possible(&self) -> impl Iterator<Item = (ArtifactId, KindId)> + '_ {
        self.entries.iter().map(|entry| (entry.id, entry.kind))
    }

    /// Tries to make an artifact. `passed` is scratch.
    pub(super) fn draw(&self, random: &mut Stream, passed: &mut Vec<(u32, u32)>) -> Option<(ArtifactId, KindId)> {
        passed.clear();
        let mut total = 0;
        for (at, entry) in self.entries.iter().enumerate() {
            if entry.odds != 1 && !random.one_in(entry.odds) {
                continue;
            }
            for &(weight, odds) in &entry.lines {
                if odds == 1 || random.one_in(odds) {
                    total += weight;
                    passed.push((total, at as u32));
                }
            }
        }
        if total == 0 {
            return None;
        }
        let roll = random.below(total);
        let at = passed.partition_point(|(up_to, _)| *up_to <= roll);
        let entry = &self.entries[passed[at].1 as usize];
        Some((entry.id, entry.kind))
    }
}
