//! `/readyz`: whether the dashboard could compute and store something now, for whatever starts and watches it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use affixboard_service::compute::Priority;
use affixboard_store::DatabaseError;
use axum::{extract::State as Extracted, http::StatusCode, response::Response};
use tokio::{sync::Mutex, time::timeout};

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

/// How long a task that does nothing may wait for a thread.
const PATIENCE: Duration = Duration::from_secs(1);

/// Answers `GET /readyz`.
pub async fn ready(Extracted(state): Extracted<State>) -> Result<&'static str, Response> {
    match check(&state).await {
        Ok(Ok(())) => Ok("ok\n"),
        Ok(Err(error)) => Err(Error::failed(&*error).into_text()),
        Err(error) => Err(error.into_text()),
    }
}

async fn check(state: &State) -> Result<Result<(), Arc<DatabaseError>>, Error> {
    // Pages and signing in are made by these threads.
    let computing = state.scheduler().spawn(Priority::Interactive, |_| ());
    timeout(PATIENCE, computing).await.map_err(|_| busy())?.map_err(Error::internal)?;
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

fn busy() -> Error {
    let message = "All threads have been busy for a second.";
    Error::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(1)
}
