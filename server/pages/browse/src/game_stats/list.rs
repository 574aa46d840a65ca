//! The statistics of an edition, and the form that sends one for a revision.

use std::{io, path::Path as FilePath};

use affixboard_store::{GameStatsError, NewGameStats, Role, StatsFileError, StatsUpload};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use tokio::runtime::Handle;

use super::rows::GameStatsRow;
use crate::{
    Error, Frame, Html, State, extract::Path, links, multipart::Multipart, respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::clock::now_ms;

/// What `game_stats/list.html` shows.
#[derive(Template)]
#[template(path = "game_stats/list.html")]
pub struct GameStatsPage {
    frame: Frame,
    title: String,
    revision: u32,
    action: String,
    problem: String,
    statistics: Vec<GameStatsRow>,
    can_act: bool,
}

/// Answers `GET /editions/{slug}/revisions/{number}/game-statistics`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
) -> Result<Html<GameStatsPage>, Error> {
    Ok(Html(show(&state, &viewer, (&slug, number), String::new()).await?))
}

async fn show(
    state: &State,
    viewer: &Viewer,
    (slug, number): (&str, u32),
    problem: String,
) -> Result<GameStatsPage, Error> {
    let revision = state.revision(slug, Some(number)).await?;
    let statistics = state.store.game_stats_lines(Some(revision.edition_id)).await?;
    Ok(GameStatsPage {
        frame: Frame::of(format!("Game statistics · {}", revision.title), Section::Batches, &revision),
        title: revision.title.clone(),
        revision: revision.number,
        action: links::statistics_of(&revision),
        problem,
        statistics: statistics.iter().map(GameStatsRow::new).collect(),
        can_act: viewer.may(Role::Maintainer) && !revision.is_archived,
    })
}

/// Answers `POST /editions/{slug}/revisions/{number}/game-statistics`.
pub async fn take(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((slug, number)): Path<(String, u32)>,
    Multipart(multipart, room): Multipart,
) -> Result<Response, Error> {
    let revision = state.revision(&slug, Some(number)).await?;
    let refused = async |problem: String| {
        let page = show(&state, &viewer, (&slug, number), format!("{problem}. Nothing was stored.")).await?;
        Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
    };
    let Some((name, upload)) = receive(&state, multipart).await? else {
        return refused("Found no file; expected the database that the game's statistics front end writes".to_owned())
            .await;
    };
    // Reading waits for the file's own thread and goes through the file on this one.
    let runtime = Handle::current();
    let read = tokio::task::spawn_blocking(move || {
        let _room = room;
        runtime.block_on(upload.read())
    });
    let file = match read.await.map_err(Error::internal)? {
        Ok(file) => file,
        Err(StatsFileError::Io { source, .. }) => return Err(Error::internal(source)),
        Err(problem) => return refused(format!("{name}: {problem}")).await,
    };
    let new = NewGameStats { revision: revision.id, name: &name, file: &file, by: viewer.by(), now_ms: now_ms() };
    match state.store.add_game_stats(new).await {
        Ok(id) => Ok(Redirect::to(&links::statistics(id)).into_response()),
        Err(problem @ (GameStatsError::Again(_) | GameStatsError::TooMany(_))) => refused(problem.to_string()).await,
        Err(other) => Err(other.into()),
    }
}

/// The first file that was sent, on the disk, with its name; what else was sent is read and dropped.
async fn receive(
    state: &State,
    mut multipart: axum::extract::Multipart,
) -> Result<Option<(String, StatsUpload)>, Error> {
    let broke_off = |error: axum::extract::multipart::MultipartError| {
        Error::new(error.status(), format!("The upload broke off: {}", error.body_text()))
    };
    let failed = |error: io::Error| Error::internal(error);
    let mut found = None;
    while let Some(mut field) = multipart.next_field().await.map_err(broke_off)? {
        let name = field.file_name().unwrap_or_default().to_owned();
        let mut upload = match (&found, name.is_empty()) {
            (None, false) => {
                Some(StatsUpload::new_in(state.database.parent().unwrap_or(FilePath::new("."))).map_err(failed)?)
            }
            _ => None,
        };
        let mut length = 0;
        while let Some(chunk) = field.chunk().await.map_err(broke_off)? {
            length += chunk.len();
            if let Some(upload) = &mut upload {
                upload.write(&chunk).map_err(failed)?;
            }
        }
        if let Some(upload) = upload.filter(|_| length > 0) {
            let shown = name.replace(char::is_control, " ").chars().take(100).collect();
            found = Some((shown, upload));
        }
    }
    Ok(found)
}
