//! Edit files of colon lines ([`crate::syntax::colon`]) as Angband had them from 3.1 to 3.5: from lines to meaning, with the
//! originals' limits and quirks.
//!
//! What the lines say is here. Which files and lines there are, and what a game reads in a way of its own, is a [`Dialect`].
//! Section numbers in comments are those of the RULES of Angband 3.5.

mod artifacts;
mod departures;
pub(crate) mod directives;
mod effects;
mod egos;
pub(crate) mod files;
mod flags;
mod kinds;
mod match_score;

pub(crate) use departures::{EGO_COMMONNESS, EGO_LEVELS, touched};
pub(crate) use effects::{EFFECTS_OF_3_1, EFFECTS_OF_3_2, EFFECTS_OF_3_3, EFFECTS_OF_3_5};
pub(crate) use flags::{FLAGS_OF_3_1, FLAGS_OF_3_2, FLAGS_OF_3_3, FLAGS_OF_3_4, FLAGS_OF_3_5};
pub(crate) use match_score::{Look, look};

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Boost, EgoChoice, EgoModel, Failure, Spec, powers,
    schema::{self, Names, Parts, assemble},
    values::several::SeveralValues,
};
use crate::{
    families::common::{
        self, Reader, TVALS, Vocabulary, lookup,
        records::{Indices, Record, collect},
    },
    game::{Game, Loaded, Switches},
    syntax::{FieldKind, FileSpec, ParsedLine},
    text::{Diagnostic, Rule, SourceSet},
};

/// Pvals of a kind, ego or artifact, and item types of an ego.
const MOST_LINES: usize = 3;

/// Of two records of one index the first stays; index 0 is none.
const INDICES: Indices = Indices { by_order: false, lose_second: true, keep_zero: false };

/// For the names of item types beyond the files; flags are looked up as they are read.
static NAMES: Names = Names { tvals: TVALS, flags: &[] };

/// How a game reads this notation.
pub(crate) struct Dialect {
    /// The game's rules.
    pub(crate) spec: &'static Spec,
    /// Limits, item types where there is such a file, kinds, egos, artifacts.
    pub(crate) files: &'static [FileSpec],
    /// What files may name.
    pub(crate) words: &'static Vocabulary,
    /// Whether an excellent item tries for an ego whatever its type; else only what is worn as armour or wielded does.
    pub(crate) any_type: bool,
    /// Whether the levels in egos' `A:` lines count.
    pub(crate) ego_levels: bool,
    /// Whether records whose index reaches the size in limits.txt don't exist; else the arrays are as long as they need be.
    pub(crate) sizes_count: bool,
    /// Whether artifacts call kinds as object.txt writes them after `& `, such as `Dagger~`; else as players see one,
    /// whatever the case.
    pub(crate) written_names: bool,
    /// What the chance of an artifact is read from.
    pub(crate) artifact_chance: Chance,
}

/// What the chance of an artifact is read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chance {
    /// Its `A:` line: per cent, and levels.
    PerCent,
    /// Its `W:` line: a level, and one in how many.
    OneIn,
}

impl Dialect {
    fn limits(&self) -> &'static FileSpec {
        &self.files[0]
    }

    fn item_types(&self) -> Option<&'static FileSpec> {
        (self.files.len() > 4).then(|| &self.files[1])
    }

    fn kinds(&self) -> &'static FileSpec {
        &self.files[self.files.len() - 3]
    }

    fn egos(&self) -> &'static FileSpec {
        &self.files[self.files.len() - 2]
    }

    fn artifacts(&self) -> &'static FileSpec {
        &self.files[self.files.len() - 1]
    }
}

/// What 3.1 to 3.5 have in common, the rest as the last of them has it.
///
/// Source: obj-make.c of 3.1.0 to 3.5.1.
pub(crate) const fn spec(game: &'static Game) -> Spec {
    Spec {
        game,
        wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 45],
        special_odds: [1000, 10],
        special_kind_level: true,
        special_failure: Failure::Good,
        kind_boost: Boost { odds: 20, factor: 100, deepest: 100 },
        second_thoughts: None,
        best_of: false,
        powers: powers::two_rolls,
        artifact_rolls: powers::fewer_artifact_rolls,
        // The boost of an ego's level has no cap: beyond the last level of every ego it leaves the item without one.
        ego_boost: Boost { odds: 20, factor: 128, deepest: u32::MAX },
        ego_choice: |_, _| EgoChoice { uncursed: true, cursed: false, raised: None },
        affix_levels: &[(2, false)],
        set_egos: &[],
    }
}

/// Files read as a game does, with these points as documented.
pub(crate) fn load(dialect: &'static Dialect, sources: SourceSet, switches: Switches) -> Loaded {
    let (model, diagnostics) = read_model(dialect, &sources, &switches);
    model.loaded(sources, switches, diagnostics)
}

/// What the files mean to the rules, and what is to be said about them.
fn read_model(dialect: &'static Dialect, sources: &SourceSet, switches: &Switches) -> (EgoModel, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    let sizes = Sizes::read(&mut reader, dialect);
    let bases = match dialect.item_types() {
        Some(spec) => common::item_types::read(&mut reader, spec, dialect.words),
        None => BTreeMap::new(),
    };
    let (kinds, called) = kinds::read(&mut reader, dialect, sizes.kinds, &bases);
    let (kinds, kind_values) = schema::apart(kinds);
    let read_egos = egos::read(&mut reader, dialect, sizes.egos);
    let artifacts = artifacts::read(&mut reader, dialect, sizes.artifacts, &called);
    let drawn_by = egos::DrawnBy {
        commonness: switches.has(&EGO_COMMONNESS),
        levels: dialect.ego_levels || switches.has(&EGO_LEVELS),
    };
    let egos = read_egos.into_iter().map(|ego| egos::finish(dialect, ego, drawn_by)).collect();
    let reader = schema::Reader {
        diagnostics: reader.diagnostics,
        named_are_wearable: dialect.any_type,
        ..schema::Reader::new(&NAMES, sources)
    };
    let (egos, effects) = schema::apart(egos);
    let (mut model, diagnostics) = assemble(dialect.spec, dialect.files, reader, Parts { kinds, egos, artifacts });
    if dialect.spec.game.has_values() {
        model.values = Some(Arc::new(SeveralValues::new(dialect.words.flags, kind_values, effects)));
    }
    (model, diagnostics)
}

/// The egos of an edition as read, for what the rule switch is about.
fn read_egos(dialect: &'static Dialect, sources: &SourceSet) -> Vec<Record<egos::Ego>> {
    let mut reader = Reader::new(sources);
    let sizes = Sizes::read(&mut reader, dialect);
    egos::read(&mut reader, dialect, sizes.egos)
}

/// An item type, by number alone where the directive says so.
fn tval(words: &Vocabulary, line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) -> Result<u16, Diagnostic> {
    match line.opt_int("tval") {
        Some(number) => Ok(lookup::byte(line, "tval", number, diagnostics)),
        None => lookup::tval(words, line, "tval", diagnostics),
    }
}

/// Numbers of a line that the programs keep in bytes.
fn bytes(line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) {
    for field in line.spec.fields.iter().filter(|field| field.kind == FieldKind::Int) {
        lookup::byte(line, field.name, line.int(field.name), diagnostics);
    }
}

/// The sizes that indices must stay below, as far as they count and limits.txt says them.
struct Sizes {
    kinds: Option<u32>,
    egos: Option<u32>,
    artifacts: Option<u32>,
}

impl Sizes {
    fn read(reader: &mut Reader<'_>, dialect: &'static Dialect) -> Sizes {
        let sizes = common::limits::sizes(reader, dialect.limits(), dialect.words);
        let size = |label| sizes.get(label).copied().filter(|_| dialect.sizes_count);
        Sizes { kinds: size("K"), egos: size("E"), artifacts: size("A") }
    }
}

/// The records of a file by index, without those that have no place in the program's array.
fn records<T>(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    (indices, size): (Indices, Option<u32>),
    begin: impl Fn(&ParsedLine) -> Result<T, Diagnostic>,
    add: impl FnMut(&mut T, &ParsedLine, &mut Vec<Diagnostic>) -> Result<(), Diagnostic>,
) -> Vec<Record<T>> {
    let (mut records, _) = collect(reader, spec, indices, begin, add);
    let fits = |record: &Record<T>| size.is_none_or(|size| record.index < size);
    let beyond = records.iter().filter(|record| !fits(record)).map(|record| Diagnostic {
        rule: Rule::TooManyEntries,
        file: spec.name.to_owned(),
        span: Some(record.span),
        found: format!("found index {}", record.index),
        expected: format!(
            "expected an index below {}, the size in limits.txt; the whole record is ignored",
            size.unwrap_or_default()
        ),
    });
    reader.diagnostics.extend(beyond);
    records.retain(fits);
    records
}
