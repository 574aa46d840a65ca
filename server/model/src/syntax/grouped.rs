//! One remark for many lines with the same problem: about the first, with the number of further ones.

use std::collections::BTreeMap;

use crate::text::{Diagnostic, Rule};

/// Remarks grouped by the tag that their lines begin with.
#[derive(Default)]
pub(super) struct GroupedRemarks {
    /// Index into `remarks` by tag.
    places: BTreeMap<Vec<u8>, usize>,
    remarks: Vec<(usize, Diagnostic)>,
}

impl GroupedRemarks {
    /// Counts a line with this tag; `remark` is called for the first one only.
    pub(super) fn add(&mut self, beginning: &[u8], remark: impl FnOnce() -> Diagnostic) {
        if let Some(place) = self.places.get(beginning) {
            self.remarks[*place].0 += 1;
        } else {
            self.places.insert(beginning.to_vec(), self.remarks.len());
            self.remarks.push((1, remark()));
        }
    }

    /// The remarks in the order of their first lines, with the number of further lines.
    pub(super) fn remarks(self) -> impl Iterator<Item = Diagnostic> {
        self.remarks.into_iter().map(|(count, mut remark)| {
            let lines = if count == 2 { "line" } else { "lines" };
            if count > 1 {
                remark.found = format!("{} and {} more such {lines}", remark.found, count - 1);
            }
            if matches!(remark.rule, Rule::UndefinedDirective | Rule::NotALine) {
                remark.expected += if count == 1 { "; the line is ignored" } else { "; these lines are ignored" };
            }
            remark
        })
    }
}
