//! The changes of an entry from revision to revision.

use affixboard_model::{catalog::Sort, text::line_changes};

use crate::{Error, State, links};
use affixboard_service::{
    clock,
    library::{OpenRevision, record_history::RecordVersion},
};

/// A revision in which the entry's record changed.
pub(crate) struct ChangeView {
    pub(crate) revision: String,
    pub(crate) href: String,
    pub(crate) made: String,
    /// `added`, `removed`, or the number of changed lines.
    pub(crate) what: String,
    /// Lines with their sign; none where all of it came or went.
    pub(crate) lines: Vec<(&'static str, String)>,
}

/// The history as templates write it.
pub(crate) struct HistoryView {
    pub(crate) changes: Vec<ChangeView>,
    /// A sentence about all revisions; empty for none.
    pub(crate) note: String,
}

/// The history of an entry's record, by its sort and serial number.
pub(super) async fn view(state: &State, open: &OpenRevision, entry: (Sort, u32)) -> Result<HistoryView, Error> {
    let history = state.library.record_history(&state.store, &open.revision.slug, entry).await?;
    let mut changes = Vec::new();
    for pair in history.versions.windows(2) {
        let [after, before] = pair else { continue };
        if after.text != before.text {
            changes.push(change(after, before));
        }
    }
    let oldest = history.versions.last();
    let note = match oldest {
        Some(oldest) => {
            let since = match (&oldest.text, history.is_cut) {
                (_, true) => format!("Revisions before r{} were not looked at.", oldest.revision.number),
                (Some(_), false) => format!("In the files since r{}.", oldest.revision.number),
                (None, false) => String::new(),
            };
            let unchanged = if changes.is_empty() { "No revision changed its lines." } else { "" };
            [unchanged, &since].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
        }
        None => String::new(),
    };
    Ok(HistoryView { changes, note })
}

fn change(after: &RecordVersion, before: &RecordVersion) -> ChangeView {
    let revision = &after.revision;
    let (what, lines) = match (&before.text, &after.text) {
        (None, _) => ("added".to_owned(), Vec::new()),
        (_, None) => ("removed".to_owned(), Vec::new()),
        (Some(before), Some(after)) => {
            let lines = line_changes(before, after);
            let signed = lines.into_iter().map(|line| (if line.is_added { "+" } else { "−" }, line.text));
            let lines: Vec<_> = signed.collect();
            (if lines.is_empty() { "line ends only".to_owned() } else { "changed".to_owned() }, lines)
        }
    };
    ChangeView {
        revision: format!("r{}", revision.number),
        href: links::revision(revision),
        made: format!("{} {}", revision.made_by.name(), clock::shown(revision.created_at)),
        what,
        lines,
    }
}
