//! A game, and what it makes of files.

use std::sync::Arc;

use super::{Model, Switch, Switches, Touched, Words};
use crate::{
    catalog::Catalog,
    syntax::FileSpec,
    text::{Diagnostic, Severity, SourceSet},
};

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
    fn match_score(&self, sources: &SourceSet) -> u32;
    /// The points where its program departs from what its authors wrote.
    fn switches(&self) -> &'static [Switch] {
        &[]
    }
    /// Whether its rules count values and flags too ([`crate::batch::Detail::Full`]).
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
