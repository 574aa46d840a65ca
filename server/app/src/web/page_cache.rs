//! Pages kept as they were sent, for who asks for the same again before anything was stored: making and compressing a large
//! sheet takes milliseconds, and teams look at the same ones.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, Mutex, PoisonError},
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Request, State as Extracted},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::{Error, State};

/// What is kept at most, in bytes; when that is reached, keeping begins anew.
const ROOM: usize = 64 << 20;
/// A larger page isn't kept.
const LARGEST: usize = 8 << 20;
/// So many addresses are remembered at most; those of pages that failed are among them.
const MOST: usize = 4096;
/// The longest address that is remembered, in bytes. Those that our own pages lead to are shorter.
const LONGEST: usize = 2048;

/// The answers kept, by address and whether they are compressed.
#[derive(Default)]
pub(crate) struct Kept {
    answers: Mutex<Answers>,
}

#[derive(Default)]
struct Answers {
    slots: HashMap<(String, bool), Arc<Slot>>,
    bytes: usize,
}

/// Put on a response whose page says that something is still being computed: it isn't kept.
#[derive(Clone, Copy)]
pub(crate) struct Unfinished;

/// One answer. Who asks for what somebody else is making waits for it.
type Slot = tokio::sync::Mutex<Option<Answer>>;

#[derive(Clone)]
struct Answer {
    /// [`affixboard_store::Store::version`] before it was made.
    version: i64,
    headers: HeaderMap,
    body: Bytes,
}

impl Kept {
    fn slot(&self, key: (String, bool)) -> Arc<Slot> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.slots.len() >= MOST && !answers.slots.contains_key(&key) {
            *answers = Answers::default();
        }
        Arc::clone(answers.slots.entry(key).or_default())
    }

    fn make_room(&self, bytes: usize) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.bytes + bytes > ROOM {
            *answers = Answers::default();
        }
        answers.bytes += bytes;
    }
}

/// Answers with what is kept, where nothing was stored since it was made.
///
/// Only what is the same for everyone goes through here: a request with a cookie or a token passes by. So do files, which are written
/// while they are read.
pub(crate) async fn keep(Extracted(state): Extracted<State>, mut request: Request, next: Next) -> Response {
    let is_file = request.uri().path().rsplit('/').next().is_some_and(|file| file.contains('.'));
    let address = request.uri().path_and_query().map_or(String::new(), ToString::to_string);
    let is_own = [header::COOKIE, header::AUTHORIZATION].iter().any(|name| request.headers().contains_key(name));
    if request.method() != Method::GET || is_file || is_own || address.len() > LONGEST {
        return next.run(request).await;
    }
    let compressed = accepts_gzip(request.headers());
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    if compressed {
        request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"));
    }
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let slot = state.kept.slot((address, compressed));
    let mut kept = slot.lock().await;
    // Read before the page is made: what is stored meanwhile makes it old.
    let version = match state.store.version().await {
        Ok(version) => version,
        Err(error) => return Error::from(error).into_response(),
    };
    if let Some(answer) = kept.as_ref().filter(|answer| answer.version == version) {
        return answer.clone().answered(known.as_ref());
    }
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
    let answer = Answer { version, headers, body };
    if answer.body.len() <= LARGEST {
        // What it replaces is counted until keeping begins anew.
        state.kept.make_room(answer.body.len());
        *kept = Some(answer.clone());
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
