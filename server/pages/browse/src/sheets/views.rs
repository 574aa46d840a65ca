//! Views: short links to sheets as they were shown, and those of them that have a name.

use affixboard_store::{EditionSummary, Role, View, ViewError, ViewId};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use crate::{
    Error, Frame, Html, State,
    comparand_address::of_revision,
    extract::{Form, Path},
    links::{self, Query},
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::{
    base_path::{given_out, own},
    clock,
};

/// What `sheets/views.html` shows.
#[derive(Template)]
#[template(path = "sheets/views.html")]
pub struct ViewsPage {
    frame: Frame,
    views: Vec<ViewCard>,
}

/// What `sheets/views_one.html` shows.
#[derive(Template)]
#[template(path = "sheets/views_one.html")]
pub struct ViewPage {
    frame: Frame,
    heading: String,
    row: ViewRow,
    /// The error of a refused name; empty for none.
    problem: String,
    name: String,
    can_act: bool,
}

struct ViewRow {
    name: String,
    /// The short link, which leads to the sheet.
    link: String,
    /// Link to its own page.
    href: String,
    path: String,
    kept: String,
}

impl ViewRow {
    fn new(view: View) -> ViewRow {
        ViewRow {
            link: links::short(view.id),
            href: links::view(view.id),
            kept: clock::shown(view.created_at),
            name: view.name.unwrap_or_default(),
            path: given_out(&view.path),
        }
    }
}

/// A view on the page of all, at the newest revision of its edition.
struct ViewCard {
    name: String,
    link: String,
    href: String,
    /// The sheet as it was kept.
    path: String,
    /// The same sheet at the newest revision.
    now: String,
    /// Edition and newest revision; empty for sheets of batches and comparisons, which stay what they were.
    of: String,
    /// The revision it was kept on, where there is a newer one: `r3`.
    was: String,
    changes: Option<ViewChanges>,
}

/// What changed of a view's item types.
struct ViewChanges {
    /// `Changes in pools from r4 to r5`.
    label: String,
    /// The sheet of changes.
    rows: String,
    /// What the newest revision changed in all.
    all: String,
}

impl ViewCard {
    /// The card of a view; `editions` has their newest revisions.
    fn new(view: View, editions: &[EditionSummary]) -> ViewCard {
        let row = ViewRow::new(view);
        let mut card = ViewCard {
            now: row.path.clone(),
            name: row.name,
            link: row.link,
            href: row.href,
            path: row.path,
            of: String::new(),
            was: String::new(),
            changes: None,
        };
        let Some(kept) = SheetOfRevision::parse(&card.path) else { return card };
        let newest = editions.iter().map(|edition| &edition.newest).find(|newest| newest.slug == kept.slug);
        let Some(newest) = newest.filter(|newest| newest.number >= kept.number) else { return card };
        card.now = format!("{}/{}{}", links::revision(newest), kept.page, kept.rest);
        card.of = format!("{} r{}", newest.title, newest.number);
        if newest.number > kept.number {
            card.was = format!("r{}", kept.number);
        }
        // Since it was kept; for who kept it on the newest, what that brought.
        let from = if newest.number > kept.number { Some(kept.number) } else { newest.parent };
        let types = kept.types().filter(|_| matches!(kept.page, "types" | "chances" | "dive"));
        card.changes = from.zip(types).map(|(from, types)| {
            let sides = Query::default().set("from", format!("{}@{from}", kept.slug)).set("to", of_revision(newest));
            // The same pools as the sheet's.
            let sides = sides.set("sval", kept.setting("sval")).set("level", kept.setting("level"));
            ViewChanges {
                label: format!("Changes in pools from r{from} to r{}", newest.number),
                rows: sides.on(&links::compared(types)),
                all: if newest.parent.is_some() { links::changes(newest) } else { String::new() },
            }
        });
        card
    }
}

/// The parts of the address of a revision's sheet: `/editions/{slug}/revisions/{number}/{page}` and the rest.
#[derive(Debug, PartialEq, Eq)]
struct SheetOfRevision<'a> {
    slug: &'a str,
    number: u32,
    /// The sort of sheet: `types`, `chances`, `dive` and the like.
    page: &'a str,
    /// What comes after it, with the settings: `/23?q=slay`.
    rest: &'a str,
}

impl SheetOfRevision<'_> {
    /// The parts of an address that was given out; `None` for other pages.
    fn parse(path: &str) -> Option<SheetOfRevision<'_>> {
        let (slug, rest) = own(path)?.strip_prefix("/editions/")?.split_once("/revisions/")?;
        let (number, rest) = rest.split_once('/')?;
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (page, rest) = rest.split_at(end);
        Some(SheetOfRevision { slug, number: number.parse().ok()?, page, rest })
    }

    /// A setting that is one word; empty where it isn't set.
    fn setting(&self, name: &str) -> &str {
        let query = self.rest.split_once('?').map_or("", |(_, query)| query);
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let found = pairs.find(|(key, _)| *key == name).map_or("", |(_, value)| value);
        if found.bytes().all(|byte| byte.is_ascii_alphanumeric()) { found } else { "" }
    }

    /// The item types of the sheet, as addresses name them: `23`, or several.
    fn types(&self) -> Option<&str> {
        let types = self.rest.strip_prefix('/')?.split('?').next()?;
        (!types.is_empty()).then_some(types)
    }
}

/// The form that stores a sheet's address.
#[derive(Debug, serde::Deserialize)]
pub struct NewViewForm {
    path: String,
}

/// The form that names a view; an empty name removes the name.
#[derive(Debug, serde::Deserialize)]
pub struct ViewNameForm {
    name: String,
}

async fn find(state: &State, id: i64) -> Result<View, Error> {
    let view = state.store.view(ViewId(id)).await?;
    view.ok_or_else(|| Error::not_found(format!("There is no view {id}.")))
}

/// The views with a name.
pub async fn page(Extracted(state): Extracted<State>) -> Result<Html<ViewsPage>, Error> {
    let (views, editions) = (state.store.views().await?, state.store.editions().await?);
    Ok(Html(ViewsPage {
        frame: Frame { section: Section::Views, ..Frame::plain("Views") },
        views: views.into_iter().map(|view| ViewCard::new(view, &editions)).collect(),
    }))
}

/// The sheet that a short link stands for.
pub async fn follow(Extracted(state): Extracted<State>, Path(id): Path<i64>) -> Result<Redirect, Error> {
    Ok(Redirect::to(&given_out(&find(&state, id).await?.path)))
}

/// One view: its short link and its name.
pub async fn one(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Html<ViewPage>, Error> {
    let view = find(&state, id).await?;
    Ok(Html(shown(&viewer, view, String::new(), None)))
}

/// Keeps the address of a sheet.
pub async fn create(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Form(form): Form<NewViewForm>,
) -> Result<Redirect, Error> {
    let sheet = own(&form.path)
        .filter(|path| ["/editions/", "/batches/", "/compare/"].iter().any(|start| path.starts_with(start)));
    let Some(sheet) = sheet else {
        return Err(Error::bad_request(
            "path: expected the address of a sheet, beginning with /editions/, /batches/ or /compare/.",
        ));
    };
    let view = state.store.keep_view(sheet, viewer.by(), clock::now_ms()).await?;
    Ok(Redirect::to(&links::view(view.id)))
}

/// Gives a view a name, or takes it.
pub async fn rename(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<ViewNameForm>,
) -> Result<Response, Error> {
    let name = form.name.trim();
    match state.store.name_view(ViewId(id), (!name.is_empty()).then_some(name), viewer.by(), clock::now_ms()).await {
        Ok(view) => Ok(Redirect::to(&links::view(view.id)).into_response()),
        Err(refused @ (ViewError::BadName(_) | ViewError::NameTaken(_))) => {
            let view = find(&state, id).await?;
            let page = shown(&viewer, view, format!("Name: {refused}."), Some(form.name));
            Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response())
        }
        Err(other) => Err(other.into()),
    }
}

fn shown(viewer: &Viewer, view: View, problem: String, typed: Option<String>) -> ViewPage {
    let heading = view.name.clone().unwrap_or_else(|| format!("View {}", view.id));
    let row = ViewRow::new(view);
    ViewPage {
        frame: Frame { section: Section::Views, ..Frame::plain(heading.clone()) },
        heading,
        name: typed.unwrap_or_else(|| row.name.clone()),
        row,
        problem,
        can_act: viewer.may(Role::Proposer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_sheets_are_taken_apart() {
        let of = |slug, number, page, rest| Some(SheetOfRevision { slug, number, page, rest });
        for (path, expected, types) in [
            ("/editions/v4/revisions/3/types/23?q=slay", of("v4", 3, "types", "/23?q=slay"), Some("23")),
            ("/editions/v4/revisions/3/chances/23,24", of("v4", 3, "chances", "/23,24"), Some("23,24")),
            ("/editions/v4/revisions/12/kinds?depth=4", of("v4", 12, "kinds", "?depth=4"), None),
            ("/editions/v4/revisions/x/types/23", None, None),
            ("/editions/v4/revisions/3", None, None),
            ("/batches/1/types/23", None, None),
        ] {
            let found = SheetOfRevision::parse(path);
            assert_eq!(found.as_ref().and_then(SheetOfRevision::types), types, "{path}");
            assert_eq!(found, expected, "{path}");
        }
        let sheet =
            SheetOfRevision::parse("/editions/v4/revisions/3/types/23?q=a&level=good&sval=1%2C2").expect("a sheet");
        assert_eq!((sheet.setting("level"), sheet.setting("sval"), sheet.setting("depths")), ("good", "", ""));
    }
}
