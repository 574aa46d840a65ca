//! The schema: reads the family's files into catalog and model, with the originals' limits and quirks.

mod affixes;
mod artifacts;
mod checks;
mod item_types;
mod kinds;
mod lookup;
mod reader;
mod themes;

use std::sync::Arc;

use super::{AffixSpec, Generation, Quirks, model::AffixModel};
use affixboard_kin as common;
use affixboard_kin::monsters::{self, Raises};
use affixboard_model::{
    catalog::Catalog,
    game::{Declaration, ForeignFiles, Loaded, RuleConstant, Switches},
    text::{Diagnostic, SourceSet},
};
use reader::AffixFilesReader;

/// A monster's level is raised one time in 25, by 10 at most (defines.h, `NASTY_MON` and `MON_OOD_MAX`).
const RAISES: Raises = Raises { times: 1, odds: 25, most: 10 };

/// Reads all files of an edition.
pub(super) fn load<G: Generation>(spec: &'static AffixSpec, sources: SourceSet, switches: Switches) -> Loaded {
    let (model, mut diagnostics) = read_model::<G>(spec, &sources, &switches);
    let declared = Declaration::settle(&sources, spec.game.id(), &mut diagnostics, &mut RuleConstant::none);
    let foreign = ForeignFiles::of_names(spec.game, spec.drop_files(), &sources, &mut diagnostics, declared);
    Loaded {
        game: spec.game,
        sources,
        switches,
        catalog: Arc::clone(&model.catalog),
        diagnostics,
        foreign: foreign.map(Arc::new),
        model: Box::new(model),
    }
}

/// Reads catalog and model, with diagnostics.
pub(super) fn read_model<G: Generation>(
    spec: &'static AffixSpec,
    sources: &SourceSet,
    switches: &Switches,
) -> (AffixModel<G>, Vec<Diagnostic>) {
    let quirks = Quirks::new(spec, switches);
    let mut reader = AffixFilesReader { spec, quirks, files: common::Reader::new(sources) };
    let words = spec.vocabulary();
    let sizes = common::limits::sizes(&mut reader.files, &spec.game.files()[0], &words);
    // Kinds made up for artifacts get numbers from there on.
    let min_kind_count = sizes.get("K").copied().unwrap_or(0);
    let bases = common::item_types::read(&mut reader.files, &spec.game.files()[1], &words);
    let mut kinds = kinds::read(&mut reader, &bases);
    let (affixes, affix_effects) = affixes::read(&mut reader);
    let themes = themes::read(&mut reader, &affixes);
    let (artifacts, properties) = artifacts::read(&mut reader, &bases, &mut kinds, min_kind_count);
    let (monsters, of_monsters) = monsters::read(spec.monsters, RAISES, sizes.get("R").copied(), sources);
    let mut diagnostics = [reader.files.diagnostics, of_monsters].concat();

    let (kinds, kind_rules) = kinds.into_iter().unzip();
    let mut catalog = Catalog { item_types: Vec::new(), kinds, affixes, themes, artifacts };
    catalog.item_types = item_types::in_use(spec, &catalog);
    checks::run::<G>(spec, &catalog, sources, &mut diagnostics);
    diagnostics.sort_by_key(|d| {
        let order = spec.game.files().iter().position(|spec| spec.name == d.file);
        (order, d.span.map(|span| span.start))
    });
    let mut model = AffixModel::new(spec, quirks, Arc::new(catalog), kind_rules, affix_effects, properties);
    model.monsters = monsters;
    (model, diagnostics)
}
