//! Requests that were answered, by route and class of status, with their times; requests and streams of events under way.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    extract::{MatchedPath, Request, State as Extracted},
    http::{Method, header},
    middleware::Next,
    response::Response,
};

use super::text::{Kind, Text};
use crate::connections::hold;

/// The upper ends of the times that are told apart, in milliseconds.
const BUCKETS: [u32; 11] = [5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];
/// The route of what is none of ours.
const NOWHERE: &str = "none";

/// What was counted since the program started.
#[derive(Default)]
pub struct Requests {
    routes: Mutex<BTreeMap<String, OfRoute>>,
    under_way: Arc<AtomicU64>,
    event_streams: Arc<AtomicU64>,
}

/// The requests of one route.
#[derive(Default)]
struct OfRoute {
    /// By method and first digit of the status.
    answers: BTreeMap<(&'static str, u16), u64>,
    /// How many took so long, each in the first bucket that has room for it; the last is for longer ones.
    times: [u64; BUCKETS.len() + 1],
    sum: Duration,
}

/// Counts something that is under way, until it is dropped.
struct UnderWay(Arc<AtomicU64>);

impl UnderWay {
    fn new(count: &Arc<AtomicU64>) -> UnderWay {
        count.fetch_add(1, Ordering::Relaxed);
        UnderWay(Arc::clone(count))
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Counts a request, from its headers to those of its answer.
pub async fn counted(Extracted(requests): Extracted<Arc<Requests>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or(NOWHERE, MatchedPath::as_str).to_owned();
    let method = match *request.method() {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        // Anybody may send any word.
        _ => "other",
    };
    let under_way = UnderWay::new(&requests.under_way);
    let answer = next.run(request).await;
    requests.note(route, (method, answer.status().as_u16() / 100), begun.elapsed());
    let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let stream = kind.is_some_and(|kind| kind.starts_with("text/event-stream"));
    let stream = stream.then(|| UnderWay::new(&requests.event_streams));
    hold(answer, (under_way, stream))
}

impl Requests {
    fn note(&self, route: String, answer: (&'static str, u16), took: Duration) {
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        let of_route = routes.entry(route).or_default();
        *of_route.answers.entry(answer).or_default() += 1;
        of_route.times[BUCKETS.partition_point(|end| took > Duration::from_millis((*end).into()))] += 1;
        of_route.sum += took;
    }

    pub(super) fn write(&self, text: &mut Text) {
        let count = |count: &AtomicU64| count.load(Ordering::Relaxed);
        text.one("requests_under_way", Kind::Gauge, "Requests whose answer isn't sent yet.", count(&self.under_way));
        text.one("event_streams", Kind::Gauge, "Streams of events that somebody follows.", count(&self.event_streams));
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        text.begin("requests_total", Kind::Counter, "Requests that were answered.");
        for (route, of_route) in &*routes {
            for ((method, class), count) in &of_route.answers {
                let status = format!("{class}xx");
                text.sample("requests_total", &[("route", route), ("method", method), ("status", &status)], count);
            }
        }
        let name = "request_seconds";
        text.begin(name, Kind::Histogram, "Time from a request's headers to those of its answer.");
        let parts = ["bucket", "sum", "count"].map(|part| format!("{name}_{part}"));
        for (route, of_route) in &*routes {
            let mut sum = 0;
            let ends = BUCKETS.iter().map(|end| (f64::from(*end) / 1000.0).to_string()).chain(["+Inf".to_owned()]);
            for (end, count) in ends.zip(of_route.times) {
                sum += count;
                text.sample(&parts[0], &[("route", route), ("le", &end)], sum);
            }
            text.sample(&parts[1], &[("route", route)], of_route.sum.as_secs_f64());
            text.sample(&parts[2], &[("route", route)], sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_counted_in_the_buckets_they_fit_in() {
        let requests = Requests::default();
        for ms in [0, 5, 6, 10_000, 10_001] {
            requests.note("/x".to_owned(), ("GET", 2), Duration::from_millis(ms));
        }
        requests.note("/x".to_owned(), ("POST", 5), Duration::from_millis(500));
        let mut text = Text::default();
        requests.write(&mut text);
        let text = text.end();
        for line in [
            "affixboard_requests_total{route=\"/x\",method=\"GET\",status=\"2xx\"} 5",
            "affixboard_requests_total{route=\"/x\",method=\"POST\",status=\"5xx\"} 1",
            "affixboard_request_seconds_bucket{route=\"/x\",le=\"0.005\"} 2",
            "affixboard_request_seconds_bucket{route=\"/x\",le=\"0.01\"} 3",
            "affixboard_request_seconds_bucket{route=\"/x\",le=\"0.25\"} 3",
            "affixboard_request_seconds_bucket{route=\"/x\",le=\"0.5\"} 4",
            "affixboard_request_seconds_bucket{route=\"/x\",le=\"10\"} 5",
            "affixboard_request_seconds_bucket{route=\"/x\",le=\"+Inf\"} 6",
            "affixboard_request_seconds_sum{route=\"/x\"} 20.512",
            "affixboard_request_seconds_count{route=\"/x\"} 6",
        ] {
            assert!(text.lines().any(|known| known == line), "{line} in\n{text}");
        }
    }
}
