//! Explanations of an affix's or theme's frequency on items of a kind: the stages of generation in order, each with its
//! probabilities, so that a page can show how a number comes about. A forge makes them (`Explain::why` of the interface of games).
//!
//! Probabilities are exact up to rounding of floats. Themes that end the drawing and steps that are rolled back are
//! left out, because they depend on all affixes drawn before; exact chances includes them.

mod first_draws;

pub use first_draws::{AskedEntry, FirstDraw, FirstDraws};

use std::sync::Arc;

use crate::{
    batch::Cell,
    catalog::{AffixId, Allocation, KindId, ThemeId},
    game::Pool,
};

/// The derivation of an entry's frequency on items of one kind in one cell, without artifacts made before a kind was
/// chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Derivation {
    /// The cell.
    pub cell: Cell,
    /// The kind.
    pub kind: KindId,
    /// Ways in which the kind's items are created; empty if no such item can be created.
    pub creations: Vec<Creation>,
    /// Distribution of the number of draws of an item: (number, probability), rising. Sums to 1 if items can be
    /// created.
    pub draws: Vec<(u32, f64)>,
    /// The pools of the first draw, likeliest first. Their chances sum to 1 if items can have a draw.
    pub first_draw_pools: Vec<FirstDrawPool>,
    /// The generation levels of the first draw, rising. Their chances sum to 1 if items can have a draw.
    pub levels: Vec<LevelShare>,
    /// Distribution of the first draw's outcome, likeliest first. With [`Derivation::nothing`] it sums to 1 if items
    /// can have a draw.
    pub outcomes: Vec<(AffixId, f64)>,
    /// Probability that the first draw gives nothing.
    pub nothing: f64,
    /// The affix or theme that is explained.
    pub about: ExplainedEntry,
}

impl Derivation {
    /// Probability that an item has any draw.
    pub fn has_draw(&self) -> f64 {
        self.draws.iter().filter(|draws| draws.0 > 0).map(|draws| draws.1).sum()
    }

    /// Mean number of draws of an item, if nothing ends them early.
    pub fn mean_draws(&self) -> f64 {
        self.draws.iter().map(|(number, chance)| f64::from(*number) * chance).sum()
    }
}

/// A fraction of integer weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WeightShare {
    /// Numerator.
    pub weight: u64,
    /// Denominator; if it is 0, nothing can be drawn.
    pub total: u64,
}

impl WeightShare {
    /// As a probability; 0 if the total is 0.
    pub fn chance(self) -> f64 {
        if self.total == 0 { 0.0 } else { self.weight as f64 / self.total as f64 }
    }
}

/// One way in which items of a kind are created.
#[derive(Debug, Clone, PartialEq)]
pub struct Creation {
    /// The level at which the kind is chosen, before that choice's boost.
    pub kind_level: u32,
    /// The level at which magic is applied.
    pub level: u32,
    /// Drop quality, an index into `Words::qualities`. Differs from the cell's after a failed attempt at a special
    /// artifact in games where that changes it.
    pub quality: u8,
    /// Probability that a drop is created this way, given that it isn't an artifact made before a kind was chosen.
    pub chance: f64,
    /// The kind's weight in the table of kinds, without boosts of the level; `None` if the cell gives the kind, or if
    /// the choice is not by weight alone.
    pub kind_weight: Option<WeightShare>,
    /// Probability that a drop created this way is of this kind, boosts of that choice included.
    pub kind: f64,
    /// Share of the kind's items that are created this way.
    pub share: f64,
    /// Outcomes of applying magic.
    pub magic_outcomes: Vec<MagicOutcome>,
}

/// One outcome of applying magic, before any draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MagicOutcome {
    /// The power, from -2 (terrible) to 2 (excellent) and more; `None` in games without powers.
    pub power: Option<i8>,
    /// Lowest and highest affix level drawn from, as indices into `Words::affix_levels`; equal in games with powers.
    /// `None` if such items draw nothing.
    pub affix_levels: Option<(u8, u8)>,
    /// Number of draws.
    pub draws: u32,
    /// Share of items with this outcome.
    pub part: WeightShare,
    /// Probability that such an item isn't turned into an artifact before it draws.
    pub not_artifact: f64,
}

/// First draws from equal pools: at these levels and affix levels the pool has the same entries for the same reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstDrawPool {
    /// First and last generation level; levels between them may have other pools.
    pub levels: (u32, u32),
    /// Lowest and highest affix level drawn from.
    pub affix_levels: (u8, u8),
    /// Probability that a first draw is from this pool.
    pub chance: f64,
    /// Probability that a first draw is from this pool and at a level deeper than the item's own.
    pub deeper: f64,
    /// The pool. In games with at most one affix of a role per item: the pool of an item without affixes.
    pub pool: Arc<Pool>,
    /// Weight of the explained affix; 0 if it isn't in the pool, and for themes.
    pub weight: u32,
    /// Probability that a draw from this pool gives the explained affix; for themes 1 if it is legal here, else 0.
    pub entry: f64,
    /// The explained affix is in one of this many such pools, independently of other entries; 0 if it never is.
    pub one_in_draws: u32,
    /// The program's own list that such items become egos by: items and die in words, and the routine. `None` where the
    /// file says which items draw what.
    pub list: Option<&'static str>,
    /// Status of each of the entry's lines here, in the order of [`AffixDerivation::lines`] or
    /// [`ThemeDerivation::lines`].
    pub lines: Vec<LineStatus>,
}

/// A level at which first draws are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelShare {
    /// The level.
    pub level: u32,
    /// Probability that the first draw is made at this level.
    pub chance: f64,
    /// Probability that it is made at this level and gives the explained affix; for themes: and the theme is legal.
    pub entry: f64,
}

/// Effect of an allocation on a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineStatus {
    /// It gives the weight, or adds to it.
    Counts,
    /// It matches, but an earlier matching line gives the weight.
    Hidden,
    /// The level is below its first.
    TooShallow,
    /// The level (in some games the depth) is past its last.
    TooDeep,
    /// Its affix level is above those drawn from.
    LevelTooHigh,
    /// Its affix level is below those drawn from.
    LevelTooLow,
    /// The pool has only cursed egos and this isn't one, or the other way round.
    OtherPool,
    /// Lines don't matter: the program has a list of its own for such items.
    Unasked,
}

/// The explained entry.
#[derive(Debug, Clone, PartialEq)]
pub enum ExplainedEntry {
    /// An affix.
    Affix(AffixDerivation),
    /// A theme.
    Theme(ThemeDerivation),
}

/// The derivation of an affix's frequency.
#[derive(Debug, Clone, PartialEq)]
pub struct AffixDerivation {
    /// The affix.
    pub affix: AffixId,
    /// Its allocations that cover the kind, in file order.
    pub lines: Vec<Allocation>,
    /// The reason why the kind can't draw it at any level, if so.
    pub never: Option<NeverDrawn>,
    /// Whether an item has at most one affix of its role.
    pub one_of_sort: bool,
    /// Probability that the first draw gives it.
    pub per_draw: f64,
    /// Mean number of times an item has it, without themes and roll-backs.
    pub mean: f64,
    /// Probability that an item has it at least once, without themes and roll-backs.
    pub once: f64,
    /// Themes of this kind's items to whose scores it contributes.
    pub helps: Vec<ThemeHelp>,
    /// Whether it alone may make an item of the kind powerful enough for a roll-back. `false` is proven.
    pub may_be_undone: bool,
}

/// The reason why a kind never draws an affix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NeverDrawn {
    /// None of its allocations covers the kind.
    NoLine,
    /// The program's lists for the kind don't name it.
    NotListed,
    /// Affixes of its type are never drawn.
    OfItsType,
    /// It has no weight.
    NoWeight,
    /// Items of this type don't draw.
    ItemType,
}

/// A theme to whose score an affix contributes.
#[derive(Debug, Clone, PartialEq)]
pub struct ThemeHelp {
    /// The theme.
    pub theme: ThemeId,
    /// Number of the theme's lines that name the affix.
    pub lines: u32,
    /// Sum of their weights, of all the theme's lines.
    pub part: WeightShare,
    /// Probability that the theme is legal where the first draw is made.
    pub legal: f64,
    /// Score with this affix alone, if one affix is enough for the theme.
    pub alone: Option<ThemeScore>,
    /// Scores with one other affix that the kind can draw first, highest first; includes the affix itself if having it
    /// twice counts.
    pub with: Vec<(AffixId, ThemeScore)>,
}

/// A theme's score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThemeScore {
    /// Sum of the weights of the item's affixes.
    pub present: u32,
    /// The score in units of 0.5 %, before it is stored.
    pub unwrapped: u64,
    /// The score as the program stores it: in a byte it wraps at 256.
    pub stored: u32,
}

impl ThemeScore {
    /// Probability of the theme in one roll, if no other theme is legal.
    pub fn chance(self) -> f64 {
        f64::from(self.stored.min(200)) / 200.0
    }

    /// Whether storing changed the score.
    pub fn wraps(self) -> bool {
        u64::from(self.stored) != self.unwrapped
    }
}

/// The derivation of a theme's frequency.
#[derive(Debug, Clone, PartialEq)]
pub struct ThemeDerivation {
    /// The theme.
    pub theme: ThemeId,
    /// Its allocations that cover the kind, in file order.
    pub lines: Vec<Allocation>,
    /// Probability that it is legal where the first draw is made.
    pub legal: f64,
    /// Its affixes, in the order of their first lines.
    pub parts: Vec<ThemeMember>,
    /// Sum of the weights of its lines.
    pub total: u32,
    /// Scores with two of its affixes that the kind can draw first, or with one that is enough alone (then both are the
    /// same), highest first.
    pub pairs: Vec<(AffixId, AffixId, ThemeScore)>,
    /// Other themes, each with the probability that both are legal where the first draw is made.
    pub rivals: Vec<(ThemeId, f64)>,
    /// Whether having an affix twice counts as two.
    pub repeats_count: bool,
}

/// An affix of a theme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThemeMember {
    /// The affix.
    pub affix: AffixId,
    /// Number of lines that name it.
    pub lines: u32,
    /// Sum of their weights.
    pub weight: u32,
    /// Chance of its first line to come with the theme, in per cent.
    pub comes: u32,
    /// Probability that a first draw gives it.
    pub drawn: f64,
}
