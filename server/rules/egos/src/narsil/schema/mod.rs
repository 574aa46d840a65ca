//! From lines to meaning: what NarSil's files say, with the original's limits and quirks.

mod artefacts;
mod bases;
mod codes;
mod constants;
mod drops;
mod kinds;
mod specials;
mod words;

use super::{
    dialect::{FILE_ORDER, FILES},
    tables,
};
use crate::{
    EgoModel, EgoSpec,
    schema::{Parts, assemble},
};
use affixboard_kin::{Reader, letter::LetterReader, records::collect};
use affixboard_model::{
    game::Touched,
    text::{Diagnostic, SourceSet},
};
use constants::Constants;
use kinds::Kinds;

/// Reads an edition's files into a model, with the diagnostics; `by_rarity`: specials weigh 100 / rarity.
pub(super) fn read_model(spec: &'static EgoSpec, sources: &SourceSet, by_rarity: bool) -> (EgoModel, Vec<Diagnostic>) {
    let [_, _, _, _, _, specials, artefacts, drops, properties] = FILES;
    let mut reader = Reader::new(sources);
    let (constants, codes, mut kinds) = read_kinds(&mut reader);
    let read = specials::read(&mut reader, specials, &kinds, &codes, &constants);
    let (egos, effects) = read.into_iter().map(|special| specials::finish(special, by_rarity)).unzip();
    let artifacts = artefacts::read(&mut reader, artefacts, &mut kinds, &codes);
    let drops = drops::read(&mut reader, drops, &kinds);
    // Nothing comes of properties.
    collect(&mut reader, properties, FILE_ORDER, |_| Ok(()), |(), _, _| Ok(()));
    let parts = Parts { kinds: kinds.into_list(|kind| drops.tables(kind)), egos, artifacts, named_are_wearable: false };
    let reader = LetterReader { names: &tables::NAMES, sources, diagnostics: reader.diagnostics };
    let (mut model, diagnostics) = assemble(spec, FILES, reader, parts);
    model.effects = effects;
    model.flag_names = [tables::FLAGS, tables::VALUES].concat();
    (model.numbers.kind_boost, model.numbers.ego_boost) = (constants.kind_boost(), constants.special_boost());
    (model, diagnostics)
}

/// The specials whose weight isn't 100 ÷ rarity.
pub(super) fn touched(sources: &SourceSet) -> Vec<Touched> {
    let mut reader = Reader::new(sources);
    let [_, _, _, _, _, specials, ..] = FILES;
    let (constants, codes, kinds) = read_kinds(&mut reader);
    let read = specials::read(&mut reader, specials, &kinds, &codes, &constants);
    read.into_iter().zip(0..).filter_map(|(special, at)| specials::touched(special, at)).collect()
}

/// The files up to that of kinds.
fn read_kinds(reader: &mut Reader<'_>) -> (Constants, codes::Codes, Kinds) {
    let [constants, slays, brands, bases, objects, ..] = FILES;
    let constants = constants::read(reader, constants);
    let codes = codes::read(reader, [slays, brands]);
    let bases = bases::read(reader, bases, &codes);
    let kinds = kinds::read(reader, objects, bases, &codes, &constants);
    (constants, codes, kinds)
}
