//! Diagnostics of a revision's files, each with the lines it points at.

use affixboard_core::text::{Diagnostic, Quote, Severity, SourceSet};
use askama::Template;
use axum::extract::State as Extracted;
use serde::Deserialize;

use crate::web::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Query},
    respond::html::Section,
};

/// Diagnostics on a page.
const MOST: usize = 200;

#[derive(Template)]
#[template(path = "editions/diagnostics.html")]
pub(crate) struct DiagnosticsPage {
    frame: Frame,
    edition: String,
    summary: String,
    remarks: Vec<Remark>,
    /// The numbers of the first and last that are shown, and how many there are; empty where all are shown.
    shown: String,
    /// The pages before and after; empty where there is none.
    earlier: String,
    later: String,
}

/// How much there is to say: `1 error and 2 warnings`.
pub(crate) fn counts_text(errors: usize, warnings: usize) -> String {
    let counted = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    format!("{} and {}", counted(errors, "error"), counted(warnings, "warning"))
}

/// The page of the list, as it stands in the URL.
#[derive(Debug, Deserialize)]
pub(crate) struct PageQuery {
    /// From 1.
    page: Option<usize>,
}

/// A diagnostic with its line, quoted around the place that stands out.
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
        let (mut place, mut quote) = (diagnostic.file.clone(), Quote::default());
        if let Some(span) = diagnostic.span {
            let file = sources.file(span.file);
            let start = file.position(span.start);
            place = format!("{}:{}:{}", diagnostic.file, start.line, start.column);
            quote = file.quote(span.start, span.end);
        }
        Remark {
            severity: diagnostic.severity().name(),
            rule: diagnostic.rule.name(),
            explain: diagnostic.rule.explain(),
            place,
            found: diagnostic.found.clone(),
            expected: diagnostic.expected.clone(),
            before: quote.before,
            marked: quote.marked,
            after: quote.after,
        }
    }
}

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<PageQuery>,
) -> Result<Html<DiagnosticsPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let loaded = &open.loaded;
    let count = |severity| loaded.count(severity);
    let all = loaded.diagnostics.len();
    let (page, pages) = (query.page.unwrap_or(1), all.div_ceil(MOST).max(1));
    if page == 0 || page > pages {
        return Err(Error::not_found(format!("There is no page {page} of these remarks; the last is {pages}.")));
    }
    let first = (page - 1) * MOST;
    let last = (first + MOST).min(all);
    let to = |page: usize| {
        let number = if page == 1 { String::new() } else { page.to_string() };
        Query::default().set("page", number).on(&links::diagnostics(&open.revision))
    };
    Ok(Html(DiagnosticsPage {
        frame: Frame::open(format!("Diagnostics of {}", open.revision.title), Section::Sheets, &open),
        edition: links::revision(&open.revision),
        summary: counts_text(count(Severity::Error), count(Severity::Warning)),
        shown: if pages > 1 { format!("{} to {last} of {all}", first + 1) } else { String::new() },
        earlier: if page > 1 { to(page - 1) } else { String::new() },
        later: if page < pages { to(page + 1) } else { String::new() },
        remarks: loaded.diagnostics[first..last]
            .iter()
            .map(|diagnostic| Remark::new(&loaded.sources, diagnostic))
            .collect(),
    }))
}
