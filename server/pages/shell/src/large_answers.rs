//! Large answers that wait to be taken: what they hold of memory until then counts for who asked for them, and there is a
//! limit, so that nobody who reads slowly fills the memory or takes all threads that write files.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::{
    body::HttpBody,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};

use super::{Error, connections::hold};
use affixboard_service::requester::Requester;

/// Answers up to this size in bytes aren't counted: they fit into what a connection holds anyway.
const SMALL: u64 = 256 << 10;
/// What an answer that is written while it is sent counts as, in bytes: what it is written from, and a thread.
const WRITTEN: u64 = 1 << 20;
/// Answers of one requester may hold so many bytes: a hundred people behind one address come nowhere near it.
const MOST: u64 = 128 << 20;

/// The bytes that large answers hold, by requester.
#[derive(Debug, Default)]
pub struct LargeAnswers(Mutex<HashMap<Requester, u64>>);

impl LargeAnswers {
    /// The answer, counted until it was sent; a refusal where too much of that requester waits already.
    pub fn limit(self: &Arc<LargeAnswers>, of: Requester, answer: Response) -> Response {
        let bytes = weight(&answer);
        if bytes == 0 {
            return answer;
        }
        if let Some(held) = self.begin(of, bytes) {
            return hold(answer, held);
        }
        let message = "Very much is being sent to you already. Try again when you have taken some of the files.";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(10).into_response()
    }

    fn begin(self: &Arc<LargeAnswers>, of: Requester, bytes: u64) -> Option<HeldBytes> {
        let mut all = self.all();
        let held = all.entry(of).or_default();
        // One that is larger than the limit alone is let through.
        if *held > 0 && *held + bytes > MOST {
            return None;
        }
        *held += bytes;
        Some(HeldBytes { answers: Arc::clone(self), of, bytes })
    }

    fn all(&self) -> MutexGuard<'_, HashMap<Requester, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an answer counts as, in bytes; 0 where it isn't counted.
fn weight(answer: &Response) -> u64 {
    let kind = answer.headers().get(header::CONTENT_TYPE);
    // Streams of events send little, and hold nothing.
    let is_events = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    match answer.body().size_hint().exact() {
        Some(bytes) if bytes <= SMALL => 0,
        Some(bytes) => bytes,
        None if is_events => 0,
        None => WRITTEN,
    }
}

/// What one answer holds; given back when this is dropped.
struct HeldBytes {
    answers: Arc<LargeAnswers>,
    of: Requester,
    bytes: u64,
}

impl Drop for HeldBytes {
    fn drop(&mut self) {
        let mut all = self.answers.all();
        if let Some(held) = all.get_mut(&self.of) {
            *held -= self.bytes;
            if *held == 0 {
                all.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn one_requester_holds_no_more_than_the_limit() {
        let answers = Arc::new(LargeAnswers::default());
        let by = |last: u8| Requester::new(None, Some(IpAddr::from([192, 0, 2, last])));
        let mut held: Vec<_> = (0..128).map(|_| answers.begin(by(1), WRITTEN).expect("room")).collect();
        assert!(answers.begin(by(1), SMALL + 1).is_none());
        let whole = answers.begin(by(2), MOST + 1).expect("one alone is let through");
        assert!(answers.begin(by(2), SMALL + 1).is_none());
        held.pop();
        held.push(answers.begin(by(1), WRITTEN).expect("room again"));
        drop((held, whole));
        assert!(answers.all().is_empty(), "nobody is remembered");
    }
}
