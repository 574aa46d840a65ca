//! Merged proposals whose changes are gone again: an older checkout was imported over them, or somebody reverted them.

use std::sync::Arc;

use affixboard_proposal::{Change, TurnedBack, may_be_turned_back, read_changes};
use affixboard_store::{Proposal, Revision, Store};

use super::{Library, LibraryError, OpenRevision, Reading};
use crate::compute::Priority;

/// Maximum number of revisions looked through for the one that undid a proposal.
const MOST: u32 = 8;

/// How much of a merged proposal is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undone {
    /// Number of its changes that are turned back.
    pub lines: usize,
    /// Number of its changes.
    pub of: usize,
}

impl Undone {
    /// How much of these changes is turned back; `None` where nothing is.
    pub fn of(turned_back: &[bool]) -> Option<Undone> {
        let lines = turned_back.iter().filter(|is_so| **is_so).count();
        (lines > 0).then_some(Undone { lines, of: turned_back.len() })
    }

    /// Whether nothing of it is left.
    pub fn is_whole(&self) -> bool {
        self.lines == self.of
    }

    /// `undone`, `undone in part: 2 of 5 lines`.
    pub fn words(&self) -> String {
        if self.is_whole() {
            "undone".to_owned()
        } else {
            format!("undone in part: {} of {} lines", self.lines, self.of)
        }
    }
}

impl Library {
    /// How much of a merged proposal is undone in its edition's newest revision, by the lines of the files; `None` where
    /// nothing is, and where it isn't merged. Kept for who asks next.
    ///
    /// # Errors
    /// Fails if a revision can't be opened, or if the store fails.
    pub async fn undone(&self, store: &Store, proposal: &Proposal) -> Result<Option<Undone>, LibraryError> {
        let Some(merged) = &proposal.merged else { return Ok(None) };
        let Some(newest) = store.revision(&proposal.slug, None).await? else { return Ok(None) };
        if newest.number <= merged.number {
            return Ok(None);
        }
        let key = (proposal.id, newest.id);
        if let Some(known) = self.undone.get(&key) {
            return Ok(known);
        }
        let has = self.open(store, newest, Reading::default()).await?;
        let changes = Arc::new(stored_changes(store, proposal, &has).await?);
        let found = if self.may_lack(&has, &changes).await? {
            let Some(made) = store.revision(&proposal.slug, Some(merged.number)).await? else { return Ok(None) };
            let had = self.open(store, made, Reading::default()).await?;
            self.turned_back(had, has, changes).await?
        } else {
            None
        };
        self.undone.insert(key, found);
        Ok(found)
    }

    /// The revision that undid as much of a merged proposal as the newest has undone; `None` where it isn't among the last few.
    ///
    /// # Errors
    /// As of [`Library::undone`].
    pub async fn undone_by(&self, store: &Store, proposal: &Proposal) -> Result<Option<Revision>, LibraryError> {
        let (Some(merged), Some(now)) = (&proposal.merged, self.undone(store, proposal).await?) else {
            return Ok(None);
        };
        let Some(made) = store.revision(&proposal.slug, Some(merged.number)).await? else { return Ok(None) };
        let had = self.open(store, made, Reading::default()).await?;
        let changes = Arc::new(stored_changes(store, proposal, &had).await?);
        let mut later = None;
        for revision in store.revisions(&proposal.slug).await?.into_iter().take(MOST as usize) {
            if revision.number <= merged.number {
                break;
            }
            let has = self.open(store, revision.clone(), Reading::default()).await?;
            if self.turned_back(Arc::clone(&had), has, Arc::clone(&changes)).await? != Some(now) {
                return Ok(later);
            }
            later = Some(revision);
        }
        // Where the next one is that which it was merged as, nothing is undone there.
        Ok(later.filter(|later| later.number == merged.number + 1))
    }

    async fn may_lack(&self, has: &Arc<OpenRevision>, changes: &Arc<Vec<Change>>) -> Result<bool, LibraryError> {
        let (id, has, changes) = (has.revision.id, Arc::clone(has), Arc::clone(changes));
        let look = self.scheduler.spawn(Priority::Interactive, move |_| may_be_turned_back(&changes, &has.loaded));
        look.await.map_err(|_| LibraryError::Failed(id))
    }

    async fn turned_back(
        &self,
        had: Arc<OpenRevision>,
        has: Arc<OpenRevision>,
        changes: Arc<Vec<Change>>,
    ) -> Result<Option<Undone>, LibraryError> {
        let id = has.revision.id;
        let look = move |_: &_| Undone::of(&TurnedBack::new(&had.loaded, &has.loaded).of(&changes));
        self.scheduler.spawn(Priority::Interactive, look).await.map_err(|_| LibraryError::Failed(id))
    }
}

/// The changes of a proposal's current revision; of a merged one those that were merged.
///
/// # Errors
/// Fails if the database does, or if the stored text can't be read.
pub async fn stored_changes(
    store: &Store,
    proposal: &Proposal,
    of: &OpenRevision,
) -> Result<Vec<Change>, LibraryError> {
    let Some(stored) = store.proposal_revision(proposal.id, proposal.revision).await? else { return Ok(Vec::new()) };
    read_changes(&stored.changes, of.loaded.sorts()).map_err(|_| LibraryError::Failed(of.revision.id))
}
