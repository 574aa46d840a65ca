//! What was found, as a page; the dialog of every page (`static/js/find.js`) shows the list of it.

use affixboard_report::thousands;
use std::sync::Arc;

use affixboard_games as games;
use affixboard_model::text::{SourceFile, SourceSet};
use affixboard_store::{BatchFilter, ProposalFilter, Revision};
use askama::Template;
use axum::extract::State as Extracted;
use serde::Deserialize;

use super::{
    lines, names,
    rank::{LONGEST, NameQuery},
};
use crate::{
    Error, Frame, Html, State,
    batches::rows::BatchRow,
    entry_names::Target,
    extract::{Path, UrlQuery},
    links::{self, Query},
    paths,
    proposals::list::ProposalRow,
    respond::html::Section,
};
use affixboard_service::{compute::Priority, library::OpenRevision};

/// Results on a page.
const MOST: usize = 50;
/// The newest proposals and batches that are looked through.
const MOST_AT_WORK: u32 = 2000;
/// Editions whose entries are looked through at once.
const MOST_EDITIONS: usize = 60;

/// What `find/show.html` shows.
#[derive(Template)]
#[template(path = "find/show.html")]
pub struct FindPage {
    frame: Frame,
    path: String,
    text: String,
    /// Where it was looked for.
    place: String,
    found: Vec<Target>,
    /// How many there are, in words; empty where nothing was asked for.
    count: String,
    /// The same in all editions; empty where it is that.
    everywhere: String,
}

/// What is looked for.
#[derive(Debug, Default, Deserialize)]
pub struct FindQuery {
    q: Option<String>,
}

impl FindQuery {
    fn text(&self) -> Result<&str, Error> {
        let text = self.q.as_deref().unwrap_or("").trim();
        match text.chars().count() {
            length if length > LONGEST => {
                Err(Error::bad_request(format!("q: found {length} characters; expected at most {LONGEST}.")))
            }
            _ => Ok(text),
        }
    }
}

/// Looks in a revision, and in the proposals and batches of its edition.
pub async fn page(
    Extracted(state): Extracted<State>,
    Path((slug, number)): Path<(String, u32)>,
    UrlQuery(query): UrlQuery<FindQuery>,
) -> Result<Html<FindPage>, Error> {
    let text = query.text()?.to_owned();
    let revision = state.revision(&slug, Some(number)).await?;
    let open = state.open(&slug, Some(number)).await?;
    let at_work = if text.is_empty() { Vec::new() } else { at_work(&state, Some(&revision)).await? };
    let (of, wanted) = (Arc::clone(&open), NameQuery::new(&text));
    let look = move |keep_going: &dyn Fn() -> bool| look_in(&of, at_work, &wanted, keep_going);
    let (found, total) =
        if text.is_empty() { (Vec::new(), 0) } else { state.compute_while(Priority::Interactive, look).await? };
    Ok(Html(FindPage {
        frame: Frame::open(format!("Find · {}", revision.title), Section::None, &open),
        path: links::find(&revision),
        place: format!("in {} r{}", revision.title, revision.number),
        count: count(&text, found.len(), total),
        everywhere: Query::default().set("q", text.as_str()).on(&paths::FIND.path()),
        found,
        text,
    }))
}

fn look_in(
    open: &OpenRevision,
    at_work: Vec<Target>,
    wanted: &NameQuery,
    keep_going: &dyn Fn() -> bool,
) -> (Vec<Target>, usize) {
    let (loaded, revision) = (&open.loaded, &open.revision);
    let mut targets = names::entries(loaded, revision, "");
    targets.extend(names::item_types(loaded, revision));
    targets.extend(names::pages(revision, ""));
    targets.extend(names::files_and_tables(loaded, revision));
    targets.extend(at_work);
    targets.extend(names::other_pages());
    let (found, total) = wanted.best(targets.iter(), MOST);
    let mut found: Vec<Target> = found.into_iter().cloned().collect();
    let named = lines::named(&loaded.sources, revision, wanted);
    let left = MOST - found.len();
    let (saying, lines) = lines::saying(&loaded.sources, revision, wanted, left, keep_going);
    let total = total + lines + usize::from(named.is_some());
    found.extend(saying);
    if let Some(named) = named {
        found.insert(0, named);
        found.truncate(MOST);
    }
    (found, total)
}

/// Looks in all editions: their names and pages, the entries of their newest revisions, and all proposals and batches.
pub async fn everywhere(
    Extracted(state): Extracted<State>,
    UrlQuery(query): UrlQuery<FindQuery>,
) -> Result<Html<FindPage>, Error> {
    let text = query.text()?.to_owned();
    let (mut found, mut total) = (Vec::new(), 0);
    if !text.is_empty() {
        let mut targets = names::other_pages();
        let mut entries = Vec::new();
        for newest in state.editions_menu().await?.all().take(MOST_EDITIONS) {
            let about = format!("edition · r{}", newest.number);
            targets.push(Target::new(newest.title.as_str(), about, links::revision(newest)));
            targets.extend(names::pages(newest, &format!(" · {}", newest.title)));
            entries.push(entries_of(&state, newest).await?);
        }
        targets.extend(at_work(&state, None).await?);
        let wanted = NameQuery::new(&text);
        let look = move || {
            let all = targets.iter().chain(entries.iter().flat_map(|entries| entries.iter()));
            let (found, total) = wanted.best(all, MOST);
            (found.into_iter().cloned().collect::<Vec<_>>(), total)
        };
        (found, total) = state.compute(Priority::Interactive, look).await?;
    }
    Ok(Html(FindPage {
        frame: Frame::plain("Find"),
        path: paths::FIND.path(),
        place: "in all editions".to_owned(),
        count: count(&text, found.len(), total),
        everywhere: String::new(),
        found,
        text,
    }))
}

/// The entries of a revision, read without its rules; none of a game that this program doesn't know.
async fn entries_of(state: &State, revision: &Revision) -> Result<Arc<Vec<Target>>, Error> {
    let Some(game) = games::find(&revision.game) else { return Ok(Arc::default()) };
    let key = (revision.id, revision.slug.clone());
    let read = async {
        let files = state.store.source_files(revision.id).await?;
        let revision = revision.clone();
        let read = move || {
            let mut sources = SourceSet::new();
            for (name, bytes) in files {
                sources.push(SourceFile::new(name, bytes));
            }
            Arc::new(names::entries(&game.load(sources), &revision, &format!(" · {}", revision.title)))
        };
        state.compute(Priority::Interactive, read).await
    };
    state.entry_names.0.get_or_insert_async(&key, read).await
}

/// The newest proposals and batches, of an edition or of all.
async fn at_work(state: &State, of: Option<&Revision>) -> Result<Vec<Target>, Error> {
    let filter = ProposalFilter { slug: of.map(|revision| revision.slug.as_str()), ..ProposalFilter::default() };
    let proposals = state.store.proposals(filter, MOST_AT_WORK).await?;
    let of_edition = of.map_or(BatchFilter::All, |revision| BatchFilter::Edition(revision.edition_id));
    let batches = state.store.batches(of_edition, MOST_AT_WORK).await?;
    let proposals = proposals.iter().map(ProposalRow::new).map(|row| {
        let about = format!("proposal {} · {} · {}", row.number, row.state, row.edition);
        Target::new(row.title, about, row.href)
    });
    let batches = batches.iter().map(BatchRow::new).map(|row| {
        let about = format!("{} · {} · {}", row.state, row.edition, row.plan);
        Target::new(format!("Batch {}", row.number), about, row.href)
    });
    Ok(proposals.chain(batches).collect())
}

/// `12 found.`
fn count(text: &str, shown: usize, total: usize) -> String {
    match (text, total) {
        ("", _) => String::new(),
        (_, 0) => "Nothing has this name.".to_owned(),
        (_, total) if total > shown => format!(
            "{} found; the first {shown} are shown. Type more of the name to see the others.",
            thousands(total as u64)
        ),
        (_, total) => format!("{total} found."),
    }
}
