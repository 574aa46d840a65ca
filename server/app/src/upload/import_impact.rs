//! The impact of importing a revision: entries that changed, how open proposals fit it, and how far pools drifted.

use std::sync::Arc;

use affixboard_core::proposal::{Change, Outcome, apply, effect_text, read_changes};
use affixboard_report::{
    entries::{EntryChange, entry_changes},
    sheet::Direction,
    sheets::EffectRow,
};
use affixboard_store::{Proposal, ProposalFilter, ProposalState, Revision, Store, fingerprint};

use crate::{
    compute::Priority,
    library::{Library, LibraryError, OpenRevision, Reading},
    proposals::effect,
};

/// Maximum number of open proposals checked, the newest.
const MOST_PROPOSALS: u32 = 200;
/// Maximum number of differences listed per item type.
const LARGEST: usize = 3;

/// The differences between a revision and the one before it.
pub struct ImportImpact {
    /// The revision before.
    pub before: Arc<OpenRevision>,
    /// The revision.
    pub after: Arc<OpenRevision>,
    /// Entries whose lines changed.
    pub entries: Vec<EntryChange>,
    /// Open proposals that are for an earlier revision, the newest first; 200 at most.
    pub proposals: Vec<ProposalFit>,
    /// Item types whose pools changed, the largest change first.
    pub drift: Vec<PoolDrift>,
}

impl ImportImpact {
    /// Compares a revision with the one before it; `None` for the first revision of an edition.
    ///
    /// # Errors
    /// Fails if a revision can't be opened, or if the store fails.
    pub async fn of(
        store: &Store,
        library: &Library,
        revision: Revision,
    ) -> Result<Option<ImportImpact>, LibraryError> {
        let Some(number) = revision.number.checked_sub(1).filter(|number| *number > 0) else { return Ok(None) };
        let Some(before) = store.revision(&revision.slug, Some(number)).await? else { return Ok(None) };
        let id = revision.id;
        let filter = ProposalFilter { state: Some(ProposalState::Open), slug: Some(&revision.slug), before: None };
        let before = library.open(store, before, Reading::default()).await?;
        let after = library.open(store, revision.clone(), Reading::default()).await?;
        let mut proposals = Vec::new();
        for proposal in store.proposals(filter, MOST_PROPOSALS).await? {
            // Those for this revision or a later one know it already.
            if proposal.base_number < revision.number
                && let Some(stored) = store.proposal_revision(proposal.id, proposal.revision).await?
            {
                let changes =
                    read_changes(&stored.changes, after.loaded.game.sorts()).map_err(|_| LibraryError::Failed(id))?;
                proposals.push((proposal, changes));
            }
        }
        let looking = library.scheduler().spawn(Priority::Interactive, move |_| ImportImpact {
            entries: entry_changes(&before.loaded, &after.loaded),
            proposals: proposals
                .into_iter()
                .filter_map(|(proposal, changes)| fit(&after, proposal, &changes))
                .collect(),
            drift: drift(&before, &after),
            before,
            after,
        });
        looking.await.map(Some).map_err(|_| LibraryError::Failed(id))
    }
}

/// How an open proposal fits the revision.
#[derive(Debug, Clone, PartialEq)]
pub struct ProposalFit {
    /// The proposal.
    pub proposal: Proposal,
    /// Number of its changes that apply to lines that haven't moved.
    pub applied: usize,
    /// Number of its changes that apply to lines that have moved.
    pub moved: usize,
    /// Number of its changes that the revision contains already.
    pub already: usize,
    /// The others: the entry with the line, and what is in the way.
    pub conflicts: Vec<(String, String)>,
    /// Whether what it does is another thing now, which outdates verdicts when it is brought up to date.
    pub is_other_effect: bool,
}

impl ProposalFit {
    /// In a phrase: `2 changes apply, 1 conflicts; what it does is another thing now`.
    pub fn told(&self) -> String {
        let counts = [
            (self.applied, "apply"),
            (self.moved, "apply to lines that moved"),
            (self.already, "already there"),
            (self.conflicts.len(), "in conflict"),
        ];
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let counts: Vec<_> = counts.map(|(count, what)| format!("{count} {what}")).collect();
        let effect = match (self.conflicts.is_empty(), self.is_other_effect) {
            (false, _) => "",
            (true, true) => "; what it does is another thing now",
            (true, false) => "; it does the same",
        };
        format!("{}{effect}", counts.join(", "))
    }
}

/// How far an item type's pools have drifted.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolDrift {
    /// The item type.
    pub tval: u16,
    /// Its name.
    pub name: String,
    /// The affix level that items draw at: a position in the game's list.
    pub affix_level: u8,
    /// The largest changes of shares of pools, each at the level where it is largest.
    pub rows: Vec<EffectRow>,
    /// Number of rows that change, listed or not.
    pub changed: usize,
}

/// How a proposal's changes fit; `None` where the files can't be edited at all.
fn fit(after: &OpenRevision, proposal: Proposal, changes: &[Change]) -> Option<ProposalFit> {
    let found = apply(&after.loaded, changes).ok()?;
    let count = |is: fn(&Outcome) -> bool| found.outcomes.iter().filter(|outcome| is(outcome)).count();
    let words = after.loaded.game.words();
    let conflicts = changes.iter().zip(&found.outcomes).filter_map(|(change, outcome)| {
        let why = match outcome {
            Outcome::Conflict(conflict) => conflict.reason.explain().to_owned(),
            Outcome::Refused(refusal) => refusal.to_string(),
            Outcome::Applied | Outcome::Moved | Outcome::AlreadyApplied => return None,
        };
        let line = change.readable(change.was().or(change.now()).unwrap_or_default());
        Some((format!("{} {}, {line}", change.anchor.sort.word(words), change.anchor.name), why))
    });
    let mut fit = ProposalFit {
        applied: count(|outcome| *outcome == Outcome::Applied),
        moved: count(|outcome| *outcome == Outcome::Moved),
        already: count(|outcome| *outcome == Outcome::AlreadyApplied),
        conflicts: conflicts.collect(),
        is_other_effect: true,
        proposal,
    };
    if fit.conflicts.is_empty() {
        let changed = after.loaded.game.load_switched(found.sources, after.loaded.switches.clone());
        fit.is_other_effect = fingerprint(&effect_text(&after.loaded, &changed)) != fit.proposal.effect;
    }
    Some(fit)
}

/// How much a row changed, with its sign: `+37 %`, `new`.
pub fn signed(row: &EffectRow) -> String {
    let sign = match row.direction {
        Direction::Up if row.change.ends_with('%') => "+",
        Direction::Down if row.change.ends_with('%') => "-",
        _ => "",
    };
    format!("{sign}{}", row.change)
}

fn drift(before: &OpenRevision, after: &OpenRevision) -> Vec<PoolDrift> {
    let words = after.loaded.game.words();
    let depths: Vec<u32> = (5..=words.deepest).step_by(5).collect();
    let touched = effect::touched(&before.loaded, &after.loaded).types.into_iter();
    let mut drift: Vec<PoolDrift> = touched
        .filter(|tval| effect::has_pools(&before.loaded, *tval))
        .filter_map(|tval| {
            let item_type = after.loaded.catalog.item_type(tval).filter(|item_type| item_type.takes_affixes)?;
            let found = effect::estimate_overall(before, after, &[tval], &depths).ok()?;
            let changed = found.rows.len() + found.small.len();
            let rows: Vec<EffectRow> = found.rows.into_iter().chain(found.small).take(LARGEST).collect();
            let affix_level = effect::EffectScope::usual(before, after, tval).affix_level;
            (changed > 0).then(|| PoolDrift { tval, name: item_type.name.clone(), affix_level, rows, changed })
        })
        .collect();
    let size = |drift: &PoolDrift| drift.rows.iter().map(|row| row.size).fold(0.0, f64::max);
    drift.sort_by(|a, b| size(b).total_cmp(&size(a)));
    drift
}
