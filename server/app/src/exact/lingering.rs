//! Computing that goes on for a while after a page was answered, for who looks at something that changes: what was for an
//! earlier state of it ends as soon as there is a later one.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use affixboard_store::{AccountId, EditionId};
use tokio::task::AbortHandle;

use super::Filling;
use crate::library::{OpenRevision, Proposer};

/// Who looks at what, whatever its state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Look {
    /// Who looks; nobody in particular where there is no account.
    pub account: Option<AccountId>,
    /// What proposes the changes; none for a revision as it is stored.
    pub by: Option<Proposer>,
    /// Of which edition.
    pub edition: EditionId,
}

impl Look {
    /// An account's look at a revision with changes.
    pub fn of(account: Option<AccountId>, derived: &OpenRevision) -> Look {
        let by = derived.derived.as_ref().map(|derived| derived.by);
        Look { account, by, edition: derived.revision.edition_id }
    }
}

/// What goes on.
#[derive(Debug, Default)]
pub struct Lingering {
    /// By look: the state that it is for, by the hash of its files, and what ends it.
    of: Mutex<HashMap<Look, Vec<(String, AbortHandle)>>>,
}

impl Lingering {
    /// Ends what goes on for other states than this one.
    pub fn end_others(&self, look: &Look, content_hash: &str) {
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
    pub fn go_on<const N: usize>(&self, look: Look, content_hash: &str, fillings: [Filling; N], time: Duration) {
        let mut fillings = fillings;
        let going = tokio::spawn(async move {
            let all = async {
                for filling in &mut fillings {
                    filling.done().await;
                }
            };
            // What isn't done by then ends with its filling.
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
    fn endless() -> (Filling, oneshot::Receiver<()>) {
        let (alive, ended) = oneshot::channel();
        let filling = Filling(tokio::spawn(async move {
            let _alive: oneshot::Sender<()> = alive;
            std::future::pending::<()>().await;
        }));
        (filling, ended)
    }

    fn look(account: i64) -> Look {
        Look { account: Some(AccountId(account)), by: Some(Proposer::Draft), edition: EditionId(1) }
    }

    #[tokio::test]
    async fn what_was_for_an_earlier_state_ends() {
        let lingering = Lingering::default();
        let long = Duration::from_hours(1);
        let [(one, mut of_one), (two, mut of_two), (three, mut of_three)] = [endless(), endless(), endless()];
        lingering.go_on(look(1), "first", [one], long);
        lingering.go_on(look(1), "second", [two], long);
        lingering.go_on(look(2), "first", [three], long);
        let is_alive = |of: &mut oneshot::Receiver<()>| of.try_recv() == Err(oneshot::error::TryRecvError::Empty);
        lingering.end_others(&look(1), "second");
        assert!((&mut of_one).await.is_err(), "it ended");
        assert!(is_alive(&mut of_two), "it is for the state that is looked at");
        assert!(is_alive(&mut of_three), "somebody else looks at that");
        lingering.end_others(&look(1), "third");
        assert!((&mut of_two).await.is_err());
        // What ended isn't remembered.
        lingering.end_others(&look(2), "second");
        assert!((&mut of_three).await.is_err());
        lingering.end_others(&look(2), "second");
        assert!(lingering.of.lock().expect("it").is_empty());
    }
}
