//! Reading an edition's files, with all that is made of them: entries, subjects, tables for designers, rules.

use std::sync::Arc;

use super::{
    item::EgoStats,
    model::UnangbandModel,
    monsters::{encounters::Encounters, subject::LevelMonsters},
    rules::{UnangbandForge, numbers_of_drops},
    tables::{EXTRA_GROUPS, FLAGS, TRAITS},
};
use crate::{
    batch::Detail,
    catalog::{EffectSet, EntryTable, GuideTable, SortEntry},
    engine::flags::each,
    families::common::effects::of_ego,
    game::{Correction, ForeignFiles, Forge, Game, Loaded, Model, SubjectRules, Switches},
    records::Reference,
    text::{Diagnostic, SourceSet},
};

impl Model for UnangbandModel {
    fn subjects(&self) -> &[Arc<dyn SubjectRules>] {
        &self.subjects
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

/// Flags whose strength is an item's modifier, beside the first of the list up to `MIGHT` (object2.c).
const MORE_MODIFIED: [&str; 4] = ["HURL_NUM", "HURL_DAM", "REGEN_HP", "REGEN_MANA"];
/// Number of the first flags of the list, all of which are of that sort.
const MODIFIED: usize = 16;

/// The effects of an ego by group. All numbers of an ego that is cursed or worthless are taken off.
fn effects_of(ego: &EgoStats) -> EffectSet {
    let cursed = ["LIGHT_CURSE", "HEAVY_CURSE", "PERMA_CURSE"];
    let name = |flag: u32| FLAGS.get(flag as usize).copied().unwrap_or_default();
    let flags: Vec<&str> = each(ego.flags).map(name).collect();
    let is_bad = ego.cost == 0 || flags.iter().any(|flag| cursed.contains(flag));
    let most = ego.most.map(|most| if is_bad { most.saturating_abs().saturating_neg() } else { most });
    let is_modified = |flag: &str| FLAGS[..MODIFIED].contains(&flag) || MORE_MODIFIED.contains(&flag);
    let mut effects = of_ego(most, &flags, is_modified);
    if ego.extra > 0 {
        let (first, count) = EXTRA_GROUPS.get(usize::from(ego.extra)).copied().unwrap_or_default();
        FLAGS.iter().skip(usize::from(first)).take(usize::from(count)).for_each(|flag| effects.add_flag(flag));
    }
    effects
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
    let foreign = ForeignFiles::of_names(game, &sources, &mut diagnostics).map(Arc::new);
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
