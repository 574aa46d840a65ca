//! A sheet as a file to download.

use affixboard_report::{format::Format, sheet::Sheet};
use axum::{
    body::Body,
    http::header,
    response::{IntoResponse, Response},
};
use tokio_stream::StreamExt;

use crate::web::Error;

/// A file name that says what it holds: letters, digits, `-` and `.` only, so that it needs no quoting anywhere.
pub(super) fn file_name(parts: &[&str], extension: &str) -> String {
    let clean = |part: &&str| -> String {
        let kept: String =
            part.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        kept.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    };
    let parts: Vec<_> = parts.iter().map(clean).filter(|part| !part.is_empty()).collect();
    format!("{}.{extension}", parts.join("-"))
}

/// The sheet in that format.
pub(super) fn download(sheet: &Sheet, format: &Format) -> Response {
    attachment(&name_of(sheet, format), format.media_type, (format.write)(sheet))
}

/// A sheet's file is named after its edition, its title, its quality or drop profile and its revision's hash.
fn name_of(sheet: &Sheet, format: &Format) -> String {
    let about = &sheet.provenance;
    let hash = &about.content_hash[..7.min(about.content_hash.len())];
    let quality = sheet.quality.as_deref().unwrap_or("");
    let profile = about.profile.as_deref().unwrap_or("");
    file_name(&[&about.edition, &sheet.title, quality, profile, sheet.measure.id(), hash], format.extension)
}

/// A sheet that is still being made: the answer begins with the name `like` it would have, and its bytes follow when the
/// sheet is there. Where it fails then, the transfer is broken off, so that nobody takes it for whole.
pub(super) fn download_later(
    like: &Sheet,
    format: &'static Format,
    sheet: impl Future<Output = Result<Sheet, Error>> + Send + 'static,
) -> Response {
    let written = async move {
        let sheet = sheet.await.map_err(|_| std::io::Error::other("the sheet could not be made"))?;
        Ok::<Vec<u8>, std::io::Error>((format.write)(&sheet))
    };
    let mut written = Some(written);
    let body = tokio_stream::once(()).then(move |()| {
        let written = written.take();
        async move {
            match written {
                Some(written) => written.await,
                None => Ok(Vec::new()),
            }
        }
    });
    attachment(&name_of(like, format), format.media_type, Body::from_stream(body))
}

/// Bytes as a file to keep.
pub(super) fn attachment(name: &str, media_type: &'static str, bytes: impl Into<Body>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, bytes.into()).into_response()
}

#[cfg(test)]
mod tests {
    #[test]
    fn file_names_need_no_quoting() {
        let name = super::file_name(&["Our \"v4\"; x", "Swords/23", "", "pool", "3f9c1e2"], "csv");
        assert_eq!(name, "our-v4-x-swords-23-pool-3f9c1e2.csv");
    }
}
