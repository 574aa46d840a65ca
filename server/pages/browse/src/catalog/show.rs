//! An entry with its fields and lines.

use affixboard_model::{
    catalog::{EntryCell, EntryTable, EntryValue, SortEntry},
    engine::random::Stream,
    game::SubjectRow,
    records::{ChartGraph, Damage, DamageRange, shaped},
    text::FileId,
};
use affixboard_proposal::{EditableEntry, editable_entries};
use affixboard_report::{
    chart::sparkline,
    sheet::{Cell, Value},
};
use affixboard_store::Role;
use askama::Template;
use axum::extract::State as Extracted;
use serde::Deserialize;

use super::find_declared;
use crate::{
    Error, Frame, Html, State,
    entries::SourceView,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::library::OpenRevision;

/// What `catalog/show.html` shows.
#[derive(Template)]
#[template(path = "catalog/show.html")]
pub struct SortEntryPage {
    frame: Frame,
    name: String,
    /// Sort, position and group: `monster 76 · D dragons`.
    what: String,
    ways: Vec<Choice>,
    fields: Vec<FieldRow>,
    /// Whether it is known what some of them mean.
    has_docs: bool,
    source: Option<SourceView>,
    /// Damage that its lines say, by level.
    damages: Vec<DamageRow>,
    damage_levels: &'static [u32],
    /// What its lines come to with those of others.
    tables: Vec<TableView>,
    /// The same page with other sampled texts; empty where there are none.
    again: String,
    /// Where its numbers or lines can be changed; empty where there are none, or the viewer may not.
    propose: String,
}

/// A table about the entry.
struct TableView {
    title: String,
    doc: String,
    headings: Vec<TableHeading>,
    rows: Vec<Vec<TableCell>>,
    /// Texts that come of walking the charts of a chained file.
    texts: Vec<String>,
}

struct TableHeading {
    title: &'static str,
    is_number: bool,
}

struct TableCell {
    text: String,
    href: String,
    is_number: bool,
}

/// Damage at some levels, and its mean from level 1 to 50 as a curve.
struct DamageRow {
    text: String,
    /// Least, mean and greatest at each of [`DAMAGE_LEVELS`].
    values: Vec<String>,
    curve: String,
}

/// Texts that are sampled.
const SAMPLES: u64 = 6;

/// Levels of the table of damage.
const DAMAGE_LEVELS: &[u32] = &[1, 5, 10, 20, 30, 40, 50];
/// Levels of the curve.
const CURVE: std::ops::RangeInclusive<u32> = 1..=50;

struct FieldRow {
    title: &'static str,
    value: String,
    doc: &'static str,
}

/// The settings of an entry's page.
#[derive(Debug, Default, Deserialize)]
pub struct SortEntryQuery {
    /// Of sampled texts.
    seed: Option<u64>,
}

/// Answers `GET /editions/{slug}/revisions/{number}/entries/{sort}/{index}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, name, index)): Path<(String, u32, String, u32)>,
    UrlQuery(query): UrlQuery<SortEntryQuery>,
) -> Result<Html<SortEntryPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let (at, spec) = find_declared(&open, &name)?;
    let entries = open.loaded.model.entries();
    let entry = entries.iter().find(|entry| entry.sort == at && entry.index == index).ok_or_else(|| {
        Error::not_found(format!("There is no {} with the number {index} in this revision.", spec.words[0]))
    })?;
    let with_value = spec.fields.iter().zip(&entry.fields).filter(|(_, field)| field.value != EntryValue::None);
    let fields =
        with_value.map(|(column, field)| FieldRow { title: column.title, value: field.value.text(), doc: column.doc });
    let fields: Vec<FieldRow> = fields.collect();
    let mut ways =
        vec![Choice::new(format!("All {}", spec.words[1]), links::sort_entries(&open.revision, spec.name), false)];
    // The sheets it has rows in, with its own alone.
    for subject in open.loaded.model.subjects() {
        let is_it = |row: &SubjectRow| row.entry == Some((at, index));
        if subject.rows().iter().any(is_it) {
            let query = Query::default().set("q", entry.name.clone());
            let spec = subject.spec();
            ways.push(Choice::new(
                format!("Chances: {}", spec.title),
                query.on(&links::subject(&open.revision, spec.name)),
                false,
            ));
        }
    }
    let seed = query.seed.unwrap_or(1);
    let tables = tables(&open, entry, seed);
    let again = if tables.iter().any(|table| !table.texts.is_empty()) {
        let again = Query::default().set("seed", seed.wrapping_add(1).to_string());
        again.on(&links::sort_entry(&open.revision, spec.name, index))
    } else {
        String::new()
    };
    let group = if entry.group.is_empty() { String::new() } else { format!(" · {}", entry.group) };
    Ok(Html(SortEntryPage {
        frame: Frame::open(format!("{} · {}", entry.name, open.revision.title), Section::Entries, &open),
        name: entry.name.clone(),
        what: format!("{} {index}{group}", spec.words[0]),
        ways,
        has_docs: fields.iter().any(|field| !field.doc.is_empty()),
        fields,
        propose: if viewer.may(Role::Proposer) { propose(&open, entry) } else { String::new() },
        tables,
        again,
        damages: damages(&open, entry),
        damage_levels: DAMAGE_LEVELS,
        source: entry.record.map(|record| SourceView::new(&open, record, &[])),
    }))
}

/// The draft with an entry's lines: its own, or those of the record in which it is one line of several.
fn propose(open: &OpenRevision, entry: &SortEntry) -> String {
    let Some(record) = entry.record else { return String::new() };
    let is_around = |place: &&EditableEntry| {
        place.span.file == record.file && place.span.start <= record.start && record.end <= place.span.end
    };
    let found = editable_entries(&open.loaded);
    // The smallest: rows of a table may lie in those of another.
    let found = found.iter().filter(is_around).min_by_key(|place| place.span.end - place.span.start);
    found.map_or_else(String::new, |place| links::draft_of(&open.revision, (place.sort, place.index)))
}

/// The tables that the game makes about an entry, with sampled texts where they are of walks.
fn tables(open: &OpenRevision, entry: &SortEntry, seed: u64) -> Vec<TableView> {
    let cell = |cell: &EntryCell| TableCell {
        text: cell.text().to_owned(),
        href: match cell {
            EntryCell::Entry(sort, index, _) => links::entry(&open.revision, *sort, *index),
            _ => String::new(),
        },
        is_number: matches!(cell, EntryCell::Number(_)),
    };
    let view = |table: EntryTable| {
        let is_number = |at: usize| table.rows.iter().any(|row| matches!(row.get(at), Some(EntryCell::Number(_))));
        TableView {
            headings: table
                .headings
                .iter()
                .enumerate()
                .map(|(at, title)| TableHeading { title, is_number: is_number(at) })
                .collect(),
            rows: table.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
            texts: table.walks.map_or_else(Vec::new, |(file, chart)| texts(open, file, chart, seed)),
            title: table.title,
            doc: table.doc,
        }
    };
    open.loaded.model.entry_tables(entry, &open.loaded.sources).into_iter().map(view).collect()
}

/// Texts of walks from a chart of a file on.
fn texts(open: &OpenRevision, id: FileId, chart: i64, seed: u64) -> Vec<String> {
    let Some(file) = shaped(open.loaded.sources.file(id), id, Some("N")) else { return Vec::new() };
    let Some(chain) = ChartGraph::of(&file) else { return Vec::new() };
    let text = |at: u64| chain.text(&file, chart, &mut Stream::seeded([seed, chart as u64, at]));
    (0..SAMPLES).map(text).filter(|text| !text.trim().is_empty()).collect()
}

/// The damage that an entry's lines say: fields that are called so in the file's table.
fn damages(open: &OpenRevision, entry: &SortEntry) -> Vec<DamageRow> {
    let Some(span) = entry.record else { return Vec::new() };
    let file = open.loaded.sources.file(span.file);
    let Some(spec) = open.loaded.files().iter().find(|spec| spec.is_named(file.name())) else { return Vec::new() };
    let record = open.loaded.sources.text(span);
    let of_line = |line: &str| {
        let (tag, text) = line.trim_end().split_once(':')?;
        let directive = spec.directives.iter().find(|known| known.tag == tag)?;
        let part = directive.fields.iter().position(|field| field.name == "damage")?;
        let text = text.splitn(part + 1, ':').nth(part)?;
        // What is the same at every level stands in the line.
        let damage = Damage::parse(text).filter(|damage| !damage.is_constant())?;
        let cells: Vec<Cell> =
            CURVE.map(|level| Cell::from(Value::Weight((damage.at(level).mean * 2.0).max(0.0) as u32))).collect();
        let value = |level: &u32| {
            let DamageRange { least, mean, greatest } = damage.at(*level);
            if least == greatest { least.to_string() } else { format!("{least} to {greatest}, mean {mean}") }
        };
        Some(DamageRow {
            text: text.to_owned(),
            values: DAMAGE_LEVELS.iter().map(value).collect(),
            curve: sparkline(&cells),
        })
    };
    record.lines().filter_map(of_line).collect()
}
