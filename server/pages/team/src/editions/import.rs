//! Getting edit files in with a browser: a folder, several files, or a zip. What is sent waits on a page of its own, which shows
//! what it would change; programs import at once.

use affixboard_games as games;
use affixboard_model::{
    game::{Game, Loaded},
    text::{Severity, SourceSet},
};
use affixboard_store::{ImportError, Imported, MadeBy, NewRevision, NewUpload, Revision, Role, UploadFiles};
use askama::Template;
use axum::{
    Json,
    extract::{self, State as Extracted, multipart::MultipartError},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use tokio::sync::OwnedSemaphorePermit;

use super::{changes::UndoneView, diagnostics::counts_text, import_json::ImportJson};
use crate::{
    Error, Frame, Html, State, balance, links,
    multipart::Multipart,
    respond::html::Section,
    session::viewer::Viewer,
    uploads::{NoRoom, UploadPermit},
};
use affixboard_service::{
    clock::{now_ms, shown},
    upload::{self, Files, ImportImpact, LARGEST_FILE, LARGEST_TOTAL, MOST_FILES, UploadError},
};

/// The largest zip that is read.
const LARGEST_ZIP: u64 = LARGEST_TOTAL;
/// Characters of a text with several lines, and of one with one line, that are read at most.
const LONGEST_TEXT: usize = 20_000;
const LONGEST_LINE: usize = 200;

/// What `editions/import.html` shows.
#[derive(Template)]
#[template(path = "editions/import.html")]
pub struct ImportPage {
    frame: Frame,
    editions: Vec<String>,
    edition: String,
    title: String,
    /// By title.
    games: Vec<GameChoice>,
    problem: String,
    largest: u64,
    /// Names of sources that a folder is searched for, with blanks between.
    names: String,
    /// The viewer's uploads that wait: link, edition, and since when.
    waiting: Vec<(String, String, String)>,
    can_act: bool,
}

pub(super) struct GameChoice {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) is_chosen: bool,
}

impl GameChoice {
    /// All games by title.
    pub(super) fn all(chosen: &str) -> Vec<GameChoice> {
        let choice =
            |game: &&'static Game| GameChoice { id: game.id(), title: game.title(), is_chosen: game.id() == chosen };
        let mut games: Vec<_> = games::ALL.iter().map(choice).collect();
        games.sort_by_key(|game| game.title);
        games.push(choice(&&games::tables::GAME));
        games
    }
}

#[derive(Template)]
#[template(path = "editions/import_done.html")]
pub(super) struct ImportedPage {
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
    undone: Vec<UndoneView>,
}

/// Answers `GET /import`.
pub async fn page(Extracted(state): Extracted<State>, viewer: Viewer) -> Result<Html<ImportPage>, Error> {
    Ok(Html(import_page(&viewer, &state, &ImportForm::default(), String::new()).await?))
}

async fn import_page(viewer: &Viewer, state: &State, form: &ImportForm, problem: String) -> Result<ImportPage, Error> {
    let editions = state.store.editions().await?.into_iter().map(|edition| edition.newest);
    let waiting = state.store.uploads(viewer.by(), now_ms()).await?.into_iter();
    Ok(ImportPage {
        frame: Frame { section: Section::Import, ..Frame::plain("Import") },
        editions: editions.filter(|newest| !newest.is_archived).map(|newest| newest.slug).collect(),
        edition: form.edition.clone(),
        title: form.title.clone(),
        games: GameChoice::all(&form.game),
        problem,
        largest: LARGEST_FILE >> 20,
        names: upload::other_names().join(" "),
        waiting: waiting.map(|upload| (links::upload(upload.id), upload.slug, shown(upload.touched_at))).collect(),
        can_act: viewer.may(Role::Maintainer),
    })
}

/// The text fields of the forms that send files.
#[derive(Default)]
pub struct ImportForm {
    /// The slug of the edition.
    pub edition: String,
    /// The title of a new edition; empty for its slug.
    pub title: String,
    /// The id of the game whose the files are; empty to tell it from the files.
    pub(crate) game: String,
    /// Of an upload that waits, the version that the form was made for.
    pub(crate) version: String,
    /// `yes` to import at once.
    pub(crate) direct: String,
    /// Of a proposal that the files become.
    pub description: String,
    /// Of these `yes` to leave out what else differs than lines that can be proposed.
    pub only_lines: String,
}

/// Files and texts that were sent: files by name, cut off at the size limits.
#[derive(Default)]
pub struct SentFiles {
    /// The fields beside the files.
    pub form: ImportForm,
    files: Files,
    zip: Option<Vec<u8>>,
    /// Why it can't be taken. The rest is still read and dropped, so that the browser gets to see the reason.
    problem: Option<UploadError>,
}

impl SentFiles {
    /// Whether there are no files at all.
    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.zip.is_none() && self.problem.is_none()
    }

    /// Takes the edit files of a game out of what was sent; of any that is known where the id is empty.
    pub async fn sources(
        self,
        state: &State,
        room: &UploadPermit,
        game: &str,
    ) -> Result<Result<SourceSet, UploadError>, Error> {
        let game = Some(game.to_owned()).filter(|game| !game.is_empty());
        let (zip, files) = (self.zip, self.files);
        if let Some(problem) = self.problem {
            return Ok(Err(problem));
        }
        let held = room.clone();
        let unpack = move || {
            let _held = held;
            match zip {
                Some(bytes) => upload::archive(&bytes, game.as_deref()),
                None => upload::sources(files, game.as_deref()),
            }
        };
        state.read_upload(unpack).await
    }
}

/// The form of an import, with the edition's own game where nobody named one that files can't be told to be of.
async fn settled(state: &State, mut form: ImportForm) -> Result<ImportForm, Error> {
    if form.game.is_empty() {
        let newest = state.store.editions().await?.into_iter().map(|edition| edition.newest);
        let is_it = |newest: &Revision| newest.slug == form.edition && newest.game == games::tables::GAME.id();
        form.game = newest.into_iter().find(is_it).map_or_else(String::new, |newest| newest.game);
    }
    Ok(form)
}

/// Reads files as a game's, in the room of their upload, of which it takes more as long as the permit is there.
pub async fn load(
    state: &State,
    room: &UploadPermit,
    sources: SourceSet,
    game: &str,
) -> Result<Result<(Loaded, OwnedSemaphorePermit), UploadError>, Error> {
    let game = Some(game.to_owned()).filter(|game| !game.is_empty());
    let held = room.clone();
    let loaded = state.read_upload(move || {
        let more = held.more(upload::parts(&sources).min(upload::MOST_PARTS))?;
        Ok::<_, NoRoom>(upload::load(sources, game.as_deref()).map(|loaded| (loaded, more)))
    });
    Ok(loaded.await??)
}

/// The files as they are kept until somebody imports them.
pub(super) fn kept(sources: &SourceSet) -> UploadFiles {
    sources.files().iter().map(|file| (file.name().to_owned(), file.bytes().to_vec())).collect()
}

/// Answers `POST /import`.
pub async fn take(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    headers: HeaderMap,
    Multipart(multipart, room): Multipart,
) -> Result<Response, Error> {
    let mut sent = match receive(multipart).await? {
        Ok(sent) => sent,
        Err(problem) => return refuse(&viewer, &state, &ImportForm::default(), &problem.to_string()).await,
    };
    let form = settled(&state, std::mem::take(&mut sent.form)).await?;
    let sources = match sent.sources(&state, &room, &form.game).await? {
        Ok(sources) => sources,
        Err(problem) => return refuse(&viewer, &state, &form, &problem.to_string()).await,
    };
    if matches!(viewer, Viewer::Program { .. }) || form.direct == "yes" {
        return import_at_once(&viewer, &state, &form, (sources, &room), &headers).await;
    }
    let new = NewUpload {
        slug: &form.edition,
        title: &form.title,
        game: &form.game,
        files: &kept(&sources),
        by: viewer.by(),
        now_ms: now_ms(),
    };
    let id = state.store.add_upload(new).await?;
    Ok(Redirect::to(&links::upload(id)).into_response())
}

/// Imports without a look at it first, as programs do, and tells them what that did.
async fn import_at_once(
    viewer: &Viewer,
    state: &State,
    form: &ImportForm,
    (sources, room): (SourceSet, &UploadPermit),
    headers: &HeaderMap,
) -> Result<Response, Error> {
    let (loaded, _more) = match load(state, room, sources, &form.game).await? {
        Ok(loaded) => loaded,
        Err(problem) => return refuse(viewer, state, form, &problem.to_string()).await,
    };
    let imported = match state.store.import(new_revision(viewer, form, &loaded)).await {
        Ok(imported) => imported,
        Err(problem @ (ImportError::BadSlug(_) | ImportError::BadTitle | ImportError::OtherGame { .. })) => {
            return refuse(viewer, state, form, &problem.to_string()).await;
        }
        Err(other) => return Err(other.into()),
    };
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    if accept.is_some_and(|accept| accept.contains("application/json")) {
        return Ok(Json(told(state, &imported, &loaded).await?).into_response());
    }
    answer(state, &imported, &loaded).await
}

/// Imports files that were sent into an edition, at once.
///
/// # Errors
/// As pages of errors say it, where the files can't be taken in or the edition can't be one of theirs: nothing is imported.
pub async fn import_sent(
    viewer: &Viewer,
    state: &State,
    mut sent: SentFiles,
    room: &UploadPermit,
) -> Result<ImportJson, Error> {
    let form = settled(state, std::mem::take(&mut sent.form)).await?;
    let sources = sent.sources(state, room, &form.game).await??;
    let (loaded, _more) = load(state, room, sources, &form.game).await??;
    let imported = state.store.import(new_revision(viewer, &form, &loaded)).await?;
    told(state, &imported, &loaded).await
}

/// What an import did, for programs.
async fn told(state: &State, imported: &Imported, loaded: &Loaded) -> Result<ImportJson, Error> {
    let impact = impact(state, imported).await?;
    Ok(ImportJson::new(imported, loaded, impact.as_ref().map_or(&[], |impact| &impact.undone)))
}

/// What an import did to what was there before, if anything was. Balance tests begin to run.
async fn impact(state: &State, imported: &Imported) -> Result<Option<ImportImpact>, Error> {
    let revision = &imported.revision;
    if imported.is_new {
        balance::begin(state, revision);
    }
    if !imported.is_new || revision.number == 1 {
        return Ok(None);
    }
    Ok(ImportImpact::of(&state.store, &state.library, revision.clone()).await?)
}

pub(super) fn new_revision<'a>(viewer: &Viewer, form: &'a ImportForm, loaded: &'a Loaded) -> NewRevision<'a> {
    NewRevision {
        slug: &form.edition,
        title: if form.title.is_empty() { &form.edition } else { &form.title },
        loaded,
        made_by: MadeBy::Import,
        note: "",
        by: viewer.by(),
        now_ms: now_ms(),
    }
}

/// Says what was imported: by the page of what it changed where there is nothing else to say.
pub(super) async fn answer(state: &State, imported: &Imported, loaded: &Loaded) -> Result<Response, Error> {
    let revision = &imported.revision;
    let (errors, warnings) = (loaded.count(Severity::Error), loaded.count(Severity::Warning));
    let has_changes = imported.is_new && revision.number > 1;
    if imported.is_new && errors + warnings == 0 {
        balance::begin(state, revision);
        let to = if has_changes { links::changes(revision) } else { links::revision(revision) };
        return Ok(Redirect::to(&to).into_response());
    }
    let impact = impact(state, imported).await?;
    let undone = impact.as_ref().map_or(&[][..], |impact| &impact.undone);
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
        changes: if has_changes { links::changes(revision) } else { String::new() },
        undone: undone.iter().map(UndoneView::new).collect(),
    })
    .into_response())
}

/// Nothing was kept; the form is shown again with the reason.
async fn refuse(viewer: &Viewer, state: &State, form: &ImportForm, problem: &str) -> Result<Response, Error> {
    let page = import_page(viewer, state, form, problem.to_owned()).await?;
    Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
}

/// What was sent. An upload beyond what is read at all has no texts that could be shown again.
pub async fn receive(multipart: extract::Multipart) -> Result<Result<SentFiles, UploadError>, Error> {
    match receive_parts(multipart).await {
        Ok(mut sent) => {
            sent.form.edition = sent.form.edition.trim().to_ascii_lowercase();
            sent.form.title = sent.form.title.trim().to_owned();
            Ok(Ok(sent))
        }
        Err(error) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => Ok(Err(UploadError::TotalTooLarge)),
        Err(error) => Err(Error::bad_request(format!("The upload broke off: {}", error.body_text()))),
    }
}

async fn receive_parts(mut multipart: extract::Multipart) -> Result<SentFiles, MultipartError> {
    let mut upload = SentFiles::default();
    let mut total = 0;
    while let Some(mut field) = multipart.next_field().await? {
        let text = match field.name() {
            Some("edition") => Some(&mut upload.form.edition),
            Some("title") => Some(&mut upload.form.title),
            Some("game") => Some(&mut upload.form.game),
            Some("version") => Some(&mut upload.form.version),
            Some("direct") => Some(&mut upload.form.direct),
            Some("description") => Some(&mut upload.form.description),
            Some("only_lines") => Some(&mut upload.form.only_lines),
            _ => None,
        };
        if let Some(text) = text {
            let most = if field.name() == Some("description") { LONGEST_TEXT } else { LONGEST_LINE };
            // One more, so that what is too long is still found to be.
            *text = field.text().await?.chars().take(most + 1).collect();
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
