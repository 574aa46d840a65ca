//! Revisions with changes applied that nobody has merged: drafts and proposals, read and compiled like stored ones.

use std::{fmt, sync::Arc};

use affixboard_model::text::EditError;
use affixboard_proposal::{Applied, Change, apply};
use affixboard_store::content_hash;

use super::OpenRevision;

/// The draft or proposal that changes come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Proposer {
    /// A draft of a new proposal.
    Draft,
    /// A draft of the next revision of the proposal with this number.
    DraftOf(i64),
    /// A revision of a proposal.
    Proposal {
        /// The proposal's number.
        id: i64,
        /// Its revision's.
        revision: u32,
    },
}

impl fmt::Display for Proposer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proposer::Draft => f.write_str("draft"),
            Proposer::DraftOf(id) => write!(f, "draft for proposal {id}"),
            Proposer::Proposal { id, revision } => write!(f, "proposal {id}, revision {revision}"),
        }
    }
}

/// The changes applied to a revision's files before they were read.
#[derive(Debug, Clone)]
pub struct Derived {
    /// The draft or proposal with the changes.
    pub by: Proposer,
    /// The hash of the files with the changes applied, which no revision need have.
    pub content_hash: String,
    /// The changes.
    pub changes: Vec<Change>,
    /// The outcome of each change, and the places of the lines in the derived files.
    pub applied: Applied,
}

/// Applies changes to a revision and opens what comes of it. Changes that don't fit change nothing, as the outcomes say.
pub(super) fn derive(base: &OpenRevision, changes: Vec<Change>, by: Proposer) -> Result<Arc<OpenRevision>, EditError> {
    let applied = apply(&base.loaded, &changes)?;
    let (game, reading) = (base.loaded.game, base.reading.clone());
    let loaded = game.load_switched(applied.sources.clone(), reading.switches.clone());
    let derived = Derived { by, content_hash: content_hash(&loaded), changes, applied };
    Ok(Arc::new(OpenRevision { derived: Some(derived), ..OpenRevision::new(base.revision.clone(), reading, loaded) }))
}
