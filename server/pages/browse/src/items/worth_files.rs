//! Charts and files of powers and prices.

use affixboard_model::{
    batch::Entry,
    catalog::{Catalog, EntryValue},
};
use affixboard_report::{
    capitalised,
    chart::{self, ChartFrame, ChartWidth, Point, Series, Theme},
    sheet::Measure,
    worths::{EntryWorth, ItemChange, SPREAD_QUANTILES, WorthSort},
};

use super::{type_name, worth_sampling::WorthsRequest, worths::quantile_name};
use crate::known_worths::Worths;
use affixboard_service::library::OpenRevision;

/// A table of a file.
pub(super) type Rows = (&'static [&'static str], Vec<Vec<EntryValue>>);

/// Quantiles by depth as lines with their intervals; prices on a log scale.
pub(super) fn chart(
    open: &OpenRevision,
    request: &WorthsRequest,
    worths: &Worths,
    sort: WorthSort,
    (theme, width): (Theme, ChartWidth),
) -> String {
    let of_quantile = |per_cent: &u32| {
        let points = worths.depths.iter().filter_map(|depth| {
            let quantile = depth.spreads[sort as usize].last()?.quantile(*per_cent)?;
            let value = quantile.value as f64;
            let end = |end: Option<i64>| end.map_or(value, |end| end as f64);
            Some(Point { depth: depth.depth, value, low: end(quantile.low), high: end(quantile.high) })
        });
        Series { name: quantile_name(*per_cent), row: None, points: points.collect() }
    };
    let series: Vec<Series> = SPREAD_QUANTILES.iter().rev().map(of_quantile).collect();
    let words = open.loaded.game.words();
    let of_type = type_name(&open.loaded.catalog, Some(request.tval));
    let title = format!("{} of {of_type}", capitalised(sort.word()));
    let doubts = if open.loaded.doubts().is_some() { ", files in doubt" } else { "" };
    let quality = words.qualities[request.quality];
    let y_label = format!("Quantiles of {quality} drops, simulated, seed {}{doubts}", request.seed);
    let frame = ChartFrame {
        title: &title,
        desc: &y_label,
        x_label: "Depth",
        y_label: &y_label,
        measure: Measure::Number,
        theme,
        width,
        log: sort == WorthSort::Price,
    };
    chart::line_chart(&series, &frame)
}

fn number(value: Option<i64>) -> EntryValue {
    value.map_or(EntryValue::None, EntryValue::Number)
}

/// A number that needn't be whole, with enough digits to reckon on.
fn real(value: Option<f64>) -> EntryValue {
    value.filter(|value| value.is_finite()).map_or(EntryValue::None, |value| EntryValue::Text(format!("{value:.4}")))
}

fn text(text: impl Into<String>) -> EntryValue {
    EntryValue::Text(text.into())
}

/// By depth, side and sort of worth, with the intervals.
pub(super) fn depth_rows(worths: &Worths) -> Rows {
    const HEADINGS: &[&str] = &[
        "depth", "side", "of", "items", "q10", "q10_low", "q10_high", "q50", "q50_low", "q50_high", "q90", "q90_low",
        "q90_high", "q99", "q99_low", "q99_high", "highest",
    ];
    let mut rows = Vec::new();
    for depth in &worths.depths {
        for sort in WorthSort::ALL.into_iter().filter(|sort| worths.has(*sort)) {
            for (spread, side) in depth.spreads[sort as usize].iter().zip(["before", "after"]) {
                let side = if depth.items.len() == 1 { "" } else { side };
                let mut row = vec![
                    EntryValue::Number(i64::from(depth.depth)),
                    text(side),
                    text(sort.word()),
                    EntryValue::Number(spread.n() as i64),
                ];
                for per_cent in SPREAD_QUANTILES {
                    let quantile = spread.quantile(per_cent);
                    row.push(number(quantile.map(|quantile| quantile.value)));
                    row.push(number(quantile.and_then(|quantile| quantile.low)));
                    row.push(number(quantile.and_then(|quantile| quantile.high)));
                }
                row.push(number(spread.highest()));
                rows.push(row);
            }
        }
    }
    (HEADINGS, rows)
}

/// What each entry adds, in the order of the files.
pub(super) fn entry_rows(catalog: &Catalog, entries: &[EntryWorth]) -> Rows {
    const HEADINGS: &[&str] = &[
        "entry",
        "index",
        "items",
        "adds",
        "adds_half_width",
        "median_power",
        "beats",
        "beats_half_width",
        "median_price",
        "price_for_power",
    ];
    let row = |entry: &EntryWorth| {
        let (name, index) = match entry.entry {
            Entry::Affix(id) => (catalog.affix(id).name.as_str(), catalog.affix(id).index),
            Entry::Theme(id) => (catalog.theme(id).name.as_str(), catalog.theme(id).index),
            _ => ("", 0),
        };
        vec![
            text(name),
            EntryValue::Number(i64::from(index)),
            EntryValue::Number(entry.items as i64),
            real(entry.adds.map(|adds| adds.value)),
            real(entry.adds.map(|adds| adds.half_width)),
            number(entry.power),
            real(Some(entry.beats.value)),
            real(Some(entry.beats.half_width)),
            number(entry.price),
            real(entry.dearness),
        ]
    };
    (HEADINGS, entries.iter().map(row).collect())
}

/// What changes on items.
pub(super) fn change_rows(worths: &Worths) -> Rows {
    const HEADINGS: &[&str] = &["of", "name", "measure", "before", "after", "change", "half_width"];
    let changes = worths.changes.iter().flat_map(|(changes, _)| &changes.rows);
    let row = |change: &ItemChange| {
        vec![
            text(change.section.clone()),
            text(change.name.clone()),
            text(if change.is_share { "share" } else { "mean" }),
            real(Some(change.before)),
            real(Some(change.after)),
            real(Some(change.change())),
            real(Some(change.half_width)),
        ]
    };
    (HEADINGS, changes.map(row).collect())
}
