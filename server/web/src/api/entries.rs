//! Entries of a revision: affixes or egos, themes, artifacts, kinds, and whatever else its game declares.

use affixboard_model::{
    catalog::{Allocation, EntryRecord, KindAllocation, Sort},
    game::Loaded,
};
use affixboard_proposal::entry_lines;
use axum::{Json, extract::State as Extracted};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{problem::Problem, revision_path::RevisionPath};
use crate::{
    Error, State,
    extract::{Path, UrlQuery},
};
use affixboard_service::compute::Priority;

/// Entries in one answer at most.
const MOST: usize = 1000;

/// Entries of a revision, and how many there are.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Entries)]
pub(crate) struct EntriesJson {
    /// How many there are in all that were asked for.
    total: usize,
    /// The position of the first of these, from 0.
    from: usize,
    /// 1,000 at most, by sort and number.
    entries: Vec<EntryJson>,
}

/// An entry with a record in the files.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Entry)]
struct EntryJson {
    /// `affix` (an ego is one too), `theme`, `artifact`, `kind`, or a sort that the game declares.
    sort: &'static str,
    /// Its number in the file.
    index: u32,
    name: String,
    file: String,
    /// The line where its record begins, from 1.
    line: u32,
}

/// An entry with its record and what that says of where it comes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WholeEntry)]
pub(crate) struct WholeEntryJson {
    #[serde(flatten)]
    entry: EntryJson,
    /// Its record, byte for byte but for what is not UTF-8.
    text: String,
    /// Of affixes and themes: where they may come.
    allocations: Vec<AllocationJson>,
    /// Of kinds and artifacts: at which levels they come, and how often.
    levels: Vec<LevelsJson>,
    /// Its lines that can be proposed to be changed.
    lines: Vec<EntryLineJson>,
}

/// An allocation: the kinds and levels for which an entry is in the pool, and with what weight.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Allocation)]
struct AllocationJson {
    tval: u16,
    min_sval: u16,
    max_sval: u16,
    /// The least affix level of a draw, in the game's word.
    affix_level: &'static str,
    /// Its weight; a chance only when divided by the sum of the pool.
    commonness: u32,
    min_level: u32,
    max_level: u32,
    /// The line in the file, from 1.
    line: u32,
}

/// The levels at which a kind or an artifact comes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Levels)]
struct LevelsJson {
    commonness: u32,
    min_level: u32,
    max_level: u32,
    line: u32,
}

/// A line of an entry.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EntryLine)]
struct EntryLineJson {
    /// The letters before its first colon.
    directive: String,
    /// The line in the file, from 1.
    line: u32,
    text: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct EntriesQuery {
    sort: Option<String>,
    q: Option<String>,
    #[serde(default)]
    from: usize,
}

/// The sort of that name.
fn find_sort(loaded: &Loaded, name: &str) -> Result<Sort, Error> {
    let found = loaded.entry_sorts().find(|sort| sort.name() == name);
    found.ok_or_else(|| {
        let known: Vec<_> = loaded.entry_sorts().map(Sort::name).collect();
        Error::not_found(format!("Found the sort `{name}`; expected one of {}.", known.join(", ")))
    })
}

fn entry(loaded: &Loaded, sort: Sort, record: &EntryRecord<'_>) -> EntryJson {
    EntryJson {
        sort: sort.name(),
        index: record.index,
        name: record.name.to_owned(),
        file: loaded.sources.file(record.span.file).name().to_owned(),
        line: loaded.sources.position(record.span).line,
    }
}

/// The entries of a revision.
#[utoipa::path(get, path = "/api/v1/editions/{slug}/revisions/{number}/entries", operation_id = "listEntries", tag = "entries",
    params(
        RevisionPath,
        ("sort" = Option<String>, Query, description = "Those of one sort: `affix`, `theme`, `artifact`, `kind`, or one that the game declares."),
        ("q" = Option<String>, Query, description = "Those whose name has this in it, in upper or lower case."),
        ("from" = Option<usize>, Query, description = "The position of the first one wanted, from 0."),
    ),
    responses((status = 200, body = EntriesJson, description = "Entries, by sort and number."), Problem))]
pub(crate) async fn list(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(EntriesQuery { sort, q, from }): UrlQuery<EntriesQuery>,
) -> Result<Json<EntriesJson>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let find = move || {
        let loaded = &open.loaded;
        let sorts = match sort.as_deref().map(str::trim) {
            None | Some("") => loaded.entry_sorts().collect(),
            Some(name) => vec![find_sort(loaded, name)?],
        };
        let wanted = q.unwrap_or_default().trim().to_lowercase();
        let mut found = Vec::new();
        for sort in sorts {
            let records = loaded.entry_records(sort);
            let named = records.iter().filter(|record| record.name.to_lowercase().contains(&wanted));
            found.extend(named.map(|record| entry(loaded, sort, record)));
        }
        let total = found.len();
        Ok(Json(EntriesJson { total, from, entries: found.into_iter().skip(from).take(MOST).collect() }))
    };
    state.compute(Priority::Interactive, find).await?
}

/// An entry with its record, its allocations and its lines.
#[utoipa::path(get, path = "/api/v1/editions/{slug}/revisions/{number}/entries/{sort}/{index}", operation_id = "getEntry", tag = "entries",
    params(
        RevisionPath,
        ("sort" = String, Path, description = "The sort: `affix`, `theme`, `artifact`, `kind`, or one that the game declares."),
        ("index" = u32, Path, description = "The entry's number in the file."),
    ),
    responses((status = 200, body = WholeEntryJson, description = "The entry."), Problem))]
pub(crate) async fn one(
    Extracted(state): Extracted<State>,
    Path((slug, number, sort, index)): Path<(String, u32, String, u32)>,
) -> Result<Json<WholeEntryJson>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let find = move || {
        let sort = find_sort(&open.loaded, &sort)?;
        whole_entry(&open.loaded, sort, index).map(Json)
    };
    state.compute(Priority::Interactive, find).await?
}

fn whole_entry(loaded: &Loaded, sort: Sort, index: u32) -> Result<WholeEntryJson, Error> {
    let records = loaded.entry_records(sort);
    let record = records.iter().find(|record| record.index == index).ok_or_else(|| {
        let word = sort.word(loaded.game.words());
        Error::not_found(format!("There is no {word} with the number {index} in this revision."))
    })?;
    let items = loaded.catalog.entries_of(sort);
    let item = items.iter().find(|item| item.index == index && item.record == Some(record.span));
    let line = |span| loaded.sources.position(span).line;
    let level = |level: u8| loaded.game.words().affix_levels.get(usize::from(level)).copied().unwrap_or_default();
    let allocation = |of: &Allocation| AllocationJson {
        tval: of.tval,
        min_sval: of.min_sval,
        max_sval: of.max_sval,
        affix_level: level(of.affix_level),
        commonness: of.commonness,
        min_level: of.min,
        max_level: of.max,
        line: line(of.line),
    };
    let levels = |of: &KindAllocation| LevelsJson {
        commonness: of.commonness,
        min_level: of.min,
        max_level: of.max,
        line: line(of.line),
    };
    let lines = entry_lines(loaded).into_iter().filter(|of| of.sort == sort && of.index == index);
    let lines =
        lines.map(|of| EntryLineJson { directive: of.directive.tag.to_owned(), line: line(of.span), text: of.text });
    Ok(WholeEntryJson {
        entry: entry(loaded, sort, record),
        text: loaded.sources.text(record.span).into_owned(),
        allocations: item.map_or_else(Vec::new, |item| item.allocations.iter().map(allocation).collect()),
        levels: item.map_or_else(Vec::new, |item| item.levels.iter().map(levels).collect()),
        lines: lines.collect(),
    })
}
