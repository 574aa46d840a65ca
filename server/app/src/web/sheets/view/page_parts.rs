//! The parts that pages of sheets have in common, each a template of its own: the table is most of such a page, and would
//! else be compiled into every one of them.

use askama::Template;

use super::{sheet_page::SheetPage, sheet_view::SheetView};
use crate::web::respond::part::Part;

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
    source = r#"{% import "sheets/_sheet.html" as parts %}{% call parts::exports(page) %}{% endcall %}{% call parts::link(page) %}{% endcall %}"#,
    ext = "html"
)]
struct Actions<'a> {
    page: &'a SheetPage,
}

#[derive(Template)]
#[template(
    source = r#"{% import "sheets/_types.html" as parts %}{% call parts::row(page) %}{% endcall %}"#,
    ext = "html"
)]
struct TypeRow<'a> {
    page: &'a SheetPage,
}

#[derive(Template)]
#[template(
    source = r#"{% import "sheets/_sheet.html" as parts %}{% call parts::looks(page) %}{% endcall %}"#,
    ext = "html"
)]
struct Looks<'a> {
    page: &'a SheetPage,
}

#[derive(Template)]
#[template(
    source = r#"{% import "sheets/_sheet.html" as parts %}{% call parts::kind(page) %}{% endcall %}"#,
    ext = "html"
)]
struct Kind<'a> {
    page: &'a SheetPage,
}

#[derive(Template)]
#[template(
    source = r#"{% import "sheets/_sheet.html" as parts %}{% call parts::filter(page) %}{% endcall %}"#,
    ext = "html"
)]
struct Filter<'a> {
    page: &'a SheetPage,
}

#[derive(Template)]
#[template(
    source = r#"{% import "sheets/_sheet.html" as parts %}{% call parts::chart(page, caption) %}{% endcall %}"#,
    ext = "html"
)]
struct Chart<'a> {
    page: &'a SheetPage,
    caption: &'a str,
}

impl SheetPage {
    /// The files and the link of a sheet.
    pub(crate) fn actions(&self) -> askama::Result<Part> {
        Part::of(&Actions { page: self })
    }

    /// The choice of one item type, or several.
    pub(crate) fn type_row(&self) -> askama::Result<Part> {
        Part::of(&TypeRow { page: self })
    }

    /// Colours, columns and direction.
    pub(crate) fn looks(&self) -> askama::Result<Part> {
        Part::of(&Looks { page: self })
    }

    /// The choice of a kind.
    pub(crate) fn kind(&self) -> askama::Result<Part> {
        Part::of(&Kind { page: self })
    }

    /// The fields that filter rows.
    pub(crate) fn filter(&self) -> askama::Result<Part> {
        Part::of(&Filter { page: self })
    }

    /// The chart beneath the table.
    pub(crate) fn chart(&self, caption: &str) -> askama::Result<Part> {
        Part::of(&Chart { page: self, caption })
    }
}
