//! What a step of one line moves: its pools, and where depths are asked for whole drops; as a page and as a file.

use std::{convert::Infallible, sync::Arc, time::Duration};

use affixboard_inquiry::sensitivity::{LineStep, MovedCell, MovedEntry, MovedPlace, StepOf, line_at, line_steps};
use affixboard_model::{
    batch::{Cell, parse_depths},
    catalog::{Catalog, Sort},
};
use affixboard_proposal::editable_entries;
use affixboard_report::{capitalised, format::line_moves_csv, sheet::Method, significant_digits, thousands};
use affixboard_store::Role;
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{
        Response,
        sse::{Event, Sse},
    },
};
use tokio_stream::Stream;

use super::shown::{draft_at, points};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    paths,
    respond::{
        html::Section,
        progress::{self, percent},
    },
    session::viewer::Viewer,
    sheets::{
        export::{attachment, file_name},
        readings,
        settings::SheetSettings,
    },
};
use affixboard_service::{
    compute::{PageRun, Priority, line_moves},
    library::OpenRevision,
};

/// A page waits so long; what takes longer goes on, and the page follows it.
const PATIENCE: Duration = Duration::from_secs(1);
/// Places that the page shows at most; the file has all.
const SHOWN: usize = 30;
/// Entries that lose, or gain, beside the line's own that are shown of a place.
const OTHERS: usize = 3;
/// Depths of whole drops that may be asked for at once.
const MOST_DEPTHS: usize = 10;

/// What `sensitivities/moves.html` shows.
#[derive(Template)]
#[template(path = "sensitivities/moves.html")]
pub struct MovesPage {
    frame: Frame,
    path: String,
    entry: String,
    entry_href: String,
    place: String,
    place_href: String,
    was: String,
    now: String,
    /// The draft at the line; empty for those who may not propose.
    fix: String,
    steps: Vec<Choice>,
    readings: Vec<Choice>,
    of: Vec<Choice>,
    hidden: Vec<(&'static str, String)>,
    depths: String,
    qualities: Vec<(&'static str, bool)>,
    is_of_drops: bool,
    /// Said where nothing moves, or nothing can be computed.
    note: String,
    running: Option<MovesProgress>,
    rows: Vec<MovedRow>,
    more: usize,
    how: &'static str,
    affix_level_label: &'static str,
    has_affix_levels: bool,
    has_weights: bool,
    rules: String,
    csv: String,
}

/// A run that goes on.
struct MovesProgress {
    events: String,
    percent: u64,
}

struct MovedRow {
    place: String,
    kinds: String,
    levels: String,
    affix_level: String,
    own: String,
    weights: String,
    change: String,
    others: Vec<String>,
    more: usize,
}

/// The query, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub struct MovesQuery {
    line: Option<String>,
    step: Option<String>,
    depths: Option<String>,
    quality: Option<String>,
    rules: Option<String>,
}

/// The query, understood.
struct Request {
    open: Arc<OpenRevision>,
    step: Arc<LineStep>,
    /// The steps that the line has.
    steps: Vec<StepOf>,
    place: String,
    /// The drops; none for pools.
    cells: Vec<Cell>,
    depths: String,
    quality: usize,
    query: Query,
}

impl Request {
    async fn new(state: &State, (slug, number): (&str, u32), query: &MovesQuery) -> Result<Request, Error> {
        let coded = state.open(slug, Some(number)).await?;
        let preset = readings::named(coded.loaded.game, query.rules.as_ref())?;
        let open = readings::open(state, coded, preset).await?;
        let given = |value: &Option<String>| value.as_deref().unwrap_or_default().trim().to_owned();
        let words = open.loaded.game.words();
        if words.qualities.is_empty() {
            return Err(Error::not_found(format!("{} has no drops that lines could move.", open.loaded.game.title())));
        }
        let place = given(&query.line);
        let of = Arc::clone(&open);
        let at = place.rsplit_once(':').and_then(|(file, line)| Some((file.to_owned(), line.parse::<u32>().ok()?)));
        let steps = match at {
            None => None,
            Some((file, line)) => {
                let find = move || line_at(&of.loaded, &file, line).map(|line| line_steps(&line));
                state.compute(Priority::Interactive, find).await?
            }
        };
        let found: String = place.chars().take(80).collect();
        let wrong = |expected: &str| Error::not_found(format!("line: found `{found}`; expected {expected}."));
        let steps = steps
            .ok_or_else(|| wrong("the file and number of a line that can be changed, such as ego_item.txt:120"))?;
        let known: Vec<&str> = steps.iter().map(|step| step.of.name()).collect();
        if steps.is_empty() {
            return Err(wrong("a line that says how often or where its entry comes"));
        }
        let at = SheetSettings::position("step", query.step.as_ref(), &known, 0)?;
        let depths = given(&query.depths);
        let quality = SheetSettings::position("quality", query.quality.as_ref(), words.qualities, words.richest)?;
        let cells = if depths.is_empty() {
            Vec::new()
        } else {
            let list = parse_depths(&depths, words.deepest);
            let list = list.map_err(|error| Error::bad_request(format!("depths: {error}.")))?;
            if list.len() > MOST_DEPTHS {
                let message = format!("depths: found {} of them; expected at most {MOST_DEPTHS}.", list.len());
                return Err(Error::bad_request(message));
            }
            list.into_iter().map(|depth| Cell { depth, quality: quality as u8, kind: None }).collect()
        };
        let settings = Query::default()
            .set("line", place.clone())
            .set("step", if at == 0 { "" } else { known[at] })
            .set("depths", depths.clone())
            .set("quality", if quality == words.richest { "" } else { words.qualities[quality] })
            .set("rules", links::reading(preset));
        let all = steps.iter().map(|step| step.of).collect();
        let step = Arc::new(steps.into_iter().nth(at).ok_or_else(|| Error::internal("a step that was found"))?);
        Ok(Request { open, step, steps: all, place, cells, depths, quality, query: settings })
    }

    /// What moves, being computed or known.
    fn run(&self, state: &State) -> Result<Arc<PageRun<Option<Vec<MovedCell>>>>, Error> {
        let loaded = &self.open.loaded;
        let files = (self.open.content_hash(), loaded.game.id(), loaded.switches.describe(loaded.game));
        let key = format!("{files:?} {} {} {:?}", self.place, self.step.of.name(), self.cells);
        let files = (Arc::clone(loaded), Arc::clone(&self.open.forge));
        let (scheduler, step, cells) = (Arc::clone(state.scheduler()), Arc::clone(&self.step), self.cells.clone());
        let run = state.moves.of(&key, self.cells.len().max(1) as u64, |done| async move {
            line_moves(&scheduler, Priority::Progressive, &files, &step, &cells, &done).await
        });
        run.ok_or_else(|| {
            let message = "Too much that lines move is waiting to be computed. Try again later.";
            Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(30)
        })
    }
}

/// Answers `GET /editions/{slug}/revisions/{number}/moves`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<MovesQuery>,
) -> Result<Html<MovesPage>, Error> {
    let request = Request::new(&state, (&slug, number), &query).await?;
    let run = request.run(&state)?;
    let ended = tokio::time::timeout(PATIENCE, run.ended()).await;
    let mut page = empty(&request, viewer.may(Role::Proposer));
    match ended {
        Err(_) => {
            page.running = Some(MovesProgress {
                events: request.query.on(&paths::MOVES_EVENTS.with([&slug, &number])),
                percent: percent(run.look(), run.total()),
            });
        }
        Ok(None) => return Err(Error::internal("what a line moves was not computed")),
        Ok(Some(moved)) => match moved.as_ref() {
            None => "The rules can’t compute the drops that this line moves.".clone_into(&mut page.note),
            Some(cells) if cells.is_empty() => page.note = nothing(&request),
            Some(cells) => {
                page.rows = cells.iter().take(SHOWN).map(|cell| row(&request.open, cell)).collect();
                page.more = cells.len().saturating_sub(SHOWN);
                let is_exact = cells.iter().flat_map(|cell| &cell.entries).all(|entry| entry.change().bound == 0.0);
                page.how = if is_exact { page.frame.exact() } else { "computed" };
            }
        },
    }
    Ok(Html(page))
}

/// Progress as server-sent events.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<MovesQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let run = Request::new(&state, (&slug, number), &query).await?.run(&state)?;
    Ok(progress::of_run(Some(run), state.stopped.clone()))
}

/// All of it as a file.
pub async fn csv(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<MovesQuery>,
) -> Result<Response, Error> {
    let request = Request::new(&state, (&slug, number), &query).await?;
    let moved =
        request.run(&state)?.followed().await.ok_or_else(|| Error::internal("what a line moves was not computed"))?;
    let Some(cells) = moved.as_ref() else {
        return Err(Error::not_found("The rules can’t compute the drops that this line moves."));
    };
    let (open, step) = (&request.open, &request.step);
    let about = format!("{}, {}: {} becomes {}", request.place, step.of.words(), step.line.text, step.now);
    let source = format!("rules {}, files {}", open.provenance(Method::Exact).rules(), open.content_hash());
    let doubts = open.loaded.doubts();
    let notes: Vec<&str> = [Some(about.as_str()), Some(&source), doubts.as_deref()].into_iter().flatten().collect();
    let mut bytes = Vec::new();
    line_moves_csv(&mut bytes, cells, (&open.loaded.catalog, open.loaded.game.words()), &notes)
        .map_err(Error::internal)?;
    let name = file_name(&[&slug, "moves", &request.place, step.of.name()], "csv");
    Ok(attachment(&name, "text/csv; charset=utf-8; header=present", bytes))
}

/// The page without numbers.
fn empty(request: &Request, may_propose: bool) -> MovesPage {
    let Request { open, step, steps, place, query, .. } = request;
    let (revision, words) = (&open.revision, open.loaded.game.words());
    let path = links::moves(revision);
    let line = &step.line;
    let entries = if may_propose { editable_entries(&open.loaded) } else { Vec::new() };
    let choice = |(at, of): (usize, &StepOf)| {
        let name = if at == 0 { "" } else { of.name() };
        Choice::new(of.words(), query.clone().set("step", name).on(&path), *of == step.of)
    };
    let is_of_drops = !request.cells.is_empty();
    let drops = if is_of_drops { request.depths.clone() } else { words.few_depths() };
    let of = [("pools", ""), ("whole drops", drops.as_str())];
    let of = of.map(|(label, depths)| {
        Choice::new(label, query.clone().set("depths", depths).on(&path), depths.is_empty() != is_of_drops)
    });
    let presets = open.loaded.game.presets().map(|preset| {
        let href = query.clone().set("rules", links::reading(preset)).on(&path);
        Choice::new(preset.title, href, open.loaded.preset() == Some(preset))
    });
    let frame = Frame::open(format!("What {place} moves · {}", revision.title), Section::Entries, open);
    MovesPage {
        how: frame.exact(),
        frame,
        entry: line.name.clone(),
        entry_href: links::entry(revision, line.sort, line.index),
        place_href: links::file(revision, &line.file, open.loaded.sources.position(line.span).line),
        place: place.clone(),
        was: line.text.clone(),
        now: step.now.clone(),
        fix: draft_at(open, &entries, line),
        steps: steps.iter().enumerate().map(choice).collect(),
        readings: if open.loaded.game.switches().is_empty() { Vec::new() } else { presets.collect() },
        of: of.to_vec(),
        hidden: query.except(&["depths", "quality"]),
        depths: drops,
        qualities: words.qualities.iter().enumerate().map(|(at, word)| (*word, at == request.quality)).collect(),
        is_of_drops,
        note: String::new(),
        running: None,
        rows: Vec::new(),
        more: 0,
        affix_level_label: words.affix_level_label,
        has_affix_levels: words.has_affix_levels() && !is_of_drops,
        has_weights: !is_of_drops,
        rules: open.provenance(Method::Exact).rules(),
        csv: query.on(&paths::MOVES_CSV.with([&revision.slug, &revision.number])),
        path,
    }
}

/// Why nothing moves.
fn nothing(request: &Request) -> String {
    let word = request.step.line.sort.word(request.open.loaded.game.words());
    if !request.cells.is_empty() {
        "It moves nothing there.".to_owned()
    } else if request.step.line.sort == Sort::AFFIX {
        "It moves no pool: other lines decide wherever this one might.".to_owned()
    } else {
        format!("The line of a {word} is in no pool of what items get; whole drops show what it moves.")
    }
}

fn row(open: &OpenRevision, cell: &MovedCell) -> MovedRow {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let name = |tval: u16| catalog.item_type(tval).map_or_else(|| format!("type {tval}"), |of| of.name.clone());
    let (own, others): (Vec<&MovedEntry>, Vec<&MovedEntry>) = cell.entries.iter().partition(|entry| entry.is_own);
    let (place, kinds, levels, affix_level) = match &cell.place {
        MovedPlace::Pool { tval, kinds, levels, affix_level, .. } => {
            let level = words.affix_levels.get(usize::from(*affix_level)).copied().unwrap_or_default();
            (name(*tval), kinds_text(catalog, *tval, kinds), levels_text(*levels), level.to_owned())
        }
        MovedPlace::Drop { cell, tval } => {
            let quality = words.qualities.get(usize::from(cell.quality)).copied().unwrap_or_default();
            (name(*tval), format!("{quality} drops"), cell.depth.to_string(), String::new())
        }
    };
    let weights = match (&cell.place, own.first()) {
        (MovedPlace::Pool { totals, .. }, Some(own)) => {
            format!("{} of {} → {} of {}", own.weights.0, totals.0, own.weights.1, totals.1)
        }
        (MovedPlace::Pool { totals, .. }, None) => format!("pool of {} → {}", totals.0, totals.1),
        _ => String::new(),
    };
    MovedRow {
        place: capitalised(&place),
        kinds,
        levels,
        affix_level,
        own: own
            .first()
            .map_or("—".to_owned(), |own| format!("{} → {}", share(own.before.mean), share(own.after.mean))),
        weights,
        change: own.first().map_or("—".to_owned(), |own| points(own.change())),
        more: others.len().saturating_sub(OTHERS),
        others: others
            .into_iter()
            .take(OTHERS)
            .map(|entry| format!("{} {}", entry.name, points(entry.change())))
            .collect(),
    }
}

fn kinds_text(catalog: &Catalog, tval: u16, kinds: &[affixboard_model::catalog::KindId]) -> String {
    let all = catalog.kinds_of(tval).into_iter().filter(|kind| catalog.kind(*kind).record.is_some()).count();
    let names: Vec<&str> = kinds.iter().map(|kind| catalog.kind(*kind).name.as_str()).collect();
    if kinds.len() >= all {
        format!("all {} kinds", thousands(kinds.len() as u64))
    } else if names.len() <= 3 {
        names.join(", ")
    } else {
        format!("{} and {} more kinds", names[..2].join(", "), names.len() - 2)
    }
}

fn levels_text((first, last): (u32, u32)) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}

/// `7.14 %`.
fn share(chance: f64) -> String {
    format!("{} %", significant_digits(100.0 * chance, 4))
}
