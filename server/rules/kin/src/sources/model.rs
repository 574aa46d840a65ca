//! What is read of a source tree, for pages and rules alike.

use std::{fmt, sync::Arc};

use affixboard_model::{
    catalog::{Catalog, GuideTable, SortEntry},
    game::{Declaration, Designer, ForeignFiles, Game, Loaded, Model, RuleConstant, SubjectRules, Switches, Words},
    text::{Diagnostic, SourceSet},
};

/// Words of a game without drops of Angband's sort, for pages that are empty.
pub static WORDS: Words = Words { affix: "affix", affixes: "affixes", one_affix: false, ..crate::WORDS };

/// Entries, and what turns up.
pub struct SourceModel {
    /// By sort and index.
    pub entries: Vec<SortEntry>,
    /// In the order in which pages list them.
    pub subjects: Vec<Arc<dyn SubjectRules>>,
    /// Tables for those who design entries.
    pub guides: Vec<GuideTable>,
    /// How new entries are designed.
    pub designer: Option<Box<dyn Designer>>,
}

impl SourceModel {
    /// A game's files with what was read of them.
    pub fn loaded(
        self,
        game: &'static Game,
        sources: SourceSet,
        switches: Switches,
        mut diagnostics: Vec<Diagnostic>,
    ) -> Loaded {
        let catalog = Arc::new(Catalog::default());
        let declared = Declaration::settle(&sources, game.id(), &mut diagnostics, &mut RuleConstant::none);
        let foreign = ForeignFiles::of_names(game, game.files(), &sources, &mut diagnostics, declared).map(Arc::new);
        Loaded { game, switches, sources, catalog, diagnostics, foreign, model: Box::new(self) }
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
