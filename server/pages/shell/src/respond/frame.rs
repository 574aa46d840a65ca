//! What every page says of itself to the frame around it: its title, its part of the navigation, the edition it is about.

use affixboard_store::Revision;

use crate::links;
use affixboard_service::library::OpenRevision;

/// The frame around every page: title, navigation, the current edition.
pub struct Frame {
    /// The page's title.
    pub title: String,
    /// The current link of the navigation.
    pub section: Section,
    /// The edition and revision shown, on pages of one.
    pub edition: Option<FrameEdition>,
    /// The sentence about files that are not those of the game whose rules made the numbers; empty where they are.
    pub doubts: String,
    /// The part of the help about the page, where its section doesn't say it.
    pub help: Option<&'static str>,
}

/// The parts of the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// No part of the navigation.
    None,
    /// The part of sheets.
    Sheets,
    /// The part of entries.
    Entries,
    /// The part of gaps.
    Gaps,
    /// The part of files.
    Files,
    /// The part of rules.
    Rules,
    /// The part of batches.
    Batches,
    /// The part of proposals.
    Proposals,
    /// The part of compare.
    Compare,
    /// The part of profiles.
    Profiles,
    /// The part of views.
    Views,
    /// The part of import.
    Import,
    /// The part of help.
    Help,
}

/// The edition a page is about, at a revision.
pub struct FrameEdition {
    pub(crate) revision: Revision,
    /// One's own draft of a proposal, for who can propose; empty where the edition is archived.
    pub draft: String,
}

impl Frame {
    /// The frame of a page outside of editions.
    pub fn plain(title: impl Into<String>) -> Frame {
        Frame { title: title.into(), section: Section::None, edition: None, doubts: String::new(), help: None }
    }

    /// The frame of a page about a revision.
    pub fn of(title: impl Into<String>, section: Section, revision: &Revision) -> Frame {
        let draft = if revision.is_archived { String::new() } else { links::draft(&revision.slug) };
        let edition = FrameEdition { revision: revision.clone(), draft };
        Frame { title: title.into(), section, edition: Some(edition), doubts: String::new(), help: None }
    }

    /// The frame of a page with numbers of an opened revision: it says so where the files are not the game's own.
    pub fn open(title: impl Into<String>, section: Section, open: &OpenRevision) -> Frame {
        let doubts = open.loaded.doubts().unwrap_or_default();
        Frame { doubts, ..Frame::of(title, section, &open.revision) }
    }

    /// With the sentence about the files of another revision whose numbers the page has too.
    #[must_use]
    pub fn and_of(mut self, other: &OpenRevision) -> Frame {
        if let Some(doubts) = other.loaded.doubts().filter(|doubts| *doubts != self.doubts) {
            let gap = if self.doubts.is_empty() { "" } else { " " };
            self.doubts += &[gap, "The earlier side: ", &doubts].concat();
        }
        self
    }

    /// The word for numbers that are known to the last digit: `exact`, or `computed` where the files are not the game's
    /// own.
    pub fn exact(&self) -> &'static str {
        if self.doubts.is_empty() { "exact" } else { "computed" }
    }

    /// `page` where that part of the header is the current one; for `aria-current`.
    pub fn current(&self, section: Section) -> &'static str {
        if self.section == section { "page" } else { "false" }
    }
    /// The frame of a page that another part of the help is about than its section says.
    #[must_use]
    pub fn helped_by(self, part: &'static str) -> Frame {
        Frame { help: Some(part), ..self }
    }

    /// The part of the help that is about the page, by its id there.
    pub fn help(&self) -> &'static str {
        self.help.unwrap_or(match self.section {
            Section::Sheets => "read",
            Section::Gaps => "gaps",
            Section::Batches => "batches",
            Section::Proposals => "review",
            Section::Compare => "compare",
            Section::Profiles => "dives",
            Section::Views => "views",
            Section::Import => "import",
            _ => "first-hour",
        })
    }
}
