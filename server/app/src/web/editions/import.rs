//! Getting edit files in with a browser: a folder, several files, or a zip.

use affixboard_core::{games, text::Severity};
use affixboard_store::{ImportError, MadeBy, NewRevision, Role};
use askama::Template;
use axum::{
    extract::{self, State as Extracted, multipart::MultipartError},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::diagnostics::counts_text;
use crate::{
    clock::now_ms,
    compute::Priority,
    upload::{self, Files, LARGEST_FILE, LARGEST_TOTAL, MOST_FILES, UploadError},
    web::{
        Error, Frame, Html, State, links, multipart::Multipart, respond::html::Section, session::viewer::Viewer,
        uploads::NoRoom,
    },
};

/// The largest zip that is read.
const LARGEST_ZIP: u64 = LARGEST_TOTAL;

#[derive(Template)]
#[template(path = "editions/import.html")]
pub(crate) struct ImportPage {
    frame: Frame,
    editions: Vec<String>,
    edition: String,
    /// By title.
    games: Vec<GameChoice>,
    problem: String,
    largest: u64,
    /// Names of sources that a folder is searched for, with blanks between.
    names: String,
    can_act: bool,
}

struct GameChoice {
    id: &'static str,
    title: &'static str,
    is_chosen: bool,
}

#[derive(Template)]
#[template(path = "editions/import_done.html")]
struct ImportedPage {
    frame: Frame,
    is_new: bool,
    title: String,
    revision: String,
    game: &'static str,
    href: String,
    /// Numbers of errors and warnings; empty if there are none.
    remarks: String,
    has_errors: bool,
    diagnostics: String,
    /// Link to the revision's changes; empty for an edition's first revision, and where no file is new.
    changes: String,
}

pub(crate) async fn page(Extracted(state): Extracted<State>, viewer: Viewer) -> Result<Html<ImportPage>, Error> {
    Ok(Html(import_page(&viewer, &state, &Named::default(), String::new()).await?))
}

async fn import_page(viewer: &Viewer, state: &State, named: &Named, problem: String) -> Result<ImportPage, Error> {
    let editions = state.store.editions().await?.into_iter().map(|edition| edition.newest.slug).collect();
    let mut games: Vec<_> = games::ALL
        .iter()
        .map(|game| GameChoice { id: game.id(), title: game.title(), is_chosen: game.id() == named.game })
        .collect();
    games.sort_by_key(|game| game.title);
    Ok(ImportPage {
        frame: Frame { section: Section::Import, ..Frame::plain("Import") },
        editions,
        edition: named.edition.clone(),
        games,
        problem,
        largest: LARGEST_FILE >> 20,
        names: upload::other_names().join(" "),
        can_act: viewer.may(Role::Maintainer),
    })
}

/// The text fields of the upload form.
#[derive(Default)]
struct Named {
    edition: String,
    /// The id of the game whose the files are; empty to tell it from the files.
    game: String,
}

/// An upload: files by name, cut off at the size limits.
#[derive(Default)]
struct Upload {
    named: Named,
    files: Files,
    zip: Option<Vec<u8>>,
    /// Why it can't be taken. The rest is still read and dropped, so that the browser gets to see the reason.
    problem: Option<UploadError>,
}

pub(crate) async fn take(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Multipart(multipart, room): Multipart,
) -> Result<Response, Error> {
    let upload = match receive(multipart).await {
        Ok(upload) => upload,
        Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return refuse(&viewer, &state, &Named::default(), &UploadError::TotalTooLarge.to_string()).await;
        }
        Err(error) => return Err(Error::bad_request(format!("The upload broke off: {}", error.body_text()))),
    };
    let mut named = upload.named;
    named.edition = named.edition.trim().to_ascii_lowercase();
    if let Some(problem) = upload.problem {
        return refuse(&viewer, &state, &named, &problem.to_string()).await;
    }
    let game = Some(named.game.clone()).filter(|game| !game.is_empty());
    let (zip, files) = (upload.zip, upload.files);
    let held = room.clone();
    let loaded = state.compute(Priority::Interactive, move || {
        let sources = match zip {
            Some(bytes) => upload::archive(&bytes),
            None => upload::sources(files),
        };
        let sources = match sources {
            Ok(sources) => sources,
            Err(problem) => return Ok(Err(problem)),
        };
        let more = held.more(upload::parts(&sources).min(upload::MOST_PARTS))?;
        Ok::<_, NoRoom>(upload::load(sources, game.as_deref()).map(|loaded| (loaded, more)))
    });
    let (loaded, _more) = match loaded.await?? {
        Ok(loaded) => loaded,
        Err(problem) => return refuse(&viewer, &state, &named, &problem.to_string()).await,
    };
    let new = NewRevision {
        slug: &named.edition,
        title: &named.edition,
        loaded: &loaded,
        made_by: MadeBy::Import,
        note: "",
        by: viewer.by(),
        now_ms: now_ms(),
    };
    let imported = match state.store.import(new).await {
        Ok(imported) => imported,
        Err(problem @ (ImportError::BadSlug(_) | ImportError::BadTitle | ImportError::OtherGame { .. })) => {
            return refuse(&viewer, &state, &named, &problem.to_string()).await;
        }
        Err(other) => return Err(other.into()),
    };
    let revision = &imported.revision;
    let (errors, warnings) = (loaded.count(Severity::Error), loaded.count(Severity::Warning));
    if imported.is_new && errors + warnings == 0 {
        let to = if revision.number > 1 { links::changes(revision) } else { links::revision(revision) };
        return Ok(Redirect::to(&to).into_response());
    }
    Ok(Html(ImportedPage {
        frame: Frame::of("Imported", Section::Import, revision),
        is_new: imported.is_new,
        title: revision.title.clone(),
        revision: format!("r{} · {}", revision.number, &revision.content_hash[..7]),
        game: loaded.game.title(),
        href: links::revision(revision),
        remarks: if errors + warnings == 0 { String::new() } else { counts_text(errors, warnings) },
        has_errors: errors > 0,
        diagnostics: links::diagnostics(revision),
        changes: if imported.is_new && revision.number > 1 { links::changes(revision) } else { String::new() },
    })
    .into_response())
}

/// Nothing was kept; the form is shown again with the reason.
async fn refuse(viewer: &Viewer, state: &State, named: &Named, problem: &str) -> Result<Response, Error> {
    let page = import_page(viewer, state, named, problem.to_owned()).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

async fn receive(mut multipart: extract::Multipart) -> Result<Upload, MultipartError> {
    let mut upload = Upload::default();
    let mut total = 0;
    while let Some(mut field) = multipart.next_field().await? {
        let named = match field.name() {
            Some("edition") => Some(&mut upload.named.edition),
            Some("game") => Some(&mut upload.named.game),
            _ => None,
        };
        if let Some(named) = named {
            *named = field.text().await?.chars().take(100).collect();
            continue;
        }
        let name = field.file_name().unwrap_or_default().to_owned();
        let is_zip = name.to_ascii_lowercase().ends_with(".zip");
        let limit = if is_zip { LARGEST_ZIP } else { LARGEST_FILE };
        let mut bytes = Vec::new();
        let mut length = 0;
        while let Some(chunk) = field.chunk().await? {
            length += chunk.len() as u64;
            if length <= limit && upload.problem.is_none() {
                bytes.extend_from_slice(&chunk);
            }
        }
        if name.is_empty() || upload.problem.is_some() {
            continue;
        }
        total += length;
        upload.problem = if length > limit {
            Some(if is_zip { UploadError::TotalTooLarge } else { UploadError::FileTooLarge { name: name.clone() } })
        } else if total > LARGEST_TOTAL {
            Some(UploadError::TotalTooLarge)
        } else if upload.files.len() == MOST_FILES {
            Some(UploadError::TooManyFiles)
        } else {
            None
        };
        if is_zip {
            upload.zip = Some(bytes);
        } else {
            upload.files.push((name, bytes));
        }
    }
    Ok(upload)
}
