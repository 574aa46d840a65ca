//! The overview of an edition: numbers of affixes or themes that each item type may draw, by generation level; as the
//! first part of the edition's page, and as files.

use std::sync::Arc;

use affixboard_model::game::Words;
use affixboard_report::{
    sheet::{Method, Sheet},
    sheets::{self, OverviewCount, OverviewParams},
};
use axum::{extract::State as Extracted, response::Response};

use crate::{
    Error, State,
    extract::{Address, Path, UrlQuery},
    links::{self, Choice, Query},
    sheets::{
        export::{self, download, find_format},
        settings::SheetSettings,
        view::heat::Heat,
    },
};
use affixboard_service::{compute::Priority, library::OpenRevision};

/// Sorts of entries to count, by their word in the URL.
const COUNTED: [&str; 2] = ["affixes", "themes"];

/// The query of the overview.
#[derive(Debug, Default, serde::Deserialize)]
pub struct OverviewQuery {
    count: Option<String>,
    level: Option<String>,
    depths: Option<String>,
}

/// The overview as templates write it.
pub(crate) struct OverviewView {
    pub(crate) caption: String,
    /// Its first sentence.
    pub(crate) headline: String,
    /// The word for how the numbers are known.
    pub(crate) how: &'static str,
    pub(crate) rules: String,
    pub(crate) heat: Heat,
    pub(crate) label: String,
    /// Choices of the sort to count; empty where there is only one.
    pub(crate) counted: Vec<Choice>,
    pub(crate) level_label: &'static str,
    pub(crate) levels: Vec<Choice>,
    pub(crate) exports: Vec<Choice>,
}

/// The query, understood.
struct OverviewRequest {
    themes: bool,
    level: u8,
    params: OverviewParams,
    query: Query,
}

fn request(query: &OverviewQuery, words: &Words) -> Result<OverviewRequest, Error> {
    let counted = if words.has_themes { &COUNTED[..] } else { &COUNTED[..1] };
    let themes = SheetSettings::position("count", query.count.as_ref(), counted, 0)? == 1;
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    let usual = usize::from(words.usual_affix_level);
    let level = SheetSettings::position("level", query.level.as_ref(), reachable, usual)?;
    let depths = SheetSettings { depths: query.depths.clone(), ..SheetSettings::default() }.depths(words)?;
    let what = if themes { OverviewCount::Themes } else { OverviewCount::Affixes(level as u8) };
    Ok(OverviewRequest {
        themes,
        level: level as u8,
        params: OverviewParams { count: what, depths },
        query: Query::default()
            .set("count", if themes { COUNTED[1] } else { "" })
            .set("level", if level == usual { "" } else { words.affix_levels[level] })
            .set("depths", query.depths.as_deref().unwrap_or("").trim()),
    })
}

async fn sheet(state: &State, open: &Arc<OpenRevision>, params: &OverviewParams) -> Result<Sheet, Error> {
    let (open, params) = (Arc::clone(open), params.clone());
    let build = move || {
        let words = open.loaded.game.words();
        sheets::overview(&open.loaded.catalog, open.forge.as_ref(), words, open.provenance(Method::Exact), &params)
    };
    Ok(state.compute(Priority::Interactive, build).await??)
}

/// The overview on the edition's page.
pub(crate) async fn view(
    state: &State,
    open: &Arc<OpenRevision>,
    query: &OverviewQuery,
) -> Result<OverviewView, Error> {
    let (revision, words) = (&open.revision, open.loaded.game.words());
    let request = request(query, words)?;
    let sheet = sheet(state, open, &request.params).await?;
    let path = links::revision(revision);
    let (of, to_type) = (Arc::clone(open), Query::default().set("level", request.query.value("level")));
    let show = move || {
        let href = |row: &affixboard_report::sheet::Row| to_type.on(&links::item_type(&of.revision, row.place.0));
        let heat = Heat::new(&sheet, &href);
        (sheet, heat)
    };
    let (sheet, heat) = state.compute(Priority::Interactive, show).await?;
    let counted = [("", words.affixes, false), (COUNTED[1], COUNTED[1], true)];
    let counted = counted.map(|(value, label, themes)| {
        Choice::new(label, request.query.clone().set("count", value).on(&path), themes == request.themes)
    });
    let level = |at: usize, word: &&'static str| {
        let value = if at == usize::from(words.usual_affix_level) { "" } else { word };
        let href = request.query.clone().set("count", "").set("level", value).on(&path);
        Choice::new(*word, href, !request.themes && at == usize::from(request.level))
    };
    let reachable = &words.affix_levels[..usize::from(words.reachable_affix_levels)];
    let levels: Vec<Choice> = reachable.iter().enumerate().rev().map(|(at, word)| level(at, word)).collect();
    Ok(OverviewView {
        heat,
        rules: sheet.provenance.rules(),
        label: sheet.title.clone(),
        headline: sheet.headline(),
        how: sheet.provenance.word("exact"),
        caption: sheet.caption,
        counted: if words.has_themes { counted.into() } else { Vec::new() },
        level_label: words.affix_level_label,
        levels: if reachable.len() > 1 { levels } else { Vec::new() },
        exports: vec![Choice::new("CSV", request.query.on(&links::overview(revision, "csv")), false)],
    })
}

/// Answers `GET /editions/{slug}/revisions/{number}/overview/{file}`.
pub async fn file(
    Extracted(state): Extracted<State>,
    Path((slug, number, file)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<OverviewQuery>,
    Address(address): Address,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let request = request(&query, open.loaded.game.words())?;
    let extension = file.strip_prefix("types.").ok_or_else(|| Error::not_found("There is no such page."))?;
    let shown = export::FileOptions::of(&SheetSettings::default(), address)?;
    Ok(download(&state, sheet(&state, &open, &request.params).await?, shown, find_format(extension)?))
}
