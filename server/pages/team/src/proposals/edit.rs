//! A proposal's title and description; taking it back, opening it again; and how many must approve.

use affixboard_store::{Proposal, ProposalError, ProposalState};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::open::{check_may_edit, may_edit};
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path},
    links,
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::clock::now_ms;

/// What `proposals/edit.html` shows.
#[derive(Template)]
#[template(path = "proposals/edit.html")]
pub struct EditPage {
    frame: Frame,
    number: i64,
    href: String,
    title: String,
    description: String,
    /// Stored title and description, sent along to notice changes by others.
    was: (String, String),
    /// Whether `was` is shown, as it isn't what was read.
    has_moved: bool,
    problem: String,
    can_withdraw: bool,
}

/// The fields of title and description.
#[derive(Debug, Deserialize)]
pub struct EditForm {
    title: String,
    description: String,
    /// Title and description as the form was made with.
    was_title: Option<String>,
    was_description: Option<String>,
}

/// Answers `GET /proposals/{id}/edit`.
pub async fn form(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Html<EditPage>, Error> {
    let proposal = state.proposal(id).await?;
    check_may_edit(&viewer, &proposal)?;
    Ok(Html(shown(&viewer, &proposal, (&proposal.title, &proposal.description), String::new())))
}

fn shown(viewer: &Viewer, proposal: &Proposal, (title, description): (&str, &str), problem: String) -> EditPage {
    EditPage {
        frame: Frame { section: Section::Proposals, ..Frame::plain(format!("Edit proposal {}", proposal.id)) },
        number: proposal.id.0,
        href: links::proposal(proposal.id),
        title: title.to_owned(),
        description: description.to_owned(),
        was: (proposal.title.clone(), proposal.description.clone()),
        has_moved: false,
        problem,
        can_withdraw: may_edit(viewer, proposal) && proposal.state == ProposalState::Open,
    }
}

/// Answers `POST /proposals/{id}/edit`.
pub async fn save(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<EditForm>,
) -> Result<Response, Error> {
    let proposal = state.proposal(id).await?;
    check_may_edit(&viewer, &proposal)?;
    let lines = |text: &str| text.replace("\r\n", "\n");
    let (title, description) = (form.title.trim(), lines(&form.description));
    let was = form.was_title.as_deref().zip(form.was_description.as_deref().map(lines));
    let was = was.as_ref().map(|(title, description)| (*title, description.as_str()));
    match state.store.edit_proposal(proposal.id, was, (title, &description), viewer.by(), now_ms()).await {
        Ok(()) => Ok(Redirect::to(&links::proposal(proposal.id)).into_response()),
        Err(problem @ ProposalError::Text(_)) => {
            let page = shown(&viewer, &proposal, (title, &description), problem.to_string());
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
        }
        Err(ProposalError::TextChanged(id)) => {
            let problem =
                "It was changed meanwhile; the current text is below. Saving replaces it with yours.".to_owned();
            let page = shown(&viewer, &state.proposal(id.0).await?, (title, &description), problem);
            Ok((StatusCode::CONFLICT, Html(EditPage { has_moved: true, ..page })).into_response())
        }
        Err(other) => Err(other.into()),
    }
}

/// The fields of withdrawing, or opening again.
#[derive(Debug, Deserialize)]
pub struct WithdrawForm {
    withdrawn: String,
}

/// Answers `POST /proposals/{id}/withdraw`.
pub async fn withdraw(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<WithdrawForm>,
) -> Result<Redirect, Error> {
    let proposal = state.proposal(id).await?;
    check_may_edit(&viewer, &proposal)?;
    let is_withdrawn = match form.withdrawn.as_str() {
        "yes" => true,
        "no" => false,
        _ => return Err(Error::bad_request("withdrawn: expected yes or no.")),
    };
    state.store.set_withdrawn(proposal.id, is_withdrawn, viewer.by(), now_ms()).await?;
    Ok(Redirect::to(&links::proposal(proposal.id)))
}

/// The fields of the number of approvals that a merge takes.
#[derive(Debug, Deserialize)]
pub struct ApprovalsForm {
    required: u32,
}

/// Says how many must approve of proposals of an edition.
pub async fn approvals(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    Form(form): Form<ApprovalsForm>,
) -> Result<Redirect, Error> {
    let edition = state.revision(&slug, None).await?;
    state.store.set_required_approvals(edition.edition_id, form.required, viewer.by(), now_ms()).await?;
    Ok(Redirect::to(&links::proposals_of(&slug)))
}
