//! Diagnostics of a revision's files, each with the lines it points at.

use affixboard_core::text::{Diagnostic, Severity, SourceSet};
use askama::Template;
use axum::extract::State as Extracted;

use crate::web::{Error, Frame, Html, State, extract::Path, links, respond::html::Section};

#[derive(Template)]
#[template(path = "editions/diagnostics.html")]
pub(crate) struct DiagnosticsPage {
    frame: Frame,
    edition: String,
    summary: String,
    remarks: Vec<Remark>,
}

/// How much there is to say: `1 error and 2 warnings`.
pub(crate) fn counts_text(errors: usize, warnings: usize) -> String {
    let counted = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    format!("{} and {}", counted(errors, "error"), counted(warnings, "warning"))
}

/// A diagnostic with its line, cut where it stands out.
pub(crate) struct Remark {
    pub(crate) severity: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) explain: &'static str,
    pub(crate) place: String,
    pub(crate) found: String,
    pub(crate) expected: String,
    pub(crate) before: String,
    pub(crate) marked: String,
    pub(crate) after: String,
}

impl Remark {
    pub(crate) fn new(sources: &SourceSet, diagnostic: &Diagnostic) -> Remark {
        let (mut place, mut before, mut marked, mut after) =
            (diagnostic.file.clone(), String::new(), String::new(), String::new());
        if let Some(span) = diagnostic.span {
            let file = sources.file(span.file);
            let (start, end) = (file.position(span.start), file.position(span.end));
            place = format!("{}:{}:{}", diagnostic.file, start.line, start.column);
            let line: Vec<char> = file.line(start.line).chars().collect();
            let from = (start.column as usize - 1).min(line.len());
            let to =
                if end.line == start.line { (end.column as usize - 1).clamp(from, line.len()) } else { line.len() };
            before = line[..from].iter().collect();
            marked = line[from..to].iter().collect();
            after = line[to..].iter().collect();
        }
        Remark {
            severity: diagnostic.severity().name(),
            rule: diagnostic.rule.name(),
            explain: diagnostic.rule.explain(),
            place,
            found: diagnostic.found.clone(),
            expected: diagnostic.expected.clone(),
            before,
            marked,
            after,
        }
    }
}

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Html<DiagnosticsPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let loaded = &open.loaded;
    let count = |severity| loaded.count(severity);
    Ok(Html(DiagnosticsPage {
        frame: Frame::open(format!("Diagnostics of {}", open.revision.title), Section::Sheets, &open),
        edition: links::revision(&open.revision),
        summary: counts_text(count(Severity::Error), count(Severity::Warning)),
        remarks: loaded.diagnostics.iter().map(|diagnostic| Remark::new(&loaded.sources, diagnostic)).collect(),
    }))
}
