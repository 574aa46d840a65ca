//! Looking after an edition: another title, into the archive and back, and its end, with all that hangs on it said first.

use affixboard_store::{Revision, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path},
    links, paths,
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::clock::now_ms;

/// What `editions/manage.html` shows.
#[derive(Template)]
#[template(path = "editions/manage.html")]
pub struct ManagePage {
    frame: Frame,
    slug: String,
    title: String,
    is_archived: bool,
    /// What goes with the edition: `3 revisions`.
    hanging: Vec<String>,
    /// Why it was not deleted; empty where nobody tried.
    problem: String,
    href: String,
    rename: String,
    archive: String,
    delete: String,
    can_act: bool,
}

/// Answers `GET /editions/{slug}/manage`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
) -> Result<Html<ManagePage>, Error> {
    Ok(Html(show(&state, &viewer, state.revision(&slug, None).await?, String::new()).await?))
}

async fn show(state: &State, viewer: &Viewer, newest: Revision, problem: String) -> Result<ManagePage, Error> {
    let hanging = state.store.hanging_on(&newest.slug).await?.unwrap_or_default();
    Ok(ManagePage {
        frame: Frame::of(format!("Look after {}", newest.title), Section::Sheets, &newest),
        hanging: hanging.counts().into_iter().map(|(count, what)| format!("{count} {what}")).collect(),
        problem,
        href: links::revision(&newest),
        rename: paths::EDITION_TITLE.with([&newest.slug]),
        archive: paths::EDITION_ARCHIVED.with([&newest.slug]),
        delete: paths::EDITION_DELETE.with([&newest.slug]),
        is_archived: newest.is_archived,
        can_act: viewer.may(Role::Maintainer),
        title: newest.title,
        slug: newest.slug,
    })
}

/// The fields of a new title.
#[derive(Debug, Deserialize)]
pub struct TitleForm {
    title: String,
}

/// Answers `POST /editions/{slug}/title`.
pub async fn rename(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    Form(form): Form<TitleForm>,
) -> Result<Redirect, Error> {
    state.store.rename_edition(&slug, form.title.trim(), viewer.by(), now_ms()).await?;
    Ok(Redirect::to(&links::manage_edition(&slug)))
}

/// The fields of archiving or bringing back.
#[derive(Debug, Deserialize)]
pub struct ArchivedForm {
    /// `yes` or `no`.
    archived: String,
}

/// Answers `POST /editions/{slug}/archived`.
pub async fn archive(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    Form(form): Form<ArchivedForm>,
) -> Result<Redirect, Error> {
    let is_archived = match form.archived.as_str() {
        "yes" => true,
        "no" => false,
        _ => return Err(Error::bad_request("archived: expected yes or no.")),
    };
    state.store.set_archived(&slug, is_archived, viewer.by(), now_ms()).await?;
    Ok(Redirect::to(&links::manage_edition(&slug)))
}

/// The fields of deleting an edition.
#[derive(Debug, Deserialize)]
pub struct DeleteForm {
    /// The edition's slug once more.
    confirm: String,
}

/// Deletes the edition for whoever typed its slug, and stops the batches of it that run.
pub async fn delete(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    Form(form): Form<DeleteForm>,
) -> Result<Response, Error> {
    let newest = state.revision(&slug, None).await?;
    if form.confirm.trim() != slug {
        let problem = format!("Not deleted: type {slug} to delete this edition.");
        return Ok((StatusCode::BAD_REQUEST, Html(show(&state, &viewer, newest, problem).await?)).into_response());
    }
    let unfinished = state.store.delete_edition(&slug, viewer.by(), now_ms()).await?;
    state.queue.stop_deleted(&unfinished);
    Ok(Redirect::to(&paths::START.path()).into_response())
}
