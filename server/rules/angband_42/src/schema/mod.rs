//! From lines to meaning: what 4.2's files say, with the original's limits and quirks.

mod artifacts;
mod bases;
mod books;
mod brackets;
mod codes;
mod constants;
mod curses;
mod designs;
mod egos;
mod item_types;
mod kinds;
mod own_codes;
mod properties;
mod words;

use std::sync::Arc;

use super::{dialect, program::Program, tables, value_data::EgoValues, values::Values};
use affixboard_egos::{
    DesignedEgos, EgoModel,
    schema::{Parts, assemble},
};
use affixboard_kin::{
    Reader,
    letter::{BuiltInNames, LetterReader},
    monsters,
};
use affixboard_model::{
    game::Declaration,
    text::{Diagnostic, SourceSet},
};
use designs::Designs;
use item_types::ItemTypes;

/// Item type names that the files need not define. Flags are looked up as they are read.
static NAMES: BuiltInNames = BuiltInNames { tvals: tables::TVALS, flags: &[] };

/// Reads an edition's files into a model, with the diagnostics.
pub(super) fn read_model(program: &'static Program, sources: &SourceSet) -> (EgoModel, Vec<Diagnostic>) {
    let [
        constants,
        bases,
        slays,
        brands,
        curses,
        activations,
        objects,
        egos,
        classes,
        artifacts,
        properties,
        timed,
        ..,
    ] = program.files;
    let mut reader = Reader::new(sources);
    let constants = constants::read(&mut reader, constants);
    let declared = Declaration::of(sources, program.spec.game.id()).ok().flatten();
    let types = ItemTypes::of(sources, declared.as_ref());
    let bases = bases::read(&mut reader, bases, &types);
    let codes = codes::read(&mut reader, [slays, brands, activations]);
    let curses = curses::read(&mut reader, curses, &types);
    // In this order the program reads them: what comes later can be named by what comes after it only.
    let mut kinds = kinds::read(&mut reader, objects, (&types, &bases), &codes, &curses);
    let (egos, ego_values) = egos::read(&mut reader, egos, (&kinds, program), &codes, &curses);
    books::read(&mut reader, classes, &bases, &mut kinds);
    let (artifacts, artifact_values) = artifacts::read(&mut reader, artifacts, &mut kinds, &codes, &curses);
    let (sorts, mut powers) = properties::read(&mut reader, properties, (&types, program));
    [powers.slays, powers.brands] = codes.into_worths();
    powers.curses = curses.items();
    let timed_effects = curses::read_timed_effects(&mut reader, timed);
    let (kinds, kind_values) = kinds.into_lists();
    let effects = ego_values.iter().map(EgoValues::effects).collect();
    let curses = curses.finish(&timed_effects);
    let designs = Designs::of(program.designs, (&kinds, &kind_values), &egos, &curses);
    let values = Values::new((kind_values, ego_values, artifact_values), curses, sorts, powers);
    // Any item that turns out excellent tries for an ego, whatever its type.
    let parts = Parts { kinds, egos, artifacts, named_are_wearable: true };
    let reader = LetterReader { names: &NAMES, sources, diagnostics: reader.diagnostics };
    let (mut model, mut diagnostics) = assemble(program.spec, dialect::drop_files(program.files), reader, parts);
    for item_type in &mut Arc::make_mut(&mut model.catalog).item_types {
        if let Some(own) = types.own_name(item_type.tval) {
            own.clone_into(&mut item_type.name);
        }
    }
    let (monsters, of_monsters) = monsters::read(&dialect::MONSTER_SPEC, constants.monster_raises(), None, sources);
    model.monsters = monsters;
    diagnostics.extend(of_monsters);
    if program.has_values {
        model.values = Some(Arc::new(values));
    }
    model.designs = designs.map(|designs| Arc::new(designs) as Arc<dyn DesignedEgos>);
    model.effects = effects;
    model.flag_names = [tables::FLAGS, tables::MODIFIERS].concat();
    own_codes::settle(sources, &mut diagnostics);
    (model.numbers.kind_boost, model.numbers.ego_boost) = (constants.kind_boost(), constants.ego_boost());
    (model, diagnostics)
}
