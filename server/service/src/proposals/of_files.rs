//! The changes that lead from a revision to a changed folder of edit files, where they can be proposed.

use std::fmt::Write as _;

use affixboard_model::{game::Loaded, text::EditError};
use affixboard_proposal::{Change, OtherDifference, apply, differences, effect_text};
use affixboard_store::fingerprint;
use thiserror::Error;

use crate::library::OpenRevision;

/// Changes that can be proposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangesOfFiles {
    /// The changed lines, at least one.
    pub changes: Vec<Change>,
    /// The fingerprint of what they do.
    pub effect: String,
}

/// Why a folder is no proposal.
#[derive(Debug, Error)]
pub enum NotProposable {
    /// Something differs beside the lines that people propose changes of.
    #[error("other things than allocations differ from {base}:{list}")]
    Others {
        /// The revision that the folder was held against, such as `ours r3`.
        base: String,
        /// Each on a line of its own, which begins with a line end.
        list: String,
    },
    /// No such line differs.
    #[error("nothing to propose: {what} as in {base}")]
    Nothing {
        /// `the files are the same`, or `no such line differs`.
        what: &'static str,
        /// The revision.
        base: String,
    },
    /// The game would refuse the changed lines.
    #[error("not proposed, for the game can't read it:\n  {}", .0.join("\n  "))]
    Unreadable(Vec<String>),
    /// The revision's files can't be edited.
    #[error(transparent)]
    NotEditable(#[from] EditError),
}

/// The changes from a revision to files that were read as its game's. With `only_lines`, what else differs is left out.
///
/// # Errors
/// Why the files are no proposal.
pub fn changes_of_files(
    base: &OpenRevision,
    files: &Loaded,
    only_lines: bool,
) -> Result<ChangesOfFiles, NotProposable> {
    let name = || format!("{} r{}", base.revision.slug, base.revision.number);
    let found = differences(&base.loaded, files)?;
    if !found.others.is_empty() && !only_lines {
        return Err(NotProposable::Others { base: name(), list: listed(&found.others) });
    }
    if found.changes.is_empty() {
        let what = if found.others.is_empty() { "the files are the same" } else { "no such line differs" };
        return Err(NotProposable::Nothing { what, base: name() });
    }
    let applied = apply(&base.loaded, &found.changes)?;
    let changed = base.loaded.game.load(applied.sources.clone());
    let said = (0..found.changes.len()).flat_map(|at| applied.diagnostics_of(at, &changed));
    let errors: Vec<String> = said
        .filter(|said| base.loaded.refuses(said))
        .map(|said| format!("{}: {}", said.file, said.message()))
        .collect();
    if !errors.is_empty() {
        return Err(NotProposable::Unreadable(errors));
    }
    let effect = fingerprint(&effect_text(&base.loaded, &changed));
    Ok(ChangesOfFiles { changes: found.changes, effect })
}

fn listed(others: &[OtherDifference]) -> String {
    let mut text = String::new();
    for other in others {
        // Writing to a string can't fail.
        let _ = match other {
            OtherDifference::FileAdded(name) => write!(text, "\n  {name} is new"),
            OtherDifference::FileRemoved(name) => write!(text, "\n  {name} is missing"),
            OtherDifference::Lines { file, header, removed_lines, added_lines } => {
                let of = header.as_deref().map_or_else(String::new, |header| format!(", {header}"));
                write!(text, "\n  {file}{of}: {removed_lines} lines gone, {added_lines} new")
            }
        };
    }
    text
}
