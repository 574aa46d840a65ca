//! Paired batches: starting one from the effect of a draft or proposal, and its progress. Its two tallies are compared
//! like two batches.

use std::{num::NonZeroU64, sync::Arc, time::Duration};

use affixboard_model::batch::{Detail, Plan, parse_depths};
use affixboard_proposal::write_changes;
use affixboard_report::{sheet::Method, thousands};
use affixboard_store::NewPaired;
use askama::Template;
use axum::{
    Extension,
    extract::State as Extracted,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use crate::{
    Error, Frame, Html, State,
    comparand_address::{of_paired, of_proposer},
    compare::comparand::{Comparand, find_paired, paired_error},
    extract::{Form, Path},
    links::{self, Query},
    page_cache::Unfinished,
    paths,
    respond::{html::Section, progress::percent},
    session::viewer::Viewer,
    sheets::settings::SheetSettings,
};
use affixboard_service::{
    clock::now_ms,
    compute::{PairedBatch, PairedState},
    secret,
};

/// A short one is waited for this long, so that its button leads straight to what it found.
const PATIENCE: Duration = Duration::from_millis(400);

#[derive(Template)]
#[template(path = "batches/paired.html")]
pub(crate) struct PairedPage {
    frame: Frame,
    number: u64,
    /// The two revisions compared, and their rules.
    what: String,
    plan: String,
    is_running: bool,
    /// Why there is no result.
    problem: &'static str,
    percent: u64,
    done: String,
    total: String,
    cancel: String,
    can_act: bool,
}

/// The form that starts a paired batch.
#[derive(Debug, Deserialize)]
pub struct PairedForm {
    /// The draft or proposal, as addresses of comparisons name it.
    side: String,
    #[serde(default)]
    depths: String,
    /// One drop quality; empty for all of the game.
    #[serde(default)]
    quality: String,
    #[serde(default)]
    drops: String,
}

/// Answers `POST /paired`.
pub async fn start(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Form(form): Form<PairedForm>,
) -> Result<Redirect, Error> {
    let proposed = Comparand::named(&viewer, &state, &form.side).await?.open;
    if proposed.derived.is_none() {
        return Err(Error::bad_request(format!("side: found `{}`; expected a draft or a proposal.", form.side)));
    }
    let base = state.open(&proposed.revision.slug, Some(proposed.revision.number)).await?;
    let words = base.loaded.game.words();
    let qualities = if form.quality.trim().is_empty() {
        (0..words.qualities.len() as u8).collect()
    } else {
        vec![SheetSettings::position("quality", Some(&form.quality), words.qualities, 0)? as u8]
    };
    let depths = parse_depths(&form.depths, words.deepest);
    let depths = depths.map_err(|error| Error::bad_request(format!("depths: {error}.")))?;
    let drops = form.drops.replace([',', ' ', '_'], "").parse().ok().and_then(NonZeroU64::new);
    let drops = drops.ok_or_else(|| {
        Error::bad_request(format!("drops: found `{}`; expected a number of drops per depth and quality.", form.drops))
    })?;
    let token = secret::random_token().map_err(Error::internal)?;
    let plan = Plan {
        target: None,
        depths,
        qualities,
        kinds: Vec::new(),
        drops,
        // As short as those that people type.
        seed: u64::from_str_radix(&token[..8], 16).unwrap_or(1),
        switches: base.reading.switches.clone(),
        detail: Detail::Identity,
    };
    plan.check().map_err(|error| Error::bad_request(format!("drops: {error}.")))?;
    let by = viewer.by();
    let (side, changes) = {
        let derived = proposed.derived.as_ref();
        let derived = derived.ok_or_else(|| Error::internal("a side without changes"))?;
        (of_proposer(derived.by, &proposed.revision.slug), write_changes(&derived.changes))
    };
    let new = NewPaired {
        base: base.revision.id,
        side: &side,
        changes: &changes,
        rules_version: base.loaded.game.rules_version(),
        plan: &plan,
        by,
        now_ms: now_ms(),
    };
    let batch = state.paired.start(new, [base, proposed]).await.map_err(paired_error)?;
    // A batch that isn't done by then is shown as running.
    let _ = tokio::time::timeout(PATIENCE, batch.ended()).await;
    Ok(Redirect::to(&links::paired(batch.number)))
}

/// Answers `GET /paired/{number}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(number): Path<u64>,
) -> Result<Response, Error> {
    let batch = find_paired(&viewer, &state, number).await?;
    if let PairedState::Done(_) = batch.state() {
        let sides = Query::default().set("from", of_paired(number, 0)).set("to", of_paired(number, 1));
        return Ok(Redirect::to(&sides.on(&links::compare())).into_response());
    }
    Ok((Extension(Unfinished), Html(shown(&viewer, &batch))).into_response())
}

/// Answers `POST /paired/{number}/cancel`.
pub async fn cancel(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(number): Path<u64>,
) -> Result<Redirect, Error> {
    let batch = find_paired(&viewer, &state, number).await?;
    state.paired.cancel(&batch, viewer.by()).await?;
    let _ = tokio::time::timeout(PATIENCE, batch.ended()).await;
    Ok(Redirect::to(&links::paired(number)))
}

fn shown(viewer: &Viewer, batch: &Arc<PairedBatch>) -> PairedPage {
    let [base, proposed] = &batch.sides;
    let words = base.loaded.game.words();
    let depths: Vec<String> = batch.plan.depths.iter().map(ToString::to_string).collect();
    let qualities: Vec<&str> =
        batch.plan.qualities.iter().filter_map(|at| words.qualities.get(usize::from(*at)).copied()).collect();
    PairedPage {
        frame: Frame::open(format!("Paired batch {}", batch.number), Section::Compare, base),
        number: batch.number,
        what: format!(
            "{} against {}",
            proposed.provenance(Method::Exact).describe(),
            base.provenance(Method::Exact).describe()
        ),
        plan: format!(
            "{} drops of quality {} at depth {}, seed {}, on each side",
            thousands(batch.plan.drops.get()),
            qualities.join(", "),
            depths.join(", "),
            batch.plan.seed
        ),
        is_running: batch.state() == PairedState::Running,
        problem: match batch.state() {
            PairedState::Stopped => "It was stopped before it finished, so there is nothing to compare.",
            PairedState::Failed => "It failed on our side; the log says why.",
            PairedState::Running | PairedState::Done(_) => "",
        },
        percent: percent(batch.done(), batch.total()),
        done: thousands(batch.done()),
        total: thousands(batch.total()),
        cancel: paths::PAIRED_CANCEL.with([&batch.number]),
        can_act: viewer.may(affixboard_store::Role::Proposer),
    }
}
