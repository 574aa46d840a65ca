//! Computing that goes on for a while after a page was answered, for who looks at something that changes: what was for an
//! earlier state of it ends as soon as there is a later one.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use affixboard_store::{AccountId, EditionId};
use tokio::task::AbortHandle;

use super::Prefetch;
use crate::library::{OpenRevision, Proposer};

/// A viewer and the revision or draft viewed, whatever its current content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeepAliveKey {
    /// The viewer's account; `None` for viewers without one.
    pub account: Option<AccountId>,
    /// The draft or proposal with the changes; `None` for a revision as it is stored.
    pub by: Option<Proposer>,
    /// The edition.
    pub edition: EditionId,
}

impl KeepAliveKey {
    /// An account's look at a revision with changes.
    pub fn of(account: Option<AccountId>, derived: &OpenRevision) -> KeepAliveKey {
        let by = derived.derived.as_ref().map(|derived| derived.by);
        KeepAliveKey { account, by, edition: derived.revision.edition_id }
    }
}

/// Computations that continue after the response, until they are done, time out or are superseded.
#[derive(Debug, Default)]
pub struct KeepAlive {
    /// By key: the content hash that each computation is for, and its abort handle.
    of: Mutex<HashMap<KeepAliveKey, Vec<(String, AbortHandle)>>>,
}

impl KeepAlive {
    /// Ends what goes on for other states than this one.
    pub fn cancel_others(&self, look: &KeepAliveKey, content_hash: &str) {
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = of.get_mut(look) {
            held.iter().filter(|held| held.0 != content_hash).for_each(|held| held.1.abort());
            held.retain(|held| held.0 == content_hash);
        }
        of.retain(|_, held| {
            held.retain(|held| !held.1.is_finished());
            !held.is_empty()
        });
    }

    /// Has computing go on for so long, or until it is done.
    pub fn keep<const N: usize>(
        &self,
        look: KeepAliveKey,
        content_hash: &str,
        fillings: [Prefetch; N],
        time: Duration,
    ) {
        let mut fillings = fillings;
        let going = tokio::spawn(async move {
            let all = async {
                for filling in &mut fillings {
                    filling.done().await;
                }
            };
            // A computation that isn't done by then is cancelled when its prefetch is dropped.
            let _ = tokio::time::timeout(time, all).await;
        });
        let mut of = self.of.lock().unwrap_or_else(PoisonError::into_inner);
        of.entry(look).or_default().push((content_hash.to_owned(), going.abort_handle()));
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    /// Computing without an end, and what hears when it ends all the same.
    fn endless() -> (Prefetch, oneshot::Receiver<()>) {
        let (alive, ended) = oneshot::channel();
        let filling = Prefetch(tokio::spawn(async move {
            let _alive: oneshot::Sender<()> = alive;
            std::future::pending::<()>().await;
        }));
        (filling, ended)
    }

    fn look(account: i64) -> KeepAliveKey {
        KeepAliveKey { account: Some(AccountId(account)), by: Some(Proposer::Draft), edition: EditionId(1) }
    }

    #[tokio::test]
    async fn what_was_for_an_earlier_state_ends() {
        let keep_alive = KeepAlive::default();
        let long = Duration::from_hours(1);
        let [(one, mut of_one), (two, mut of_two), (three, mut of_three)] = [endless(), endless(), endless()];
        keep_alive.keep(look(1), "first", [one], long);
        keep_alive.keep(look(1), "second", [two], long);
        keep_alive.keep(look(2), "first", [three], long);
        let is_alive = |of: &mut oneshot::Receiver<()>| of.try_recv() == Err(oneshot::error::TryRecvError::Empty);
        keep_alive.cancel_others(&look(1), "second");
        assert!((&mut of_one).await.is_err(), "it ended");
        assert!(is_alive(&mut of_two), "it is for the state that is looked at");
        assert!(is_alive(&mut of_three), "somebody else looks at that");
        keep_alive.cancel_others(&look(1), "third");
        assert!((&mut of_two).await.is_err());
        // Cancelled computations are removed from the map.
        keep_alive.cancel_others(&look(2), "second");
        assert!((&mut of_three).await.is_err());
        keep_alive.cancel_others(&look(2), "second");
        assert!(keep_alive.of.lock().expect("it").is_empty());
    }
}
