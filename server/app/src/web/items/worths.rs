//! Power and price of an item type's items by depth, what each entry adds to them, and what a draft or proposal does to items: a page,
//! its tables as CSV and its charts.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_core::{
    batch::{Cell, Detail, ItemSearch, sample_items},
    catalog::EntryValue,
};
use affixboard_report::{
    chart::Theme,
    format::values_csv,
    sheet::Method,
    worths::{DepthSample, EntryWorth, ItemChanges, Spread, WorthSort, changed_types, entry_worths, item_changes},
};
use axum::{
    extract::State as Extracted,
    http::header,
    response::{IntoResponse, Response},
};

use quick_cache::sync::Cache;

use super::{USUAL_SEED, given, number, other_side, quality, type_name, worths_view};
use crate::{
    compute::Priority,
    library::OpenRevision,
    web::{
        Error, Html, State,
        compare::comparand::Comparand,
        extract::{Path, UrlQuery},
        links::Query,
        session::viewer::Viewer,
        sheets::{
            export::{attachment, file_name},
            readings,
        },
    },
};

/// The depths that are sampled, as far as a game has them.
const DEPTHS: [u32; 9] = [5, 10, 20, 30, 40, 50, 65, 80, 100];
/// Drops at each of them, of all item types.
pub(super) const DROPS: u64 = 10_000;

/// The query, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub(crate) struct WorthsQuery {
    quality: Option<String>,
    seed: Option<String>,
    rules: Option<String>,
    beside: Option<String>,
    /// Which order of entries: `adds`, `power`, `beats`, `price`, `dear`, `items` or `name`.
    sort: Option<String>,
    /// Which table of the CSV: `depths`, `entries` or `changes`.
    table: Option<String>,
    /// Which chart: `power` or `price`.
    of: Option<String>,
    /// Colour scheme of the chart: `light` or `dark`.
    theme: Option<String>,
}

/// The order of entries, by a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryOrder {
    Adds,
    Power,
    Beats,
    Price,
    Dear,
    Items,
    Name,
}

impl EntryOrder {
    pub(super) const ALL: [(EntryOrder, &'static str); 7] = [
        (EntryOrder::Adds, "adds"),
        (EntryOrder::Power, "power"),
        (EntryOrder::Beats, "beats"),
        (EntryOrder::Price, "price"),
        (EntryOrder::Dear, "dear"),
        (EntryOrder::Items, "items"),
        (EntryOrder::Name, "name"),
    ];
}

/// The query, understood.
pub(super) struct WorthsRequest {
    pub(super) tval: u16,
    pub(super) quality: usize,
    pub(super) seed: u64,
    pub(super) order: EntryOrder,
    /// What the page keeps.
    pub(super) query: Query,
}

/// Spreads at one depth, of one side or two.
pub(super) struct DepthWorths {
    pub(super) depth: u32,
    /// Items of the type on each side.
    pub(super) items: Vec<usize>,
    /// By sort of worth, then by side.
    pub(super) spreads: [Vec<Spread>; 2],
}

/// All that the page shows.
pub(super) struct Worths {
    pub(super) depths: Vec<DepthWorths>,
    /// Of the last side.
    pub(super) entries: Vec<EntryWorth>,
    /// Where there are two sides: what changes, and how many drops differ by item type.
    pub(super) changes: Option<(ItemChanges, BTreeMap<u16, usize>)>,
}

impl Worths {
    /// Whether any item has such a number.
    pub(super) fn has(&self, sort: WorthSort) -> bool {
        self.depths.iter().any(|depth| depth.spreads[sort as usize].iter().any(|spread| spread.n() > 0))
    }
}

fn read_request(open: &OpenRevision, tval: u16, query: &WorthsQuery) -> Result<WorthsRequest, Error> {
    let words = open.loaded.game.words();
    if open.loaded.catalog.item_type(tval).is_none() || words.qualities.is_empty() {
        return Err(Error::not_found(format!("There is no item type {tval} in this revision.")));
    }
    let quality = quality(words, query.quality.as_ref())?;
    let seed = number(("seed", query.seed.as_ref()), USUAL_SEED, (0..=u64::MAX, "a whole number"))?;
    let sort = given(query.sort.as_ref());
    let order = match EntryOrder::ALL.iter().find(|(_, word)| *word == sort) {
        Some((order, _)) => *order,
        None if sort.is_empty() => EntryOrder::Beats,
        None => {
            let words = EntryOrder::ALL.map(|(_, word)| word).join(", ");
            return Err(Error::bad_request(format!("sort: found `{sort}`; expected one of {words}.")));
        }
    };
    let kept = Query::default()
        .set("quality", words.qualities[quality])
        .set("seed", if seed == USUAL_SEED { String::new() } else { seed.to_string() })
        .set("sort", sort)
        .set("rules", given(query.rules.as_ref()))
        .set("beside", given(query.beside.as_ref()));
    Ok(WorthsRequest { tval, quality, seed, order, query: kept })
}

pub(crate) async fn page(
    viewer: Viewer,
    Extracted(state): Extracted<State>,
    Path((slug, revision, file)): Path<(String, u32, String)>,
    UrlQuery(query): UrlQuery<WorthsQuery>,
) -> Result<Response, Error> {
    let (tval, format) = file.split_once('.').map_or((file.as_str(), ""), |(tval, format)| (tval, format));
    let tval: Option<u16> = tval.parse().ok().filter(|_| ["", "csv", "svg"].contains(&format));
    let tval = tval.ok_or_else(|| {
        let expected = "expected the number of an item type, such as 23, 23.csv or 23.svg";
        Error::not_found(format!("Found `{file}`; {expected}."))
    })?;
    let coded = state.open(&slug, Some(revision)).await?;
    let preset = readings::named(coded.loaded.game, query.rules.as_ref())?;
    let open = readings::open(&state, coded, preset).await?;
    let request = read_request(&open, tval, &query)?;
    let other = other_side(&viewer, &state, &open, query.beside.as_ref()).await?;
    let worths = worths(&state, &open, other.as_ref(), &request).await?;
    match format {
        "csv" => csv(&open, &request, other.as_ref(), &worths, given(query.table.as_ref())),
        "svg" => {
            let theme = match given(query.theme.as_ref()) {
                "" | "light" => Theme::Light,
                "dark" => Theme::Dark,
                found => return Err(Error::bad_request(format!("theme: found `{found}`; expected light or dark."))),
            };
            let sort = match given(query.of.as_ref()) {
                "" | "power" => WorthSort::Power,
                "price" => WorthSort::Price,
                found => return Err(Error::bad_request(format!("of: found `{found}`; expected power or price."))),
            };
            let svg = worths_view::chart(&open, &request, &worths, sort, theme);
            Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
        }
        _ => Ok(Html(worths_view::html(&open, other.as_ref(), &request, &worths)).into_response()),
    }
}

/// Results that are kept; one takes some hundred kilobytes.
const KEPT: usize = 32;

/// What was sampled lately, by files, rules and what was asked for: a page and its charts want the same.
pub(crate) struct KnownWorths(Cache<String, Arc<Worths>>);

impl Default for KnownWorths {
    fn default() -> KnownWorths {
        KnownWorths(Cache::new(KEPT))
    }
}

/// The numbers as they are known, else as they are sampled now.
async fn worths(
    state: &State,
    open: &Arc<OpenRevision>,
    other: Option<&Comparand>,
    request: &WorthsRequest,
) -> Result<Arc<Worths>, Error> {
    let side = |open: &OpenRevision| {
        let about = open.provenance(Method::Exact);
        format!("{} {} {} {}", about.game, about.rules_version, about.reading, about.content_hash)
    };
    let other_side = other.map(|other| side(&other.open)).unwrap_or_default();
    let WorthsRequest { tval, quality, seed, .. } = request;
    let key = format!("{tval} {quality} {seed}\n{}\n{other_side}", side(open));
    let sampling = async { sampled(state, open, other, request).await.map(Arc::new) };
    state.worths.0.get_or_insert_async(&key, sampling).await
}

/// Makes the drops of all depths, on both sides from the same random numbers, and reads off them what is shown.
async fn sampled(
    state: &State,
    open: &Arc<OpenRevision>,
    other: Option<&Comparand>,
    request: &WorthsRequest,
) -> Result<Worths, Error> {
    let mut sides = vec![Arc::clone(open)];
    sides.extend(other.map(|other| Arc::clone(&other.open)));
    let (tval, quality, seed) = (request.tval, request.quality as u8, request.seed);
    let deepest = open.loaded.game.words().deepest;
    let making = move |keep_going: &dyn Fn() -> bool| -> Result<Worths, Error> {
        let depths: Vec<u32> = DEPTHS.into_iter().filter(|depth| *depth <= deepest).collect();
        let of_side = |side: &Arc<OpenRevision>| -> Result<Vec<DepthSample>, Error> {
            let forge = side.loaded.model.forge_for(Detail::Full);
            let of_depth = |depth: &u32| {
                let search = ItemSearch {
                    cell: Cell { depth: *depth, quality, kind: None },
                    tval: None,
                    with: None,
                    seed,
                    items: usize::MAX,
                    most_drops: DROPS,
                };
                let sample = sample_items(&*forge, &search, keep_going).map_err(|_| Error::internal("called off"))?;
                Ok(DepthSample { depth: *depth, sample })
            };
            depths.iter().map(of_depth).collect()
        };
        let samples = sides.iter().map(of_side).collect::<Result<Vec<_>, Error>>()?;
        let catalogs: Vec<_> = sides.iter().map(|side| &*side.loaded.catalog).collect();
        let of_depth = |(at, depth): (usize, &u32)| {
            let spreads = |sort: WorthSort| -> Vec<Spread> {
                catalogs.iter().zip(&samples).map(|(of, sample)| sort.spread(of, &sample[at].sample, tval)).collect()
            };
            let items = catalogs.iter().zip(&samples).map(|(of, sample)| sample[at].items_of(of, tval));
            DepthWorths { depth: *depth, items: items.collect(), spreads: WorthSort::ALL.map(spreads) }
        };
        let words = sides[0].loaded.game.words();
        let last = sides.len() - 1;
        let changes = (last == 1).then(|| {
            let (catalogs, samples) = ([catalogs[0], catalogs[1]], [&samples[0][..], &samples[1][..]]);
            (item_changes(catalogs, samples, tval, words), changed_types(catalogs, samples))
        });
        Ok(Worths {
            depths: depths.iter().enumerate().map(of_depth).collect(),
            entries: entry_worths(catalogs[last], &samples[last], tval),
            changes,
        })
    };
    state.compute_while(Priority::Interactive, making).await?
}

fn csv(
    open: &OpenRevision,
    request: &WorthsRequest,
    other: Option<&Comparand>,
    worths: &Worths,
    table: &str,
) -> Result<Response, Error> {
    let catalog = &other.map_or(open, |other| &other.open).loaded.catalog;
    let (table, (headings, rows)) = match table {
        "" | "depths" => ("depths", worths_view::depth_rows(worths)),
        "entries" => ("entries", worths_view::entry_rows(catalog, &worths.entries)),
        "changes" if worths.changes.is_some() => ("changes", worths_view::change_rows(worths)),
        found => {
            let expected = "expected depths, entries, or changes where something is beside";
            return Err(Error::bad_request(format!("table: found `{found}`; {expected}.")));
        }
    };
    let headings: Vec<String> = headings.iter().map(|heading| (*heading).to_owned()).collect();
    let rows: &[Vec<EntryValue>] = &rows;
    let revision = &open.revision;
    let number = format!("r{}", revision.number);
    let quality = open.loaded.game.words().qualities[request.quality];
    let of_type = type_name(&open.loaded.catalog, Some(request.tval));
    let seed = format!("seed {}", request.seed);
    let parts = [revision.slug.as_str(), &number, "power and price", table, of_type, quality, &seed];
    Ok(attachment(&file_name(&parts, "csv"), "text/csv; charset=utf-8; header=present", values_csv(&headings, rows)))
}
