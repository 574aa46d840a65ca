//! The key space of batches: what an object is, what magic made of it, what a device does.

use std::sync::Arc;

use super::{
    super::{items::roles_of, model::FrogModel, tables::tval},
    curses,
    devices::effects,
    outcome::Outcome,
    values::ValueCounter,
};
use affixboard_model::{
    batch::{Detail, KeySpace, Metric, Names},
    catalog::{ArtifactId, KindId},
};

/// What magic makes of items that can be egos, in the order of their keys.
const MAGIC: [&str; 3] = ["plain", "ego", "random artifact"];
/// What cursed items are besides, in the order of their keys.
const CURSED: [&str; 3] = ["plain", "ego", "artifact"];

/// The key space with the first key of each block.
#[derive(Debug)]
pub(super) struct FrogKeys {
    pub(super) space: KeySpace,
    /// The row of each kind that can be an ego.
    rows: Vec<Option<u32>>,
    /// By kind: the first of its effects.
    effects: Vec<u32>,
    /// By kind: the first of what it is cursed as, if it can be cursed.
    cursed: Vec<Option<u32>>,
    /// What draws and counts values, if that was asked for.
    pub(super) values: Option<ValueCounter>,
    egos: u32,
    kind: u32,
    ego: u32,
    number: u32,
    magic: u32,
    artifact: u32,
    failed: u32,
}

impl FrogKeys {
    pub(super) fn new(model: &FrogModel, detail: Detail) -> FrogKeys {
        let all: Arc<[KindId]> = (0..model.kinds.len() as u32).map(KindId).collect();
        let can_be_ego = |kind: &&KindId| !roles_of(&model.kinds[kind.at()]).is_empty();
        let wearable: Arc<[KindId]> = all.iter().filter(can_be_ego).copied().collect();
        let mut rows = vec![None; model.kinds.len()];
        for (row, kind) in (0..).zip(wearable.iter()) {
            rows[kind.at()] = Some(row);
        }
        let fixed = |names: &[&str]| Names::Fixed(names.iter().map(ToString::to_string).collect());
        let nowhere: Arc<[KindId]> = Arc::new([]);
        let mut space = KeySpace::new(Arc::clone(&model.catalog));
        let mut keys = FrogKeys {
            kind: space.push(Metric::KIND, Arc::clone(&all), Names::Kind),
            ego: space.push(Metric::AFFIX, Arc::clone(&wearable), Names::Affixes),
            number: space.push(Metric::NAFFIXES, Arc::clone(&wearable), fixed(&["0", "1"])),
            magic: space.push(Metric::MAGIC, wearable, fixed(&MAGIC)),
            artifact: space.push(Metric::ARTIFACT, Arc::clone(&nowhere), Names::Artifacts),
            failed: space.push(Metric::FAILED, nowhere, fixed(&["nothing was made"])),
            egos: model.egos.len() as u32,
            effects: vec![0; model.kinds.len()],
            cursed: vec![None; model.kinds.len()],
            values: None,
            rows,
            space,
        };
        for item_type in [tval::STAFF, tval::WAND, tval::ROD] {
            let of_type: Arc<[KindId]> =
                all.iter().filter(|kind| model.kinds[kind.at()].tval == item_type).copied().collect();
            if of_type.is_empty() {
                continue;
            }
            let names = Names::Fixed(effects(item_type).iter().map(|effect| effect.name.to_owned()).collect());
            let first = keys.space.push(Metric::DEVICE, Arc::clone(&of_type), names);
            for (row, kind) in (0..).zip(of_type.iter()) {
                keys.effects[kind.at()] = first + row * effects(item_type).len() as u32;
            }
        }
        let can_be_cursed = |kind: &&KindId| curses::can_be_cursed(&model.kinds[kind.at()]);
        let cursable: Arc<[KindId]> = all.iter().filter(can_be_cursed).copied().collect();
        if !cursable.is_empty() {
            let first = keys.space.push(Metric::CURSED_ITEMS, Arc::clone(&cursable), fixed(&CURSED));
            for (row, kind) in (0..).zip(cursable.iter()) {
                keys.cursed[kind.at()] = Some(first + row * CURSED.len() as u32);
            }
        }
        if detail == Detail::Full && !model.has_one_role {
            // Last, for these have no counters of their own.
            keys.values = Some(ValueCounter::new(model, &mut keys.space));
        }
        keys
    }

    pub(super) fn kind(&self, kind: KindId) -> u32 {
        self.kind + kind.0
    }

    pub(super) fn artifact(&self, artifact: ArtifactId) -> u32 {
        self.artifact + artifact.0
    }

    pub(super) fn failed(&self) -> u32 {
        self.failed
    }

    pub(super) fn device(&self, kind: KindId, effect: u32) -> u32 {
        self.effects[kind.at()] + effect
    }

    /// The key of cursed items of a kind; none of random artifacts, and of kinds that can't be cursed.
    pub(super) fn cursed(&self, kind: KindId, outcome: Outcome) -> Option<u32> {
        let what = match outcome {
            Outcome::Plain => 0,
            Outcome::Ego(_) => 1,
            Outcome::Artifact(_) => 2,
            Outcome::RandomArtifact => return None,
        };
        self.cursed[kind.at()].map(|first| first + what)
    }

    /// The key of an ego on items of a kind that can be one.
    pub(super) fn ego(&self, kind: KindId, ego: u32) -> Option<u32> {
        self.rows[kind.at()].map(|row| self.ego + row * self.egos + ego)
    }

    /// The keys that an item counts under.
    pub(super) fn of_item(&self, kind: KindId, outcome: Outcome) -> impl Iterator<Item = u32> {
        let row = self.rows[kind.at()];
        let of_row = |first: u32, width: u32, at: u32| row.map(|row| first + row * width + at);
        let number = |egos: u32| of_row(self.number, 2, egos);
        let magic = |what: u32| of_row(self.magic, MAGIC.len() as u32, what);
        let others = match outcome {
            Outcome::Plain => [number(0), magic(0), None],
            Outcome::Ego(ego) => [number(1), magic(1), self.ego(kind, ego.0)],
            Outcome::RandomArtifact => [number(0), magic(2), None],
            Outcome::Artifact(artifact) => [Some(self.artifact(artifact)), None, None],
        };
        std::iter::once(self.kind(kind)).chain(others.into_iter().flatten())
    }
}
