//! What a condition's page is asked for, and the run that answers it.

use std::sync::Arc;

use affixboard_inquiry::{
    conditioning::Conditioning,
    questions::{CarriedSort, ComputeLimits, Question, parse},
};
use affixboard_model::{
    batch::{Cell, Detail},
    catalog::Sort,
    game::Forge,
};
use axum::http::StatusCode;

use crate::{Error, State, links::Query, sheets::settings::SheetSettings};
use affixboard_service::{
    compute::{CarriedEffort, ConditionRun, Priority, condition_table},
    library::OpenRevision,
};

/// Items that fulfil the condition that may be chosen, and which number is usual.
pub(super) const KEEP: [u64; 3] = [1_000, 4_000, 16_000];
pub(super) const USUAL_KEEP: usize = 1;
/// Items that are drawn at most.
pub(super) const MOST_ITEMS: u64 = 1 << 20;
/// What is computed for a page: affixes of more kinds, and of more pairs, can take minutes.
const LIMITS: ComputeLimits = ComputeLimits { kinds: 64, pairs: 0 };

/// The orders of rows: the word in addresses and on the page.
pub(super) const ORDERS: [&str; 3] = ["lift", "given", "without"];

/// The query, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub struct ConditionQuery {
    q: Option<String>,
    among: Option<String>,
    depth: Option<String>,
    quality: Option<String>,
    keep: Option<String>,
    seed: Option<String>,
    order: Option<String>,
    pub(super) rules: Option<String>,
}

/// The query, understood.
pub(super) struct ConditionRequest {
    pub(super) condition: String,
    pub(super) among: String,
    pub(super) cell: Cell,
    pub(super) keep: usize,
    pub(super) seed: u64,
    pub(super) order: usize,
    pub(super) query: Query,
}

/// A condition that was read.
pub(super) struct ReadCondition {
    /// The condition and the items that it is held against, as they are written in one way.
    pub(super) condition: String,
    pub(super) among: Option<String>,
    about: Arc<Conditioning>,
    forge: Arc<dyn Forge>,
}

pub(super) fn read_request(open: &OpenRevision, query: &ConditionQuery) -> Result<ConditionRequest, Error> {
    let words = open.loaded.game.words();
    if words.qualities.is_empty() || open.loaded.catalog.item_types.is_empty() {
        return Err(Error::not_found(format!("{} has no drops to ask about.", open.loaded.game.title())));
    }
    let given = |value: &Option<String>| value.as_deref().unwrap_or_default().trim().to_owned();
    let usual_depth = words.usual_depth();
    let depth = match given(&query.depth).as_str() {
        "" => usual_depth,
        text => text.parse().ok().filter(|depth| *depth <= words.deepest).ok_or_else(|| {
            Error::bad_request(format!("depth: found `{text}`; expected a level from 0 to {}.", words.deepest))
        })?,
    };
    let quality = SheetSettings::position("quality", query.quality.as_ref(), words.qualities, words.richest)?;
    let numbers = KEEP.map(|items| items.to_string());
    let names: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let keep = SheetSettings::position("keep", query.keep.as_ref(), &names, USUAL_KEEP)?;
    let order = SheetSettings::position("order", query.order.as_ref(), &ORDERS, 0)?;
    let seed = match given(&query.seed).as_str() {
        "" => 1,
        text => {
            text.parse().map_err(|_| Error::bad_request(format!("seed: found `{text}`; expected a whole number.")))?
        }
    };
    let (condition, among) = (given(&query.q), given(&query.among));
    let kept = Query::default()
        .set("q", condition.clone())
        .set("among", among.clone())
        .set("depth", if depth == usual_depth { String::new() } else { depth.to_string() })
        .set("quality", if quality == words.richest { "" } else { words.qualities[quality] })
        .set("keep", if keep == USUAL_KEEP { String::new() } else { numbers[keep].clone() })
        .set("seed", if seed == 1 { String::new() } else { seed.to_string() })
        .set("order", if order == 0 { "" } else { ORDERS[order] })
        .set("rules", given(&query.rules));
    let cell = Cell { depth, quality: quality as u8, kind: None };
    Ok(ConditionRequest { condition, among, cell, keep, seed, order, query: kept })
}

/// The condition and what it is held against, looked up in the files; a text that says what is wrong with them.
pub(super) async fn read(
    state: &State,
    open: &Arc<OpenRevision>,
    request: &ConditionRequest,
) -> Result<Result<ReadCondition, String>, Error> {
    let (of, condition, among) = (Arc::clone(open), request.condition.clone(), request.among.clone());
    let looking = move |_: &dyn Fn() -> bool| -> Result<ReadCondition, String> {
        let loaded = &of.loaded;
        let full = loaded.model.forge_for(if loaded.has_values() { Detail::Full } else { Detail::Identity });
        let question = |what: &str, text: &str| {
            let expr = parse(text).map_err(|error| format!("{what}: {error}"))?;
            let question = Question::of(&expr, loaded, full.keys()).map_err(|error| format!("{what}: {error}"))?;
            Ok::<_, String>((expr.to_string(), Arc::new(question)))
        };
        let (condition, asked) = question("condition", &condition)?;
        let among = (!among.is_empty()).then(|| question("among", &among)).transpose()?;
        let sorts = CarriedSort::ALL.into_iter().filter(|sort| full.keys().has(sort.metric())).collect();
        let held_against = among.as_ref().map(|(_, question)| Arc::clone(question));
        let about = Arc::new(Conditioning::new(asked, held_against, sorts, loaded.game.words().one_affix));
        // Where values don't matter, the tables that other pages use are there already.
        let forge = if about.needs_values() { full } else { Arc::clone(&of.forge) };
        Ok(ReadCondition { condition, among: among.map(|(text, _)| text), about, forge })
    };
    state.compute_while(Priority::Interactive, looking).await
}

/// The run of a table, which begins unless it is known.
pub(super) fn run(
    state: &State,
    open: &OpenRevision,
    request: &ConditionRequest,
    read: &ReadCondition,
) -> Result<Arc<ConditionRun>, Error> {
    let ConditionRequest { cell, keep, seed, .. } = request;
    let effort = CarriedEffort { keep: KEEP[*keep], items: MOST_ITEMS, seed: *seed, limits: Some(LIMITS) };
    let loaded = &open.loaded;
    let key = format!(
        "{} {} {cell:?} {effort:?}\n{}\n{:?}",
        open.content_hash(),
        loaded.switches.describe(loaded.game),
        read.condition,
        read.among
    );
    let begin = |done| {
        let scheduler = Arc::clone(state.scheduler());
        let (forge, about, cell) = (Arc::clone(&read.forge), Arc::clone(&read.about), *cell);
        async move { condition_table(&scheduler, Priority::Progressive, (&forge, &about), cell, effort, &done).await }
    };
    state.conditions.of(&key, effort.items, begin).ok_or_else(|| {
        let message = "Too many such tables are being made. Try again later.";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(15)
    })
}

/// The word for affixes or egos in conditions, as the game's players say it.
pub(super) fn affix_word(open: &OpenRevision) -> &'static str {
    if open.loaded.game.words().one_affix { "ego" } else { "affix" }
}

/// The condition that an item is or has an entry; `None` of other sorts.
pub(crate) fn condition_of(open: &OpenRevision, (sort, index): (Sort, u32)) -> Option<String> {
    let catalog = &open.loaded.catalog;
    if open.loaded.game.words().qualities.is_empty() {
        return None;
    }
    if sort == Sort::KIND {
        let kind = catalog.kind(catalog.kind_by_index(index)?);
        return Some(format!("kind:{}/{}", kind.tval, kind.sval));
    }
    let words = [(Sort::AFFIX, affix_word(open)), (Sort::THEME, "theme"), (Sort::ARTIFACT, "artifact")];
    let (_, word) = words.into_iter().find(|(of, _)| *of == sort)?;
    Some(format!("{word}:#{index}"))
}
