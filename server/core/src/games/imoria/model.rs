//! What is read of the files, with the rules made of it.

use std::sync::Arc;

use super::{
    drops::TreasureDrops,
    each_kind::EachKind,
    entries,
    gold::Gold,
    tables::{self, GOLD, OBJECTS, YUMS},
};
use crate::{
    families::sources::SourceModel,
    game::{Game, Loaded, SubjectRules, Switches},
    text::SourceSet,
};

/// Reads a source tree's files.
pub(super) fn load(game: &'static Game, sources: SourceSet, switches: Switches) -> Loaded {
    let mut diagnostics = Vec::new();
    let read = tables::read(&sources, &mut diagnostics);
    let mut subjects: Vec<Arc<dyn SubjectRules>> = Vec::new();
    if read.rows(OBJECTS).len() > 1 {
        subjects.push(Arc::new(TreasureDrops::new(read.rows(OBJECTS), read.rows(YUMS))));
        subjects.push(Arc::new(EachKind::new(read.rows(OBJECTS), read.rows(YUMS))));
    }
    if !read.rows(GOLD).is_empty() {
        subjects.push(Arc::new(Gold::new(read.rows(GOLD))));
    }
    let entries = entries::entries(&read);
    SourceModel { entries, subjects }.loaded(game, sources, switches, diagnostics)
}
