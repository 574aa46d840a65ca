//! Tallies of batches, opened for sheets and comparisons. Knows nothing of pages.

use std::sync::Arc;

use affixboard_model::batch::{BatchPlan, Plan, Tally};
use affixboard_report::{
    sheet::{Method, Sheet},
    sheets::{self, CountParams, SheetError},
};
use affixboard_store::{Batch, BatchId, BatchState};
use axum::http::StatusCode;

use crate::{Error, State, links};
use affixboard_service::library::OpenRevision;

/// The batch with this number, whatever it counts; 404 where there is none.
pub async fn find(state: &State, id: i64) -> Result<Batch<BatchPlan>, Error> {
    let batch = state.store.batch(BatchId(id)).await?;
    batch.ok_or_else(|| Error::not_found(format!("There is no batch {id}.")))
}

/// The batch of drops with this number; 404 where there is none, 400 where it counts something else.
pub(crate) async fn find_drops(state: &State, id: i64) -> Result<Batch, Error> {
    find(state, id).await?.of_drops().map_err(|other| {
        let (id, subject) = (other.id, &other.plan.subject);
        Error::bad_request(format!("Batch {id} counts {subject} and not drops; {} has its numbers.", links::batch(id)))
    })
}

/// Refuses batches that aren't done, and so have no tally: 409.
pub(crate) fn check_done<P>(batch: &Batch<P>) -> Result<(), Error> {
    if batch.state == BatchState::Done {
        return Ok(());
    }
    Err(Error::new(StatusCode::CONFLICT, format!("Batch {} is {}; it has no numbers to show.", batch.id, batch.state)))
}

/// Refuses tallies of another version of the rules, whose keys differ: 409.
pub(crate) fn check_rules<P>(batch: &Batch<P>, open: &OpenRevision) -> Result<(), Error> {
    let rules = open.loaded.game.rules_version();
    if batch.rules_version == rules {
        return Ok(());
    }
    Err(Error::new(
        StatusCode::CONFLICT,
        format!(
            "Batch {} was run with version {} of the rules; this program has version {rules}. Run it again with the same seed.",
            batch.id, batch.rules_version
        ),
    ))
}

/// Whether sheets of two batches have anything to compare: done, of one game and mode, with a cell in common.
pub(crate) fn can_compare(batch: &Batch, other: &Batch) -> bool {
    let overlap = |one: &[u32], other: &[u32]| one.iter().any(|depth| other.contains(depth));
    batch.game == other.game
        && other.state == BatchState::Done
        && batch.plan.kinds.is_empty() == other.plan.kinds.is_empty()
        && overlap(&batch.plan.depths, &other.plan.depths)
        && batch.plan.qualities.iter().any(|quality| other.plan.qualities.contains(quality))
}

/// A batch's tally of one drop quality, with its revision.
pub(crate) struct BatchTally {
    open: Arc<OpenRevision>,
    how: Method,
    tally: Tally,
}

impl BatchTally {
    pub(crate) async fn of(
        state: &State,
        batch: &Batch,
        open: Arc<OpenRevision>,
        quality: u8,
    ) -> Result<BatchTally, Error> {
        let tally = state.store.tally_for(batch.id, quality, &batch.plan.depths).await?;
        // With a target cells have different numbers of drops: the largest is said, and each number has its own n.
        let most = tally.cells.values().map(|counted| counted.drops).max();
        let drops = batch.plan.target.and(most).unwrap_or(batch.plan.drops.get());
        let how = Method::Simulated { drops, seed: batch.plan.seed, batch: Some(batch.id.0) };
        Ok(BatchTally { open, how, tally })
    }

    /// A tally that isn't stored.
    pub(crate) fn from_memory(open: Arc<OpenRevision>, plan: &Plan, tally: Tally) -> BatchTally {
        let how = Method::Simulated { drops: plan.drops.get(), seed: plan.seed, batch: None };
        BatchTally { open, how, tally }
    }

    /// The sheet of these item types; of a single one the parameters may name a kind.
    pub(crate) fn sheet(&self, types: &[u16], params: &CountParams) -> Result<Sheet, SheetError> {
        let BatchTally { open, how, tally } = self;
        let (catalog, forge, words) = (&open.loaded.catalog, open.forge.as_ref(), open.loaded.game.words());
        let provenance = open.provenance(how.clone());
        match types {
            [tval] => {
                let params = CountParams { tval: *tval, ..params.clone() };
                sheets::counts(catalog, forge, words, provenance, tally, &params)
            }
            types => sheets::counts_of_types(catalog, forge, words, &provenance, tally, types, params),
        }
    }
}
