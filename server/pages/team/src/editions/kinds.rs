//! The page with the chance of each kind: normal drops beside good and great ones at one depth, one of them by depth,
//! or its difference to normal drops.

use std::sync::Arc;

use affixboard_model::game::Words;
use affixboard_report::{
    sheet::{Method, Row, Sheet},
    sheets::{self, CompareParams, Filter, KindShares, KindsParams, RowOrder},
};
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use crate::{
    Error, Frame, Html, State,
    extract::{Address, Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    sheets::{
        export::{self, download, find_format},
        settings::SheetSettings,
        view::heat::Heat,
    },
};
use affixboard_service::{compute::Priority, library::OpenRevision};

#[derive(Template)]
#[template(path = "editions/kinds.html")]
pub(crate) struct KindsPage {
    frame: Frame,
    rules: String,
    /// The game's word for drops without a quality.
    normal: &'static str,
    path: String,
    views: Vec<Choice>,
    depth: u32,
    deepest: u32,
    types: Vec<TypeOption>,
    text: String,
    hidden: Vec<(&'static str, String)>,
    /// Side by side: the columns with their links, and the rows.
    columns: Vec<KindColumn>,
    rows: Vec<KindRow>,
    /// By depth.
    by_depth: Option<(String, Heat)>,
    exports: Vec<Choice>,
}

struct TypeOption {
    tval: u16,
    name: String,
    selected: bool,
}

struct KindColumn {
    label: String,
    href: String,
    sorted: &'static str,
}

struct KindRow {
    name: String,
    href: String,
    of_type: String,
    is_good: bool,
    cells: Vec<(String, String)>,
}

/// The query of the list of kinds, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub struct KindsQuery {
    view: Option<String>,
    depth: Option<String>,
    #[serde(rename = "type")]
    of_type: Option<String>,
    q: Option<String>,
    sort: Option<String>,
}

/// The query, understood.
#[derive(Clone)]
struct KindsRequest {
    /// `None`: side by side; else the drop quality by depth, and whether it is held against normal drops.
    quality: Option<(u8, bool)>,
    depth: u32,
    tval: Option<u16>,
    text: String,
    sort: String,
    query: Query,
}

fn given(value: Option<&String>) -> String {
    value.map_or("", |value| value.trim()).to_owned()
}

/// The views there are: side by side, each drop quality by depth, and each other one against normal drops.
fn views(words: &Words) -> Vec<(String, String)> {
    let mut views = vec![(String::new(), "side by side".to_owned())];
    views.extend(words.qualities.iter().map(|quality| ((*quality).to_owned(), format!("{quality} by depth"))));
    let others = words.qualities.iter().skip(1);
    views.extend(others.map(|quality| (format!("{quality}-change"), format!("{} → {quality}", words.qualities[0]))));
    views
}

fn read_request(open: &OpenRevision, query: &KindsQuery) -> Result<KindsRequest, Error> {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let view = given(query.view.as_ref());
    let known = views(words);
    if !known.iter().any(|one| one.0 == view) {
        let known: Vec<_> = known.into_iter().skip(1).map(|one| one.0).collect();
        return Err(Error::bad_request(format!("view: found `{view}`; expected one of {}.", known.join(", "))));
    }
    let (word, is_change) = match view.strip_suffix("-change") {
        Some(word) => (word, true),
        None => (view.as_str(), false),
    };
    let quality = words.qualities.iter().position(|quality| *quality == word).map(|at| (at as u8, is_change));
    let depth = match given(query.depth.as_ref()).as_str() {
        "" => words.usual_depth(),
        text => text.parse().ok().filter(|depth| *depth <= words.deepest).ok_or_else(|| {
            Error::bad_request(format!("depth: found `{text}`; expected a level from 0 to {}.", words.deepest))
        })?,
    };
    let tval = match given(query.of_type.as_ref()).as_str() {
        "" => None,
        text => Some(text.parse().ok().filter(|tval| catalog.item_type(*tval).is_some()).ok_or_else(|| {
            Error::bad_request(format!("type: found `{text}`; expected the number of an item type, such as 75."))
        })?),
    };
    let text: String = given(query.q.as_ref()).chars().take(100).collect();
    let sort = given(query.sort.as_ref());
    Ok(KindsRequest {
        quality,
        depth,
        tval,
        query: Query::default()
            .set("view", view)
            .set("depth", given(query.depth.as_ref()))
            .set("type", given(query.of_type.as_ref()))
            .set("q", text.clone())
            .set("sort", sort.clone()),
        text,
        sort,
    })
}

/// Answers `GET /editions/{slug}/revisions/{number}/kinds`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<KindsQuery>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let request = read_request(&open, &query)?;
    let (catalog, words, revision) = (&open.loaded.catalog, open.loaded.game.words(), &open.revision);
    let path = links::kinds(revision);
    let provenance = open.provenance(Method::Exact);
    let (mut columns, mut rows, mut by_depth, mut exports) = (Vec::new(), Vec::new(), None, Vec::new());
    if let Some((quality, is_change)) = request.quality {
        let sheet = sheet(&state, &open, &request, quality, is_change).await?;
        let of = Arc::clone(&open);
        let show = move || {
            let href = |row: &Row| row.index.map_or(String::new(), |index| links::kind(&of.revision, index));
            let heat = Heat::new(&sheet, &href);
            (sheet.caption, heat)
        };
        by_depth = Some(state.compute(Priority::Interactive, show).await?);
        exports.push(Choice::new("CSV", request.query.on(&links::kinds_file(revision, "csv")), false));
    } else {
        let (of, depth) = (Arc::clone(&open), request.depth);
        let shares = move || sheets::kind_shares(&of.loaded.catalog, of.forge.as_ref(), of.loaded.game.words(), depth);
        let shares = state.compute(Priority::Interactive, shares).await??;
        let mut shares = shares.ok_or_else(|| Error::not_found("The chances of kinds can't be followed here."))?;
        sheets::filter_shares(&mut shares, catalog, request.tval, &request.text);
        let (by, sorted) = order(words, &request)?;
        sheets::sort_shares(&mut shares, catalog, by, request.sort.starts_with('-'));
        columns = headings(words, &request, &path, &sorted);
        rows = shares.iter().map(|one| row(&open, one)).collect();
    }
    let views = views(words).into_iter().map(|(value, label)| {
        let query = request.query.clone().set("view", value.clone()).set("sort", "");
        Choice::new(label, query.on(&path), value == request.query.value("view"))
    });
    let of_types = catalog.item_types.iter().map(|of_type| TypeOption {
        tval: of_type.tval,
        name: of_type.name.clone(),
        selected: request.tval == Some(of_type.tval),
    });
    let page = KindsPage {
        frame: Frame::open(format!("Kinds · {}", revision.title), Section::Entries, &open),
        rules: provenance.rules(),
        normal: words.qualities.first().copied().unwrap_or_default(),
        views: views.collect(),
        depth: request.depth,
        deepest: words.deepest,
        types: of_types.collect(),
        hidden: request.query.except(&["depth", "type", "q"]),
        text: request.text,
        columns,
        rows,
        by_depth,
        exports,
        path,
    };
    Ok(Html(page).into_response())
}

/// Answers `GET /editions/{slug}/revisions/{number}/kinds-by-depth/{extension}`.
pub async fn file(
    Extracted(state): Extracted<State>,
    Path((slug, number, extension)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<KindsQuery>,
    Address(address): Address,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let request = read_request(&open, &query)?;
    let shown = export::FileOptions::of(&SheetSettings::default(), address)?;
    let (quality, is_change) = request.quality.unwrap_or((0, false));
    let sheet = sheet(&state, &open, &request, quality, is_change).await?;
    Ok(download(&state, sheet, shown, find_format(&extension)?))
}

/// The sheet of one drop quality by depth, or of its difference to normal drops.
async fn sheet(
    state: &State,
    open: &Arc<OpenRevision>,
    request: &KindsRequest,
    quality: u8,
    is_change: bool,
) -> Result<Sheet, Error> {
    let (open, request) = (Arc::clone(open), request.clone());
    state.compute(Priority::Interactive, move || build_sheet(&open, &request, quality, is_change)).await?
}

fn build_sheet(open: &OpenRevision, request: &KindsRequest, quality: u8, is_change: bool) -> Result<Sheet, Error> {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let of = |quality: u8| -> Result<Sheet, Error> {
        let params = KindsParams {
            quality,
            depths: SheetSettings::default().depths(words)?,
            tval: request.tval,
            filter: Filter { text: request.text.clone(), ..Filter::default() },
            sort: RowOrder::default(),
        };
        let sheet = sheets::kinds(catalog, open.forge.as_ref(), words, open.provenance(Method::Exact), &params)?;
        sheet.ok_or_else(|| Error::not_found("The chances of kinds can't be followed here."))
    };
    let compare_params = CompareParams { by_change: true, all_rows: true };
    Ok(if is_change { sheets::compare(&of(0)?, &of(quality)?, compare_params) } else { of(quality)? })
}

/// The column that the list is ordered by, and its name in the URL.
fn order(words: &Words, request: &KindsRequest) -> Result<(sheets::ShareOrder, String), Error> {
    let word = request.sort.strip_prefix('-').unwrap_or(&request.sort);
    let usual = format!("{}-ratio", words.qualities.get(1).copied().unwrap_or_default());
    let name = if word.is_empty() { usual.as_str() } else { word };
    let quality = |word: &str| words.qualities.iter().position(|quality| *quality == word);
    let order = match (name, name.strip_suffix("-ratio")) {
        ("name", _) => Some(sheets::ShareOrder::Name),
        (_, Some(word)) => quality(word).map(sheets::ShareOrder::Ratio),
        _ => quality(name).map(sheets::ShareOrder::Chance),
    };
    let order = order.ok_or_else(|| {
        let known: Vec<_> = headed(words).into_iter().map(|column| column.0).collect();
        Error::bad_request(format!("sort: found `{}`; expected one of {}.", request.sort, known.join(", ")))
    })?;
    Ok((order, name.to_owned()))
}

/// The columns to sort by: in the URL and as headings.
fn headed(words: &Words) -> Vec<(String, String)> {
    let mut all = vec![("name".to_owned(), "Kind".to_owned())];
    all.extend(words.qualities.iter().map(|quality| ((*quality).to_owned(), format!("{quality}, %"))));
    let others = words.qualities.iter().skip(1);
    all.extend(others.map(|quality| (format!("{quality}-ratio"), format!("{quality} ÷ {}", words.qualities[0]))));
    all
}

fn headings(words: &Words, request: &KindsRequest, path: &str, sorted: &str) -> Vec<KindColumn> {
    let reversed = request.sort.starts_with('-');
    let column = |(value, label): (String, String)| {
        let is_it = value == sorted;
        let next = if is_it && !reversed { format!("-{value}") } else { value.clone() };
        KindColumn {
            label,
            href: request.query.clone().set("sort", next).on(path),
            sorted: match (is_it, reversed, value == "name") {
                (false, _, _) => "none",
                (true, false, false) | (true, true, true) => "descending",
                (true, ..) => "ascending",
            },
        }
    };
    headed(words).into_iter().map(column).collect()
}

fn row(open: &OpenRevision, shares: &KindShares) -> KindRow {
    let catalog = &open.loaded.catalog;
    let kind = catalog.kind(shares.kind);
    let mut cells: Vec<(String, String)> = shares
        .chances
        .iter()
        .map(|chance| sheets::share_text(*chance))
        .map(|text| {
            let class = if text.is_empty() { "num no" } else { "num" };
            (text, class.to_owned())
        })
        .collect();
    cells.extend((1..shares.chances.len()).map(|quality| (shares.ratio_text(quality), shares.ratio_class(quality))));
    KindRow {
        name: kind.name.clone(),
        href: links::kind(&open.revision, kind.index),
        of_type: catalog.item_type(kind.tval).map_or(String::new(), |of_type| of_type.name.clone()),
        is_good: kind.good,
        cells,
    }
}
