//! Reading an edition's files, with all that is made of them: entries, subjects, tables for designers, rules.

use std::sync::Arc;

use super::{
    effects::effects_of,
    model::UnangbandModel,
    monsters::{encounters::Encounters, subject::LevelMonsters},
    rules::{UnangbandForge, numbers_of_drops},
    tables::{FLAGS, TRAITS},
};
use affixboard_model::{
    batch::Detail,
    catalog::{EffectSet, EntryTable, GuideTable, SortEntry},
    game::{
        Correction, Declaration, ForeignFiles, Forge, Game, Loaded, Model, MonsterDrops, RuleConstant, SubjectRules,
        Switches,
    },
    records::Reference,
    text::{Diagnostic, SourceSet},
};

impl Model for UnangbandModel {
    fn subjects(&self) -> &[Arc<dyn SubjectRules>] {
        &self.subjects
    }

    fn monster_drops(&self) -> Option<&dyn MonsterDrops> {
        Some(self.encounters.as_deref()?)
    }

    fn references(&self) -> &'static [Reference] {
        super::references::REFERENCES
    }

    fn guides(&self) -> &[GuideTable] {
        &self.guides
    }

    fn corrections(&self) -> &[Correction] {
        &self.corrections
    }

    fn affix_effects(&self) -> Vec<EffectSet> {
        self.egos.iter().map(effects_of).collect()
    }

    fn flag_names(&self) -> Vec<&'static str> {
        FLAGS.iter().chain(&TRAITS).copied().collect()
    }

    fn entries(&self) -> &[SortEntry] {
        &self.entries
    }

    fn entry_tables(&self, entry: &SortEntry, sources: &SourceSet) -> Vec<EntryTable> {
        let sort = super::entries::SORTS.get(usize::from(entry.sort));
        sort.map_or_else(Vec::new, |sort| super::players::tables(self, sort.name, entry, sources))
    }

    fn forge_for(&self, _: Detail) -> Arc<dyn Forge> {
        Arc::new(UnangbandForge::new(self))
    }

    fn has_values(&self) -> bool {
        false
    }
}

/// The model of an edition's files, with the remarks about them.
pub fn read(sources: &SourceSet) -> (UnangbandModel, Vec<Diagnostic>) {
    let (mut model, diagnostics) = super::schema::read(sources);
    model.entries = super::entries::entries(&model, sources).into();
    model.corrections = super::stale::corrections(&model).into();
    let mut subjects: Vec<Arc<dyn SubjectRules>> = Vec::new();
    subjects.extend(numbers_of_drops(&model).map(|numbers| Arc::new(numbers) as Arc<dyn SubjectRules>));
    if model.races.iter().any(|race| race.record.is_some()) {
        let encounters = Arc::new(Encounters::new(&model.races));
        model.guides = super::guides::guides(&model, Some(&encounters), sources).into();
        model.encounters = Some(Arc::clone(&encounters));
        let of_monsters: [Arc<dyn SubjectRules>; 2] = [Arc::new(LevelMonsters::new(&model.races)), encounters];
        subjects.extend(of_monsters);
    } else {
        model.guides = super::guides::guides(&model, None, sources).into();
    }
    model.subjects = subjects.into();
    (model, diagnostics)
}

/// Reads an edition's files.
pub(super) fn load(game: &'static Game, sources: SourceSet, switches: Switches) -> Loaded {
    let (model, mut diagnostics) = read(&sources);
    let declared = Declaration::settle(&sources, game.id(), &mut diagnostics, &mut RuleConstant::none);
    let foreign = ForeignFiles::of_names(game, game.files(), &sources, &mut diagnostics, declared).map(Arc::new);
    Loaded {
        game,
        switches,
        sources,
        catalog: Arc::clone(&model.catalog),
        diagnostics,
        foreign,
        model: Box::new(model),
    }
}
