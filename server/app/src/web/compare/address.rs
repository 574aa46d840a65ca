//! Comparands as addresses name them: `slug@number`, `slug` for the newest revision, `batch:number`, `proposal:12` for what a
//! proposal makes of its base, `proposal:12.3` for what its third revision did, `draft:slug` for the reader's own draft on an
//! edition, `draft:@12` for the draft of the next revision of a proposal, and `paired:2.base` and `paired:2.proposed` for the
//! two halves of a paired batch.

use affixboard_store::{BatchId, Revision};

use crate::library::Proposer;

/// What a side is called in an address.
pub(crate) fn of_revision(revision: &Revision) -> String {
    format!("{}@{}", revision.slug, revision.number)
}

/// The same of a batch.
pub(crate) fn of_batch(id: BatchId) -> String {
    format!("batch:{id}")
}

/// The same of what is proposed.
pub(crate) fn of_proposer(by: Proposer, slug: &str) -> String {
    match by {
        Proposer::Draft => format!("draft:{slug}"),
        Proposer::DraftOf(id) => format!("draft:@{id}"),
        Proposer::Proposal { id, revision } => format!("proposal:{id}.{revision}"),
    }
}

/// The sides of a paired batch in addresses.
pub(super) const PAIRED_HALVES: [&str; 2] = ["base", "proposed"];

/// What a side of a paired batch is called in addresses: its base, or what is proposed.
pub(crate) fn of_paired(number: u64, comparand: usize) -> String {
    format!("paired:{number}.{}", PAIRED_HALVES[comparand])
}

/// What proposed a side, as [`of_proposer`] names it.
pub(super) fn proposer_of(comparand: &str) -> Option<Proposer> {
    if let Some(of) = comparand.strip_prefix("proposal:") {
        let (id, revision) = of.split_once('.')?;
        return Some(Proposer::Proposal { id: id.parse().ok()?, revision: revision.parse().ok()? });
    }
    match comparand.strip_prefix("draft:")?.strip_prefix('@') {
        Some(id) => Some(Proposer::DraftOf(id.parse().ok()?)),
        None => Some(Proposer::Draft),
    }
}
