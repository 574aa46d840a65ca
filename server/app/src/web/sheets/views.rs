//! Views: short links to sheets as they were shown, and those of them that have a name.

use affixboard_store::{Role, View, ViewError, ViewId};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use crate::{
    base_path::{given_out, own},
    clock,
    web::{
        Error, Frame, Html, State,
        extract::{Form, Path},
        links,
        respond::html::Section,
        session::viewer::Viewer,
    },
};

#[derive(Template)]
#[template(path = "sheets/views.html")]
pub(crate) struct ViewsPage {
    frame: Frame,
    views: Vec<ViewRow>,
}

#[derive(Template)]
#[template(path = "sheets/views_one.html")]
pub(crate) struct ViewPage {
    frame: Frame,
    heading: String,
    row: ViewRow,
    /// The error of a refused name; empty for none.
    problem: String,
    name: String,
    can_act: bool,
}

struct ViewRow {
    name: String,
    /// The short link, which leads to the sheet.
    link: String,
    /// Link to its own page.
    href: String,
    path: String,
    kept: String,
}

impl ViewRow {
    fn new(view: View) -> ViewRow {
        ViewRow {
            link: links::short(view.id),
            href: links::view(view.id),
            kept: clock::shown(view.created_at),
            name: view.name.unwrap_or_default(),
            path: given_out(&view.path),
        }
    }
}

/// The form that stores a sheet's address.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct NewViewForm {
    path: String,
}

/// The form that names a view; an empty name removes the name.
#[derive(Debug, serde::Deserialize)]
pub(crate) struct ViewNameForm {
    name: String,
}

async fn find(state: &State, id: i64) -> Result<View, Error> {
    let view = state.store.view(ViewId(id)).await?;
    view.ok_or_else(|| Error::not_found(format!("There is no view {id}.")))
}

/// The views with a name.
pub(crate) async fn page(Extracted(state): Extracted<State>) -> Result<Html<ViewsPage>, Error> {
    let views = state.store.views().await?;
    Ok(Html(ViewsPage {
        frame: Frame { section: Section::Views, ..Frame::plain("Views") },
        views: views.into_iter().map(ViewRow::new).collect(),
    }))
}

/// The sheet that a short link stands for.
pub(crate) async fn follow(Extracted(state): Extracted<State>, Path(id): Path<i64>) -> Result<Redirect, Error> {
    Ok(Redirect::to(&given_out(&find(&state, id).await?.path)))
}

/// One view: its short link and its name.
pub(crate) async fn one(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Html<ViewPage>, Error> {
    let view = find(&state, id).await?;
    Ok(Html(shown(&viewer, view, String::new(), None)))
}

/// Keeps the address of a sheet.
pub(crate) async fn create(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Form(form): Form<NewViewForm>,
) -> Result<Redirect, Error> {
    let sheet = own(&form.path)
        .filter(|path| ["/editions/", "/batches/", "/compare/"].iter().any(|start| path.starts_with(start)));
    let Some(sheet) = sheet else {
        return Err(Error::bad_request(
            "path: expected the address of a sheet, beginning with /editions/, /batches/ or /compare/.",
        ));
    };
    let view = state.store.keep_view(sheet, viewer.by(), clock::now_ms()).await?;
    Ok(Redirect::to(&links::view(view.id)))
}

/// Gives a view a name, or takes it.
pub(crate) async fn rename(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<ViewNameForm>,
) -> Result<Response, Error> {
    let name = form.name.trim();
    match state.store.name_view(ViewId(id), (!name.is_empty()).then_some(name), viewer.by(), clock::now_ms()).await {
        Ok(view) => Ok(Redirect::to(&links::view(view.id)).into_response()),
        Err(refused @ (ViewError::BadName(_) | ViewError::NameTaken(_))) => {
            let view = find(&state, id).await?;
            let page = shown(&viewer, view, format!("Name: {refused}."), Some(form.name));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
        }
        Err(other) => Err(other.into()),
    }
}

fn shown(viewer: &Viewer, view: View, problem: String, typed: Option<String>) -> ViewPage {
    let heading = view.name.clone().unwrap_or_else(|| format!("View {}", view.id));
    let row = ViewRow::new(view);
    ViewPage {
        frame: Frame { section: Section::Views, ..Frame::plain(heading.clone()) },
        heading,
        name: typed.unwrap_or_else(|| row.name.clone()),
        row,
        problem,
        can_act: viewer.may(Role::Proposer),
    }
}
