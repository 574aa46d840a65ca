//! Starting a batch: a form whose defaults are good enough to press the button.

use affixboard_report::thousands;
use std::{collections::BTreeMap, num::NonZeroU64};

use affixboard_model::{
    batch::{BatchPlanRef, Detail, Plan, Target, parse_depths},
    catalog::KindId,
    game::{Game, Preset, Switches},
};
use affixboard_store::{BatchId, NewBatch, Revision, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    rows::{about, depths_field},
    until::{OWN, PURPOSES, USUAL_MOST, UntilFields},
};
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path, UrlQuery},
    links::{self, Query},
    paths,
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{clock::now_ms, compute::estimate, library::OpenRevision};

const USUAL_DROPS: &str = "100000";
const USUAL_SEED: &str = "1";

#[derive(Template)]
#[template(path = "batches/new.html")]
pub(crate) struct NewBatchPage {
    frame: Frame,
    title: String,
    action: String,
    back: String,
    form: BatchForm,
    qualities: Vec<QualityBox>,
    purposes: Vec<PurposeChoice>,
    /// Whether drops are made until a target of one's own is met.
    is_own: bool,
    presets: Vec<PresetChoice>,
    /// Whether one of them is chosen.
    is_preset: bool,
    switches: Vec<SwitchBox>,
    /// Whether any of them is thrown.
    is_switched: bool,
    both: bool,
    has_values: bool,
    /// The owner of values that aren't simulated: `these files`, or the game's title.
    values_of: &'static str,
    full: bool,
    rules: String,
    /// What the game's own program counted, and the form that sends it.
    statistics: String,
    problem: String,
    /// About what the batch would take; empty where that wasn't asked for.
    estimate: String,
    deepest: u32,
    most_drops: String,
    can_act: bool,
}

struct QualityBox {
    name: &'static str,
    checked: bool,
}

/// A usual target.
struct PurposeChoice {
    id: &'static str,
    title: &'static str,
    target: String,
    checked: bool,
}

/// A preset other than as coded, which is what no ticked point gives.
struct PresetChoice {
    id: &'static str,
    title: &'static str,
    meaning: &'static str,
    checked: bool,
}

struct SwitchBox {
    field: String,
    title: &'static str,
    documented: &'static str,
    /// The presets that throw it, besides all as documented.
    presets: Vec<&'static str>,
    checked: bool,
}

/// Fields of switches are their ids behind this.
const SWITCH: &str = "doc-";
/// Asks for values and flags too.
const FULL: &str = "full";
/// Asks for a batch as coded beside it.
const BOTH: &str = "both";
/// Asks for an estimate, not for the batch.
const ESTIMATE: &str = "estimate";

/// The form as it was sent; the qualities are one field each so that boxes need no list.
#[derive(Debug, Default, Deserialize)]
pub struct BatchForm {
    #[serde(default)]
    depths: String,
    #[serde(default)]
    drops: String,
    #[serde(default)]
    seed: String,
    #[serde(default)]
    kind: String,
    /// A preset; empty for the points that are ticked.
    #[serde(default)]
    rules: String,
    #[serde(flatten)]
    until: UntilFields,
    #[serde(flatten)]
    others: BTreeMap<String, String>,
}

/// Answers `GET /editions/{slug}/revisions/{number}/batches/new`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(mut form): UrlQuery<BatchForm>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    if open.loaded.catalog.item_types.is_empty()
        && let Some(first) = open.loaded.model.subjects().first()
    {
        return Ok(Redirect::to(&links::new_subject_batch(&open.revision, first.spec().name)).into_response());
    }
    need_drops(&open)?;
    let usual_depths = open.loaded.game.words().usual_depths();
    for (field, usual) in [
        (&mut form.depths, usual_depths.as_str()),
        (&mut form.drops, USUAL_DROPS),
        (&mut form.until.at_most, USUAL_MOST),
        (&mut form.until.within, "5"),
        (&mut form.until.rows_from, "0.5"),
        (&mut form.seed, USUAL_SEED),
    ] {
        if field.is_empty() {
            usual.clone_into(field);
        }
    }
    let all: Vec<_> = open.loaded.game.words().qualities.to_vec();
    if !all.iter().any(|quality| form.others.contains_key(*quality)) {
        form.others.extend(all.iter().map(|quality| ((*quality).to_owned(), "on".to_owned())));
    }
    Ok(Html(new_page(&open, form, String::new(), viewer.may(Role::Proposer))).into_response())
}

fn new_page(open: &OpenRevision, form: BatchForm, problem: String, can_act: bool) -> NewBatchPage {
    let words = open.loaded.game.words();
    let qualities =
        words.qualities.iter().map(|name| QualityBox { name, checked: form.others.contains_key(*name) }).collect();
    let game = open.loaded.game;
    let presets = game.presets().filter(|preset| **preset != Preset::CODED);
    let presets: Vec<_> = presets
        .map(|preset| PresetChoice {
            id: preset.id,
            title: preset.title,
            meaning: preset.meaning,
            checked: form.rules.trim() == preset.id,
        })
        .collect();
    let switches: Vec<SwitchBox> = game
        .switches()
        .iter()
        .map(|switch| {
            let field = format!("{SWITCH}{}", switch.id);
            let checked = form.others.contains_key(&field);
            let presets = game.own_presets().iter().filter(|preset| preset.stance(switch).is_thrown);
            let presets = presets.map(|preset| preset.title).collect();
            SwitchBox { field, title: switch.title, documented: switch.documented, presets, checked }
        })
        .collect();
    let purposes = PURPOSES.iter().map(|purpose| PurposeChoice {
        id: purpose.id,
        title: purpose.title,
        target: purpose.target.to_string(),
        checked: form.until.until.trim() == purpose.id,
    });
    NewBatchPage {
        purposes: purposes.collect(),
        is_own: form.until.until.trim() == OWN,
        estimate: String::new(),
        is_preset: presets.iter().any(|preset| preset.checked),
        presets,
        is_switched: switches.iter().any(|switch| switch.checked),
        switches,
        both: form.others.contains_key(BOTH),
        has_values: open.loaded.has_values(),
        values_of: values_of(open),
        full: form.others.contains_key(FULL),
        rules: links::rules(&open.revision),
        statistics: links::statistics_of(&open.revision),
        frame: Frame::open(format!("New batch · {}", open.revision.title), Section::Batches, open),
        title: open.revision.title.clone(),
        action: paths::REVISION_BATCHES.with([&open.revision.slug, &open.revision.number]),
        back: links::revision(&open.revision),
        form,
        qualities,
        problem,
        deepest: words.deepest,
        most_drops: thousands(Plan::MAX_DROPS),
        can_act,
    }
}

/// The form on a revision, filled in with a batch's plan; `None` for plans that it can't take, of several kinds.
pub(super) fn filled_in(plan: &Plan, open: &OpenRevision, on: &Revision) -> Option<String> {
    let kind = match plan.kinds[..] {
        [] => String::new(),
        [kind] => {
            let kind = open.loaded.catalog.kind(kind);
            format!("{}:{}", kind.tval, kind.sval)
        }
        _ => return None,
    };
    let mut query = Query::default()
        .set("depths", depths_field(&plan.depths))
        .set(if plan.target.is_some() { "at_most" } else { "drops" }, plan.drops.to_string())
        .set("until", if plan.target.is_some() { OWN } else { "" })
        .set("within", percent(plan.target.map(Target::within_text)))
        .set("rows_from", percent(plan.target.map(Target::rows_from_text)))
        .set("seed", plan.seed.to_string())
        .set("kind", kind)
        .set(FULL, if plan.detail == Detail::Full { "on" } else { "" });
    for (name, at) in open.loaded.game.words().qualities.iter().zip(0..) {
        query = query.set(name, if plan.qualities.contains(&at) { "on" } else { "" });
    }
    let switches = plan.switches.ids().iter().map(|id| format!("&{SWITCH}{id}=on"));
    Some(query.on(&links::new_batch(on)) + &switches.collect::<String>())
}

/// A percentage as a field takes it.
fn percent(text: Option<String>) -> String {
    text.map_or_else(String::new, |text| text.trim_end_matches(" %").to_owned())
}

/// Not every game has drops.
fn need_drops(open: &OpenRevision) -> Result<(), Error> {
    if !open.loaded.catalog.item_types.is_empty() {
        return Ok(());
    }
    let message =
        format!("{} has no drops; batches of what else turns up begin on its sheets.", open.loaded.game.title());
    Err(Error::bad_request(message))
}

/// Answers `POST /editions/{slug}/revisions/{number}/batches`.
pub async fn create(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    Form(form): Form<BatchForm>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    need_drops(&open)?;
    let plan = match plan(&form, &open) {
        Ok(plan) => plan,
        Err(problem) => {
            let page = new_page(&open, form, problem, viewer.may(Role::Proposer));
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response());
        }
    };
    if form.others.contains_key(ESTIMATE) {
        let forge = open.loaded.model.forge_for(plan.detail);
        let found = estimate(state.scheduler(), &forge, &plan, open.loaded.game.words());
        let estimate = found.await.map_or_else(
            || "This can’t be estimated now: other work is before it.".to_owned(),
            |found| {
                let (cells, mb) = (plan.cells().count(), (found.bytes as f64 / 1e6).max(0.1));
                format!(
                    "About {} drops in {} cells, {} of computing if nothing else runs, and a tally of about {mb:.1} MB. \
                     An estimate by {} of these cells.",
                    thousands(found.drops),
                    thousands(cells as u64),
                    about(found.time),
                    found.sampled
                )
            },
        );
        let page = new_page(&open, form, String::new(), viewer.may(Role::Proposer));
        return Ok(Html(NewBatchPage { estimate, ..page }).into_response());
    }
    let new = |plan| new_batch(&open, &viewer, plan);
    let to = if form.others.contains_key(BOTH) && !plan.switches.is_coded() {
        let coded = Plan { switches: Switches::coded(), ..plan.clone() };
        let [_, id] = state.store.create_two_batches([new(&coded), new(&plan)]).await?;
        links::batch(id)
    } else {
        links::batch(state.store.create_batch(new(&plan)).await?)
    };
    state.queue.wake();
    Ok(Redirect::to(&to).into_response())
}

fn new_batch<'a>(open: &OpenRevision, viewer: &Viewer, plan: &'a Plan) -> NewBatch<'a> {
    NewBatch {
        revision: open.revision.id,
        rules_version: open.loaded.game.rules_version(),
        plan: BatchPlanRef::Drops(plan),
        by: viewer.by(),
        now_ms: now_ms(),
    }
}

/// A batch of drops as a program asks for it.
pub struct AskedBatch {
    /// As the form of the page takes them: `1,5-100/5`.
    pub depths: String,
    /// In the game's words; none for all.
    pub qualities: Vec<String>,
    /// Drops in a cell, or with a target the most.
    pub drops: u64,
    /// Of a target its half-width and its least share, both in per cent.
    pub target: Option<(String, String)>,
    /// None for one that is drawn.
    pub seed: Option<String>,
    /// The index of a kind to force, in the words of the form.
    pub kind: Option<String>,
    /// The id of a preset.
    pub rules: Option<String>,
    /// Whether values of items are counted, too.
    pub has_values: bool,
}

impl AskedBatch {
    /// The same as the form of the page sends it.
    fn into_form(self, open: &OpenRevision) -> Result<BatchForm, String> {
        let words = open.loaded.game.words();
        let unknown = self.qualities.iter().find(|found| !words.qualities.contains(&found.as_str()));
        if let Some(found) = unknown {
            return Err(format!("Qualities: found `{found}`; expected some of {}.", words.qualities.join(", ")));
        }
        let is_asked = |word: &&&str| self.qualities.is_empty() || self.qualities.iter().any(|asked| asked == **word);
        let mut others: BTreeMap<String, String> =
            words.qualities.iter().filter(is_asked).map(|word| ((*word).to_owned(), "on".to_owned())).collect();
        if self.has_values {
            others.insert(FULL.to_owned(), "on".to_owned());
        }
        let drops = self.drops.to_string();
        let until = match self.target {
            None => UntilFields::default(),
            Some((within, rows_from)) => {
                UntilFields { until: OWN.to_owned(), within, rows_from, at_most: drops.clone() }
            }
        };
        Ok(BatchForm {
            depths: self.depths,
            drops,
            seed: self.seed.unwrap_or_else(|| USUAL_SEED.to_owned()),
            kind: self.kind.unwrap_or_default(),
            rules: self.rules.unwrap_or_default(),
            until,
            others,
        })
    }
}

/// Starts a batch that a program asks for.
///
/// # Errors
/// 422 with what was found and expected where there is no such batch, 400 of a game without drops; nothing is started.
pub async fn start(state: &State, viewer: &Viewer, open: &OpenRevision, asked: AskedBatch) -> Result<BatchId, Error> {
    need_drops(open)?;
    let plan = asked.into_form(open).and_then(|form| plan(&form, open));
    let plan = plan.map_err(|problem| Error::new(StatusCode::UNPROCESSABLE_ENTITY, problem))?;
    let id = state.store.create_batch(new_batch(open, viewer, &plan)).await?;
    state.queue.wake();
    Ok(id)
}

/// The plan by the form, or the error to show.
fn plan(form: &BatchForm, open: &OpenRevision) -> Result<Plan, String> {
    let words = open.loaded.game.words();
    let depths = parse_depths(&form.depths, words.deepest).map_err(|error| format!("Depths: {error}."))?;
    let target = form.until.target()?;
    let (text, field) = if target.is_some() { (&form.until.at_most, "At most") } else { (&form.drops, "Drops") };
    let drops = NonZeroU64::new(number(text, field)?);
    let drops = drops.ok_or_else(|| format!("{field}: found 0; expected at least 1."))?;
    let seed = number(&form.seed, "Seed")?;
    let qualities: Vec<u8> = words
        .qualities
        .iter()
        .zip(0..)
        .filter(|(name, _)| form.others.contains_key(**name))
        .map(|(_, at)| at)
        .collect();
    if qualities.is_empty() {
        return Err(format!("Drop qualities: found none; expected some of {}.", words.qualities.join(", ")));
    }
    let detail = if form.others.contains_key(FULL) { Detail::Full } else { Detail::Identity };
    if detail == Detail::Full && !open.loaded.has_values() {
        return Err(format!("Values of {} are not simulated.", values_of(open)));
    }
    let switches = switches(form, open.loaded.game)?;
    let kinds = match form.kind.trim() {
        "" => Vec::new(),
        text => vec![kind(text, open)?],
    };
    let plan = Plan { target, depths, qualities, kinds, drops, seed, switches, detail };
    plan.check().map_err(|error| format!("The batch: {error}."))?;
    Ok(plan)
}

/// The switches of the preset that the form names, or of the points that are ticked.
fn switches(form: &BatchForm, game: &Game) -> Result<Switches, String> {
    let thrown = form.others.keys().filter_map(|field| field.strip_prefix(SWITCH));
    let ticked = Switches::parse(game, thrown).map_err(|error| format!("{error}."))?;
    let found = form.rules.trim();
    if found.is_empty() {
        return Ok(ticked);
    }
    let preset = game.presets().find(|preset| preset.id == found).ok_or_else(|| {
        let ids: Vec<_> = game.presets().map(|preset| preset.id).collect();
        format!("Rules: found `{found}`; expected one of {}.", ids.join(", "))
    })?;
    if !ticked.is_coded() {
        // Neither can be told to be what was meant.
        let points = ticked.ids().join(", ");
        return Err(format!("Rules: found `{found}` and ticked points ({points}); expected one of the two."));
    }
    Ok(Switches::of(game, preset))
}

/// The owner of values that aren't simulated: `these files`, or the game's title.
fn values_of(open: &OpenRevision) -> &'static str {
    let game = open.loaded.game;
    if game.has_values() { "these files" } else { game.title() }
}

fn number(text: &str, field: &str) -> Result<u64, String> {
    let digits: String = text.chars().filter(|c| !matches!(c, ' ' | ',' | '_' | '\'')).collect();
    digits.parse().map_err(|_| format!("{field}: found `{text}`; expected a whole number."))
}

fn kind(text: &str, open: &OpenRevision) -> Result<KindId, String> {
    let catalog = &open.loaded.catalog;
    match catalog.kinds_named(text.trim()).as_slice() {
        [kind] => Ok(*kind),
        [] => Err(format!("Kind: found `{text}`; expected a kind by name, #index or as tval:sval, such as 23:12.")),
        several => {
            let each = catalog.told_apart(several);
            Err(format!("Kind: found `{text}`, which several kinds are; expected one of {each}."))
        }
    }
}
