//! Items of a type one by one, as they drop at a depth: those of the dashboard's page of items.

use affixboard_model::{
    batch::{Cell, Entry, ItemSearch, sample_items},
    catalog::{Catalog, EntryValue},
    game::Worth,
};
use affixboard_report::items::{ItemRow, item_table};
use serde::Serialize;

use crate::{
    edition::{Edition, Sides},
    failure::Failure,
    request::SamplesRequest,
    sheets::quality,
};

const USUAL_ITEMS: usize = 20;
/// Items at most.
const MOST_ITEMS: usize = 200;
/// Drops made for them at most.
const MOST_DROPS: u64 = 40_000;

/// The items.
#[derive(Serialize)]
pub(crate) struct SamplesAnswer {
    /// Drops made for them.
    drops: u64,
    columns: Vec<ColumnAnswer>,
    rows: Vec<ItemAnswer>,
}

#[derive(Serialize)]
struct ColumnAnswer {
    label: String,
    is_list: bool,
    is_of_use: bool,
}

#[derive(Serialize)]
struct ItemAnswer {
    /// Its number among the drops, from 1.
    drop: u64,
    /// `before` or `after` where the sides differ.
    side: &'static str,
    name: String,
    /// The kind's index.
    kind: u32,
    carries: String,
    values: Vec<serde_json::Value>,
    power: Option<WorthAnswer>,
    price: Option<WorthAnswer>,
}

/// A power or price as a sum.
#[derive(Serialize)]
struct WorthAnswer {
    total: i64,
    terms: Vec<TermAnswer>,
}

#[derive(Serialize)]
struct TermAnswer {
    points: i64,
    what: String,
}

/// The items of both sides.
///
/// # Errors
/// If the request names what isn't there.
pub(crate) fn samples(sides: &Sides, request: &SamplesRequest) -> Result<SamplesAnswer, Failure> {
    let before = &sides.before.loaded;
    let (catalog, words) = (&before.catalog, before.game.words());
    if catalog.item_type(request.tval).is_none() || words.qualities.is_empty() {
        return Err(Failure::of_field("type", &request.tval.to_string(), "the number of an item type"));
    }
    let depth = request.depth.unwrap_or_else(|| words.usual_depth());
    if depth > words.deepest {
        return Err(Failure::of_field("depth", &depth.to_string(), format!("a level from 0 to {}", words.deepest)));
    }
    let items = request.items.unwrap_or(USUAL_ITEMS);
    if items == 0 || items > MOST_ITEMS {
        return Err(Failure::of_field("items", &items.to_string(), format!("a number from 1 to {MOST_ITEMS}")));
    }
    let with = request.with.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let search_in = |catalog: &Catalog| {
        let carried = with.map(|text| find_entry(catalog, text));
        ItemSearch {
            cell: Cell { depth, quality: 0, kind: None },
            tval: Some(request.tval),
            with: carried.flatten(),
            seed: request.seed.0,
            items,
            // What isn't there is looked for in vain.
            most_drops: if carried == Some(None) { 0 } else { MOST_DROPS },
        }
    };
    if let Some(text) = with.filter(|text| find_entry(catalog, text).is_none()) {
        let expected = format!("an {} or theme, such as `affix-100`", words.affix);
        return Err(Failure::of_field("with", text, expected));
    }
    let quality = quality(words, request.quality.as_ref())?;
    let editions: Vec<&Edition> = std::iter::once(&*sides.before).chain(sides.after.as_deref()).collect();
    let mut sampled = Vec::new();
    for edition in &editions {
        let search = search_in(&edition.loaded.catalog);
        let search = ItemSearch { cell: Cell { quality, ..search.cell }, ..search };
        let sample = sample_items(edition.full().as_ref(), &search, &|| true);
        sampled.push(sample.map_err(|_| Failure::new("called off"))?);
    }
    let pairs: Vec<_> = editions.iter().map(|edition| &*edition.loaded.catalog).zip(&sampled).collect();
    let table = item_table(&pairs, words, items);
    let column = |column: affixboard_report::items::ItemColumn| ColumnAnswer {
        label: column.label,
        is_list: column.is_list,
        is_of_use: column.is_of_use,
    };
    let last = &sides.last().loaded.catalog;
    Ok(SamplesAnswer {
        drops: sampled.iter().map(|sample| sample.drops).min().unwrap_or_default(),
        columns: table.columns.into_iter().map(column).collect(),
        rows: table.rows.into_iter().map(|row| ItemAnswer::of(row, last)).collect(),
    })
}

/// An affix or theme by its sort and number: `affix-100`.
fn find_entry(catalog: &Catalog, text: &str) -> Option<Entry> {
    let (sort, index) = text.split_once('-')?;
    let index = index.parse().ok()?;
    match sort {
        "affix" => catalog.affix_by_index(index).map(Entry::Affix),
        "theme" => catalog.theme_by_index(index).map(Entry::Theme),
        _ => None,
    }
}

impl ItemAnswer {
    fn of(row: ItemRow, catalog: &Catalog) -> ItemAnswer {
        let worth = |worth: Option<Worth>| {
            worth.map(|worth| WorthAnswer {
                total: worth.total(),
                terms: worth
                    .terms
                    .into_iter()
                    .map(|term| TermAnswer { points: term.points, what: term.what.into_owned() })
                    .collect(),
            })
        };
        let value = |value: EntryValue| match value {
            EntryValue::None => serde_json::Value::Null,
            EntryValue::Number(number) => number.into(),
            EntryValue::Text(text) => text.into(),
        };
        ItemAnswer {
            drop: row.drop,
            side: row.side.word(),
            // Edits neither add nor remove kinds, so that positions are the same on both sides.
            kind: catalog.kinds.get(row.kind.at()).map_or(0, |kind| kind.index),
            name: row.name,
            carries: row.carries,
            values: row.values.into_iter().map(value).collect(),
            power: worth(row.appraisal.power),
            price: worth(row.appraisal.price),
        }
    }
}
