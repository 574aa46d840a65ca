//! `affixboard check`: what is wrong with a folder of edit files. Made for a game's own continuous integration.

use std::{fmt::Write as _, path::PathBuf};

use affixboard_core::{
    games::Loaded,
    text::{Diagnostic, Severity},
};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use clap::{Args, ValueEnum};

use super::{Failure, Outcome, load, output};
use crate::intake::IntakeError;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Check {
    /// Folder of edit files
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// How to report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Check {
    /// Reports and gives 1 where there are errors.
    pub(super) fn run(&self) -> Outcome {
        let loaded = match load(&self.folder, self.game.as_deref()) {
            Ok(loaded) => loaded,
            // Files that are missing or no text are errors found, and reported as such.
            Err(Failure::Failed(error)) => match error.downcast::<IntakeError>() {
                Ok(IntakeError::Unreadable { game, problems }) => {
                    let text = match self.format {
                        Format::Text => problems.iter().map(placeless).collect::<Vec<_>>().concat(),
                        Format::Json => json(None, game, &problems)?,
                    };
                    output::write("-", text.as_bytes())?;
                    return Ok(1);
                }
                Ok(other) => return Err(other.into()),
                Err(other) => return Err(Failure::Failed(other)),
            },
            Err(usage) => return Err(usage),
        };
        let text = match self.format {
            Format::Text => text(&loaded),
            Format::Json => json(Some(&loaded), loaded.game.title(), &loaded.diagnostics)?,
        };
        output::write("-", text.as_bytes())?;
        Ok(u8::from(loaded.count(Severity::Error) > 0))
    }
}

/// Every diagnostic with its line, and a closing summary.
fn text(loaded: &Loaded) -> String {
    let renderer = Renderer::plain();
    let mut out = String::new();
    for diagnostic in &loaded.diagnostics {
        out += &render(loaded, diagnostic, &renderer);
        out += "\n\n";
    }
    let (catalog, words) = (&loaded.catalog, loaded.game.words());
    let themes = if words.has_themes { format!("{} themes, ", catalog.themes.len()) } else { String::new() };
    let _ = writeln!(
        out,
        "{}: {} kinds, {} {}, {themes}{} artifacts; {} errors, {} warnings",
        loaded.game.title(),
        catalog.kinds.iter().filter(|kind| kind.record.is_some()).count(),
        catalog.affixes.len(),
        words.affixes,
        catalog.artifacts.len(),
        loaded.count(Severity::Error),
        loaded.count(Severity::Warning)
    );
    out
}

/// A diagnostic about a file as a whole.
fn placeless(diagnostic: &Diagnostic) -> String {
    let severity = diagnostic.severity().name();
    format!("{severity}[{}]: {}: {}\n", diagnostic.rule.name(), diagnostic.file, diagnostic.message())
}

fn render(loaded: &Loaded, diagnostic: &Diagnostic, renderer: &Renderer) -> String {
    let Some(span) = diagnostic.span else { return placeless(diagnostic) };
    let file = loaded.sources.file(span.file);
    let (start, end) = (file.position(span.start), file.position(span.end));
    let line = file.line(start.line);
    let offset = |column: u32| line.char_indices().nth(column as usize - 1).map_or(line.len(), |(at, _)| at);
    let from = offset(start.column);
    let to = if end.line == start.line { offset(end.column) } else { line.len() };
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let snippet = Snippet::source(line.as_ref())
        .path(file.name())
        .line_start(start.line as usize)
        .annotation(AnnotationKind::Primary.span(from..to.max(from)).label(diagnostic.expected.as_str()));
    let title = level.primary_title(diagnostic.found.as_str()).id(diagnostic.rule.name());
    renderer.render(&[title.element(snippet)])
}

/// The report for programs: stable names, documented in docs/check.md.
fn json(loaded: Option<&Loaded>, game: &str, diagnostics: &[Diagnostic]) -> Result<String, serde_json::Error> {
    let list: Vec<_> = diagnostics
        .iter()
        .map(|diagnostic| {
            let position = loaded.zip(diagnostic.span).map(|(loaded, span)| loaded.sources.position(span));
            serde_json::json!({
                "rule": diagnostic.rule.name(),
                "severity": diagnostic.severity().name(),
                "file": diagnostic.file,
                "line": position.map(|position| position.line),
                "column": position.map(|position| position.column),
                "found": diagnostic.found,
                "expected": diagnostic.expected,
            })
        })
        .collect();
    let count = |severity| diagnostics.iter().filter(|diagnostic| diagnostic.severity() == severity).count();
    let report = serde_json::json!({
        "game": game,
        "errors": count(Severity::Error),
        "warnings": count(Severity::Warning),
        "diagnostics": list,
    });
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}
