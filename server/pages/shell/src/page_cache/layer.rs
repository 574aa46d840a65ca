//! The layer between requests and the cache.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::{
    body::{Body, to_bytes},
    extract::{Request, State as Extracted},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::pages::{Answer, PageKey, Reader};
use crate::{
    Error, State,
    session::{scheme::Scheme, viewer::Viewer},
};

/// A larger page isn't cached.
const LARGEST: usize = 8 << 20;
/// The longest address that is cached, in bytes. Those that our own pages lead to are shorter.
const LONGEST: usize = 2048;

/// Put on a response whose page says that something is still being computed: it isn't cached.
#[derive(Clone, Copy)]
pub struct Unfinished;

impl From<&Viewer> for Reader {
    fn from(viewer: &Viewer) -> Reader {
        match viewer {
            Viewer::Local { .. } | Viewer::Visitor => Reader::Anyone,
            Viewer::Person { account, .. } => Reader::Person(account.id, account.role),
            Viewer::Program { account, role } => Reader::Program(account.id, *role),
        }
    }
}

/// Answers with the cached page if nothing was stored since it was made. Requests for a page that is being made wait
/// for it.
///
/// Files pass by, which are written while they are read.
pub async fn cached(Extracted(state): Extracted<State>, viewer: Viewer, mut request: Request, next: Next) -> Response {
    let is_file = request.uri().path().rsplit('/').next().is_some_and(|file| file.contains('.'));
    let address = request.uri().path_and_query().map_or(String::new(), ToString::to_string);
    if request.method() != Method::GET || is_file || address.len() > LONGEST {
        return next.run(request).await;
    }
    let is_compressed = accepts_gzip(request.headers());
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    if is_compressed {
        request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    }
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    // Read before the page is made: what is stored meanwhile makes it old.
    let version = match state.store.version().await {
        Ok(version) => version,
        Err(error) => return Error::from(error).into_response(),
    };
    let (reader, scheme) = (Reader::from(&viewer), Scheme::of(request.headers()));
    let key = PageKey { address, reader, scheme, is_compressed, outage: state.outage_notice(), version };
    let place = match state.pages.0.get_value_or_guard_async(&key).await {
        Ok(answer) => return answer.answered(known.as_ref()),
        Err(place) => place,
    };
    let response = next.run(request).await;
    if response.status() != StatusCode::OK || response.extensions().get::<Unfinished>().is_some() {
        return response;
    }
    let (parts, body) = response.into_parts();
    // A page is written as a whole before it is sent, so that this needs no more room than it has.
    let body = match to_bytes(body, usize::MAX).await {
        Ok(body) => body,
        Err(error) => return Error::internal(error).into_response(),
    };
    let mut headers = parts.headers;
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    if let Ok(tag) = HeaderValue::from_str(&tag_of(&body)) {
        headers.insert(header::ETAG, tag);
    }
    let answer = Answer { headers, body };
    if answer.body.len() <= LARGEST {
        // It may be gone before it was there, where the cache is full of others; then it is made anew.
        let _ = place.insert(answer.clone());
    }
    answer.answered(known.as_ref())
}

impl Answer {
    fn answered(self, known: Option<&HeaderValue>) -> Response {
        let tag = self.headers.get(header::ETAG);
        let is_known = known.and_then(|known| known.to_str().ok()).zip(tag.and_then(|tag| tag.to_str().ok()));
        if is_known.is_some_and(|(known, tag)| known.split(',').any(|one| one.trim() == tag)) {
            return (StatusCode::NOT_MODIFIED, self.headers).into_response();
        }
        (self.headers, Body::from(self.body)).into_response()
    }
}

/// A weak tag: the compressed page and the plain one say the same.
fn tag_of(body: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

/// Whether the answer may be compressed.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let texts = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = quality.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_compressed() {
        for (accept, expected) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, GZIP;q=0.8", true),
            ("gzip;q=0", false),
            ("gzip; q=0.000", false),
            ("identity", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(accept));
            assert_eq!(accepts_gzip(&headers), expected, "{accept}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
