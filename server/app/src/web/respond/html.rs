//! Rendered templates as answers, and what every page has around it. A handler answers with a page that isn't rendered yet:
//! [`rendered`] does that where it is known who asks, so that no page has to be told.

use std::{any::Any, sync::Arc};

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

/// Writes the page of an answer that has one, for who asks and with the number beside "Proposals". Other answers, and those
/// whose page is written already, stay as they are.
pub(crate) fn rendered(mut answer: Response, viewer: &Viewer, badge: Option<NavBadge>) -> Response {
    let Some(Unrendered(page)) = answer.extensions_mut().remove() else { return answer };
    let viewer = FrameViewer::new(viewer, badge);
    let value: &dyn Any = &viewer;
    match page.dyn_render_with_values(&("viewer", value)) {
        Ok(html) => answer.map(|_| Body::from(html)),
        Err(error) => {
            error!(%error, "a template failed");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
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
}

impl FrameViewer {
    fn new(viewer: &Viewer, badge: Option<NavBadge>) -> FrameViewer {
        FrameViewer {
            who: viewer.account().map(|account| account.name.clone()).unwrap_or_default(),
            can_sign_in: matches!(viewer, Viewer::Visitor),
            has_accounts: !matches!(viewer, Viewer::Local { .. }),
            proposes: viewer.may(Role::Proposer),
            imports: matches!(viewer, Viewer::Local { .. }) || viewer.may(Role::Maintainer),
            manages: matches!(viewer, Viewer::Person { account, .. } if account.role == Role::Maintainer),
            badge: badge.and_then(NavBadge::text),
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
