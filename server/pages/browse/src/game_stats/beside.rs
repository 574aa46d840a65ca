//! Statistics beside drops of one quality: shares among the objects of an item type.

use std::collections::BTreeMap;

use affixboard_inquiry::game_stats::{EntryChances, FoundEntry, FoundTable, ShareBeside, shares_beside};
use affixboard_model::{
    batch::Cell,
    catalog::KindId,
    stats::{Z95, wilson},
};
use affixboard_report::{
    audit::{p_value_text, percent_text},
    format,
};
use askama::Template;
use axum::{extract::State as Extracted, http::StatusCode, response::Response};

use super::{
    query::{OpenStats, StatsChoices, StatsQuery},
    show::TypeOption,
};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice},
    respond::html::Section,
    sheets::export::{attachment, file_name},
};
use affixboard_service::compute::Priority;

/// How likely a comparison may mark anything where objects are independent drops of the quality.
const FALSE_ALARMS: f64 = 0.001;
/// Levels that are compared at once: where items carry one affix at most, and where chances take long.
const LEVELS: [usize; 2] = [25, 3];

/// What `game_stats/beside.html` shows.
#[derive(Template)]
#[template(path = "game_stats/beside.html")]
pub struct BesidePage {
    frame: Frame,
    name: String,
    back: String,
    path: String,
    csv: String,
    qualities: Vec<Choice>,
    types: Vec<TypeOption>,
    levels: String,
    hidden: Vec<(&'static str, String)>,
    rows: Vec<BesideRow>,
    notes: Vec<String>,
    most_levels: usize,
}

struct BesideRow {
    level: u32,
    sort: &'static str,
    name: String,
    found: String,
    interval: String,
    drops: String,
    p: String,
    differs: bool,
}

/// What is compared, and the sentences about it.
struct Compared {
    of: OpenStats,
    choices: StatsChoices,
    shares: Vec<ShareBeside>,
    notes: Vec<String>,
}

/// Answers `GET /game-statistics/{id}/beside`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path(id): Path<String>,
    UrlQuery(query): UrlQuery<StatsQuery>,
) -> Result<Html<BesidePage>, Error> {
    let compared = compare(&state, &id, &query).await?;
    Ok(Html(show(&compared)))
}

/// Answers `GET /game-statistics/{id}/beside.csv`.
pub async fn csv(
    Extracted(state): Extracted<State>,
    Path(id): Path<String>,
    UrlQuery(query): UrlQuery<StatsQuery>,
) -> Result<Response, Error> {
    let Compared { of, shares, mut notes, .. } = compare(&state, &id, &query).await?;
    notes.extend(format::stats_notes(&of.stats, &of.matched, &of.line.sha256));
    let mut bytes = Vec::new();
    let all = (&of.stats, &of.matched, of.open.loaded.catalog.as_ref());
    format::shares_beside_csv(&mut bytes, all, &shares, FALSE_ALARMS, &notes).map_err(Error::internal)?;
    let name = file_name(&[&of.line.slug, "game-statistics", &of.line.id.to_string(), "beside-drops"], "csv");
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", bytes))
}

async fn compare(state: &State, id: &str, query: &StatsQuery) -> Result<Compared, Error> {
    let of = OpenStats::find(state, id).await?;
    let one_affix = of.open.loaded.game.words().one_affix;
    let mut choices = query.read(&of, LEVELS[usize::from(!one_affix)])?;
    if of.open.forge.exact().is_none() {
        let title = of.open.loaded.game.title();
        return Err(Error::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("Chances of {title} are not computed, so that there is nothing to compare with."),
        ));
    }
    // Of one item type at a time: that is what shares are among.
    let tval = choices.tval.or_else(|| first_type(&of));
    choices.tval = tval;
    let compute = move || {
        let forge = std::sync::Arc::clone(&of.open.forge);
        let catalog = &of.open.loaded.catalog;
        let own = tval.and_then(|tval| of.matched.types.get(&tval).copied());
        let kinds: Vec<KindId> = (0..)
            .map(KindId)
            .zip(&catalog.kinds)
            .filter(|(_, kind)| Some(kind.tval) == own)
            .map(|kind| kind.0)
            .collect();
        let mut chances = BTreeMap::new();
        if let Some(exact) = forge.exact().filter(|_| !kinds.is_empty()) {
            for depth in &choices.levels {
                let cell = Cell { depth: *depth, quality: choices.quality, kind: None };
                chances.insert(*depth, EntryChances::new(&exact.chances(cell, Some(&kinds)), forge.keys()));
            }
        }
        let found = FoundTable::new(&of.stats, &choices.origins);
        let files = (&of.matched, catalog.as_ref());
        let mut shares =
            shares_beside(&of.stats, files, &found, &choices.levels, |level| chances.get(&level), one_affix);
        shares.retain(|share| Some(share.tval) == tval);
        let quality = of.open.loaded.game.words().qualities.get(usize::from(choices.quality)).copied();
        let notes = format::shares_beside_notes(&shares, FALSE_ALARMS, quality.unwrap_or_default());
        Compared { of, choices, shares, notes }
    };
    state.compute(Priority::Interactive, compute).await
}

/// The item type of the files of which most objects were found.
fn first_type(of: &OpenStats) -> Option<u32> {
    let mut counts: BTreeMap<u32, u64> = BTreeMap::new();
    for (key, count) in &of.stats.counts {
        let tval = of.stats.tval(key.entry).filter(|tval| of.matched.types.contains_key(tval));
        // Affixes come on few item types, and are what one compares.
        if let (affixboard_inquiry::game_stats::StatsEntry::Affix { .. }, Some(tval)) = (key.entry, tval) {
            *counts.entry(tval).or_default() += count;
        }
    }
    let most = counts.into_iter().max_by_key(|(tval, count)| (*count, std::cmp::Reverse(*tval))).map(|found| found.0);
    most.or_else(|| of.matched.types.keys().next().copied())
}

fn show(compared: &Compared) -> BesidePage {
    let Compared { of, choices, shares, notes } = compared;
    let path = links::statistics_beside(of.line.id);
    let row = |share: &ShareBeside| {
        let [_, _, name] =
            format::stats_entry_fields(FoundEntry::Entry(share.entry), &of.stats, &of.matched, &of.open.loaded.catalog);
        let (count, objects) = share.found;
        let (low, high) = wilson(count, objects, Z95);
        BesideRow {
            level: share.level,
            sort: share.entry.sort_name(),
            name,
            found: format!("{} ({count} of {objects})", percent_text(share.share())),
            interval: if share.p.is_some() {
                format!("{} to {}", percent_text(low), percent_text(high))
            } else {
                "—".to_owned()
            },
            drops: percent_text(share.drops.value),
            p: share.p.map_or_else(|| "—".to_owned(), p_value_text),
            differs: share.p.is_some_and(|p| p < FALSE_ALARMS),
        }
    };
    let known = of.open.loaded.game.words().qualities;
    let types = of.types().into_iter().filter(|(tval, _)| of.matched.types.contains_key(tval));
    BesidePage {
        frame: Frame::open(format!("Beside drops · {}", of.line.name), Section::Batches, &of.open),
        name: of.line.name.clone(),
        back: links::statistics(of.line.id),
        csv: choices.query.on(&links::statistics_beside_csv(of.line.id)),
        qualities: choices.choices(&path, "quality", known.iter().map(|quality| (*quality, *quality))),
        types: types.map(|(tval, name)| TypeOption { tval, name, is_chosen: choices.tval == Some(tval) }).collect(),
        levels: choices.query.value("levels").to_owned(),
        hidden: choices.query.except(&["type", "levels", "rows"]),
        rows: shares.iter().map(row).collect(),
        notes: notes.iter().map(|note| affixboard_report::capitalised(note) + ".").collect(),
        most_levels: LEVELS[usize::from(!of.open.loaded.game.words().one_affix)],
        path,
    }
}
