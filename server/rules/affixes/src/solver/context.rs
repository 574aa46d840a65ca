//! Inputs of the solver: where items draw, and what the rules say about the affixes and themes there. Plain data,
//! filled by the rules.

use std::fmt;

use super::{
    super::{
        constants::SLOTS,
        quirks::Quirks,
        theme_score::{NamedLines, theme_score},
    },
    aux_state::{AuxDeltas, PowerProfile},
    rollback_bound::RollbackTables,
};
use affixboard_model::{
    catalog::{AffixId, ThemeId},
    game::Cancelled,
};

/// `[number of steps] f64`: a share of all items of a kind, 0 to 1.
pub(crate) type StepWeights = [f64; SLOTS + 1];

/// A theme's affixes that can come with it: position in the catalog, and the chance that the theme brings it, above 0
/// up to 1.
pub(crate) type ThemeParts = Vec<(usize, f64)>;

/// Context of a draw: all that decides the draw of a step and its rollback. Items of one context share one computation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct DrawContext {
    /// Number of the class of kinds: those that the same allocations cover.
    pub(crate) kind_class: u32,
    /// The kind's values that the switches of the power calculation depend on.
    pub(crate) profile: PowerProfile,
    /// Window of affix levels, a position in `Generation::WINDOWS`.
    pub(crate) window: usize,
    /// Level of the item's magic.
    pub(crate) level: u32,
}

/// Levels that a step may draw at, with the same pool and the same legal themes.
#[derive(Debug, Clone)]
pub(crate) struct LevelGroup<'a> {
    /// A position in [`SolverInput::pools`].
    pub(crate) pool: usize,
    /// Themes that are legal at these levels, in the order of the catalog.
    pub(crate) themes: &'a [ThemeId],
    /// Whether these levels are boosted ones (2.5.2).
    pub(crate) boosted: bool,
    /// Chance that a step draws at one of these levels.
    pub(crate) p: f64,
}

/// The lines of all themes by the affixes they name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThemeTable<'a> {
    /// `[theme]`: weight of all its lines.
    pub(crate) totals: &'a [u32],
    /// `[theme][affix]`: its lines that name the affix.
    pub(crate) named: &'a [NamedLines],
    /// Number of affixes of the catalog.
    pub(crate) affixes: usize,
    /// Decide how scores are computed.
    pub(crate) quirks: Quirks,
}

impl ThemeTable<'_> {
    /// The lines of a theme that name an affix.
    pub(super) fn named(&self, theme: ThemeId, affix: AffixId) -> NamedLines {
        self.named[theme.at() * self.affixes + affix.at()]
    }

    /// Score of a theme in half per cent where lines of this weight name an item's affixes (2.5.7).
    pub(super) fn score(&self, theme: ThemeId, weight: u32) -> u32 {
        theme_score(weight, self.totals[theme.at()], self.quirks)
    }

    /// Whether an affix that an item has twice counts twice.
    pub(super) fn repeats_count(&self) -> bool {
        self.quirks.one_affix_makes_theme
    }
}

/// The solver's tables of a catalog, the same in all contexts.
#[derive(Debug)]
pub(crate) struct CatalogTables {
    /// Increments of auxiliary states by affixes.
    pub(crate) deltas: AuxDeltas,
    /// `[theme]`.
    pub(crate) theme_parts: Vec<ThemeParts>,
    /// Contributions of affixes and kinds to sums that auxiliary states don't follow.
    pub(crate) rollback: RollbackTables,
}

/// All inputs of the solver for one context.
#[derive(Debug, Clone)]
pub(crate) struct SolverInput<'a> {
    /// The context of the draws.
    pub(crate) context: DrawContext,
    /// The tables that don't depend on the context.
    pub(crate) catalog: &'a CatalogTables,
    /// The lines of all themes.
    pub(crate) themes: ThemeTable<'a>,
    /// The different pools, each with its affixes and their positive weights (2.5.4).
    pub(crate) pools: Vec<&'a [(AffixId, u32)]>,
    /// The levels of a step by rising pool; their chances sum to 1.
    pub(crate) levels: Vec<LevelGroup<'a>>,
    /// `[affix]`: number of the group of which an item has one affix at most (v4's make, material and quality), 1 to 7;
    /// 0 for affixes without such a limit.
    pub(crate) exclusive_groups: &'a [u8],
    /// Kinds of this context, as positions in the catalog.
    pub(crate) kinds: Vec<usize>,
    /// Whether a step that finds no affix to draw still looks for a theme.
    pub(crate) theme_without_affix: bool,
    /// Whether dice and sides wrap around in their bytes; else they end at 0 and 255.
    pub(crate) dice_wrap: bool,
}

impl SolverInput<'_> {
    /// The bit of an affix's exclusive group; 0 where it is in none.
    pub(super) fn exclusive_bit(&self, affix: AffixId) -> u8 {
        (1 << self.exclusive_groups[affix.at()]) & !1
    }

    /// The lines of a theme that name an affix, as far as an item's affixes count: where repeats don't, one line at
    /// most.
    pub(super) fn counted_lines(&self, theme: ThemeId, affix: AffixId) -> NamedLines {
        let named = self.themes.named(theme, affix);
        let lines = if self.themes.repeats_count() { named.lines } else { named.lines.min(1) };
        NamedLines { lines, ..named }
    }

    /// Whether a theme is rolled back whenever it comes: one of its affixes, which an item can't have yet, makes the
    /// item too powerful by itself.
    pub(super) fn is_always_rolled_back(&self, theme: ThemeId) -> bool {
        let mut certain = self.catalog.theme_parts[theme.at()].iter().filter(|part| part.1 >= 1.0);
        certain.any(|part| self.catalog.deltas.is_always_rolled_back(&self.context.profile, part.0))
    }
}

/// Asks whether to go on computing, every few milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Watch<'a>(pub(crate) &'a dyn Fn() -> bool);

impl Watch<'_> {
    /// Steps of work, some microseconds each, between two questions.
    const EVERY: usize = 128;

    /// Asks where `at`, the number of a step of work, is due.
    pub(super) fn check(self, at: usize) -> Result<(), Cancelled> {
        if at.is_multiple_of(Watch::EVERY) && !(self.0)() { Err(Cancelled) } else { Ok(()) }
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}
