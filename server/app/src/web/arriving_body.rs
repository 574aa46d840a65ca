//! Whether a request has arrived as a whole: of an answer that doesn't come in time it tells whose fault that is.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
};

use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};

/// Turns true when a request's body has been read to its end.
#[derive(Debug, Clone)]
pub(super) struct Arrived(Arc<AtomicBool>);

impl Arrived {
    pub(super) fn is_whole(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

struct ArrivingBody {
    body: Body,
    arrived: Arrived,
}

/// The body, and whether it has arrived.
pub(super) fn watched(body: Body) -> (Body, Arrived) {
    let arrived = Arrived(Arc::new(AtomicBool::new(body.is_end_stream())));
    (Body::new(ArrivingBody { body, arrived: arrived.clone() }), arrived)
}

impl HttpBody for ArrivingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.arrived.0.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
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
