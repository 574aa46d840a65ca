//! What a game declares beside drops, such as a dungeon's monsters: its sheets, and batches of it.

use std::collections::BTreeMap;

use affixboard_model::game::{Dimension, SubjectSpec};
use affixboard_report::format::SheetShape;
use axum::{Json, extract::State as Extracted, http::StatusCode, response::Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{batches::BatchJson, json::JsonBody, problem::Problem, revision_path::RevisionPath};
use crate::{
    Error, State,
    extract::{Address, Path, UrlQuery},
    session::viewer::Viewer,
    subjects::{find, new_batch::start, show},
};

/// Something that a game declares beside drops.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Subject)]
pub(crate) struct SubjectJson {
    /// Its name in addresses.
    subject: &'static str,
    title: &'static str,
    /// What is drawn and counted, in a sentence.
    about: &'static str,
    /// What its chances depend on; each is a parameter of its sheet by its name.
    dimensions: Vec<DimensionJson>,
}

/// What chances depend on, such as the depth.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Dimension)]
struct DimensionJson {
    name: &'static str,
    title: &'static str,
    /// The values that a sheet begins with, in words.
    usual: Vec<String>,
}

/// A batch of a subject to start.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewSubjectBatch)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSubjectBatchJson {
    /// For each dimension, by its name, a list such as `1,5,10-20`; what isn't given is as usual.
    #[serde(default)]
    dimensions: BTreeMap<String, String>,
    /// Trials at each point.
    drops: u64,
    /// The seed, a whole number below 2^64, as text; 1 by default.
    #[serde(default)]
    seed: Option<String>,
}

impl SubjectJson {
    fn new(spec: &SubjectSpec) -> SubjectJson {
        let dimension = |of: &Dimension| DimensionJson {
            name: of.name,
            title: of.title,
            usual: of.usual().into_iter().map(|value| of.label(value)).collect(),
        };
        SubjectJson {
            subject: spec.name,
            title: spec.title,
            about: spec.doc,
            dimensions: spec.dimensions.iter().map(dimension).collect(),
        }
    }
}

/// What a revision's game declares beside drops; none of games that have drops alone.
#[utoipa::path(get, path = "/api/v1/editions/{slug}/revisions/{number}/subjects", operation_id = "listSubjects", tag = "subjects",
    params(
        RevisionPath,
    ),
    responses((status = 200, body = Vec<SubjectJson>, description = "The subjects."), Problem))]
pub(crate) async fn list(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Json<Vec<SubjectJson>>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let subjects = open.loaded.model.subjects();
    Ok(Json(subjects.iter().map(|subject| SubjectJson::new(subject.spec())).collect()))
}

/// The sheet of a subject: exact chances, or what a batch counted.
#[utoipa::path(get, path = "/api/v1/editions/{slug}/revisions/{number}/subjects/{name}", operation_id = "getSubject", tag = "subjects",
    params(
        RevisionPath,
        ("name" = String, Path, description = "The subject's name in addresses."),
        ("dimensions" = Option<BTreeMap<String, String>>, Query, style = Form, explode, description = "Each dimension by its name: a list such as `1,5,10-20` of the one along the columns, one value of each other; what isn't given is as usual."),
        ("axis" = Option<String>, Query, description = "The name of the dimension along the columns."),
        ("metric" = Option<String>, Query, description = "What is told of each row."),
        ("q" = Option<String>, Query, description = "Rows whose name has this in it."),
        ("batch" = Option<i64>, Query, description = "A batch of the subject whose counts are told."),
    ),
    responses((status = 200, body = SheetShape, description = "The sheet."), Problem))]
pub(crate) async fn sheet(
    state: Extracted<State>,
    Path((slug, number, name)): Path<(String, u32, String)>,
    given: UrlQuery<BTreeMap<String, String>>,
    address: Address,
) -> Result<Response, Error> {
    show::page(state, Path((slug, number, format!("{name}.json"))), given, address).await
}

/// Starts a batch of a subject. Needs a token of the scope *propose* at least.
#[utoipa::path(post, path = "/api/v1/editions/{slug}/revisions/{number}/subjects/{name}/batches", operation_id = "startSubjectBatch", tag = "subjects",
    params(
        RevisionPath,
        ("name" = String, Path, description = "The subject's name in addresses."),
    ),
    request_body = NewSubjectBatchJson,
    responses((status = 201, body = BatchJson, description = "The batch."), Problem))]
pub(crate) async fn create(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, name)): Path<(String, u32, String)>,
    JsonBody(new): JsonBody<NewSubjectBatchJson>,
) -> Result<(StatusCode, Json<BatchJson>), Error> {
    let open = state.open(&slug, Some(number)).await?;
    let rules = find(&open, &name)?;
    let is_known = |name: &&String| !rules.spec().dimensions.iter().any(|dimension| dimension.name == **name);
    if let Some(found) = new.dimensions.keys().find(is_known) {
        let known: Vec<_> = rules.spec().dimensions.iter().map(|dimension| dimension.name).collect();
        let problem = format!("dimensions: found `{found}`; expected some of {}.", known.join(", "));
        return Err(Error::new(StatusCode::UNPROCESSABLE_ENTITY, problem));
    }
    let mut fields = new.dimensions;
    fields.insert("drops".to_owned(), new.drops.to_string());
    fields.extend(new.seed.map(|seed| ("seed".to_owned(), seed)));
    let started = start(&state, &viewer, (&open, rules.as_ref()), &fields).await?;
    let id = started.map_err(|problem| Error::new(StatusCode::UNPROCESSABLE_ENTITY, problem))?;
    Ok((StatusCode::CREATED, Json(BatchJson::of(&state, id).await?)))
}
