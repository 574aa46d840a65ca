//! Diagnostics of a revision's files, each with the lines it points at; those of one rule and file stand together, with the
//! names of the entries that they are about.

use std::collections::HashMap;

use affixboard_model::text::{Diagnostic, Quote, Rule, Severity, SourceSet};
use affixboard_proposal::{EditableEntry, editable_entries};
use askama::Template;
use axum::extract::State as Extracted;
use serde::Deserialize;

use super::declare::undeclared;
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    paths,
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{compute::Priority, library::OpenRevision};
use affixboard_store::Role;

/// Diagnostics on a page.
const MOST: usize = 200;
/// Entries of a group that are named at most.
const NAMED: usize = 40;

/// What `editions/diagnostics.html` shows.
#[derive(Template)]
#[template(path = "editions/diagnostics.html")]
pub struct DiagnosticsPage {
    frame: Frame,
    edition: String,
    summary: String,
    /// How many names and lines could be declared, and where to; 0 where the viewer may not.
    undeclared: usize,
    game: &'static str,
    declare: String,
    groups: Vec<RemarkGroup>,
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
pub struct PageQuery {
    /// From 1.
    page: Option<usize>,
}

/// The diagnostics of one rule about one file that a page shows.
struct RemarkGroup {
    severity: &'static str,
    rule: &'static str,
    explain: &'static str,
    file: String,
    /// How many there are, on this page or not.
    total: usize,
    /// The entries whose lines they are about, each once.
    entries: Vec<Choice>,
    /// How many entries more.
    more: usize,
    remarks: Vec<Remark>,
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

/// Answers `GET /editions/{slug}/revisions/{number}/diagnostics`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<PageQuery>,
) -> Result<Html<DiagnosticsPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let may_declare = viewer.may(Role::Maintainer);
    let number = query.page.unwrap_or(1);
    state.compute(Priority::Interactive, move || view(&open, may_declare, number)).await?.map(Html)
}

/// A page of the list.
fn view(open: &OpenRevision, may_declare: bool, page: usize) -> Result<DiagnosticsPage, Error> {
    let loaded = &open.loaded;
    let count = |severity| loaded.count(severity);
    let all = in_groups(&loaded.diagnostics);
    let pages = all.len().div_ceil(MOST).max(1);
    if page == 0 || page > pages {
        return Err(Error::not_found(format!("There is no page {page} of these remarks; the last is {pages}.")));
    }
    let first = (page - 1) * MOST;
    let last = (first + MOST).min(all.len());
    let to = |page: usize| {
        let number = if page == 1 { String::new() } else { page.to_string() };
        Query::default().set("page", number).on(&links::diagnostics(&open.revision))
    };
    let mut entries = editable_entries(loaded);
    entries.sort_by_key(|entry| (entry.span.file, entry.span.start));
    let shown = all[first..last].chunk_by(|one, other| one.is_like(other));
    Ok(DiagnosticsPage {
        frame: Frame::open(format!("Diagnostics of {}", open.revision.title), Section::Files, open),
        edition: links::revision(&open.revision),
        summary: counts_text(count(Severity::Error), count(Severity::Warning)),
        undeclared: if may_declare { undeclared(loaded) } else { 0 },
        game: loaded.game.title(),
        declare: paths::EDITION_DECLARE.with([&open.revision.slug]),
        shown: if pages > 1 { format!("{} to {last} of {}", first + 1, all.len()) } else { String::new() },
        earlier: if page > 1 { to(page - 1) } else { String::new() },
        later: if page < pages { to(page + 1) } else { String::new() },
        groups: shown.map(|alike| group(open, &entries, alike)).collect(),
    })
}

/// A diagnostic with the number of those like it.
#[derive(Clone, Copy)]
struct Grouped<'a> {
    diagnostic: &'a Diagnostic,
    total: usize,
}

impl Grouped<'_> {
    fn is_like(&self, other: &Grouped<'_>) -> bool {
        (self.diagnostic.rule, &self.diagnostic.file) == (other.diagnostic.rule, &other.diagnostic.file)
    }
}

/// All diagnostics, those of one rule and file together where the first of them stands.
fn in_groups(all: &[Diagnostic]) -> Vec<Grouped<'_>> {
    let mut groups: Vec<Vec<&Diagnostic>> = Vec::new();
    let mut at: HashMap<(Rule, &str), usize> = HashMap::new();
    for diagnostic in all {
        let place = *at.entry((diagnostic.rule, &diagnostic.file)).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(diagnostic),
            None => groups.push(vec![diagnostic]),
        }
    }
    let mut grouped = Vec::with_capacity(all.len());
    for group in groups {
        let total = group.len();
        grouped.extend(group.into_iter().map(|diagnostic| Grouped { diagnostic, total }));
    }
    grouped
}

fn group(open: &OpenRevision, entries: &[EditableEntry], alike: &[Grouped<'_>]) -> RemarkGroup {
    let Grouped { diagnostic: first, total } = alike[0];
    let mut named: Vec<&EditableEntry> = Vec::new();
    for span in alike.iter().filter_map(|one| one.diagnostic.span) {
        let is_before = |entry: &EditableEntry| (entry.span.file, entry.span.end) <= (span.file, span.start);
        let has = |entry: &&EditableEntry| entry.span.file == span.file && entry.span.start <= span.start;
        let entry = entries.get(entries.partition_point(is_before)).filter(has);
        named.extend(entry.filter(|entry| !named.contains(entry)));
    }
    let more = named.len().saturating_sub(NAMED);
    let link = |entry: &&EditableEntry| {
        Choice::new(entry.name.clone(), links::entry(&open.revision, entry.sort, entry.index), false)
    };
    RemarkGroup {
        severity: first.severity().name(),
        rule: first.rule.name(),
        explain: first.rule.explain(),
        file: first.file.clone(),
        total,
        entries: named.iter().take(NAMED).map(link).collect(),
        more,
        remarks: alike.iter().map(|one| Remark::new(&open.loaded.sources, one.diagnostic)).collect(),
    }
}
