//! More changes of files that have been changed already: what a draft becomes when a line of it is edited.

use super::{
    apply::apply,
    change::{Change, Outcome},
    differences::differences,
};
use crate::{game::Loaded, text::EditError};

/// Changes with others on top of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Composed {
    /// What leads from the files that all began with to what came of it: changes that undo each other are gone, and several
    /// of one line are one.
    pub changes: Vec<Change>,
    /// What became of each of the edits.
    pub outcomes: Vec<Outcome>,
}

/// Edits files that are `base` with changes, and tells what then leads there from `base`. Edits name lines as they are in the
/// changed files. What doesn't fit is left out, as its outcome says.
///
/// # Errors
/// Where a file can't be edited at all.
pub fn compose(base: &Loaded, changed: &Loaded, edits: &[Change]) -> Result<Composed, EditError> {
    let applied = apply(changed, edits)?;
    let after = base.game.load_switched(applied.sources, base.switches.clone());
    Ok(Composed { changes: differences(base, &after)?.changes, outcomes: applied.outcomes })
}
