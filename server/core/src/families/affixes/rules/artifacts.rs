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
    possible: Vec<(ArtifactId, KindId)>,
    /// Lines that always pass: the sum of weights up to each, and whose it is, as a position in `possible`.
    certain: Vec<(u32, u32)>,
    /// The others: by artifact where its kind is out of depth too.
    uncertain: Vec<Uncertain>,
    /// For each of these, once in how many tries it passes.
    odds: Vec<u32>,
}

#[derive(Debug)]
struct Uncertain {
    /// A position in `possible`.
    at: u32,
    /// Weight of each line, and once in how many tries it passes; 1: always.
    lines: Vec<(u32, u32)>,
}

/// Odds that are rolled with one word. Levels are bytes, so that odds are at most 3 × 255, and the product below 2^48.
const AT_ONCE: usize = 5;

impl Artifacts {
    pub(super) fn new(catalog: &Catalog) -> Artifacts {
        let artifacts = catalog.artifacts.iter().enumerate();
        let all = artifacts.filter_map(|(at, artifact)| {
            let kind = catalog.find_kind(artifact.tval, artifact.sval)?;
            let (kind_min, kind_max) =
                catalog.kind(kind).allocations.first().map_or((0, 0), |line| (line.min, line.max));
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
        let mut at_depth = AtDepth::default();
        let mut total = 0;
        for artifact in self.all.iter().filter(|artifact| artifact.kind_max == 0 || fits(artifact.kind_max)) {
            let at = at_depth.possible.len() as u32;
            let of_kind = odds(artifact.kind_min, 3);
            let lines = artifact.lines.iter().filter(|line| fits(line.2));
            let lines = lines.map(|&(commonness, min, _)| (commonness, odds(min, 2)));
            let (certain, uncertain): (Vec<_>, Vec<_>) = lines.partition(|line| of_kind == 1 && line.1 == 1);
            if !certain.is_empty() || !uncertain.is_empty() {
                at_depth.possible.push((artifact.id, artifact.kind));
            }
            for (commonness, _) in certain {
                total += commonness;
                at_depth.certain.push((total, at));
            }
            if of_kind == 1 {
                // Lines that depend on nothing but themselves.
                for (commonness, odds) in uncertain {
                    at_depth.uncertain.push(Uncertain { at, lines: vec![(commonness, 1)] });
                    at_depth.odds.push(odds);
                }
            } else if !uncertain.is_empty() {
                at_depth.uncertain.push(Uncertain { at, lines: uncertain });
                at_depth.odds.push(of_kind);
            }
        }
        at_depth
    }
}

impl AtDepth {
    /// The artifacts that can be made, with their kinds.
    pub(super) fn possible(&self) -> impl Iterator<Item = (ArtifactId, KindId)> + '_ {
        self.possible.iter().copied()
    }

    /// Lines that always pass: whose they are, as a position in what is possible, and their weight.
    pub(super) fn certain_lines(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let before = std::iter::once(0).chain(self.certain.iter().map(|line| line.0));
        self.certain.iter().zip(before).map(|((up_to, at), before)| (*at, up_to - before))
    }

    /// The others, by what is rolled for together first: whose they are, once in how many tries that passes, and the
    /// lines: weight, and once in how many tries it passes then.
    pub(super) fn uncertain_lines(&self) -> impl Iterator<Item = (u32, u32, &[(u32, u32)])> {
        self.uncertain.iter().zip(&self.odds).map(|(artifact, odds)| (artifact.at, *odds, &artifact.lines[..]))
    }

    /// Tries to make an artifact. `passed` is scratch.
    pub(super) fn draw(&self, random: &mut Stream, passed: &mut Vec<(u32, u32)>) -> Option<(ArtifactId, KindId)> {
        passed.clear();
        let certain = self.certain.last().map_or(0, |line| line.0);
        let mut total = certain;
        for (artifacts, odds) in self.uncertain.chunks(AT_ONCE).zip(self.odds.chunks(AT_ONCE)) {
            let mut came = random.one_in_each(odds);
            while came != 0 {
                let artifact = &artifacts[came.trailing_zeros() as usize];
                came &= came - 1;
                for &(weight, odds) in &artifact.lines {
                    if odds == 1 || random.one_in(odds) {
                        total += weight;
                        passed.push((total, artifact.at));
                    }
                }
            }
        }
        if total == 0 {
            return None;
        }
        let roll = random.below(total);
        let lines = if roll < certain { &self.certain } else { passed };
        let at = lines.partition_point(|(up_to, _)| *up_to <= roll);
        Some(self.possible[lines[at].1 as usize])
    }
}
