//! Progressive sheets of exact chances: shown at once, and filled in while they are computed.

use std::{convert::Infallible, sync::Arc, time::Duration};

use affixboard_report::{sheet::Method, sheets::SheetSection, thousands};
use axum::{
    http::StatusCode,
    response::sse::{Event, KeepAlive, Sse},
};
use tokio::sync::watch;
use tokio_stream::{Stream, StreamExt, wrappers::IntervalStream};

use super::{readings, settings::SheetSettings};
use crate::{Error, State, links::Choice};
use affixboard_service::{
    compute::{CellNumbers, CellRequest, ChanceError, Numbers, Prefetch, Stages},
    library::OpenRevision,
};

/// Computing goes on so long after the page was answered; where it is looked at, it asks again before that.
const LINGER: Duration = Duration::from_secs(4);
/// Rounds of simulating, of a second and some each, in which every cell of a file gets a number.
const MOST_ROUNDS: usize = 12;
/// Time between two events.
const TELL: Duration = Duration::from_millis(250);

/// The progress of a sheet that is being computed.
pub(crate) struct ProgressView {
    /// Why there are no chances; empty where there are.
    pub(crate) problem: &'static str,
    /// Columns with their last numbers, and all columns.
    pub(crate) known: usize,
    pub(crate) total: usize,
    /// Number of drops simulated so far.
    pub(crate) drops: u64,
    pub(crate) events: String,
    pub(crate) again: String,
}

impl ProgressView {
    pub(crate) fn new(
        settings: &SheetSettings,
        path: &str,
        (known, total): (usize, usize),
        drops: u64,
        problem: &'static str,
    ) -> ProgressView {
        let (events, again) = (settings.query().on(&format!("{path}/events")), settings.query().on(path));
        ProgressView { problem, known, total, drops, events, again }
    }

    /// Of numbers that are there at once.
    pub(crate) fn done() -> ProgressView {
        ProgressView { problem: "", known: 0, total: 0, drops: 0, events: String::new(), again: String::new() }
    }

    /// The number of drops with commas.
    pub(crate) fn drops_text(&self) -> String {
        thousands(self.drops)
    }

    /// Whether there are chances.
    pub(crate) fn is_possible(&self) -> bool {
        self.problem.is_empty()
    }

    /// Whether there is more to come.
    pub(crate) fn is_computing(&self) -> bool {
        self.is_possible() && self.known < self.total
    }
}

/// Opens a revision by the rules that the settings name.
pub(crate) async fn open(
    state: &State,
    slug: &str,
    number: u32,
    settings: &SheetSettings,
) -> Result<Arc<OpenRevision>, Error> {
    let coded = state.open(slug, Some(number)).await?;
    let preset = readings::named(coded.loaded.game, settings.rules.as_ref())?;
    readings::open(state, coded, preset).await
}

/// The sections of exact chances that the game has.
fn known_subjects(open: &OpenRevision) -> Vec<SheetSection> {
    SheetSection::ALL.into_iter().filter(|subject| open.forge.keys().has(subject.metric())).collect()
}

/// The sections that the settings name: one or all.
pub(crate) fn subjects(open: &OpenRevision, settings: &SheetSettings) -> Result<Vec<SheetSection>, Error> {
    let known = known_subjects(open);
    let ids: Vec<&str> = known.iter().map(|subject| subject.id()).collect();
    match settings.subject.as_deref().unwrap_or("").trim() {
        "" => Ok(known),
        _ => Ok(vec![known[SheetSettings::position("subject", settings.subject.as_ref(), &ids, 0)?]]),
    }
}

/// The choice of sections.
pub(crate) fn subject_choices(open: &OpenRevision, settings: &SheetSettings, path: &str) -> Vec<Choice> {
    let words = open.loaded.game.words();
    let titled: Vec<_> = known_subjects(open).iter().map(|subject| (subject.id(), subject.title(words))).collect();
    let mut choices: Vec<(&str, &str)> = titled.iter().map(|(id, title)| (*id, title.as_str())).collect();
    choices.insert(0, ("", "all"));
    settings.choices(path, "subject", &choices)
}

/// The method of a sheet of these numbers.
pub(crate) fn method(numbers: &[CellNumbers]) -> Method {
    numbers.iter().map(CellNumbers::method).find(|method| *method != Method::Exact).unwrap_or(Method::Exact)
}

/// Number of drops simulated for numbers that are not precisely computed, over all cells.
pub(crate) fn drops(numbers: &[CellNumbers]) -> u64 {
    let needed = numbers.iter().filter(|cell| !cell.is_precise()).filter_map(|cell| cell.simulated.as_ref());
    needed.map(|simulated| simulated.made).sum()
}

/// Waits until each cell has a number, computed or simulated; computing and simulating go on for a while.
pub(crate) async fn wait_for_first(
    numbers: &Arc<Numbers>,
    wanted: &[CellRequest],
    stages: Stages,
    mut filling: Prefetch,
) {
    numbers.first(wanted, stages, &mut filling).await;
    if !filling.is_done() {
        // Pages without JavaScript ask again from time to time.
        tokio::spawn(async move { tokio::time::timeout(LINGER, filling.done()).await });
    }
}

/// The same for files and charts, which can't fill in later: waits until every cell has a number, though never as long as a
/// request may take.
pub(crate) async fn wait_for_every_number(
    numbers: &Arc<Numbers>,
    wanted: &[CellRequest],
    stages: Stages,
    filling: Prefetch,
) {
    wait_for_first(numbers, wanted, stages, filling).await;
    for _ in 0..MOST_ROUNDS {
        let known = numbers.known(wanted, stages);
        // Where there can be none, that is the answer.
        if known.is_err() || known.is_ok_and(|known| known.iter().all(CellNumbers::has_any)) {
            return;
        }
        numbers.sample(wanted, stages).await;
    }
}

/// Keeps computing, as long as somebody listens, and tells how far that is: `progress` with the number of depths whose
/// numbers are final, that of all depths, and that of the drops simulated; `end` when there is no more to come.
pub(crate) fn events(
    filling: Prefetch,
    progress: impl Fn() -> (usize, u64) + Send + 'static,
    total: usize,
    stopped: watch::Receiver<bool>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut ended = false;
    let stream = IntervalStream::new(tokio::time::interval(TELL))
        .map(move |_| {
            // Looked at before what is known, so that the end is told when all is.
            let is_done = filling.is_done() || *stopped.borrow();
            let event = if is_done { "end" } else { "progress" };
            let (known, drops) = progress();
            (is_done, Event::default().event(event).data(format!("{known} {total} {drops}")))
        })
        .take_while(move |(is_end, _)| {
            let go_on = !ended;
            ended = *is_end;
            go_on
        })
        .map(|(_, event)| Ok(event));
    Sse::new(stream).keep_alive(KeepAlive::default())
}

/// The reason for a sheet without chances, in a sentence.
pub fn why(error: ChanceError) -> &'static str {
    match error {
        ChanceError::NotFollowed => {
            "The rules of this game can't be followed here without sampling. A batch shows what drops carry."
        }
        ChanceError::Failed => "Computing failed on our side; the log says why. A batch shows what drops carry.",
    }
}

/// The error of an answer without chances: 409, or 500 where computing failed.
pub(crate) fn refusal(error: ChanceError) -> Error {
    let status = match error {
        ChanceError::NotFollowed => StatusCode::CONFLICT,
        ChanceError::Failed => StatusCode::INTERNAL_SERVER_ERROR,
    };
    Error::new(status, why(error))
}
