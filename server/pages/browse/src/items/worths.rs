//! Power and price of an item type's items by depth, what each entry adds to them, and what a draft or proposal does to items: a page,
//! its tables as CSV and its charts.

use affixboard_model::{
    batch::Entry,
    catalog::{ArtifactId, Catalog, EntryValue, Sort},
};
use affixboard_report::{
    format::values_csv,
    sheet::Method,
    thousands,
    worths::{EntryWorth, Estimate, ItemChange, SPREAD_QUANTILES, Spread, WorthSort},
};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::header,
    response::{IntoResponse, Response},
};

use super::{
    given, other_side, signed_thousands, type_name, worth_files,
    worth_sampling::{DROPS, EntryOrder, WorthsQuery, WorthsRequest, read_request, worths},
};
use crate::{
    Error, Frame, Html, State,
    compare::comparand::Comparand,
    extract::{Path, UrlQuery},
    known_worths::Worths,
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
    sheets::{
        export::{attachment, doubts_row, file_name},
        readings, settings,
    },
};
use affixboard_service::library::OpenRevision;

#[derive(Template)]
#[template(path = "items/worths.html")]
pub(crate) struct WorthsPage {
    frame: Frame,
    heading: String,
    place: String,
    path: String,
    types: Vec<Choice>,
    qualities: Vec<Choice>,
    seed: u64,
    hidden: Vec<(&'static str, String)>,
    /// The names of both sides, where there are two.
    sides: Option<[Choice; 2]>,
    made: String,
    rules: String,
    tables: Vec<WorthTable>,
    /// Headings of the entries' table as links that sort it.
    orders: Vec<OrderView>,
    entries: Vec<EntryView>,
    artifacts: Vec<ArtifactView>,
    changes: Option<ChangesView>,
    items: String,
    csv: [String; 3],
}

/// Power or price by depth.
struct WorthTable {
    label: &'static str,
    unit: &'static str,
    /// Charts for light and dark pages.
    wide: [String; 2],
    narrow: [String; 2],
    quantiles: Vec<String>,
    rows: Vec<DepthView>,
}

struct DepthView {
    depth: u32,
    items: String,
    /// Text and interval of each quantile.
    quantiles: Vec<(String, String)>,
    highest: String,
}

struct OrderView {
    label: &'static str,
    about: &'static str,
    href: String,
    is_chosen: bool,
    is_number: bool,
}

struct EntryView {
    name: String,
    href: String,
    sort: &'static str,
    items: String,
    adds: String,
    power: String,
    beats: String,
    price: String,
    dear: String,
    sample: String,
}

struct ArtifactView {
    name: String,
    href: String,
    from: String,
    power: String,
    price: String,
    beats: String,
}

struct ChangesView {
    summary: String,
    rows: Vec<ChangeView>,
    same: String,
    types: Vec<Choice>,
}

struct ChangeView {
    section: String,
    name: String,
    before: String,
    after: String,
    change: String,
    class: &'static str,
}

const WIDE: char = '\u{a0}';

fn signed(value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "+" };
    format!("{sign}{}", plain(value.abs()))
}

/// A number of some size: with a decimal below 100.
fn plain(value: f64) -> String {
    if value.abs() < 99.95 { format!("{value:.1}") } else { thousands(value.round() as u64) }
}

fn estimate(estimate: Estimate) -> String {
    format!("{}{WIDE}±{WIDE}{}", signed(estimate.value), plain(estimate.half_width))
}

/// A share in per cent. All that were made can't be told from nearly all.
fn per_cent(estimate: Estimate) -> String {
    format!("{:.1}{WIDE}±{WIDE}{:.1}{WIDE}%", estimate.value * 100.0, estimate.half_width * 100.0)
}

fn or_dash(number: Option<i64>) -> String {
    number.map_or("–".to_owned(), signed_thousands)
}

/// Both sides' texts, or one where they are equal.
fn both(texts: &[String]) -> String {
    match texts {
        [one, other] if one != other => format!("{one} → {other}"),
        [one, ..] => one.clone(),
        [] => String::new(),
    }
}

fn interval(spread: &Spread, per_cent: u32) -> String {
    let end = |end: Option<i64>| end.map_or("…".to_owned(), signed_thousands);
    let quantile = spread.quantile(per_cent);
    quantile.map_or(String::new(), |quantile| {
        format!("95 %: {} to {}, of {} items", end(quantile.low), end(quantile.high), spread.n())
    })
}

/// Name and page of an entry.
fn named(open: &OpenRevision, entry: Entry) -> (String, String, &'static str) {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let (sort, index, name) = match entry {
        Entry::Theme(id) => (Sort::THEME, catalog.theme(id).index, catalog.theme(id).name.clone()),
        Entry::Affix(id) => (Sort::AFFIX, catalog.affix(id).index, catalog.affix(id).name.clone()),
        _ => return (String::new(), String::new(), ""),
    };
    // A draft's or proposal's own entries have no page.
    let href = if open.derived.is_none() { links::entry(&open.revision, sort, index) } else { String::new() };
    (name, href, sort.word(words))
}

/// The entries in an order; what has no number there comes last, equal ones by name.
fn ordered(catalog: &Catalog, mut entries: Vec<EntryWorth>, order: EntryOrder) -> Vec<EntryWorth> {
    let name = |entry: &EntryWorth| match entry.entry {
        Entry::Affix(id) => catalog.affix(id).name.clone(),
        Entry::Theme(id) => catalog.theme(id).name.clone(),
        _ => String::new(),
    };
    let number = |entry: &EntryWorth| -> f64 {
        let missing = f64::NEG_INFINITY;
        match order {
            EntryOrder::Adds => entry.adds.map_or(missing, |adds| adds.value),
            EntryOrder::Power => entry.power.map_or(missing, |power| power as f64),
            EntryOrder::Beats => entry.beats.value,
            EntryOrder::Price => entry.price.map_or(missing, |price| price as f64),
            EntryOrder::Dear => entry.dearness.unwrap_or(missing),
            EntryOrder::Items => entry.items as f64,
            EntryOrder::Name => 0.0,
        }
    };
    entries.sort_by(|one, other| number(other).total_cmp(&number(one)).then_with(|| name(one).cmp(&name(other))));
    entries
}

fn orders(request: &WorthsRequest, path: &str, has: [bool; 2]) -> Vec<OrderView> {
    let number = if has[0] { "power" } else { "price" };
    EntryOrder::ALL
        .into_iter()
        .map(|(order, word)| {
            let (label, about) = match order {
                EntryOrder::Name => ("Entry", ""),
                EntryOrder::Items => ("Items", "Items with it in the sample"),
                EntryOrder::Adds => (
                    if has[0] { "Adds to power" } else { "Adds to price" },
                    "How much more items with it have than others of the same kind, depth and other entries: by least squares",
                ),
                EntryOrder::Power => ("Median power", ""),
                EntryOrder::Beats => (
                    if number == "power" { "Stronger than" } else { "Dearer than" },
                    "How likely an item with it beats another of the type from the same depth; what is strongest for its depth",
                ),
                EntryOrder::Price => ("Median price", ""),
                EntryOrder::Dear => (
                    "Price for its power",
                    "Price in proportion to the median of the tenth of items that are about as strong; more than 1 is dear",
                ),
            };
            let href = request.query.clone().set("sort", word).on(path);
            OrderView { label, about, href: format!("{href}#entries"), is_chosen: order == request.order, is_number: order != EntryOrder::Name }
        })
        .collect()
}

fn html(open: &OpenRevision, other: Option<&Comparand>, request: &WorthsRequest, worths: &Worths) -> WorthsPage {
    let (catalog, words, revision) = (&open.loaded.catalog, open.loaded.game.words(), &open.revision);
    let shown = other.map_or(open, |other| &*other.open);
    let path = links::worths(revision, request.tval);
    let query = &request.query;
    let quality = words.qualities[request.quality];
    let heading = type_name(catalog, Some(request.tval)).to_owned();
    let types = catalog.item_types.iter().map(|one| {
        Choice::new(one.name.clone(), query.on(&links::worths(revision, one.tval)), one.tval == request.tval)
    });
    let qualities = words.qualities.iter().enumerate().map(|(at, word)| {
        Choice::new((*word).to_owned(), query.clone().set("quality", *word).on(&path), at == request.quality)
    });
    let items: Vec<usize> = worths.depths.iter().map(|depth| depth.items[depth.items.len() - 1]).collect();
    let has = WorthSort::ALL.map(|sort| worths.has(sort));
    let made = format!(
        "{} {quality} drops at each of {} depths, {} of them of this type.",
        thousands(DROPS),
        worths.depths.len(),
        thousands(items.iter().sum::<usize>() as u64)
    );
    let artifacts = artifacts(shown, request.tval, worths);
    let tables =
        WorthSort::ALL.into_iter().filter(|sort| worths.has(*sort)).map(|sort| table(request, &path, worths, sort));
    let tables = tables.collect();
    let frame = Frame::open(format!("Power and price · {heading} · {}", revision.title), Section::Sheets, open);
    let of_items = |with: &str| {
        let query = Query::default().set("quality", quality).set("rules", query.value("rules")).set("with", with);
        query.set("beside", request.query.value("beside")).on(&links::items(revision, request.tval))
    };
    let file = |table: &str| {
        query.clone().set("table", table).on(&links::worths(revision, format_args!("{}.csv", request.tval)))
    };
    let changes = worths.changes.as_ref().map(|(changes, differ)| {
        let rows = changes.rows.iter().map(change_view).collect();
        let types = differ.iter().filter_map(|(tval, drops)| {
            let name = &shown.loaded.catalog.item_type(*tval)?.name;
            let href = query.on(&links::worths(revision, tval));
            Some(Choice::new(format!("{name} {}", thousands(*drops as u64)), href, *tval == request.tval))
        });
        let [before, after] = changes.items;
        ChangesView {
            summary: format!(
                "{} of the drops that give one on either side are not the same on both; {} items before, {} after.",
                thousands(changes.differ as u64),
                thousands(before as u64),
                thousands(after as u64)
            ),
            rows,
            same: match changes.same {
                0 => String::new(),
                1 => "One other value is the same on all items.".to_owned(),
                same => format!("{same} other values, flags and the like are the same on all items."),
            },
            types: types.collect(),
        }
    });
    let entries = ordered(&shown.loaded.catalog, worths.entries.clone(), request.order).into_iter().map(|entry| {
        let (name, href, sort) = named(shown, entry.entry);
        let with = match entry.entry {
            Entry::Affix(id) => format!("affix-{}", shown.loaded.catalog.affix(id).index),
            Entry::Theme(id) => format!("theme-{}", shown.loaded.catalog.theme(id).index),
            _ => String::new(),
        };
        EntryView {
            name,
            href,
            sort,
            items: thousands(entry.items as u64),
            adds: entry.adds.map_or("–".to_owned(), estimate),
            power: or_dash(entry.power),
            beats: per_cent(entry.beats),
            price: or_dash(entry.price),
            dear: entry.dearness.map_or("–".to_owned(), |times| format!("×{WIDE}{times:.2}")),
            sample: if shown.derived.is_none() { of_items(&with) } else { String::new() },
        }
    });
    WorthsPage {
        entries: entries.collect(),
        frame: match other {
            Some(other) => frame.and_of(&other.open),
            None => frame,
        },
        heading,
        place: format!("{quality} drops"),
        types: types.collect(),
        qualities: qualities.collect(),
        seed: request.seed,
        hidden: query.except(&["seed"]),
        sides: other.map(|other| {
            let own = Choice::new(format!("r{}", revision.number), links::revision(revision), true);
            [own, Choice::new(other.label(), other.page(), false)]
        }),
        made,
        rules: open.provenance(Method::Exact).rules(),
        tables,
        orders: orders(request, &path, has),
        artifacts,
        changes,
        items: of_items(""),
        csv: ["depths", "entries", "changes"].map(file),
        path,
    }
}

fn table(request: &WorthsRequest, path: &str, worths: &Worths, sort: WorthSort) -> WorthTable {
    let rows = worths.depths.iter().map(|depth| {
        let spreads = &depth.spreads[sort as usize];
        let of_sides = |text: &dyn Fn(&Spread) -> String| both(&spreads.iter().map(text).collect::<Vec<_>>());
        let quantiles = SPREAD_QUANTILES.map(|per_cent| {
            let value = |spread: &Spread| or_dash(spread.quantile(per_cent).map(|quantile| quantile.value));
            (of_sides(&value), of_sides(&|spread| interval(spread, per_cent)))
        });
        DepthView {
            depth: depth.depth,
            items: both(&depth.items.iter().map(|items| thousands(*items as u64)).collect::<Vec<_>>()),
            quantiles: quantiles.to_vec(),
            highest: of_sides(&|spread| or_dash(spread.highest())),
        }
    });
    let image = |theme: &str, width: &str| {
        let query = request.query.clone().set("of", sort.word()).set("theme", theme).set("width", width);
        query.on(&format!("{path}.svg"))
    };
    WorthTable {
        label: match sort {
            WorthSort::Power => "Power",
            WorthSort::Price => "Price",
        },
        unit: match sort {
            WorthSort::Power => "points",
            WorthSort::Price => "gold",
        },
        wide: [image("", ""), image("dark", "")],
        narrow: [image("", "narrow"), image("dark", "narrow")],
        quantiles: SPREAD_QUANTILES.iter().map(|per_cent| quantile_name(*per_cent)).collect(),
        rows: rows.collect(),
    }
}

pub(super) fn quantile_name(per_cent: u32) -> String {
    if per_cent == 50 { "median".to_owned() } else { format!("{per_cent}{WIDE}%") }
}

/// The artifacts of the type that the game appraises as they are written, the strongest first; each against the drops of the first
/// sampled depth that it can be found at.
fn artifacts(shown: &OpenRevision, tval: u16, worths: &Worths) -> Vec<ArtifactView> {
    let catalog = &shown.loaded.catalog;
    let appraised = catalog.artifacts.iter().zip(0..).filter(|(artifact, _)| artifact.tval == tval);
    let mut rows: Vec<(i64, ArtifactView)> = appraised
        .filter_map(|(artifact, at)| {
            let appraisal = shown.loaded.model.artifact_appraisal(ArtifactId(at))?;
            let power = appraisal.power.map(|power| power.total());
            let price = appraisal.price.map(|price| price.total());
            let from = artifact.allocations.iter().map(|line| line.min).min();
            let at = worths.depths.iter().find(|depth| from.is_none_or(|from| depth.depth >= from));
            let sort = if power.is_some() { WorthSort::Power } else { WorthSort::Price };
            let worth = power.or(price)?;
            let beats = at.and_then(|depth| {
                let share = depth.spreads[sort as usize].last()?.share_below(worth)?;
                Some(format!("{:.1}{WIDE}% at {}", share * 100.0, depth.depth))
            });
            let view = ArtifactView {
                name: artifact.name.clone(),
                href: match shown.derived {
                    None => links::entry(&shown.revision, Sort::ARTIFACT, artifact.index),
                    Some(_) => String::new(),
                },
                from: from.map_or(String::new(), |from| from.to_string()),
                power: or_dash(power),
                price: or_dash(price),
                beats: beats.unwrap_or_else(|| "–".to_owned()),
            };
            Some((worth, view))
        })
        .collect();
    rows.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    rows.into_iter().map(|(_, view)| view).collect()
}

fn change_view(change: &ItemChange) -> ChangeView {
    let text = |value: f64| {
        if change.is_share { format!("{:.1}{WIDE}%", value * 100.0) } else { plain_signed(value) }
    };
    let by = if change.is_share {
        format!("{}{WIDE}±{WIDE}{:.2} points", points(change.change() * 100.0), change.half_width * 100.0)
    } else {
        format!("{}{WIDE}±{WIDE}{}", signed_fine(change.change()), fine(change.half_width))
    };
    ChangeView {
        section: change.section.clone(),
        name: change.name.clone(),
        before: text(change.before),
        after: text(change.after),
        change: by,
        class: match change.change() {
            change if change > 0.0 => "up",
            change if change < 0.0 => "down",
            _ => "",
        },
    }
}

fn points(value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "+" };
    format!("{sign}{:.2}", value.abs())
}

/// Means of values are small numbers: two decimals below ten.
fn fine(value: f64) -> String {
    if value.abs() < 9.995 { format!("{:.2}", value.abs()) } else { plain(value.abs()) }
}

fn signed_fine(value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "+" };
    format!("{sign}{}", fine(value))
}

fn plain_signed(value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}", fine(value))
}

/// Answers `GET /editions/{slug}/revisions/{number}/worths/{file}`.
pub async fn page(
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
            let theme = settings::theme(query.theme.as_deref())?;
            let width = settings::chart_width(query.width.as_deref())?;
            let sort = match given(query.of.as_ref()) {
                "" | "power" => WorthSort::Power,
                "price" => WorthSort::Price,
                found => return Err(Error::bad_request(format!("of: found `{found}`; expected power or price."))),
            };
            let svg = worth_files::chart(&open, &request, &worths, sort, (theme, width));
            Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
        }
        _ => Ok(Html(html(&open, other.as_ref(), &request, &worths)).into_response()),
    }
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
        "" | "depths" => ("depths", worth_files::depth_rows(worths)),
        "entries" => ("entries", worth_files::entry_rows(catalog, &worths.entries)),
        "changes" if worths.changes.is_some() => ("changes", worth_files::change_rows(worths)),
        found => {
            let expected = "expected depths, entries, or changes where something is beside";
            return Err(Error::bad_request(format!("table: found `{found}`; {expected}.")));
        }
    };
    let headings: Vec<String> = headings.iter().map(|heading| (*heading).to_owned()).collect();
    let rows: Vec<Vec<EntryValue>> = rows.into_iter().chain(doubts_row(open, headings.len())).collect();
    let revision = &open.revision;
    let number = format!("r{}", revision.number);
    let quality = open.loaded.game.words().qualities[request.quality];
    let of_type = type_name(&open.loaded.catalog, Some(request.tval));
    let seed = format!("seed {}", request.seed);
    let parts = [revision.slug.as_str(), &number, "power and price", table, of_type, quality, &seed];
    Ok(attachment(&file_name(&parts, "csv"), "text/csv; charset=utf-8; header=present", values_csv(&headings, &rows)))
}
