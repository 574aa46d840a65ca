//! A sheet as a file to download.

use affixboard_report::{format::Format, sheet::Sheet};
use axum::{
    http::header,
    response::{IntoResponse, Response},
};

/// A file name that says what it holds: letters, digits, `-` and `.` only, so that it needs no quoting anywhere.
fn file_name(parts: &[&str], extension: &str) -> String {
    let clean = |part: &&str| -> String {
        let kept: String =
            part.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        kept.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    };
    let parts: Vec<_> = parts.iter().map(clean).filter(|part| !part.is_empty()).collect();
    format!("{}.{extension}", parts.join("-"))
}

/// The sheet in that format, named after its edition, its title, its quality and its revision's hash.
pub(super) fn download(sheet: &Sheet, format: &Format) -> Response {
    let about = &sheet.provenance;
    let hash = &about.content_hash[..7.min(about.content_hash.len())];
    let quality = sheet.quality.as_deref().unwrap_or("");
    let name = file_name(&[&about.edition, &sheet.title, quality, sheet.measure.id(), hash], format.extension);
    attachment(&name, format.media_type, (format.write)(sheet))
}

/// Bytes as a file to keep.
pub(super) fn attachment(name: &str, media_type: &'static str, bytes: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, bytes).into_response()
}

#[cfg(test)]
mod tests {
    #[test]
    fn file_names_need_no_quoting() {
        let name = super::file_name(&["Our \"v4\"; x", "Swords/23", "", "pool", "3f9c1e2"], "csv");
        assert_eq!(name, "our-v4-x-swords-23-pool-3f9c1e2.csv");
    }
}
