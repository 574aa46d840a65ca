//! Ids of requests: the one that a trusted proxy gave, or a new one. It is in the log, in the answer's header and on the pages of
//! errors of ours, so that what somebody saw is found in the log.

use std::net::SocketAddr;

use axum::{
    extract::{ConnectInfo, Request, State as Extracted},
    http::{HeaderName, HeaderValue},
    middleware::Next,
    response::Response,
};
use tracing::Span;

use super::State;
use affixboard_service::secret::random_token;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");
/// Hexadecimal digits of an id of ours.
const LENGTH: usize = 16;
/// Characters of an id that is taken from a proxy, at most.
const LONGEST: usize = 64;

tokio::task_local! {
    static CURRENT: String;
}

/// The id of the request that is being answered; empty outside of one.
pub(super) fn current() -> String {
    CURRENT.try_with(Clone::clone).unwrap_or_default()
}

/// Gives each request its id.
pub async fn numbered(Extracted(state): Extracted<State>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let given = request.headers().get(HEADER).filter(|_| state.proxies.trusts(peer));
    let given = given.and_then(|value| value.to_str().ok()).filter(|id| is_plain(id)).map(str::to_owned);
    let id = given.unwrap_or_else(|| random_token().map_or_else(|_| String::new(), |token| token[..LENGTH].to_owned()));
    let value = HeaderValue::from_str(&id);
    let mut answer = CURRENT.scope(id, next.run(request)).await;
    if let Ok(value) = value {
        answer.headers_mut().insert(HEADER, value);
    }
    answer
}

/// Whether an id is a word that can stand in a line of the log.
fn is_plain(id: &str) -> bool {
    (1..=LONGEST).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}

/// What the log says of a request: no header, no query, and of a link to join not its token.
pub fn span<B>(request: &axum::http::Request<B>) -> Span {
    let path = request.uri().path();
    let path = if path.starts_with("/join/") { "/join/…" } else { path };
    tracing::info_span!("request", id = current(), method = %request.method(), path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_words() {
        for (id, expected) in
            [("a-1_b.C", true), ("", false), ("a b", false), ("a\n", false), ("é", false), (&"x".repeat(65), false)]
        {
            assert_eq!(is_plain(id), expected, "{id:?}");
        }
    }
}
