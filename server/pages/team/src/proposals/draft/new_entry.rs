//! A new entry by steps: its class, its fields with a preview, and into the draft.

use std::sync::Arc;

use affixboard_model::{
    catalog::EntryValue,
    game::{Design, DesignInput, Entered, Loaded},
};
use affixboard_proposal::{Change, apply, design_changes};
use affixboard_report::sheets::{NewEntryEffect, new_entry_effect};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    actions::compose_changes,
    rejection,
    session::{DraftSession, DraftTarget, SaveError},
};
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::compute::Priority;

#[derive(Template)]
#[template(path = "proposals/draft/new_entry.html")]
pub(crate) struct NewEntryPage {
    frame: Frame,
    /// What it is, in a word.
    word: &'static str,
    path: String,
    classes: Vec<Choice>,
    class: String,
    fields: Vec<FieldView>,
    /// What is wrong; empty where nothing is.
    problem: String,
    preview: Option<Preview>,
}

struct FieldView {
    name: &'static str,
    title: &'static str,
    doc: String,
    value: String,
    size: usize,
    is_number: bool,
    /// Values of a field that takes several: value, meaning, whether it is chosen.
    choices: Vec<(String, &'static str, bool)>,
    problem: String,
}

/// What the new entry would be.
#[derive(Debug, Default)]
struct Preview {
    name: String,
    row: String,
    /// Titles and values of its fields.
    card: Vec<(&'static str, String)>,
    /// What is said of the files with it and not without it.
    remarks: Vec<String>,
    /// How often it comes, and what comes less often.
    effect: Option<NewEntryEffect>,
}

/// The class and the fields, as they come.
type Pairs = Vec<(String, String)>;

fn entered(pairs: Pairs) -> Entered {
    let mut entered = Entered::new();
    for (name, value) in pairs {
        entered.entry(name).or_default().push(value.chars().take(200).collect());
    }
    entered
}

fn class_of(entered: &Entered) -> String {
    entered.get("class").and_then(|values| values.first()).cloned().unwrap_or_default()
}

/// Answers `GET /editions/{slug}/draft/new`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    UrlQuery(pairs): UrlQuery<Pairs>,
) -> Result<Response, Error> {
    let session = DraftSession::open(&viewer, &state, &DraftTarget::Edition(slug)).await?;
    show(&state, &session, &entered(pairs), StatusCode::OK, String::new()).await
}

/// Puts the entry into the draft.
pub async fn add(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    Form(pairs): Form<Pairs>,
) -> Result<Response, Error> {
    let entered = entered(pairs);
    let target = DraftTarget::Edition(slug);
    let _turn = state.draft_turns.take((viewer.by(), &target)).await;
    let session = DraftSession::open(&viewer, &state, &target).await?;
    let designer = session.changed.loaded.model.designer().ok_or_else(no_designer)?;
    let Ok(design) = designer.design(&class_of(&entered), &entered) else {
        let problem = "Nothing was saved: some fields can’t be taken as they are.".to_owned();
        return show(&state, &session, &entered, StatusCode::UNPROCESSABLE_ENTITY, problem).await;
    };
    let changes = design_changes(&session.changed.loaded, &design).ok_or_else(no_designer)?;
    let composed = compose_changes(&state, &session.base, &session.changed, changes).await?;
    if let Some(outcome) = composed.outcomes.iter().find(|outcome| !outcome.fits()) {
        let problem = format!("Nothing was saved: {}.", rejection(outcome));
        return show(&state, &session, &entered, StatusCode::UNPROCESSABLE_ENTITY, problem).await;
    }
    match session.save(&state, session.base.revision.id, &composed.changes).await {
        Ok(()) => Ok(Redirect::to(&session.path).into_response()),
        Err(SaveError::Stale) => {
            let problem = "Nothing was saved: the draft was changed in another window. Try again.".to_owned();
            show(&state, &session, &entered, StatusCode::CONFLICT, problem).await
        }
        Err(SaveError::Other(error)) => Err(error),
    }
}

fn no_designer() -> Error {
    Error::not_found("New entries of this edition’s files can’t be designed here.".to_owned())
}

async fn show(
    state: &State,
    session: &DraftSession,
    entered: &Entered,
    status: StatusCode,
    problem: String,
) -> Result<Response, Error> {
    let open = &session.changed;
    let designer = open.loaded.model.designer().ok_or_else(no_designer)?;
    let path = links::new_entry(&session.base.revision.slug);
    let class = class_of(entered);
    let fields = designer.fields(&class);
    if !class.is_empty() && fields.is_empty() {
        let known: Vec<_> = designer.classes().into_iter().map(|class| class.0).collect();
        return Err(Error::bad_request(format!("class: found `{class}`; expected one of {}.", known.join(", "))));
    }
    // With no more than the class nothing has been entered yet.
    let designed = (entered.len() > 1).then(|| designer.design(&class, entered));
    let preview = match &designed {
        Some(Ok(design)) => {
            let (of, design) = (Arc::clone(open), design.clone());
            let making = state.compute(Priority::Interactive, move || preview(&of.loaded, &design));
            Some(making.await?.map_err(Error::bad_request)?)
        }
        _ => None,
    };
    let problems = designed.and_then(Result::err).unwrap_or_default();
    let said = |name: &str| {
        let of_field = problems.iter().filter(|problem| problem.field == name);
        of_field.map(|problem| problem.message.clone()).collect::<Vec<_>>().join("; ")
    };
    let fields = fields.into_iter().map(|field| {
        let given = entered.get(field.name);
        let size = match &field.input {
            DesignInput::Text(most) => (*most).min(48),
            DesignInput::Number(..) => 8,
            DesignInput::Several(_) => 0,
        };
        let choices = match &field.input {
            DesignInput::Several(values) => values
                .iter()
                .map(|(value, meaning)| (value.clone(), *meaning, given.is_some_and(|given| given.contains(value))))
                .collect(),
            _ => Vec::new(),
        };
        FieldView {
            problem: said(field.name),
            value: given.and_then(|given| given.first()).cloned().unwrap_or(field.initial),
            is_number: matches!(field.input, DesignInput::Number(..)),
            name: field.name,
            title: field.title,
            doc: field.doc,
            size,
            choices,
        }
    });
    let classes = designer.classes().into_iter().map(|(value, title)| {
        let href = Query::default().set("class", value.clone()).on(&path);
        Choice::new(title, href, value == class)
    });
    let page = NewEntryPage {
        frame: Frame::open(format!("New {} · {}", designer.word(), open.revision.title), Section::Proposals, open)
            .helped_by("propose"),
        word: designer.word(),
        classes: classes.collect(),
        fields: fields.collect(),
        class,
        path,
        problem,
        preview,
    };
    Ok((status, Html(page)).into_response())
}

/// What the files are with the new entry.
fn preview(base: &Loaded, design: &Design) -> Result<Preview, String> {
    let unknown = || "The files don’t have what this goes after.".to_owned();
    let changes: Vec<Change> = design_changes(base, design).ok_or_else(unknown)?;
    let applied = apply(base, &changes).map_err(|error| error.to_string())?;
    if let Some(outcome) = applied.outcomes.iter().find(|outcome| !outcome.fits()) {
        return Err(rejection(outcome));
    }
    let after = base.game.load_switched(applied.sources, base.switches.clone());
    let known: Vec<String> = base.diagnostics.iter().map(affixboard_model::text::Diagnostic::message).collect();
    let said = after.diagnostics.iter().map(affixboard_model::text::Diagnostic::message);
    let mut preview = Preview {
        row: design.row.clone(),
        remarks: said.filter(|message| !known.contains(message)).collect(),
        ..Preview::default()
    };
    let sort = design.after.0;
    // Those of the sort have as many more as rows came: the last is the new one.
    let entries = after.model.entries().iter().filter(|entry| entry.sort == sort && entry.record.is_some());
    let Some(entry) = entries.max_by_key(|entry| entry.index) else { return Err(unknown()) };
    preview.name.clone_from(&entry.name);
    let columns = after.sorts().get(usize::from(sort)).map_or(&[][..], |sort| sort.fields);
    let with_value = columns.iter().zip(&entry.fields).filter(|(_, field)| field.value != EntryValue::None);
    preview.card = with_value.map(|(column, field)| (column.title, field.value.text())).collect();
    // It is never told to stop.
    preview.effect = new_entry_effect(base, &after, (sort, entry.index), &|| true).unwrap_or_default();
    Ok(preview)
}
