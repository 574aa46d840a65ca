//! A game, and the result of reading its files.

use std::sync::Arc;

use super::{ForeignFiles, Model, Preset, Switch, Switches, Touched, Words};
use crate::{
    catalog::{Affix, Catalog, EffectSet, EntryRecord, ItemEntry, Sort, SortEntry, SortSpec, Theme},
    syntax::FileSpec,
    text::{Diagnostic, Severity, SourceSet},
};

/// A game: its data, and the functions that read its files.
///
/// The games are the constants of the registry, in packages of rules.
pub struct Game {
    /// See [`Game::id`].
    pub id: &'static str,
    /// See [`Game::title`].
    pub title: &'static str,
    /// See [`Game::rules_version`].
    pub rules_version: u32,
    /// See [`Game::words`].
    pub words: &'static Words,
    /// See [`Game::files`].
    pub files: &'static [FileSpec],
    /// See [`Game::folder`].
    pub folder: &'static str,
    /// See [`Game::sorts`].
    pub sorts: &'static [SortSpec],
    /// See [`Game::conditions`].
    pub conditions: &'static [&'static str],
    /// See [`Game::switches`].
    pub switches: &'static [Switch],
    /// See [`Game::presets`].
    pub presets: &'static [Preset],
    /// See [`Game::has_values`].
    pub has_values: bool,
    /// See [`Game::match_score`].
    pub match_score: fn(&SourceSet) -> u32,
    /// See [`Game::load`].
    pub load: fn(SourceSet, Switches) -> Loaded,
    /// See [`Game::touched`].
    pub touched: fn(&SourceSet, &Switch) -> Vec<Touched>,
}

impl Game {
    /// The id in commands, URLs and the database: lower case, digits, dots and hyphens.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The name people see.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// Version of the rules, from 1. It rises whenever the same catalog, plan and seed could give other numbers.
    pub fn rules_version(&self) -> u32 {
        self.rules_version
    }

    /// The words of its players, for pages and files.
    pub fn words(&self) -> &'static Words {
        self.words
    }

    /// Its edit files, in the order in which they are read.
    pub fn files(&self) -> &'static [FileSpec] {
        self.files
    }

    /// Path of the edit files in the game's own sources.
    pub fn folder(&self) -> &'static str {
        self.folder
    }

    /// The sorts of entries that it declares itself, in the order in which pages list them. [`Loaded::sorts`] has those of
    /// an edition.
    pub fn sorts(&self) -> &'static [SortSpec] {
        self.sorts
    }

    /// The names of the dimensions of its subjects, which commands have as options.
    pub fn conditions(&self) -> &'static [&'static str] {
        self.conditions
    }

    /// The points where its program departs from what its authors wrote.
    pub fn switches(&self) -> &'static [Switch] {
        self.switches
    }

    /// The readings of its rules that have a name: as coded, as documented, then its own.
    pub fn presets(&self) -> impl Iterator<Item = &'static Preset> {
        [&Preset::CODED, &Preset::DOCUMENTED].into_iter().chain(self.presets)
    }

    /// The presets that only this game has.
    pub fn own_presets(&self) -> &'static [Preset] {
        self.presets
    }

    /// Whether its rules count values and flags too ([`crate::batch::Detail::Full`]).
    pub fn has_values(&self) -> bool {
        self.has_values
    }

    /// Match score of the files, to compare with the scores of other games; 0: they aren't this game's files.
    pub fn match_score(&self, sources: &SourceSet) -> u32 {
        (self.match_score)(sources)
    }

    /// The entries of an edition that a switch changes; none of switches about the rules as a whole.
    pub fn touched(&self, sources: &SourceSet, switch: &Switch) -> Vec<Touched> {
        (self.touched)(sources, switch)
    }

    /// Reads the files as the program does. Never fails: what can't be read is among the diagnostics.
    pub fn load(&self, sources: SourceSet) -> Loaded {
        self.load_switched(sources, Switches::coded())
    }

    /// Reads the files with these points as documented.
    pub fn load_switched(&self, sources: SourceSet, switches: Switches) -> Loaded {
        (self.load)(sources, switches)
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// An edition's files as read: catalog, model and diagnostics.
#[derive(Debug)]
pub struct Loaded {
    /// The game.
    pub game: &'static Game,
    /// The points that are read as documented.
    pub switches: Switches,
    /// The files, byte for byte.
    pub sources: SourceSet,
    /// The entries of the files.
    pub catalog: Arc<Catalog>,
    /// Problems found in the files, by file and position.
    pub diagnostics: Vec<Diagnostic>,
    /// What says that the files are not the game's own; `None` where nothing does.
    pub foreign: Option<Arc<ForeignFiles>>,
    /// The data only the game's rules use.
    pub model: Box<dyn Model>,
}

/// What is said of files whose tables are all that is known.
const NO_RULES: &str =
    "These are tables: no rules of their game are known here, so nothing says how often anything turns up.";

impl Loaded {
    /// The diagnostics that make the files unusable as this game's: files that are missing, empty or not text.
    pub fn unreadable(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity() == Severity::Error && diagnostic.span.is_none())
    }

    /// A file's path in the game's source tree, where its files lie in several folders; else its name.
    pub fn path_of(&self, name: &str) -> String {
        let spec = self.files().iter().find(|spec| spec.is_named(name) && !spec.folder.is_empty());
        spec.map_or_else(|| name.to_owned(), |spec| format!("{}/{name}", spec.folder))
    }

    /// Whether the files' own program would refuse a change of which its reader says this: an error, or a name that the
    /// game doesn't have where everything else has said so far that the files are its own.
    pub fn refuses(&self, said: &Diagnostic) -> bool {
        said.severity() == Severity::Error || (!self.has_signs() && said.is_of_unknown_name())
    }

    /// Whether something in the files says that they are not the game's own, beside what is declared.
    pub fn has_signs(&self) -> bool {
        self.foreign.as_ref().is_some_and(|foreign| !foreign.found.is_empty())
    }

    /// The entries of a sort that have a record, by serial number.
    pub fn entry_records<'a>(&'a self, sort: Sort) -> Vec<EntryRecord<'a>> {
        let Some(spec) = sort.spec() else { return self.catalog.entry_records(sort) };
        let at = self.sorts().iter().position(|declared| declared.name == spec.name);
        let entries = self.model.entries().iter().filter(|entry| Some(usize::from(entry.sort)) == at);
        let record =
            |entry: &'a SortEntry| Some(EntryRecord { name: &entry.name, index: entry.index, span: entry.record? });
        entries.filter_map(record).collect()
    }

    /// Number of lines that say where the entries of a sort may appear; 0 of sorts that a game declares.
    pub fn allocation_count(&self, sort: Sort) -> usize {
        let written = |entry: &ItemEntry<'_>| entry.record.is_some();
        self.catalog.entries_of(sort).iter().filter(|entry| written(entry)).map(ItemEntry::allocation_count).sum()
    }

    /// The effects of each affix of the catalog, in its order.
    pub fn affix_effects(&self) -> Vec<EffectSet> {
        let effects = self.model.affix_effects();
        if effects.len() == self.catalog.affixes.len() {
            return effects;
        }
        let of_flags = |affix: &Affix| {
            let mut effects = EffectSet::default();
            for flag in &affix.flags {
                effects.add_flag(flag);
            }
            effects
        };
        self.catalog.affixes.iter().map(of_flags).collect()
    }

    /// Whether the effects of affixes are known with their numbers, and not by their flags only.
    pub fn knows_numbers(&self) -> bool {
        self.catalog.affixes.is_empty() || self.model.affix_effects().len() == self.catalog.affixes.len()
    }

    /// The effects of each theme of the catalog, in its order: those of its affixes together.
    pub fn theme_effects(&self) -> Vec<EffectSet> {
        let affixes = self.affix_effects();
        let of_theme = |theme: &Theme| {
            let mut effects = EffectSet::default();
            let parts = theme.parts.iter().filter(|part| part.chance > 0);
            parts.filter_map(|part| affixes.get(part.affix.at())).for_each(|of| effects.extend(of));
            effects
        };
        self.catalog.themes.iter().map(of_theme).collect()
    }

    /// Why numbers of these files may not be those of their own program, for everything that shows them: the files are not
    /// the game's own, or lines of them are left out. `None` where nothing says so.
    pub fn doubts(&self) -> Option<String> {
        let errors = self.count(Severity::Error);
        let of_errors = (errors > 0).then(|| {
            let (noun, lines) = if errors == 1 { ("error", "its line is") } else { ("errors", "their lines are") };
            format!("Made of files with {errors} {noun}: {lines} left out.")
        });
        let of_files = self.foreign.as_ref().map(|foreign| foreign.sentence(self.game.title()));
        let of_rules = (!self.model.has_rules()).then(|| NO_RULES.to_owned());
        let doubts: Vec<String> = of_rules.into_iter().chain(of_files).chain(of_errors).collect();
        (!doubts.is_empty()).then(|| doubts.join(" "))
    }

    /// Whether values of items are simulated, which a game's files may rule out.
    pub fn has_values(&self) -> bool {
        self.game.has_values() && self.model.has_values()
    }

    /// The preset they are read by; `None` where these switches have no name, as those of a batch may not.
    pub fn preset(&self) -> Option<&'static Preset> {
        self.switches.preset(self.game)
    }

    /// The sorts of entries beside those of items, in the order in which pages list them: the game's own, or those that these
    /// files declare.
    pub fn sorts(&self) -> &'static [SortSpec] {
        self.model.sorts().unwrap_or_else(|| self.game.sorts())
    }

    /// All sorts of entries: those of items, and the others.
    pub fn entry_sorts(&self) -> impl Iterator<Item = Sort> + use<> {
        Sort::all(self.sorts())
    }

    /// The sorts of these files, then those that only another version of them has.
    pub fn entry_sorts_with(&self, other: &Loaded) -> impl Iterator<Item = Sort> + use<> {
        let own = self.sorts();
        let is_others = move |sort: &Sort| sort.spec().is_some_and(|spec| own.iter().all(|own| own.name != spec.name));
        self.entry_sorts().chain(other.entry_sorts().filter(is_others))
    }

    /// The sort with that stable word.
    pub fn entry_sort(&self, name: &str) -> Option<Sort> {
        self.entry_sorts().find(|sort| sort.name() == name)
    }

    /// The directive tables the files were read with: the game's own, or those of a variant's form.
    pub fn files(&self) -> &'static [FileSpec] {
        self.model.files().unwrap_or_else(|| self.game.files())
    }

    /// Number of diagnostics of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count()
    }
}
