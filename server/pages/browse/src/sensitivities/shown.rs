//! How pages show lines and what steps of them change.

use affixboard_model::game::Mean;
use affixboard_proposal::{EditableEntry, EntryLine};
use affixboard_report::significant_digits;

use crate::links;
use affixboard_service::library::OpenRevision;

/// The draft at a line; empty where its entry is none of those that can be changed.
pub fn draft_at(open: &OpenRevision, entries: &[EditableEntry], line: &EntryLine) -> String {
    let place = format!("{}:{}", line.file, open.loaded.sources.position(line.span).line);
    let entry = entries.iter().find(|entry| (entry.sort, entry.index) == (line.sort, line.index));
    entry.map_or_else(String::new, |entry| {
        let draft = links::draft_of(&open.revision, (entry.sort, entry.index));
        format!("{draft}#lines:~:text={}", place.replace(':', "%3A"))
    })
}

/// `+0.125 points`: a change of a chance, in points of a hundred, with the bound of its error where there is one.
pub(crate) fn points(change: Mean) -> String {
    let sign = if change.mean < 0.0 { "−" } else { "+" };
    let bound = match change.bound {
        bound if bound > 0.0 => format!(" ± {}", significant_digits(100.0 * bound, 1)),
        _ => String::new(),
    };
    format!("{sign}{}{bound} points", significant_digits(100.0 * change.mean.abs(), 3))
}
