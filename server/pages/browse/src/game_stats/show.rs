//! Statistics as a sheet: objects per visit of a level, as a page and as files.

use std::collections::BTreeSet;

use affixboard_model::catalog::Sort;
use affixboard_report::{
    format::{self, StatsChoice},
    sheet::{Method, Row, Sheet},
    sheets::{self, STATS_SORTS, StatsParams},
    thousands,
};
use affixboard_store::{GameStatsId, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    query::{OpenStats, StatsChoices, StatsQuery},
    rows::visits_text,
};
use crate::{
    Error, Frame, Html, State,
    extract::{Address, Path, UrlQuery},
    links::{self, Choice, Query},
    paths,
    respond::html::Section,
    session::viewer::Viewer,
    sheets::{
        export::{ExportChoice, FileOptions, attachment, download, file_name, find_format},
        view::heat::Heat,
    },
};
use affixboard_service::{clock::now_ms, compute::Priority};

/// Most levels of a sheet: more than any dungeon has.
const MOST_LEVELS: usize = 200;
/// Others that are offered to stand beside, at most.
const MOST_OTHERS: usize = 20;

#[derive(Template)]
#[template(path = "game_stats/show.html")]
pub(crate) struct GameStatsSheetPage {
    frame: Frame,
    name: String,
    title: String,
    caption: String,
    path: String,
    beside: String,
    /// Other statistics that these can stand beside.
    others: Vec<Choice>,
    /// The form of a new drop profile of them.
    profile: String,
    rows: Vec<Choice>,
    origins: Vec<Choice>,
    types: Vec<TypeOption>,
    levels: String,
    hidden: Vec<(&'static str, String)>,
    heat: Heat,
    count: usize,
    files: Vec<ExportChoice>,
    notes: Vec<String>,
    /// What a reader must know of how the file fits.
    remarks: Vec<String>,
    version: String,
    visits: String,
    objects: String,
    sha256: String,
    delete: String,
    can_act: bool,
}

pub(super) struct TypeOption {
    pub(super) tval: u32,
    pub(super) name: String,
    pub(super) is_chosen: bool,
}

/// Answers `GET /game-statistics/{id}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(file): Path<String>,
    UrlQuery(query): UrlQuery<StatsQuery>,
    Address(address): Address,
) -> Result<Response, Error> {
    let (id, extension) = file.split_once('.').map_or((file.as_str(), ""), |(id, extension)| (id, extension));
    let of = OpenStats::find(&state, id).await?;
    let choices = query.read(&of, MOST_LEVELS)?;
    if extension == "csv" {
        return csv(&state, of, choices).await;
    }
    let format = if extension.is_empty() { None } else { Some(find_format(extension)?) };
    let sheet_of = move || {
        let sheet = sheet(&of, &choices);
        (of, choices, sheet)
    };
    let (of, choices, sheet) = state.compute(Priority::Interactive, sheet_of).await?;
    if let Some(format) = format {
        return Ok(download(&state, sheet, FileOptions::plain(address), format));
    }
    let others = state.store.game_stats_lines(None).await?;
    let others = others.iter().filter(|other| other.id != of.line.id).take(MOST_OTHERS).map(|other| {
        let label = format!("{} ({} r{})", other.name, other.slug, other.revision_number);
        Choice::new(label, links::statistics_with(of.line.id, other.id), false)
    });
    Ok(Html(show(&viewer, &of, &choices, &sheet, others.collect())).into_response())
}

fn sheet(of: &OpenStats, choices: &StatsChoices) -> Sheet {
    let method = Method::Counted {
        id: Some(of.line.id.0),
        sha256: of.line.sha256.clone(),
        version: of.line.version.clone(),
        visits: of.line.visits.1,
    };
    let params = StatsParams {
        levels: choices.levels.clone(),
        origins: choices.origins.clone(),
        origin: choices.origin.to_uppercase(),
        sort: choices.sort,
        tval: choices.tval,
    };
    sheets::game_stats((&of.stats, &of.matched, &of.open.loaded.catalog), of.open.provenance(method), &params)
}

/// All sorts of rows in one table, with provenance as last lines.
async fn csv(state: &State, of: OpenStats, choices: StatsChoices) -> Result<Response, Error> {
    let name = file_name(&[&of.line.slug, "game-statistics", &of.line.id.to_string()], "csv");
    let write = move || {
        let choice = StatsChoice {
            levels: choices.levels.iter().copied().collect(),
            tvals: choices.tval.into_iter().collect::<BTreeSet<u32>>(),
            origins: vec![(
                if choices.origin.is_empty() { "all" } else { &choices.origin }.to_owned(),
                choices.origins,
            )],
        };
        let mut notes = format::stats_notes(&of.stats, &of.matched, &of.line.sha256);
        notes.extend(of.open.loaded.doubts());
        let mut bytes = Vec::new();
        let catalog = of.open.loaded.catalog.as_ref();
        format::game_stats_csv(&mut bytes, (&of.stats, &of.matched, catalog), &choice, &notes).map(|()| bytes)
    };
    let bytes = state.compute(Priority::Interactive, write).await?.map_err(Error::internal)?;
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", bytes))
}

fn show(
    viewer: &Viewer,
    of: &OpenStats,
    choices: &StatsChoices,
    sheet: &Sheet,
    others: Vec<Choice>,
) -> GameStatsSheetPage {
    let path = links::statistics(of.line.id);
    let has = |sort: &str| match sort {
        "theme" => of.open.loaded.game.words().has_themes,
        _ => true,
    };
    let affixes = of.open.loaded.game.words().affixes;
    // Kinds first: they are what is shown without a choice.
    let mut sorts: Vec<(&str, &str)> = STATS_SORTS
        .into_iter()
        .filter(|sort| has(sort.0))
        .map(|(id, title)| (id, if id == "affix" { affixes } else { title }))
        .collect();
    sorts.sort_by_key(|sort| sort.0 != "kind");
    let seen: BTreeSet<u32> = of.stats.counts.keys().map(|key| key.origin).collect();
    let names = of.stats.origins.iter().filter(|origin| seen.contains(origin.0)).map(|origin| origin.1.as_str());
    let origins: Vec<(&str, &str)> = std::iter::once(("", "all")).chain(names.map(|name| (name, name))).collect();
    let types = of.types().into_iter();
    let extension = |extension: &str| choices.query.on(&format!("{path}.{extension}"));
    let mut files = vec![ExportChoice {
        title: "CSV",
        hint: "a number a line, all sorts of rows, with provenance",
        href: extension("csv"),
    }];
    let of_sheets = format::ALL.iter().filter(|format| format.extension != "csv");
    files.extend(of_sheets.map(|format| ExportChoice {
        title: format.title,
        hint: format.hint,
        href: extension(format.extension),
    }));
    GameStatsSheetPage {
        frame: Frame::open(format!("{} · {}", sheet.title, of.line.name), Section::Batches, &of.open),
        name: of.line.name.clone(),
        title: sheet.title.clone(),
        caption: sheet.caption.clone(),
        beside: choices.query.clone().set("rows", "").set("levels", "").on(&links::statistics_beside(of.line.id)),
        others,
        profile: Query::default().set("stats", of.line.id.to_string()).on(&paths::PROFILE_NEW.path()),
        rows: choices.choices(&path, "rows", sorts),
        origins: choices.choices(&path, "origin", origins),
        types: types.map(|(tval, name)| TypeOption { tval, name, is_chosen: choices.tval == Some(tval) }).collect(),
        levels: choices.query.value("levels").to_owned(),
        hidden: choices.query.except(&["type", "levels", "quality"]),
        heat: Heat::new(sheet, &|row| entry_link(of, row)),
        count: sheet.rows.len(),
        files,
        notes: sheet.notes.clone(),
        remarks: of.matched.remarks.iter().map(ToString::to_string).collect(),
        version: of.line.version.clone(),
        visits: visits_text(&of.line),
        objects: thousands(of.line.objects),
        sha256: of.line.sha256.clone(),
        delete: links::delete_statistics(of.line.id),
        can_act: viewer.may(Role::Maintainer) && !of.open.revision.is_archived,
        path,
    }
}

/// The page of a row's entry; empty for what the files don't have.
fn entry_link(of: &OpenStats, row: &Row) -> String {
    let sort = Sort::OF_ITEMS.iter().find(|sort| sort.name() == row.metric);
    match (sort, row.index) {
        (Some(sort), Some(index)) => links::entry(&of.open.revision, *sort, index),
        _ => String::new(),
    }
}

/// Answers `POST /game-statistics/{id}/delete`.
pub async fn delete(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    state.store.delete_game_stats(GameStatsId(id), viewer.by(), now_ms()).await?;
    Ok(Redirect::to(&paths::BATCHES.path()))
}
