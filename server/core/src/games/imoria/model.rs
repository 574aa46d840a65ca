//! What is read of the files, with the rules made of it.

use std::sync::Arc;

use super::{
    drops::TreasureDrops,
    entries,
    gold::Gold,
    tables::{self, GOLD, OBJECTS},
};
use crate::{
    catalog::{Catalog, SortEntry},
    game::{Game, Loaded, Model, SubjectRules, Switches},
    text::SourceSet,
};

/// The tables and what turns up by them.
#[derive(Debug)]
struct IMoriaModel {
    entries: Vec<SortEntry>,
    subjects: Subjects,
}

/// What turns up.
struct Subjects(Vec<Arc<dyn SubjectRules>>);

impl std::fmt::Debug for Subjects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|subject| subject.spec().name)).finish()
    }
}

impl Model for IMoriaModel {
    fn subjects(&self) -> &[Arc<dyn SubjectRules>] {
        &self.subjects.0
    }

    fn entries(&self) -> &[SortEntry] {
        &self.entries
    }
}

/// Reads a source tree's files.
pub(super) fn load(game: &'static Game, sources: SourceSet, switches: Switches) -> Loaded {
    let mut diagnostics = Vec::new();
    let read = tables::read(&sources, &mut diagnostics);
    let mut subjects: Vec<Arc<dyn SubjectRules>> = Vec::new();
    if read.rows(OBJECTS).len() > 1 {
        subjects.push(Arc::new(TreasureDrops::new(read.rows(OBJECTS))));
    }
    if !read.rows(GOLD).is_empty() {
        subjects.push(Arc::new(Gold::new(read.rows(GOLD))));
    }
    let model = IMoriaModel { entries: entries::entries(&read), subjects: Subjects(subjects) };
    Loaded {
        game,
        switches,
        sources,
        catalog: Arc::new(Catalog::default()),
        diagnostics,
        foreign: None,
        model: Box::new(model),
    }
}
