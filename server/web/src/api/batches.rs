//! Batches of drops: starting them, how far they are, cancelling them.

use affixboard_games as games;
use affixboard_model::batch::{BatchPlan, Detail, Plan, Target};
use affixboard_store::{Batch, BatchFilter, BatchId};
use axum::{Json, extract::State as Extracted, http::StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{json::JsonBody, problem::Problem, revision_path::RevisionPath};
use crate::{
    Error, State,
    batches::{
        new::{AskedBatch, start},
        tally::find as find_batch,
    },
    extract::{Path, UrlQuery},
    session::viewer::Viewer,
};
use affixboard_service::clock::rfc3339;

/// Batches in one answer at most.
const MOST: u32 = 200;

/// A batch to start.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewBatch)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewBatchJson {
    /// Dungeon levels, such as `1,5-100/5`.
    depths: String,
    /// Drop qualities in the game's words, such as `good` and `great`; all of them where none are named.
    #[serde(default)]
    qualities: Vec<String>,
    /// Drops in each cell (depth and quality); with a target at most so many.
    drops: u64,
    /// Until when drops are made, where that isn't `drops`.
    #[serde(default)]
    target: Option<TargetJson>,
    /// The seed, a whole number below 2^64, as text, for it may be too large for a number of JavaScript; 1 by default.
    #[serde(default)]
    seed: Option<String>,
    /// The only kind that is generated, as tval and sval (`23:12`), by name or as `#index`; by default whole drops.
    #[serde(default)]
    kind: Option<String>,
    /// The id of a preset of rules; as coded by default.
    #[serde(default)]
    rules: Option<String>,
    /// Whether to count values and flags too, where the game's are simulated.
    #[serde(default)]
    values: bool,
}

/// Drops are made until every row is known this closely.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[schema(as = Target)]
#[serde(deny_unknown_fields)]
pub(crate) struct TargetJson {
    /// The half-width of the 95 % interval of a row's share, in per cent of it, such as `5`.
    within: String,
    /// Of rows with at least this share of drops, in per cent, such as `0.1`.
    rows_from: String,
}

/// A batch with its progress.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Batch)]
pub(crate) struct BatchJson {
    batch: i64,
    edition: String,
    revision: u32,
    game: String,
    /// Version of the rules that it is made by.
    rules_version: u32,
    /// `queued`, `running`, `done`, `failed` or `cancelled`.
    state: &'static str,
    /// Why it failed.
    error: Option<String>,
    /// Drops (of a subject: trials) that were made so far.
    drops_done: u64,
    /// Of so many; with a target of so many at most.
    drops_total: u64,
    seed: String,
    /// What is made, of a batch of drops; a batch of another subject has none.
    plan: Option<PlanJson>,
    created_at: String,
    started_at: Option<String>,
    finished_at: Option<String>,
}

/// What a batch of drops makes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BatchPlan)]
struct PlanJson {
    depths: Vec<u32>,
    qualities: Vec<String>,
    /// Drops in each cell; with a target at most so many.
    drops: u64,
    target: Option<TargetJson>,
    /// How the rules are read, such as `as coded`.
    rules: String,
    /// Whether values and flags are counted too.
    values: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct BatchListQuery {
    edition: Option<String>,
}

impl BatchJson {
    /// The batch of that number.
    pub(super) async fn of(state: &State, id: BatchId) -> Result<BatchJson, Error> {
        Ok(BatchJson::new(find_batch(state, id.0).await?))
    }

    fn new(batch: Batch<BatchPlan>) -> BatchJson {
        let plan = match &batch.plan {
            BatchPlan::Drops(plan) => Some(PlanJson::new(&batch.game, plan)),
            BatchPlan::Subject(_) => None,
        };
        BatchJson {
            batch: batch.id.0,
            edition: batch.slug,
            revision: batch.revision_number,
            game: batch.game,
            rules_version: batch.rules_version,
            state: batch.state.name(),
            error: batch.error,
            drops_done: batch.drops_done,
            drops_total: batch.plan.total_trials(),
            seed: batch.plan.seed().to_string(),
            plan,
            created_at: rfc3339(batch.created_at),
            started_at: batch.started_at.map(rfc3339),
            finished_at: batch.finished_at.map(rfc3339),
        }
    }
}

impl PlanJson {
    fn new(game: &str, plan: &Plan) -> PlanJson {
        let game = games::find(game);
        let word = |quality: &u8| {
            let words = game.map(|game| game.words().qualities);
            words.and_then(|words| words.get(usize::from(*quality))).copied().unwrap_or_default().to_owned()
        };
        let percent = |text: String| text.trim_end_matches(" %").to_owned();
        let target =
            |of: Target| TargetJson { within: percent(of.within_text()), rows_from: percent(of.rows_from_text()) };
        PlanJson {
            depths: plan.depths.clone(),
            qualities: plan.qualities.iter().map(word).collect(),
            drops: plan.drops.get(),
            target: plan.target.map(target),
            rules: game.map_or_else(String::new, |game| plan.switches.describe(game)),
            values: plan.detail == Detail::Full,
        }
    }
}

/// Batches, the newest first; 200 at most.
#[utoipa::path(get, path = "/api/v1/batches", operation_id = "listBatches", tag = "batches",
    params(("edition" = Option<String>, Query, description = "Those on an edition, by its name in addresses.")),
    responses((status = 200, body = Vec<BatchJson>, description = "The batches."), Problem))]
pub(crate) async fn list(
    Extracted(state): Extracted<State>,
    UrlQuery(query): UrlQuery<BatchListQuery>,
) -> Result<Json<Vec<BatchJson>>, Error> {
    let filter = match query.edition.as_deref().map(str::trim) {
        None | Some("") => BatchFilter::All,
        Some(slug) => BatchFilter::Edition(state.revision(slug, None).await?.edition_id),
    };
    Ok(Json(state.store.batches(filter, MOST).await?.into_iter().map(BatchJson::new).collect()))
}

/// A batch with its progress.
#[utoipa::path(get, path = "/api/v1/batches/{id}", operation_id = "getBatch", tag = "batches",
    params(("id" = i64, Path, description = "The batch's number.")),
    responses((status = 200, body = BatchJson, description = "The batch."), Problem))]
pub(crate) async fn one(Extracted(state): Extracted<State>, Path(id): Path<i64>) -> Result<Json<BatchJson>, Error> {
    Ok(Json(BatchJson::of(&state, BatchId(id)).await?))
}

/// Starts a batch of drops: it waits for its turn, and runs. Needs a token of the scope *propose* at least.
#[utoipa::path(post, path = "/api/v1/editions/{slug}/revisions/{number}/batches", operation_id = "startBatch", tag = "batches",
    params(
        RevisionPath,
    ),
    request_body = NewBatchJson,
    responses((status = 201, body = BatchJson, description = "The batch."), Problem))]
pub(crate) async fn create(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    JsonBody(new): JsonBody<NewBatchJson>,
) -> Result<(StatusCode, Json<BatchJson>), Error> {
    let open = state.open(&slug, Some(number)).await?;
    let asked = AskedBatch {
        depths: new.depths,
        qualities: new.qualities,
        drops: new.drops,
        target: new.target.map(|target| (target.within, target.rows_from)),
        seed: new.seed,
        kind: new.kind,
        rules: new.rules,
        has_values: new.values,
    };
    let id = start(&state, &viewer, &open, asked).await?;
    Ok((StatusCode::CREATED, Json(BatchJson::of(&state, id).await?)))
}

/// Cancels a batch that waits or runs; the drops that were made are kept, to continue from. Needs a token of the scope
/// *propose* at least.
#[utoipa::path(post, path = "/api/v1/batches/{id}/cancel", operation_id = "cancelBatch", tag = "batches",
    params(("id" = i64, Path, description = "The batch's number.")),
    responses((status = 200, body = BatchJson, description = "The batch."), Problem))]
pub(crate) async fn cancel(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Json<BatchJson>, Error> {
    state.queue.cancel(BatchId(id), viewer.by()).await?;
    Ok(Json(BatchJson::of(&state, BatchId(id)).await?))
}
