//! Why items of a kind come to an affix or a theme as often as they do: what the rules do one after the other, each stage
//! with its chances, so that a page can show where a number comes from. A forge makes them ([`crate::game::Explain`]).
//!
//! Shares and chances are exact but for the last digits of a float. What is said here leaves out what no table can hold:
//! themes that end the drawing and steps that are undone. [`crate::game::ExactChances`] includes these.

mod gather;

pub(crate) use gather::{Asked, Draw, Gathered};

use std::sync::Arc;

use crate::{
    batch::Cell,
    catalog::{AffixId, Allocation, KindId, ThemeId},
    game::Pool,
};

/// An explanation for the items of one kind in one cell that are not artifacts made before a kind was chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Why {
    /// The cell.
    pub cell: Cell,
    /// The kind.
    pub kind: KindId,
    /// Ways in which the kind's items are made, those that cannot be left out; empty where there are no such items.
    pub makings: Vec<Making>,
    /// How many draws an item has, each number with its chance, by rising number; together 1 where items can be made.
    pub draws: Vec<(u32, f64)>,
    /// What the first draw is from, the likeliest first; together 1 where items can have a draw.
    pub places: Vec<Place>,
    /// The levels at which the first draw is made, rising; together 1 where items can have a draw.
    pub levels: Vec<AtLevel>,
    /// What the first draw gives, the likeliest first: with [`Why::nothing`] together 1 where items can have a draw.
    pub outcomes: Vec<(AffixId, f64)>,
    /// How likely the first draw gives nothing.
    pub nothing: f64,
    /// What was asked about.
    pub about: About,
}

impl Why {
    /// How likely an item has a draw at all.
    pub fn has_draw(&self) -> f64 {
        self.draws.iter().filter(|draws| draws.0 > 0).map(|draws| draws.1).sum()
    }

    /// How many draws an item has on average, where nothing ends them early.
    pub fn mean_draws(&self) -> f64 {
        self.draws.iter().map(|(number, chance)| f64::from(*number) * chance).sum()
    }
}

/// So many of so many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// So many.
    pub weight: u64,
    /// Of all these; where that is 0, nothing can be drawn.
    pub total: u64,
}

impl Part {
    /// As a probability; 0 of nothing.
    pub fn chance(self) -> f64 {
        if self.total == 0 { 0.0 } else { self.weight as f64 / self.total as f64 }
    }
}

/// One way in which items of a kind are made.
#[derive(Debug, Clone, PartialEq)]
pub struct Making {
    /// The level their kind is chosen at, before that choice's boost.
    pub kind_level: u32,
    /// The level their magic is made at.
    pub level: u32,
    /// The drop quality they are made with: a position in [`crate::game::Words::qualities`]. Another than that asked for where a
    /// drop tried to be a special artifact in vain.
    pub quality: u8,
    /// How likely a drop is made so, of those that are not artifacts at once.
    pub chance: f64,
    /// The kind's weight in the table of kinds there, where the level of that choice is not boosted; `None` where the kind
    /// is given, or where the choice is not by weight alone.
    pub kind_weight: Option<Part>,
    /// How likely a drop made so is of this kind, boosts of that choice included.
    pub kind: f64,
    /// How many of the kind's items are made so.
    pub share: f64,
    /// How they turn out.
    pub turns: Vec<Turn>,
}

/// One way in which items turn out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// How well, in games of powers: from -2 to 2 and more.
    pub power: Option<i8>,
    /// Lowest and highest affix level drawn from: positions in [`crate::game::Words::affix_levels`]. In games of powers both are
    /// that of the pool; `None` where items that turn out so draw nothing.
    pub affix_levels: Option<(u8, u8)>,
    /// How many draws they have.
    pub draws: u32,
    /// How many items turn out so.
    pub part: Part,
    /// How many of these are not made artifacts before they draw.
    pub kept: f64,
}

/// What a draw is from: a stretch of levels and affix levels where the same is in the pool, for the same reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The first and the last level at which first draws come here; between them there may be others that do not.
    pub levels: (u32, u32),
    /// Lowest and highest affix level drawn from.
    pub affix_levels: (u8, u8),
    /// How many first draws are made here.
    pub chance: f64,
    /// How many first draws are made here at a level deeper than the item's own.
    pub deeper: f64,
    /// What is drawn from. In games where an item has one affix of a sort at most, as it is for an item that has none yet.
    pub pool: Arc<Pool>,
    /// The weight of the affix asked about; 0 where it is not in the pool, and for themes.
    pub weight: u32,
    /// How likely a draw here gives the affix asked about; for themes, whether it is legal here.
    pub entry: f64,
    /// The affix belongs to one such pool in so many, whatever others do; 0 where it never does.
    pub belongs: u32,
    /// What becomes of each of the entry's lines here, in the order of [`OfAffix::lines`] or [`OfTheme::lines`].
    pub lines: Vec<Fate>,
}

/// A level at which first draws are made.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AtLevel {
    /// The level.
    pub level: u32,
    /// How many first draws are made there.
    pub chance: f64,
    /// How many first draws are made there and give the affix asked about; for themes, how many are made there with the
    /// theme legal.
    pub entry: f64,
}

/// What becomes of a line for a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It gives the weight, or adds to it.
    Counts,
    /// It fits, but an earlier line that fits gives the weight.
    Hidden,
    /// The level is below its first.
    TooShallow,
    /// The level, or in some games the depth, is past its last.
    TooDeep,
    /// Its affix level is above those drawn from.
    LevelTooHigh,
    /// Its affix level is below those drawn from.
    LevelTooLow,
    /// Items that turn out so don't draw cursed egos, or none but these.
    OtherPool,
    /// Lines are not asked: items that turn out so have one ego without a choice.
    Unasked,
}

/// What was asked about.
#[derive(Debug, Clone, PartialEq)]
pub enum About {
    /// An affix.
    Affix(OfAffix),
    /// A theme.
    Theme(OfTheme),
}

/// About an affix.
#[derive(Debug, Clone, PartialEq)]
pub struct OfAffix {
    /// The affix.
    pub affix: AffixId,
    /// Its lines that speak of the kind, in file order.
    pub lines: Vec<Allocation>,
    /// Why the kind never draws it, whatever the level.
    pub never: Option<Never>,
    /// Whether an item has one of its sort at most.
    pub one_of_sort: bool,
    /// How likely the first draw gives it.
    pub per_draw: f64,
    /// How often an item has it on average, where themes end nothing and nothing is undone.
    pub mean: f64,
    /// How likely an item has it at least once, on the same terms.
    pub once: f64,
    /// Themes that it helps to bring on items of this kind.
    pub helps: Vec<Help>,
    /// Whether it alone may make an item of the kind so powerful that the step is undone. False is a proof.
    pub may_be_undone: bool,
}

/// Why an affix is never drawn for a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Never {
    /// None of its lines speaks of the kind.
    NoLine,
    /// Affixes of its type are never drawn.
    OfItsType,
    /// It has no weight.
    NoWeight,
    /// Items of this type don't draw.
    ItemType,
}

/// A theme that an affix helps to bring.
#[derive(Debug, Clone, PartialEq)]
pub struct Help {
    /// The theme.
    pub theme: ThemeId,
    /// How many of the theme's lines name the affix.
    pub lines: u32,
    /// Their weights together, of all the theme's lines.
    pub part: Part,
    /// How many first draws are made where the theme is legal.
    pub legal: f64,
    /// What an item scores with the affix alone, where that is enough.
    pub alone: Option<Score>,
    /// What it scores with one other affix that the kind can draw first, too, the highest first; with itself where having
    /// it twice counts.
    pub with: Vec<(AffixId, Score)>,
}

/// A theme's score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Score {
    /// The weights of the item's affixes for it.
    pub present: u32,
    /// The score in half per cent, as it was meant.
    pub whole: u64,
    /// The score as the program keeps it: where it is kept in a byte, it wraps at 256.
    pub kept: u32,
}

impl Score {
    /// How likely it brings the theme in one roll, where no other theme is legal.
    pub fn chance(self) -> f64 {
        f64::from(self.kept.min(200)) / 200.0
    }

    /// Whether the program keeps less than was meant.
    pub fn wraps(self) -> bool {
        u64::from(self.kept) != self.whole
    }
}

/// About a theme.
#[derive(Debug, Clone, PartialEq)]
pub struct OfTheme {
    /// The theme.
    pub theme: ThemeId,
    /// Its lines that speak of the kind, in file order.
    pub lines: Vec<Allocation>,
    /// How many first draws are made where it is legal.
    pub legal: f64,
    /// Its affixes, by their first line.
    pub parts: Vec<ThemeMember>,
    /// The weights of all its lines.
    pub total: u32,
    /// What an item scores with two of its affixes that the kind can draw first, or with one that is enough alone
    /// (then both are the same), the highest first.
    pub pairs: Vec<(AffixId, AffixId, Score)>,
    /// Other themes, with how many first draws are made where both are legal.
    pub rivals: Vec<(ThemeId, f64)>,
    /// Whether having an affix twice counts as two.
    pub repeats_count: bool,
}

/// An affix of a theme.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThemeMember {
    /// The affix.
    pub affix: AffixId,
    /// How many lines name it.
    pub lines: u32,
    /// Their weights together.
    pub weight: u32,
    /// How likely its first line comes with the theme, in per cent.
    pub comes: u32,
    /// How likely a first draw gives it.
    pub drawn: f64,
}
