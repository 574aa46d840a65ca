//! What is read of the files, with the rules made of it.

use std::sync::Arc;

use super::{
    checks,
    drops::TreasureDrops,
    entries, free,
    gold::Gold,
    monster_drops::CreatureDrops,
    new_treasure::NewTreasure,
    shops::Shops,
    sizes,
    tables::{self, GOLD, OBJECTS, YUMS},
    treasure_kinds::TreasureKinds,
};
use affixboard_kin::sources::SourceModel;
use affixboard_model::{
    game::{Designer, Game, Loaded, SubjectRules, Switches},
    text::SourceSet,
};

/// Reads a source tree's files.
pub(super) fn load(game: &'static Game, sources: SourceSet, switches: Switches) -> Loaded {
    let mut diagnostics = Vec::new();
    let read = tables::read(&sources, &mut diagnostics);
    let mut subjects: Vec<Arc<dyn SubjectRules>> = Vec::new();
    if read.rows(OBJECTS).len() > 1 {
        subjects.push(Arc::new(TreasureDrops::new(read.rows(OBJECTS), read.rows(YUMS))));
        subjects.push(Arc::new(TreasureKinds::new(read.rows(OBJECTS), read.rows(YUMS))));
    }
    if !read.rows(GOLD).is_empty() {
        subjects.push(Arc::new(Gold::new(read.rows(GOLD))));
    }
    if let Some(shops) = Shops::new(&read) {
        subjects.push(Arc::new(shops));
    }
    if !subjects.is_empty() {
        subjects.push(Arc::new(CreatureDrops::new()));
    }
    checks::check(&sources, &read, &mut diagnostics);
    let sizes = sizes::read(&sources);
    let entries = entries::entries(&read, &sizes);
    let designer = NewTreasure::new(&read, &sizes).map(|new| Box::new(new) as Box<dyn Designer>);
    let guides = free::guides(&read);
    SourceModel { entries, subjects, guides, designer }.loaded(game, sources, switches, diagnostics)
}
