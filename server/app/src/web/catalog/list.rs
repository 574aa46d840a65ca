//! A table of all entries of a sort.

use affixboard_core::catalog::{EntryValue, SortEntry, SortSpec};
use askama::Template;
use axum::extract::State as Extracted;

use super::find_sort;
use crate::web::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Query},
    respond::html::Section,
};

#[derive(Template)]
#[template(path = "catalog/list.html")]
pub(crate) struct SortPage {
    frame: Frame,
    title: String,
    path: String,
    /// The names of the groups; none where the sort has no groups.
    groups: Vec<(String, bool)>,
    group_word: &'static str,
    text: String,
    sort: String,
    columns: Vec<SortColumn>,
    rows: Vec<SortRow>,
    total: usize,
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
pub(crate) struct SortQuery {
    group: Option<String>,
    q: Option<String>,
    sort: Option<String>,
}

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number, name)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<SortQuery>,
) -> Result<Html<SortPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let (at, spec) = find_sort(&open, &name)?;
    let given = |value: &Option<String>| value.as_deref().unwrap_or("").trim().chars().take(100).collect::<String>();
    let (group, text, sort) = (given(&query.group), given(&query.q), given(&query.sort));
    let all: Vec<&SortEntry> = open.loaded.model.entries().iter().filter(|entry| entry.sort == at).collect();
    let mut groups: Vec<String> = Vec::new();
    for entry in &all {
        if !entry.group.is_empty() && !groups.contains(&entry.group) {
            groups.push(entry.group.clone());
        }
    }
    let lower = text.to_lowercase();
    let mut entries: Vec<&SortEntry> = all
        .iter()
        .copied()
        .filter(|entry| group.is_empty() || entry.group == group)
        .filter(|entry| lower.is_empty() || is_found(entry, &lower))
        .collect();
    let listed: Vec<usize> = (0..spec.fields.len()).filter(|at| spec.fields[*at].is_listed).collect();
    let (key, is_reversed) = sort.strip_prefix('-').map_or((sort.as_str(), false), |key| (key, true));
    order(spec, key, is_reversed, &mut entries)?;
    let path = links::sort_entries(&open.revision, spec.name);
    let query = Query::default().set("group", group.clone()).set("q", text.clone());
    let heading = |name: &'static str, title: &'static str, doc: &'static str, is_number: bool| SortColumn {
        title,
        doc,
        href: query
            .clone()
            .set("sort", if name == key && !is_reversed { format!("-{name}") } else { name.to_owned() })
            .on(&path),
        sorted: match (name == key, is_reversed) {
            (false, _) => "none",
            (true, false) => "ascending",
            (true, true) => "descending",
        },
        is_number,
    };
    let mut columns = vec![heading("name", "Name", "", false), heading("index", "No.", "position in its table", true)];
    if !groups.is_empty() {
        columns.push(heading("group", spec.group[0], "", false));
    }
    let is_number = |field: usize| {
        let numbers = all.iter().filter(|entry| matches!(entry.fields[field].value, EntryValue::Number(_))).count();
        2 * numbers > all.len()
    };
    columns.extend(listed.iter().map(|field| {
        let column = &spec.fields[*field];
        heading(column.name, column.title, column.doc, is_number(*field))
    }));
    let numbers: Vec<bool> = listed.iter().map(|field| is_number(*field)).collect();
    let rows = entries.iter().map(|entry| SortRow {
        name: entry.name.clone(),
        href: links::sort_entry(&open.revision, spec.name, entry.index),
        index: entry.index,
        group: entry.group.clone(),
        fields: listed.iter().zip(&numbers).map(|(at, is)| (entry.fields[*at].value.text(), *is)).collect(),
    });
    Ok(Html(SortPage {
        frame: Frame::open(format!("{} · {}", spec.words[1], open.revision.title), Section::Sheets, &open),
        title: affixboard_report::capitalised(spec.words[1]),
        rows: rows.collect(),
        groups: groups.iter().map(|name| (name.clone(), *name == group)).collect(),
        group_word: spec.group[0],
        total: all.len(),
        path,
        text,
        sort,
        columns,
    }))
}

fn is_found(entry: &SortEntry, text: &str) -> bool {
    let fields = entry.fields.iter().map(|field| field.value.text());
    [entry.name.clone(), entry.group.clone()].into_iter().chain(fields).any(|field| field.to_lowercase().contains(text))
}

fn order(spec: &SortSpec, key: &str, is_reversed: bool, entries: &mut [&SortEntry]) -> Result<(), Error> {
    match key {
        "" | "index" => entries.sort_by_key(|entry| entry.index),
        "name" => entries.sort_by_key(|entry| entry.name.to_lowercase()),
        "group" => entries.sort_by_key(|entry| (entry.group.clone(), entry.index)),
        name => {
            let field = spec.fields.iter().position(|column| column.name == name).ok_or_else(|| {
                let known: Vec<_> = spec.fields.iter().map(|column| column.name).collect();
                Error::bad_request(format!(
                    "sort: found `{name}`; expected name, index, group or one of {}.",
                    known.join(", ")
                ))
            })?;
            entries.sort_by_key(|entry| match &entry.fields[field].value {
                EntryValue::None => (0, i64::MIN, String::new()),
                EntryValue::Number(number) => (1, *number, String::new()),
                EntryValue::Text(text) => (2, 0, text.to_lowercase()),
            });
        }
    }
    if is_reversed {
        entries.reverse();
    }
    Ok(())
}
