//! A handful of the items of a type that drop at a depth, by name and value, of a revision alone or beside a draft or proposal:
//! a page and its CSV.

use std::sync::Arc;

use affixboard_model::{
    batch::{Cell, Detail, Entry, ItemSearch, sample_items},
    catalog::{Catalog, EntryValue},
    game::{Appraisal, Worth},
};
use affixboard_report::{
    format::values_csv,
    items::{ItemRow, ItemSide, ItemTable, item_table},
    sheet::Method,
    thousands,
};
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use super::{USUAL_SEED, given, number, other_side, quality, signed_thousands, type_name};
use crate::{
    Error, Frame, Html, State,
    compare::comparand::Comparand,
    explanations::why::find_entry,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
    sheets::{
        export::{attachment, doubts_row, file_name},
        readings,
    },
};
use affixboard_service::{compute::Priority, library::OpenRevision};

const USUAL_ITEMS: usize = 20;
/// Items at most.
const MOST_ITEMS: usize = 200;
/// Drops made for them at most, which take up to some seconds.
const MOST_DROPS: u64 = 40_000;

#[derive(Template)]
#[template(path = "items/show.html")]
pub(crate) struct ItemsPage {
    frame: Frame,
    heading: String,
    place: String,
    path: String,
    types: Vec<Choice>,
    qualities: Vec<Choice>,
    depth: u32,
    deepest: u32,
    items: usize,
    most_items: usize,
    seed: u64,
    hidden: Vec<(&'static str, String)>,
    /// The entry that all of them carry, and the page without that.
    with: Option<Choice>,
    /// The names of both sides, where there are two.
    sides: Option<[Choice; 2]>,
    found: String,
    rules: String,
    /// The headings of numbers, and whether anything else is given.
    headings: Vec<String>,
    gives: bool,
    rows: Vec<RowView>,
    csv: String,
    again: String,
    /// Power and price of many such items.
    worths: String,
}

struct RowView {
    drop: u64,
    /// The side, where there are two and they differ.
    side: &'static str,
    class: &'static str,
    name: String,
    href: String,
    carries: String,
    values: Vec<String>,
    /// Modifiers, flags and the like.
    gives: Vec<String>,
    /// Power and price, as far as the game has them.
    worths: Vec<WorthView>,
}

/// A power or price as a sum.
pub(crate) struct WorthView {
    pub(crate) label: &'static str,
    pub(crate) total: String,
    /// (Points, what they are for).
    pub(crate) terms: Vec<(String, String)>,
}

impl WorthView {
    /// The views of what the game thinks of an item.
    pub(crate) fn of(appraisal: &Appraisal) -> Vec<WorthView> {
        let view = |label, worth: &Worth| WorthView {
            label,
            total: signed_thousands(worth.total()),
            terms: worth.terms.iter().map(|term| (with_sign(term.points), term.what.to_string())).collect(),
        };
        let power = appraisal.power.as_ref().map(|power| view("Power", power));
        power.into_iter().chain(appraisal.price.as_ref().map(|price| view("Price", price))).collect()
    }
}

fn with_sign(points: i64) -> String {
    let sign = if points < 0 { "−" } else { "+" };
    format!("{sign}{}", thousands(points.unsigned_abs()))
}

/// The query, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub struct ItemsQuery {
    quality: Option<String>,
    depth: Option<String>,
    items: Option<String>,
    seed: Option<String>,
    with: Option<String>,
    rules: Option<String>,
    beside: Option<String>,
}

/// The query, understood.
struct ItemsRequest {
    search: ItemSearch,
    quality: usize,
    with: String,
    query: Query,
}

fn read_request(open: &OpenRevision, tval: u16, query: &ItemsQuery) -> Result<ItemsRequest, Error> {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    if catalog.item_type(tval).is_none() || words.qualities.is_empty() {
        return Err(Error::not_found(format!("There is no item type {tval} in this revision.")));
    }
    let depth = number(
        ("depth", query.depth.as_ref()),
        words.usual_depth(),
        (0..=words.deepest, &format!("a level from 0 to {}", words.deepest)),
    )?;
    let quality = quality(words, query.quality.as_ref())?;
    let expected = format!("a number from 1 to {MOST_ITEMS}");
    let items = number(("items", query.items.as_ref()), USUAL_ITEMS, (1..=MOST_ITEMS, &expected))?;
    let seed = number(("seed", query.seed.as_ref()), USUAL_SEED, (0..=u64::MAX, "a whole number"))?;
    let with = given(query.with.as_ref()).to_owned();
    let entry = match with.as_str() {
        "" => None,
        text => Some(find_entry(catalog, text).ok_or_else(|| {
            let affix = words.affix;
            Error::bad_request(format!("with: found `{text}`; expected an {affix} or theme, such as `affix-100`."))
        })?),
    };
    let cell = Cell { depth, quality: quality as u8, kind: None };
    let search = ItemSearch { cell, tval: Some(tval), with: entry, seed, items, most_drops: MOST_DROPS };
    let query = Query::default()
        .set("quality", words.qualities[quality])
        .set("depth", depth.to_string())
        .set("items", if items == USUAL_ITEMS { String::new() } else { items.to_string() })
        .set("seed", if seed == USUAL_SEED { String::new() } else { seed.to_string() })
        .set("with", with.clone())
        .set("rules", given(query.rules.as_ref()))
        .set("beside", given(query.beside.as_ref()));
    Ok(ItemsRequest { search, quality, with, query })
}

/// Answers `GET /editions/{slug}/revisions/{number}/items/{file}`.
pub async fn page(
    viewer: Viewer,
    Extracted(state): Extracted<State>,
    Path((slug, revision, file)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<ItemsQuery>,
) -> Result<Response, Error> {
    let (tval, is_csv) = match file.strip_suffix(".csv") {
        Some(tval) => (tval, true),
        None => (file.as_str(), false),
    };
    let tval: u16 = tval.parse().map_err(|_| {
        Error::not_found(format!("Found `{file}`; expected the number of an item type, such as 23, or 23.csv."))
    })?;
    let coded = state.open(&slug, Some(revision)).await?;
    let preset = readings::named(coded.loaded.game, query.rules.as_ref())?;
    let open = readings::open(&state, coded, preset).await?;
    let request = read_request(&open, tval, &query)?;
    let other = other_side(&viewer, &state, &open, query.beside.as_ref()).await?;
    let mut sides = vec![Arc::clone(&open)];
    sides.extend(other.as_ref().map(|other| Arc::clone(&other.open)));
    let search = request.search;
    let making = move |keep_going: &dyn Fn() -> bool| -> Result<(ItemTable, u64), Error> {
        let mut samples = Vec::new();
        for side in &sides {
            let search = of_side(&search, &sides[0].loaded.catalog, &side.loaded.catalog);
            let forge = side.loaded.model.forge_for(Detail::Full);
            let sample = sample_items(&*forge, &search, keep_going);
            samples.push(sample.map_err(|_| Error::internal("called off"))?);
        }
        let drops = samples.iter().map(|sample| sample.drops).min().unwrap_or_default();
        let catalogs = sides.iter().map(|side| &*side.loaded.catalog);
        let pairs: Vec<_> = catalogs.zip(&samples).collect();
        Ok((item_table(&pairs, sides[0].loaded.game.words(), search.items), drops))
    };
    let made = state.compute_while(Priority::Interactive, making).await??;
    Ok(if is_csv { csv(&open, &request, made.0) } else { html(&open, &request, other.as_ref(), tval, made) })
}

/// The same search on another side, whose entries have their own positions: what isn't there is looked for in vain.
fn of_side(search: &ItemSearch, from: &Catalog, to: &Catalog) -> ItemSearch {
    let with = search.with.map(|with| match with {
        Entry::Affix(id) => to.affix_by_index(from.affix(id).index).map(Entry::Affix),
        Entry::Theme(id) => to.theme_by_index(from.theme(id).index).map(Entry::Theme),
        other => Some(other),
    });
    match with {
        None => *search,
        Some(Some(with)) => ItemSearch { with: Some(with), ..*search },
        Some(None) => ItemSearch { most_drops: 0, ..*search },
    }
}

fn html(
    open: &OpenRevision,
    request: &ItemsRequest,
    other: Option<&Comparand>,
    tval: u16,
    (table, drops): (ItemTable, u64),
) -> Response {
    let (catalog, words, revision) = (&open.loaded.catalog, open.loaded.game.words(), &open.revision);
    let of_type = type_name(catalog, Some(tval));
    let (path, query) = (links::items(revision, tval), &request.query);
    let Cell { depth, .. } = request.search.cell;
    let quality = words.qualities[request.quality];
    let types = catalog.item_types.iter().map(|one| {
        Choice::new(
            one.name.clone(),
            query.clone().set("with", "").on(&links::items(revision, one.tval)),
            one.tval == tval,
        )
    });
    let qualities = words.qualities.iter().enumerate().map(|(at, word)| {
        Choice::new((*word).to_owned(), query.clone().set("quality", *word).on(&path), at == request.quality)
    });
    let with = request.search.with.map(|with| {
        let name = match with {
            Entry::Affix(id) => catalog.affix(id).name.clone(),
            Entry::Theme(id) => catalog.theme(id).name.clone(),
            _ => request.with.clone(),
        };
        Choice::new(name, query.clone().set("with", "").on(&path), true)
    });
    let items = table.rows.iter().map(|row| row.drop).collect::<std::collections::BTreeSet<_>>().len();
    let found = match items {
        0 => format!("None among {} {quality} drops at depth {depth}.", thousands(drops)),
        1 => format!("One item among {} {quality} drops at depth {depth}.", thousands(drops)),
        _ => format!("{items} items among {} {quality} drops at depth {depth}.", thousands(drops)),
    };
    let columns = table.columns;
    // What is 0 of all of them is left out; files have it.
    let chosen = |row: &ItemRow, is_list: bool| -> Vec<String> {
        let values = columns.iter().zip(&row.values);
        let fitting = values.filter(|(column, _)| column.is_of_use && column.is_list == is_list);
        let shown = |value: &EntryValue| match value {
            EntryValue::Number(number) => signed_thousands(*number),
            other => other.text(),
        };
        fitting.map(|(_, value)| shown(value)).collect()
    };
    let row = |row: ItemRow| RowView {
        drop: row.drop,
        side: row.side.word(),
        class: match row.side {
            ItemSide::Both => "",
            ItemSide::Before => "went",
            ItemSide::After => "came",
        },
        href: links::kind(revision, catalog.kind(row.kind).index),
        values: chosen(&row, false),
        gives: chosen(&row, true).into_iter().filter(|text| !text.is_empty()).collect(),
        worths: WorthView::of(&row.appraisal),
        name: row.name,
        carries: row.carries,
    };
    let frame = Frame::open(format!("Items · {of_type} · {}", revision.title), Section::Sheets, open);
    let page = ItemsPage {
        frame: match other {
            Some(other) => frame.and_of(&other.open),
            None => frame,
        },
        heading: of_type.to_owned(),
        place: format!("{quality} drops at depth {depth}"),
        types: types.collect(),
        qualities: qualities.collect(),
        depth,
        deepest: words.deepest,
        items: request.search.items,
        most_items: MOST_ITEMS,
        seed: request.search.seed,
        hidden: query.except(&["depth", "items", "seed"]),
        with,
        sides: other.map(|other| {
            let own = Choice::new(format!("r{}", revision.number), links::revision(revision), true);
            [own, Choice::new(other.label(), other.page(), false)]
        }),
        found,
        rules: open.provenance(Method::Exact).rules(),
        headings: columns.iter().filter(|one| one.is_of_use && !one.is_list).map(|one| one.label.clone()).collect(),
        gives: columns.iter().any(|column| column.is_list),
        rows: table.rows.into_iter().map(row).collect(),
        csv: query.on(&links::items(revision, format_args!("{tval}.csv"))),
        worths: query.clone().set("depth", "").set("items", "").set("with", "").on(&links::worths(revision, tval)),
        again: query.clone().set("seed", request.search.seed.wrapping_add(1).to_string()).on(&path),
        path,
    };
    Html(page).into_response()
}

fn csv(open: &OpenRevision, request: &ItemsRequest, table: ItemTable) -> Response {
    let revision = &open.revision;
    let mut headings: Vec<String> = ["drop", "side", "item", "carries"].map(str::to_owned).to_vec();
    headings.extend(table.columns.into_iter().map(|column| column.label));
    let rows = table.rows.into_iter().map(|row| {
        let side = row.side.word();
        let text = |text: String| EntryValue::Text(text);
        let mut values =
            vec![EntryValue::Number(row.drop as i64), text(side.to_owned()), text(row.name), text(row.carries)];
        values.extend(row.values);
        values
    });
    let rows: Vec<Vec<EntryValue>> = rows.chain(doubts_row(open, headings.len())).collect();
    let bytes = values_csv(&headings, &rows);
    let words = open.loaded.game.words();
    let number = format!("r{}", revision.number);
    let of_type = type_name(&open.loaded.catalog, request.search.tval);
    let place = format!("depth {} seed {}", request.search.cell.depth, request.search.seed);
    let parts = [revision.slug.as_str(), &number, "items", of_type, words.qualities[request.quality], &place];
    attachment(&file_name(&parts, "csv"), "text/csv; charset=utf-8; header=present", bytes)
}
