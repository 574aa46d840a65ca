//! What is read of the files, with the rules made of it.

use std::sync::Arc;

use super::{
    branch::Branch,
    checks,
    dungeon::DungeonPlan,
    entries,
    monsters::Monsters,
    objects::{EachKind, Objects},
    units,
};
use affixboard_kin::sources::SourceModel;
use affixboard_model::{
    game::{Game, Loaded, SubjectRules, Switches},
    text::{Diagnostic, Rule, SourceSet},
};

/// Reads a source tree's files.
pub(super) fn load(game: &'static Game, sources: SourceSet, switches: Switches) -> Loaded {
    let mut diagnostics = Vec::new();
    let read = units::read(&sources, &mut diagnostics);
    let program = read.program;
    checks::check(&sources, &read.objects.kinds, &read.monsters, program, &mut diagnostics);
    let entries = entries::entries(&read);
    let branches = Branch::of(&read.dungeons, program);
    let mut subjects: Vec<Arc<dyn SubjectRules>> = Vec::new();
    if !read.objects.kinds.is_empty() {
        subjects.push(Arc::new(Objects::new(&read.objects, &read.monsters, branches.clone(), program)));
        subjects.extend(EachKind::new(&read.objects, program).map(|kinds| Arc::new(kinds) as Arc<dyn SubjectRules>));
    }
    if !read.monsters.is_empty() {
        subjects.push(Arc::new(Monsters::new(&read.monsters, branches, program)));
    }
    if !read.dungeons.is_empty() {
        match DungeonPlan::new(read.dungeons) {
            Some(plan) => subjects.push(Arc::new(plan)),
            None => diagnostics.push(Diagnostic {
                rule: Rule::NotSimulated,
                file: units::description(&sources).map_or("", |(name, _)| name).to_owned(),
                span: None,
                found: "found more ways to place its levels than can be gone through".to_owned(),
                expected: "expected fewer or narrower ranges; its levels are not placed".to_owned(),
            }),
        }
    }
    SourceModel { entries, subjects, guides: Vec::new(), designer: None }.loaded(game, sources, switches, diagnostics)
}
