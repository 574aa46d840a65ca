//! What an import did, as programs are told.

use affixboard_model::{
    game::Loaded,
    text::{Diagnostic, Severity, SourceSet},
};
use affixboard_store::{Imported, Proposal};
use serde::Serialize;
use utoipa::ToSchema;

use affixboard_service::library::Undone;

/// Diagnostics in one answer at most.
const MOST: usize = 1000;

/// What an import did.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Import)]
pub struct ImportJson {
    /// The edition's name in addresses.
    edition: String,
    /// The revision that has these files.
    revision: u32,
    /// Whether it is new; otherwise the newest revision had these files already.
    new: bool,
    /// The id of the game that the files were read as.
    game: String,
    /// Diagnostics that are errors: each costs the game a line or a record.
    errors: usize,
    warnings: usize,
    /// The first 1,000 diagnostics.
    diagnostics: Vec<DiagnosticJson>,
    /// Merged proposals that these files undo.
    undoes: Vec<UndoesJson>,
}

/// A merged proposal that is undone, in part or all.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Undoes)]
struct UndoesJson {
    proposal: i64,
    title: String,
    /// How many of its lines are turned back.
    lines: usize,
    /// Of how many.
    of: usize,
}

/// A remark about a place in the files, or about a file as a whole.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Diagnostic)]
pub struct DiagnosticJson {
    /// `error` or `warning`.
    severity: &'static str,
    /// The stable name of the rule, such as `not-a-number`.
    rule: &'static str,
    file: String,
    /// The line, from 1; absent where it is about the file as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    /// The column, from 1, in characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    /// What was found.
    found: String,
    /// What was expected, or what the game takes instead; may be empty.
    expected: String,
}

impl DiagnosticJson {
    /// A remark with its place in the sources.
    pub fn new(sources: &SourceSet, diagnostic: &Diagnostic) -> DiagnosticJson {
        let place = diagnostic.span.map(|span| sources.position(span));
        DiagnosticJson {
            severity: diagnostic.severity().name(),
            rule: diagnostic.rule.name(),
            file: diagnostic.file.clone(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            found: diagnostic.found.clone(),
            expected: diagnostic.expected.clone(),
        }
    }
}

impl ImportJson {
    /// Whether there is a new revision.
    pub fn is_new(&self) -> bool {
        self.new
    }

    pub(super) fn new(imported: &Imported, loaded: &Loaded, undone: &[(Proposal, Undone)]) -> ImportJson {
        let revision = &imported.revision;
        let first = loaded.diagnostics.iter().take(MOST);
        let undoes = undone.iter().map(|(proposal, undone)| UndoesJson {
            proposal: proposal.id.0,
            title: proposal.title.clone(),
            lines: undone.lines,
            of: undone.of,
        });
        ImportJson {
            edition: revision.slug.clone(),
            revision: revision.number,
            new: imported.is_new,
            game: revision.game.clone(),
            errors: loaded.count(Severity::Error),
            warnings: loaded.count(Severity::Warning),
            diagnostics: first.map(|diagnostic| DiagnosticJson::new(&loaded.sources, diagnostic)).collect(),
            undoes: undoes.collect(),
        }
    }
}
