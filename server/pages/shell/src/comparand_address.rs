//! Comparands as addresses name them: `slug@number`, `slug` for the newest revision, `batch:number`, `proposal:12` for what a
//! proposal makes of its base, `proposal:12.3` for what its third revision did, `draft:slug` for the reader's own draft on an
//! edition, `draft:@12` for the draft of the next revision of a proposal, and `paired:2.base` and `paired:2.proposed` for the
//! two halves of a paired batch.

use affixboard_model::game::Preset;
use affixboard_store::{BatchId, Revision};

use affixboard_service::library::Proposer;

/// The name of a revision in addresses: `slug@3`.
pub fn of_revision(revision: &Revision) -> String {
    format!("{}@{}", revision.slug, revision.number)
}

/// The name of a batch in addresses: `batch:7`.
pub fn of_batch(id: BatchId) -> String {
    format!("batch:{id}")
}

/// The name of a draft or proposal in addresses.
pub fn of_proposer(by: Proposer, slug: &str) -> String {
    match by {
        Proposer::Draft => format!("draft:{slug}"),
        Proposer::DraftOf(id) => format!("draft:@{id}"),
        Proposer::Proposal { id, revision } => format!("proposal:{id}.{revision}"),
    }
}

/// What stands between a side and its reading in addresses.
pub const READING: char = '~';

/// The name of a side by a reading of its own: `slug@3~documented`.
pub fn with_reading(address: &str, preset: &Preset) -> String {
    format!("{address}{READING}{}", preset.id)
}

/// The two halves of a paired batch in addresses.
pub const PAIRED_HALVES: [&str; 2] = ["base", "proposed"];

/// The name of a half of a paired batch in addresses: `paired:2.base`.
pub fn of_paired(number: u64, comparand: usize) -> String {
    format!("paired:{number}.{}", PAIRED_HALVES[comparand])
}

/// The draft or proposal that [`of_proposer`] named.
pub fn proposer_of(comparand: &str) -> Option<Proposer> {
    if let Some(of) = comparand.strip_prefix("proposal:") {
        let (id, revision) = of.split_once('.')?;
        return Some(Proposer::Proposal { id: id.parse().ok()?, revision: revision.parse().ok()? });
    }
    match comparand.strip_prefix("draft:")?.strip_prefix('@') {
        Some(id) => Some(Proposer::DraftOf(id.parse().ok()?)),
        None => Some(Proposer::Draft),
    }
}
