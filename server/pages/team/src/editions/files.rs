//! The files of a revision: a list, each with its lines, and all of them as they were imported.

use affixboard_report::thousands;

use affixboard_model::text::{Diagnostic, SourceFile};
use askama::Template;
use axum::{extract::State as Extracted, response::Response};
use serde::Deserialize;

use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links,
    respond::html::Section,
    sheets::export::attachment,
};
use affixboard_service::{compute::Priority, library::OpenRevision, proposals};

/// Lines on a page.
const LINES: u32 = 1000;
/// Characters of a line that are shown; files may have lines of megabytes.
const MOST_CHARACTERS: usize = 500;

/// What `editions/files.html` shows.
#[derive(Template)]
#[template(path = "editions/files.html")]
pub struct FilesPage {
    frame: Frame,
    edition: String,
    files: Vec<FileRow>,
    zip: String,
    database: String,
    sql: String,
}

struct FileRow {
    name: String,
    href: String,
    /// Its records as a table; empty where it has none.
    records: String,
    lines: u32,
    bytes: String,
    remarks: usize,
}

/// Answers `GET /editions/{slug}/revisions/{number}/files`.
pub async fn list(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Html<FilesPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let revision = &open.revision;
    let files = open.loaded.sources.files().iter().map(|file| FileRow {
        name: open.loaded.path_of(file.name()),
        href: links::file(revision, file.name(), 1),
        records: if file.name().to_ascii_lowercase().ends_with(".txt") {
            links::records(revision, file.name())
        } else {
            String::new()
        },
        lines: file.line_count(),
        bytes: thousands(file.bytes().len() as u64),
        remarks: open.loaded.diagnostics.iter().filter(|remark| remark.file == file.name()).count(),
    });
    Ok(Html(FilesPage {
        frame: Frame::open(format!("Files · {}", revision.title), Section::Files, &open),
        edition: links::revision(revision),
        files: files.collect(),
        zip: links::files_zip(revision),
        database: links::revision_database(revision),
        sql: links::sql(revision),
    }))
}

/// What `editions/files_lines.html` shows.
#[derive(Template)]
#[template(path = "editions/files_lines.html")]
pub struct FilePage {
    frame: Frame,
    files: String,
    name: String,
    lines: Vec<FileLine>,
    total: u32,
    /// The pages before and after; empty where there is none.
    earlier: String,
    later: String,
}

struct FileLine {
    number: u32,
    text: String,
    /// Remarks about the line.
    remarks: Vec<String>,
    /// Entries that begin there, with their links.
    entries: Vec<(String, String)>,
}

/// The first line of the page, from 1.
#[derive(Debug, Deserialize)]
pub struct FileQuery {
    from: Option<u32>,
}

/// Answers `GET /editions/{slug}/revisions/{number}/files/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, name)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<FileQuery>,
) -> Result<Html<FilePage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let Some((id, file)) = open.loaded.sources.find(&name) else {
        return Err(Error::not_found(format!("There is no file {name} in this revision.")));
    };
    let total = file.line_count();
    let first = query.from.unwrap_or(1).clamp(1, total.max(1));
    let last = first.saturating_add(LINES - 1).min(total);
    let starts = entries_of(&open, id);
    let lines = (first..=last).map(|line| FileLine {
        number: line,
        text: shortened(&file.line(line)),
        remarks: remarks_of(&open, file, line),
        entries: starts
            .iter()
            .filter(|start| start.0 == line)
            .map(|start| (start.1.clone(), start.2.clone()))
            .collect(),
    });
    let other = |from: u32| links::file(&open.revision, file.name(), from);
    Ok(Html(FilePage {
        frame: Frame::open(format!("{} · {}", file.name(), open.revision.title), Section::Files, &open),
        files: links::files(&open.revision),
        name: open.loaded.path_of(file.name()),
        lines: lines.collect(),
        total,
        earlier: if first > 1 { other(first.saturating_sub(LINES).max(1)) } else { String::new() },
        later: if last < total { other(last + 1) } else { String::new() },
    }))
}

fn shortened(line: &str) -> String {
    if line.chars().nth(MOST_CHARACTERS).is_none() {
        return line.to_owned();
    }
    line.chars().take(MOST_CHARACTERS).chain(['…']).collect()
}

/// The entries whose records begin in a file: line, name and link, by line.
fn entries_of(open: &OpenRevision, id: affixboard_model::text::FileId) -> Vec<(u32, String, String)> {
    let (loaded, revision) = (&open.loaded, &open.revision);
    let line = |span: affixboard_model::text::Span| loaded.sources.position(span).line;
    let mut found = Vec::new();
    for sort in loaded.entry_sorts() {
        let records = loaded.entry_records(sort);
        for record in records.iter().filter(|record| record.span.file == id) {
            let link = links::entry(revision, sort, record.index);
            found.push((line(record.span), record.name.to_owned(), link));
        }
    }
    found.sort();
    found
}

fn remarks_of(open: &OpenRevision, file: &SourceFile, line: u32) -> Vec<String> {
    let is_there = |remark: &&Diagnostic| {
        remark.file == file.name() && remark.span.is_some_and(|span| file.position(span.start).line == line)
    };
    let of_line = open.loaded.diagnostics.iter().filter(is_there);
    of_line.map(|remark| format!("{}: {}", remark.rule.name(), remark.message())).collect()
}

/// All files as they were imported, in the folders where the game has them.
pub async fn zip(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let packed = move || proposals::download::zipped(&open.loaded).map_err(Error::internal);
    let bytes = state.compute(Priority::Interactive, packed).await??;
    Ok(attachment(&format!("{slug}-r{number}.zip"), "application/zip", bytes))
}
