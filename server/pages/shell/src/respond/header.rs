//! The header of every page: where one is, where one can go, and who one is. The parts of the navigation have the same order and
//! place on all pages: inside an edition each leads to that edition's page, elsewhere to the newest edition's or to all.

use std::sync::Arc;

use affixboard_store::{Revision, Role};

use super::{
    editions_menu::{EditionsMenu, same_page},
    frame::{Frame, Section},
};
use crate::{
    comparand_address::of_revision,
    links::{self, Query},
    paths,
    session::{scheme::Scheme, viewer::Viewer},
};
use affixboard_service::clock;

/// What a request's header has beside the page's own frame.
#[derive(Default)]
pub struct PageHeader {
    /// Number of proposals that wait for the viewer or are open, if there are any, and the words after the number.
    pub badge: Option<(u32, &'static str)>,
    /// The editions there are; none where the viewer may not know.
    pub editions: Arc<EditionsMenu>,
    /// The page's address, by which other revisions have the same page.
    pub address: String,
    /// Why nothing can be stored; empty where it can.
    pub outage: &'static str,
    /// Light or dark, as they chose.
    pub scheme: Scheme,
}

/// The viewer's part of a page's frame; templates read it as the value `viewer`.
pub struct FrameViewer {
    /// The viewer's account name; empty where nobody is signed in.
    pub who: String,
    /// Whether one could sign in: there are accounts, and nobody is.
    pub can_sign_in: bool,
    /// Whether there are accounts at all.
    pub has_accounts: bool,
    /// Whether drafts are offered.
    pub proposes: bool,
    /// Whether importing is offered.
    pub imports: bool,
    /// Whether they look after accounts.
    pub manages: bool,
    /// Number of proposals that wait for them or are open, if there are any, and the words after the number.
    pub badge: Option<(u32, &'static str)>,
    /// Why nothing can be stored; empty where it can.
    pub outage: &'static str,
    /// Light or dark, as they chose.
    pub scheme: Scheme,
    editions: Arc<EditionsMenu>,
    address: String,
}

/// A part of the navigation.
pub struct NavLink {
    pub label: &'static str,
    pub href: String,
    /// `page` where it is the current one; for `aria-current`.
    pub current: &'static str,
    pub has_badge: bool,
}

/// The menu of editions and revisions.
pub struct Switcher {
    /// The edition's title; empty on pages outside of editions.
    pub title: String,
    /// `r2`.
    pub revision: String,
    pub hash: String,
    /// The newest revisions of the edition.
    pub revisions: Vec<SwitchLink>,
    /// All of them.
    pub all_revisions: String,
    /// The newest, where the page is of an older one.
    pub newest: Option<SwitchLink>,
    /// The team's editions, and those that ship with the program.
    pub editions: [(&'static str, Vec<SwitchLink>); 2],
}

/// An edition or revision to go to.
pub struct SwitchLink {
    pub label: String,
    pub about: String,
    pub href: String,
    /// Whether it leads to the same page there.
    pub is_same_page: bool,
    pub is_current: bool,
}

impl FrameViewer {
    pub(super) fn new(viewer: &Viewer, header: PageHeader) -> FrameViewer {
        FrameViewer {
            who: viewer.account().map(|account| account.name.clone()).unwrap_or_default(),
            can_sign_in: matches!(viewer, Viewer::Visitor),
            has_accounts: !matches!(viewer, Viewer::Local { .. }),
            proposes: viewer.may(Role::Proposer),
            imports: matches!(viewer, Viewer::Local { .. }) || viewer.may(Role::Maintainer),
            manages: matches!(viewer, Viewer::Person { account, .. } if account.role == Role::Maintainer),
            badge: header.badge,
            outage: header.outage,
            scheme: header.scheme,
            editions: header.editions,
            address: header.address,
        }
    }

    /// The revision that a page is about: its own, or the one that its address names.
    fn here<'a>(&'a self, frame: &'a Frame) -> Option<&'a Revision> {
        let own = frame.edition.as_ref().map(|edition| &edition.revision);
        own.or_else(|| self.editions.of_address(&self.address))
    }

    /// The parts of the navigation.
    pub fn nav(&self, frame: &Frame) -> [NavLink; 8] {
        let here = self.here(frame);
        let shown = here.or_else(|| self.editions.newest());
        let page = |page: fn(&Revision) -> String| shown.map_or_else(|| paths::START.path(), page);
        let all = |path: String, key, value: &dyn Fn(&Revision) -> String| {
            Query::default().set(key, here.map_or_else(String::new, value)).on(&path)
        };
        let slug = |of: &Revision| of.slug.clone();
        let link = |section, label, href| NavLink {
            label,
            href,
            current: frame.current(section),
            has_badge: section == Section::Proposals && self.badge.is_some(),
        };
        [
            link(Section::Sheets, "Sheets", page(links::revision)),
            link(Section::Entries, "Entries", page(links::entries)),
            link(Section::Gaps, "Gaps", page(links::gaps)),
            link(Section::Files, "Files", page(links::files)),
            link(Section::Rules, "Rules", page(links::rules)),
            link(Section::Batches, "Batches", all(paths::BATCHES.path(), "edition", &slug)),
            link(Section::Proposals, "Proposals", all(links::proposals(), "edition", &slug)),
            link(Section::Compare, "Compare", all(links::compare(), "to", &of_revision)),
        ]
    }

    /// Where the search of a page leads.
    pub fn find(&self, frame: &Frame) -> String {
        self.here(frame).map_or_else(|| paths::FIND.path(), links::find)
    }

    /// The menu of editions and revisions.
    pub fn switcher(&self, frame: &Frame) -> Switcher {
        let here = self.here(frame);
        let to = |revision: &Revision, label: String, about: String| {
            let same = here.and_then(|here| same_page(&self.address, here, revision));
            SwitchLink {
                label,
                about,
                is_same_page: same.is_some(),
                href: same.unwrap_or_else(|| links::revision(revision)),
                is_current: here.is_some_and(|here| here.id == revision.id),
            }
        };
        let known = here.map_or(&[][..], |here| self.editions.revisions_of(here));
        let revision = |(at, revision): (usize, &Revision)| {
            let newest = if at == 0 { "newest · " } else { "" };
            let about = format!("{newest}{} {}", revision.made_by.name(), clock::shown(revision.created_at));
            to(revision, format!("r{}", revision.number), about)
        };
        let newest = known.first().zip(here).filter(|(newest, here)| newest.number > here.number);
        let editions = self.editions.groups().map(|(title, editions)| {
            let edition = |newest: &Revision| SwitchLink {
                is_current: here.is_some_and(|here| here.slug == newest.slug),
                ..to(newest, newest.title.clone(), format!("r{}", newest.number))
            };
            (title, editions.map(edition).collect())
        });
        Switcher {
            title: here.map_or_else(String::new, |here| here.title.clone()),
            revision: here.map_or_else(String::new, |here| format!("r{}", here.number)),
            hash: here.map_or_else(String::new, |here| here.content_hash.chars().take(7).collect()),
            revisions: known.iter().enumerate().map(revision).collect(),
            all_revisions: here.map_or_else(String::new, |here| format!("{}#revisions", links::revision(here))),
            newest: newest.map(|(newest, _)| to(newest, format!("newest is r{}", newest.number), String::new())),
            editions,
        }
    }
}
