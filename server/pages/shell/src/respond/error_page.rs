//! Errors as pages: the one place where what went wrong becomes an answer.

use askama::Template;
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{Error, Frame, Html, error::Refusal, request_id};

/// The page of an error.
#[derive(Template)]
#[template(path = "errors/error.html")]
struct ErrorPage {
    frame: Frame,
    status: u16,
    heading: String,
    message: String,
    /// The id under which the log has it, of failures of ours; else empty.
    request: String,
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let heading = match self.status {
            StatusCode::BAD_REQUEST => {
                wrong_field(&self.message).map_or("Invalid request".to_owned(), |field| format!("Invalid {field}"))
            }
            other => heading(other).to_owned(),
        };
        let message = self.message.clone();
        let request = if self.status.is_server_error() { request_id::current() } else { String::new() };
        let refusal = Refusal { message: message.clone(), request: request.clone() };
        let frame = Frame::plain(heading.clone());
        let page = ErrorPage { frame, status: self.status.as_u16(), heading, message, request };
        let mut answer = self.answer(Html(page));
        answer.extensions_mut().insert(refusal);
        answer
    }
}

/// What happened, in the words of a heading.
fn heading(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "Page not found",
        StatusCode::UNAUTHORIZED => "Sign in",
        StatusCode::FORBIDDEN => "Not allowed",
        StatusCode::CONFLICT => "Conflict",
        StatusCode::PAYLOAD_TOO_LARGE => "Too large",
        StatusCode::TOO_MANY_REQUESTS => "Too many requests",
        StatusCode::SERVICE_UNAVAILABLE => "Temporarily unavailable",
        status if status.is_client_error() => "Invalid request",
        _ => "Internal error",
    }
}

/// The field of a form or address that a message is about: `depths` of `depths: found …`.
fn wrong_field(message: &str) -> Option<&str> {
    let (field, _) = message.split_once(": ")?;
    let is_field = field.len() <= 30 && field.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_'));
    is_field.then_some(field)
}

impl Error {
    /// The same for programs: the message alone.
    pub fn into_text(self) -> Response {
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
