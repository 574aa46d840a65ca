//! `never-turns-up` and `does-not-fit`: what the files have in vain of what turns up beside drops.

use super::{About, Finding, Gap, finding::entry};
use affixboard_model::game::{Loaded, SubjectGap, SubjectGapSort};

pub(super) fn run(loaded: &Loaded, findings: &mut Vec<Finding>) {
    let finding = |gap: SubjectGap| {
        let rule = match gap.sort {
            SubjectGapSort::NeverTurnsUp => Gap::NeverTurnsUp,
            SubjectGapSort::DoesNotFit => Gap::DoesNotFit,
        };
        let (sort, index) = gap.entry;
        let line = entry(loaded.model.entries(), sort, index).and_then(|entry| entry.record);
        Finding { line, ..Finding::new(rule, About::Entry(sort, index), gap.what) }
    };
    let gaps = loaded.model.subjects().iter().flat_map(|subject| subject.gaps());
    findings.extend(gaps.map(finding));
}
