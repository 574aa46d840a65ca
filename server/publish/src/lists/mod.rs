//! The pages that lead to versions: of an edition those there are, of a site its editions. They are templates of the dashboard's
//! kind with the dashboard's frame.

pub(crate) mod editions;
pub(crate) mod versions;

use affixboard_shell::{
    respond::html::{Html, PageHeader, rendered},
    session::viewer::Viewer,
};
use askama::Template;
use axum::{body::to_bytes, response::IntoResponse as _};

use crate::{
    address::Addresses,
    error::PublishError,
    page::{Frame, published},
};

/// A page as the site has it: with the dashboard's frame, less what only a dashboard can do.
async fn finished(page: impl Template + Send + Sync + 'static, file: &str) -> Result<String, PublishError> {
    let answer = rendered(Html(page).into_response(), &Viewer::Visitor, PageHeader::default());
    let bytes = to_bytes(answer.into_body(), usize::MAX).await.map_err(PublishError::failed)?;
    let html = String::from_utf8_lossy(&bytes);
    Ok(published(&html, file, &Addresses::new(Vec::new(), ""), &Frame::default()).html)
}
