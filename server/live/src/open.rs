//! Opening an edition, and what there is to ask of it.

use affixboard_games as games;
use affixboard_model::{
    game::{Dimension, DimensionValues, Loaded, SubjectRules},
    text::{Severity, SourceSet},
};
use serde::Serialize;

use crate::{
    edition::Edition,
    failure::{Failure, one_of},
    sheets::{has_availability, has_chances, has_counts, subject_metrics},
};

/// The word for the game whose files they are.
const DETECT: &str = "detect";

/// Reads the files as a game's.
///
/// # Errors
/// If there is no such game, or nothing of it can be read.
pub(crate) fn read(game: &str, sources: SourceSet) -> Result<Loaded, Failure> {
    let loaded = if game == DETECT {
        games::read(sources).map_err(|why| Failure::new(format!("{why}; expected the game to be named")))?
    } else {
        let known = || one_of(std::iter::once(DETECT).chain(games::ALL.iter().map(|game| game.id())));
        games::find(game).ok_or_else(|| Failure::of_field("game", game, known()))?.load(sources)
    };
    if let Some(problem) = loaded.unreadable().next() {
        return Err(Failure::of_diagnostic(problem, &loaded));
    }
    if loaded.catalog.entry_count() == 0 && loaded.model.entries().is_empty() {
        let files = loaded.files().iter().map(|spec| spec.name);
        let message = format!("found no entries of {}; expected some in {}", loaded.game.title(), one_of(files));
        return Err(Failure::of_text(&message));
    }
    Ok(loaded)
}

/// An edition, and what there is to ask of it.
#[derive(Serialize)]
pub(crate) struct Opening {
    game: &'static str,
    title: &'static str,
    rules_version: u32,
    folder: &'static str,
    rules: Vec<Reading>,
    switches: Vec<SwitchName>,
    errors: usize,
    warnings: usize,
    doubts: Option<String>,
    deepest: u32,
    levels: String,
    qualities: &'static [&'static str],
    richest: Option<&'static str>,
    affix_levels: &'static [&'static str],
    usual_affix_level: Option<&'static str>,
    words: AffixWords,
    types: Vec<TypeEntry>,
    sheets: Vec<&'static str>,
    subjects: Vec<SubjectEntry>,
    sorts: Vec<&'static str>,
}

/// A reading of the rules that has a name.
#[derive(Serialize)]
struct Reading {
    id: &'static str,
    title: &'static str,
    meaning: &'static str,
}

#[derive(Serialize)]
struct SwitchName {
    id: &'static str,
    title: &'static str,
}

#[derive(Serialize)]
struct AffixWords {
    affix: &'static str,
    affixes: &'static str,
}

/// An item type.
#[derive(Serialize)]
struct TypeEntry {
    tval: u16,
    name: String,
    takes_affixes: bool,
    kinds: Vec<KindEntry>,
}

#[derive(Serialize)]
struct KindEntry {
    sval: u16,
    index: u32,
    name: String,
}

/// A subject.
#[derive(Serialize)]
struct SubjectEntry {
    name: &'static str,
    title: &'static str,
    metrics: Vec<&'static str>,
    dimensions: Vec<DimensionEntry>,
}

#[derive(Serialize)]
struct DimensionEntry {
    name: &'static str,
    title: &'static str,
    /// What a value may be, in a phrase.
    values: String,
    /// Those that sheets have unless asked otherwise, with commas.
    usual: String,
}

impl Opening {
    /// Of an edition.
    pub(crate) fn of(edition: &Edition) -> Opening {
        let loaded = &edition.loaded;
        let (game, words, catalog) = (loaded.game, loaded.game.words(), &loaded.catalog);
        let types = catalog.item_types.iter().map(|of_type| TypeEntry {
            tval: of_type.tval,
            name: of_type.name.clone(),
            takes_affixes: of_type.takes_affixes,
            kinds: catalog
                .kinds_of(of_type.tval)
                .into_iter()
                .map(|id| catalog.kind(id))
                .map(|kind| KindEntry { sval: kind.sval, index: kind.index, name: kind.name.clone() })
                .collect(),
        });
        let sheets = [
            ("availability", has_availability(edition)),
            ("chances", has_chances(edition)),
            ("counts", has_counts(edition)),
            ("subject", !loaded.model.subjects().is_empty()),
        ];
        let reachable = words.affix_levels.len().min(usize::from(words.reachable_affix_levels));
        Opening {
            game: game.id(),
            title: game.title(),
            rules_version: game.rules_version(),
            folder: game.folder(),
            rules: game
                .presets()
                .map(|preset| Reading { id: preset.id, title: preset.title, meaning: preset.meaning })
                .collect(),
            switches: game.switches().iter().map(|one| SwitchName { id: one.id, title: one.title }).collect(),
            errors: loaded.count(Severity::Error),
            warnings: loaded.count(Severity::Warning),
            doubts: loaded.doubts(),
            deepest: words.deepest,
            levels: words.usual_depths(),
            qualities: words.qualities,
            richest: words.qualities.get(words.richest).copied(),
            affix_levels: &words.affix_levels[..reachable],
            usual_affix_level: words.affix_levels.get(usize::from(words.usual_affix_level)).copied(),
            words: AffixWords { affix: words.affix, affixes: words.affixes },
            types: types.collect(),
            sheets: sheets.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name).collect(),
            subjects: loaded.model.subjects().iter().map(|rules| SubjectEntry::of(rules.as_ref())).collect(),
            sorts: loaded.entry_sorts().map(affixboard_model::catalog::Sort::name).collect(),
        }
    }
}

impl SubjectEntry {
    fn of(rules: &dyn SubjectRules) -> SubjectEntry {
        let spec = rules.spec();
        let dimension = |dimension: &Dimension| DimensionEntry {
            name: dimension.name,
            title: dimension.title,
            values: match &dimension.values {
                DimensionValues::Numbers { first, last, .. } => format!("{first} to {last}"),
                DimensionValues::Names(names) => one_of(names.iter().map(String::as_str)),
                DimensionValues::Numbered(list) => format!("the number or name of one of {}", list.len()),
            },
            usual: dimension.usual().iter().map(|value| dimension.label(*value)).collect::<Vec<_>>().join(","),
        };
        SubjectEntry {
            name: spec.name,
            title: spec.title,
            metrics: subject_metrics(rules).map(|metric| metric.0).collect(),
            dimensions: spec.dimensions.iter().map(dimension).collect(),
        }
    }
}
