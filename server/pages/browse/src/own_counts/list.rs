//! The counts of an edition's own game, and the form that sends some for a revision.

use affixboard_store::{NewOwnCounts, OwnCountsError, Role};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::rows::OwnCountsRow;
use crate::{
    Error, Frame, Html, State, extract::Path, links, multipart::Multipart, respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{
    clock::now_ms,
    compute::Priority,
    counts::{LARGEST_COUNTS, pack, rules_of},
};

/// What `own_counts/list.html` shows.
#[derive(Template)]
#[template(path = "own_counts/list.html")]
pub struct OwnCountsListPage {
    frame: Frame,
    title: String,
    revision: u32,
    action: String,
    problem: String,
    counts: Vec<OwnCountsRow>,
    qualities: String,
    largest: usize,
    statistics: String,
    can_act: bool,
}

/// Answers `GET /editions/{slug}/revisions/{number}/own-counts`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Html<OwnCountsListPage>, Error> {
    Ok(Html(show(&state, &viewer, (&slug, number), String::new()).await?))
}

async fn show(
    state: &State,
    viewer: &Viewer,
    (slug, number): (&str, u32),
    problem: String,
) -> Result<OwnCountsListPage, Error> {
    let open = state.open(slug, Some(number)).await?;
    let (revision, words) = (&open.revision, open.loaded.game.words());
    if open.loaded.catalog.item_types.is_empty() {
        return Err(Error::not_found(format!("{} has no drops to count.", open.loaded.game.title())));
    }
    let counts = state.store.own_counts_lines(revision.edition_id).await?;
    let rules = rules_of(&open.loaded);
    Ok(OwnCountsListPage {
        frame: Frame::open(format!("Checked against your own game · {}", revision.title), Section::Batches, &open),
        title: revision.title.clone(),
        revision: revision.number,
        action: links::own_counts_of(revision),
        problem,
        counts: counts.iter().map(|line| OwnCountsRow::new(line, &rules)).collect(),
        qualities: words.qualities.join(", "),
        largest: LARGEST_COUNTS >> 20,
        statistics: links::statistics_of(revision),
        can_act: viewer.may(Role::Maintainer) && !revision.is_archived,
    })
}

/// Answers `POST /editions/{slug}/revisions/{number}/own-counts`.
pub async fn take(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    Multipart(multipart, room): Multipart,
) -> Result<Response, Error> {
    let open = state.open(&slug, Some(number)).await?;
    let refused = async |problem: String| {
        let page = show(&state, &viewer, (&slug, number), format!("{problem}. Nothing was stored.")).await?;
        Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
    };
    let Some((name, bytes)) = receive(multipart).await? else {
        let problem = format!("Found no file, or one of more than {} MB; expected a table", LARGEST_COUNTS >> 20);
        return refused(problem).await;
    };
    let of = std::sync::Arc::clone(&open);
    let packed = state.compute(Priority::Interactive, move || {
        let _room = room;
        pack(&bytes, &of)
    });
    let packed = match packed.await? {
        Ok(packed) => packed,
        Err(problem) => return refused(format!("{name}: {problem:#}")).await,
    };
    let new = NewOwnCounts {
        revision: open.revision.id,
        name: &name,
        packed: &packed.packed,
        objects: packed.objects,
        cells: packed.cells,
        by: viewer.by(),
        now_ms: now_ms(),
    };
    match state.store.add_own_counts(new).await {
        Ok(id) => Ok(Redirect::to(&links::own_counts(id)).into_response()),
        Err(problem @ (OwnCountsError::Again(_) | OwnCountsError::TooMany(_))) => refused(problem.to_string()).await,
        Err(other) => Err(other.into()),
    }
}

/// The first file that was sent, with its name; `None` where there is none or it is too large. What else was sent is dropped.
async fn receive(mut multipart: axum::extract::Multipart) -> Result<Option<(String, Vec<u8>)>, Error> {
    let broke_off = |error: axum::extract::multipart::MultipartError| {
        Error::new(error.status(), format!("The upload broke off: {}", error.body_text()))
    };
    let mut found: Option<(String, Vec<u8>)> = None;
    while let Some(mut field) = multipart.next_field().await.map_err(broke_off)? {
        let name = field.file_name().unwrap_or_default().to_owned();
        let is_wanted = found.is_none() && !name.is_empty();
        let mut bytes = Vec::new();
        while let Some(chunk) = field.chunk().await.map_err(broke_off)? {
            if is_wanted && bytes.len() <= LARGEST_COUNTS {
                bytes.extend_from_slice(&chunk);
            }
        }
        if is_wanted && !bytes.is_empty() {
            found = Some((name.replace(char::is_control, " ").chars().take(100).collect(), bytes));
        }
    }
    Ok(found.filter(|(_, bytes)| bytes.len() <= LARGEST_COUNTS))
}
