//! The key space of this family's batches.

use std::sync::Arc;

use super::{
    super::{EgoModel, EgoSpec, Failure},
    values::ValueCounter,
};
use affixboard_model::{
    batch::{Detail, KeySpace, Metric, Names},
    catalog::{AffixId, ArtifactId, KindId},
};

/// Failure number of drops whose tries for special artifacts failed.
pub(super) const FAILED_SPECIAL: u32 = 1;

/// The key space with the first key of each block.
#[derive(Debug)]
pub(super) struct EgoKeys {
    pub(super) space: KeySpace,
    /// The row of each kind that can be an ego.
    rows: Vec<Option<u32>>,
    egos: u32,
    kind: u32,
    ego: u32,
    number: u32,
    /// What magic made of items, where that is counted.
    magic: Option<u32>,
    artifact: u32,
    failed: u32,
    /// Present if values are counted too.
    pub(super) values: Option<ValueCounter>,
}

impl EgoKeys {
    pub(super) fn new(model: &EgoModel, detail: Detail) -> EgoKeys {
        let catalog = &model.catalog;
        let all: Arc<[KindId]> = (0..catalog.kinds.len() as u32).map(KindId).collect();
        let can_be_ego = |kind: &&KindId| {
            catalog.item_type(catalog.kind(**kind).tval).is_some_and(|item_type| item_type.takes_affixes)
        };
        let wearable: Arc<[KindId]> = all.iter().filter(can_be_ego).copied().collect();
        let mut rows = vec![None; catalog.kinds.len()];
        for (row, kind) in (0..).zip(wearable.iter()) {
            rows[kind.at()] = Some(row);
        }
        let mut space = KeySpace::new(Arc::clone(catalog));
        let fixed = |names: &[&str]| Names::Fixed(names.iter().map(ToString::to_string).collect());
        let nowhere: Arc<[KindId]> = Arc::new([]);
        let failures: &[&str] = match model.spec.special_failure {
            Failure::Nothing => &["no kind at this level", "no special artifact"],
            _ => &["no kind at this level"],
        };
        EgoKeys {
            kind: space.push(Metric::KIND, all, Names::Kind),
            ego: space.push(Metric::AFFIX, Arc::clone(&wearable), Names::Affixes),
            number: space.push(Metric::NAFFIXES, Arc::clone(&wearable), fixed(&["0", "1"])),
            magic: model.spec.magic.map(|magic| space.push(Metric::MAGIC, wearable, fixed(magic.names))),
            artifact: space.push(Metric::ARTIFACT, Arc::clone(&nowhere), Names::Artifacts),
            failed: space.push(Metric::FAILED, nowhere, fixed(failures)),
            // Last, for these have no counters of their own.
            values: (detail == Detail::Full).then(|| ValueCounter::new(model, &mut space)).flatten(),
            space,
            rows,
            egos: catalog.affixes.len() as u32,
        }
    }

    /// The row of a kind that can be an ego.
    pub(super) fn row(&self, kind: KindId) -> Option<u32> {
        self.rows[kind.at()]
    }

    pub(super) fn kind(&self, kind: KindId) -> u32 {
        self.kind + kind.0
    }

    pub(super) fn ego(&self, row: u32, ego: AffixId) -> u32 {
        self.ego + row * self.egos + ego.0
    }

    /// Items by their number of egos: none or one.
    pub(super) fn number(&self, row: u32, egos: u32) -> u32 {
        self.number + row * 2 + egos
    }

    /// Items by what magic made of them, where that is counted.
    pub(super) fn magic(&self, spec: &EgoSpec, row: u32, of: (u16, i8, bool)) -> Option<u32> {
        let magic = spec.magic?;
        let name = (magic.of)(of.0, of.1, of.2);
        self.magic.map(|first| first + row * magic.names.len() as u32 + name)
    }

    pub(super) fn artifact(&self, artifact: ArtifactId) -> u32 {
        self.artifact + artifact.0
    }

    pub(super) fn failed(&self) -> u32 {
        self.failed
    }

    /// Drops that tried the special artifacts in vain, where these come to nothing ([`FAILED_SPECIAL`]).
    pub(super) fn failed_special(&self) -> u32 {
        self.failed + FAILED_SPECIAL
    }
}
