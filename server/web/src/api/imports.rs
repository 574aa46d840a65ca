//! Importing a folder of edit files.

use axum::{Json, extract::State as Extracted, http::StatusCode};
use utoipa::ToSchema;

use super::problem::Problem;
use crate::{
    Error, State,
    editions::{
        import::{import_sent, receive},
        import_json::ImportJson,
    },
    extract::Path,
    multipart::Multipart,
    session::viewer::Viewer,
};

/// A folder of edit files: each as a file of its own, or all as one zip.
#[derive(ToSchema)]
#[schema(as = ImportForm)]
#[expect(dead_code, reason = "it describes a form that is read part by part")]
pub(crate) struct ImportFormJson {
    /// The edit files, or one zip that has them.
    #[schema(value_type = Vec<String>, format = Binary)]
    files: Vec<Vec<u8>>,
    /// The title of a new edition; by default its name in addresses.
    title: Option<String>,
    /// The id of the game whose the files are; by default told from the files.
    game: Option<String>,
}

/// Imports a folder: it becomes the edition's newest revision, unless that has the same files. An edition that isn't there yet
/// is made. All or nothing. Needs a maintainer's token of the scope *all*.
#[utoipa::path(post, path = "/api/v1/editions/{slug}/imports", operation_id = "importFiles", tag = "imports",
    params(("slug" = String, Path, description = "The edition's name in addresses: 1 to 64 of a-z, 0-9 and -.")),
    request_body(content = ImportFormJson, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = ImportJson, description = "A new revision."),
        (status = 200, body = ImportJson, description = "The newest revision has these files already."),
        Problem,
    ))]
pub(crate) async fn import(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    Multipart(multipart, room): Multipart,
) -> Result<(StatusCode, Json<ImportJson>), Error> {
    let mut sent = receive(multipart).await??;
    sent.form.edition = slug;
    let imported = import_sent(&viewer, &state, sent, &room).await?;
    Ok((if imported.is_new() { StatusCode::CREATED } else { StatusCode::OK }, Json(imported)))
}
