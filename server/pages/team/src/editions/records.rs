//! An edit file as a table of its records, in every game: searched, sorted, with links to what fields name, and of chained
//! files the graph of their charts with sampled texts.

use std::fmt::Write as _;

use affixboard_model::{
    catalog::Sort,
    engine::random::Stream,
    records::{ChartGraph, Named, RecordTable, Reference, ShapedFile, TableRow, Targets, shaped, table},
    text::FileId,
};
use affixboard_report::format::records_csv;
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Query},
    respond::html::Section,
    sheets::export::{attachment, file_name},
};
use affixboard_service::{compute::Priority, library::OpenRevision};

/// Records on a page.
const ROWS: usize = 200;
/// Characters of a cell that are shown.
const MOST_CHARACTERS: usize = 160;
/// Links in a cell at most.
const MOST_LINKS: usize = 12;
/// Texts that are sampled of a chained file.
const SAMPLES: u64 = 8;
/// Charts of which texts are sampled.
const MOST_STARTS: usize = 12;

#[derive(Template)]
#[template(path = "editions/records.html")]
pub(crate) struct RecordsPage {
    frame: Frame,
    name: String,
    path: String,
    source: String,
    files: String,
    csv: String,
    shape: &'static str,
    text: String,
    sort: String,
    columns: Vec<RecordColumn>,
    rows: Vec<RecordRow>,
    found: usize,
    total: usize,
    /// The pages before and after; empty where there is none.
    earlier: String,
    later: String,
    charts: Vec<ChartRow>,
    samples: Vec<ChartSamples>,
    again: String,
}

struct RecordColumn {
    title: String,
    doc: &'static str,
    href: String,
    sorted: &'static str,
    is_number: bool,
}

struct RecordRow {
    index: u32,
    name: String,
    /// The entry's own page, or its line.
    href: String,
    line: u32,
    line_href: String,
    cells: Vec<RecordCell>,
}

struct RecordCell {
    is_number: bool,
    parts: Vec<CellLink>,
    /// How many more lines there are.
    more: usize,
}

struct CellLink {
    text: String,
    /// The entry that it names; empty where it names none.
    href: String,
    /// That entry's name.
    names: String,
    is_missing: bool,
}

struct ChartRow {
    chart: i64,
    records: usize,
    /// The charts that follow; with whether there is such a one.
    next: Vec<(i64, bool)>,
    is_start: bool,
    is_complete: bool,
}

struct ChartSamples {
    chart: i64,
    texts: Vec<String>,
}

/// The settings of a table of records.
#[derive(Debug, Default, Clone, Deserialize)]
pub struct RecordsQuery {
    q: Option<String>,
    /// `index`, `name` or a column's number from 1; a minus before it turns the order round.
    sort: Option<String>,
    /// The first record of the page, from 0.
    from: Option<usize>,
    seed: Option<u64>,
}

/// Answers `GET /editions/{slug}/revisions/{number}/records/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<RecordsQuery>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let (name, is_csv) = file.strip_suffix(".csv").map_or((file.as_str(), false), |name| (name, true));
    let Some((id, _)) = open.loaded.sources.find(name) else {
        return Err(Error::not_found(format!("There is no file {name} in this revision.")));
    };
    let made = move || {
        let (file, shaped) = read(&open, id)?;
        let spec = open.loaded.files().iter().find(|spec| spec.is_named(file.name()));
        let table = table(&shaped, spec);
        if is_csv {
            let name = file_name(&[&open.revision.title, file.name()], "csv");
            return Ok(attachment(&name, "text/csv; charset=utf-8; header=present", records_csv(file, &table)));
        }
        Ok(Html(RecordsPage::new(&open, id, &shaped, &table, &query)?).into_response())
    };
    state.compute(Priority::Interactive, made).await?
}

fn read(open: &OpenRevision, id: FileId) -> Result<(&affixboard_model::text::SourceFile, ShapedFile), Error> {
    let file = open.loaded.sources.file(id);
    let spec = open.loaded.files().iter().find(|spec| spec.is_named(file.name()));
    let header = spec.map(|spec| spec.header).filter(|header| !header.is_empty());
    let shaped = shaped(file, id, header).ok_or_else(|| {
        Error::not_found(format!("{} has no records: its lines don't begin with a word and a colon.", file.name()))
    })?;
    Ok((file, shaped))
}

impl RecordsPage {
    fn new(
        open: &OpenRevision,
        id: FileId,
        file: &ShapedFile,
        table: &RecordTable,
        query: &RecordsQuery,
    ) -> Result<RecordsPage, Error> {
        let source = open.loaded.sources.file(id);
        let name = source.name();
        let given =
            |value: &Option<String>| value.as_deref().unwrap_or("").trim().chars().take(100).collect::<String>();
        let (text, sort) = (given(&query.q), given(&query.sort));
        let (key, is_reversed) = sort.strip_prefix('-').map_or((sort.as_str(), false), |key| (key, true));
        let lower = text.to_lowercase();
        let is_found = |row: &TableRow| {
            lower.is_empty()
                || row.name.to_lowercase().contains(&lower)
                || row.cells.iter().any(|cell| cell.text().to_lowercase().contains(&lower))
        };
        let mut rows: Vec<usize> = (0..table.rows.len()).filter(|at| is_found(&table.rows[*at])).collect();
        order(table, key, &mut rows)?;
        if is_reversed {
            rows.reverse();
        }
        let found = rows.len();
        let first = query.from.unwrap_or(0).min(found.saturating_sub(1)) / ROWS * ROWS;
        let path = links::records(&open.revision, name);
        let settings = Query::default().set("q", text.clone());
        let heading = |key_of: String, title: String, doc: &'static str, is_number: bool| RecordColumn {
            title,
            doc,
            sorted: match (key_of == key, is_reversed) {
                (false, _) => "none",
                (true, false) => "ascending",
                (true, true) => "descending",
            },
            href: settings
                .clone()
                .set("sort", if key_of == key && !is_reversed { format!("-{key_of}") } else { key_of })
                .on(&path),
            is_number,
        };
        let mut columns = vec![
            heading("name".to_owned(), "Name".to_owned(), "", false),
            heading("index".to_owned(), "No.".to_owned(), "index, or position in the file", true),
        ];
        columns.extend(
            table
                .columns
                .iter()
                .enumerate()
                .map(|(at, column)| heading((at + 1).to_string(), column.title.clone(), column.doc, column.is_number)),
        );
        let references = open.loaded.model.references();
        let targets = Targets::new(&open.loaded.sources, references);
        let of_file: Vec<&Reference> =
            references.iter().filter(|reference| reference.file.eq_ignore_ascii_case(name)).collect();
        let entries = EntryLinks::new(open);
        let shown = rows.iter().skip(first).take(ROWS);
        let rows = shown.map(|at| {
            let row = &table.rows[*at];
            let line = source.position(row.span.start).line;
            let line_href = links::file(&open.revision, name, line);
            let cells = table.columns.iter().zip(&row.cells).map(|(column, cell)| {
                let parts = cell.0.iter().take(MOST_LINKS).map(|(line, text)| {
                    let line = &file.records[*at].lines[*line];
                    let named = of_file
                        .iter()
                        .filter(|known| known.tag == column.tag && known.part == column.part.unwrap_or(0))
                        .map(|known| targets.named(known, line))
                        .find(|named| *named != Named::Nothing);
                    cell_link(open, &entries, text, named)
                });
                RecordCell {
                    is_number: column.is_number,
                    parts: parts.collect(),
                    more: cell.0.len().saturating_sub(MOST_LINKS),
                }
            });
            RecordRow {
                index: row.index,
                name: shortened(if row.name.is_empty() { "(no name)" } else { &row.name }),
                href: entries.of(id, row.span.start).unwrap_or_else(|| line_href.clone()),
                line,
                line_href,
                cells: cells.collect(),
            }
        });
        let rows = rows.collect();
        let state = settings.clone().set("sort", sort.clone());
        let at = |from: usize| state.clone().set("from", from.to_string()).on(&path);
        let chain = ChartGraph::of(file);
        let seed = query.seed.unwrap_or(1);
        Ok(RecordsPage {
            frame: Frame::open(format!("{name} · {}", open.revision.title), Section::Files, open),
            name: open.loaded.path_of(name),
            source: links::file(&open.revision, name, 1),
            files: links::files(&open.revision),
            csv: format!("{path}.csv"),
            shape: file.shape.title(),
            columns,
            rows,
            found,
            total: table.rows.len(),
            earlier: if first > 0 { at(first.saturating_sub(ROWS)) } else { String::new() },
            later: if first + ROWS < found { at(first + ROWS) } else { String::new() },
            charts: chain.as_ref().map(charts).unwrap_or_default(),
            samples: chain.as_ref().map(|chain| samples(chain, file, seed)).unwrap_or_default(),
            again: Query::default().set("seed", (seed + 1).to_string()).on(&path),
            path,
            text,
            sort,
        })
    }
}

fn order(table: &RecordTable, key: &str, rows: &mut [usize]) -> Result<(), Error> {
    match key {
        "" | "index" => rows.sort_by_key(|at| table.rows[*at].index),
        "name" => rows.sort_by_key(|at| table.rows[*at].name.to_lowercase()),
        _ => {
            let column = key.parse::<usize>().ok().and_then(|at| at.checked_sub(1));
            let Some(column) = column.filter(|at| *at < table.columns.len()) else {
                let last = table.columns.len();
                return Err(Error::bad_request(format!("sort: found `{key}`; expected name, index or 1 to {last}")));
            };
            let is_number = table.columns[column].is_number;
            rows.sort_by_cached_key(|at| {
                let cell = &table.rows[*at].cells[column];
                // What has none comes last.
                let number = cell.number().filter(|_| is_number).unwrap_or(i64::MAX);
                (number, cell.0.is_empty(), cell.text().to_lowercase())
            });
        }
    }
    Ok(())
}

/// The pages of entries, by where their records begin.
struct EntryLinks(std::collections::BTreeMap<(FileId, u32), String>);

impl EntryLinks {
    fn new(open: &OpenRevision) -> EntryLinks {
        let mut pages = std::collections::BTreeMap::new();
        let sorts: Vec<Sort> = open.loaded.entry_sorts().collect();
        for sort in sorts {
            for record in open.loaded.entry_records(sort) {
                let href = links::entry(&open.revision, sort, record.index);
                pages.insert((record.span.file, record.span.start), href);
            }
        }
        EntryLinks(pages)
    }

    fn of(&self, file: FileId, start: u32) -> Option<String> {
        self.0.get(&(file, start)).cloned()
    }
}

fn cell_link(open: &OpenRevision, entries: &EntryLinks, text: &str, named: Option<Named>) -> CellLink {
    let mut link = CellLink { text: shortened(text), href: String::new(), names: String::new(), is_missing: false };
    match named {
        Some(Named::Entry(file, index, name, span)) => {
            let line = || links::file(&open.revision, file, open.loaded.sources.position(span).line);
            link.href = entries.of(span.file, span.start).unwrap_or_else(line);
            let _ = write!(link.names, "{file}, number {index}");
            // A name as such needn't be said again.
            if name != text && !name.contains(':') {
                link.text = format!("{} {}", link.text, shortened(&name));
            }
        }
        Some(Named::Missing(what)) => {
            link.is_missing = true;
            link.names = format!("There is no {what}.");
        }
        _ => {}
    }
    link
}

fn shortened(text: &str) -> String {
    if text.chars().nth(MOST_CHARACTERS).is_none() {
        return text.to_owned();
    }
    text.chars().take(MOST_CHARACTERS).chain(['…']).collect()
}

fn charts(chain: &ChartGraph) -> Vec<ChartRow> {
    let (missing, starts) = (chain.missing(), chain.starts());
    let row = |node: &affixboard_model::records::ChartNode| ChartRow {
        chart: node.chart,
        records: node.records.len(),
        next: node.next.iter().map(|next| (*next, *next == 0 || !missing.contains(next))).collect(),
        is_start: starts.contains(&node.chart),
        is_complete: node.is_complete,
    };
    chain.nodes().map(row).collect()
}

fn samples(chain: &ChartGraph, file: &ShapedFile, seed: u64) -> Vec<ChartSamples> {
    let of = |chart: i64| {
        let text = |at: u64| chain.text(file, chart, &mut Stream::seeded([seed, chart as u64, at]));
        ChartSamples { chart, texts: (0..SAMPLES).map(text).filter(|text| !text.is_empty()).collect() }
    };
    chain.starts().into_iter().take(MOST_STARTS).map(of).collect()
}
