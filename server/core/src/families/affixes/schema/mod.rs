//! From lines to meaning: what the family's files say, with the originals' limits and quirks.

mod affixes;
mod artifacts;
mod checks;
mod item_types;
mod kinds;
mod lookup;
mod records;
mod themes;

use std::sync::Arc;

use super::{Generation, Quirks, Spec, model::AffixModel};
use crate::{
    catalog::Catalog,
    games::{Loaded, Switches},
    syntax::{Event, FileSpec, read},
    text::{Diagnostic, Rule, SourceSet},
};

/// Reads all files of an edition.
pub(super) fn load<G: Generation>(spec: &'static Spec, sources: SourceSet, switches: Switches) -> Loaded {
    let (model, diagnostics) = read_model::<G>(spec, &sources, &switches);
    Loaded {
        game: spec.game,
        sources,
        switches,
        catalog: Arc::clone(&model.catalog),
        diagnostics,
        model: Box::new(model),
    }
}

/// What the files mean to the rules, and what is to be said about them.
pub(super) fn read_model<G: Generation>(
    spec: &'static Spec,
    sources: &SourceSet,
    switches: &Switches,
) -> (AffixModel<G>, Vec<Diagnostic>) {
    let quirks = Quirks::new(spec, switches);
    let mut reader = Reader { spec, quirks, sources, diagnostics: Vec::new() };
    let least_kinds = kinds::read_limits(&mut reader);
    let bases = item_types::read(&mut reader);
    let mut kinds = kinds::read(&mut reader, &bases);
    let (affixes, affix_effects) = affixes::read(&mut reader);
    let themes = themes::read(&mut reader, &affixes);
    let artifacts = artifacts::read(&mut reader, &bases, &mut kinds, least_kinds);
    let mut diagnostics = reader.diagnostics;

    let (kinds, kind_rules) = kinds.into_iter().unzip();
    let mut catalog = Catalog { item_types: Vec::new(), kinds, affixes, themes, artifacts };
    catalog.item_types = item_types::in_use(spec, &catalog);
    checks::run::<G>(spec, &catalog, sources, &mut diagnostics);
    diagnostics.sort_by_key(|d| {
        let order = spec.files.iter().position(|spec| spec.name == d.file);
        (order, d.span.map(|span| span.start))
    });
    let model = AffixModel::new(spec, quirks, Arc::new(catalog), kind_rules, affix_effects);
    (model, diagnostics)
}

struct Reader<'a> {
    spec: &'static Spec,
    quirks: Quirks,
    sources: &'a SourceSet,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Reads one file of the edition, or says why it can't be.
    fn read(&mut self, spec: &'static FileSpec, each: &mut dyn FnMut(Event, &mut Vec<Diagnostic>)) {
        let say = |rule, found: &str, expected: &str| Diagnostic {
            rule,
            file: spec.name.to_owned(),
            span: None,
            found: found.to_owned(),
            expected: expected.to_owned(),
        };
        let Some((id, file)) = spec.find(self.sources) else {
            if spec.required {
                let expected = "expected it beside the other edit files; the game can't be loaded without it";
                self.diagnostics.push(say(Rule::MissingFile, "found no such file", expected));
            }
            return;
        };
        if file.bytes().contains(&0) {
            self.diagnostics.push(say(
                Rule::BinaryFile,
                "found NUL bytes",
                "expected a text file; nothing of it is read",
            ));
            return;
        }
        let mut events = 0;
        read(file, id, spec, &mut self.diagnostics, &mut |event, diagnostics| {
            events += 1;
            each(event, diagnostics);
        });
        if spec.required && events == 0 {
            self.diagnostics.push(say(Rule::EmptyFile, "found no entries", "expected some"));
        }
    }
}
