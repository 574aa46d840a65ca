//! The chances of a cell: kinds, artifacts, and what items of each kind carry.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::{
        super::{constants::SLOTS, solver::DrawContext},
        forge::AffixForge,
        generation::Generation,
        magic,
    },
    artifacts,
};
use crate::constants::{LEVEL_BONUS, LEVEL_M_BONUS};
use affixboard_model::{
    batch::Cell,
    catalog::{ArtifactId, KindId},
    engine::m_bonus,
    game::{Cancelled, Chance, ParallelTask},
};

/// By key: mean of its count per drop, and the mean's error bound.
#[derive(Debug, Default)]
struct Means(BTreeMap<u32, (f64, f64)>);

impl Means {
    fn add(&mut self, key: u32, mean: f64, bound: f64) {
        let sums = self.0.entry(key).or_default();
        sums.0 += mean;
        sums.1 += bound;
    }
}

/// Which chances of a cell are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum WantedChances {
    /// All.
    All,
    /// Those of kinds and artifacts, which are there before an item draws its affixes.
    KindsAndArtifacts,
}

/// One outcome of the bonus that quality adds to a drop's level (2.1.1).
#[derive(Debug, Clone, Copy)]
pub(super) struct RaisedLevel {
    /// Level that the kind is drawn at.
    pub(super) level: u32,
    /// Level that it gets its magic at.
    pub(super) magic: u32,
    /// Share of all drops that are no artifacts.
    pub(super) share: f64,
}

impl<G: Generation> AffixForge<G> {
    /// The chances of a cell, for these kinds, unless it is told to stop. Each context that was solved by then is kept.
    pub(in super::super) fn exact_cell(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        wanted: WantedChances,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<Chance>, Cancelled> {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let mut means = Means::default();
        let add_items = |means: &mut Means, (level, kind, share): (u32, KindId, f64)| {
            if wanted == WantedChances::KindsAndArtifacts {
                means.add(self.keys.kind(kind), share, 0.0);
                return Ok(());
            }
            self.add_items(means, (cell, quality), (level, kind, share), keep_going)
        };
        let is_wanted = |kind: KindId| kinds.is_none_or(|kinds| kinds.binary_search(&kind).is_ok());
        if let Some(kind) = cell.kind {
            add_items(&mut means, (cell.depth, kind, 1.0))?;
        } else {
            let mut left = 1.0;
            for (artifact, kind, chance) in self.artifacts_of(cell, quality) {
                means.add(self.keys.artifact(artifact), chance, 0.0);
                if is_wanted(kind) {
                    means.add(self.keys.kind(kind), chance, 0.0);
                }
                left -= chance;
            }
            for RaisedLevel { level, magic, share } in self.raised_levels(cell, quality) {
                let share = left * share;
                let chances = self.tables.chances(quality > 0, level, self.all_kinds());
                let made: f64 = chances.iter().sum();
                means.add(self.keys.failed(), share * (1.0 - made).max(0.0), 0.0);
                for (kind, chance) in (0..).map(KindId).zip(chances).filter(|chance| chance.1 > 0.0) {
                    if is_wanted(kind) {
                        add_items(&mut means, (magic, kind, share * chance))?;
                    }
                }
            }
        }
        debug_assert!(kinds.is_some() || (self.made(&means) - 1.0).abs() <= 1e-12, "{}", self.made(&means));
        let all = means.0.into_iter().map(|(key, (mean, bound))| Chance { key, mean, bound });
        Ok(all.filter(|chance| chance.mean > 0.0 || chance.bound > 0.0).collect())
    }

    /// The contexts that the chances of a cell are made of, for these kinds, each to be solved as a task of its own.
    pub(in super::super) fn tasks_of_cell(&self, cell: Cell, kinds: Option<&[KindId]>) -> Vec<ParallelTask<'_>> {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let mut of_kinds: Vec<(u32, KindId)> = Vec::new();
        if let Some(kind) = cell.kind {
            of_kinds.push((cell.depth, kind));
        } else {
            for RaisedLevel { level, magic, .. } in self.raised_levels(cell, quality) {
                let chances = self.tables.chances(quality > 0, level, self.all_kinds());
                let made = (0..).map(KindId).zip(chances).filter(|chance| chance.1 > 0.0).map(|chance| chance.0);
                let wanted = made.filter(|kind| kinds.is_none_or(|kinds| kinds.binary_search(kind).is_ok()));
                of_kinds.extend(wanted.map(|kind| (magic, kind)));
            }
        }
        of_kinds.retain(|(_, kind)| self.kinds[kind.at()].row.is_some());
        let (mut known, mut tasks): (BTreeSet<DrawContext>, Vec<ParallelTask<'_>>) = Default::default();
        for (level, kind) in of_kinds {
            for (context, _) in self.contexts(quality, level, kind) {
                if known.insert(context) {
                    tasks.push(Box::new(move |keep_going| {
                        // Called off it leaves nothing, and who needs it computes it.
                        let _ = self.by_step_count(context, (cell.depth, quality), keep_going);
                    }));
                }
            }
        }
        tasks
    }

    fn all_kinds(&self) -> impl Iterator<Item = KindId> + use<G> {
        (0..self.kinds.len() as u32).map(KindId)
    }

    /// `[kind] f64`: chance of a cell's drop to be of the kind, of those that are no artifacts at once.
    pub(in super::super) fn chances_of_kinds(&self, cell: Cell) -> Vec<f64> {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let mut kinds = vec![0.0; self.kinds.len()];
        for RaisedLevel { level, share, .. } in self.raised_levels(cell, quality) {
            let chances = self.tables.chances(quality > 0, level, self.all_kinds());
            kinds.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += share * chance);
        }
        kinds
    }

    /// Artifacts that drops are at once, with their kinds and chances per drop.
    pub(super) fn artifacts_of(&self, cell: Cell, quality: usize) -> Vec<(ArtifactId, KindId, f64)> {
        let tries = 1.0 / f64::from(G::artifact_odds(quality, cell.depth));
        let at_depth = || artifacts::chances(&self.artifacts.at_depth(cell.depth));
        let chances = self.exact.artifacts.get(cell.depth, at_depth);
        chances.iter().map(|(artifact, kind, chance)| (*artifact, *kind, tries * chance)).collect()
    }

    /// The levels that other drops are raised to; their shares sum to 1.
    pub(super) fn raised_levels(&self, cell: Cell, quality: usize) -> Vec<RaisedLevel> {
        let bonuses = if quality > 0 { m_bonus::distribution(LEVEL_M_BONUS, cell.depth) } else { vec![1] };
        let total: u64 = bonuses.iter().sum();
        let raised = |(bonus, weight): (u32, u64)| {
            let level = cell.depth + LEVEL_BONUS[quality] + bonus;
            let magic = if self.quirks.magic_at_raised_level { level } else { cell.depth };
            RaisedLevel { level, magic, share: weight as f64 / total as f64 }
        };
        (0..).zip(bonuses).filter(|bonus| bonus.1 > 0).map(raised).collect()
    }

    /// The contexts of a kind's items that get their magic at a level, each with `[steps] f64`: the share of these
    /// items that are of the context, by number of steps.
    pub(super) fn contexts(&self, quality: usize, level: u32, kind: KindId) -> Vec<(DrawContext, [f64; SLOTS + 1])> {
        let magic = self.magic.at::<G>(quality, level);
        let magic: &magic::MagicTable = magic.table(self.kinds[kind.at()].flagged_good);
        let mut by_window: BTreeMap<usize, [f64; SLOTS + 1]> = BTreeMap::new();
        for (outcome, chance) in magic.shares() {
            by_window.entry(outcome.window).or_default()[(outcome.steps as usize).min(SLOTS)] += chance;
        }
        let (kind_class, profile) = (self.kinds[kind.at()].class, self.exact.profiles[kind.at()]);
        by_window
            .into_iter()
            .map(|(window, steps)| (DrawContext { kind_class, profile, window, level }, steps))
            .collect()
    }

    /// The chance of all kinds, and of none.
    fn made(&self, means: &Means) -> f64 {
        let kinds = (0..self.kinds.len()).map(|at| self.keys.kind(KindId(at as u32)));
        kinds.chain([self.keys.failed()]).filter_map(|key| means.0.get(&key)).map(|sums| sums.0).sum()
    }

    /// Adds what items of a kind carry that get their magic at a level and are such a share of all drops.
    fn add_items(
        &self,
        means: &mut Means,
        (cell, quality): (Cell, usize),
        (level, kind, share): (u32, KindId, f64),
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        means.add(self.keys.kind(kind), share, 0.0);
        let Some(row) = self.kinds[kind.at()].row else { return Ok(()) };
        for (context, steps) in self.contexts(quality, level, kind) {
            if !keep_going() {
                return Err(Cancelled);
            }
            let carried = self.by_step_count(context, (cell.depth, quality), keep_going)?;
            let p_rolled_back = carried.p_rolled_back.get(self.exact.tables.rollback.start(kind.at()));
            for (made, chance) in steps.into_iter().enumerate().filter(|made| made.1 > 0.0) {
                let share = share * chance;
                let p_rolled_back = p_rolled_back.map_or(1.0, |p_rolled_back| p_rolled_back[made]);
                let left_out = carried.p_left_out[made] + p_rolled_back;
                let left_out_before: f64 = carried.p_left_out[..=made].iter().sum();
                for of in &carried.affixes {
                    let bound = share * (of.max_p * left_out_before + p_rolled_back);
                    let (p_any, p_any_bound) = of.p_any[made];
                    means.add(self.keys.affix(row, of.affix.0), share * p_any, bound + share * p_any_bound);
                    // The steps after a rollback can differ by as many affixes as there are steps.
                    let mean_bound = share * (of.max_p * left_out_before + p_rolled_back * made as f64);
                    means.add(self.keys.affix_mult(row, of.affix.0), share * of.mean[made], mean_bound);
                    means.add(self.keys.affix_level(row, of.affix.0), share * of.mean[made], mean_bound);
                }
                for (theme, p) in &carried.themes {
                    means.add(self.keys.theme(row, *theme), share * p[made], share * left_out);
                }
                let counts = &carried.affix_counts[made];
                for (number, p) in (0..).zip(&counts.p) {
                    means.add(self.keys.naffixes(row, number), share * p, share * (left_out + counts.bound));
                }
            }
        }
        Ok(())
    }
}
