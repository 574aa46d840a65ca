//! Whether a number of finds in a dive is a bug or bad luck: a form and the answer, whose address says all that it depends on.

use std::{convert::Infallible, sync::Arc, time::Duration};

use affixboard_inquiry::profile::{Drops, Finds, Known, Luck, Profile};
use affixboard_model::{batch::Cell, catalog::Catalog};
use affixboard_report::{
    luck::{LuckReport, chance_text, dives_with},
    sheet::Method,
    thousands,
};
use affixboard_store::ProfileVersion;
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{HeaderMap, StatusCode},
    response::{
        IntoResponse, Redirect, Response,
        sse::{Event, Sse},
    },
};
use tokio_stream::Stream;

use super::{
    conditions::{and_all, given, named},
    show::{Asked, looked_up},
};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Query},
    paths,
    profiles::{choice, show::read},
    respond::{
        html::Section,
        progress::{self, percent},
    },
    sheets::{readings, view::controls::SelectOption},
};
use affixboard_service::{
    compute::{PageRun, Priority, find_chances},
    library::OpenRevision,
};

/// A page waits so long for the chances; what takes longer goes on, and the page follows it.
const PATIENCE: Duration = Duration::from_secs(1);
/// The most things that one may have looked at.
const MOST_LOOKED_AT: u64 = 1_000_000_000;

#[derive(Template)]
#[template(path = "questions/luck.html")]
pub(crate) struct LuckPage {
    frame: Frame,
    path: String,
    hidden: Vec<(&'static str, String)>,
    question: String,
    /// What is wrong with the question; empty where nothing is.
    mistake: String,
    found: String,
    by: String,
    deepest: u32,
    looked: String,
    /// The number of things where none is given.
    entries: String,
    profiles: Vec<SelectOption>,
    types: Vec<(u16, String)>,
    affix: &'static str,
    affixes: Vec<String>,
    themes: Vec<String>,
    artifacts: Vec<String>,
    kinds: Vec<String>,
    running: Option<Computing>,
    answer: Option<LuckView>,
    ask: String,
}

/// Chances that are being computed.
struct Computing {
    events: String,
    percent: u64,
    done: u64,
    total: u64,
}

/// The answer.
struct LuckView {
    lead: String,
    verdict: String,
    class: &'static str,
    badge: &'static str,
    rows: Vec<LuckRow>,
    /// `exact` where no chance has an error bound.
    how: &'static str,
    /// What was computed.
    method: String,
    profile: String,
    profile_href: String,
    rules: String,
    revision: String,
    revision_href: String,
    /// All of it as text, with its address.
    ticket: String,
}

struct LuckRow {
    what: String,
    number: String,
    words: String,
}

/// The query, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub struct LuckQuery {
    q: Option<String>,
    found: Option<String>,
    by: Option<String>,
    profile: Option<String>,
    looked: Option<String>,
    rules: Option<String>,
    tval: Option<String>,
    affix: Option<String>,
    theme: Option<String>,
    artifact: Option<String>,
    kind: Option<String>,
}

/// The query, understood.
struct Request {
    open: Arc<OpenRevision>,
    text: String,
    found: Option<u32>,
    by: u32,
    profile: ProfileVersion,
    /// The drops of the dive by depth and quality.
    cells: Vec<(Cell, Drops)>,
    looked: Option<u64>,
    /// The settings with nothing left to the program.
    query: Query,
    /// Whether the address has all of them.
    is_whole: bool,
}

impl Request {
    async fn new(state: &State, (slug, number): (&str, u32), query: &LuckQuery) -> Result<Request, Error> {
        let coded = state.open(slug, Some(number)).await?;
        let preset = readings::named(coded.loaded.game, query.rules.as_ref())?;
        let open = readings::open(state, coded, preset).await?;
        let words = open.loaded.game.words();
        if words.qualities.is_empty() || open.loaded.catalog.item_types.is_empty() {
            return Err(Error::not_found(format!("{} has no drops to ask about.", open.loaded.game.title())));
        }
        let profile = choice::named(state, query.profile.as_deref().unwrap_or("")).await?;
        let dive = read(&profile)?;
        let deepest = deepest(&dive);
        let by = number_of("by", query.by.as_deref(), u64::from(Profile::MAX_DEPTH))?;
        let by = by.map_or(deepest, |by| by as u32);
        let cells: Vec<_> = dive.cells().filter(|(cell, _)| cell.depth <= by).collect();
        if cells.is_empty() {
            return Err(Error::bad_request(format!("by: found {by}; expected a depth with drops of the profile.")));
        }
        let found = number_of("found", query.found.as_deref(), u64::from(Luck::MOST))?.map(|found| found as u32);
        let looked = number_of("looked", query.looked.as_deref(), MOST_LOOKED_AT)?;
        let fields = [
            ("tval", &query.tval),
            ("affix", &query.affix),
            ("theme", &query.theme),
            ("artifact", &query.artifact),
            ("kind", &query.kind),
        ];
        let added = fields.iter().filter_map(|(word, value)| Some(named(word, given(value.as_deref())?)));
        let joined = and_all(query.q.as_deref(), added.collect());
        let is_whole = joined.is_none()
            && given(query.by.as_deref()).is_some()
            && given(query.profile.as_deref()) == Some(choice::value(&profile).as_str());
        let text = joined.unwrap_or_else(|| given(query.q.as_deref()).unwrap_or_default().to_owned());
        let settings = Query::default()
            .set("q", text.clone())
            .set("found", found.map_or(String::new(), |found| found.to_string()))
            .set("by", by.to_string())
            .set("profile", choice::value(&profile))
            .set("looked", looked.map_or(String::new(), |looked| looked.to_string()))
            .set("rules", links::reading(preset));
        Ok(Request { open, text, found, by, profile, cells, looked, query: settings, is_whole })
    }

    /// The chances, being computed or known.
    fn run(&self, state: &State, asked: &Asked) -> Result<Arc<PageRun<Option<Vec<Finds>>>>, Error> {
        let loaded = &self.open.loaded;
        let files = (self.open.content_hash(), loaded.game.id(), loaded.switches.describe(loaded.game));
        let key = format!("{files:?} {} {}\n{}", choice::value(&self.profile), self.by, asked.text);
        let of = (Arc::clone(&self.open.forge), Arc::clone(&asked.question));
        let (scheduler, cells) = (Arc::clone(state.scheduler()), self.cells.clone());
        let run = state.luck.of(&key, cells.len() as u64, |done| async move {
            find_chances(&scheduler, Priority::Progressive, of, &cells, &done).await
        });
        run.ok_or_else(|| {
            let message = "Too many chances of finds are waiting to be computed. Try again later.";
            Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(30)
        })
    }

    /// The question, looked up; `None` where the form is empty.
    async fn asked(&self, state: &State) -> Result<Option<Result<Asked, String>>, Error> {
        if self.text.is_empty() {
            return Ok(None);
        }
        let (of, text) = (Arc::clone(&self.open), self.text.clone());
        Ok(Some(state.compute(Priority::Interactive, move || looked_up(&of, &text)).await?))
    }
}

/// The deepest depth of a dive.
fn deepest(dive: &Profile) -> u32 {
    dive.depth_ranges().last().map_or(0, |range| range.last)
}

/// A whole number of the query.
fn number_of(what: &str, value: Option<&str>, most: u64) -> Result<Option<u64>, Error> {
    let Some(text) = given(value) else { return Ok(None) };
    text.parse().ok().filter(|number| *number <= most).map(Some).ok_or_else(|| {
        let found: String = text.chars().take(40).collect();
        Error::bad_request(format!("{what}: found `{found}`; expected a whole number from 0 to {}.", thousands(most)))
    })
}

/// Answers `GET /editions/{slug}/revisions/{number}/luck`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<LuckQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let request = Request::new(&state, (&slug, number), &query).await?;
    let path = links::luck(&request.open.revision);
    if !request.text.is_empty() && !request.is_whole {
        return Ok(Redirect::to(&request.query.on(&path)).into_response());
    }
    let asked = request.asked(&state).await?;
    let mut page = form(&state, &request).await?;
    let Some(asked) = asked else { return Ok(Html(page).into_response()) };
    let answer = match (asked, request.found) {
        (Err(mistake), _) => Err(mistake),
        (Ok(_), None) => Err("How many were found? Expected a whole number.".to_owned()),
        (Ok(asked), Some(found)) => {
            let run = request.run(&state, &asked)?;
            match tokio::time::timeout(PATIENCE, run.ended()).await {
                Err(_) => {
                    let done = run.look();
                    page.running = Some(Computing {
                        events: request.query.on(&paths::LUCK_EVENTS.with([&slug, &number])),
                        percent: percent(done, run.total()),
                        done,
                        total: run.total(),
                    });
                    Ok(None)
                }
                Ok(None) => return Err(Error::internal("chances of finds were not computed")),
                Ok(Some(chances)) => match chances.as_ref() {
                    None => Err("The rules can't compute it; expected one that is computed, see the help.".to_owned()),
                    Some(chances) => {
                        let chances = chances.clone();
                        let luck = move || Luck::of(&chances, found);
                        Ok(Some((asked.text, found, state.compute(Priority::Interactive, luck).await?)))
                    }
                },
            }
        }
    };
    let status = match answer {
        Err(mistake) => {
            page.mistake = mistake;
            StatusCode::BAD_REQUEST
        }
        Ok(answer) => {
            let address = links::home(&headers, state.behind_tls) + &request.query.on(&path);
            page.answer = answer.map(|(asked, found, luck)| {
                let looked_at = request.looked.unwrap_or(request.open.loaded.catalog.entry_count());
                view(&request, &LuckReport { asked, found, by: request.by, looked_at, luck }, &address)
            });
            StatusCode::OK
        }
    };
    Ok((status, Html(page)).into_response())
}

/// Progress as server-sent events.
pub async fn events(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<LuckQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Error> {
    let request = Request::new(&state, (&slug, number), &query).await?;
    let run = match request.asked(&state).await? {
        Some(Ok(asked)) => Some(request.run(&state, &asked)?),
        _ => None,
    };
    Ok(progress::of_run(run, state.stopped.clone()))
}

/// The page without an answer.
async fn form(state: &State, request: &Request) -> Result<LuckPage, Error> {
    let Request { open, profile, looked, .. } = request;
    let catalog = &open.loaded.catalog;
    let profiles = state.store.profiles().await?;
    Ok(LuckPage {
        frame: Frame::open(format!("Bug or bad luck? · {}", open.revision.title), Section::Sheets, open)
            .helped_by("luck"),
        path: links::luck(&open.revision),
        hidden: request.query.except(&["q", "found", "by", "profile", "looked"]),
        question: request.text.clone(),
        mistake: String::new(),
        found: request.found.map_or(String::new(), |found| found.to_string()),
        by: request.by.to_string(),
        deepest: deepest(&read(profile)?),
        looked: looked.map_or(String::new(), |looked| looked.to_string()),
        entries: thousands(catalog.entry_count()),
        profiles: choice::options(&profiles, profile),
        types: catalog.item_types.iter().map(|one| (one.tval, one.name.clone())).collect(),
        affix: open.loaded.game.words().affix,
        affixes: names(catalog.affixes.iter().map(|one| &one.name)),
        themes: names(catalog.themes.iter().map(|one| &one.name)),
        artifacts: artifact_names(catalog),
        kinds: names(catalog.kinds.iter().map(|one| &one.name)),
        running: None,
        answer: None,
        ask: request
            .query
            .clone()
            .set("found", "")
            .set("by", "")
            .set("profile", "")
            .set("looked", "")
            .on(&links::question(&open.revision)),
    })
}

fn artifact_names(catalog: &Catalog) -> Vec<String> {
    let mut all = names(catalog.artifacts.iter().map(|one| &one.name));
    if !all.is_empty() {
        all.insert(0, "any".to_owned());
    }
    all
}

/// Each once, in order.
fn names<'a>(all: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut names: Vec<String> = all.filter(|name| !name.is_empty()).cloned().collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn view(request: &Request, report: &LuckReport, address: &str) -> LuckView {
    let Request { open, profile, cells, by, .. } = request;
    let (found, luck, things) = (report.found, report.luck, thousands(report.looked_at));
    let (more, fewer) = (format!("{found} or more"), format!("{found} or fewer"));
    let tail = match (report.is_few(), found) {
        (true, 0) => "none".to_owned(),
        (true, _) => fewer.clone(),
        (false, _) => more.clone(),
    };
    let mut words = dives_with(report.tail());
    if let Some(first) = words.get(..1).map(str::to_uppercase) {
        words.replace_range(..1, &first);
    }
    let has = if words.ends_with("dives") { "have" } else { "has" };
    let among = report.among_all();
    let is_bounded = [luck.expected, luck.at_least, luck.at_most].iter().any(|of| of.bound > 0.0);
    let is_exact = !is_bounded && !luck.has_artifacts;
    let provenance = open.provenance(Method::Exact);
    let rules = provenance.rules();
    let row = |what: String, of: Known| LuckRow { what, number: chance_text(of), words: dives_with(of) };
    let rows = vec![
        LuckRow {
            what: "Expected in such a dive".to_owned(),
            number: report.expected(),
            words: match cells.len() {
                _ if luck.has_artifacts => {
                    "how likely a dive finds each artifact, added up, and other finds by their chances".to_owned()
                }
                1 => "the profile’s drops times the computed chance of each".to_owned(),
                number => {
                    format!(
                        "the sum over {number} depths and qualities of the profile’s drops times the computed chance of each"
                    )
                }
            },
        },
        row(format!("Chance of {more}"), luck.at_least),
        row(format!("Chance of {fewer}"), luck.at_most),
        LuckRow {
            what: format!("Chance that any of {things} things is so far off"),
            number: if among >= 1.0 {
                "up to 100 %".to_owned()
            } else {
                format!("at most {}", chance_text(Known { value: among, bound: 0.0 }))
            },
            words: format!("the smaller of the two chances, times {things}"),
        },
    ];
    let files: String = open.content_hash().chars().take(12).collect();
    let source = format!(
        "computed: rules {rules}, files {files}, {} r{}, profile {}\n{address}",
        open.revision.slug,
        open.revision.number,
        choice::title(profile)
    );
    LuckView {
        lead: format!("{found} found down to depth {by}, {} expected. {words} {has} {tail}.", report.expected()),
        verdict: report.verdict(),
        class: if report.is_surprise() { "warning" } else { "state-done" },
        badge: if report.is_surprise() { "a surprise" } else { "luck" },
        rows,
        how: if is_exact && open.loaded.doubts().is_none() { "exact" } else { "computed" },
        method: {
            let bound = if is_bounded { "; a number with ± is known to that bound" } else { "" };
            format!("Followed from the rules without sampling{bound}. {}", report.left_out()).trim_end().to_owned()
        },
        profile: choice::title(profile),
        profile_href: links::profile_version(profile.id, profile.number),
        rules,
        revision: format!("{} r{}", open.revision.title, open.revision.number),
        revision_href: links::revision(&open.revision),
        ticket: report.text(&source),
    }
}
