//! Rendered templates as answers, and what every page has around it. A handler answers with a page that isn't rendered yet:
//! [`rendered`] does that where it is known who asks, so that no page has to be told.

use std::{any::Any, fmt, sync::Arc};

use affixboard_store::{Revision, Role};
use askama::{DynTemplate, Template};
use axum::{
    body::Body,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use tracing::error;

use crate::{
    library::OpenRevision,
    web::{
        links,
        session::{nav_badge::NavBadge, viewer::Viewer},
    },
};

/// A template as an answer.
pub(crate) struct Html<T>(pub(crate) T);

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

/// Writes the page of an answer that has one, for who asks, with the number beside "Proposals" and with why nothing can be stored. Other answers, and those
/// whose page is written already, stay as they are.
pub(crate) fn rendered(
    mut answer: Response,
    viewer: &Viewer,
    badge: Option<NavBadge>,
    outage: &'static str,
) -> Response {
    let Some(Unrendered(page)) = answer.extensions_mut().remove() else { return answer };
    let viewer = FrameViewer::new(viewer, badge, outage);
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

/// The frame around every page: title, navigation, the current edition.
pub(crate) struct Frame {
    /// The page's title.
    pub(crate) title: String,
    /// The current link of the navigation.
    pub(crate) section: Section,
    /// The edition and revision shown, on pages of one.
    pub(crate) edition: Option<FrameEdition>,
    /// The sentence about files that are not those of the game whose rules made the numbers; empty where they are.
    pub(crate) foreign: String,
}

/// The viewer's part of a page's frame; templates read it as the value `viewer`.
pub(crate) struct FrameViewer {
    /// The viewer's account name; empty where nobody is signed in.
    pub(crate) who: String,
    /// Whether one could sign in: there are accounts, and nobody is.
    pub(crate) can_sign_in: bool,
    /// Whether there are accounts at all.
    pub(crate) has_accounts: bool,
    /// Whether drafts are offered.
    pub(crate) proposes: bool,
    /// Whether importing is offered.
    pub(crate) imports: bool,
    /// Whether they look after accounts.
    pub(crate) manages: bool,
    /// Number of proposals that wait for them or are open, if there are any, and the words after the number.
    pub(crate) badge: Option<(u32, &'static str)>,
    /// Why nothing can be stored; empty where it can.
    pub(crate) outage: &'static str,
}

impl FrameViewer {
    fn new(viewer: &Viewer, badge: Option<NavBadge>, outage: &'static str) -> FrameViewer {
        FrameViewer {
            who: viewer.account().map(|account| account.name.clone()).unwrap_or_default(),
            can_sign_in: matches!(viewer, Viewer::Visitor),
            has_accounts: !matches!(viewer, Viewer::Local { .. }),
            proposes: viewer.may(Role::Proposer),
            imports: matches!(viewer, Viewer::Local { .. }) || viewer.may(Role::Maintainer),
            manages: matches!(viewer, Viewer::Person { account, .. } if account.role == Role::Maintainer),
            badge: badge.and_then(NavBadge::text),
            outage,
        }
    }
}

/// The parts of the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    None,
    Editions,
    Sheets,
    Batches,
    Proposals,
    Compare,
    Profiles,
    Views,
    Import,
    Help,
}

/// The edition a page is about.
pub(crate) struct FrameEdition {
    pub(crate) title: String,
    /// The revision in short: `r14 · 3f9c1e2`.
    pub(crate) revision: String,
    pub(crate) href: String,
    /// One's own draft of a proposal, for who can propose.
    pub(crate) draft: String,
}

impl Frame {
    /// The frame of a page outside of editions.
    pub(crate) fn plain(title: impl Into<String>) -> Frame {
        Frame { title: title.into(), section: Section::None, edition: None, foreign: String::new() }
    }

    /// The frame of a page about a revision.
    pub(crate) fn of(title: impl Into<String>, section: Section, revision: &Revision) -> Frame {
        let edition = FrameEdition {
            title: revision.title.clone(),
            revision: format!(
                "r{} · {}",
                revision.number,
                &revision.content_hash[..7.min(revision.content_hash.len())]
            ),
            href: links::revision(revision),
            draft: links::draft(&revision.slug),
        };
        Frame { title: title.into(), section, edition: Some(edition), foreign: String::new() }
    }

    /// The frame of a page with numbers of an opened revision: it says so where the files are not the game's own.
    pub(crate) fn open(title: impl Into<String>, section: Section, open: &OpenRevision) -> Frame {
        let foreign = open.loaded.foreign_sentence().unwrap_or_default();
        Frame { foreign, ..Frame::of(title, section, &open.revision) }
    }

    /// With the sentence about the files of another revision whose numbers the page has too.
    pub(crate) fn and_of(mut self, other: &OpenRevision) -> Frame {
        if let Some(foreign) = other.loaded.foreign_sentence().filter(|foreign| *foreign != self.foreign) {
            let gap = if self.foreign.is_empty() { "" } else { " " };
            self.foreign += &[gap, "The earlier side: ", &foreign].concat();
        }
        self
    }

    /// The word for numbers that are known to the last digit: `exact`, or `computed` where the files are not the game's
    /// own.
    pub(crate) fn exact(&self) -> &'static str {
        if self.foreign.is_empty() { "exact" } else { "computed" }
    }

    /// `page` where that part of the navigation is the current one; for `aria-current`.
    pub(crate) fn current(&self, section: Section) -> &'static str {
        if self.section == section { "page" } else { "false" }
    }
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
        let answer = rendered(page, &Viewer::Visitor, None, "");
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
