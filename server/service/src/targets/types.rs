//! What is wanted, and what was found.

use std::sync::Arc;

use affixboard_inquiry::questions::Question;
use affixboard_model::{
    batch::Cell,
    catalog::{AffixId, KindId},
};
use affixboard_proposal::EntryLine;

/// A pool of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PoolPlace {
    /// The kind.
    pub kind: KindId,
    /// The generation level.
    pub level: u32,
    /// The affix level that is drawn at, a position in the game's words.
    pub affix_level: u8,
}

/// Where a share is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum TargetPlace {
    /// In a pool: of what one draw gives.
    Pool(PoolPlace),
    /// In a cell: of whole drops.
    Drops {
        /// The cell.
        cell: Cell,
        /// The drops among which; `None`: all.
        among: Option<Arc<Question>>,
    },
}

/// What is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct ShareTarget {
    /// The affix.
    pub affix: AffixId,
    /// Where its share is wanted.
    pub places: Vec<TargetPlace>,
    /// The least share, from 0 to 1.
    pub at_least: f64,
    /// The most, from 0 to 1.
    pub at_most: f64,
    /// How far the shares of others may move, as a part of them; `None`: as far as they do.
    pub others_within: Option<f64>,
    /// Whether the levels of the affix's own lines may change, too. Only pools are at levels.
    pub moves_levels: bool,
}

/// A changed line.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedWeight {
    /// The line.
    pub line: EntryLine,
    /// Its commonness before and after.
    pub commonness: (u32, u32),
    /// Its first and last level before and after, where they change.
    pub levels: Option<[(u32, u32); 2]>,
    /// The line after the change.
    pub now: String,
}

/// A share before and after a change, with the error bounds of what was computed; a bound is 0 in pools.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangedShare {
    /// Before.
    pub before: f64,
    /// After.
    pub after: f64,
    /// The larger of the two bounds.
    pub bound: f64,
}

/// Changes that do what is wanted, as the rules confirm.
#[derive(Debug, Clone, PartialEq)]
pub struct TargetAnswer {
    /// The changes; none where the files do it already.
    pub changes: Vec<ChangedWeight>,
    /// The affix's share at each place.
    pub shares: Vec<ChangedShare>,
    /// The largest change of another affix's share, as a part of it: of those that are held.
    pub others: f64,
}

/// What the affix's own lines must be for one place of a conflict, and what that does at the others.
#[derive(Debug, Clone, PartialEq)]
pub struct ConflictSide {
    /// The place, a position among those of the target.
    pub place: usize,
    /// The affix's lines with the commonness that they need there.
    pub weights: Vec<(EntryLine, u32)>,
    /// The affix's share at each place of the conflict then.
    pub shares: Vec<f64>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq)]
pub enum TargetResult {
    /// Answers, the one with the fewest changes first.
    Answers(Vec<TargetAnswer>),
    /// No whole numbers within the limits of a commonness do it.
    Impossible {
        /// Places, positions among those of the target, that can't be had together; leaving any one away leaves what can be.
        places: Vec<usize>,
        /// What the affix's own lines would be for each of them alone; empty where there is one place, or own lines alone don't do it.
        alone: Vec<ConflictSide>,
    },
    /// None was found, and it isn't known that there is none.
    Unknown,
    /// None was found, and the shares of drops are computed to within so much alone, more than lies between the limits.
    Imprecise(f64),
    /// The rules can't compute the shares of drops there.
    NotComputed,
    /// No weight there comes from a commonness.
    NoWeights,
}

/// Which lines may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weights {
    /// Those of the affix.
    OfAffix,
    /// All.
    All,
    /// Those of others.
    OfOthers,
}
