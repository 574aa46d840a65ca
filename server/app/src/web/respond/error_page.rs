//! Errors as pages: the one place where what went wrong becomes an answer.

use askama::Template;
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::web::{Error, Frame, Html, error::Refusal, request_id};

/// The page of an error.
#[derive(Template)]
#[template(path = "errors/error.html")]
struct ErrorPage {
    frame: Frame,
    status: u16,
    heading: &'static str,
    message: String,
    /// The id under which the log has it, of failures of ours; else empty.
    request: String,
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let heading = match self.status {
            StatusCode::NOT_FOUND => "Not here",
            StatusCode::UNAUTHORIZED => "Sign in",
            StatusCode::FORBIDDEN => "Not allowed",
            StatusCode::CONFLICT => "That doesn't go together",
            StatusCode::PAYLOAD_TOO_LARGE => "Too large",
            StatusCode::SERVICE_UNAVAILABLE => "Not just now",
            status if status.is_client_error() => "That can't be done",
            _ => "Something failed",
        };
        let message = self.message.clone();
        let request = if self.status.is_server_error() { request_id::current() } else { String::new() };
        let refusal = (self.status == StatusCode::BAD_REQUEST).then(|| Refusal(message.clone()));
        let page = ErrorPage { frame: Frame::plain(heading), status: self.status.as_u16(), heading, message, request };
        let mut answer = self.answer(Html(page));
        if let Some(refusal) = refusal {
            answer.extensions_mut().insert(refusal);
        }
        answer
    }
}

impl Error {
    /// The same for programs: the message alone.
    pub(crate) fn into_text(self) -> Response {
        let text = format!("{}\n", self.message);
        self.answer(text)
    }

    fn answer(self, body: impl IntoResponse) -> Response {
        let mut answer = (self.status, body).into_response();
        if let Some(seconds) = self.retry_after {
            answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            answer.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(outage) = self.outage {
            answer.extensions_mut().insert(outage);
        }
        answer
    }
}
