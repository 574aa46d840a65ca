//! What is read of the files, with what the rules look up.

use std::sync::Arc;

use super::{
    item::{ArtifactStats, EgoStats, FIRST_NORMAL_ARTIFACT, KindStats, MadeItem},
    monsters::{encounters::Encounters, race::Race, templates::RaceTemplate},
    power::{SlayPowers, item_power},
};
use affixboard_model::{
    catalog::{Catalog, GuideTable, SortEntry},
    game::{Correction, SubjectRules},
};

/// Kinds, egos, artifacts by position in the catalog, and races by index.
#[derive(Clone)]
pub struct UnangbandModel {
    /// The catalog.
    pub catalog: Arc<Catalog>,
    /// Kinds.
    pub kinds: Arc<[KindStats]>,
    /// Egos.
    pub egos: Arc<[EgoStats]>,
    /// Artifacts, without contradictory flags and with their power.
    pub artifacts: Arc<[ArtifactStats]>,
    /// Races of monsters by index, with their power.
    pub races: Arc<[Race]>,
    /// The lines of each race as the program would write them, by index.
    pub templates: Arc<[RaceTemplate]>,
    /// Powers of slays.
    pub slays: Arc<SlayPowers>,
    /// Entries that the catalog doesn't have.
    pub(super) entries: Arc<[SortEntry]>,
    /// What monsters leave; `None` where no races are read.
    pub(super) encounters: Option<Arc<Encounters>>,
    /// What turns up beside objects.
    pub(super) subjects: Arc<[Arc<dyn SubjectRules>]>,
    /// Tables for designers.
    pub(super) guides: Arc<[GuideTable]>,
    /// Lines that the program would write otherwise.
    pub(super) corrections: Arc<[Correction]>,
}

impl std::fmt::Debug for UnangbandModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("UnangbandModel")
    }
}

impl UnangbandModel {
    /// The power of an item as it is: an artifact's is its own. What is wrong with it counts against it.
    pub fn power(&self, item: &MadeItem) -> i64 {
        let of_item = || {
            let ego = item.ego.map(|ego| &self.egos[ego]);
            item_power(item, &self.kinds[item.kind], ego, &self.slays)
        };
        item.artifact.map_or_else(of_item, |artifact| self.artifacts[artifact].power)
    }

    /// The kind of an artifact: the one with the lowest index.
    pub(super) fn kind_of(&self, artifact: &ArtifactStats) -> Option<usize> {
        self.kinds.iter().position(|kind| (kind.tval, kind.sval) == (artifact.tval, artifact.sval))
    }

    /// The normal artifacts of a type and sval, by index.
    pub(super) fn artifacts_of(&self, place: (u8, u8)) -> impl Iterator<Item = usize> + '_ {
        let is_it = move |artifact: &ArtifactStats| {
            artifact.index >= FIRST_NORMAL_ARTIFACT && (artifact.tval, artifact.sval) == place
        };
        self.artifacts.iter().enumerate().filter(move |(_, artifact)| is_it(artifact)).map(|(at, _)| at)
    }

    /// The egos that can be drawn and name a type and sval.
    pub(super) fn egos_of(&self, (tval, sval): (u8, u8)) -> impl Iterator<Item = usize> + '_ {
        let names = move |ego: &EgoStats| ego.is_drawn() && ego.names(tval, sval);
        self.egos.iter().enumerate().filter(move |(_, ego)| names(ego)).map(|(at, _)| at)
    }
}
