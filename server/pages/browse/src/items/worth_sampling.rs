//! Drops made for the powers and prices of an item type: what was asked for, and what was made.

use std::sync::Arc;

use affixboard_model::batch::{Cell, Detail, ItemSearch, sample_items};
use affixboard_report::{
    sheet::Method,
    worths::{DepthSample, Spread, WorthSort, changed_types, entry_worths, item_changes},
};

use super::{USUAL_SEED, given, number, quality};
use crate::{
    Error, State,
    compare::comparand::Comparand,
    known_worths::{DepthWorths, Worths},
    links::Query,
};
use affixboard_service::{compute::Priority, library::OpenRevision};

/// The depths that are sampled, in hundredths of the dungeon.
const HUNDREDTHS: [u32; 9] = [5, 10, 20, 30, 40, 50, 65, 80, 100];
/// Drops at each of them, of all item types.
pub(super) const DROPS: u64 = 10_000;

/// The query, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub struct WorthsQuery {
    pub(super) quality: Option<String>,
    pub(super) seed: Option<String>,
    pub(super) rules: Option<String>,
    pub(super) beside: Option<String>,
    /// Which order of entries: `name`, `items`, `adds`, `power`, `beats`, `price` or `dear`.
    pub(super) sort: Option<String>,
    /// Which table of the CSV: `depths`, `entries` or `changes`.
    pub(super) table: Option<String>,
    /// Which chart: `power` or `price`.
    pub(super) of: Option<String>,
    /// Colour scheme of the chart: `light` or `dark`.
    pub(super) theme: Option<String>,
    /// For which window the chart is: `wide` or `narrow`.
    pub(super) width: Option<String>,
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
        (EntryOrder::Name, "name"),
        (EntryOrder::Items, "items"),
        (EntryOrder::Adds, "adds"),
        (EntryOrder::Power, "power"),
        (EntryOrder::Beats, "beats"),
        (EntryOrder::Price, "price"),
        (EntryOrder::Dear, "dear"),
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

pub(super) fn read_request(open: &OpenRevision, tval: u16, query: &WorthsQuery) -> Result<WorthsRequest, Error> {
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

/// The numbers as they are known, else as they are sampled now.
pub(super) async fn worths(
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
    let words = open.loaded.game.words();
    let making = move |keep_going: &dyn Fn() -> bool| -> Result<Worths, Error> {
        let depths = words.depths_at(&HUNDREDTHS);
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
