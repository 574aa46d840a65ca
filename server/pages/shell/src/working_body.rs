//! Bodies that are made while they are sent, such as streams of events: what is computed for them counts as their requester's.

use axum::{body::HttpBody, response::Response};

use super::wrapped_body::wrapped;
use affixboard_service::requester::{Requester, do_for};

/// The answer, the rest of which is made for that requester.
pub fn made_for(requester: Requester, answer: Response) -> Response {
    if answer.body().size_hint().exact().is_some() {
        // It is made already.
        return answer;
    }
    answer.map(|body| wrapped(body, move |body, context| do_for(requester, || body.poll_frame(context))))
}
