//! Capabilities: queries that the rules of some games support beside sampling. A [`super::Forge`] returns those it has.

use super::{Cancelled, Chance, PairChance, ParallelTask};
use crate::{
    batch::{Cell, Counts, Entry},
    catalog::{AffixId, KindId, ThemeId},
    engine::random::Stream,
    explain::{Derivation, ThemeScore},
};

/// Chances computed from the rules.
pub trait ExactChances: Send + Sync {
    /// The mean count of a drop of a cell under each key that stands for what a drop is, by rising key; keys whose mean
    /// and bound are 0 are left out. Of keys of a kind only those of the given kinds, which must rise; of all kinds
    /// where there are none.
    fn chances(&self, cell: Cell, kinds: Option<&[KindId]>) -> Vec<Chance> {
        self.chances_while(cell, kinds, &|| true).unwrap_or_default()
    }
    /// The same, as long as `keep_going` returns true. It is called every few milliseconds of
    /// long computations. Parts that are done stay cached, so that the next call returns the same numbers, sooner.
    ///
    /// # Errors
    /// [`Cancelled`] if `keep_going` returned false before all was done.
    fn chances_while(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<Chance>, Cancelled>;
    /// The same of the keys of kinds and artifacts, with or without others: less work than all where the rules can tell them alone.
    ///
    /// # Errors
    /// As [`ExactChances::chances_while`].
    fn kinds_and_artifacts_while(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Vec<Chance>, Cancelled> {
        self.chances_while(cell, kinds, keep_going)
    }
    /// The long parts of [`ExactChances::chances_while`], in the order in which they are needed, for other threads to run meanwhile. The
    /// numbers don't depend on which thread runs them, nor when. Empty where all is quick.
    fn tasks(&self, _: Cell, _: Option<&[KindId]>) -> Vec<ParallelTask<'_>> {
        Vec::new()
    }
    /// The joint chance of two affixes on items of a kind; much more work than one affix, so only for single pairs.
    /// `None` where the cell gives another kind.
    fn pair(&self, cell: Cell, kind: KindId, pair: [AffixId; 2]) -> Option<PairChance> {
        self.pair_while(cell, kind, pair, &|| true).ok().flatten()
    }
    /// The same, as long as `keep_going` returns true.
    ///
    /// # Errors
    /// As [`ExactChances::chances_while`].
    fn pair_while(
        &self,
        cell: Cell,
        kind: KindId,
        pair: [AffixId; 2],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<PairChance>, Cancelled>;
}

/// Chances of kinds.
pub trait KindChances: Send + Sync {
    /// The probability that a drop of a depth and drop quality is of each kind, by position in the catalog, boosts of
    /// the choice included; of drops that are no special artifacts. The rest to 1 are drops for which there is no kind.
    fn kind_chances(&self, depth: u32, quality: u8) -> Vec<f64>;
}

/// Samples of some kinds alone, of which any number can be made however seldom they drop.
pub trait KindSamples: Send + Sync {
    /// A sampler of items of these kinds, which rise, each kind as likely as it is among the cell's drops. The cell gives
    /// no kind.
    fn sampler(&self, cell: Cell, kinds: &[KindId]) -> Box<dyn KindSampler + '_>;
}

/// Makes items of some kinds that are no special artifacts.
pub trait KindSampler {
    /// The mean number of such items per drop.
    fn items_per_drop(&self) -> f64;
    /// The special artifacts of these kinds: the keys that one counts under, with its chance per drop. A key may occur
    /// several times.
    fn artifacts_per_drop(&self) -> &[(u32, f64)];
    /// Makes `items` such items and counts their properties, as long as `keep_going` returns true. Where no such item
    /// drops it makes none.
    ///
    /// # Errors
    /// [`Cancelled`] if `keep_going` returned false before all were made. What was counted by then stands for nothing.
    fn run_while(
        &self,
        items: u64,
        random: &mut Stream,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled>;
}

/// Explanations of chances.
pub trait Explain: Send + Sync {
    /// Why items of a kind have an affix or a theme as often as they do. `None` for other entries, and where the cell
    /// gives another kind.
    fn why(&self, cell: Cell, kind: KindId, entry: Entry) -> Option<Derivation>;
}

/// Themes: groups of affixes that come over items with enough of them.
pub trait ThemeRules: Send + Sync {
    /// The themes that may come to items of a kind at a generation level, rising.
    fn possible_themes(&self, kind: KindId, generation_level: u32) -> Vec<ThemeId>;
    /// The score of an item with just these affixes for a theme. `None` where fewer than two of them count.
    fn theme_score(&self, theme: ThemeId, affixes: &[AffixId]) -> Option<ThemeScore>;
}
