//! Statistics beside others: how many times as many objects a visit of a level has, as a page and as CSV.

use affixboard_inquiry::{
    beside::{CountKey, CountTable, RatioOf, ShareComparison, compare, counts_of_stats},
    game_stats::GameStats,
};
use affixboard_model::batch::parse_depths;
use affixboard_report::{audit::p_value_text, format::beside_csv, thousands};
use affixboard_store::{GameStatsId, GameStatsLine};
use askama::Template;
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Response},
};

use super::query::{OpenStats, StatsQuery};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    sheets::export::{attachment, file_name},
};
use affixboard_service::compute::Priority;

/// How likely anything is marked where both are the same.
const FALSE_ALARMS: f64 = 0.001;
/// Rows of the page at most; the CSV has all.
const MOST_ROWS: usize = 200;
/// The sorts of entries.
const SORTS: [&str; 4] = ["kind", "affix", "theme", "artifact"];

#[derive(Template)]
#[template(path = "game_stats/pair.html")]
pub(crate) struct PairPage {
    frame: Frame,
    names: [String; 2],
    hrefs: [String; 2],
    path: String,
    csv: String,
    swapped: String,
    sorts: Vec<Choice>,
    origins: Vec<Choice>,
    levels: String,
    hidden: Vec<(&'static str, String)>,
    summary: String,
    rows: Vec<PairRow>,
    more: usize,
}

struct PairRow {
    name: String,
    level: u32,
    means: [String; 2],
    times: String,
    interval: String,
    p: String,
    differs: bool,
}

/// Two statistics, and what is asked of them.
struct Pair {
    first: OpenStats,
    second: (GameStatsLine, GameStats),
    sort: &'static str,
    origin: String,
    query: Query,
    found: Vec<ShareComparison>,
    tables: [CountTable; 2],
}

/// Answers `GET /game-statistics/{id}/with/{file}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((id, file)): Path<(String, String)>,
    UrlQuery(query): UrlQuery<StatsQuery>,
) -> Result<Response, Error> {
    let (other, is_csv) = file.strip_suffix(".csv").map_or((file.as_str(), false), |other| (other, true));
    let pair = read(&state, (&id, other), &query).await?;
    if !is_csv {
        return Ok(Html(show(&pair)).into_response());
    }
    let mut bytes = Vec::new();
    beside_csv(&mut bytes, &pair.tables, &pair.found, None).map_err(Error::internal)?;
    let name = file_name(&[&pair.first.line.slug, "game-statistics", &id, "with", other], "csv");
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", bytes))
}

async fn read(state: &State, (id, other): (&str, &str), query: &StatsQuery) -> Result<Pair, Error> {
    let first = OpenStats::find(state, id).await?;
    let none = || Error::not_found("There are no such game statistics.");
    let other = GameStatsId(other.parse().map_err(|_| none())?);
    let line = state.store.game_stats_line(other).await?.ok_or_else(none)?;
    let stats = state.store.game_stats(other).await?;
    let given = query.pair();
    let wrong = |field: &str, found: &str, expected: String| {
        Error::bad_request(format!("{field}: found `{found}`; expected {expected}."))
    };
    let sort = match given.rows.as_str() {
        "" => SORTS[0],
        word => *SORTS
            .iter()
            .find(|sort| **sort == word)
            .ok_or_else(|| wrong("rows", word, format!("one of {}", SORTS.join(", "))))?,
    };
    if !given.origin.is_empty() && first.stats.origin(&given.origin).is_none() {
        let known: Vec<&str> = first.stats.origins.values().map(String::as_str).collect();
        return Err(wrong("origin", &given.origin, format!("one of {}", known.join(", "))));
    }
    let deepest = first.open.loaded.game.words().deepest;
    let levels = match given.levels.as_str() {
        "" => None,
        list => {
            let levels = parse_depths(list, deepest);
            Some(levels.map_err(|error| Error::bad_request(format!("levels: {error}.")))?)
        }
    };
    let query = Query::default()
        .set("rows", given.rows.as_str())
        .set("origin", given.origin.as_str())
        .set("levels", given.levels.as_str());
    let origin = given.origin;
    let compute = move || {
        let of = Some(origin.as_str()).filter(|origin| !origin.is_empty());
        let is_shown = |key: &CountKey| {
            // Without levels, every fifth: all of a deep dungeon are very many.
            let usual = key.level == 1 || key.level.is_multiple_of(5);
            key.what == sort && levels.as_ref().map_or(usual, |levels| levels.contains(&key.level))
        };
        let titles = [&first.line.name, &line.name];
        let tables = [(titles[0], &first.stats), (titles[1], &stats)].map(|(title, stats)| {
            let mut table = counts_of_stats(title, stats, of);
            table.rows.retain(|key, _| is_shown(key));
            table
        });
        let found = compare(&tables, None);
        Pair { first, second: (line, stats), sort, origin, query, found, tables }
    };
    state.compute(Priority::Interactive, compute).await
}

fn show(pair: &Pair) -> PairPage {
    let (one, other) = (&pair.first.line, &pair.second.0);
    let path = links::statistics_with(one.id, other.id);
    let choice = |key: &'static str, value: &str, label: &str, is_chosen: bool| {
        Choice::new(label, pair.query.clone().set(key, value).on(&path), is_chosen)
    };
    let has = |sort: &str| {
        let all = [&pair.first.stats, &pair.second.1];
        all.iter().any(|stats| stats.counts.keys().any(|key| key.entry.sort_name() == sort))
    };
    let sorts = SORTS.iter().filter(|sort| has(sort));
    let sorts = sorts.map(|sort| choice("rows", if *sort == SORTS[0] { "" } else { sort }, sort, pair.sort == *sort));
    let counted = |origin: &u32| pair.first.stats.counts.keys().any(|key| key.origin == *origin);
    let origins = pair.first.stats.origins.iter().filter(|(number, _)| counted(number));
    let origins = origins.map(|(_, name)| choice("origin", name, name, pair.origin.eq_ignore_ascii_case(name)));
    let all = choice("origin", "", "all", pair.origin.is_empty());
    let mut ratios: Vec<(&ShareComparison, RatioOf)> =
        pair.found.iter().filter_map(|row| Some((row, row.ratio?))).collect();
    let differ = ratios.iter().filter(|row| row.1.adjusted_p < FALSE_ALARMS).count();
    ratios.sort_by(|a, b| a.1.adjusted_p.total_cmp(&b.1.adjusted_p));
    let summary = format!(
        "{} numbers of objects per visit, {differ} of them differ: p after Holm is below {FALSE_ALARMS}.",
        thousands(ratios.len() as u64)
    );
    let mean = |table: usize, key: &CountKey| {
        let row = pair.tables[table].rows.get(key);
        row.map_or_else(|| "0".to_owned(), |row| format!("{} ({})", digits(row.value()), count_text(row.count())))
    };
    let row = |(found, ratio): &(&ShareComparison, RatioOf)| PairRow {
        name: found.key.name.clone(),
        level: found.key.level,
        means: [mean(0, &found.key), mean(1, &found.key)],
        times: format!("× {:.3}", ratio.value),
        interval: if ratio.high.is_finite() {
            format!("{:.3} to {:.3}", ratio.low, ratio.high)
        } else {
            format!("from {:.3}", ratio.low)
        },
        p: p_value_text(ratio.adjusted_p),
        differs: ratio.adjusted_p < FALSE_ALARMS,
    };
    PairPage {
        frame: Frame::open(format!("{} beside {}", other.name, one.name), Section::Batches, &pair.first.open),
        names: [one, other].map(|line| format!("{} ({} r{})", line.name, line.slug, line.revision_number)),
        hrefs: [one, other].map(|line| links::statistics(line.id)),
        csv: pair.query.on(&(path.clone() + ".csv")),
        swapped: links::statistics_with(other.id, one.id),
        sorts: sorts.collect(),
        origins: std::iter::once(all).chain(origins).collect(),
        levels: pair.query.value("levels").to_owned(),
        hidden: pair.query.except(&["levels"]),
        summary,
        rows: ratios.iter().take(MOST_ROWS).map(row).collect(),
        more: ratios.len().saturating_sub(MOST_ROWS),
        path,
    }
}

fn count_text(count: Option<u64>) -> String {
    thousands(count.unwrap_or_default())
}

/// A mean with three digits that say something.
fn digits(mean: f64) -> String {
    let digits = if mean > 0.0 { (2.0 - mean.log10().floor()).clamp(0.0, 8.0) as usize } else { 0 };
    format!("{mean:.digits$}")
}
