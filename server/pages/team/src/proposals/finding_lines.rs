//! Remarks and gaps that come and go with changes, as the page of an effect writes them.

use affixboard_service::proposals::effect::{FindingChange, FindingFate};

/// Remarks, and gaps, on the page at most.
const MOST: usize = 12;

/// A remark or gap that came or went.
pub(crate) struct FindingLine {
    /// Whether it is a new one.
    pub(crate) is_new: bool,
    /// `new`, `better` or `gone`.
    pub(crate) fate: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) what: String,
    pub(crate) place: String,
}

/// The first [`MOST`] findings that came or went, and the number of the others.
pub(super) fn finding_lines(all: Vec<FindingChange>) -> (Vec<FindingLine>, usize) {
    let more = all.len().saturating_sub(MOST);
    let shown = all.into_iter().take(MOST).map(|finding| FindingLine {
        is_new: finding.fate == FindingFate::New,
        fate: finding.fate.word(),
        rule: finding.rule,
        what: finding.what,
        place: finding.place.map_or(String::new(), |(file, line)| format!("{file}:{line}")),
    });
    (shown.collect(), more)
}
