//! Starting a batch that counts what turns up of a subject.

use std::{collections::BTreeMap, num::NonZeroU64, sync::Arc};

use affixboard_model::{
    batch::{Plan, SubjectPlan},
    game::{Dimension, DimensionValues, Point, SubjectRules},
};
use affixboard_report::{capitalised, thousands};
use affixboard_store::{BatchId, NewBatch, Revision, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::find;
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path, UrlQuery},
    links::{self, Query},
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{clock::now_ms, library::OpenRevision};

const USUAL_TRIALS: &str = "100000";
const USUAL_SEED: &str = "1";

/// The fields as they were sent: trials, seed and a list for each dimension.
pub(crate) type Fields = BTreeMap<String, String>;

/// What `subjects/new_batch.html` shows.
#[derive(Template)]
#[template(path = "subjects/new_batch.html")]
pub struct NewSubjectBatchPage {
    frame: Frame,
    title: String,
    about: String,
    trials: &'static str,
    action: String,
    back: String,
    lists: Vec<ListField>,
    drops: String,
    seed: String,
    most: String,
    problem: String,
    can_act: bool,
}

/// The field of one dimension.
struct ListField {
    name: &'static str,
    title: &'static str,
    value: String,
    hint: String,
}

/// Answers `GET /editions/{slug}/revisions/{number}/subjects/{file}/batch`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, name)): Path<(String, u32, String)>,
    UrlQuery(fields): UrlQuery<Fields>,
) -> Result<Html<NewSubjectBatchPage>, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let rules = find(&open, &name)?;
    Ok(Html(form(&open, rules.as_ref(), &fields, String::new(), viewer.may(Role::Proposer))))
}

/// Answers `POST /editions/{slug}/revisions/{number}/subjects/{file}/batch`.
pub async fn create(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number, name)): Path<(String, u32, String)>,
    Form(fields): Form<Fields>,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let rules = find(&open, &name)?;
    match start(&state, &viewer, (&open, rules.as_ref()), &fields).await? {
        Ok(id) => Ok(Redirect::to(&links::batch(id)).into_response()),
        Err(problem) => {
            let page = form(&open, rules.as_ref(), &fields, problem, viewer.may(Role::Proposer));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
        }
    }
}

/// Starts the batch that the fields ask for, or says why there is no such batch.
///
/// # Errors
/// Where the store refuses it.
pub async fn start(
    state: &State,
    viewer: &Viewer,
    (open, rules): (&OpenRevision, &dyn SubjectRules),
    fields: &Fields,
) -> Result<Result<BatchId, String>, Error> {
    let plan = match plan(rules, fields) {
        Ok(plan) => plan,
        Err(problem) => return Ok(Err(problem)),
    };
    let new = NewBatch {
        revision: open.revision.id,
        rules_version: open.loaded.game.rules_version(),
        plan: (&plan).into(),
        by: viewer.by(),
        now_ms: now_ms(),
    };
    let id = state.store.create_batch(new).await?;
    state.queue.wake();
    Ok(Ok(id))
}

/// The form on a revision, filled in with a batch's plan; `None` for plans that it can't give, whose points are no such lists.
pub(crate) fn filled_in(plan: &SubjectPlan, rules: &dyn SubjectRules, on: &Revision) -> Option<String> {
    let spec = rules.spec();
    let mut fields =
        Fields::from([("drops".to_owned(), plan.trials.to_string()), ("seed".to_owned(), plan.seed.to_string())]);
    let mut query = Query::default().set("drops", plan.trials.to_string()).set("seed", plan.seed.to_string());
    for (at, dimension) in spec.dimensions.iter().enumerate() {
        let mut values = Vec::new();
        for value in plan.points.iter().map(|point| point.0[at]) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        let text = |value: &i32| match dimension.values {
            DimensionValues::Names(_) => dimension.label(*value),
            DimensionValues::Numbers { .. } | DimensionValues::Numbered(_) => value.to_string(),
        };
        let list = values.iter().map(text).collect::<Vec<_>>().join(",");
        fields.insert(dimension.name.to_owned(), list.clone());
        query = query.set(dimension.name, list);
    }
    let is_same = self::plan(rules, &fields).is_ok_and(|filled| filled == *plan);
    is_same.then(|| query.on(&links::new_subject_batch(on, spec.name)))
}

/// The plan by the form, or the error to show.
fn plan(rules: &dyn SubjectRules, fields: &Fields) -> Result<SubjectPlan, String> {
    let spec = rules.spec();
    let mut values = Vec::new();
    let mut all = 1;
    for dimension in &spec.dimensions {
        let text = fields.get(dimension.name).map_or("", |text| text.trim());
        let listed = if text.is_empty() {
            dimension.usual()
        } else {
            let wrong = |error: affixboard_model::game::NoSuchValue| {
                format!("{}: found `{}`; expected {}.", dimension.title, error.found, error.expected)
            };
            dimension.parse_list(text, Plan::MAX_CELLS).map_err(wrong)?
        };
        all *= listed.len();
        if all > Plan::MAX_CELLS {
            return Err(format!(
                "Found more than {0} points; expected at most {0}.",
                thousands(Plan::MAX_CELLS as u64)
            ));
        }
        values.push(listed);
    }
    // Not every branch has every level: what isn't there is left out, unless nothing is there.
    let points = spec.points(&values);
    let there: Vec<Point> = points.iter().copied().filter(|point| rules.check(*point).is_ok()).collect();
    if let (true, Some(Err(why))) = (there.is_empty(), points.first().map(|point| rules.check(*point))) {
        return Err(format!("There is nothing to count: {why}."));
    }
    let trials = NonZeroU64::new(number(fields, "drops", "How many", USUAL_TRIALS)?);
    let trials = trials.ok_or("How many: found 0; expected at least 1.")?;
    let seed = number(fields, "seed", "Seed", USUAL_SEED)?;
    let plan = SubjectPlan { subject: spec.name.to_owned(), points: there, trials, seed };
    plan.check().map_err(|error| format!("How many: {error}."))?;
    Ok(plan)
}

fn number(fields: &Fields, name: &str, title: &str, usual: &str) -> Result<u64, String> {
    let text = fields.get(name).map_or(usual, |text| text.trim());
    let digits: String = text.chars().filter(|character| !matches!(character, ',' | ' ' | '_')).collect();
    digits.parse().map_err(|_| {
        let found: String = text.chars().take(40).collect();
        format!("{title}: found `{found}`; expected a whole number.")
    })
}

fn form(
    open: &Arc<OpenRevision>,
    rules: &dyn SubjectRules,
    fields: &Fields,
    problem: String,
    can_act: bool,
) -> NewSubjectBatchPage {
    let (spec, revision) = (rules.spec(), &open.revision);
    let given = |name: &str, usual: &str| {
        fields.get(name).filter(|text| !text.trim().is_empty()).map_or(usual, String::as_str).to_owned()
    };
    let list = |dimension: &Dimension| ListField {
        name: dimension.name,
        title: dimension.title,
        value: given(dimension.name, &usual(dimension)),
        hint: match &dimension.values {
            DimensionValues::Numbers { first, last, .. } => {
                let doc = dimension.doc;
                let about = if doc.is_empty() { String::new() } else { format!("{}. ", capitalised(doc)) };
                format!("{about}Numbers and ranges from {first} to {last}, such as 1,5,10-20.")
            }
            DimensionValues::Names(names) => format!("One or several of: {}.", names.join(", ")),
            DimensionValues::Numbered(list) => {
                let named = |(number, name): &(i32, String)| format!("{number} ({name})");
                let first: Vec<String> = list.iter().take(3).map(named).collect();
                let doc = capitalised(dimension.doc);
                format!("{doc}. Numbers or names of {} in all, such as {}.", list.len(), first.join(", "))
            }
        },
    };
    NewSubjectBatchPage {
        frame: Frame::open(format!("New batch · {}", revision.title), Section::Batches, open),
        title: format!("{} of {}", spec.title, revision.title),
        about: spec.doc.to_owned(),
        trials: spec.trial[1],
        action: links::new_subject_batch(revision, spec.name),
        back: links::subject(revision, spec.name),
        lists: spec.dimensions.iter().map(list).collect(),
        drops: given("drops", USUAL_TRIALS),
        seed: given("seed", USUAL_SEED),
        most: thousands(Plan::MAX_DROPS),
        problem,
        can_act,
    }
}

fn usual(dimension: &Dimension) -> String {
    let labels: Vec<String> = dimension.usual().iter().map(|value| dimension.label(*value)).collect();
    labels.join(",")
}
