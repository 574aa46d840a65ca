//! The run of an edition's balance tests on files.

use std::sync::Arc;

use affixboard_inquiry::{balance::BalanceVerdict, gaps::Search};
use affixboard_model::batch::Detail;
use affixboard_store::{BalanceTests, EditionId, Revision, content_hash, sha256_hex};
use axum::http::StatusCode;

use super::view;
use crate::{Error, State};
use affixboard_service::{
    balance_file::{BalanceFile, BalanceFileError},
    compute::{BalanceEffort, BalanceRun, NewBalanceRun, Priority},
    library::OpenRevision,
    requester::inherited,
};

/// Drops that the tests of a file may ask for on a dashboard, of all cells together.
const MOST_DROPS: u64 = 1 << 31;

/// An edition's tests, read for some files.
pub(crate) struct Tested {
    pub(crate) file: BalanceFile,
    pub(crate) run: Arc<BalanceRun>,
}

/// The tests of a text, for these files, and what a gap and a dive are there.
pub(crate) async fn read(
    state: &State,
    open: &Arc<OpenRevision>,
    text: &str,
) -> Result<Result<(BalanceFile, Search), BalanceFileError>, Error> {
    let (search, _) = state.gap_search(open.revision.edition_id).await?;
    let (open, text) = (Arc::clone(open), text.to_owned());
    let reading = move || {
        let detail = if open.loaded.has_values() { Detail::Full } else { Detail::Identity };
        let forge = open.loaded.model.forge_for(detail);
        let file = BalanceFile::parse(&text, &open.loaded, forge.keys(), &search.dive)?;
        let cells: u64 = file.tests.iter().map(|test| test.test.cells.len() as u64).sum();
        let drops = cells.saturating_mul(file.drops);
        if drops > MOST_DROPS {
            let problem = format!(
                "found up to {drops} drops ({cells} depths and qualities, each with up to {}); expected at most {MOST_DROPS}",
                file.drops
            );
            return Err(BalanceFileError { line: 1, column: 1, problem });
        }
        Ok((file, search))
    };
    state.compute(Priority::Interactive, reading).await
}

/// The run of an edition's tests on files, which begins unless it is known; `None` where the edition has none.
pub(crate) async fn of(
    state: &State,
    edition: EditionId,
    open: &Arc<OpenRevision>,
) -> Result<(BalanceTests, Option<Result<Tested, BalanceFileError>>), Error> {
    let tests = state.store.balance_tests(edition).await?;
    if tests.text.is_empty() {
        return Ok((tests, None));
    }
    let (file, search) = match read(state, open, &tests.text).await? {
        Ok(read) => read,
        Err(error) => return Ok((tests, Some(Err(error)))),
    };
    let loaded = Arc::clone(&open.loaded);
    let files = format!("{} {}", content_hash(&loaded), loaded.switches.describe(loaded.game));
    let key = format!("{files} {}", sha256_hex(format!("{}\n{search:?}", tests.text)));
    let effort = BalanceEffort { drops: file.drops, seed: file.seed, wrong_at_most: file.wrong_at_most };
    let number = file.tests.len() as u64;
    let run = state.balance.of(&key, number, |done| {
        let tests = file.tests.iter().map(|test| Arc::new(test.test.clone())).collect();
        NewBalanceRun { loaded, search, tests, effort }.run(Arc::clone(state.scheduler()), done)
    });
    let run = run.ok_or_else(|| {
        let message = "Too many balance tests are waiting to be run. Try again later.";
        Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(30)
    })?;
    Ok((tests, Some(Ok(Tested { file, run }))))
}

/// What an edition's tests come to at a revision, for its page: that they are running, or how many hold; `None` where it has none, or
/// too many others wait. The run begins unless it is known.
///
/// # Errors
/// If the store fails.
pub(crate) async fn summary(state: &State, open: &Arc<OpenRevision>) -> Result<Option<TestsSummary>, Error> {
    let tested = match of(state, open.revision.edition_id, open).await {
        Ok((_, tested)) => tested,
        Err(error) if error.status_and_message().0 == StatusCode::SERVICE_UNAVAILABLE => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(tested.map(|tested| match tested {
        Err(error) => TestsSummary { text: format!("can’t be read for these files: {error}"), is_running: false },
        Ok(Tested { run, .. }) => match run.outcome() {
            None => TestsSummary { text: "are running, and come here when they are done".to_owned(), is_running: true },
            Some(None) => TestsSummary { text: "could not be run; the log says why".to_owned(), is_running: false },
            Some(Some(outcome)) => TestsSummary { text: view::summary(&outcome), is_running: false },
        },
    }))
}

/// What tests come to, in words.
pub(crate) struct TestsSummary {
    pub(crate) text: String,
    pub(crate) is_running: bool,
}

/// Runs the tests of a revision that was just imported to their end, so that its page has them.
pub(crate) fn begin(state: &State, revision: &Revision) {
    let (state, slug, number) = (state.clone(), revision.slug.clone(), revision.number);
    tokio::spawn(inherited(async move {
        if let Ok(open) = state.open(&slug, Some(number)).await
            && let Ok((_, Some(Ok(tested)))) = of(&state, open.revision.edition_id, &open).await
        {
            tested.run.followed().await;
        }
    }));
}

/// Refuses a merge whose tests fail or aren't done, where the edition wants that.
///
/// # Errors
/// Why it is held, with 409.
pub(crate) async fn check_merge(state: &State, edition: EditionId, changed: &Arc<OpenRevision>) -> Result<(), Error> {
    // Where tests hold nothing, a merge neither begins a run nor waits for a place among them.
    if !state.store.balance_tests(edition).await?.holds_merge {
        return Ok(());
    }
    let (_, tested) = of(state, edition, changed).await?;
    let held = |why: String| Err(Error::new(StatusCode::CONFLICT, format!("Not merged: {why}")));
    match tested {
        None => Ok(()),
        Some(Err(error)) => held(format!("the balance tests can't be read for these files: {error}.")),
        Some(Ok(Tested { file, run })) => match run.outcome() {
            None => held("the balance tests are still running; see the proposal's page of them.".to_owned()),
            Some(None) => held("the balance tests could not be run; the log says why.".to_owned()),
            Some(Some(outcome)) => {
                let fails =
                    outcome.iter().zip(&file.tests).filter(|(of, _)| of.judged.verdict == BalanceVerdict::Fails);
                let names: Vec<&str> = fails.map(|(_, test)| test.test.name.as_str()).collect();
                if names.is_empty() { Ok(()) } else { held(format!("balance tests fail: {}.", names.join("; "))) }
            }
        },
    }
}
