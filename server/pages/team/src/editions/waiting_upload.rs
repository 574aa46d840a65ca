//! An upload that waits: what its files would change, before they are imported, and single files replaced where they can't be.

use affixboard_model::{
    game::Loaded,
    text::{Severity, SourceFile, SourceSet},
};
use affixboard_store::{ImportError, NewUpload, Role, SeenUpload, Upload, UploadId, content_hash};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    changes::ImpactView,
    diagnostics::{Remark, counts_text},
    import::{GameChoice, ImportForm, answer, kept, load, new_revision, receive},
};
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path},
    links,
    multipart::Multipart,
    paths,
    respond::html::Section,
    session::viewer::Viewer,
    uploads::UploadPermit,
};
use affixboard_service::{
    clock::{now_ms, shown},
    requester::Requester,
    upload::{ImportImpact, UploadError, other_names},
};

/// Errors shown at most.
const MOST_ERRORS: usize = 20;

/// What `editions/waiting_upload.html` shows.
#[derive(Template)]
#[template(path = "editions/waiting_upload.html")]
pub struct WaitingUploadPage {
    frame: Frame,
    edition: String,
    title: String,
    /// The game that the files are read as; empty where they can't be.
    game: &'static str,
    /// Why they can't be imported as they are; empty where they can.
    problem: String,
    /// Why what was just sent can't be taken; empty where it was.
    refused: String,
    /// The edition's newest revision: link and label; none where there is no such edition.
    newest: Option<(String, String)>,
    /// Its number, 0 for none.
    newest_number: u32,
    version: u32,
    /// Whether that revision has these files, byte for byte.
    is_same: bool,
    /// What is in the files of a new edition: `12 affixes`.
    contents: Vec<String>,
    /// Numbers of errors and warnings; empty if there are none.
    remarks: String,
    /// The first errors.
    errors: Vec<Remark>,
    /// Number of errors that aren't shown.
    more_errors: usize,
    impact: Option<ImpactView>,
    files: Vec<(String, u64)>,
    expires: String,
    games: Vec<GameChoice>,
    /// Names of sources that a dropped folder is searched for, with blanks between.
    names: String,
    action: String,
    import: String,
    discard: String,
    can_act: bool,
}

/// Answers `GET /import/{id}`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    by: Requester,
    Path(id): Path<i64>,
) -> Result<Html<WaitingUploadPage>, Error> {
    let upload = find(&state, &viewer, id).await?;
    let room = state.uploads.begin(by, upload.bytes)?;
    Ok(Html(show(&viewer, &state, &upload, &room, String::new()).await?))
}

/// The viewer's upload of that number.
async fn find(state: &State, viewer: &Viewer, id: i64) -> Result<Upload, Error> {
    let upload = state.store.upload(UploadId(id), viewer.by(), now_ms()).await?;
    let gone = "There is no such upload. It was imported, discarded, or nobody touched it for a day.";
    upload.ok_or_else(|| Error::not_found(gone))
}

async fn sources(state: &State, id: UploadId) -> Result<SourceSet, Error> {
    let mut sources = SourceSet::new();
    for (name, bytes) in state.store.upload_files(id).await? {
        sources.push(SourceFile::new(name, bytes));
    }
    Ok(sources)
}

async fn show(
    viewer: &Viewer,
    state: &State,
    upload: &Upload,
    room: &UploadPermit,
    refused: String,
) -> Result<WaitingUploadPage, Error> {
    let sources = sources(state, upload.id).await?;
    let newest = state.store.revision(&upload.slug, None).await?;
    let mut page = WaitingUploadPage {
        frame: Frame { section: Section::Import, ..Frame::plain(format!("Import into {}", upload.slug)) },
        edition: upload.slug.clone(),
        title: upload.title.clone(),
        game: "",
        problem: String::new(),
        refused,
        newest: newest.as_ref().map(|newest| (links::revision(newest), format!("{} r{}", newest.title, newest.number))),
        newest_number: newest.as_ref().map_or(0, |newest| newest.number),
        version: upload.version,
        is_same: false,
        contents: Vec::new(),
        remarks: String::new(),
        errors: Vec::new(),
        more_errors: 0,
        impact: None,
        files: sources.files().iter().map(|file| (file.name().to_owned(), file.bytes().len() as u64)).collect(),
        expires: shown(upload.expires_at()),
        games: GameChoice::all(&upload.game),
        names: other_names().join(" "),
        action: links::upload(upload.id),
        import: paths::UPLOAD_IMPORT.with([&upload.id]),
        discard: paths::UPLOAD_DISCARD.with([&upload.id]),
        can_act: viewer.may(Role::Maintainer),
    };
    let (loaded, _more) = match load(state, room, sources, &upload.game).await? {
        Ok(loaded) => loaded,
        Err(problem) => {
            page.problem = problem.to_string();
            return Ok(page);
        }
    };
    page.tell(&loaded);
    if let Err(refusal) = state.store.check_import(&upload.slug, loaded.game.id()).await {
        page.problem = refusal_of(refusal)?;
    } else if let Some(newest) = newest {
        page.is_same = content_hash(&loaded) == newest.content_hash;
        if !page.is_same {
            let impact = ImportImpact::of_files(&state.store, &state.library, newest, loaded).await?;
            page.impact = Some(ImpactView::new(&impact, false));
        }
    }
    Ok(page)
}

impl WaitingUploadPage {
    /// Says what is in the files.
    fn tell(&mut self, loaded: &Loaded) {
        self.game = loaded.game.title();
        self.frame.doubts = loaded.doubts().unwrap_or_default();
        let words = loaded.game.words();
        let contents = loaded.entry_sorts().filter_map(|sort| {
            let count = loaded.entry_records(sort).len();
            (count > 0).then(|| format!("{count} {}", if count == 1 { sort.word(words) } else { sort.plural(words) }))
        });
        self.contents = contents.collect();
        let (errors, warnings) = (loaded.count(Severity::Error), loaded.count(Severity::Warning));
        if errors + warnings > 0 {
            self.remarks = counts_text(errors, warnings);
        }
        let shown = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.severity() == Severity::Error);
        self.errors = shown.take(MOST_ERRORS).map(|error| Remark::new(&loaded.sources, error)).collect();
        self.more_errors = errors - self.errors.len();
    }
}

/// What keeps files from being imported, in words; other failures are failures here too.
fn refusal_of(refusal: ImportError) -> Result<String, Error> {
    match refusal {
        ImportError::BadSlug(_)
        | ImportError::BadTitle
        | ImportError::OtherGame { .. }
        | ImportError::Archived(_)
        | ImportError::NewerRevision { .. }
        | ImportError::UploadChanged => Ok(refusal.to_string()),
        ImportError::Database(_) => Err(refusal.into()),
    }
}

/// Puts files in the place of those with their names, and reads all as another game or for another edition.
pub async fn change(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Multipart(multipart, room): Multipart,
) -> Result<Response, Error> {
    let upload = find(&state, &viewer, id).await?;
    let refuse = async |problem: UploadError| -> Result<Response, Error> {
        let page = show(&viewer, &state, &upload, &room, problem.to_string()).await?;
        Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
    };
    let mut sent = match receive(multipart).await? {
        Ok(sent) => sent,
        Err(problem) => return refuse(problem).await,
    };
    let form = std::mem::take(&mut sent.form);
    let game = if form.game.is_empty() { &upload.game } else { &form.game };
    let files = if sent.is_empty() {
        Vec::new()
    } else {
        match sent.sources(&state, &room, game).await? {
            Ok(sources) => kept(&sources),
            Err(problem) => return refuse(problem).await,
        }
    };
    let version = form.version.parse().map_err(|_| Error::bad_request("version: expected a number."))?;
    let new = NewUpload {
        slug: &form.edition,
        title: &form.title,
        game: &form.game,
        files: &files,
        by: viewer.by(),
        now_ms: now_ms(),
    };
    state.store.change_upload(upload.id, version, new).await?;
    Ok(Redirect::to(&links::upload(upload.id)).into_response())
}

/// The upload as its page showed it.
#[derive(Debug, Deserialize)]
pub struct LookedAtForm {
    version: u32,
    /// The number of the edition's newest revision; 0 where it is new.
    newest: u32,
}

/// Makes the files the newest revision, where nothing has changed since they were looked at; else they are shown again.
pub async fn import(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    by: Requester,
    Path(id): Path<i64>,
    Form(seen): Form<LookedAtForm>,
) -> Result<Response, Error> {
    let upload = find(&state, &viewer, id).await?;
    let room = state.uploads.begin(by, upload.bytes)?;
    let sources = sources(&state, upload.id).await?;
    let form = ImportForm { edition: upload.slug.clone(), title: upload.title.clone(), ..ImportForm::default() };
    let Ok((loaded, _more)) = load(&state, &room, sources, &upload.game).await? else {
        // Its page says why.
        return Ok(Redirect::to(&links::upload(upload.id)).into_response());
    };
    let seen = SeenUpload { id: upload.id, version: seen.version, newest: seen.newest };
    match state.store.import_upload(new_revision(&viewer, &form, &loaded), seen).await {
        Ok(imported) => answer(&state, &imported, &loaded).await,
        Err(refusal) => {
            let why = refusal_of(refusal)?;
            let upload = find(&state, &viewer, id).await?;
            let page = show(&viewer, &state, &upload, &room, why).await?;
            Ok((StatusCode::CONFLICT, Html(page)).into_response())
        }
    }
}

/// Answers `POST /import/{id}/discard`.
pub async fn discard(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    state.store.discard_upload(UploadId(id), viewer.by()).await?;
    Ok(Redirect::to(&paths::IMPORT.path()))
}
