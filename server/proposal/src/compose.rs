//! Composition of changes: a draft's changes followed by edits of the changed files.

use super::{
    apply::apply,
    change::{Change, Outcome},
    differences::differences,
    sizes::sizes_for,
};
use affixboard_model::{game::Loaded, text::EditError};

/// The composition of two lists of changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composed {
    /// The changes from the base to the final files. Several changes of one line are merged, and changes that undo each
    /// other are dropped.
    pub changes: Vec<Change>,
    /// The outcome of each edit.
    pub outcomes: Vec<Outcome>,
}

/// Edits of these files, and the array sizes that must grow with them.
pub fn with_sizes(loaded: &Loaded, edits: &[Change]) -> Vec<Change> {
    let sizes = sizes_for(loaded, edits);
    edits.iter().cloned().chain(sizes).collect()
}

/// Applies `edits` to `changed` (`base` with changes) and returns the changes from `base` to the result. Edits name
/// lines of the changed files. Edits that don't fit are left out; see their outcomes. Array sizes that new entries need come
/// with them.
///
/// # Errors
/// If a file can't be edited at all.
pub fn compose(base: &Loaded, changed: &Loaded, edits: &[Change]) -> Result<Composed, EditError> {
    let mut applied = apply(changed, &with_sizes(changed, edits))?;
    let after = base.game.load_switched(applied.sources, base.switches.clone());
    applied.outcomes.truncate(edits.len());
    Ok(Composed { changes: differences(base, &after)?.changes, outcomes: applied.outcomes })
}
