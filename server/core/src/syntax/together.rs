//! Lines of which one thing is to be said together: how many, and a remark about the first.

use std::collections::BTreeMap;

use crate::text::{Diagnostic, Rule};

/// Remarks by what the lines begin with.
#[derive(Default)]
pub(super) struct Together {
    /// Where the remark of each beginning stands.
    places: BTreeMap<Vec<u8>, usize>,
    remarks: Vec<(usize, Diagnostic)>,
}

impl Together {
    /// One more line that begins so; the first is remarked upon.
    pub(super) fn add(&mut self, beginning: &[u8], remark: impl FnOnce() -> Diagnostic) {
        if let Some(place) = self.places.get(beginning) {
            self.remarks[*place].0 += 1;
        } else {
            self.places.insert(beginning.to_vec(), self.remarks.len());
            self.remarks.push((1, remark()));
        }
    }

    /// The remarks in the order of their first lines, with how many more there are.
    pub(super) fn remarks(self) -> impl Iterator<Item = Diagnostic> {
        self.remarks.into_iter().map(|(count, mut remark)| {
            let lines = if count == 2 { "line" } else { "lines" };
            if count > 1 {
                remark.found = format!("{} and {} more such {lines}", remark.found, count - 1);
            }
            if remark.rule == Rule::UndefinedDirective {
                remark.expected += if count == 1 { "; the line is ignored" } else { "; these lines are ignored" };
            }
            remark
        })
    }
}
