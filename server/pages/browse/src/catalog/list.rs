//! A table of all entries of a sort, or of all sorts.

use affixboard_model::catalog::{EntryValue, Sort};
use affixboard_report::format::values_csv;
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use super::{
    effects::{EffectFilter, EffectsView},
    find_sort,
    shares::{SHARE, ShareChoices, Shares},
    table::{EntriesColumn, EntriesRow, EntriesTable, sort_counts},
};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    sheets::export::{attachment, file_name},
};
use affixboard_service::{compute::Priority, library::OpenRevision};

/// Entries on a page.
const ROWS: usize = 1000;
/// A text in a table without rules is shown up to so many characters.
const LONGEST: usize = 60;
/// The word for all sorts in addresses.
const ALL: &str = "all";

#[derive(Template)]
#[template(path = "catalog/list.html")]
pub(crate) struct SortPage {
    frame: Frame,
    title: String,
    path: String,
    /// The sorts, with how many entries each has.
    sorts: Vec<(Choice, usize)>,
    /// The names of the groups; none where the sort has no groups.
    groups: Vec<(String, bool)>,
    group_word: &'static str,
    text: String,
    sort: String,
    effects: Option<EffectsView>,
    /// Of sorts without rules what shares can be told of.
    shares: Option<ShareChoices>,
    columns: Vec<SortColumn>,
    rows: Vec<SortRow>,
    found: usize,
    total: usize,
    csv: String,
    /// The pages before and after; empty where there is none.
    earlier: String,
    later: String,
}

struct SortColumn {
    title: &'static str,
    doc: &'static str,
    href: String,
    sorted: &'static str,
    is_number: bool,
}

struct SortRow {
    name: String,
    href: String,
    index: u32,
    group: String,
    fields: Vec<(String, bool)>,
}

/// The settings of a table of entries.
#[derive(Debug, Default, serde::Deserialize)]
pub struct SortQuery {
    group: Option<String>,
    q: Option<String>,
    /// Groups of effects, with commas between them.
    effect: Option<String>,
    /// The number of an item type.
    r#type: Option<String>,
    sort: Option<String>,
    /// The column whose numbers are weights, and the one within whose values shares are told, where no rules are known.
    weight: Option<String>,
    by: Option<String>,
    /// The first row, from 0.
    from: Option<usize>,
}

/// The entries of all sorts.
pub async fn all(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<SortQuery>,
) -> Result<Response, Error> {
    answer(&state, (&slug, number), ALL.to_owned(), query).await
}

/// The entries of one sort.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<SortQuery>,
) -> Result<Response, Error> {
    answer(&state, (&slug, number), file, query).await
}

async fn answer(state: &State, (slug, number): (&str, u32), file: String, query: SortQuery) -> Result<Response, Error> {
    let open = state.open(slug, Some(number)).await?;
    let (name, is_csv) = file.strip_suffix(".csv").map_or((file.as_str(), false), |name| (name, true));
    let sort = if name == ALL { None } else { Some(find_sort(&open, name)?) };
    let make = move || {
        let wanted = SortRequest::new(&open, sort, &query)?;
        if is_csv {
            let title = file_name(&[&open.revision.title, wanted.title()], "csv");
            let csv = wanted.csv();
            return Ok(attachment(&title, "text/csv; charset=utf-8; header=present", csv));
        }
        Ok(Html(wanted.page()).into_response())
    };
    state.compute(Priority::Interactive, make).await?
}

/// The entries that are asked for, in their order.
struct SortRequest<'a> {
    open: &'a OpenRevision,
    sort: Option<Sort>,
    table: EntriesTable,
    /// Rows of the table.
    found: Vec<usize>,
    /// Those that are there whatever their effect.
    of_any_effect: Vec<usize>,
    filter: EffectFilter,
    shares: Option<Shares>,
    weight: String,
    by: String,
    group: String,
    text: String,
    order: String,
    from: usize,
}

impl SortRequest<'_> {
    fn new<'a>(open: &'a OpenRevision, sort: Option<Sort>, query: &SortQuery) -> Result<SortRequest<'a>, Error> {
        let given =
            |value: &Option<String>| value.as_deref().unwrap_or("").trim().chars().take(100).collect::<String>();
        let filter = EffectFilter::new(open, &given(&query.effect), &given(&query.r#type))?;
        let (group, text, order) = (given(&query.group), given(&query.q), given(&query.sort));
        let (weight, by) = (given(&query.weight), given(&query.by));
        let shares = Shares::new(&open.loaded, sort, &weight, &by)?;
        let mut table = match sort {
            Some(sort) => EntriesTable::of(open, sort),
            None => EntriesTable::all(open),
        };
        if let Some(shares) = &shares {
            shares.add_to(&mut table);
        }
        let lower = text.to_lowercase();
        let is_wanted =
            |row: &EntriesRow| (group.is_empty() || row.group == group) && (lower.is_empty() || is_found(row, &lower));
        let is_wanted = |row: &EntriesRow| is_wanted(row) && filter.is_of_type(open, row.entry);
        let of_any_effect: Vec<usize> = (0..table.rows.len()).filter(|at| is_wanted(&table.rows[*at])).collect();
        let has_effect = |at: &usize| filter.has_effect(table.rows[*at].effects.as_ref());
        let mut found: Vec<usize> = of_any_effect.iter().copied().filter(has_effect).collect();
        put_in_order(&table, shares.as_ref(), &order, &mut found)?;
        let from = query.from.unwrap_or(0).min(found.len());
        Ok(SortRequest {
            open,
            sort,
            table,
            found,
            of_any_effect,
            filter,
            shares,
            weight,
            by,
            group,
            text,
            order,
            from,
        })
    }

    /// The game's word for the entries.
    fn title(&self) -> &'static str {
        self.sort.map_or("entries", |sort| sort.plural(self.open.loaded.game.words()))
    }

    /// The entries as CSV: all that were found, on as many pages as they are.
    fn csv(&self) -> Vec<u8> {
        let group = self.has_groups().then_some(self.table.group_word);
        let columns = self.table.columns.iter().map(|column| column.name);
        let headings: Vec<String> = ["index", "name"]
            .into_iter()
            .chain(group)
            .chain(columns)
            .map(|heading| heading.to_lowercase().replace(' ', "_"))
            .collect();
        let row = |at: &usize| {
            let EntriesRow { name, index, group: of, fields, .. } = &self.table.rows[*at];
            let first = [EntryValue::Number((*index).into()), EntryValue::Text(name.clone())];
            let of = group.map(|_| EntryValue::Text(of.clone()));
            first.into_iter().chain(of).chain(fields.iter().cloned()).collect()
        };
        let rows: Vec<Vec<EntryValue>> = self.found.iter().map(row).collect();
        values_csv(&headings, &rows)
    }

    fn has_groups(&self) -> bool {
        self.table.rows.iter().any(|row| !row.group.is_empty())
    }

    fn page(self) -> SortPage {
        let SortRequest { open, sort, table, found, of_any_effect, filter, group, text, order, from, .. } = &self;
        let revision = &open.revision;
        let path = sort.map_or_else(|| links::entries(revision), |sort| links::sort_entries(revision, sort.name()));
        let settings = Query::default()
            .set("group", group.as_str())
            .set("q", text.as_str())
            .set("effect", filter.effect())
            .set("type", filter.item_type())
            .set("weight", self.weight.as_str())
            .set("by", self.by.as_str());
        let sorted = settings.clone().set("sort", order.as_str());
        let at = |from: usize| sorted.clone().set("from", if from == 0 { String::new() } else { from.to_string() });
        let is_share = |column: usize| table.columns[column].name == SHARE.name;
        let numbers: Vec<bool> =
            (0..table.columns.len()).map(|column| table.is_number(column) || is_share(column)).collect();
        let has_rules = open.loaded.model.has_rules();
        // Tables without rules may have whole sentences: an entry's own page has them.
        let shown = |text: String| if has_rules { text } else { cut(text) };
        let rows = found[*from..].iter().take(ROWS).map(|at| {
            let row = &table.rows[*at];
            SortRow {
                name: if row.name.is_empty() { "(no name)".to_owned() } else { row.name.clone() },
                href: row.href.clone(),
                index: row.index,
                group: row.group.clone(),
                fields: row.fields.iter().zip(&numbers).map(|(value, is)| (shown(value.text()), *is)).collect(),
            }
        });
        let csv = links::sort_entries(revision, sort.map_or(ALL, Sort::name));
        let groups: Vec<_> = table.groups().into_iter().map(|name| (name.clone(), name == *group)).collect();
        SortPage {
            frame: Frame::open(
                format!("{} · {}", affixboard_report::capitalised(self.title()), revision.title),
                Section::Entries,
                open,
            ),
            title: affixboard_report::capitalised(self.title()),
            sorts: self.sorts(),
            rows: rows.collect(),
            columns: self.columns(&settings, &path, &numbers, !groups.is_empty()),
            effects: EffectsView::new(open, (table, of_any_effect), filter, (&sorted, &path)),
            group_word: table.group_word,
            groups,
            found: found.len(),
            total: table.rows.len(),
            csv: sorted.on(&format!("{csv}.csv")),
            earlier: if *from > 0 { at(from.saturating_sub(ROWS)).on(&path) } else { String::new() },
            later: if from + ROWS < found.len() { at(from + ROWS).on(&path) } else { String::new() },
            path,
            text: text.clone(),
            sort: order.clone(),
            shares: self.shares.map(|shares| shares.choices),
        }
    }

    /// All sorts that have entries, to choose from.
    fn sorts(&self) -> Vec<(Choice, usize)> {
        let (loaded, revision) = (&self.open.loaded, &self.open.revision);
        let choice = |(sort, count): (Sort, usize)| {
            let href = links::sort_entries(revision, sort.name());
            let word = affixboard_report::capitalised(sort.plural(loaded.game.words()));
            (Choice::new(word, href, self.sort == Some(sort)), count)
        };
        let sorts: Vec<_> = sort_counts(loaded).into_iter().map(choice).collect();
        let total = sorts.iter().map(|sort| sort.1).sum();
        let all = (Choice::new("All", links::entries(revision), self.sort.is_none()), total);
        std::iter::once(all).chain(sorts).collect()
    }

    fn columns(&self, settings: &Query, path: &str, numbers: &[bool], has_groups: bool) -> Vec<SortColumn> {
        let order = self.order.as_str();
        let (key, is_reversed) = order.strip_prefix('-').map_or((order, false), |key| (key, true));
        let heading = |EntriesColumn { name, title, doc }: EntriesColumn, is_number: bool| SortColumn {
            title,
            doc,
            href: settings
                .clone()
                .set("sort", if name == key && !is_reversed { format!("-{name}") } else { name.to_owned() })
                .on(path),
            sorted: match (name == key, is_reversed) {
                (false, _) => "none",
                (true, false) => "ascending",
                (true, true) => "descending",
            },
            is_number,
        };
        let column = |name, title, doc| EntriesColumn { name, title, doc };
        let mut columns = vec![
            heading(column("name", "Name", ""), false),
            heading(column("index", "No.", "its number in the files, or its place in its table"), true),
        ];
        if has_groups {
            columns.push(heading(column("group", self.table.group_word, ""), false));
        }
        columns.extend(self.table.columns.iter().zip(numbers).map(|(column, is_number)| heading(*column, *is_number)));
        columns
    }
}

fn cut(text: String) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn is_found(row: &EntriesRow, text: &str) -> bool {
    let has = |field: &str| field.to_lowercase().contains(text);
    has(&row.name) || has(&row.group) || row.fields.iter().any(|field| has(&field.text()))
}

fn put_in_order(table: &EntriesTable, shares: Option<&Shares>, order: &str, found: &mut [usize]) -> Result<(), Error> {
    let (key, is_reversed) = order.strip_prefix('-').map_or((order, false), |key| (key, true));
    let row = |at: &usize| &table.rows[*at];
    match key {
        // They are in this order already, sort by sort.
        "" => {}
        "share" if shares.is_some_and(|shares| !shares.of_rows.is_empty()) => {
            let share = |at: usize| shares.and_then(|shares| shares.of_rows[at]).unwrap_or(-1.0);
            found.sort_by(|one, other| share(*one).total_cmp(&share(*other)));
        }
        "index" => found.sort_by_key(|at| row(at).index),
        "name" => found.sort_by_cached_key(|at| row(at).name.to_lowercase()),
        "group" => found.sort_by_cached_key(|at| (row(at).group.clone(), row(at).index)),
        name => {
            let field = table.columns.iter().position(|column| column.name == name).ok_or_else(|| {
                let known: Vec<_> = table.columns.iter().map(|column| column.name).collect();
                Error::bad_request(format!(
                    "sort: found `{name}`; expected name, index, group or one of {}.",
                    known.join(", ")
                ))
            })?;
            found.sort_by_cached_key(|at| match &row(at).fields[field] {
                EntryValue::None => (0, i64::MIN, String::new()),
                EntryValue::Number(number) => (1, *number, String::new()),
                EntryValue::Text(text) => (2, 0, text.to_lowercase()),
            });
        }
    }
    if is_reversed {
        found.reverse();
    }
    Ok(())
}
