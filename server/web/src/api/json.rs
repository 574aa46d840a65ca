//! The body of a request as JSON; what is wrong with it is said with line and column.

use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::{StatusCode, header},
};
use serde::de::DeserializeOwned;

use crate::Error;

/// A body that was sent as JSON.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, Error> {
        let media_type = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let media_type = media_type.unwrap_or_default().split(';').next().unwrap_or_default().trim().to_owned();
        if !media_type.eq_ignore_ascii_case("application/json") {
            return Err(Error::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                format!("Found a body of the type `{media_type}`; expected application/json."),
            ));
        }
        let bytes = Bytes::from_request(request, state).await;
        let bytes = bytes.map_err(|rejection| Error::new(rejection.status(), rejection.body_text()))?;
        // The message has line and column.
        let read = serde_json::from_slice(&bytes);
        read.map(JsonBody).map_err(|error| Error::new(StatusCode::UNPROCESSABLE_ENTITY, format!("The JSON: {error}.")))
    }
}
