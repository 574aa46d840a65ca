//! Bodies that do something more whenever a piece of them is asked for.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::body::{Body, Bytes, HttpBody};
use http_body::{Frame, SizeHint};

/// What a body gives when it is asked for its next piece.
pub(super) type NextFrame = Poll<Option<Result<Frame<Bytes>, axum::Error>>>;

struct WrappedBody<F> {
    body: Body,
    next: F,
}

/// The body, of which `next` gives each piece.
pub(super) fn wrapped<F>(body: Body, next: F) -> Body
where
    F: FnMut(Pin<&mut Body>, &mut Context<'_>) -> NextFrame + Send + Unpin + 'static,
{
    Body::new(WrappedBody { body, next })
}

impl<F: FnMut(Pin<&mut Body>, &mut Context<'_>) -> NextFrame + Unpin> HttpBody for WrappedBody<F> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> NextFrame {
        let WrappedBody { body, next } = &mut *self;
        next(Pin::new(body), context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
