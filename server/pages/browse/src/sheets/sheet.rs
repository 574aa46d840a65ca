//! The page of a sheet, wherever its numbers come from.

use askama::Template;

use super::{progressive::ProgressView, view::sheet_page::SheetPage};
use crate::{Frame, links::Choice};

#[derive(Template)]
#[template(path = "sheets/sheet.html")]
pub(crate) struct SheetHtml {
    frame: Frame,
    page: SheetPage,
    /// How far computing is.
    progress: ProgressView,
    /// Where else to look where nothing can be computed; empty for nowhere.
    instead: String,
    /// What is compared.
    sides: Option<Sides>,
    /// Where numbers come from besides the rules, behind the caption.
    whence: Vec<TextPiece>,
    chart_caption: &'static str,
    /// How to comment on a number, on a sheet of a proposal.
    talk: Option<Talk>,
}

/// The earlier and the later side of a comparison, with links to them.
pub(crate) struct Sides {
    pub(crate) from: Choice,
    pub(crate) to: Choice,
}

/// A piece of a sentence, with a link where it has one.
pub(crate) struct TextPiece {
    text: String,
    href: String,
}

impl TextPiece {
    pub(crate) fn text(text: impl Into<String>) -> TextPiece {
        TextPiece { text: text.into(), href: String::new() }
    }

    pub(crate) fn link(text: impl Into<String>, href: impl Into<String>) -> TextPiece {
        TextPiece { text: text.into(), href: href.into() }
    }
}

/// What a comment on a number needs.
pub(crate) struct Talk {
    /// The form for a comment.
    pub(crate) form: String,
    /// The page's own address, with the revisions that it shows.
    pub(crate) at: String,
    /// The item type's name.
    pub(crate) about: String,
    pub(crate) depth_word: &'static str,
}

impl SheetHtml {
    /// The page of a sheet whose numbers are there at once.
    pub(crate) fn new(frame: Frame, page: SheetPage) -> SheetHtml {
        SheetHtml {
            frame,
            page,
            progress: ProgressView::done(),
            instead: String::new(),
            sides: None,
            whence: Vec::new(),
            chart_caption: "The most frequent of the rows.",
            talk: None,
        }
    }

    /// With numbers of which some are still computed.
    pub(crate) fn with_progress(mut self, progress: ProgressView) -> SheetHtml {
        self.page.exports.is_computing = progress.is_computing();
        SheetHtml { progress, ..self }
    }

    /// With a place to look where nothing can be computed.
    pub(crate) fn or_else(self, instead: String) -> SheetHtml {
        SheetHtml { instead, ..self }
    }

    /// With where numbers come from besides the rules.
    pub(crate) fn with_whence(self, whence: Vec<TextPiece>) -> SheetHtml {
        SheetHtml { whence, ..self }
    }

    pub(crate) fn with_chart_caption(self, chart_caption: &'static str) -> SheetHtml {
        SheetHtml { chart_caption, ..self }
    }

    /// As a comparison.
    pub(crate) fn comparing(self, sides: Sides, talk: Option<Talk>) -> SheetHtml {
        SheetHtml { sides: Some(sides), talk, ..self }
    }
}
