//! The page: a line over revisions, and a table in which each step leads to its comparison; the same as CSV and as a picture.

use std::{convert::Infallible, sync::Arc, time::Duration};

use affixboard_report::{
    chart::{ChartFrame, ChartWidth, history_chart},
    format::history_csv,
    sheet::Method,
};
use affixboard_service::{
    clock,
    compute::Priority,
    history::{HistoryPoint, WatchedNumber, history_row, number_history, test_names},
    library::OpenRevision,
};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{StatusCode, header},
    response::{
        IntoResponse, Response,
        sse::{Event, Sse},
    },
};
use tokio_stream::Stream;

use super::request::{BegunHistory, HistoryQuery, HistoryRequest, MOST_REVISIONS, name_of, read_request};
use crate::{
    Error, Frame, Html, State,
    comparand_address::of_revision,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    paths,
    respond::{
        html::Section,
        progress::{self, percent},
        verdicts::verdict_class,
    },
    sheets::{
        export::{attachment, file_name},
        settings::{chart_width, theme},
    },
};

/// A page waits so long for the numbers; what takes longer goes on, and the page follows it.
const PATIENCE: Duration = Duration::from_millis(500);
/// A file waits so long.
const FILE_PATIENCE: Duration = Duration::from_secs(20);

#[derive(Template)]
#[template(path = "histories/show.html")]
pub(crate) struct HistoryPage {
    frame: Frame,
    path: String,
    question: String,
    mistake: String,
    depth: u32,
    deepest: u32,
    qualities: Vec<Choice>,
    /// The drop quality in the form; empty where it is the usual one.
    quality: String,
    /// The balance tests that there are, with the one that is shown.
    tests: Vec<Choice>,
    /// What is shown, in words; empty where nothing is asked.
    shown: String,
    problem: String,
    running: Option<Running>,
    rows: Vec<RevisionRow>,
    /// How many of the rows move the number, in words.
    summary: String,
    notes: Vec<String>,
    chart_light: String,
    chart_dark: String,
    narrow_light: String,
    narrow_dark: String,
    size: (u32, u32),
    narrow_size: (u32, u32),
    csv: String,
    rules: String,
}

struct Running {
    events: String,
    percent: u64,
    done: u64,
    total: u64,
}

/// A revision with its number.
struct RevisionRow {
    number: u32,
    href: String,
    made: String,
    note: String,
    value: String,
    how: &'static str,
    /// The word of the verdict and its class; empty where there is none.
    verdict: &'static str,
    class: &'static str,
    /// What the number became of the one before; empty where it stays.
    change: String,
    /// The comparison with the revision before.
    compare: String,
    /// Why there is no number.
    problem: String,
}

/// The query of the pictures.
#[derive(Debug, Default, serde::Deserialize)]
pub struct HistoryLook {
    theme: Option<String>,
    width: Option<String>,
}

/// Answers `GET /editions/{slug}/revisions/{number}/history`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<HistoryQuery>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let request = read_request(&open, &query)?;
    let mut page = blank(&state, &open, &request).await?;
    let mut status = StatusCode::OK;
    match request.begin(&state, &open).await? {
        None => {}
        Some(Err(mistake)) => {
            status = StatusCode::BAD_REQUEST;
            page.mistake = mistake;
        }
        Some(Ok(BegunHistory { run, is_cut })) => match tokio::time::timeout(PATIENCE, run.ended()).await {
            Err(_) => {
                page.running = Some(Running {
                    events: request.query.on(&paths::HISTORY_EVENTS.with([&slug, &number])),
                    percent: percent(run.look(), run.total()),
                    done: run.look(),
                    total: run.total(),
                });
            }
            Ok(None) => "It failed; the log says why. Reload the page to try again.".clone_into(&mut page.problem),
            Ok(Some(points)) => page.show(&points, is_cut),
        },
    }
    Ok((status, Html(page)).into_response())
}

/// Progress as server-sent events.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<HistoryQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let begun = read_request(&open, &query)?.begin(&state, &open).await?;
    let run = begun.and_then(Result::ok).map(|begun| begun.run);
    Ok(progress::of_run(run, state.stopped.clone()))
}

/// Answers `GET /editions/{slug}/revisions/{number}/history.csv`.
pub async fn csv(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<HistoryQuery>,
) -> Result<Response, Error> {
    let (_, _, points) = found(&state, (&slug, number), &query).await?;
    let made: Vec<[String; 4]> = points.iter().map(about).collect();
    let all = points.iter().zip(&made);
    let rows: Vec<_> =
        all.map(|(point, about)| history_row(about.each_ref().map(String::as_str), &point.found)).collect();
    let mut bytes = Vec::new();
    history_csv(&mut bytes, ["revision", "date", "made_by", "note"], &rows).map_err(Error::internal)?;
    let name = file_name(&[&slug, &format!("r{number}"), "history"], "csv");
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", bytes))
}

/// Answers `GET /editions/{slug}/revisions/{number}/history.svg`.
pub async fn svg(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<HistoryQuery>,
    UrlQuery(look): UrlQuery<HistoryLook>,
) -> Result<Response, Error> {
    let (theme, width) = (theme(look.theme.as_deref())?, chart_width(look.width.as_deref())?);
    let (open, request, points) = found(&state, (&slug, number), &query).await?;
    let draw = move || {
        let name = name_of(&open, &request);
        let history = number_history(&name, points.iter().map(|point| (point.revision.number, &point.found)));
        let numbers = || points.iter().filter_map(|point| point.found.as_ref().ok());
        let doubts = if numbers().any(|number| !number.doubts.is_empty()) { " (files in doubt)" } else { "" };
        let title = format!("{}{doubts}", history.name);
        let label =
            if request.test.is_empty() { drops(&open, &request) } else { "the test’s worst number".to_owned() };
        let desc = format!("{title}, {label}, by revision of {}.", open.revision.title);
        let frame = ChartFrame {
            title: &title,
            desc: &desc,
            x_label: "revision",
            y_label: &label,
            measure: history.measure(),
            theme,
            width,
            log: false,
        };
        history_chart(&history, &frame)
    };
    let svg = state.compute(Priority::Interactive, draw).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// The numbers, for a file.
async fn found(
    state: &State,
    (slug, number): (&str, u32),
    query: &HistoryQuery,
) -> Result<(Arc<OpenRevision>, HistoryRequest, Arc<Vec<HistoryPoint>>), Error> {
    let open = state.open(slug, Some(number)).await?;
    let request = read_request(&open, query)?;
    let begun = request.begin(state, &open).await?;
    let begun = begun.ok_or_else(|| Error::bad_request("Found neither `q` nor `test`; expected one of the two."))?;
    let begun = begun.map_err(|mistake| Error::bad_request(format!("q: {mistake}.")))?;
    match tokio::time::timeout(FILE_PATIENCE, begun.run.followed()).await {
        Ok(Some(points)) => Ok((open, request, points)),
        Ok(None) => Err(Error::new(StatusCode::INTERNAL_SERVER_ERROR, "It failed; the log says why.")),
        Err(_) => {
            let message = "The numbers are still being computed; those of revisions that are done are kept.";
            Err(Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(10))
        }
    }
}

/// `share of great drops at level 30`
fn drops(open: &OpenRevision, request: &HistoryRequest) -> String {
    let quality = open.loaded.game.words().qualities.get(request.quality).copied().unwrap_or_default();
    format!("share of {quality} drops at level {}", request.depth)
}

/// The page without numbers.
async fn blank(state: &State, open: &OpenRevision, request: &HistoryRequest) -> Result<HistoryPage, Error> {
    let (revision, words) = (&open.revision, open.loaded.game.words());
    let path = links::history(revision);
    let quality = |(at, word): (usize, &&'static str)| {
        let value = if at == words.richest { "" } else { *word };
        let href = request.query.clone().set("test", "").set("quality", value).on(&path);
        Choice::new(*word, href, at == request.quality)
    };
    let test = |name: String| {
        let href = Query::default().set("test", name.clone()).on(&path);
        let is_shown = name == request.test;
        Choice::new(name, href, is_shown)
    };
    let (file, search) =
        (state.store.balance_tests(revision.edition_id).await?.text, state.gap_search(revision.edition_id));
    let (search, _) = search.await?;
    let loaded = Arc::clone(&open.loaded);
    let names = state.compute(Priority::Interactive, move || test_names(&file, &loaded, &search.dive)).await?;
    let drawn = |look: &[(&'static str, &str)]| {
        let query = look.iter().fold(request.query.clone(), |query, (key, value)| query.set(key, *value));
        query.on(&paths::HISTORY_SVG.with([&revision.slug, &revision.number]))
    };
    Ok(HistoryPage {
        frame: Frame::open(format!("History · {}", revision.title), Section::Compare, open),
        question: request.question.clone(),
        mistake: String::new(),
        depth: request.depth,
        deepest: words.deepest,
        qualities: words.qualities.iter().enumerate().map(quality).collect(),
        quality: request.query.value("quality").to_owned(),
        tests: names.into_iter().map(test).collect(),
        shown: match (request.test.as_str(), request.question.as_str()) {
            ("", "") => String::new(),
            ("", _) => format!("{}, as a {}", name_of(open, request), drops(open, request)),
            (test, _) => format!("The number on which the balance test “{test}” rests: the worst of them"),
        },
        problem: String::new(),
        running: None,
        rows: Vec::new(),
        summary: String::new(),
        notes: Vec::new(),
        chart_light: drawn(&[]),
        chart_dark: drawn(&[("theme", "dark")]),
        narrow_light: drawn(&[("width", "narrow")]),
        narrow_dark: drawn(&[("theme", "dark"), ("width", "narrow")]),
        size: ChartWidth::Wide.size(),
        narrow_size: ChartWidth::Narrow.size(),
        csv: request.query.on(&paths::HISTORY_CSV.with([&revision.slug, &revision.number])),
        rules: open.provenance(Method::Exact).rules(),
        path,
    })
}

/// Number, day, maker and note of a revision.
fn about(point: &HistoryPoint) -> [String; 4] {
    let revision = &point.revision;
    [
        revision.number.to_string(),
        clock::shown(revision.created_at),
        revision.made_by.name().to_owned(),
        revision.note.clone(),
    ]
}

impl HistoryPage {
    fn show(&mut self, points: &[HistoryPoint], is_cut: bool) {
        let mut before: Option<(&HistoryPoint, &WatchedNumber)> = None;
        let (mut moves, mut previous) = (0, None);
        for point in points {
            let [_, made, by, note] = about(point);
            let mut row = RevisionRow {
                number: point.revision.number,
                href: links::revision(&point.revision),
                made: format!("{by} {made}"),
                note,
                value: String::new(),
                how: "",
                verdict: "",
                class: "",
                change: String::new(),
                compare: previous.map_or_else(String::new, |previous| compared(previous, point)),
                problem: String::new(),
            };
            match &point.found {
                Err(why) => why.lines().next().unwrap_or_default().clone_into(&mut row.problem),
                Ok(number) => {
                    row.value = number.text();
                    row.how = match (number.is_computed, number.low < number.high) {
                        (true, false) => "exact",
                        (true, true) => "computed",
                        _ => "simulated",
                    };
                    if let Some((verdict, _)) = number.verdict {
                        (row.verdict, row.class) = (verdict.word(), verdict_class(verdict));
                    }
                    if let Some((_, before)) = before.filter(|(_, before)| !before.is_like(number)) {
                        moves += 1;
                        row.change = change(before, number);
                    }
                    before = Some((point, number));
                }
            }
            previous = Some(point);
            self.rows.push(row);
        }
        self.rows.reverse();
        let number =
            |number: usize, one: &str, more: &str| format!("{number} {}", if number == 1 { one } else { more });
        self.summary = format!(
            "{}, of which {} it.",
            number(points.len(), "revision", "revisions"),
            match moves {
                0 => "none moves".to_owned(),
                moves => number(moves, "moves", "move"),
            }
        );
        if is_cut {
            self.notes.push(format!("Only the newest {MOST_REVISIONS} revisions were looked at."));
        }
        let mut doubts: Vec<&str> =
            points.iter().filter_map(|point| Some(point.found.as_ref().ok()?.doubts.as_str())).collect();
        doubts.dedup();
        self.notes.extend(doubts.into_iter().filter(|doubts| !doubts.is_empty()).map(|doubts| format!("{doubts}.")));
    }
}

/// The comparison of two revisions.
fn compared(before: &HistoryPoint, after: &HistoryPoint) -> String {
    Query::default()
        .set("from", of_revision(&before.revision))
        .set("to", of_revision(&after.revision))
        .on(&links::compare())
}

/// What a number became of another: a multiple, or where there is none, from which it came.
fn change(before: &WatchedNumber, after: &WatchedNumber) -> String {
    if before.value > 0.0 && after.value > 0.0 {
        return format!("× {:.3}", after.value / before.value);
    }
    format!("from {} to {}", before.written(before.value), after.written(after.value))
}
