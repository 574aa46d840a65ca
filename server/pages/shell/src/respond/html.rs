//! Rendered templates as answers, and what every page has around it. A handler answers with a page that isn't rendered yet:
//! [`rendered`] does that where it is known who asks, so that no page has to be told.

use std::{any::Any, fmt, sync::Arc};

use askama::{DynTemplate, Template};
use axum::{
    body::Body,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use tracing::error;

pub use super::{
    frame::{Frame, Section},
    header::{FrameViewer, PageHeader},
};
use crate::session::viewer::Viewer;

/// A template as an answer.
pub struct Html<T>(pub T);

/// The page of an answer whose body is still to be written.
#[derive(Clone)]
struct Unrendered(Arc<dyn DynTemplate + Send + Sync>);

impl<T: Template + Send + Sync + 'static> IntoResponse for Html<T> {
    fn into_response(self) -> Response {
        let mut answer = [(header::CONTENT_TYPE, "text/html; charset=utf-8")].into_response();
        answer.extensions_mut().insert(Unrendered(Arc::new(self.0)));
        answer
    }
}

/// Writes the page of an answer that has one, for who asks, with its header. Other answers, and those whose page is written
/// already, stay as they are.
pub fn rendered(mut answer: Response, viewer: &Viewer, header: PageHeader) -> Response {
    let Some(Unrendered(page)) = answer.extensions_mut().remove() else { return answer };
    let viewer = FrameViewer::new(viewer, header);
    let value: &dyn Any = &viewer;
    let mut html = Limited::default();
    match page.dyn_render_into_with_values(&mut html, &("viewer", value)) {
        Ok(()) => answer.map(|_| Body::from(html.text)),
        Err(_) if html.is_full => too_large(),
        Err(error) => {
            error!(%error, "a template failed");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// The most bytes a page may have. The largest that real editions make, a heat map of all kinds, has a third of it.
const LARGEST: usize = 16 << 20;

/// A page as it is written, up to the most it may have: what is shown comes from files that anybody wrote.
#[derive(Default)]
struct Limited {
    text: String,
    is_full: bool,
}

impl fmt::Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.is_full |= self.text.len() + text.len() > LARGEST;
        if self.is_full {
            return Err(fmt::Error);
        }
        self.text.push_str(text);
        Ok(())
    }
}

/// The answer in place of a page that would be larger than [`LARGEST`].
fn too_large() -> Response {
    let why = format!(
        "This page would have more than {} MB, which is more than browsers show well. Ask for less of it, or take it as a file.\n",
        LARGEST >> 20
    );
    (StatusCode::UNPROCESSABLE_ENTITY, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], why).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;

    use super::*;

    #[derive(Template)]
    #[template(source = "{% for line in lines %}{{ line }}{% endfor %}", ext = "html")]
    struct Lines {
        lines: Vec<String>,
    }

    async fn answer(lines: usize) -> (u16, Vec<u8>) {
        let page = Html(Lines { lines: vec!["x".repeat(1 << 20); lines] }).into_response();
        let answer = rendered(page, &Viewer::Visitor, PageHeader::default());
        (answer.status().as_u16(), to_bytes(answer.into_body(), usize::MAX).await.expect("a body").to_vec())
    }

    #[tokio::test]
    async fn a_page_ends_at_the_most_it_may_have() {
        let (status, body) = answer(16).await;
        assert_eq!((status, body.len()), (200, LARGEST));
        let (status, body) = answer(17).await;
        assert_eq!(status, 422);
        assert_eq!(
            String::from_utf8(body).expect("text"),
            "This page would have more than 16 MB, which is more than browsers show well. Ask for less of it, or take it as a file.\n"
        );
    }
}
