//! Which share of a revision's drops has several things at once: a form, the answers by depth, and these as JSON.

use std::sync::Arc;

use affixboard_inquiry::questions::{Question, QuestionWords, parse};
use affixboard_model::{
    batch::{Cell, Detail, parse_depths},
    game::Forge,
    stats::drops_until,
};
use affixboard_report::{sheet::Method, thousands};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use serde_json::json;

use super::conditions::{RELATIONS, joined, named};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    sheets::{readings, settings::SheetSettings},
};
use affixboard_service::{
    compute::{AnswerMethod, Effort, Priority, Progress, QuestionAnswer, answer},
    library::OpenRevision,
};

/// Items of a cell at most that may be chosen, and which is usual.
const ITEMS: [u64; 3] = [1 << 18, 1 << 20, 1 << 22];
const USUAL_ITEMS: usize = 1;
/// Items of all cells together at most.
const MOST_ITEMS: u64 = 1 << 22;
/// The interval that is aimed at, as a part of the share.
const WITHIN: f64 = 0.05;
/// Kinds whose chances are computed while somebody waits; those of more can take long.
const MOST_COMPUTED_KINDS: usize = 64;

#[derive(Template)]
#[template(path = "questions/show.html")]
pub(crate) struct QuestionPage {
    frame: Frame,
    path: String,
    question: String,
    /// What is wrong with the question; empty where nothing is.
    mistake: String,
    /// Names in it that several entries have.
    shared: Vec<String>,
    depths: String,
    qualities: Vec<Choice>,
    efforts: Vec<Choice>,
    seed: u64,
    hidden: Vec<(&'static str, String)>,
    /// Item types by number and name.
    types: Vec<(u16, String)>,
    affix: &'static str,
    affixes: Vec<String>,
    themes: Vec<String>,
    flags: Vec<String>,
    numbers: Vec<String>,
    relations: [&'static str; 5],
    /// Whether the game values items.
    examples: Vec<Choice>,
    /// `great drops`.
    drops: String,
    /// What was asked, as it is written in one way; empty where nothing was.
    asked: String,
    rows: Vec<AnswerRow>,
    is_counted: bool,
    json: String,
    /// What else the items carry that are what was asked for, at the first depth.
    given: String,
    /// What earlier revisions made of it, at the first depth; empty of the first revision.
    history: String,
    again: String,
    /// Whether a number of finds is a surprise.
    luck: String,
    rules: String,
}

/// The answer at a depth.
struct AnswerRow {
    depth: u32,
    share: String,
    one_in: String,
    /// Drops after which one is found in 99 % of tries.
    until: String,
    interval: String,
    how: &'static str,
    class: &'static str,
    detail: String,
    items: String,
}

/// The query, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub struct QuestionQuery {
    pub(super) q: Option<String>,
    pub(super) depths: Option<String>,
    pub(super) quality: Option<String>,
    pub(super) items: Option<String>,
    pub(super) seed: Option<String>,
    pub(super) rules: Option<String>,
    pub(super) tval: Option<String>,
    pub(super) affix: Option<String>,
    pub(super) theme: Option<String>,
    pub(super) flag: Option<String>,
    pub(super) value: Option<String>,
    pub(super) relation: Option<String>,
    pub(super) number: Option<String>,
}

/// The query, understood.
struct Request {
    text: String,
    depths: Vec<u32>,
    quality: usize,
    effort: usize,
    seed: u64,
    query: Query,
}

/// A question about a revision that can be answered.
pub(super) struct Asked {
    pub(super) text: String,
    pub(super) question: Arc<Question>,
    pub(super) forge: Arc<dyn Forge>,
}

fn read_request(open: &OpenRevision, query: &QuestionQuery) -> Result<Request, Error> {
    let words = open.loaded.game.words();
    if words.qualities.is_empty() || open.loaded.catalog.item_types.is_empty() {
        return Err(Error::not_found(format!("{} has no drops to ask about.", open.loaded.game.title())));
    }
    let given = |value: &Option<String>| value.as_deref().unwrap_or_default().trim().to_owned();
    let text = given(&query.q);
    let list = match given(&query.depths) {
        list if list.is_empty() => words.few_depths(),
        list => list,
    };
    let depths = parse_depths(&list, words.deepest).map_err(|error| Error::bad_request(format!("depths: {error}.")))?;
    let quality = SheetSettings::position("quality", query.quality.as_ref(), words.qualities, words.richest)?;
    let efforts = ITEMS.map(|items| items.to_string());
    let names: Vec<&str> = efforts.iter().map(String::as_str).collect();
    let effort = SheetSettings::position("items", query.items.as_ref(), &names, USUAL_ITEMS)?;
    if depths.len() as u64 * ITEMS[effort] > MOST_ITEMS {
        let most = MOST_ITEMS / ITEMS[effort];
        let message = format!(
            "depths: found {} of them; expected at most {most} with so many items, or fewer items.",
            depths.len()
        );
        return Err(Error::bad_request(message));
    }
    let seed = match given(&query.seed).as_str() {
        "" => 1,
        text => {
            text.parse().map_err(|_| Error::bad_request(format!("seed: found `{text}`; expected a whole number.")))?
        }
    };
    let query = Query::default()
        .set("q", text.clone())
        .set("depths", if list == words.few_depths() { String::new() } else { list })
        .set("quality", if quality == words.richest { "" } else { words.qualities[quality] })
        .set("items", if effort == USUAL_ITEMS { String::new() } else { efforts[effort].clone() })
        .set("seed", if seed == 1 { String::new() } else { seed.to_string() })
        .set("rules", given(&query.rules));
    Ok(Request { text, depths, quality, effort, seed, query })
}

/// The revision of an address, read as its query says.
async fn opened(state: &State, slug: &str, revision: u32, query: &QuestionQuery) -> Result<Arc<OpenRevision>, Error> {
    let coded = state.open(slug, Some(revision)).await?;
    let preset = readings::named(coded.loaded.game, query.rules.as_ref())?;
    readings::open(state, coded, preset).await
}

/// The question, looked up in the files; a text that says what is wrong with it.
pub(super) fn looked_up(open: &OpenRevision, text: &str) -> Result<Asked, String> {
    let loaded = &open.loaded;
    let expr = parse(text).map_err(|error| error.to_string())?;
    let full = loaded.model.forge_for(if loaded.has_values() { Detail::Full } else { Detail::Identity });
    let question = Question::of(&expr, loaded, full.keys()).map_err(|error| error.to_string())?;
    // Where values don't matter, the tables that other pages use are there already.
    let forge = if question.needs_values { full } else { Arc::clone(&open.forge) };
    Ok(Asked { text: expr.to_string(), question: Arc::new(question), forge })
}

/// The answers by depth.
async fn answers(state: &State, asked: &Asked, request: &Request) -> Result<Vec<(u32, QuestionAnswer)>, Error> {
    let is_quick = asked.question.kinds().is_some_and(|kinds| kinds.len() <= MOST_COMPUTED_KINDS);
    let effort = Effort {
        within: Some(WITHIN),
        items: ITEMS[request.effort],
        seed: request.seed,
        method: if is_quick { AnswerMethod::Best } else { AnswerMethod::Drawn },
    };
    let mut answers = Vec::new();
    for depth in &request.depths {
        let cell = Cell { depth: *depth, quality: request.quality as u8, kind: None };
        let of = (&asked.forge, &asked.question);
        let progress = Arc::<Progress>::default();
        let found = answer(state.scheduler(), Priority::Interactive, of, cell, effort, &progress).await;
        answers.push((*depth, found.map_err(Error::internal)?));
    }
    Ok(answers)
}

/// Answers `GET /editions/{slug}/revisions/{number}/ask`.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, revision)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<QuestionQuery>,
) -> Result<Response, Error> {
    let open = opened(&state, &slug, revision, &query).await?;
    let request = read_request(&open, &query)?;
    if let Some(text) = joined(&query) {
        let to = request.query.set("q", text).on(&links::question(&open.revision));
        return Ok(Redirect::to(&to).into_response());
    }
    let (of, text) = (Arc::clone(&open), request.text.clone());
    let looking = move |_: &dyn Fn() -> bool| {
        let words = QuestionWords::of(of.loaded.model.forge_for(Detail::Full).keys());
        ((!text.is_empty()).then(|| looked_up(&of, &text)), words)
    };
    let (asked, words) = state.compute_while(Priority::Interactive, looking).await?;
    let (asked, mistake) = match asked {
        None => (None, String::new()),
        Some(Ok(asked)) => (Some(asked), String::new()),
        Some(Err(mistake)) => (None, mistake),
    };
    let answers = match &asked {
        Some(asked) => answers(&state, asked, &request).await?,
        None => Vec::new(),
    };
    let status = if mistake.is_empty() { StatusCode::OK } else { StatusCode::BAD_REQUEST };
    let asked = asked.map(|asked| asked.text).unwrap_or_default();
    Ok((status, html(&open, &request, (asked, mistake), &answers, words)).into_response())
}

/// Answers `GET /editions/{slug}/revisions/{number}/ask.json`.
pub async fn json(
    Extracted(state): Extracted<State>,
    Path((slug, revision)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<QuestionQuery>,
) -> Result<Response, Error> {
    let open = opened(&state, &slug, revision, &query).await?;
    let request = read_request(&open, &query)?;
    let (of, text) = (Arc::clone(&open), request.text.clone());
    let looking = move |_: &dyn Fn() -> bool| looked_up(&of, &text);
    let asked = state.compute_while(Priority::Interactive, looking).await?;
    let asked = asked.map_err(|mistake| Error::bad_request(format!("q: {mistake}.")))?;
    let answers = answers(&state, &asked, &request).await?;
    let quality = open.loaded.game.words().qualities[request.quality];
    let answers: Vec<serde_json::Value> = answers
        .iter()
        .map(|(depth, answer)| {
            let (share, low, high) = answer.share();
            let mut object = json!({"depth": depth, "share": share, "low": low, "high": high});
            match answer {
                QuestionAnswer::Computed(mean) => {
                    object["method"] = "computed".into();
                    object["error_bound"] = mean.bound.into();
                }
                QuestionAnswer::Counted { asked, items, met } => {
                    object["method"] = "simulated".into();
                    object["items"] = (*items).into();
                    object["met"] = (*met).into();
                    object["drawn"] = if asked.kinds.is_some() { "items of its kinds" } else { "drops" }.into();
                    object["items_per_drop"] = asked.items_per_drop.into();
                    object["special_artifacts"] = asked.special.into();
                }
            }
            object
        })
        .collect();
    let provenance = open.provenance(Method::Exact);
    let text = json!({
        "edition": open.revision.slug, "revision": open.revision.number, "files": open.content_hash(),
        "rules": provenance.rules(), "question": asked.text, "quality": quality, "seed": request.seed, "answers": answers,
        "doubts": provenance.doubts,
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], text.to_string()).into_response())
}

fn html(
    open: &OpenRevision,
    request: &Request,
    (asked, mistake): (String, String),
    answers: &[(u32, QuestionAnswer)],
    found: QuestionWords,
) -> Html<QuestionPage> {
    let (catalog, words, revision) = (&open.loaded.catalog, open.loaded.game.words(), &open.revision);
    let (path, query) = (links::question(revision), &request.query);
    let qualities = words.qualities.iter().enumerate().map(|(at, word)| {
        let is_usual = at == words.richest;
        let href = query.clone().set("quality", if is_usual { "" } else { *word }).on(&path);
        Choice::new((*word).to_owned(), href, at == request.quality)
    });
    let efforts = ITEMS.iter().enumerate().map(|(at, items)| {
        let value = if at == USUAL_ITEMS { String::new() } else { items.to_string() };
        Choice::new(thousands(*items), query.clone().set("items", value).on(&path), at == request.effort)
    });
    let mut affixes: Vec<String> = catalog.affixes.iter().map(|affix| affix.name.clone()).collect();
    affixes.sort_unstable();
    affixes.dedup();
    let themes: Vec<String> = catalog.themes.iter().map(|theme| theme.name.clone()).collect();
    let mut examples = vec!["artifact:any".to_owned(), "affixes>=2 & !artifact:any".to_owned()];
    if let Some(of_type) = catalog.item_types.iter().find(|of_type| of_type.takes_affixes) {
        let of_type = named("tval", &of_type.name);
        examples
            .extend(found.flags.iter().find(|flag| *flag == "RES_FIRE").map(|flag| format!("{of_type} & flag:{flag}")));
        examples.extend((!themes.is_empty()).then(|| format!("{of_type} & theme:any & affixes>=3")));
    }
    let examples = examples.into_iter().map(|text| {
        let href = query.clone().set("q", text.clone()).on(&path);
        Choice::new(text, href, false)
    });
    let is_counted = answers.iter().any(|(_, answer)| matches!(answer, QuestionAnswer::Counted { .. }));
    let page = QuestionPage {
        frame: Frame::open(format!("Ask · {}", revision.title), Section::Sheets, open),
        question: request.text.clone(),
        mistake,
        shared: parse(&asked).map(|expr| Question::shared_names(&expr, &open.loaded)).unwrap_or_default(),
        depths: match query.value("depths") {
            "" => words.few_depths(),
            list => list.to_owned(),
        },
        qualities: qualities.collect(),
        efforts: efforts.collect(),
        seed: request.seed,
        hidden: query.except(&["q", "depths"]),
        types: catalog.item_types.iter().map(|one| (one.tval, one.name.clone())).collect(),
        affix: words.affix,
        affixes,
        themes,
        flags: found.flags,
        numbers: found.numbers,
        relations: RELATIONS,
        examples: examples.collect(),
        drops: format!("{} drops", words.qualities[request.quality]),
        asked,
        rows: answers.iter().map(|(depth, answer)| row(*depth, answer)).collect(),
        is_counted,
        given: given(request).on(&links::given(revision)),
        history: if revision.number > 1 {
            given(request).set("rules", "").on(&links::history(revision))
        } else {
            String::new()
        },
        json: query.on(&links::question_json(revision)),
        again: query.clone().set("seed", request.seed.wrapping_add(1).to_string()).on(&path),
        luck: links::luck(revision),
        rules: open.provenance(Method::Exact).rules(),
        path,
    };
    Html(page)
}

/// What was asked, as a condition.
fn given(request: &Request) -> Query {
    Query::default()
        .set("q", request.text.clone())
        .set("depth", request.depths.first().map_or(String::new(), ToString::to_string))
        .set("quality", request.query.value("quality"))
        .set("rules", request.query.value("rules"))
}

fn row(depth: u32, answer: &QuestionAnswer) -> AnswerRow {
    let (share, low, high) = answer.share();
    let one_in = if share > 0.0 { format!("1 in {}", thousands((1.0 / share).round() as u64)) } else { String::new() };
    let until = drops_until(share, 0.99).map(thousands).unwrap_or_default();
    let (how, class, interval, detail) = match answer {
        QuestionAnswer::Computed(mean) if mean.bound == 0.0 => ("exact", "exact", String::new(), String::new()),
        QuestionAnswer::Computed(mean) => (
            "computed",
            "exact",
            format!("{} to {}", percent(low), percent(high)),
            format!("wrong by {:.1e} at most", mean.bound),
        ),
        QuestionAnswer::Counted { asked, items, met } => {
            let drawn = if asked.kinds.is_some() { "items of its kinds" } else { "drops" };
            let width = answer.width().map(|width| format!(", ± {:.1} % of it", 100.0 * width)).unwrap_or_default();
            let detail = format!("{} of {} {drawn}", thousands(*met), thousands(*items));
            ("simulated", "simulated", format!("{} to {}{width}", percent(low), percent(high)), detail)
        }
    };
    let items = match answer {
        QuestionAnswer::Counted { asked, .. } if asked.kinds.is_some() => {
            let special = if asked.special > 0.0 {
                format!(" + {} of special artifacts", percent(asked.special))
            } else {
                String::new()
            };
            format!("× {:.6} of them per drop{special}", asked.items_per_drop)
        }
        _ => String::new(),
    };
    AnswerRow { depth, share: percent(share), one_in, until, interval, how, class, detail, items }
}

/// A share in per cent, with as many digits as say something.
pub(crate) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    let digits = if percent == 0.0 { 0 } else { (2.0 - percent.log10().floor()).clamp(1.0, 8.0) as usize };
    format!("{percent:.digits$} %")
}
