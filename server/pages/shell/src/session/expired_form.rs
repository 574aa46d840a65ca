//! A form sent without a session, because it ended while the form was filled in. The typed text is shown again, to be
//! sent once more after signing in; it is neither acted on nor stored.

use askama::Template;
use axum::{
    extract::{FromRequest, Request},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

use crate::{Error, Frame, Html, extract::Form};
use affixboard_service::base_path::given_out;

/// Fields that people write into, with what they are called, and whether they have one line. The others go along unseen.
const WRITTEN: [(&str, &str, bool); 6] = [
    ("body", "Text", false),
    ("suggestion", "Suggested line", true),
    ("title", "Title", true),
    ("description", "Description", false),
    ("note", "What changed", true),
    ("text", "Text", false),
];

#[derive(Template)]
#[template(path = "errors/expired_form.html")]
struct ResendPage {
    frame: Frame,
    status: u16,
    action: String,
    fields: Vec<Field>,
}

struct Field {
    name: String,
    value: String,
    /// The field's label; empty for hidden fields.
    label: &'static str,
    /// Whether it has one line.
    is_line: bool,
}

/// The answer to a form of somebody who isn't signed in.
pub async fn page(request: Request) -> Response {
    let status = StatusCode::UNAUTHORIZED;
    let action = request.uri().path_and_query().map_or_else(String::new, |own| given_out(own.as_str()));
    // A body that is no form, or larger than any of our pages sends, is refused without its fields.
    let pairs =
        Form::<Vec<(String, String)>>::from_request(request, &()).await.map_or_else(|_| Vec::new(), |form| form.0);
    if pairs.is_empty() {
        return Error::new(status, "Sign in first.").into_response();
    }
    let fields = pairs.into_iter().map(|(name, value)| {
        let (_, label, is_line) = WRITTEN.into_iter().find(|known| known.0 == name).unwrap_or_default();
        Field { name, value, label, is_line }
    });
    let page = ResendPage { frame: Frame::plain("Sign in"), status: status.as_u16(), action, fields: fields.collect() };
    let mut answer = (status, Html(page)).into_response();
    answer.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}
