//! Edit files of colon lines ([`affixboard_model::syntax::colon`]) as Angband had them from 3.1 to 3.5: from lines to meaning,
//! with the originals' limits and quirks.
//!
//! The meaning of the lines is here. The files, their lines and a game's own ways of reading are a [`ColonDialect`].
//! Section numbers in comments are those of the RULES of Angband 3.5.

mod artifacts;
mod departures;
mod dialect;
pub mod directives;
mod effects;
mod egos;
pub mod files;
mod kinds;
mod match_score;
mod records;

pub use departures::{EGO_COMMONNESS, EGO_LEVELS, touched};
pub use dialect::{ArtifactChance, ColonDialect, spec};
pub use effects::{EFFECTS_OF_3_1, EFFECTS_OF_3_2, EFFECTS_OF_3_3, EFFECTS_OF_3_5};
pub use match_score::{Look, look};

use std::{collections::BTreeMap, sync::Arc};

use super::{
    EgoModel,
    schema::{Parts, apart, assemble},
    values::{ValueRules, several::SeveralValues},
};
use affixboard_kin as common;
use affixboard_kin::{
    Reader, TVALS,
    letter::{BuiltInNames, LetterReader},
    monsters::{self, Raises},
    power::PowerCalculator,
    records::Record,
};
use affixboard_model::{
    game::{Loaded, Switches},
    syntax::FileSpec,
    text::{Diagnostic, SourceSet},
};

/// A monster's level is raised one time in 25, by 10 at most (3.5's monster.h, `NASTY_MON` and `MON_OOD_MAX`).
const RAISES: Raises = Raises { times: 1, odds: 25, most: 10 };

/// Item type names that the files need not define. Flags are looked up as they are read.
static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: &[] };

/// Files read as a game does, with these points as documented.
pub fn load(dialect: &'static ColonDialect, sources: SourceSet, switches: Switches) -> Loaded {
    let (model, diagnostics) = read_model(dialect, &sources, &switches);
    model.loaded(sources, switches, diagnostics)
}

/// Reads an edition's files into a model, with the diagnostics.
fn read_model(dialect: &'static ColonDialect, sources: &SourceSet, switches: &Switches) -> (EgoModel, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    let sizes = Sizes::read(&mut reader, dialect);
    let bases = match dialect.item_types() {
        Some(spec) => common::item_types::read(&mut reader, spec, dialect.words),
        None => BTreeMap::new(),
    };
    let (kinds, called) = kinds::read(&mut reader, dialect, sizes.kinds, &bases);
    let (kinds, kind_values) = apart(kinds);
    let read_egos = egos::read(&mut reader, dialect, sizes.egos);
    let (artifacts, artifact_values) = apart(artifacts::read(&mut reader, dialect, sizes.artifacts, &called));
    let drawn_by = egos::DrawnBy {
        commonness: switches.has(&EGO_COMMONNESS),
        levels: dialect.ego_levels || switches.has(&EGO_LEVELS),
    };
    let egos = read_egos.into_iter().map(|ego| egos::finish(dialect, ego, drawn_by)).collect();
    let reader = LetterReader { names: &NAMES, sources, diagnostics: reader.diagnostics };
    let (egos, read) = apart(egos);
    let (ego_values, effects) = read.into_iter().unzip();
    let parts = Parts { kinds, egos, artifacts, named_are_wearable: dialect.any_type };
    let (mut model, mut diagnostics) = assemble(dialect.spec, dialect.files, reader, parts);
    if let Some(spec) = dialect.monsters {
        let (monsters, of_monsters) = monsters::read(spec, RAISES, sizes.races, sources);
        model.monsters = monsters;
        diagnostics.extend(of_monsters);
    }
    model.effects = effects;
    model.flag_names = dialect.words.flags.iter().map(|flag| flag.name).collect();
    // Without the power of its items a game has no values either.
    model.values = dialect.power.map(|power| -> Arc<dyn ValueRules> {
        let power = PowerCalculator::new(power, dialect.words.flags, dialect.spec.game.words().bonuses);
        Arc::new(SeveralValues::new(power, kind_values, ego_values, artifact_values))
    });
    (model, diagnostics)
}

/// The egos of an edition as read, for what the rule switch is about.
fn read_egos(dialect: &'static ColonDialect, sources: &SourceSet) -> Vec<Record<egos::EgoRecord>> {
    let mut reader = Reader::new(sources);
    let sizes = Sizes::read(&mut reader, dialect);
    egos::read(&mut reader, dialect, sizes.egos)
}

/// The sizes that indices must stay below, as far as they count and limits.txt says them; of races the least there are.
struct Sizes {
    kinds: Option<u32>,
    egos: Option<u32>,
    artifacts: Option<u32>,
    races: Option<u32>,
}

impl Sizes {
    fn read(reader: &mut Reader<'_>, dialect: &'static ColonDialect) -> Sizes {
        let sizes = common::limits::sizes(reader, dialect.limits(), dialect.words);
        let size = |file: &FileSpec| sizes.get(file.size).copied();
        Sizes {
            kinds: size(dialect.kinds()),
            egos: size(dialect.egos()),
            artifacts: size(dialect.artifacts()),
            races: sizes.get("R").copied(),
        }
    }
}
