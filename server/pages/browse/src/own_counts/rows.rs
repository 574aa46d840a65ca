//! Counts of a team's own program in lists and sentences.

use affixboard_report::thousands;
use affixboard_store::OwnCountsLine;

use crate::links;
use affixboard_service::clock::shown;

/// What counts came to, in a sentence.
pub(super) fn said(line: &OwnCountsLine, agrees: bool) -> String {
    let objects = thousands(line.objects);
    if agrees {
        format!("The rules agree with {objects} objects of your own game.")
    } else {
        format!("The rules don't agree with {objects} objects of your own game.")
    }
}

/// Counts in a list.
pub(super) struct OwnCountsRow {
    pub(super) href: String,
    pub(super) name: String,
    pub(super) revision: String,
    pub(super) objects: String,
    pub(super) cells: String,
    /// What they came to by the present rules, or that nobody knows.
    pub(super) outcome: String,
    /// Class of the mark that says so.
    pub(super) class: &'static str,
    pub(super) held: String,
}

impl OwnCountsRow {
    /// A row; `rules` are those of the program now.
    pub(super) fn new(line: &OwnCountsLine, rules: &str) -> OwnCountsRow {
        let (outcome, class, held) = match &line.outcome {
            None => ("not held yet".to_owned(), "", String::new()),
            Some(held) if held.rules != rules => (format!("lapsed: by rules {}", held.rules), "", shown(held.held_at)),
            Some(held) if held.agrees => ("agrees".to_owned(), "state-done", shown(held.held_at)),
            Some(held) if held.disagreements == 0 => {
                ("all counts together disagree".to_owned(), "error", shown(held.held_at))
            }
            Some(held) => {
                let of = (thousands(held.disagreements), thousands(held.comparisons));
                (format!("{} of {} entries disagree", of.0, of.1), "error", shown(held.held_at))
            }
        };
        OwnCountsRow {
            href: links::own_counts(line.id),
            name: line.name.clone(),
            revision: format!("r{}", line.revision_number),
            objects: thousands(line.objects),
            cells: thousands(line.cells.into()),
            outcome,
            class,
            held,
        }
    }
}
