//! The impact of importing files: entries that change, merged proposals that they undo, how open proposals fit them, and how
//! far pools drift.

use std::sync::Arc;

use affixboard_model::game::Loaded;
use affixboard_proposal::{Change, Outcome, TurnedBack, apply, effect_text};
use affixboard_report::{
    entries::{EntryChange, entry_changes},
    sheets::EffectRow,
};
use affixboard_store::{Proposal, ProposalFilter, ProposalState, Revision, Store, fingerprint};

use crate::{
    compute::Priority,
    library::{Library, LibraryError, OpenRevision, Reading, Undone, stored_changes},
    proposals::effect,
};

/// Maximum number of open proposals checked, and of merged ones, the newest.
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
    /// Merged proposals that are in the files before and not in these any more, the newest first.
    pub undone: Vec<(Proposal, Undone)>,
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
        let before = library.open(store, before, Reading::default()).await?;
        let after = library.open(store, revision, Reading::default()).await?;
        ImportImpact::between(store, library, before, after).await.map(Some)
    }

    /// Compares files that aren't stored with the revision that they would come after.
    ///
    /// # Errors
    /// As of [`ImportImpact::of`].
    pub async fn of_files(
        store: &Store,
        library: &Library,
        before: Revision,
        files: Loaded,
    ) -> Result<ImportImpact, LibraryError> {
        let id = before.id;
        let before = library.open(store, before, Reading::default()).await?;
        let known = Arc::clone(&before);
        let opening = move |_: &_| Arc::new(OpenRevision::upcoming(&known.revision, files));
        let opening = library.scheduler().spawn(Priority::Interactive, opening);
        let after = opening.await.map_err(|_| LibraryError::Failed(id))?;
        ImportImpact::between(store, library, before, after).await
    }

    async fn between(
        store: &Store,
        library: &Library,
        before: Arc<OpenRevision>,
        after: Arc<OpenRevision>,
    ) -> Result<ImportImpact, LibraryError> {
        let (id, slug) = (before.revision.id, before.revision.slug.clone());
        let filter = |state| ProposalFilter { state: Some(state), slug: Some(&slug), before: None };
        let (mut open, mut merged) = (Vec::new(), Vec::new());
        for proposal in store.proposals(filter(ProposalState::Open), MOST_PROPOSALS).await? {
            // Those for this revision or a later one know it already.
            if proposal.base_number < after.revision.number {
                let changes = stored_changes(store, &proposal, &after).await?;
                open.push((proposal, changes));
            }
        }
        for proposal in store.proposals(filter(ProposalState::Merged), MOST_PROPOSALS).await? {
            if proposal.merged.as_ref().is_some_and(|merged| merged.number <= before.revision.number) {
                let changes = stored_changes(store, &proposal, &before).await?;
                merged.push((proposal, changes));
            }
        }
        let looking = library.scheduler().spawn(Priority::Interactive, move |_| ImportImpact {
            entries: entry_changes(&before.loaded, &after.loaded),
            undone: undone(&before, &after, merged),
            proposals: open.into_iter().filter_map(|(proposal, changes)| fit(&after, proposal, &changes)).collect(),
            drift: drift(&before, &after),
            before,
            after,
        });
        looking.await.map_err(|_| LibraryError::Failed(id))
    }
}

/// The proposals whose changes are before and not after.
fn undone(
    before: &OpenRevision,
    after: &OpenRevision,
    merged: Vec<(Proposal, Vec<Change>)>,
) -> Vec<(Proposal, Undone)> {
    let compared = TurnedBack::new(&before.loaded, &after.loaded);
    let found = merged.into_iter().map(|(proposal, changes)| (proposal, Undone::of(&compared.of(&changes))));
    found.filter_map(|(proposal, undone)| Some((proposal, undone?))).collect()
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

fn drift(before: &OpenRevision, after: &OpenRevision) -> Vec<PoolDrift> {
    let words = after.loaded.game.words();
    let step = words.depth_step(20);
    let depths: Vec<u32> = (step..=words.deepest).step_by(step as usize).collect();
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
