//! Bodies that hold something until they were sent, or nobody waits for them any more.

use axum::{body::HttpBody, response::Response};

use crate::wrapped_body::wrapped;

/// The answer, whose body holds `held`.
pub fn hold<T: Send + Unpin + 'static>(answer: Response, held: T) -> Response {
    answer.map(|body| {
        wrapped(body, move |body, context| {
            let _held = &held;
            body.poll_frame(context)
        })
    })
}
