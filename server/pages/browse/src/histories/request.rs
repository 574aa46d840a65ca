//! What a page of history is asked for, and the run that answers it.

use std::sync::Arc;

use affixboard_inquiry::questions::parse;
use affixboard_model::catalog::Sort;
use axum::http::StatusCode;

use crate::{Error, State, conditioning::request::condition_of, links::Query, sheets::settings::SheetSettings};
use affixboard_service::{
    history::{HistoryRun, NewHistoryRun, Watched},
    library::OpenRevision,
};

/// Revisions looked at, at most: the newest.
pub(super) const MOST_REVISIONS: usize = 100;
/// Items drawn of a revision where a share can't be computed, at most.
const ITEMS: u64 = 1 << 18;

/// The query, as it stands in the URL.
#[derive(Debug, Default, serde::Deserialize)]
pub struct HistoryQuery {
    q: Option<String>,
    depth: Option<String>,
    quality: Option<String>,
    test: Option<String>,
}

/// The query, understood.
pub(super) struct HistoryRequest {
    /// The question; empty where a balance test is asked for, or nothing.
    pub(super) question: String,
    /// The name of the balance test.
    pub(super) test: String,
    pub(super) depth: u32,
    pub(super) quality: usize,
    pub(super) query: Query,
}

/// The run of what is asked for.
pub(super) struct BegunHistory {
    pub(super) run: Arc<HistoryRun>,
    /// Whether there are older revisions, which aren't looked at.
    pub(super) is_cut: bool,
}

pub(super) fn read_request(open: &OpenRevision, query: &HistoryQuery) -> Result<HistoryRequest, Error> {
    let words = open.loaded.game.words();
    let given = |value: &Option<String>| value.as_deref().map(str::trim).unwrap_or_default().to_owned();
    let (question, test) = (given(&query.q), given(&query.test));
    if words.qualities.is_empty() && test.is_empty() {
        return Err(Error::not_found(format!("{} has no drops to ask about.", open.loaded.game.title())));
    }
    let depth = match given(&query.depth).as_str() {
        "" => words.usual_depth(),
        text => {
            let depth = text.parse().ok().filter(|depth| *depth <= words.deepest);
            let expected = || format!("depth: found `{text}`; expected a level from 0 to {}.", words.deepest);
            depth.ok_or_else(|| Error::bad_request(expected()))?
        }
    };
    let quality = SheetSettings::position("quality", query.quality.as_ref(), words.qualities, words.richest)?;
    let query = Query::default()
        .set("q", question.clone())
        .set("test", test.clone())
        .set("depth", if depth == words.usual_depth() { String::new() } else { depth.to_string() })
        .set("quality", if quality == words.richest { "" } else { words.qualities[quality] });
    Ok(HistoryRequest { question, test, depth, quality, query })
}

impl HistoryRequest {
    /// The run, which begins unless it is known; what is wrong with the question, or `None` where nothing is asked.
    pub(super) async fn begin(
        &self,
        state: &State,
        open: &OpenRevision,
    ) -> Result<Option<Result<BegunHistory, String>>, Error> {
        let edition = open.revision.edition_id;
        let watched = if !self.test.is_empty() {
            let (search, _) = state.gap_search(edition).await?;
            let text = state.store.balance_tests(edition).await?.text;
            Watched::Test { text, name: self.test.clone(), search }
        } else if self.question.is_empty() {
            return Ok(None);
        } else if let Err(error) = parse(&self.question) {
            return Ok(Some(Err(error.to_string())));
        } else {
            let quality = open.loaded.game.words().qualities[self.quality].to_owned();
            Watched::Share { question: self.question.clone(), depth: self.depth, quality, items: ITEMS, seed: 1 }
        };
        let mut revisions = state.store.revisions(&open.revision.slug).await?;
        revisions.retain(|revision| revision.number <= open.revision.number);
        revisions.sort_by_key(|revision| revision.number);
        let older = revisions.len().saturating_sub(MOST_REVISIONS);
        revisions.drain(..older);
        let new = NewHistoryRun { watched, revisions, known: Arc::clone(&state.known_numbers) };
        let (key, total) = (new.key(), new.revisions.len() as u64);
        let (store, scheduler) = (state.store.clone(), Arc::clone(state.scheduler()));
        let run = state.histories.of(&key, total, |done| new.run(store, scheduler, done));
        let run = run.ok_or_else(|| {
            let message = "Too many histories are waiting to be computed. Try again later.";
            Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(15)
        })?;
        Ok(Some(Ok(BegunHistory { run, is_cut: older > 0 })))
    }
}

/// What is watched, in words: the test, the entry that the question is about alone, or else the question.
pub(super) fn name_of(open: &OpenRevision, request: &HistoryRequest) -> String {
    let catalog = &open.loaded.catalog;
    let of = |sort: Sort, index: u32| condition_of(open, (sort, index)).is_some_and(|of| of == request.question);
    if !request.test.is_empty() {
        return request.test.clone();
    }
    let kinds = catalog.kinds.iter().map(|one| (Sort::KIND, one.index, &one.name));
    let affixes = catalog.affixes.iter().map(|one| (Sort::AFFIX, one.index, &one.name));
    let themes = catalog.themes.iter().map(|one| (Sort::THEME, one.index, &one.name));
    let artifacts = catalog.artifacts.iter().map(|one| (Sort::ARTIFACT, one.index, &one.name));
    let mut entries = kinds.chain(affixes).chain(themes).chain(artifacts);
    let entry = entries.find(|(sort, index, _)| of(*sort, *index));
    entry.map_or_else(|| request.question.clone(), |(_, _, name)| name.clone())
}

/// The question about an entry's share, at the depth nearest to the usual one at which its lines let it come; `None` of what no drop
/// is.
pub(crate) fn of_entry(open: &OpenRevision, (sort, index): (Sort, u32)) -> Option<Query> {
    let (catalog, words) = (&open.loaded.catalog, open.loaded.game.words());
    let question = condition_of(open, (sort, index))?;
    let ranges: Vec<(u32, u32)> = if sort == Sort::KIND {
        let kind = catalog.kind(catalog.kind_by_index(index)?);
        kind.allocations.iter().map(|of| (of.min, of.max)).collect()
    } else if sort == Sort::AFFIX {
        let affix = catalog.affixes.iter().find(|affix| affix.index == index)?;
        affix.allocations.iter().map(|of| (of.min, of.max)).collect()
    } else if sort == Sort::ARTIFACT {
        let artifact = catalog.artifacts.iter().find(|artifact| artifact.index == index)?;
        artifact.allocations.iter().map(|of| (of.min, of.max)).collect()
    } else {
        Vec::new()
    };
    let usual = words.usual_depth();
    let nearest = |(min, max): (u32, u32)| usual.clamp(min.min(max), max).min(words.deepest);
    let depth = ranges.into_iter().map(nearest).min_by_key(|depth| depth.abs_diff(usual)).unwrap_or(usual);
    let depth = if depth == usual { String::new() } else { depth.to_string() };
    Some(Query::default().set("q", question).set("depth", depth))
}
