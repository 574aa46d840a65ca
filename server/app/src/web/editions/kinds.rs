//! How likely drops are of each kind: normal drops beside good and great ones at one depth, or one of them by depth, or what
//! lies between.

use affixboard_core::game::Words;
use affixboard_report::{
    build::{self, CompareParams, Filter, KindShares, KindsParams, Sort},
    sheet::{How, Row, Sheet},
};
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use crate::{
    library::OpenRevision,
    web::{
        Error, Frame, Html, State,
        extract::{Address, Path, Query as UrlQuery},
        links::{self, Choice, Query},
        respond::html::Section,
        sheets::{
            export::{self, download, find_format},
            settings::SheetSettings,
            view::heat::Heat,
        },
    },
};

/// The depth shown where none is asked for.
const USUAL_DEPTH: u32 = 30;

#[derive(Template)]
#[template(path = "editions/kinds.html")]
pub(in crate::web) struct KindsPage {
    frame: Frame,
    rules: String,
    /// What drops that were asked for as nothing better are called.
    normal: &'static str,
    path: String,
    views: Vec<Choice>,
    depth: u32,
    deepest: u32,
    types: Vec<TypeOption>,
    text: String,
    hidden: Vec<(&'static str, String)>,
    /// Side by side: the columns with their links, and the rows.
    columns: Vec<ColumnView>,
    rows: Vec<RowView>,
    /// By depth.
    by_depth: Option<(String, Heat)>,
    exports: Vec<Choice>,
}

struct TypeOption {
    tval: u16,
    name: String,
    selected: bool,
}

struct ColumnView {
    label: String,
    href: String,
    sorted: &'static str,
}

struct RowView {
    name: String,
    href: String,
    of_type: String,
    is_good: bool,
    cells: Vec<(String, &'static str)>,
}

/// What the list is asked for.
#[derive(Debug, Default, serde::Deserialize)]
pub(in crate::web) struct KindsQuery {
    view: Option<String>,
    depth: Option<String>,
    #[serde(rename = "type")]
    of_type: Option<String>,
    q: Option<String>,
    sort: Option<String>,
}

/// The query, understood.
struct Asked {
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

fn asked(open: &OpenRevision, query: &KindsQuery) -> Result<Asked, Error> {
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
        "" => USUAL_DEPTH.min(words.deepest),
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
    Ok(Asked {
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

pub(in crate::web) async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<KindsQuery>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let asked = asked(&open, &query)?;
    let (catalog, words, revision) = (&open.loaded.catalog, open.loaded.game.words(), &open.revision);
    let path = links::kinds(revision);
    let provenance = open.provenance(How::Exact);
    let (mut columns, mut rows, mut by_depth, mut exports) = (Vec::new(), Vec::new(), None, Vec::new());
    if let Some((quality, is_change)) = asked.quality {
        let sheet = sheet(&open, &asked, quality, is_change)?;
        let href = |row: &Row| row.index.map_or(String::new(), |index| links::kind(revision, index));
        by_depth = Some((sheet.caption.clone(), Heat::new(&sheet, &href)));
        exports.push(Choice::new("CSV", asked.query.on(&links::kinds_file(revision, "csv")), false));
    } else {
        let shares = build::kind_shares(catalog, open.forge.as_ref(), words, asked.depth)?;
        let mut shares = shares.ok_or_else(|| Error::not_found("The chances of kinds can't be followed here."))?;
        build::narrow(&mut shares, catalog, asked.tval, &asked.text);
        let (by, sorted) = order(words, &asked)?;
        build::sort_shares(&mut shares, catalog, by, asked.sort.starts_with('-'));
        columns = headings(words, &asked, &path, &sorted);
        rows = shares.iter().map(|one| row(&open, one)).collect();
    }
    let views = views(words).into_iter().map(|(value, label)| {
        let query = asked.query.clone().set("view", value.clone()).set("sort", "");
        Choice::new(label, query.on(&path), value == asked.query.value("view"))
    });
    let of_types = catalog.item_types.iter().map(|of_type| TypeOption {
        tval: of_type.tval,
        name: of_type.name.clone(),
        selected: asked.tval == Some(of_type.tval),
    });
    let page = KindsPage {
        frame: Frame::of(format!("Kinds · {}", revision.title), Section::Sheets, revision),
        rules: provenance.rules(),
        normal: words.qualities.first().copied().unwrap_or_default(),
        views: views.collect(),
        depth: asked.depth,
        deepest: words.deepest,
        types: of_types.collect(),
        hidden: asked.query.except(&["depth", "type", "q"]),
        text: asked.text,
        columns,
        rows,
        by_depth,
        exports,
        path,
    };
    Ok(Html(page).into_response())
}

pub(in crate::web) async fn file(
    Extracted(state): Extracted<State>,
    Path((slug, number, extension)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<KindsQuery>,
    Address(address): Address,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let asked = asked(&open, &query)?;
    let shown = export::Shown::of(&SheetSettings::default(), address)?;
    let (quality, is_change) = asked.quality.unwrap_or((0, false));
    Ok(download(&state, sheet(&open, &asked, quality, is_change)?, shown, find_format(&extension)?))
}

/// The sheet of one drop quality by depth, or of what lies between normal drops and it.
fn sheet(open: &OpenRevision, asked: &Asked, quality: u8, is_change: bool) -> Result<Sheet, Error> {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let of = |quality: u8| -> Result<Sheet, Error> {
        let params = KindsParams {
            quality,
            depths: SheetSettings::default().depths(words)?,
            tval: asked.tval,
            filter: Filter { text: asked.text.clone(), ..Filter::default() },
            sort: Sort::default(),
        };
        let sheet = build::kinds(catalog, open.forge.as_ref(), words, open.provenance(How::Exact), &params)?;
        sheet.ok_or_else(|| Error::not_found("The chances of kinds can't be followed here."))
    };
    let shown_so = CompareParams { by_change: true, all_rows: true };
    Ok(if is_change { build::compare(&of(0)?, &of(quality)?, shown_so) } else { of(quality)? })
}

/// By which column the list is ordered, and its name in the URL.
fn order(words: &Words, asked: &Asked) -> Result<(build::ShareOrder, String), Error> {
    let word = asked.sort.strip_prefix('-').unwrap_or(&asked.sort);
    let usual = format!("{}-ratio", words.qualities.get(1).copied().unwrap_or_default());
    let name = if word.is_empty() { usual.as_str() } else { word };
    let quality = |word: &str| words.qualities.iter().position(|quality| *quality == word);
    let order = match (name, name.strip_suffix("-ratio")) {
        ("name", _) => Some(build::ShareOrder::Name),
        (_, Some(word)) => quality(word).map(build::ShareOrder::Ratio),
        _ => quality(name).map(build::ShareOrder::Chance),
    };
    let order = order.ok_or_else(|| {
        let known: Vec<_> = headed(words).into_iter().map(|column| column.0).collect();
        Error::bad_request(format!("sort: found `{}`; expected one of {}.", asked.sort, known.join(", ")))
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

fn headings(words: &Words, asked: &Asked, path: &str, sorted: &str) -> Vec<ColumnView> {
    let reversed = asked.sort.starts_with('-');
    let column = |(value, label): (String, String)| {
        let is_it = value == sorted;
        let next = if is_it && !reversed { format!("-{value}") } else { value.clone() };
        ColumnView {
            label,
            href: asked.query.clone().set("sort", next).on(path),
            sorted: match (is_it, reversed, value == "name") {
                (false, _, _) => "none",
                (true, false, false) | (true, true, true) => "descending",
                (true, ..) => "ascending",
            },
        }
    };
    headed(words).into_iter().map(column).collect()
}

fn row(open: &OpenRevision, shares: &KindShares) -> RowView {
    let catalog = &open.loaded.catalog;
    let kind = catalog.kind(shares.kind);
    let mut cells: Vec<(String, &'static str)> = shares
        .chances
        .iter()
        .map(|chance| build::share_text(*chance))
        .map(|text| {
            let class = if text.is_empty() { "num no" } else { "num" };
            (text, class)
        })
        .collect();
    cells.extend((1..shares.chances.len()).map(|quality| (shares.ratio_text(quality), shares.ratio_class(quality))));
    RowView {
        name: kind.name.clone(),
        href: links::kind(&open.revision, kind.index),
        of_type: catalog.item_type(kind.tval).map_or(String::new(), |of_type| of_type.name.clone()),
        is_good: kind.good,
        cells,
    }
}
