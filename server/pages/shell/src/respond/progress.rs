//! Progress of something long as server-sent events, for `static/js/progress.js`.

use affixboard_report::thousands;
use std::{convert::Infallible, sync::Arc, time::Duration};

use axum::response::sse::{Event, KeepAlive, Sse};
use tokio::sync::watch;
use tokio_stream::{Stream, StreamExt, wrappers::IntervalStream};

use affixboard_service::compute::PageRun;

/// Time between two events.
const INTERVAL: Duration = Duration::from_millis(250);

/// The state of a job to report.
pub enum ProgressUpdate {
    /// Units done, units in all, and in words how long the rest takes; no words where that can't be told.
    Done(u64, u64, String),
    /// Why it waits, in a sentence.
    Waits(&'static str),
    /// The job ended, with its final state in a word.
    End(&'static str),
}

/// `progress` with per cent, what is done, what there is in all and the time left, `waits` with the reason while nothing is done, `end` when there is no more to come.
pub fn events<Reading>(
    mut read: impl FnMut() -> Reading + Send + 'static,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>>
where
    Reading: Future<Output = ProgressUpdate> + Send + 'static,
{
    let mut ended = false;
    let stream = IntervalStream::new(tokio::time::interval(INTERVAL))
        .then(move |_| read())
        .take_while(move |update| {
            let go_on = !ended;
            ended = matches!(update, ProgressUpdate::End(_));
            go_on
        })
        .map(|update| {
            Ok(match update {
                ProgressUpdate::Done(done, of, left) => {
                    let text = format!("{} {} {} {left}", percent(done, of), thousands(done), thousands(of));
                    Event::default().event("progress").data(text.trim_end())
                }
                ProgressUpdate::Waits(why) => Event::default().event("waits").data(why),
                ProgressUpdate::End(why) => Event::default().event("end").data(why),
            })
        });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

/// The progress of a run for a page, until it ends or the program stops; each look keeps it going. Ends at once where there is none.
pub fn of_run<T: Send + Sync + 'static>(
    run: Option<Arc<PageRun<T>>>,
    stopped: watch::Receiver<bool>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    events(move || {
        let (run, stops) = (run.clone(), *stopped.borrow());
        async move {
            match run {
                Some(run) if !stops && run.outcome().is_none() => {
                    ProgressUpdate::Done(run.look().min(run.total()), run.total(), String::new())
                }
                _ => ProgressUpdate::End("ended"),
            }
        }
    })
}

/// How much is done in per cent, rounded down.
pub fn percent(done: u64, of: u64) -> u64 {
    (u128::from(done) * 100 / u128::from(of.max(1))) as u64
}
