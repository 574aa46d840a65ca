//! Getting edit files in with a browser: a folder, several files, or a zip.

use affixboard_core::text::Severity;
use affixboard_store::{MadeBy, NewRevision};
use askama::Template;
use axum::{
    extract::{self, State as Extracted, multipart::MultipartError},
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::diagnostics::counts_text;
use crate::{
    clock::now_ms,
    intake::{self, Files, IntakeError, LARGEST_FILE, LARGEST_TOTAL, MOST_FILES},
    web::{Error, Frame, Html, State, extract::Multipart, html::Section, links},
};

/// The largest zip that is read.
const LARGEST_ZIP: u64 = LARGEST_TOTAL;

#[derive(Template)]
#[template(path = "pages/import.html")]
pub(in crate::web) struct ImportPage {
    frame: Frame,
    editions: Vec<String>,
    edition: String,
    problem: String,
    largest: u64,
    can_act: bool,
}

#[derive(Template)]
#[template(path = "pages/imported.html")]
struct ImportedPage {
    frame: Frame,
    is_new: bool,
    title: String,
    revision: String,
    href: String,
    /// How many errors and warnings there are; empty for none.
    remarks: String,
    diagnostics: String,
}

pub(in crate::web) async fn page(Extracted(state): Extracted<State>) -> Result<Html<ImportPage>, Error> {
    Ok(Html(import_page(&state, String::new(), String::new()).await?))
}

async fn import_page(state: &State, edition: String, problem: String) -> Result<ImportPage, Error> {
    let editions = state.store.editions().await?.into_iter().map(|edition| edition.newest.slug).collect();
    Ok(ImportPage {
        frame: Frame { section: Section::Import, ..Frame::plain("Import") },
        editions,
        edition,
        problem,
        largest: LARGEST_FILE >> 20,
        can_act: state.actions_allowed,
    })
}

/// What was sent, as far as it is taken.
#[derive(Default)]
struct Upload {
    edition: String,
    files: Files,
    zip: Option<Vec<u8>>,
    /// Why it can't be taken. The rest is still read and dropped, so that the browser gets to see the reason.
    problem: Option<IntakeError>,
}

pub(in crate::web) async fn take(
    Extracted(state): Extracted<State>,
    Multipart(multipart): Multipart,
) -> Result<Response, Error> {
    let upload = match receive(multipart).await {
        Ok(upload) => upload,
        Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return refuse(&state, String::new(), &IntakeError::TotalTooLarge.to_string()).await;
        }
        Err(error) => return Err(Error::bad_request(format!("The upload broke off: {}", error.body_text()))),
    };
    let edition = upload.edition.trim().to_ascii_lowercase();
    if let Some(problem) = upload.problem {
        return refuse(&state, edition, &problem.to_string()).await;
    }
    let (zip, files) = (upload.zip, upload.files);
    let loaded = tokio::task::spawn_blocking(move || {
        let sources = match zip {
            Some(bytes) => intake::archive(&bytes)?,
            None => intake::sources(files)?,
        };
        intake::load(sources, None)
    });
    let loaded = match loaded.await.map_err(Error::internal)? {
        Ok(loaded) => loaded,
        Err(problem) => return refuse(&state, edition, &problem.to_string()).await,
    };
    let new = NewRevision {
        slug: &edition,
        title: &edition,
        loaded: &loaded,
        made_by: MadeBy::Import,
        note: "",
        now_ms: now_ms(),
    };
    let imported = match state.store.import(new).await {
        Ok(imported) => imported,
        Err(
            problem @ (affixboard_store::Error::BadSlug(_)
            | affixboard_store::Error::BadTitle
            | affixboard_store::Error::EditionHasOtherGame { .. }),
        ) => return refuse(&state, edition, &problem.to_string()).await,
        Err(other) => return Err(other.into()),
    };
    let revision = &imported.revision;
    let (errors, warnings) = (loaded.count(Severity::Error), loaded.count(Severity::Warning));
    if imported.is_new && errors + warnings == 0 {
        return Ok(Redirect::to(&links::revision(revision)).into_response());
    }
    Ok(Html(ImportedPage {
        frame: Frame::of("Imported", Section::Import, revision),
        is_new: imported.is_new,
        title: revision.title.clone(),
        revision: format!("r{} · {}", revision.number, &revision.content_hash[..7]),
        href: links::revision(revision),
        remarks: if errors + warnings == 0 { String::new() } else { counts_text(errors, warnings) },
        diagnostics: links::diagnostics(revision),
    })
    .into_response())
}

/// Nothing was kept; the form is shown again with the reason.
async fn refuse(state: &State, edition: String, problem: &str) -> Result<Response, Error> {
    let page = import_page(state, edition, problem.to_owned()).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

async fn receive(mut multipart: extract::Multipart) -> Result<Upload, MultipartError> {
    let mut upload = Upload::default();
    let mut total = 0;
    while let Some(mut field) = multipart.next_field().await? {
        if field.name() == Some("edition") {
            upload.edition = field.text().await?.chars().take(100).collect();
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
            Some(if is_zip { IntakeError::TotalTooLarge } else { IntakeError::FileTooLarge { name: name.clone() } })
        } else if total > LARGEST_TOTAL {
            Some(IntakeError::TotalTooLarge)
        } else if upload.files.len() == MOST_FILES {
            Some(IntakeError::TooManyFiles)
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
