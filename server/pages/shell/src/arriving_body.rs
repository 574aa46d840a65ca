//! Whether a request has arrived as a whole: of an answer that doesn't come in time it tells whose fault that is.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Poll, ready},
};

use axum::body::{Body, HttpBody};

use super::wrapped_body::wrapped;

/// Turns true when a request's body has been read to its end.
#[derive(Debug, Clone)]
pub struct Arrived(Arc<AtomicBool>);

impl Arrived {
    /// Whether all of the body has arrived.
    pub fn is_whole(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The body, and whether it has arrived.
pub fn watched(body: Body) -> (Body, Arrived) {
    let arrived = Arrived(Arc::new(AtomicBool::new(body.is_end_stream())));
    let told = arrived.clone();
    let body = wrapped(body, move |mut body, context| {
        let frame = ready!(body.as_mut().poll_frame(context));
        if frame.is_none() || body.is_end_stream() {
            told.0.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    });
    (body, arrived)
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    #[tokio::test]
    async fn a_body_has_arrived_when_it_was_read() {
        assert!(watched(Body::empty()).1.is_whole());
        let (body, arrived) = watched(Body::from("name=a"));
        assert!(!arrived.is_whole());
        assert_eq!(to_bytes(body, 100).await.expect("a body"), "name=a");
        assert!(arrived.is_whole());
    }
}
