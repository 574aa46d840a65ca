//! What else items carry that fulfil a condition: a form, tables by sort, and the same as CSV.

use std::{cmp::Ordering, sync::Arc, time::Duration};

use affixboard_inquiry::{
    balance::TrueRange,
    conditioning::{CarriedRow, CarriedShare, ConditionTable, ShareBasis},
    questions::{Carried, CarriedSort},
};
use affixboard_model::game::Words;
use affixboard_report::{
    capitalised,
    format::{ConditionCsv, drawn_sentence},
    sheet::Method,
    significant_digits, thousands,
};
use askama::Template;
use axum::{
    Extension,
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::request::{
    ConditionQuery, ConditionRequest, KEEP, MOST_ITEMS, ORDERS, ReadCondition, USUAL_KEEP, affix_word, read,
    read_request, run,
};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    page_cache::Unfinished,
    questions::show::percent,
    respond::html::Section,
    sheets::{
        export::{attachment, file_name},
        readings,
    },
};
use affixboard_service::library::OpenRevision;

/// A page waits so long for its numbers; what takes longer goes on, and is there the next time.
const PATIENCE: Duration = Duration::from_millis(1500);
/// A file waits this long, less than the time limit of requests.
const FOR_MACHINES: Duration = Duration::from_secs(20);
/// Rows of a table that are shown at once; the others are folded away.
const SHOWN: usize = 25;

#[derive(Template)]
#[template(path = "conditioning/show.html")]
pub(crate) struct ConditionPage {
    frame: Frame,
    path: String,
    condition: String,
    among: String,
    depth: u32,
    deepest: u32,
    qualities: Vec<Choice>,
    keeps: Vec<Choice>,
    orders: Vec<Choice>,
    hidden: Vec<(&'static str, String)>,
    /// What is wrong with the condition; empty where nothing is.
    mistake: String,
    examples: Vec<Choice>,
    /// The condition as it is written in one way; empty where none was asked about.
    asked: String,
    /// What it is held against: `all great drops of level 30`.
    against: String,
    seed: u64,
    rules: String,
    /// How many items are drawn so far, while there is no table; empty where nothing is waited for.
    waiting: String,
    /// Sentences about the items that fulfil it.
    met: Vec<String>,
    sections: Vec<ConditionSection>,
    csv: String,
    again: String,
    ask: String,
    is_drawn: bool,
}

/// The rows of a sort.
struct ConditionSection {
    id: &'static str,
    title: String,
    rows: Vec<RowView>,
    /// Rows folded away.
    more: Vec<RowView>,
}

/// What is said of a thing.
struct RowView {
    name: String,
    href: String,
    about: String,
    given: ShareView,
    without: ShareView,
    lift: String,
    lift_range: String,
    /// `more`, `less`, or `same` where the range doesn't tell the ratio from 1.
    class: &'static str,
    /// Drops until one of both is found in 99 % of tries.
    until: String,
    /// The same condition with this one.
    and: String,
}

struct ShareView {
    share: String,
    range: String,
    how: &'static str,
    counts: String,
}

/// The revision of an address, read as its query says.
async fn opened(state: &State, slug: &str, number: u32, query: &ConditionQuery) -> Result<Arc<OpenRevision>, Error> {
    let coded = state.open(slug, Some(number)).await?;
    let preset = readings::named(coded.loaded.game, query.rules.as_ref())?;
    readings::open(state, coded, preset).await
}

/// Answers `GET /editions/{slug}/revisions/{number}/given`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<ConditionQuery>,
) -> Result<Response, Error> {
    let open = opened(&state, &slug, number, &query).await?;
    let request = read_request(&open, &query)?;
    let mut page = empty(&open, &request);
    if request.condition.is_empty() {
        return Ok(Html(page).into_response());
    }
    let found = match read(&state, &open, &request).await? {
        Ok(found) => found,
        Err(mistake) => {
            page.mistake = mistake;
            return Ok((StatusCode::BAD_REQUEST, Html(page)).into_response());
        }
    };
    let running = run(&state, &open, &request, &found)?;
    page.asked.clone_from(&found.condition);
    page.ask = ask(&open, &request, &found);
    match tokio::time::timeout(PATIENCE, running.ended()).await {
        Err(_) => {
            page.waiting = thousands(running.look());
            Ok((Extension(Unfinished), Html(page)).into_response())
        }
        Ok(None) => Err(Error::internal("a table of a condition could not be made")),
        Ok(Some(table)) => {
            page.is_drawn = table.from[0].is_some();
            page.met = met_sentences(&table);
            page.sections = sections(&open, &request, &table);
            Ok(Html(page).into_response())
        }
    }
}

/// Answers `GET /editions/{slug}/revisions/{number}/given.csv`.
pub async fn csv(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<ConditionQuery>,
) -> Result<Response, Error> {
    let open = opened(&state, &slug, number, &query).await?;
    let request = read_request(&open, &query)?;
    let found = read(&state, &open, &request).await?.map_err(|mistake| Error::bad_request(format!("{mistake}.")))?;
    let running = run(&state, &open, &request, &found)?;
    let table = tokio::time::timeout(FOR_MACHINES, running.ended()).await.map_err(|_| {
        running.look();
        let message = "This table is still being made. Ask again in a few seconds.";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(5)
    })?;
    let table = table.ok_or_else(|| Error::internal("a table of a condition could not be made"))?;
    let quality = open.loaded.game.words().qualities[usize::from(request.cell.quality)];
    let mut bytes: Vec<u8> = Vec::new();
    let mut csv = ConditionCsv::begin(&mut bytes, &open.loaded.catalog, true).map_err(Error::internal)?;
    for row in &table.rows {
        csv.add(request.cell, quality, row, table.drops_until_99(row)).map_err(Error::internal)?;
    }
    let among = found.among.map(|among| format!(", among {among}")).unwrap_or_default();
    let mut notes = vec![format!(
        "given {}{among}, rules {}, files {}, seed {}",
        found.condition,
        open.provenance(Method::Exact).rules(),
        open.content_hash(),
        request.seed
    )];
    notes.extend(met_sentences(&table));
    notes.extend(open.loaded.doubts());
    csv.end(&notes).map_err(Error::internal)?;
    let revision = &open.revision;
    let parts = [
        revision.slug.as_str(),
        &format!("r{}", revision.number),
        "given",
        &found.condition.chars().take(60).collect::<String>(),
        quality,
        &format!("level {}", request.cell.depth),
    ];
    Ok(attachment(&file_name(&parts, "csv"), "text/csv; charset=utf-8; header=present", bytes))
}

/// The page without an answer.
fn empty(open: &OpenRevision, request: &ConditionRequest) -> ConditionPage {
    let (words, revision) = (open.loaded.game.words(), &open.revision);
    let (path, query) = (links::given(revision), &request.query);
    let choices = |key: &'static str, all: Vec<(String, String)>, usual: usize, chosen: usize| -> Vec<Choice> {
        let choice = |(at, (value, label)): (usize, (String, String))| {
            let value = if at == usual { String::new() } else { value };
            Choice::new(label, query.clone().set(key, value).on(&path), at == chosen)
        };
        all.into_iter().enumerate().map(choice).collect()
    };
    let plain = |all: &[&str]| all.iter().map(|word| ((*word).to_owned(), (*word).to_owned())).collect();
    let quality = usize::from(request.cell.quality);
    let keeps = KEEP.iter().map(|items| (items.to_string(), thousands(*items))).collect();
    let among = match request.among.as_str() {
        "" => format!("all {} drops of level {}", words.qualities[quality], request.cell.depth),
        among => {
            format!("those among {} drops of level {} that are {among}", words.qualities[quality], request.cell.depth)
        }
    };
    ConditionPage {
        frame: Frame::open(format!("Given a condition · {}", revision.title), Section::Sheets, open),
        condition: request.condition.clone(),
        among: request.among.clone(),
        depth: request.cell.depth,
        deepest: words.deepest,
        qualities: choices("quality", plain(words.qualities), words.richest, quality),
        keeps: choices("keep", keeps, USUAL_KEEP, request.keep),
        orders: choices("order", plain(&ORDERS), 0, request.order),
        hidden: query.except(&["q", "among", "depth"]),
        mistake: String::new(),
        examples: examples(open, query, &path),
        asked: String::new(),
        against: among,
        seed: request.seed,
        rules: open.provenance(Method::Exact).rules(),
        waiting: String::new(),
        met: Vec::new(),
        sections: Vec::new(),
        csv: query.on(&links::given_csv(revision)),
        again: query.clone().set("seed", request.seed.wrapping_add(1).to_string()).on(&path),
        ask: String::new(),
        is_drawn: false,
        path,
    }
}

/// Conditions that these files have.
fn examples(open: &OpenRevision, query: &Query, path: &str) -> Vec<Choice> {
    let catalog = &open.loaded.catalog;
    let mut texts = vec!["artifact:any".to_owned()];
    if let Some(of_type) = catalog.item_types.iter().find(|of_type| of_type.takes_affixes) {
        texts.push(format!("tval:#{} & affixes>=1", of_type.tval));
    }
    texts.extend((!catalog.themes.is_empty()).then(|| "theme:any".to_owned()));
    texts.into_iter().map(|text| Choice::new(text.clone(), query.clone().set("q", text).on(path), false)).collect()
}

/// The same condition on the page that answers questions.
fn ask(open: &OpenRevision, request: &ConditionRequest, found: &ReadCondition) -> String {
    let query = Query::default()
        .set("q", found.condition.clone())
        .set("depths", request.cell.depth.to_string())
        .set("quality", request.query.value("quality"))
        .set("rules", request.query.value("rules"));
    query.on(&links::question(&open.revision))
}

/// How many drops fulfil the condition, and what was drawn.
pub(super) fn met_sentences(table: &ConditionTable) -> Vec<String> {
    let mut sentences = Vec::new();
    if let Some(met) = &table.met {
        let TrueRange { low, value, high } = met.range;
        let how = match met.basis {
            ShareBasis::Computed if low.to_bits() == high.to_bits() => "exact".to_owned(),
            ShareBasis::Computed => format!("computed, wrong by {:.1e} at most", reach(met.range)),
            ShareBasis::Counted { .. } => format!("simulated, 95 % interval {} to {}", percent(low), percent(high)),
        };
        sentences.push(format!("{} of drops are such items ({how}).", percent(value)));
    }
    if let Some(drawn) = drawn_sentence(table) {
        sentences.push(format!("{drawn}."));
        if table.drawn.met.drawn >= MOST_ITEMS {
            sentences.push("No more are drawn for a page; `affixboard given` draws as many as wanted.".to_owned());
        }
    }
    sentences
}

fn sections(open: &OpenRevision, request: &ConditionRequest, table: &ConditionTable) -> Vec<ConditionSection> {
    let words = open.loaded.game.words();
    let of_sort = |sort: CarriedSort| {
        let mut rows: Vec<&CarriedRow> = table.rows.iter().filter(|row| row.carried.sort() == sort).collect();
        match request.order {
            1 => rows.sort_by(|one, two| falling(&one.given, &two.given)),
            2 => rows.sort_by(|one, two| falling(&one.without, &two.without)),
            _ => {}
        }
        // What surely never comes with the condition is folded away, behind what does.
        let is_never = |row: &&CarriedRow| row.given.basis == ShareBasis::Computed && row.given.range.high <= 0.0;
        let (never, rows): (Vec<&CarriedRow>, Vec<&CarriedRow>) = rows.into_iter().partition(is_never);
        let view = |row| row_view(open, request, (table, row));
        let mut rows: Vec<RowView> = rows.into_iter().map(view).collect();
        let mut more = rows.split_off(rows.len().min(SHOWN));
        more.extend(never.into_iter().map(view));
        ConditionSection { id: sort.word(), title: title(sort, words), rows, more }
    };
    CarriedSort::ALL
        .into_iter()
        .map(of_sort)
        .filter(|section| !section.rows.is_empty() || !section.more.is_empty())
        .collect()
}

fn falling(one: &CarriedShare, two: &CarriedShare) -> Ordering {
    two.range.value.total_cmp(&one.range.value)
}

fn title(sort: CarriedSort, words: &Words) -> String {
    match sort {
        CarriedSort::Kind => "Kinds".to_owned(),
        CarriedSort::Affix => capitalised(words.affixes),
        CarriedSort::Theme => "Themes".to_owned(),
        CarriedSort::Artifact => "Artifacts".to_owned(),
        CarriedSort::Flag => "Flags".to_owned(),
        CarriedSort::Curse => "Curses".to_owned(),
    }
}

fn row_view(open: &OpenRevision, request: &ConditionRequest, (table, row): (&ConditionTable, &CarriedRow)) -> RowView {
    let (catalog, revision) = (&open.loaded.catalog, &open.revision);
    let index = row.carried.index(catalog).unwrap_or_default();
    let (href, about, also) = match &row.carried {
        Carried::Kind(id) => {
            let kind = catalog.kind(*id);
            let place = format!("{}/{}", kind.tval, kind.sval);
            (links::kind(revision, index), format!("{}:{}", kind.tval, kind.sval), format!("kind:{place}"))
        }
        Carried::Affix(_) => {
            (links::affix(revision, index), index.to_string(), format!("{}:#{index}", affix_word(open)))
        }
        Carried::Theme(_) => (links::theme(revision, index), index.to_string(), format!("theme:#{index}")),
        Carried::Artifact(_) => (links::artifact(revision, index), index.to_string(), format!("artifact:#{index}")),
        Carried::Flag(name) => (String::new(), String::new(), format!("flag:{name}")),
        Carried::Curse(name) => (String::new(), String::new(), format!("curse:\"{name}\"")),
    };
    let condition = &request.condition;
    let before = if condition.contains('|') { format!("({condition})") } else { condition.clone() };
    let and = request.query.clone().set("q", format!("{before} & {also}")).on(&links::given(revision));
    let (lift, lift_range, class) = match row.lift {
        None => ("–".to_owned(), String::new(), "same"),
        Some(TrueRange { low, value, high }) => {
            let class = if low > 1.0 {
                "more"
            } else if high < 1.0 {
                "less"
            } else {
                "same"
            };
            let number = |ratio: f64| significant_digits(ratio, 3);
            let range = match high.is_finite() {
                _ if low.to_bits() == high.to_bits() => String::new(),
                true => format!("{} to {}", number(low), number(high)),
                false => format!("{} or more", number(low)),
            };
            (format!("× {}", number(value)), range, class)
        }
    };
    RowView {
        name: row.carried.name(catalog).to_owned(),
        href,
        about,
        given: share_view(&row.given),
        without: share_view(&row.without),
        lift,
        lift_range,
        class,
        until: table.drops_until_99(row).map(thousands).unwrap_or_default(),
        and,
    }
}

/// The most that a number may be wrong by.
fn reach(TrueRange { low, value, high }: TrueRange) -> f64 {
    (high - value).max(value - low)
}

fn share_view(share: &CarriedShare) -> ShareView {
    let TrueRange { low, value, high } = share.range;
    let is_exact = low.to_bits() == high.to_bits();
    let range = match share.basis {
        _ if is_exact => String::new(),
        // The ends of such ranges mostly are the same to all digits that are shown.
        ShareBasis::Computed => format!("± {:.1e}", reach(share.range)),
        ShareBasis::Counted { .. } => format!("{} to {}", percent(low), percent(high)),
    };
    let (how, counts) = match share.basis {
        ShareBasis::Computed if is_exact => ("exact", String::new()),
        ShareBasis::Computed => ("computed", String::new()),
        ShareBasis::Counted { count, of } => ("simulated", format!("{} of {}", thousands(count), thousands(of))),
    };
    ShareView { share: percent(value), range, how, counts }
}
