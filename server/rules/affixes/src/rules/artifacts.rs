//! Choice of an artifact (RULES 2.7): out-of-depth rolls for each, then a weighted choice among those that passed.

use affixboard_model::{
    catalog::{ArtifactId, Catalog, KindId},
    engine::random::Stream,
};

/// All artifacts that can be generated.
#[derive(Debug)]
pub(super) struct ArtifactTable {
    all: Vec<Candidate>,
}

#[derive(Debug)]
struct Candidate {
    id: ArtifactId,
    kind: KindId,
    kind_min: u32,
    kind_max: u32,
    /// (Commonness, first level, last level) of the allocations before the first with commonness 0.
    lines: Vec<(u32, u32, u32)>,
}

/// The artifacts that are possible at one depth.
#[derive(Debug, Default)]
pub(super) struct DepthArtifacts {
    possible: Vec<(ArtifactId, KindId)>,
    /// Lines that always pass: (cumulative weight, index into `possible`).
    certain: Vec<(u32, u32)>,
    /// Lines that need a roll, grouped by artifact if its kind needs one too.
    uncertain: Vec<Uncertain>,
    /// For each of `uncertain` n: it passes with probability 1/n.
    odds: Vec<u32>,
}

#[derive(Debug)]
struct Uncertain {
    /// Index into `possible`.
    at: u32,
    /// (Weight, n) of each line, which passes with probability 1/n.
    lines: Vec<(u32, u32)>,
}

/// Number of odds rolled with one random word. Levels are bytes, so odds are at most 3 × 255 and their product below
/// 2^48.
const AT_ONCE: usize = 5;

impl ArtifactTable {
    pub(super) fn new(catalog: &Catalog) -> ArtifactTable {
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
        ArtifactTable { all: all.collect() }
    }

    /// The artifacts possible at a depth, which is also the creation level.
    pub(super) fn at_depth(&self, depth: u32) -> DepthArtifacts {
        if depth == 0 {
            return DepthArtifacts::default();
        }
        // At levels below `min` the probability is 1 / (missing levels × factor).
        let odds = |min: u32, factor| if min > depth { (min - depth) * factor } else { 1 };
        let fits = |max: u32| max >= depth;
        let mut at_depth = DepthArtifacts::default();
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
                // Lines whose kind always passes are independent.
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

impl DepthArtifacts {
    /// The possible artifacts, with their kinds.
    pub(super) fn possible(&self) -> impl Iterator<Item = (ArtifactId, KindId)> + '_ {
        self.possible.iter().copied()
    }

    /// Lines that always pass: (index into [`Self::possible`], weight).
    pub(super) fn certain_lines(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let before = std::iter::once(0).chain(self.certain.iter().map(|line| line.0));
        self.certain.iter().zip(before).map(|((up_to, at), before)| (*at, up_to - before))
    }

    /// Lines that need rolls, in groups with a common first roll: (index into [`Self::possible`], n of the first roll,
    /// lines as (weight, n)); rolls pass with probability 1/n.
    pub(super) fn uncertain_lines(&self) -> impl Iterator<Item = (u32, u32, &[(u32, u32)])> {
        self.uncertain.iter().zip(&self.odds).map(|(artifact, odds)| (artifact.at, *odds, &artifact.lines[..]))
    }

    /// Tries to generate an artifact. `passed` is scratch space.
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
