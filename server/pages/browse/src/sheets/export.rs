//! Sheets as files to download: one, or those of all item types together.

use std::{io, iter, sync::Arc};

use affixboard_model::catalog::EntryValue;
use affixboard_report::{
    format::{self, Export, Format, bundle},
    palette::{Curve, Scale},
    sheet::Sheet,
    sheets::{self, RowName, SheetError},
};
use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use tokio_stream::StreamExt;

use super::{settings::SheetSettings, types::ALL};
use crate::{
    Error, State,
    respond::stream_body::{Turn, stream_body, stream_body_in_turn},
};
use affixboard_service::{
    compute::{CancelToken, Priority, par_map_ordered},
    library::OpenRevision,
};

/// Options of a downloaded file.
#[derive(Debug, Clone, Default)]
pub struct FileOptions {
    pub(crate) scale: Scale,
    pub(crate) curve: Curve,
    /// Whether depths go down, in the formats that are what is on screen.
    pub(crate) turned: bool,
    /// Whether several item types stand beside each other, in these formats.
    pub(crate) types_across: bool,
    /// Rows that are left out, and rows that come first.
    pub(crate) hidden: Vec<RowName>,
    pub(crate) pinned: Vec<RowName>,
    /// The address of the page.
    pub(crate) address: String,
}

impl FileOptions {
    /// As a page with these settings shows it.
    pub fn of(settings: &SheetSettings, address: String) -> Result<FileOptions, Error> {
        Ok(FileOptions {
            scale: settings.scale()?,
            curve: settings.curve()?,
            turned: settings.is_turned()?,
            types_across: settings.has_types_across()?,
            hidden: settings.hidden()?,
            pinned: settings.pinned()?,
            address,
        })
    }

    /// A sheet whose page has no such settings.
    pub(crate) fn plain(address: String) -> FileOptions {
        FileOptions { address, ..FileOptions::default() }
    }

    /// The sheet as a format has it: with the rows on screen, and item types beside each other where they are there.
    fn shown(&self, sheet: Sheet, format: &Format) -> Sheet {
        let sheet = sheets::arranged(sheet, &self.hidden, &self.pinned);
        if self.types_across && format.is_as_shown { sheets::side_by_side(sheet) } else { sheet }
    }

    fn export<'a>(&'a self, sheet: &'a Sheet) -> Export<'a> {
        Export { sheet, scale: self.scale, curve: self.curve, turned: self.turned, address: &self.address }
    }
}

/// A file name that says what it holds: letters, digits, `-` and `.` only, so that it needs no quoting anywhere.
pub fn file_name(parts: &[&str], extension: &str) -> String {
    let clean = |part: &&str| -> String {
        let kept: String =
            part.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
        kept.split('-').filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
    };
    let parts: Vec<_> = parts.iter().map(clean).filter(|part| !part.is_empty()).collect();
    format!("{}.{extension}", parts.join("-"))
}

/// The format of one sheet that an address asks for.
pub fn find_format(extension: &str) -> Result<&'static Format, Error> {
    format::find(extension).ok_or_else(|| {
        let known: Vec<_> = format::ALL.iter().map(|format| format.extension).collect();
        // Who asks for a PNG is asked for as an SVG (see `png`), so that the two are refused in the same words.
        let found = if extension == "svg" {
            "There is no chart at this address".to_owned()
        } else {
            format!("Found the format `{extension}`")
        };
        Error::not_found(format!("{found}; expected one of {}.", known.join(", ")))
    })
}

/// The format of the sheets of all item types, where the last part of a path asks for them, such as `all.zip`; other formats
/// are of one sheet with all of them.
pub(crate) fn whole_format(file: &str) -> Option<&'static bundle::BundleFormat> {
    bundle::find(file.strip_prefix(ALL)?.strip_prefix('.')?)
}

/// The sheet in that format.
pub fn download(state: &State, sheet: Sheet, options: FileOptions, format: &'static Format) -> Response {
    let name = name_of(&sheet, &sheet.title, format.extension);
    let sheet = options.shown(sheet, format);
    let body = stream_body(state.stopped.clone(), move |out, _| (format.write)(options.export(&sheet), out));
    attachment(&name, format.media_type, body)
}

/// The header that names the columns to which closer numbers are to come; it is absent where all are final.
const UNFINISHED: &str = "affixboard-unfinished";

/// An answer with the numbers of now, and the columns to which closer ones are to come.
pub(crate) fn with_unfinished(mut answer: Response, columns: &[u32]) -> Response {
    let columns: Vec<_> = columns.iter().map(u32::to_string).collect();
    if let Ok(value) = HeaderValue::from_str(&columns.join(","))
        && !columns.is_empty()
    {
        answer.headers_mut().insert(UNFINISHED, value);
    }
    answer
}

/// A sheet's file is named after its edition, its title, its quality or drop profile and its revision's hash.
fn name_of(sheet: &Sheet, title: &str, extension: &str) -> String {
    let about = &sheet.provenance;
    let hash = &about.content_hash[..7.min(about.content_hash.len())];
    let quality = sheet.quality.as_deref().unwrap_or("");
    let profile = about.profile.as_deref().unwrap_or("");
    file_name(&[&about.edition, title, quality, profile, sheet.measure.id(), hash], extension)
}

/// A sheet that is still being made: the answer begins with the name `like` it would have, and its bytes follow when the
/// sheet is there. Where it fails then, the transfer is broken off, so that nobody takes it for whole.
pub(crate) fn download_later(
    state: &State,
    like: &Sheet,
    options: FileOptions,
    format: &'static Format,
    sheet: impl Future<Output = Result<Sheet, Error>> + Send + 'static,
) -> Response {
    let scheduler = Arc::clone(state.scheduler());
    let bytes = async move {
        let sheet = sheet.await.map_err(|_| io::Error::other("the sheet could not be made"))?;
        let writing = scheduler.spawn(Priority::Interactive, move |_| {
            let mut bytes = Vec::new();
            let sheet = options.shown(sheet, format);
            (format.write)(options.export(&sheet), &mut bytes).map(|()| bytes)
        });
        writing.await.map_err(io::Error::other)?
    };
    let mut bytes = Some(bytes);
    let body = tokio_stream::once(()).then(move |()| {
        let bytes = bytes.take();
        async move {
            match bytes {
                Some(bytes) => bytes.await,
                None => Ok(Vec::new()),
            }
        }
    });
    attachment(&name_of(like, &like.title, format.extension), format.media_type, Body::from_stream(body))
}

/// The sheets of all these item types (number and name), made and written one after the other while they are read.
///
/// `what` they are is a part of the file's name. Those that a batch has no drops for are left out.
///
/// # Errors
/// Fails if the first sheet can't be made; 503 if the program is stopping.
pub(crate) async fn download_whole(
    state: &State,
    what: &str,
    options: FileOptions,
    format: &'static bundle::BundleFormat,
    types: Vec<(u16, String)>,
    sheet_of: impl Fn(u16) -> Result<Sheet, SheetError> + Send + Sync + 'static,
) -> Result<Response, Error> {
    let busy = || Error::new(StatusCode::SERVICE_UNAVAILABLE, "The program stops.");
    let turn = Turn::begin(state.exports.clone()).await.map_err(|_| busy())?;
    let (hidden, pinned) = (options.hidden.clone(), options.pinned.clone());
    let part_of = move |(tval, name): (u16, String), _: &CancelToken| match sheet_of(tval) {
        Err(SheetError::NothingCounted { .. }) => None,
        made => Some(made.map(|sheet| {
            let sheet = sheets::arranged(sheet, &hidden, &pinned);
            bundle::BundlePart { name: format!("{tval} {name}"), sheet }
        })),
    };
    let mut parts = par_map_ordered(state.scheduler(), Priority::Interactive, types.into_iter(), part_of);
    // Errors in the request are reported before the file begins.
    let first = loop {
        match parts.next().await {
            None => return Err(Error::not_found("There is no item type to show.")),
            Some(made) => match made.map_err(Error::internal)? {
                None => {}
                Some(part) => break part?,
            },
        }
    };
    let name = name_of(&first.sheet, what, format.extension);
    let body = stream_body_in_turn(state.stopped.clone(), Some(turn), move |out, recipient| {
        let mut first = Some(first);
        let mut parts = iter::from_fn(move || {
            if let Err(gone) = recipient.check() {
                return Some(Err(gone));
            }
            let mut next = || parts.wait_next().map(|made| made.map_err(io::Error::other));
            let built = || {
                iter::from_fn(&mut next).find_map(|made| match made {
                    Ok(part) => part.map(|part| part.map_err(io::Error::other)),
                    Err(error) => Some(Err(error)),
                })
            };
            first.take().map(Ok).or_else(built)
        });
        (format.write)(
            &mut parts,
            bundle::BundleOptions { scale: options.scale, curve: options.curve, address: &options.address },
            out,
        )
    });
    Ok(attachment(&name, format.media_type, body))
}

/// Bytes as a file to keep.
pub fn attachment(name: &str, media_type: &'static str, bytes: impl Into<Body>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, bytes.into()).into_response()
}

/// The files that a sheet's page offers.
pub(crate) struct ExportMenu {
    /// Files of the sheet.
    pub(crate) sheet: Vec<ExportChoice>,
    /// Files of the sheets of all item types; empty where there are none.
    pub(crate) whole: Vec<ExportChoice>,
    /// Whether closer numbers are to come.
    pub(crate) is_computing: bool,
}

/// A file to download.
pub(crate) struct ExportChoice {
    pub(crate) title: &'static str,
    pub(crate) hint: &'static str,
    pub(crate) href: String,
}

impl ExportMenu {
    /// The menu of the sheet at a path.
    pub(crate) fn new(settings: &SheetSettings, path: &str) -> ExportMenu {
        let sheet = format::ALL.iter().map(|format| ExportChoice {
            title: format.title,
            hint: format.hint,
            href: settings.query().on(&format!("{path}.{}", format.extension)),
        });
        ExportMenu { sheet: sheet.collect(), whole: Vec::new(), is_computing: false }
    }

    /// Adds the chart, whose address as SVG is `href`.
    pub(crate) fn with_chart(mut self, href: String) -> ExportMenu {
        let png = href.replacen(".svg", ".png", 1);
        self.sheet.push(ExportChoice { title: "SVG", hint: "the chart", href });
        self.sheet.push(ExportChoice { title: "PNG", hint: "the chart as dots", href: png });
        self
    }

    /// Adds the files of the sheets of all item types.
    pub(crate) fn with_whole(mut self, settings: &SheetSettings, path: &str) -> ExportMenu {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let query = settings.query().set("sval", "");
        let whole = bundle::ALL.iter().map(|format| ExportChoice {
            title: format.title,
            hint: format.hint,
            href: query.on(&format!("{folder}/{ALL}.{}", format.extension)),
        });
        self.whole = whole.collect();
        self
    }
}

/// A last row that says why numbers are in doubt, for tables of values: the word `note` and the sentence before empty columns.
pub fn doubts_row(open: &OpenRevision, columns: usize) -> Option<Vec<EntryValue>> {
    let doubts = open.loaded.doubts()?;
    let mut row = vec![EntryValue::None; columns.max(2)];
    row[0] = EntryValue::Text("note".to_owned());
    row[1] = EntryValue::Text(doubts);
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_need_no_quoting() {
        let name = file_name(&["Our \"v4\"; x", "Swords/23", "", "pool", "3f9c1e2"], "csv");
        assert_eq!(name, "our-v4-x-swords-23-pool-3f9c1e2.csv");
    }

    #[test]
    fn all_item_types_are_asked_for() {
        let extension = |file| whole_format(file).map(|format| format.extension);
        assert_eq!(
            ["all.zip", "all.long.csv", "23.csv", "all", "all.csv"].map(extension),
            [Some("zip"), Some("long.csv"), None, None, None]
        );
    }
}
