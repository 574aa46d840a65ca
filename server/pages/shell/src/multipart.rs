//! The extractor of uploads, which takes an upload's room before anything of it is read.

use axum::{
    extract::{self, FromRequest, FromRequestParts, Request},
    http::{StatusCode, header},
};

use super::{
    Error, State,
    uploads::{NoRoom, UploadPermit},
};
use affixboard_service::requester::Requester;

/// Files that were sent, and their room, which is theirs until the last copy of the permit is dropped.
pub struct Multipart(pub extract::Multipart, pub UploadPermit);

/// Seconds after which an upload is tried again.
const UPLOAD_WAIT: u64 = 10;

impl From<NoRoom> for Error {
    fn from(why: NoRoom) -> Error {
        let message = match why {
            NoRoom::Another => {
                "Another upload of yours is still running. Nothing was imported. Try again when it is done."
            }
            NoRoom::Budget => "Others are uploading files. Nothing was imported. Try again in some seconds.",
        };
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(UPLOAD_WAIT)
    }
}

impl FromRequest<State> for Multipart {
    type Rejection = Error;

    async fn from_request(request: Request, state: &State) -> Result<Multipart, Error> {
        let (mut parts, body) = request.into_parts();
        let Ok(by) = Requester::from_request_parts(&mut parts, state).await;
        // Without a length it may be as much as any upload.
        let length = parts.headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        let permit = state.uploads.begin(by, length.unwrap_or(u64::MAX))?;
        match extract::Multipart::from_request(Request::from_parts(parts, body), state).await {
            Ok(multipart) => Ok(Multipart(multipart, permit)),
            Err(rejection) => Err(Error::new(rejection.status(), rejection.body_text())),
        }
    }
}
