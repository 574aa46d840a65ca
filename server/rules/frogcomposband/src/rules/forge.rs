//! The forge: drops that are counted, and what can be made at all.

use std::sync::Arc;

use super::{
    super::{model::FrogModel, numbers::FrogNumbers, stats::FrogKind},
    artifacts::ArtifactTables,
    chances::CellChances,
    curses::Curses,
    devices::DeviceTables,
    egos::EgoPools,
    keys::FrogKeys,
    kinds::KindTables,
    outcome::{ChosenEffect, Magic, Observer, Outcome},
    quality::{Circumstances, FrogQuality},
    values::Rolling,
};
use affixboard_model::{
    batch::{Cell, Counts, Detail, ItemIdentity, KeySpace},
    catalog::KindId,
    engine::{evaluator::Evaluator as _, random::Stream, single_flight::SingleFlight},
    game::{ExactChances, Explain, Forge, KindChances, Pool},
};

/// The rules for one catalog.
pub(crate) struct FrogForge {
    pub(super) stats: Arc<[FrogKind]>,
    pub(super) numbers: FrogNumbers,
    pub(super) keys: FrogKeys,
    pub(super) kinds: KindTables,
    pub(super) artifacts: ArtifactTables,
    pub(super) egos: EgoPools,
    pub(super) devices: DeviceTables,
    pub(super) curses: Curses,
    pub(super) chances: SingleFlight<Cell, CellChances>,
}

/// Cells whose chances are kept.
const CELLS: usize = 64;

impl FrogForge {
    pub(crate) fn new(model: &FrogModel, detail: Detail) -> FrogForge {
        FrogForge {
            stats: Arc::clone(&model.kinds),
            numbers: model.numbers,
            keys: FrogKeys::new(model, detail),
            kinds: KindTables::new(model),
            artifacts: ArtifactTables::new(model),
            egos: EgoPools::new(model),
            devices: DeviceTables::new(),
            curses: Curses::new(model),
            chances: SingleFlight::with_capacity(CELLS),
        }
    }
}

/// Counts of a cell's drops.
struct Made<'a> {
    forge: &'a FrogForge,
    counts: &'a mut Counts,
    /// Items that may be cursed: the key of those that are, the odds, how many items. They are drawn last, so that all else is
    /// drawn as without them.
    cursable: Vec<(u32, (u64, u64), u64)>,
    /// Their values, where those are drawn.
    values: Option<Rolling<'a>>,
    /// What the devices do that come next: effect and the level it was chosen at, with their number.
    devices: Vec<(ChosenEffect, u64)>,
}

impl Observer<u64> for Made<'_> {
    fn item(&mut self, kind: KindId, outcome: Outcome, magic: Magic, items: u64) {
        if items == 0 {
            return;
        }
        // A shard makes too few drops for a counter to overflow.
        self.forge.keys.of_item(kind, outcome).for_each(|key| self.counts.add_many(key, items as u32));
        if let Some(key) = self.forge.keys.cursed(kind, outcome) {
            let odds = self.forge.curses.odds(kind, outcome, magic);
            if odds.0 > 0 {
                self.cursable.push((key, odds, items));
            }
        }
        if !self.counts.has_log() {
            if let Some(values) = &mut self.values {
                values.count(kind, outcome, magic, items, self.counts);
            }
            return;
        }
        let egos = match outcome {
            Outcome::Ego(ego) => Some(ego),
            _ => None,
        };
        let identity = match outcome {
            Outcome::Artifact(artifact) => ItemIdentity::of_artifact(kind, artifact),
            _ => ItemIdentity::with_affixes(kind, egos.as_slice(), None),
        };
        if let Some(values) = &mut self.values {
            values.log(&identity, (kind, outcome, magic), (items, &self.devices), self.counts);
        } else if self.counts.wants(&identity) {
            (0..items).for_each(|_| self.counts.log(&identity, Vec::new(), None));
        }
    }

    fn devices(&mut self, parts: &[(ChosenEffect, u64)]) {
        self.devices.clear();
        self.devices.extend_from_slice(parts);
    }

    fn device(&mut self, kind: KindId, effect: u32, items: u64) {
        self.counts.add_many(self.forge.keys.device(kind, effect), items as u32);
    }
}

impl Forge for FrogForge {
    fn pool(&self, kind: KindId, generation_level: u32, _: u8) -> Arc<Pool> {
        Arc::new(self.egos.shown(kind, generation_level))
    }

    fn keys(&self) -> &KeySpace {
        &self.keys.space
    }

    fn possible(&self, cell: Cell) -> Box<dyn Fn(u32) -> bool + '_> {
        let chances = self.chances_of(cell);
        let dense = self.keys.space.dense();
        Box::new(move |key| {
            if (key as usize) < dense {
                return chances.can_occur(key);
            }
            // A value may be there wherever its kind is.
            self.keys.space.key(key).kind.is_none_or(|kind| chances.can_occur(self.keys.kind(kind)))
        })
    }

    fn run(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        let quality = FrogQuality::at(cell.quality);
        let values = self.keys.values.as_ref().map(|values| Rolling::new(values, random));
        let mut made = Made { forge: self, counts, cursable: Vec::new(), values, devices: Vec::new() };
        let mut failed = 0;
        for (level, drops) in random.split(&quality.levels(cell.depth), drops) {
            let at = Circumstances { depth: cell.depth, level, quality };
            let mut left = drops;
            for _ in 0..quality.attempts {
                left = self.attempt(at, cell.kind, left, random, &mut made);
                if left == 0 {
                    break;
                }
            }
            failed += left;
        }
        let Made { counts, cursable, .. } = made;
        counts.add_many(self.keys.failed(), failed as u32);
        for (key, odds, items) in cursable {
            counts.add_many(key, random.pass(items, odds) as u32);
        }
    }

    fn exact(&self) -> Option<&dyn ExactChances> {
        Some(self)
    }

    fn kind_chances(&self) -> Option<&dyn KindChances> {
        Some(self)
    }

    fn explain(&self) -> Option<&dyn Explain> {
        Some(self)
    }
}
