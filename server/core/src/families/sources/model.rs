//! What is read of a source tree, for pages and rules alike.

use std::{fmt, sync::Arc};

use crate::{
    catalog::{Catalog, GuideTable, SortEntry},
    families::egos,
    game::{Designer, Game, Loaded, Model, SubjectRules, Switches, Words},
    text::{Diagnostic, SourceSet},
};

/// Words of a game without drops of Angband's sort, for pages that are empty.
pub(crate) static WORDS: Words = Words { affix: "affix", affixes: "affixes", one_affix: false, ..egos::WORDS };

/// Entries, and what turns up.
pub(crate) struct SourceModel {
    /// By sort and index.
    pub(crate) entries: Vec<SortEntry>,
    /// In the order in which pages list them.
    pub(crate) subjects: Vec<Arc<dyn SubjectRules>>,
    /// Tables for those who design entries.
    pub(crate) guides: Vec<GuideTable>,
    /// How new entries are designed.
    pub(crate) designer: Option<Box<dyn Designer>>,
}

impl SourceModel {
    /// A game's files with what was read of them.
    pub(crate) fn loaded(
        self,
        game: &'static Game,
        sources: SourceSet,
        switches: Switches,
        diagnostics: Vec<Diagnostic>,
    ) -> Loaded {
        let catalog = Arc::new(Catalog::default());
        Loaded { game, switches, sources, catalog, diagnostics, foreign: None, model: Box::new(self) }
    }
}

impl fmt::Debug for SourceModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.subjects.iter().map(|subject| subject.spec().name);
        f.debug_struct("SourceModel")
            .field("entries", &self.entries.len())
            .field("subjects", &names.collect::<Vec<_>>())
            .field("guides", &self.guides.len())
            .field("designer", &self.designer.is_some())
            .finish()
    }
}

impl Model for SourceModel {
    fn subjects(&self) -> &[Arc<dyn SubjectRules>] {
        &self.subjects
    }

    fn entries(&self) -> &[SortEntry] {
        &self.entries
    }

    fn designer(&self) -> Option<&dyn Designer> {
        self.designer.as_deref()
    }

    fn guides(&self) -> &[GuideTable] {
        &self.guides
    }
}
