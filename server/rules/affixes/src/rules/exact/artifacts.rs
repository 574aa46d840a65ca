//! The chance of each artifact, where some pass at times only (2.7).

use super::super::artifacts::DepthArtifacts;
use affixboard_model::{
    catalog::{ArtifactId, KindId},
    engine::quadrature::reciprocal_nodes,
};

/// Each artifact of a depth with its kind and its chance in one try. What is left to 1 is the chance that none passes.
///
/// A line of weight w that passes with chance p is drawn with p·w times the mean of 1/(w + S), with S what all other
/// lines that pass weigh together. As 1/x is the integral of exp(-xu) over all positive u, that mean is the integral of
/// exp(-wu) times the mean of exp(-Su), and the latter is a product over the others, which pass independently of each
/// other. Lines of one artifact whose kind is out of depth pass together or not at all, and then each by its own roll.
pub(super) fn chances(at_depth: &DepthArtifacts) -> Vec<(ArtifactId, KindId, f64)> {
    let possible: Vec<(ArtifactId, KindId)> = at_depth.possible().collect();
    let certain: Vec<(u32, u32)> = at_depth.certain_lines().collect();
    let groups: Vec<Group<'_>> = at_depth
        .uncertain_lines()
        .map(|(at, odds, lines)| Group { at, passes: 1.0 / f64::from(odds), lines })
        .collect();
    let certain_weight: f64 = certain.iter().map(|line| f64::from(line.1)).sum();
    let weights = || groups.iter().flat_map(|group| group.lines).map(|line| f64::from(line.0));
    let all = certain_weight + weights().sum::<f64>();
    let mut chances = vec![0.0; possible.len()];
    let least = weights().chain(certain.iter().map(|line| f64::from(line.1))).fold(all, f64::min);
    if all == 0.0 {
        return Vec::new();
    }
    for (u, width) in reciprocal_nodes(certain_weight.max(least), all) {
        let each: f64 = groups.iter().map(|group| group.mean(u)).product();
        let density = width * (-certain_weight * u).exp() * each;
        for &(at, weight) in &certain {
            chances[at as usize] += f64::from(weight) * density;
        }
        for group in &groups {
            chances[group.at as usize] += density / group.mean(u) * group.drawn(u);
        }
    }
    possible.into_iter().zip(chances).map(|((artifact, kind), chance)| (artifact, kind, chance)).collect()
}

/// Lines of an artifact that are rolled for together first.
struct Group<'a> {
    /// The artifact, a position among those possible.
    at: u32,
    /// Chance that the group passes.
    passes: f64,
    /// Weight, and `n` of the line's chance of one in `n` to pass when its group does.
    lines: &'a [(u32, u32)],
}

impl Group<'_> {
    /// The mean of exp(-u · what passes).
    fn mean(&self, u: f64) -> f64 {
        1.0 - self.passes + self.passes * self.lines.iter().map(|line| of_line(*line, u)).product::<f64>()
    }

    /// The weight of lines that pass, times exp(-u · what passes), on average.
    fn drawn(&self, u: f64) -> f64 {
        let of = |at: usize| {
            let (weight, odds) = self.lines[at];
            let others = self.lines.iter().enumerate().filter(|other| other.0 != at).map(|other| of_line(*other.1, u));
            f64::from(weight) / f64::from(odds) * (-f64::from(weight) * u).exp() * others.product::<f64>()
        };
        self.passes * (0..self.lines.len()).map(of).sum::<f64>()
    }
}

fn of_line((weight, odds): (u32, u32), u: f64) -> f64 {
    let passes = 1.0 / f64::from(odds);
    1.0 - passes + passes * (-f64::from(weight) * u).exp()
}
