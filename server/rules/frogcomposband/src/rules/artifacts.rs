//! Artifacts: special ones by themselves, the others on items of their type and number (`make_artifact_special`,
//! `make_artifact`). None has been made before.

use super::{
    super::{model::FrogModel, stats::FrogArtifact},
    outcome::{Magic, Observer, Outcome},
    quality::Circumstances,
};
use affixboard_model::{
    catalog::{ArtifactId, KindId},
    engine::evaluator::Evaluator,
};

/// The artifacts in the order in which they are tried.
#[derive(Debug)]
pub(super) struct ArtifactTables {
    special: Vec<Candidate>,
    /// By kind.
    normal: Vec<Vec<Candidate>>,
}

#[derive(Debug, Clone)]
struct Candidate {
    id: ArtifactId,
    kind: KindId,
    kind_level: u32,
    artifact: FrogArtifact,
}

/// The artifact that comes a third as often as its rarity says.
const RARER: u32 = 60;

impl Candidate {
    /// The tests it must pass: its level, its rarity, its kind's level.
    fn tests(&self, at: Circumstances) -> [(u64, u64); 3] {
        let one_in = |n: u32| (1, u64::from(n.max(1)));
        let FrogArtifact { level, rarity, is_special, index, .. } = self.artifact;
        let too_deep = level.saturating_sub(at.depth);
        if is_special {
            return [one_in(2 * too_deep), one_in(rarity), one_in(5 * self.kind_level.saturating_sub(at.level))];
        }
        [one_in(too_deep * too_deep), one_in(rarity), one_in(if index == RARER { 3 } else { 1 })]
    }
}

impl ArtifactTables {
    pub(super) fn new(model: &FrogModel) -> ArtifactTables {
        let mut tables = ArtifactTables { special: Vec::new(), normal: vec![Vec::new(); model.kinds.len()] };
        for (at, artifact) in (0..).zip(model.artifacts.iter()).filter(|(_, artifact)| !artifact.is_for_quests) {
            let Some(kind) = artifact.kind else { continue };
            let kind_level = model.kinds[kind.at()].level;
            let candidate = Candidate { id: ArtifactId(at), kind, kind_level, artifact: artifact.clone() };
            if artifact.is_special {
                tables.special.push(candidate);
                continue;
            }
            // Items are told by type and number, which several kinds may share.
            let place = (artifact.tval, artifact.sval);
            let same = model.kinds.iter().enumerate().filter(|(_, kind)| kind.place() == place);
            same.for_each(|(kind, _)| tables.normal[kind].push(candidate.clone()));
        }
        tables
    }

    /// Whether an artifact is tried by itself.
    pub(super) fn is_special(&self, artifact: ArtifactId) -> bool {
        self.special.iter().any(|special| special.id == artifact)
    }

    /// Tries the special artifacts so often. Returns how many tries made none.
    pub(super) fn try_special<M: Evaluator>(
        &self,
        at: Circumstances,
        tries: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) -> M::Mass {
        scan(&self.special, at, None, tries, evaluator, observer)
    }

    /// Tries the artifacts of a kind once for each item. Returns how many items became none.
    pub(super) fn try_kind<M: Evaluator>(
        &self,
        kind: KindId,
        at: Circumstances,
        items: M::Mass,
        evaluator: &mut M,
        observer: &mut impl Observer<M::Mass>,
    ) -> M::Mass {
        scan(&self.normal[kind.at()], at, Some(kind), items, evaluator, observer)
    }
}

/// The first that passes all its tests is made; none in town.
fn scan<M: Evaluator>(
    candidates: &[Candidate],
    at: Circumstances,
    kind: Option<KindId>,
    mut left: M::Mass,
    evaluator: &mut M,
    observer: &mut impl Observer<M::Mass>,
) -> M::Mass {
    let nothing = M::Mass::default();
    for candidate in candidates {
        if left == nothing || at.depth == 0 {
            break;
        }
        let passed = candidate.tests(at).into_iter().fold(left, |passed, test| evaluator.pass(passed, test));
        if passed != nothing {
            observer.item(kind.unwrap_or(candidate.kind), Outcome::Artifact(candidate.id), Magic::default(), passed);
            left -= passed;
        }
    }
    left
}
