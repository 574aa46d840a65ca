//! A new entry by steps: its class, its fields with a preview, and into the draft.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_core::{
    batch::Metric,
    catalog::EntryValue,
    game::{Design, DesignInput, Entered, Loaded, Point, SubjectRules},
    proposal::{Change, apply, design_changes},
};
use affixboard_report::significant_digits;
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
    compute::Priority,
    web::{
        Error, Frame, Html, State,
        extract::{Form, Path, UrlQuery},
        links::{self, Choice, Query},
        respond::html::Section,
        session::viewer::Viewer,
    },
};

/// Columns of the table of chances.
const COLUMNS: usize = 11;
/// Entries that are shown as displaced.
const DISPLACED: usize = 8;

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
    /// What it is counted as, and the values of its axis.
    subject: &'static str,
    axis: &'static str,
    columns: Vec<String>,
    /// Its chances in per cent.
    chances: Vec<String>,
    /// Where it comes most often, and what comes less often there: name, before, after.
    most: String,
    displaced: Vec<(String, String, String)>,
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

pub(crate) async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    UrlQuery(pairs): UrlQuery<Pairs>,
) -> Result<Response, Error> {
    let session = DraftSession::open(&viewer, &state, &DraftTarget::Edition(slug)).await?;
    show(&state, &session, &entered(pairs), StatusCode::OK, String::new()).await
}

/// Puts the entry into the draft.
pub(crate) async fn add(
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
        frame: Frame::open(format!("New {} · {}", designer.word(), open.revision.title), Section::Proposals, open),
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
    let known: Vec<String> = base.diagnostics.iter().map(affixboard_core::text::Diagnostic::message).collect();
    let said = after.diagnostics.iter().map(affixboard_core::text::Diagnostic::message);
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
    let columns = after.game.sorts().get(usize::from(sort)).map_or(&[][..], |sort| sort.fields);
    let with_value = columns.iter().zip(&entry.fields).filter(|(_, field)| field.value != EntryValue::None);
    preview.card = with_value.map(|(column, field)| (column.title, field.value.text())).collect();
    // One with the name and fields of another has no row of its own.
    let is_it = |rules: &dyn SubjectRules| {
        let kinds = || rules.rows().iter().enumerate().filter(|(_, row)| row.metric == Metric::KIND);
        let own = kinds().find(|(_, row)| row.entry == Some((sort, entry.index)));
        own.or_else(|| kinds().find(|(_, row)| row.label == entry.name)).map(|(at, _)| at)
    };
    let subject = after.model.subjects().iter().find_map(|rules| is_it(rules.as_ref()).map(|row| (rules, row)));
    if let Some((rules, row)) = subject {
        let before = base.model.subjects().iter().find(|other| other.spec().name == rules.spec().name);
        chances(&mut preview, before.map(AsRef::as_ref), rules.as_ref(), row);
    }
    Ok(preview)
}

/// How often the new entry comes, and what comes less often where it comes most.
fn chances(preview: &mut Preview, before: Option<&dyn SubjectRules>, after: &dyn SubjectRules, row: usize) {
    let spec = after.spec();
    let Some(axis) = spec.dimensions.first() else { return };
    (preview.subject, preview.axis) = (spec.title, axis.title);
    let usual = axis.usual();
    let step = usual.len().div_ceil(COLUMNS).max(1);
    let points: Vec<Point> = usual.iter().step_by(step).map(|value| Point::of(&[*value])).collect();
    let mean = |rules: &dyn SubjectRules, point: Point| -> BTreeMap<Vec<String>, (String, f64)> {
        let kinds = rules.exact(point).into_iter().filter(|one| rules.rows()[one.key as usize].metric == Metric::KIND);
        let named = kinds.map(|one| {
            let row = &rules.rows()[one.key as usize];
            (row.columns.clone(), (row.label.clone(), one.mean))
        });
        named.collect()
    };
    let percent = |share: f64| significant_digits(share * 100.0, 3);
    let own = &after.rows()[row].columns;
    let means: Vec<f64> = points.iter().map(|point| mean(after, *point).get(own).map_or(0.0, |one| one.1)).collect();
    preview.columns = points.iter().map(|point| axis.label(point.0[0])).collect();
    preview.chances = means.iter().map(|mean| percent(*mean)).collect();
    let most = (0..means.len()).max_by(|one, other| means[*one].total_cmp(&means[*other]));
    let (Some(most), Some(before)) = (most, before) else { return };
    preview.most.clone_from(&preview.columns[most]);
    let (old, new) = (mean(before, points[most]), mean(after, points[most]));
    let mut less: Vec<(f64, String, f64, f64)> = old
        .into_iter()
        .map(|(columns, (label, was))| {
            let is = new.get(&columns).map_or(0.0, |one| one.1);
            (was - is, label, was, is)
        })
        .filter(|row| row.0 > 0.0)
        .collect();
    less.sort_by(|one, other| other.0.total_cmp(&one.0));
    let shown = less.into_iter().take(DISPLACED);
    preview.displaced = shown.map(|(_, label, was, is)| (label, percent(was), percent(is))).collect();
}
