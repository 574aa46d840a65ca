//! Chances without sampling, of all that batches count.

use std::sync::Arc;

use super::{
    super::tables::tval,
    chances::CellChances,
    forge::FrogForge,
    jewels,
    keys::FrogKeys,
    outcome::{Observer, Outcome},
    quality::{Circumstances, FrogQuality},
};
use affixboard_model::{
    batch::{Cell, Entry, Key, Metric},
    catalog::{AffixId, KindId},
    engine::evaluator::{Evaluator as _, ExactEvaluator},
    game::{Cancelled, Chance, ExactChances, KindChances, Mean, PairChance},
};

/// Probabilities by key.
struct Probabilities<'a> {
    keys: &'a FrogKeys,
    by_key: Vec<f64>,
    special: Vec<f64>,
    is_special: &'a dyn Fn(Outcome) -> bool,
}

impl Observer<f64> for Probabilities<'_> {
    fn item(&mut self, kind: KindId, outcome: Outcome, part: f64) {
        for key in self.keys.of_item(kind, outcome) {
            self.by_key[key as usize] += part;
        }
        if (self.is_special)(outcome) {
            self.special[kind.at()] += part;
        }
    }

    fn device(&mut self, kind: KindId, effect: u32, part: f64) {
        self.by_key[self.keys.device(kind, effect) as usize] += part;
    }
}

impl FrogForge {
    /// The chances of a cell.
    pub(super) fn chances_of(&self, cell: Cell) -> Arc<CellChances> {
        self.chances.get(cell, || self.compute(cell))
    }

    fn compute(&self, cell: Cell) -> CellChances {
        let quality = FrogQuality::at(cell.quality);
        let is_special = |outcome| match outcome {
            Outcome::Artifact(artifact) => self.artifacts.is_special(artifact),
            _ => false,
        };
        let mut found = Probabilities {
            keys: &self.keys,
            by_key: vec![0.0; self.keys.space.len()],
            special: vec![0.0; self.stats.len()],
            is_special: &is_special,
        };
        let mut failed = 0.0;
        for (level, part) in ExactEvaluator.split(&quality.levels(cell.depth), 1.0) {
            let at = Circumstances { depth: cell.depth, level, quality };
            failed += self.attempt(at, cell.kind, part, &mut ExactEvaluator, &mut found);
        }
        // Each attempt is like the first.
        let mut attempts = 0.0;
        for _ in 0..quality.attempts {
            attempts = 1.0 + failed * attempts;
        }
        let Probabilities { mut by_key, mut special, .. } = found;
        for chance in by_key.iter_mut().chain(&mut special) {
            *chance *= attempts;
        }
        by_key[self.keys.failed() as usize] = failed.powi(quality.attempts as i32);
        let mut all = Chance::of_means(by_key);
        let furthest = |share: f64| {
            let levels = quality.levels(cell.depth);
            levels.shares().map(|(level, _)| jewels::error(share, level)).fold(0.0, f64::max)
        };
        self.set_bounds(&mut all, &furthest);
        CellChances { all, special }
    }

    /// Says how well is known what magic jewels are kept as, which is measured.
    fn set_bounds(&self, chances: &mut [Chance], error: &dyn Fn(f64) -> f64) {
        let mean = |chances: &[Chance], key| chances.iter().find(|chance| chance.key == key).map_or(0.0, |of| of.mean);
        let jewels = (0..).map(KindId).zip(self.stats.iter());
        for (jewel, _) in jewels.filter(|(_, stats)| matches!(stats.tval, tval::RING | tval::AMULET)) {
            let [egos, artifacts] = self.keys.magic(jewel).map(|key| mean(chances, key));
            let all = egos + artifacts;
            if all <= 0.0 {
                continue;
            }
            for chance in &mut *chances {
                let Key { metric, kind, entry } = self.keys.space.key(chance.key);
                let is_kept = matches!(metric, Metric::AFFIX | Metric::NAFFIXES | Metric::MAGIC);
                if kind != Some(jewel) || !is_kept || (metric, entry) == (Metric::MAGIC, Entry::Fixed(0)) {
                    continue;
                }
                // Of those without an ego only random artifacts are measured; the others are blank.
                let is_without = (metric, entry) == (Metric::NAFFIXES, Entry::Fixed(0));
                let part = if is_without { artifacts } else { chance.mean };
                chance.bound = error((part / all).min(1.0)) * all;
            }
        }
    }
}

impl ExactChances for FrogForge {
    fn chances_while(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<Chance>, Cancelled> {
        if !keep_going() {
            return Err(Cancelled);
        }
        let is_asked_for = |chance: &&Chance| match (kinds, self.keys.space.key(chance.key).kind) {
            (Some(kinds), Some(kind)) => kinds.binary_search(&kind).is_ok(),
            _ => true,
        };
        Ok(self.chances_of(cell).all.iter().filter(is_asked_for).copied().collect())
    }

    /// An item has one ego at most, so that none has two.
    fn pair_while(
        &self,
        cell: Cell,
        kind: KindId,
        pair: [AffixId; 2],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<PairChance>, Cancelled> {
        if !keep_going() {
            return Err(Cancelled);
        }
        if cell.kind.is_some_and(|given| given != kind) {
            return Ok(None);
        }
        let chances = self.chances_of(cell);
        let each = pair.map(|ego| self.keys.ego(kind, ego.0).map_or_else(Mean::default, |key| chances.mean(key)));
        Ok(Some(PairChance {
            items: (chances.of(self.keys.kind(kind)) - chances.special[kind.at()]).max(0.0),
            each,
            both: if pair[0] == pair[1] { each[0] } else { Mean::default() },
        }))
    }
}

impl KindChances for FrogForge {
    fn kind_chances(&self, depth: u32, quality: u8) -> Vec<f64> {
        let chances = self.chances_of(Cell { depth, quality, kind: None });
        let special: f64 = chances.special.iter().sum();
        let kinds = (0..self.stats.len() as u32).map(KindId);
        kinds
            .map(|kind| (chances.of(self.keys.kind(kind)) - chances.special[kind.at()]).max(0.0) / (1.0 - special))
            .collect()
    }
}
