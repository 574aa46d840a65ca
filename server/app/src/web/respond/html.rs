//! Rendered templates as answers, and what every page has around it.

use affixboard_store::{Revision, Role};
use askama::Template;
use axum::{
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use tracing::error;

use crate::web::{
    links,
    session::{
        nav_badge,
        viewer::{self, Viewer},
    },
};

/// A template as an answer.
pub(crate) struct Html<T>(pub(crate) T);

impl<T: Template> IntoResponse for Html<T> {
    fn into_response(self) -> Response {
        match self.0.render() {
            Ok(html) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response(),
            Err(error) => {
                error!(%error, "a template failed");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
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
    /// The viewer's account name; empty where nobody is signed in.
    pub(crate) who: String,
    /// Whether one could sign in: there are accounts, and nobody is.
    pub(crate) can_sign_in: bool,
    /// Whether there are accounts at all.
    pub(crate) has_accounts: bool,
    /// Whether importing is offered.
    pub(crate) imports: bool,
    /// Whether they look after accounts.
    pub(crate) manages: bool,
    /// Number of proposals that wait for them or are open, if there are any, and the words after the number.
    pub(crate) badge: Option<(u32, &'static str)>,
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
    /// One's own draft of a proposal; empty for who can't propose.
    pub(crate) draft: String,
}

impl Frame {
    /// The frame of a page outside of editions.
    pub(crate) fn plain(title: impl Into<String>) -> Frame {
        let viewer = viewer::current();
        Frame {
            title: title.into(),
            section: Section::None,
            edition: None,
            who: viewer.account().map(|account| account.name.clone()).unwrap_or_default(),
            can_sign_in: matches!(viewer, Viewer::Visitor),
            has_accounts: !matches!(viewer, Viewer::Local { .. }),
            imports: matches!(viewer, Viewer::Local { .. }) || viewer.may(Role::Maintainer),
            manages: matches!(&viewer, Viewer::Person { account, .. } if account.role == Role::Maintainer),
            badge: nav_badge::current().and_then(nav_badge::NavBadge::text),
        }
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
            draft: if viewer::may(Role::Proposer) { links::draft(&revision.slug) } else { String::new() },
        };
        Frame { section, edition: Some(edition), ..Frame::plain(title) }
    }

    /// `page` where that part of the navigation is the current one; for `aria-current`.
    pub(crate) fn current(&self, section: Section) -> &'static str {
        if self.section == section { "page" } else { "false" }
    }
}
