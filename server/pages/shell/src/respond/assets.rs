//! Static files: embedded in release builds, read from disk in debug builds.

use axum::{
    extract::Path,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../../static/"]
struct Static;

/// The bytes of a static file, by its path.
pub fn bytes(path: &str) -> Option<Vec<u8>> {
    Static::get(path).map(|file| file.data.into_owned())
}

/// A static file by its path; its hash is its version.
pub async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = Static::get(&path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let [a, b, ..] = *file.metadata.sha256_hash().as_chunks::<8>().0 else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let etag = format!("\"{:016x}{:016x}\"", u64::from_be_bytes(a), u64::from_be_bytes(b));
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let about = [(header::ETAG, etag.clone()), (header::CACHE_CONTROL, "no-cache".to_owned())];
    if known.is_some_and(|known| known.split(',').any(|tag| tag.trim().trim_start_matches("W/") == etag)) {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    let kind = match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    (about, [(header::CONTENT_TYPE, kind)], file.data.into_owned()).into_response()
}
