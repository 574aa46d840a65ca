//! Merging: a proposal becomes the next revision of its edition.

use affixboard_model::game::Loaded;
use sqlx::SqliteConnection;

use super::{Judgement, Proposal, ProposalError, ProposalState, activity::note, proposal, verdicts};
use crate::{
    AccountId, Act, MadeBy, NewAuditEntry, ProposalId, Revision, RevisionId, Store,
    import::{self, Made, content_hash},
};

/// A proposal to merge, and what was read of it.
#[derive(Debug, Clone, Copy)]
pub struct Merge<'a> {
    /// The proposal.
    pub proposal: ProposalId,
    /// The number of its revision that was read.
    pub seen: u32,
    /// The edition's newest revision, which the changes were applied to.
    pub onto: RevisionId,
    /// The changed files and what they mean.
    pub loaded: &'a Loaded,
    /// The fingerprint of the changes' effect on that revision.
    pub effect: &'a str,
    /// Account that merges it; `None`: somebody on the server's own machine before there are accounts.
    pub by: Option<AccountId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Approvals and objections that decide whether a proposal can be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeCheck {
    /// Names of those who approve of its current effect.
    pub approved_by: Vec<String>,
    /// Number of approvals required.
    pub required: u32,
    /// Names of those who request changes of its current effect.
    pub objected_by: Vec<String>,
    /// Whether approvals aren't needed, because there is nobody but its author who could give one.
    pub is_alone: bool,
}

impl MergeCheck {
    /// Whether the edition's number of required approvals is reached.
    pub fn is_approved(&self) -> bool {
        self.approved_by.len() >= self.required as usize
    }

    /// Whether nobody objects and enough approve, or nobody else could.
    pub fn is_clear(&self) -> bool {
        self.objected_by.is_empty() && (self.is_alone || self.is_approved())
    }
}

/// Why a proposal could not be merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The edition has a newer revision than the changes were applied to.
    #[error("the edition has a newer revision than proposal {0} was applied to")]
    BaseChanged(ProposalId),
    /// The changes do something else than those who judged them saw.
    #[error("proposal {0} does something else to the edition's newest revision than was reviewed")]
    EffectChanged(ProposalId),
    /// Somebody requests changes.
    #[error("proposal {id} can't be merged: {by} requested changes")]
    ChangesRequested {
        /// The proposal.
        id: ProposalId,
        /// Names of the reviewers, with commas.
        by: String,
    },
    /// Too few approve.
    #[error("proposal {id} can't be merged: {have} of {need} required approvals are there")]
    NotApproved {
        /// The proposal.
        id: ProposalId,
        /// Number of approvals of its current effect.
        have: usize,
        /// Number of required approvals.
        need: u32,
    },
    /// The edition has these files already.
    #[error("proposal {0} changes nothing any more: the edition's newest revision has these files already")]
    NothingToMerge(ProposalId),
    /// The proposal isn't there, isn't open, or isn't as it was read.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// The approvals and objections that decide whether a proposal may be merged.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`MergeError::Database`].
    pub async fn merge_check(&self, id: ProposalId) -> Result<MergeCheck, ProposalError> {
        let mut connection = self.readers.acquire().await?;
        let proposal = proposal::find(&mut connection, id).await?;
        Ok(check(&mut connection, &proposal).await?)
    }

    /// Makes the next revision of the edition from an open proposal. One that nobody but its author could approve is merged
    /// without approvals, and noted as unreviewed.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`ProposalError::WrongState`], [`ProposalError::Revised`], [`MergeError::BaseChanged`] where
    /// the edition has a newer revision, [`MergeError::EffectChanged`] where the changes do something else there than reviewers
    /// saw, [`MergeError::ChangesRequested`], [`MergeError::NotApproved`], [`MergeError::NothingToMerge`] where the files are as they
    /// were, [`MergeError::Database`].
    pub async fn merge(&self, merge: Merge<'_>) -> Result<Revision, MergeError> {
        let hash = content_hash(merge.loaded);
        let mut transaction = self.write().await?;
        let id = merge.proposal;
        let proposal = proposal::open_at(&mut transaction, id, merge.seen).await?;
        let newest = import::newest(&mut transaction, proposal.edition).await?;
        let newest = newest.filter(|newest| newest.id == merge.onto).ok_or(MergeError::BaseChanged(id))?;
        if proposal.effect != merge.effect {
            return Err(MergeError::EffectChanged(id));
        }
        if newest.content_hash == hash {
            return Err(MergeError::NothingToMerge(id));
        }
        let check = check(&mut transaction, &proposal).await?;
        if !check.objected_by.is_empty() {
            return Err(MergeError::ChangesRequested { id, by: check.objected_by.join(", ") });
        }
        if !check.is_clear() {
            return Err(MergeError::NotApproved { id, have: check.approved_by.len(), need: check.required });
        }
        let author = proposal.author_name.as_ref().map_or_else(String::new, |name| format!(" by {name}"));
        let text = format!("proposal {id}{author}: {}", proposal.title);
        let made = Made { loaded: merge.loaded, hash: &hash, by: MadeBy::Proposal, note: &text, now_ms: merge.now_ms };
        let revision = import::insert(&mut transaction, proposal.edition, Some(&newest), made).await?;
        sqlx::query(
            "UPDATE proposals SET state = ?2, closed_at = ?3, merged_id = ?4, merged_by = ?5, is_unreviewed = ?6
             WHERE id = ?1",
        )
        .bind(id.0)
        .bind(ProposalState::Merged.name())
        .bind(merge.now_ms.max(proposal.created_at))
        .bind(revision.id.0)
        .bind(merge.by.map(|by| by.0))
        .bind(!check.is_approved())
        .execute(&mut *transaction)
        .await?;
        let what = if check.is_approved() { Act::MergedProposal } else { Act::MergedUnreviewed };
        let to = format!("{} revision {}", revision.slug, revision.number);
        let entry = NewAuditEntry::new(merge.by, what, &proposal.title, merge.now_ms).to(&to);
        let recorded = note(&mut transaction, id, entry, merge.now_ms).await?;
        transaction.commit(recorded).await?;
        Ok(revision)
    }
}

async fn check(connection: &mut SqliteConnection, proposal: &Proposal) -> Result<MergeCheck, sqlx::Error> {
    let verdicts = verdicts::of(connection, proposal.id).await?;
    let names = |judgement| {
        let those = verdicts.iter().filter(|given| given.counts && !given.is_outdated && given.judgement == judgement);
        those.map(|given| given.name.clone()).collect::<Vec<_>>()
    };
    let others: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM accounts
             WHERE role IN ('reviewer', 'maintainer') AND disabled_at IS NULL AND id IS NOT ?1)",
    )
    .bind(proposal.author.map(|author| author.0))
    .fetch_one(connection)
    .await?;
    Ok(MergeCheck {
        approved_by: names(Judgement::Approve),
        required: proposal.required_approvals,
        objected_by: names(Judgement::RequestChanges),
        is_alone: !others,
    })
}
