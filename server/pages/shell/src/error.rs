//! Errors of answers: status and message for the viewer, shown by `respond::error_page`. Details of our own failures
//! go to the log only.

use affixboard_report::sheets::SheetError;
use affixboard_store::Unavailable;
use axum::http::StatusCode;
use tracing::error;

use super::{outage::Outage, store_error::StoreError};
use affixboard_service::{library::LibraryError, upload::UploadError};

/// An answer that is none.
#[derive(Debug)]
pub struct Error {
    pub(super) status: StatusCode,
    pub(super) message: String,
    /// After how many seconds it can be tried again.
    pub(super) retry_after: Option<u64>,
    /// The failure of the database or its disk that it comes from, for the log.
    pub(super) outage: Option<Outage>,
}

/// Put on an answer that is an error: what its page says, for what tells it in another way.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The sentence that says why.
    pub message: String,
    /// The id under which the log has it, of failures of ours; else empty.
    pub request: String,
}

impl Error {
    /// An answer that isn't waited for any longer.
    pub fn too_slow() -> Error {
        let message = "This took too long and was stopped. Look whether it was done before you try again.";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(5)
    }

    /// A request of which the rest didn't come.
    pub fn half_arrived() -> Error {
        let message = "The rest of this request didn't arrive in time. Nothing was done; send it again.";
        Error::new(StatusCode::REQUEST_TIMEOUT, message)
    }

    /// With a status and a sentence for the page.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Error {
        Error { status, message: message.into(), retry_after: None, outage: None }
    }

    /// 404 with a sentence for the page.
    pub fn not_found(message: impl Into<String>) -> Error {
        Error::new(StatusCode::NOT_FOUND, message)
    }

    /// 400 with a sentence that says what was found and what was expected.
    pub fn bad_request(message: impl Into<String>) -> Error {
        Error::new(StatusCode::BAD_REQUEST, message)
    }

    /// 403 with a sentence for the page.
    pub fn forbidden(message: impl Into<String>) -> Error {
        Error::new(StatusCode::FORBIDDEN, message)
    }

    /// Its status, and what the visitor is told.
    pub fn status_and_message(&self) -> (StatusCode, String) {
        (self.status, self.message.clone())
    }

    /// The same, with how many seconds to wait before it is tried again.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Error {
        Error { retry_after: Some(seconds), ..self }
    }

    /// Of a failure of ours: one of the database's disk, which passes, or a bug.
    pub(super) fn failed(error: &(dyn std::error::Error + 'static)) -> Error {
        match Unavailable::of(error) {
            Some(cause) => Outage { cause, details: chain(error) }.into_error(),
            None => Error::internal(chain(error)),
        }
    }

    /// 500: the failure goes to the log, not to the page.
    pub fn internal(failure: impl std::fmt::Display) -> Error {
        error!(%failure, "a request failed");
        Error::new(StatusCode::INTERNAL_SERVER_ERROR, "That failed on our side. The log says why; nothing was changed.")
    }
}

/// An error's causes on one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

impl<E: StoreError> From<E> for Error {
    fn from(error: E) -> Error {
        match error.status() {
            StatusCode::INTERNAL_SERVER_ERROR => Error::failed(&error),
            status => Error::new(status, error.to_string()),
        }
    }
}

impl From<LibraryError> for Error {
    fn from(error: LibraryError) -> Error {
        Error::failed(&error)
    }
}

impl From<UploadError> for Error {
    fn from(error: UploadError) -> Error {
        match error {
            // Uploads are read from memory: this is about our own disk.
            UploadError::Io { .. } => Error::internal(chain(&error)),
            UploadError::NoEditFiles { .. }
            | UploadError::NoTables
            | UploadError::FileTooLarge { .. }
            | UploadError::TotalTooLarge
            | UploadError::TooManyFiles
            | UploadError::TooManyParts
            | UploadError::TooManyRemarks { .. }
            | UploadError::TwoOfAName { .. }
            | UploadError::NameLeadsOut { .. }
            | UploadError::OddName { .. }
            | UploadError::BadArchive(_)
            | UploadError::ArchiveLies { .. }
            | UploadError::UnknownGame { .. }
            | UploadError::NoGame { .. }
            | UploadError::NothingRead { .. }
            | UploadError::Unreadable { .. } => Error::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
        }
    }
}

impl From<SheetError> for Error {
    fn from(error: SheetError) -> Error {
        match error {
            SheetError::UnknownType { .. } | SheetError::UnknownKind { .. } => Error::not_found(error.to_string()),
            SheetError::UnknownAffixLevel { .. }
            | SheetError::UnknownQuality { .. }
            | SheetError::TooDeep { .. }
            | SheetError::NoDepths
            | SheetError::NoTypes
            | SheetError::NothingCounted { .. } => Error::bad_request(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_of_sheets() {
        let known = || vec![(23, "Swords".to_owned())];
        let words = || vec!["normal".to_owned(), "great".to_owned()];
        let (quality, item) = ("great".to_owned(), "Swords".to_owned());
        let table = [
            (
                SheetError::UnknownType { tval: 9, known: known() },
                404,
                "no item type has the number 9; there are 23 Swords",
            ),
            (
                SheetError::UnknownKind { tval: 23, sval: 9, known: vec![(1, "Dagger".to_owned())] },
                404,
                "item type 23 has no kind 9; there are 1 Dagger",
            ),
            (
                SheetError::UnknownAffixLevel { affix: "affix", affix_level: 9, known: words() },
                400,
                "there is no affix level 9; there are, from 0, normal, great",
            ),
            (
                SheetError::UnknownQuality { quality: 9, known: words() },
                400,
                "there is no drop quality 9; there are, from 0, normal, great",
            ),
            (SheetError::TooDeep { depth: 128, deepest: 127 }, 400, "depth 128 is too deep; the deepest is 127"),
            (SheetError::NoDepths, 400, "at least one depth is needed"),
            (SheetError::NoTypes, 400, "at least one item type is needed"),
            (
                SheetError::NothingCounted { quality, item },
                400,
                "the batch has no great drops from which Swords can be told",
            ),
        ];
        for (error, status, message) in table {
            let (found, said) = Error::from(error).status_and_message();
            assert_eq!((found.as_u16(), said.as_str()), (status, message));
        }
    }
}
