//! Progress of something long as server-sent events, for `static/js/progress.js`.

use std::{convert::Infallible, time::Duration};

use axum::response::sse::{Event, KeepAlive, Sse};
use tokio_stream::{Stream, StreamExt, wrappers::IntervalStream};

use crate::web::batches::rows::thousands;

/// How often progress is told.
const TELL: Duration = Duration::from_millis(250);

/// What there is to tell.
pub(in crate::web) enum Told {
    /// So much is done, of so much.
    Done(u64, u64),
    /// There is no more to come, for this reason.
    End(&'static str),
}

/// `progress` with per cent and what is done, `end` when there is no more to come.
pub(in crate::web) fn events<Looking>(
    mut look: impl FnMut() -> Looking + Send + 'static,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>>
where
    Looking: Future<Output = Told> + Send + 'static,
{
    let mut ended = false;
    let stream = IntervalStream::new(tokio::time::interval(TELL))
        .then(move |_| look())
        .take_while(move |told| {
            let go_on = !ended;
            ended = matches!(told, Told::End(_));
            go_on
        })
        .map(|told| {
            Ok(match told {
                Told::Done(done, of) => {
                    let text = format!("{} {} {}", percent(done, of), thousands(done), thousands(of));
                    Event::default().event("progress").data(text)
                }
                Told::End(why) => Event::default().event("end").data(why),
            })
        });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

/// How much is done in per cent, rounded down.
pub(in crate::web) fn percent(done: u64, of: u64) -> u64 {
    (u128::from(done) * 100 / u128::from(of.max(1))) as u64
}
