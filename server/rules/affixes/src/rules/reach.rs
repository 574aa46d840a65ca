//! The keys that can occur in a cell. "Impossible" is proven from the rules; "possible" is an upper bound.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use super::{forge::AffixForge, generation::Generation};
use crate::constants::{LEVEL_BONUS, LEVEL_M_BONUS, MAX_DEPTH, MAX_OBJECT_DEPTH, SLOTS, boosted};
use affixboard_model::{
    batch::{Cell, Entry, Key, Metric},
    catalog::{AffixId, ArtifactId, KindId, ThemeId},
    engine::{m_bonus, single_flight::SingleFlight},
};

/// A set of levels; higher ones count as the last (levels in edit files are bytes).
#[derive(Debug, Clone, PartialEq, Eq)]
struct LevelSet([bool; 257]);

impl LevelSet {
    fn new() -> LevelSet {
        LevelSet([false; 257])
    }

    fn add(&mut self, level: u32) {
        self.0[(level as usize).min(256)] = true;
    }

    fn any_in(&self, first: u32, last: u32) -> bool {
        let last = (last as usize).min(256);
        (first as usize) <= last && self.0[first as usize..=last].contains(&true)
    }
}

/// All entries possible at a depth and drop quality.
#[derive(Debug)]
pub(super) struct AffixReach {
    /// Kinds that can be chosen, or are those of possible artifacts.
    kinds: Vec<bool>,
    /// Kinds that can be chosen.
    plain_kinds: Vec<bool>,
    artifacts: Vec<bool>,
    /// Levels at which an affix can be drawn.
    draws: LevelSet,
    /// `[kind class]`: the affixes that can be drawn; computed lazily.
    drawable: Vec<OnceLock<Box<[bool]>>>,
    /// `[kind class]`: the themes that can be legal; computed lazily.
    themes: Vec<OnceLock<Box<[bool]>>>,
    /// The deepest level at which magic is applied.
    deepest: u32,
    fails: bool,
}

/// Cache by (depth, quality, whether the cell gives a kind).
pub(super) type AffixReachCache = SingleFlight<(u32, u8, bool), AffixReach>;

/// Whether a key's kind, if any, can be generated.
fn is_made(reach: &AffixReach, cell: Cell, key: Key) -> bool {
    let Some(kind) = key.kind else { return true };
    match cell.kind {
        Some(only) => only == kind,
        None if key.metric == Metric::KIND => reach.kinds[kind.at()],
        None => reach.plain_kinds[kind.at()],
    }
}

impl<G: Generation> AffixForge<G> {
    pub(super) fn reach(&self, cell: Cell) -> Arc<AffixReach> {
        self.reach.get((cell.depth, cell.quality, cell.kind.is_some()), || self.compute_reach(cell))
    }

    fn compute_reach(&self, cell: Cell) -> AffixReach {
        let quality = usize::from(cell.quality).min(LEVEL_BONUS.len() - 1);
        let magic_levels: Vec<u32> = if quality == 0 || cell.kind.is_some() {
            vec![cell.depth]
        } else {
            let bonus = m_bonus::distribution(LEVEL_M_BONUS, cell.depth).into_iter().zip(0..);
            let possible = bonus.filter(|(weight, _)| *weight > 0);
            possible.map(|(_, bonus)| cell.depth + LEVEL_BONUS[quality] + bonus).collect()
        };
        let deepest = magic_levels.last().copied().unwrap_or(0);
        let (mut choices, mut draws) = (LevelSet::new(), LevelSet::new());
        for &level in &magic_levels {
            choices.add(level.min(MAX_OBJECT_DEPTH));
            let level_of_magic = if self.quirks.magic_at_raised_level { level } else { cell.depth };
            draws.add(level_of_magic);
            if level > 0 {
                (1..=MAX_OBJECT_DEPTH)
                    .for_each(|roll| choices.add(boosted(level, MAX_OBJECT_DEPTH, roll).min(MAX_OBJECT_DEPTH)));
            }
            if level_of_magic > 0 {
                (1..=MAX_DEPTH).for_each(|roll| draws.add(boosted(level_of_magic, MAX_DEPTH, roll)));
            }
        }
        let at_depth = self.artifacts.at_depth(cell.depth);
        let mut plain_kinds = vec![false; self.kinds.len()];
        for (at, kind) in self.catalog.kinds.iter().enumerate() {
            let mut lines = kind.allocations.iter().filter(|line| line.commonness > 0);
            plain_kinds[at] = (quality == 0 || kind.good) && lines.any(|line| choices.any_in(line.min, line.max));
        }
        let mut kinds = plain_kinds.clone();
        let mut artifacts = vec![false; self.catalog.artifacts.len()];
        for (artifact, kind) in at_depth.possible() {
            artifacts[artifact.at()] = true;
            kinds[kind.at()] = true;
        }
        let empty = |level| choices.0[level as usize] && self.tables.table(quality > 0, level).is_none();
        AffixReach {
            kinds,
            plain_kinds,
            artifacts,
            drawable: (0..self.levels.classes()).map(|_| OnceLock::new()).collect(),
            themes: (0..self.levels.classes()).map(|_| OnceLock::new()).collect(),
            draws,
            deepest: if self.quirks.magic_at_raised_level { deepest } else { cell.depth },
            fails: (0..=MAX_OBJECT_DEPTH).any(empty),
        }
    }

    /// Finds out which affixes and themes a kind can have.
    pub(super) fn prepare_reach(&self, reach: &AffixReach, cell: Cell, kind: KindId) {
        self.drawable_by(reach, cell, kind);
        self.legal_by(reach, cell, kind);
    }

    /// Whether a key can be counted in a cell; `false` is proven.
    pub(super) fn may_occur(&self, reach: &AffixReach, cell: Cell, key: u32) -> bool {
        let key = self.keys.space.key(key);
        is_made(reach, cell, key) && self.may_occur_on_made(reach, cell, key)
    }

    /// Sets `possible[i]` if the `i`th key of `runs` may occur. Each run has one metric and kind, so only its first key
    /// is decoded.
    pub(super) fn mark_runs(&self, reach: &AffixReach, cell: Cell, runs: &[Range<u32>], possible: &mut [bool]) {
        for run in runs.iter().filter(|run| !run.is_empty()) {
            let first = self.keys.space.key(run.start);
            if !is_made(reach, cell, first) {
                continue;
            }
            let possible = possible.iter_mut().take(run.len());
            if let (Entry::Affix(affix), Some(kind)) = (first.entry, first.kind) {
                // Affixes are by far the most keys; their flags can be copied.
                if self.max_steps(reach, cell, Some(kind)) > 0 {
                    let drawable = &self.drawable_by(reach, cell, kind)[affix.at()..];
                    possible.zip(drawable).for_each(|(possible, drawable)| *possible |= drawable);
                }
                continue;
            }
            for (at, possible) in (0..).zip(possible) {
                let entry = match first.entry {
                    Entry::Kind => Entry::Kind,
                    Entry::Affix(AffixId(first)) => Entry::Affix(AffixId(first + at)),
                    Entry::Theme(ThemeId(first)) => Entry::Theme(ThemeId(first + at)),
                    Entry::Artifact(ArtifactId(first)) => Entry::Artifact(ArtifactId(first + at)),
                    Entry::Fixed(first) => Entry::Fixed(first + at),
                };
                *possible = *possible || self.may_occur_on_made(reach, cell, Key { entry, ..first });
            }
        }
    }

    /// Whether a key can be counted, given that its kind can.
    fn may_occur_on_made(&self, reach: &AffixReach, cell: Cell, Key { metric, kind, entry }: Key) -> bool {
        match (entry, kind) {
            (Entry::Affix(affix), Some(kind)) => self.affix_may_occur(reach, cell, kind, affix),
            (Entry::Theme(theme), Some(kind)) => self.theme_may_occur(reach, cell, kind, theme),
            (Entry::Artifact(ArtifactId(at)), _) => cell.kind.is_none() && reach.artifacts[at as usize],
            (Entry::Fixed(number), Some(_)) if metric == Metric::NAFFIXES => {
                number <= self.max_steps(reach, cell, kind)
            }
            (Entry::Fixed(level), Some(kind)) if metric == Metric::AFFIX_LEVEL => {
                let row = self.kinds[kind.at()].row.unwrap_or(0);
                (0..self.catalog.affixes.len() as u32).map(AffixId).any(|affix| {
                    u32::from(self.keys.best_level(row, affix)) == level
                        && self.affix_may_occur(reach, cell, kind, affix)
                })
            }
            _ => metric != Metric::FAILED || (cell.kind.is_none() && reach.fails),
        }
    }

    /// Maximum number of steps of an item (RULES 2.4.2).
    fn max_steps(&self, reach: &AffixReach, cell: Cell, kind: Option<KindId>) -> u32 {
        let flagged_good = kind.is_some_and(|kind| self.kinds[kind.at()].flagged_good);
        G::max_steps(usize::from(cell.quality), reach.deepest, flagged_good).min(SLOTS as u32)
    }

    fn affix_may_occur(&self, reach: &AffixReach, cell: Cell, kind: KindId, affix: AffixId) -> bool {
        if self.max_steps(reach, cell, Some(kind)) == 0 {
            return false;
        }
        self.drawable_by(reach, cell, kind)[affix.at()]
    }

    /// Whether this kind can draw it, by affix.
    fn drawable_by<'a>(&self, reach: &'a AffixReach, cell: Cell, kind: KindId) -> &'a [bool] {
        let class = self.kinds[kind.at()].class;
        reach.drawable[class as usize].get_or_init(|| self.drawable(reach, cell, class))
    }

    /// Whether a kind class can draw it at any possible level, by affix.
    fn drawable(&self, reach: &AffixReach, cell: Cell, class: u32) -> Box<[bool]> {
        let mut drawable = vec![false; self.catalog.affixes.len()].into_boxed_slice();
        let tables = self.levels.at(cell.depth);
        let pools = &tables.pools;
        for window in G::windows(usize::from(cell.quality)) {
            for (first, last) in pools.runs(class) {
                if reach.draws.any_in(first, last) {
                    for (affix, _) in &pools.find(class, first, *window).pool.entries {
                        drawable[affix.at()] = true;
                    }
                }
            }
        }
        drawable
    }

    fn theme_may_occur(&self, reach: &AffixReach, cell: Cell, kind: KindId, theme: ThemeId) -> bool {
        let legal = self.legal_by(reach, cell, kind)[theme.at()];
        // One affix is enough if it can be drawn twice, or if two lines name it.
        let steps = self.max_steps(reach, cell, Some(kind));
        let mut parts = self.catalog.theme(theme).parts.iter();
        legal
            && parts.any(|part| {
                let (lines, _) = self.themes.mention(theme, part.affix);
                (steps > 1 || lines > 1) && self.affix_may_occur(reach, cell, kind, part.affix)
            })
    }

    /// Whether it is legal for this kind, by theme.
    fn legal_by<'a>(&self, reach: &'a AffixReach, cell: Cell, kind: KindId) -> &'a [bool] {
        let class = self.kinds[kind.at()].class;
        reach.themes[class as usize].get_or_init(|| self.legal_themes(reach, cell, class))
    }

    /// Whether it is legal for a kind class at any possible level, by theme.
    fn legal_themes(&self, reach: &AffixReach, cell: Cell, class: u32) -> Box<[bool]> {
        let mut legal = vec![false; self.catalog.themes.len()].into_boxed_slice();
        for (first, last, set) in self.levels.at(cell.depth).themes.runs(class) {
            if reach.draws.any_in(first, last) {
                for theme in set {
                    legal[theme.at()] = true;
                }
            }
        }
        legal
    }
}
