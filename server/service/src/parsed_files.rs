//! Keeps what revisions' files mean in the database: the pools and chances of newest revisions, which come after the import, and
//! everything of revisions that an earlier program imported, or whose rules have changed since.

use std::{sync::Arc, time::Duration};

use affixboard_games as games;
use affixboard_store::{ParsedNumbers, ParsedState, Store};
use tokio::sync::watch;
use tracing::{debug, warn};

use crate::{
    compute::{Priority, Scheduler},
    library::{Library, Reading},
    sql::levels,
};

/// The start of the program is left to those who wait for pages.
const FIRST: Duration = Duration::from_secs(15);
/// Then it looks so often for what is new.
const EVERY: Duration = Duration::from_secs(30);

/// Keeps the database up to date until it is told to stop.
pub async fn keep_up(
    store: Store,
    library: Arc<Library>,
    scheduler: Arc<Scheduler>,
    mut stopped: watch::Receiver<bool>,
) {
    let mut wait = FIRST;
    loop {
        tokio::select! {
            // Whoever could say stop is gone: that is one.
            _ = stopped.wait_for(|stop| *stop) => return,
            () = tokio::time::sleep(wait) => {}
        }
        wait = EVERY;
        let all = async {
            for state in store.parsed_states().await?.into_iter().filter(is_behind) {
                update(&store, &library, &scheduler, &state).await?;
            }
            Ok::<(), anyhow::Error>(())
        };
        tokio::select! {
            _ = stopped.wait_for(|stop| *stop) => return,
            done = all => if let Err(error) = done {
                warn!(error = format!("{error:#}"), "what files mean can't be written into the database; it is tried again");
            }
        }
    }
}

/// Whether a revision lacks rows.
fn is_behind(state: &ParsedState) -> bool {
    let rules = games::find(&state.game).map(affixboard_model::game::Game::rules_version);
    // Files of a game that is no more can't be read.
    rules.is_some() && (state.rules_version != rules || (state.is_newest && !state.is_computed))
}

/// Makes the rows of a revision anew.
///
/// # Errors
/// If the store can't be read or written, or if the files can't be read.
pub async fn update(
    store: &Store,
    library: &Library,
    scheduler: &Scheduler,
    state: &ParsedState,
) -> anyhow::Result<()> {
    let Some(revision) = store.revision(&state.slug, Some(state.number)).await? else { return Ok(()) };
    let open = library.open(store, revision, Reading::default()).await?;
    let numbers = if state.is_newest {
        let (loaded, levels) = (Arc::clone(&open.loaded), levels(&open.loaded)?);
        Some(scheduler.spawn(Priority::Batch, move |_| ParsedNumbers::of(&loaded, &levels)).await?)
    } else {
        None
    };
    store.update_parsed(state.revision, &open.loaded, numbers.as_ref()).await?;
    debug!(edition = state.slug, revision = state.number, "what its files mean is in the database");
    Ok(())
}
