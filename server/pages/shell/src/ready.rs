//! `/readyz`: whether the dashboard could store something now, for whatever starts and watches it.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use affixboard_store::DatabaseError;
use axum::{extract::State as Extracted, response::Response};
use tokio::sync::Mutex;

use super::{Error, State};

/// The last try to write. There is one at a time, and it answers all who asked before it began.
#[derive(Default)]
pub(super) struct Readiness {
    begun: AtomicU64,
    last: Mutex<Try>,
}

struct Try {
    /// Its number, from 1.
    number: u64,
    outcome: Result<(), Arc<DatabaseError>>,
}

impl Default for Try {
    fn default() -> Try {
        Try { number: 0, outcome: Ok(()) }
    }
}

/// Answers `GET /readyz`.
pub async fn ready(Extracted(state): Extracted<State>) -> Result<&'static str, Response> {
    match check(&state).await {
        Ok(Ok(())) => Ok("ok\n"),
        Ok(Err(error)) => Err(Error::failed(&*error).into_text()),
        Err(error) => Err(error.into_text()),
    }
}

async fn check(state: &State) -> Result<Result<(), Arc<DatabaseError>>, Error> {
    let readiness = &state.readiness;
    let begun = readiness.begun.load(Ordering::SeqCst);
    let mut last = readiness.last.lock().await;
    if last.number <= begun {
        let number = readiness.begun.fetch_add(1, Ordering::SeqCst) + 1;
        let store = state.store.clone();
        // A task of its own, which goes to its end also where nobody waits any more.
        let outcome = tokio::spawn(async move { store.check_writable().await.map_err(Arc::new) }).await;
        *last = Try { number, outcome: outcome.map_err(Error::internal)? };
    }
    Ok(last.outcome.clone())
}
