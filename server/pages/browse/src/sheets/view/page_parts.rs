//! The parts that pages of sheets have in common, each a template of its own: the table is most of such a page, and would
//! else be compiled into every one of them.

use askama::Template;

use super::{sheet_page::SheetPage, sheet_view::SheetView};
use crate::{
    respond::{html::FrameViewer, part::Part},
    session::scheme::Scheme,
};

#[derive(Template)]
#[template(
    source = r#"{% import "sheets/_sheet.html" as parts %}{% call parts::table(view, label, depth_word) %}{% endcall %}"#,
    ext = "html"
)]
struct Table<'a> {
    view: &'a SheetView,
    label: &'a str,
    depth_word: &'a str,
}

/// The table of a sheet, and what stands around it. It takes as long to write as it has cells.
pub(crate) fn table(view: &SheetView, label: &str, depth_word: &str) -> askama::Result<Part> {
    Part::of(&Table { view, label, depth_word })
}

#[derive(Template)]
#[template(
    source = r#"{% import "sheets/_controls.html" as parts %}{% call parts::line(page) %}{% endcall %}"#,
    ext = "html"
)]
struct Controls<'a> {
    page: &'a SheetPage,
}

#[derive(Template)]
#[template(
    source = r#"{% import "sheets/_sheet.html" as parts %}{% call parts::chart(page, caption, scheme) %}{% endcall %}"#,
    ext = "html"
)]
struct Chart<'a> {
    page: &'a SheetPage,
    caption: &'a str,
    scheme: Scheme,
}

impl SheetPage {
    /// The line of controls, with the menus that hang on it.
    pub(crate) fn controls(&self) -> askama::Result<Part> {
        Part::of(&Controls { page: self })
    }

    /// The chart beneath the table.
    pub(crate) fn chart(&self, caption: &str, viewer: &FrameViewer) -> askama::Result<Part> {
        Part::of(&Chart { page: self, caption, scheme: viewer.scheme })
    }
}
