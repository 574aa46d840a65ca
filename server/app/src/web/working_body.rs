//! Bodies that are made while they are sent, such as streams of events: what is computed for them counts as their requester's.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    response::Response,
};
use http_body::{Frame, SizeHint};

use crate::requester::{Requester, do_for};

struct WorkingBody {
    body: Body,
    requester: Requester,
}

/// The answer, the rest of which is made for that requester.
pub(super) fn made_for(requester: Requester, answer: Response) -> Response {
    if answer.body().size_hint().exact().is_some() {
        // It is made already.
        return answer;
    }
    answer.map(|body| Body::new(WorkingBody { body, requester }))
}

impl HttpBody for WorkingBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let requester = self.requester;
        do_for(requester, || Pin::new(&mut self.body).poll_frame(context))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
