//! Turns of long runs: so many go on at once, and of those that wait the one is next for whose requester fewest go on and who
//! had a turn longest ago.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::fair_queue::next;
use crate::requester::Requester;

/// For whom something is done; `None` for the program's own work.
type Of = Option<Requester>;

/// The turns of one sort of runs.
pub(crate) struct Turns(Mutex<Inner>);

struct Inner {
    free: usize,
    /// The oldest first.
    waiting: Vec<(Of, oneshot::Sender<Turn>)>,
    going_on: Vec<Of>,
    /// Whose turns began, the last one at the end.
    lately: Vec<Of>,
}

/// Requesters whose last turn is remembered.
const REMEMBERED: usize = 64;

impl Turns {
    pub(crate) fn new(at_once: usize) -> Arc<Turns> {
        let (waiting, going_on, lately) = Default::default();
        Arc::new(Turns(Mutex::new(Inner { free: at_once, waiting, going_on, lately })))
    }

    /// A turn, once it comes. Who stops waiting leaves the line.
    pub(crate) async fn wait(self: &Arc<Turns>, of: Of) -> Turn {
        let (given, turn) = oneshot::channel();
        self.inner().waiting.push((of, given));
        self.give();
        match turn.await {
            Ok(turn) => turn,
            // Nothing takes a sender out of the line but a turn.
            Err(_) => std::future::pending().await,
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives turns that are free to those that wait.
    fn give(self: &Arc<Turns>) {
        loop {
            let (given, turn) = {
                let mut inner = self.inner();
                inner.waiting.retain(|(_, given)| !given.is_closed());
                if inner.free == 0 {
                    return;
                }
                let cost = |of: Of| {
                    let going_on = inner.going_on.iter().filter(|other| **other == of).count();
                    let last = inner.lately.iter().rposition(|other| *other == of).map_or(0, |at| 1 + at);
                    (going_on * (1 + REMEMBERED) + last) as f64
                };
                let Some(at) = next(inner.waiting.iter().map(|(of, _)| *of), cost) else { return };
                let (of, given) = inner.waiting.remove(at);
                inner.free -= 1;
                inner.going_on.push(of);
                inner.lately.retain(|other| *other != of);
                inner.lately.push(of);
                if inner.lately.len() > REMEMBERED {
                    inner.lately.remove(0);
                }
                (given, Turn { turns: Arc::clone(self), of })
            };
            // Who has gone meanwhile gives it back by dropping it; outside of the lock, which that takes.
            drop(given.send(turn));
        }
    }
}

/// A turn; the next one begins when it is dropped.
pub(crate) struct Turn {
    turns: Arc<Turns>,
    of: Of,
}

impl Drop for Turn {
    fn drop(&mut self) {
        {
            let mut inner = self.turns.inner();
            inner.free += 1;
            let at = inner.going_on.iter().position(|of| *of == self.of);
            at.map(|at| inner.going_on.swap_remove(at));
        }
        self.turns.give();
    }
}

#[cfg(test)]
mod tests {
    use affixboard_store::AccountId;
    use tokio::task::yield_now;

    use super::*;

    async fn turn(turns: &Arc<Turns>, id: i64) -> Turn {
        turns.wait(Some(Requester::Account(AccountId(id)))).await
    }

    /// One who asked for much first doesn't keep another waiting for all of it.
    #[tokio::test]
    async fn requesters_take_turns() {
        let turns = Turns::new(1);
        let first = turn(&turns, 1).await;
        let (say, mut order) = tokio::sync::mpsc::unbounded_channel();
        for id in [1, 1, 1, 2, 3, 2] {
            let (turns, say) = (Arc::clone(&turns), say.clone());
            tokio::spawn(async move {
                let _turn = turn(&turns, id).await;
                say.send(id).expect("somebody listens");
                yield_now().await;
            });
            yield_now().await;
        }
        drop((first, say));
        let mut found = Vec::new();
        while let Some(id) = order.recv().await {
            found.push(id);
        }
        assert_eq!(found, [2, 3, 1, 2, 1, 1]);
    }

    #[tokio::test]
    async fn who_goes_leaves_the_line_and_the_turn() {
        let turns = Turns::new(1);
        let first = turn(&turns, 1).await;
        let waiting = Arc::clone(&turns);
        let gone = tokio::spawn(async move { turn(&waiting, 2).await });
        yield_now().await;
        gone.abort();
        assert!(gone.await.is_err());
        drop(first);
        drop(turn(&turns, 3).await);
        let inner = turns.inner();
        assert_eq!((inner.free, inner.waiting.len(), inner.going_on.len()), (1, 0, 0));
    }
}
