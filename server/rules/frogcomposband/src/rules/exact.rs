//! Chances without sampling, of all that batches count.

use std::sync::Arc;

use super::{
    super::tables::tval,
    chances::CellChances,
    forge::FrogForge,
    jewels,
    outcome::{Magic, Observer, Outcome},
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
    forge: &'a FrogForge,
    by_key: Vec<f64>,
    special: Vec<f64>,
    is_special: &'a dyn Fn(Outcome) -> bool,
}

impl Observer<f64> for Probabilities<'_> {
    fn item(&mut self, kind: KindId, outcome: Outcome, magic: Magic, part: f64) {
        for key in self.forge.keys.of_item(kind, outcome) {
            self.by_key[key as usize] += part;
        }
        if let Some(key) = self.forge.keys.cursed(kind, outcome) {
            self.by_key[key as usize] += ExactEvaluator.pass(part, self.forge.curses.odds(kind, outcome, magic));
        }
        if (self.is_special)(outcome) {
            self.special[kind.at()] += part;
        }
    }

    fn device(&mut self, kind: KindId, effect: u32, part: f64) {
        self.by_key[self.forge.keys.device(kind, effect) as usize] += part;
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
            forge: self,
            by_key: vec![0.0; self.keys.space.dense()],
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
        // Where a drop can be of several levels, that of the largest error stands for all.
        let levels = quality.levels(cell.depth);
        let errors = levels.shares().map(|(level, _)| (level, jewels::error(0.5, level)));
        let level = errors.max_by(|one, other| one.1.total_cmp(&other.1)).map_or(cell.depth, |worst| worst.0);
        self.set_bounds(&mut all, level);
        CellChances { all, special }
    }

    /// Says how well is known what magic jewels are kept as at a level, which is measured.
    fn set_bounds(&self, chances: &mut [Chance], level: u32) {
        let is_jewel = |kind: KindId| matches!(self.stats[kind.at()].tval, tval::RING | tval::AMULET);
        // By kind: egos, and random artifacts.
        let mut kept = vec![[0.0; 2]; self.stats.len()];
        for chance in &*chances {
            if let Key { metric: Metric::MAGIC, kind: Some(kind), entry: Entry::Fixed(what @ 1..=2) } =
                self.keys.space.key(chance.key)
            {
                kept[kind.at()][what as usize - 1] += chance.mean;
            }
        }
        for chance in chances {
            let Key { metric, kind, entry } = self.keys.space.key(chance.key);
            let Some(kind) = kind.filter(|kind| is_jewel(*kind)) else { continue };
            let [egos, artifacts] = kept[kind.at()];
            let part = match (metric, entry) {
                (Metric::AFFIX, _)
                | (Metric::NAFFIXES | Metric::CURSED_ITEMS, Entry::Fixed(1))
                | (Metric::MAGIC, Entry::Fixed(1..)) => chance.mean,
                // Of those without an ego only random artifacts are measured; the others are blank.
                (Metric::NAFFIXES, _) => artifacts,
                _ => continue,
            };
            let all = egos + artifacts;
            if all > 0.0 {
                chance.bound = jewels::error((part / all).min(1.0), level) * all;
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
