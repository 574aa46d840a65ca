//! Remarks about the files and gaps that come and go with changes.

use std::collections::{BTreeMap, BTreeSet};

use affixboard_core::{
    catalog::KindId,
    game::Loaded,
    gaps::{About, Finding, Gap, GapReport},
    text::Diagnostic,
};
use affixboard_report::gaps::GapRow;

/// Something that came with the changes, or went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingChange {
    /// Whether it came; else it went.
    pub is_new: bool,
    /// The rule's stable name.
    pub rule: &'static str,
    /// The text of the remark or gap, one sentence.
    pub what: String,
    /// File and line, in the files as proposed of what came, in those of the base of what went.
    pub place: Option<(String, u32)>,
    /// The item type it is about, where it is about one.
    pub tval: Option<u16>,
}

/// Diagnostics of the derived files only, then those of the base only. Line numbers are ignored: a line may have moved.
pub fn remark_changes(base: &Loaded, derived: &Loaded) -> Vec<FindingChange> {
    let key = |remark: &Diagnostic| (remark.rule, remark.file.clone(), remark.message());
    let mut counts: BTreeMap<_, i64> = BTreeMap::new();
    for remark in &derived.diagnostics {
        *counts.entry(key(remark)).or_default() += 1;
    }
    for remark in &base.diagnostics {
        *counts.entry(key(remark)).or_default() -= 1;
    }
    let mut came = Vec::new();
    for (loaded, is_new) in [(derived, true), (base, false)] {
        let mut left = counts.clone();
        // Of several that say the same, those that came last are taken for the new ones.
        for remark in loaded.diagnostics.iter().rev() {
            let Some(count) = left.get_mut(&key(remark)) else { continue };
            if (*count > 0) != is_new || *count == 0 {
                continue;
            }
            *count -= count.signum();
            let place = remark.span.map(|span| (remark.file.clone(), loaded.sources.position(span).line));
            let what = remark.message();
            came.push(FindingChange { is_new, rule: remark.rule.name(), what, place, tval: None });
        }
    }
    came
}

/// A gap but for its levels, of one kind where it is about kinds.
type Key<'a> = (Gap, About, Option<u16>, Option<KindId>, &'a [u8], &'a str);

/// The gaps that the derived files have and the base hasn't, then those that it had, each at the levels where it came or
/// went. Both readings have the same entries. Gaps that are diagnostics as well are left to [`remark_changes`].
pub fn gap_changes(
    (base, before): (&Loaded, &GapReport),
    (derived, after): (&Loaded, &GapReport),
) -> Vec<FindingChange> {
    let only = |these: &GapReport, those: &GapReport, loaded: &Loaded, is_new: bool| -> Vec<FindingChange> {
        let known = by_key(those);
        let mut groups: Vec<Finding> = Vec::new();
        for finding in these.findings.iter().filter(|finding| !finding.is_remark) {
            for kind in kinds_of(finding) {
                let levels = match known.get(&key(finding, kind)) {
                    None => finding.levels.clone(),
                    Some(levels) => {
                        let left: Vec<u32> = levels_of(finding).filter(|level| !levels.contains(level)).collect();
                        if left.is_empty() {
                            continue;
                        }
                        runs(&left)
                    }
                };
                // Kinds for which it is the same stand together.
                let like = Finding { kinds: Vec::new(), levels, ..finding.clone() };
                let group = groups.iter_mut().find(|group| Finding { kinds: Vec::new(), ..(*group).clone() } == like);
                match group {
                    Some(group) => group.kinds.extend(kind),
                    None => groups.push(Finding { kinds: kind.into_iter().collect(), ..like }),
                }
            }
        }
        let told = groups.iter().map(|finding| {
            let row = GapRow::new(finding, loaded);
            let what = row.sentence(loaded.game.words());
            FindingChange { is_new, rule: finding.gap.name(), what, place: row.place, tval: finding.tval }
        });
        told.collect()
    };
    let mut came = only(after, before, derived, true);
    came.extend(only(before, after, base, false));
    came
}

fn key(finding: &Finding, kind: Option<KindId>) -> Key<'_> {
    (finding.gap, finding.about, finding.tval, kind, &finding.affix_levels, &finding.what)
}

/// Each kind of a finding; none, once, where it isn't about kinds.
fn kinds_of(finding: &Finding) -> Vec<Option<KindId>> {
    if finding.kinds.is_empty() { vec![None] } else { finding.kinds.iter().copied().map(Some).collect() }
}

fn levels_of(finding: &Finding) -> impl Iterator<Item = u32> {
    finding.levels.iter().flat_map(|(first, last)| *first..=*last)
}

/// The levels of everything that was found, by what it is.
fn by_key(found: &GapReport) -> BTreeMap<Key<'_>, BTreeSet<u32>> {
    let mut known: BTreeMap<Key<'_>, BTreeSet<u32>> = BTreeMap::new();
    for finding in &found.findings {
        for kind in kinds_of(finding) {
            known.entry(key(finding, kind)).or_default().extend(levels_of(finding));
        }
    }
    known
}

/// Rising numbers as runs: first and last of each.
fn runs(levels: &[u32]) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for level in levels {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *level => *last = *level,
            _ => runs.push((*level, *level)),
        }
    }
    runs
}
