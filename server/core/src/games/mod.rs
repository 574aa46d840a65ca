//! The games: each a dialect of edit files plus the rules by which its program generates.
//!
//! Games never see each other; what games of one descent share lives in `families`, what all share in `syntax`, `catalog` or
//! `engine`.

pub mod affix_branch;
pub mod angband_29;
pub mod angband_30;
pub mod angband_31;
pub mod angband_32;
pub mod angband_33;
pub mod angband_34;
pub mod angband_35;
pub mod angband_42;
mod chance;
mod switches;
pub mod v4;

pub use chance::{Ahead, Chance, Mean, Stopped, Together};
pub use switches::{Subject, Switch, Switches, Touched, UnknownSwitch};

use std::{ops::Range, sync::Arc};

use crate::{
    batch::{Cell, Counts, Detail, Entry, KeySpace},
    catalog::{AffixId, Catalog, KindId, Role, ThemeId},
    engine::random::Stream,
    explain::{Score, Why},
    syntax::FileSpec,
    text::{Diagnostic, Severity, SourceSet},
};

/// Every game there is. Adding one: `docs/recipes/add-a-game.md`.
pub const ALL: &[&dyn Game] = &[
    &affix_branch::AffixBranch,
    &v4::V4,
    &angband_42::Angband42,
    &angband_35::Angband35,
    &angband_34::Angband34,
    &angband_33::Angband33,
    &angband_32::Angband32,
    &angband_31::Angband31,
    &angband_30::Angband30,
    &angband_29::Angband29,
];

/// The game with that id.
pub fn find(id: &str) -> Option<&'static dyn Game> {
    ALL.iter().copied().find(|game| game.id() == id)
}

/// The game whose files these most look like; `None` where they look like none.
pub fn detect(sources: &SourceSet) -> Option<&'static dyn Game> {
    let scored = ALL.iter().map(|game| (game.likeness(sources), *game)).filter(|(score, _)| *score > 0);
    scored.max_by_key(|(score, _)| *score).map(|(_, game)| game)
}

/// The words a game's players use, for pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// What an affix is called here, in the singular.
    pub affix: &'static str,
    /// And in the plural.
    pub affixes: &'static str,
    /// Whether there are themes.
    pub has_themes: bool,
    /// The types of affixes, in the order they are offered.
    pub roles: &'static [Role],
    /// The affix levels in rising order; an [`crate::catalog::Allocation::affix_level`] is a position in it. Where there
    /// is one only, nobody is told of it.
    pub affix_levels: &'static [&'static str],
    /// Whether an item draws from the affix levels below its own too; else from its own only.
    pub affix_levels_add_up: bool,
    /// What stands before the affix levels to choose from.
    pub affix_level_label: &'static str,
    /// The least of them that an item draws up to; lines may be of lower ones.
    pub least_affix_level: u8,
    /// How many of them an item can draw at (the rest only exist in files).
    pub reachable_affix_levels: u8,
    /// The affix level sheets of pools open at: the highest that items draw up to without rare luck.
    pub usual_affix_level: u8,
    /// What a reader of a sheet of pools must know about this game's pools; empty where a pool is just what an item draws
    /// from at its affix level.
    pub pool_note: &'static str,
    /// Whether an item carries one affix at most.
    pub one_affix: bool,
    /// What the number of an artifact's allocation is.
    pub artifact_number: ArtifactNumber,
    /// What to-hit, to-dam and to-ac are called.
    pub bonuses: [&'static str; 3],
    /// The drop qualities, normal first.
    pub qualities: &'static [&'static str],
    /// The deepest level of the dungeon the sheets offer.
    pub deepest: u32,
}

impl Words {
    /// Whether affix levels say anything: where all are the same, pages and sheets leave them out.
    pub fn has_affix_levels(&self) -> bool {
        self.affix_levels.len() > 1
    }

    /// Whether an item that draws at an affix level draws what is of another.
    pub fn draws(&self, level: u8, other: u8) -> bool {
        if self.affix_levels_add_up { other <= level } else { other == level }
    }
}

/// What the number of an artifact's allocation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArtifactNumber {
    /// Its weight among the artifacts that could be made.
    Weight,
    /// One in how many tries makes it.
    OneIn,
    /// How many tries in a hundred make it.
    PerCent,
}

/// A game: dialect and rules.
pub trait Game: Sync {
    /// The id in commands, URLs and the database.
    fn id(&self) -> &'static str;
    /// The name people see.
    fn title(&self) -> &'static str;
    /// Counts up whenever the same catalog, plan and seed could give other numbers.
    fn rules_version(&self) -> u32 {
        1
    }
    /// Its words.
    fn words(&self) -> &'static Words;
    /// Its edit files, in the order they are read.
    fn files(&self) -> &'static [FileSpec];
    /// Where its sources have the edit files.
    fn folder(&self) -> &'static str {
        "lib/edit"
    }
    /// How much the files look like this game's; 0 for not at all.
    fn likeness(&self, sources: &SourceSet) -> u32;
    /// The points where its program departs from what its authors wrote.
    fn switches(&self) -> &'static [Switch] {
        &[]
    }
    /// Whether its rules count values and flags too ([`Detail::Full`]).
    fn has_values(&self) -> bool {
        true
    }
    /// The entries of an edition that a switch changes; none for switches about the rules as a whole.
    fn touched(&self, _: &SourceSet, _: &Switch) -> Vec<Touched> {
        Vec::new()
    }
    /// Reads the files as the program does. Never fails: what can't be read is among the diagnostics.
    fn load(&self, sources: SourceSet) -> Loaded {
        self.load_switched(sources, Switches::coded())
    }
    /// Reads the files with these points as documented.
    fn load_switched(&self, sources: SourceSet, switches: Switches) -> Loaded;
}

impl std::fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id())
    }
}

/// Files that were read: what they mean and what is to be said about them.
#[derive(Debug)]
pub struct Loaded {
    /// The game.
    pub game: &'static dyn Game,
    /// Which points are read as documented.
    pub switches: Switches,
    /// The files, byte for byte.
    pub sources: SourceSet,
    /// What they mean.
    pub catalog: Arc<Catalog>,
    /// What is to be said, by file and place.
    pub diagnostics: Vec<Diagnostic>,
    /// What only the game's rules know.
    pub model: Box<dyn Model>,
}

impl Loaded {
    /// Why the files can't be loaded as this game at all: files that are missing, empty or not text.
    pub fn unreadable(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error && diagnostic.span.is_none())
    }

    /// Whether values of items are simulated, which a game's files may rule out.
    pub fn has_values(&self) -> bool {
        self.game.has_values() && self.model.has_values()
    }

    /// The directive tables the files were read with: the game's own, or those of a variant's form.
    pub fn files(&self) -> &'static [FileSpec] {
        self.model.files().unwrap_or_else(|| self.game.files())
    }

    /// How many diagnostics of that severity there are.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count()
    }
}

/// A game's full reading of its files, from which a forge is compiled.
pub trait Model: Send + Sync + std::fmt::Debug {
    /// Compiles the rules for this catalog; what the forge counts of a drop is `detail`.
    fn forge_for(&self, detail: Detail) -> Arc<dyn Forge>;
    /// Whether the rules can roll values for these files, where the game's rules can.
    fn has_values(&self) -> bool {
        true
    }
    /// The directive tables the files were read with, where these aren't the game's own.
    fn files(&self) -> Option<&'static [FileSpec]> {
        None
    }
    /// Compiles the rules to count what drops are.
    fn forge(&self) -> Arc<dyn Forge> {
        self.forge_for(Detail::Identity)
    }
}

/// One weighted choice an item may have: affixes with their weights, in the order the program counts them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pool {
    /// Affix and weight; weights are positive.
    pub entries: Vec<(AffixId, u32)>,
    /// The sum of the weights.
    pub total: u32,
    /// How likely each is drawn, in the order of the entries, where that isn't its weight over their sum: where some belong
    /// to the pool at times only.
    pub chances: Option<Vec<f64>>,
}

impl Pool {
    /// A pool to which all entries belong at all times.
    pub fn new(entries: Vec<(AffixId, u32)>) -> Pool {
        Pool { total: entries.iter().map(|entry| entry.1).sum(), entries, chances: None }
    }

    /// How likely the entry at a position is drawn: exact but for the last digits of a float.
    pub fn chance(&self, at: usize) -> f64 {
        match &self.chances {
            Some(chances) => chances[at],
            None => f64::from(self.entries[at].1) / f64::from(self.total.max(1)),
        }
    }
}

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
    /// The same, for as long as `goes_on` says so. It is asked between the parts of long computations, each some milliseconds
    /// to some hundred; parts that are done are kept as whole as they would be otherwise, so that who asks again gets the
    /// same numbers, and sooner.
    ///
    /// # Errors
    /// Where it was told to stop before all was done.
    fn exact_while(
        &self,
        cell: Cell,
        kinds: Option<&[KindId]>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<Chance>>, Stopped> {
        if goes_on() { Ok(self.exact(cell, kinds)) } else { Err(Stopped) }
    }
    /// The parts of the same that take long, in the order in which they are needed, for other cores to do meanwhile. The
    /// numbers don't depend on who does them, nor when. None where all is quick.
    fn exact_ahead(&self, _: Cell, _: Option<&[KindId]>) -> Vec<Ahead<'_>> {
        Vec::new()
    }
    /// Why items of a kind come to an affix or a theme as often as they do. `None` for other entries, where the game has
    /// no such thing, and where the cell gives another kind.
    fn why(&self, _: Cell, _: KindId, _: Entry) -> Option<Why> {
        None
    }
    /// How often items of a kind have both of two affixes, computed; much more work than one affix, so only of those that
    /// are asked about. `None` where the rules can't be followed so, and where the cell gives another kind.
    fn together(&self, _: Cell, _: KindId, _: [AffixId; 2]) -> Option<Together> {
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
