//! Artifacts (4, 6): tried one after the other, special ones by themselves, the others on items of their kind.

use super::super::{ArtifactRules, EgoModel};
use affixboard_model::{
    catalog::{ArtifactId, KindId},
    engine::evaluator::Evaluator,
};

/// The artifacts in the order they are tried.
#[derive(Debug)]
pub(super) struct EgoArtifacts {
    special: Vec<Candidate>,
    /// By kind.
    normal: Vec<Vec<Candidate>>,
    /// Whether a special artifact's kind must not be too deep either.
    kind_level: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Candidate {
    id: ArtifactId,
    kind: KindId,
    /// The level of its kind.
    kind_level: u32,
    rules: ArtifactRules,
}

impl Candidate {
    /// The chances it must pass at a depth, in order, each as (times, of): its level, its odds, its kind's level.
    /// `None` if it never passes.
    fn tests(&self, depth: u32, kind_level: bool) -> Option<[(u64, u64); 3]> {
        let rules = &self.rules;
        let out_of = |level: u32, factor: u32| (1, u64::from(level.saturating_sub(depth) * factor).max(1));
        let kind = if kind_level { out_of(self.kind_level, 5) } else { (1, 1) };
        let fits = depth > 0 && depth <= rules.max && rules.odds.times > 0;
        fits.then_some([out_of(rules.min, 2), (rules.odds.times, rules.odds.of), kind])
    }
}

impl EgoArtifacts {
    pub(super) fn new(model: &EgoModel) -> EgoArtifacts {
        let mut artifacts = EgoArtifacts {
            special: Vec::new(),
            normal: vec![Vec::new(); model.kinds.len()],
            kind_level: model.spec.special_kind_level,
        };
        for (rules, at) in model.artifacts.iter().zip(0..) {
            let Some(kind) = rules.kind else { continue };
            let kind_level = model.kinds[kind.at()].level;
            let candidate = Candidate { id: ArtifactId(at), kind, kind_level, rules: rules.clone() };
            if rules.special {
                artifacts.special.push(candidate);
            } else {
                // Items are told by item type and sval, which several kinds may share.
                let of = |id: KindId| (model.catalog.kind(id).tval, model.catalog.kind(id).sval);
                for same in (0..model.kinds.len() as u32).map(KindId).filter(|other| of(*other) == of(kind)) {
                    artifacts.normal[same.at()].push(candidate.clone());
                }
            }
        }
        artifacts
    }

    /// The special artifacts that can be made at a depth, with their kinds.
    pub(super) fn special_at(&self, depth: u32) -> impl Iterator<Item = (ArtifactId, KindId)> + '_ {
        let can_be = move |candidate: &&Candidate| candidate.tests(depth, self.kind_level).is_some();
        self.special.iter().filter(can_be).map(|candidate| (candidate.id, candidate.kind))
    }

    /// The artifacts of a kind that can be made at a depth.
    pub(super) fn of_kind(&self, kind: KindId, depth: u32) -> impl Iterator<Item = ArtifactId> + '_ {
        let can_be = move |candidate: &&Candidate| candidate.tests(depth, false).is_some();
        self.normal[kind.at()].iter().filter(can_be).map(|candidate| candidate.id)
    }

    /// Tries the special artifacts so often; calls `made` for each that comes, with its kind and how often. How many
    /// tries made none.
    pub(super) fn try_special<M: Evaluator>(
        &self,
        depth: u32,
        tries: M::Mass,
        evaluator: &mut M,
        made: impl FnMut(ArtifactId, KindId, M::Mass),
    ) -> M::Mass {
        scan(&self.special, depth, self.kind_level, tries, evaluator, made)
    }

    /// Tries the artifacts of a kind once for each item; calls `made` as above. How many items became none.
    pub(super) fn try_kind<M: Evaluator>(
        &self,
        kind: KindId,
        depth: u32,
        items: M::Mass,
        evaluator: &mut M,
        made: impl FnMut(ArtifactId, KindId, M::Mass),
    ) -> M::Mass {
        scan(&self.normal[kind.at()], depth, false, items, evaluator, made)
    }
}

/// The first that passes all its tests is made.
fn scan<M: Evaluator>(
    candidates: &[Candidate],
    depth: u32,
    kind_level: bool,
    mut left: M::Mass,
    evaluator: &mut M,
    mut made: impl FnMut(ArtifactId, KindId, M::Mass),
) -> M::Mass {
    let nothing = M::Mass::default();
    for candidate in candidates {
        if left == nothing {
            break;
        }
        let Some(tests) = candidate.tests(depth, kind_level) else { continue };
        let passed = tests.into_iter().fold(left, |passed, test| evaluator.pass(passed, test));
        if passed != nothing {
            made(candidate.id, candidate.kind, passed);
            left -= passed;
        }
    }
    left
}
