//! What the interface refuses, as problem details (RFC 9457), whoever refused it: a handler, the guard, a limit.

use axum::{
    Json,
    extract::Request,
    http::{HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use utoipa::{
    IntoResponses, ToSchema,
    openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder},
};

use crate::{error::Refusal, paths};

const MEDIA_TYPE: &str = "application/problem+json";

/// Why a request was refused.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The status in words, such as `Not Found`.
    title: &'static str,
    /// The status of the answer.
    status: u16,
    /// What was found and what was expected, in a sentence.
    detail: String,
    /// The id under which the log has it, of failures on the dashboard's side.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    request: String,
}

impl IntoResponses for Problem {
    fn responses() -> std::collections::BTreeMap<String, RefOr<utoipa::openapi::Response>> {
        let refused = |what: &str| {
            let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
            RefOr::T(ResponseBuilder::new().description(what).content(MEDIA_TYPE, content).build())
        };
        let refusals = [
            ("4XX", "Refused, and nothing was changed; the body says why."),
            (
                "5XX",
                "It failed or has no room now; the body says why, and with 503 the header `Retry-After` when to try again.",
            ),
        ];
        refusals.map(|(status, what)| (status.to_owned(), refused(what))).into()
    }
}

/// Tells refusals as JSON in place of a page: those of the interface's addresses, and of others to who accepts JSON and no page.
pub(crate) async fn as_json(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let is_ours = path.strip_prefix(paths::API.pattern()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let accepted = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let is_program = accepted.contains("application/json") && !accepted.contains("text/html");
    let answer = next.run(request).await;
    if !is_ours && !is_program {
        return answer;
    }
    let Some(Refusal { message, request }) = answer.extensions().get().cloned() else { return answer };
    let status = answer.status();
    let title = status.canonical_reason().unwrap_or("Refused");
    let mut told = (status, Json(Problem { title, status: status.as_u16(), detail: message, request })).into_response();
    told.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    for name in [header::RETRY_AFTER, header::WWW_AUTHENTICATE, header::CACHE_CONTROL, header::VARY, header::CONNECTION]
    {
        if let Some(value) = answer.headers().get(&name) {
            told.headers_mut().insert(name, value.clone());
        }
    }
    *told.extensions_mut() = answer.extensions().clone();
    told
}
