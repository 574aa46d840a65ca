//! A sheet as JSON for a page that shows it: the texts, hints and colours of its cells, and their numbers as JSON exports have
//! them.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::{Entry, Metric},
    catalog::Sort,
    game::SubjectRules,
};
use affixboard_report::{
    format::{CellShape, ProvenanceShape},
    palette::{Domains, Scale},
    sheet::{Cell, Measure, Row, Sheet, Value},
};
use serde::{Serialize, Serializer};

use crate::edition::Edition;

/// A sheet, and what its rows are about where they don't say it.
pub(crate) struct SheetAnswer {
    sheet: Sheet,
    /// Of a subject: sort and index by a row's name.
    entries: BTreeMap<String, (&'static str, u32)>,
}

impl SheetAnswer {
    /// Of items, whose rows say what they are about.
    pub(super) fn new(sheet: Sheet) -> SheetAnswer {
        SheetAnswer { sheet, entries: BTreeMap::new() }
    }

    /// Of a metric of a subject. What is counted otherwise may have the name of an entry, as properties have.
    pub(super) fn of_subject(edition: &Edition, sheet: Sheet, rules: &dyn SubjectRules, metric: Metric) -> SheetAnswer {
        let sorts = edition.loaded.sorts();
        let named = |(sort, index): (u8, u32)| sorts.get(usize::from(sort)).map(|sort| (sort.name, index));
        let rows = rules.rows().iter().rev().filter(|row| row.metric == metric);
        let entries = rows.filter_map(|row| Some((row.label.clone(), named(row.entry?)?))).collect();
        SheetAnswer { sheet, entries }
    }

    /// The sort and number of the entry that a row is about, where it says so.
    fn entry(row: &Row) -> Option<(&'static str, u32)> {
        let sort = match row.entry? {
            Entry::Affix(_) => Sort::AFFIX,
            Entry::Theme(_) => Sort::THEME,
            Entry::Artifact(_) => Sort::ARTIFACT,
            Entry::Kind => Sort::KIND,
            Entry::Fixed(_) => return None,
        };
        Some((sort.name(), row.index?))
    }

    fn row<'a>(&'a self, row: &'a Row, colour: &dyn Fn(usize, &Cell) -> Option<u8>) -> RowAnswer<'a> {
        let (sort, index) = SheetAnswer::entry(row).or_else(|| self.entries.get(&row.name).copied()).unzip();
        RowAnswer {
            section: row.group.as_deref(),
            metric: row.metric,
            sort,
            index,
            tval: row.place.0,
            sval: row.place.1,
            name: &row.name,
            role: &row.role,
            level: &row.level,
            allocations: &row.summary,
            cells: row
                .cells
                .iter()
                .enumerate()
                .map(|(at, cell)| CellAnswer {
                    text: cell.text(self.sheet.measure),
                    short: short(cell, self.sheet.measure),
                    one_in: cell.one_in(self.sheet.measure),
                    hint: self.sheet.describe(cell),
                    class: class(cell, colour(at, cell)),
                    number: CellShape::of(&self.sheet, cell),
                })
                .collect(),
        }
    }
}

/// The text of a cell in a narrow column, as pages of sheets write it.
fn short(cell: &Cell, measure: Measure) -> String {
    let mut text = String::new();
    cell.push_short(measure, &mut text);
    text
}

/// The classes of a cell in the stylesheet, as pages of sheets give them.
fn class(cell: &Cell, colour: Option<u8>) -> String {
    let plain = match (cell.value, colour) {
        (Value::Impossible, _) => "no".to_owned(),
        (Value::NotSeen { .. }, _) => "unseen".to_owned(),
        _ if cell.is_only_bounded() => "unseen".to_owned(),
        (Value::NotComputed, _) => "unknown".to_owned(),
        (_, Some(colour)) => format!("h{colour}"),
        _ => String::new(),
    };
    let parts = [plain.as_str(), if cell.partial { "partial" } else { "" }];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

#[derive(Serialize)]
struct SheetJson<'a> {
    title: &'a str,
    caption: &'a str,
    notes: &'a [String],
    absent: Vec<AbsentJson<'a>>,
    measure: &'static str,
    unit: &'static str,
    quality: Option<&'a str>,
    affix_level: Option<&'a str>,
    how: &'static str,
    rules: String,
    provenance: ProvenanceShape<'a>,
    columns: Vec<ColumnJson<'a>>,
    totals: Vec<RowAnswer<'a>>,
    rows: Vec<RowAnswer<'a>>,
}

#[derive(Serialize)]
struct AbsentJson<'a> {
    heading: &'a str,
    why: &'a str,
}

#[derive(Serialize)]
struct ColumnJson<'a> {
    label: &'a str,
    depth: u32,
}

#[derive(Serialize)]
struct RowAnswer<'a> {
    section: Option<&'a str>,
    metric: &'static str,
    sort: Option<&'static str>,
    index: Option<u32>,
    tval: u16,
    sval: Option<u16>,
    name: &'a str,
    role: &'a str,
    level: &'a str,
    allocations: &'a str,
    cells: Vec<CellAnswer<'a>>,
}

#[derive(Serialize)]
struct CellAnswer<'a> {
    text: String,
    short: String,
    one_in: String,
    hint: String,
    class: String,
    #[serde(flatten)]
    number: CellShape<'a>,
}

impl Serialize for SheetAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sheet = &self.sheet;
        let domains = Domains::new(sheet, Scale::Section);
        let colour = |row: usize, column: usize, cell: &Cell| {
            domains.class(row, column, cell.number().filter(|_| !cell.is_only_bounded()))
        };
        let rows = sheet.rows.iter().enumerate();
        let json = SheetJson {
            title: &sheet.title,
            caption: &sheet.caption,
            notes: &sheet.notes,
            absent: sheet.absent.iter().map(|one| AbsentJson { heading: &one.heading, why: &one.why }).collect(),
            measure: sheet.measure.id(),
            unit: sheet.measure.unit(),
            quality: sheet.quality.as_deref(),
            affix_level: sheet.affix_level.as_deref(),
            how: sheet.how(),
            rules: sheet.provenance.rules(),
            provenance: ProvenanceShape::of(&sheet.provenance, sheet.how()),
            columns: sheet.columns.iter().map(|one| ColumnJson { label: &one.label, depth: one.depth }).collect(),
            totals: sheet.totals.iter().map(|row| self.row(row, &|_, _| None)).collect(),
            rows: rows.map(|(at, row)| self.row(row, &|column, cell| colour(at, column, cell))).collect(),
        };
        json.serialize(serializer)
    }
}
