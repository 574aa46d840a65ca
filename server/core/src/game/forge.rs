//! The forge: compiled rules, and the questions they answer.

use std::{ops::Range, sync::Arc};

use super::{Cancelled, Chance, PairChance, ParallelTask, Pool};
use crate::{
    batch::{Cell, Counts, Entry, KeySpace},
    catalog::{AffixId, KindId, ThemeId},
    engine::random::Stream,
    explain::{Score, Why},
};

/// Rules compiled for one catalog: immutable, shared by threads.
pub trait Forge: Send + Sync {
    /// What a kind may draw at a generation level and affix level (a position in [`Words::affix_levels`]).
    fn pool(&self, kind: KindId, generation_level: u32, affix_level: u8) -> Arc<Pool>;
    /// What can be counted.
    fn keys(&self) -> &KeySpace;
    /// Whether a key can be counted at all in this cell, as a question to ask of many keys. `true` where in doubt: `false`
    /// is a proof.
    fn possible(&self, cell: Cell) -> Box<dyn Fn(u32) -> bool + '_>;
    /// Whether this key can be counted at all in this cell.
    fn can_occur(&self, cell: Cell, key: u32) -> bool {
        self.possible(cell)(key)
    }
    /// The same for whole runs of keys at once, each of one metric and kind: sets `possible[i]` where the `i`th key of any
    /// run can be counted. What is set already isn't asked about. Sheets ask so of some hundred thousand keys.
    fn mark_possible(&self, cell: Cell, runs: &[Range<u32>], possible: &mut [bool]) {
        let can_occur = self.possible(cell);
        for run in runs {
            for (key, possible) in run.clone().zip(possible.iter_mut()) {
                *possible = *possible || can_occur(key);
            }
        }
    }
    /// How often a drop of a cell is counted under each key that stands for what it is, computed, by rising key; keys whose
    /// mean and bound are 0 are left out. Of what is counted per kind only that of these kinds, which must rise; of all
    /// kinds where there are none. `None` where the rules can't be followed so.
    fn exact(&self, _: Cell, _: Option<&[KindId]>) -> Option<Vec<Chance>> {
        None
    }
    /// The same, as long as `keep_going` returns true. It is called between the parts of long computations, each some milliseconds
    /// to some hundred; parts that are done are kept as whole as they would be otherwise, so that who asks again gets the
    /// same numbers, and sooner.
    ///
    /// # Errors
    /// Where `keep_going` returned false before all was done.
    fn exact_while(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Chance>>, Cancelled> {
        if keep_going() { Ok(self.exact(cell, kinds)) } else { Err(Cancelled) }
    }
    /// The long parts of the same, in the order in which they are needed, for other threads to run meanwhile. The numbers
    /// don't depend on which thread runs them, nor when. Empty where all is quick.
    fn exact_tasks(&self, _: Cell, _: Option<&[KindId]>) -> Vec<ParallelTask<'_>> {
        Vec::new()
    }
    /// Why items of a kind come to an affix or a theme as often as they do. `None` for other entries, where the game has
    /// no such thing, and where the cell gives another kind.
    fn why(&self, _: Cell, _: KindId, _: Entry) -> Option<Why> {
        None
    }
    /// How often items of a kind have both of two affixes, computed; much more work than one affix, so only of those that
    /// are asked about. `None` where the rules can't be followed so, and where the cell gives another kind.
    fn pair(&self, _: Cell, _: KindId, _: [AffixId; 2]) -> Option<PairChance> {
        None
    }
    /// The themes that may come to items of a kind at a generation level, rising; none in games without themes.
    fn themes(&self, _: KindId, _generation_level: u32) -> Vec<ThemeId> {
        Vec::new()
    }
    /// What an item with just these affixes scores for a theme. `None` where fewer than two of them count, and in games
    /// without themes.
    fn theme_score(&self, _: ThemeId, _: &[AffixId]) -> Option<Score> {
        None
    }
    /// How likely a drop of a depth and drop quality is of each kind, by position, from the table it is chosen from and
    /// boosts included; of drops that are not special artifacts. What is missing to 1 are drops for which there is no kind.
    /// `None` where the rules can't be followed so.
    fn kind_chances(&self, _depth: u32, _quality: u8) -> Option<Vec<f64>> {
        None
    }
    /// Makes `drops` drops of a cell and counts what they carry.
    fn run(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts);
}
