//! What the files of an edition have of their own, taken into a declaration: as an upload that waits, so that it is looked at before it
//! is the next revision.

use affixboard_model::{
    game::{Declaration, Loaded},
    text::{SourceFile, SourceSet},
};
use affixboard_store::NewUpload;
use axum::{extract::State as Extracted, response::Redirect};

use super::import::kept;
use crate::{Error, State, extract::Path, links, session::viewer::Viewer};
use affixboard_service::{clock::now_ms, compute::Priority};

/// How many names and lines a declaration would take in that none has yet.
pub(super) fn undeclared(loaded: &Loaded) -> usize {
    let known = loaded.foreign.as_ref().and_then(|foreign| foreign.declared.as_ref()).map_or(0, Declaration::count);
    Declaration::of_unknown(loaded, "").count().saturating_sub(known)
}

/// Answers `POST /editions/{slug}/declare`: of the newest revision.
pub async fn take(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
) -> Result<Redirect, Error> {
    let open = state.open(&slug, None).await?;
    let (title, game) = (open.revision.title.clone(), open.loaded.game.id());
    let files = state
        .compute(Priority::Interactive, move || {
            let loaded = &open.loaded;
            (undeclared(loaded) > 0).then(|| kept(&with_declaration(loaded, &open.revision.title)))
        })
        .await?;
    let Some(files) = files else {
        return Err(Error::bad_request(
            "These files have no name or line that their game doesn't have and nothing declares.",
        ));
    };
    let new = NewUpload { slug: &slug, title: &title, game, files: &files, by: viewer.by(), now_ms: now_ms() };
    Ok(Redirect::to(&links::upload(state.store.add_upload(new).await?)))
}

/// The files with a declaration of what they have of their own.
fn with_declaration(loaded: &Loaded, title: &str) -> SourceSet {
    let declaration = Declaration::of_unknown(loaded, title).to_toml(loaded.game);
    loaded.sources.with_file(SourceFile::new(Declaration::FILE, declaration.into_bytes()))
}
