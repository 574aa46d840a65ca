//! An edition of tables.

use std::sync::Arc;

use affixboard_model::{
    catalog::{Catalog, SortEntry, SortSpec},
    game::{Declaration, Game, Loaded, Model, RuleConstant, Switches},
    syntax::{
        FileSpec,
        spec::{numbers, source},
    },
    text::{Diagnostic, FileId, Rule, SourceSet},
};

use crate::{
    interned, read,
    sorts::Sorts,
    table::{Table, tables},
};

/// What was read.
#[derive(Debug)]
struct TablesModel {
    sorts: &'static [SortSpec],
    files: &'static [FileSpec],
    entries: Vec<SortEntry>,
    weights: Vec<Option<usize>>,
}

impl Model for TablesModel {
    fn entries(&self) -> &[SortEntry] {
        &self.entries
    }

    fn sorts(&self) -> Option<&'static [SortSpec]> {
        Some(self.sorts)
    }

    fn files(&self) -> Option<&'static [FileSpec]> {
        Some(self.files)
    }

    fn has_rules(&self) -> bool {
        false
    }

    fn weight_column(&self, sort: u8) -> Option<usize> {
        self.weights.get(usize::from(sort)).copied().flatten()
    }
}

/// Reads the tables of all files.
pub(crate) fn load(game: &'static Game, sources: SourceSet, switches: Switches) -> Loaded {
    let mut diagnostics = Vec::new();
    let declared = Declaration::settle(&sources, game.id(), &mut diagnostics, &mut RuleConstant::none);
    let mut files: Vec<(&str, Vec<Table>)> = Vec::new();
    for (at, file) in sources.files().iter().enumerate() {
        if file.name() != Declaration::FILE {
            let roots = read::read(&sources, FileId(at as u16), &mut diagnostics);
            files.push((file.name(), tables(file.name(), roots)));
        }
    }
    let model = interned::with(|kept| {
        let mut specs = Vec::new();
        for (name, _) in &files {
            let name = kept.text(name)?;
            let is_c = read::Notation::of(name) == Some(read::Notation::C);
            specs.push(if is_c { source("", name, false) } else { numbers(name) });
        }
        let found = Sorts::of(&files, declared.as_ref(), kept)?;
        let remark = |rule, file: &str, found, expected: String| {
            let file = file.to_owned();
            Diagnostic { rule, file, span: None, found, expected }
        };
        for (file, left_out) in &found.left_out {
            let expected = "expected fewer; they are left out".to_owned();
            diagnostics.push(remark(Rule::TableLeftOut, file, format!("found {left_out}"), expected));
        }
        for (name, expected) in found.undeclared {
            diagnostics.push(remark(Rule::UnknownTable, Declaration::FILE, format!("found `{name}`"), expected));
        }
        let (entries, weights) = (found.entries, found.weights);
        Ok(TablesModel { sorts: kept.sorts(&found.specs)?, files: kept.files(&specs)?, entries, weights })
    });
    let model = model.unwrap_or_else(|interned::Full| {
        diagnostics.push(Diagnostic {
            rule: Rule::TableLeftOut,
            file: sources.files().first().map_or_else(String::new, |file| file.name().to_owned()),
            span: None,
            found: "found more names of tables and columns than are kept since the program began".to_owned(),
            expected: "expected fewer; nothing of these files is read until it is started again".to_owned(),
        });
        TablesModel { sorts: &[], files: &[], entries: Vec::new(), weights: Vec::new() }
    });
    let catalog = Arc::new(Catalog::default());
    Loaded { game, switches, sources, catalog, diagnostics, foreign: None, model: Box::new(model) }
}
