//! Remarks about the files and gaps that come and go with changes.

use std::collections::BTreeMap;

use affixboard_inquiry::gaps::{About, Finding, Gap, GapReport};
use affixboard_model::{catalog::KindId, game::Loaded, text::Diagnostic};
use affixboard_proposal::review;
use affixboard_report::{
    effect_report::{FindingChange, FindingFate},
    gaps::GapRow,
};

/// Diagnostics of the derived files only, what of the change a reviewer would want to be told, then diagnostics of the base only.
/// `title`: what the change says it does; may be empty.
pub fn remark_changes(base: &Loaded, derived: &Loaded, title: &str) -> Vec<FindingChange> {
    let told = |loaded: &Loaded, remark: &Diagnostic, fate| FindingChange {
        fate,
        rule: remark.rule.name(),
        what: remark.message(),
        place: remark.span.map(|span| (remark.file.clone(), loaded.sources.position(span).line)),
        tval: None,
    };
    let came = new_remarks(base, derived).into_iter().map(|remark| told(derived, remark, FindingFate::New));
    let slips = review(base, derived, title);
    let slips = slips.iter().map(|remark| told(derived, remark, FindingFate::New));
    let went = new_remarks(derived, base).into_iter().map(|remark| told(base, remark, FindingFate::Gone));
    came.chain(slips).chain(went).collect()
}

/// Diagnostics of the derived files that the base hasn't. Line numbers are ignored: a line may have moved.
pub fn new_remarks<'a>(base: &Loaded, derived: &'a Loaded) -> Vec<&'a Diagnostic> {
    let key = |remark: &Diagnostic| (remark.rule, remark.file.clone(), remark.message());
    let mut counts: BTreeMap<_, i64> = BTreeMap::new();
    for remark in &derived.diagnostics {
        *counts.entry(key(remark)).or_default() += 1;
    }
    for remark in &base.diagnostics {
        *counts.entry(key(remark)).or_default() -= 1;
    }
    // Of several that say the same, those that came last are taken for the new ones.
    let mut came = Vec::new();
    for remark in derived.diagnostics.iter().rev() {
        if let Some(count) = counts.get_mut(&key(remark)).filter(|count| **count > 0) {
            *count -= 1;
            came.push(remark);
        }
    }
    came
}

/// A gap but for its levels and its number, of one kind where it is about kinds.
type Key<'a> = (Gap, About, Option<u16>, Option<KindId>, &'a [u8], String);

/// The number of each gap by level.
type Known<'a> = BTreeMap<Key<'a>, BTreeMap<u32, Option<u64>>>;

/// What became of a finding on a kind at a level.
type FateOf<'a> = &'a dyn Fn(&Finding, Option<KindId>, u32) -> Option<FindingFate>;

/// The level of gaps that are not about levels.
const NO_LEVEL: u32 = u32::MAX;

/// The gaps that the derived files have and the base hasn't, or less so; then those that both have but that became better; then
/// those that went. Each is told at the levels where that holds. Both readings have the same entries. Gaps that are
/// diagnostics as well are left to [`remark_changes`], and counted ones to the effect's own numbers: counts differ by chance.
pub fn gap_changes(
    (base, before): (&Loaded, &GapReport),
    (derived, after): (&Loaded, &GapReport),
) -> Vec<FindingChange> {
    let (was, is) = (by_key(before), by_key(after));
    let of_derived = |finding: &Finding, kind, level: u32| {
        let (key, number) = keyed(finding, kind);
        match was.get(&key).and_then(|levels| levels.get(&level)) {
            Some(known) if *known == number => None,
            Some(known) if *known < number => Some(FindingFate::Better),
            None if finding.gap == Gap::FewAffixes && draws_nothing(base, before, finding, level) => {
                Some(FindingFate::Better)
            }
            _ => Some(FindingFate::New),
        }
    };
    let of_base = |finding: &Finding, kind, level: u32| {
        let is_there = is.get(&keyed(finding, kind).0).is_some_and(|levels| levels.contains_key(&level));
        (!is_there).then_some(FindingFate::Gone)
    };
    let mut all = told(after, derived, &of_derived);
    all.extend(told(before, base, &of_base));
    // In the order of the findings otherwise.
    all.sort_by_key(|change| change.fate);
    all
}

/// Findings at the levels where something became of them; kinds of which the same became stand together.
fn told(report: &GapReport, loaded: &Loaded, fate_of: FateOf<'_>) -> Vec<FindingChange> {
    let mut groups: Vec<(FindingFate, Finding)> = Vec::new();
    for finding in report.findings.iter().filter(|finding| !finding.is_remark && !finding.gap.is_counted()) {
        for kind in kinds_of(finding) {
            let mut by_fate: BTreeMap<FindingFate, Vec<u32>> = BTreeMap::new();
            for level in levels_of(finding) {
                if let Some(fate) = fate_of(finding, kind, level) {
                    by_fate.entry(fate).or_default().push(level);
                }
            }
            for (fate, levels) in by_fate {
                let levels = if levels == [NO_LEVEL] { Vec::new() } else { runs(&levels) };
                let like = Finding { kinds: Vec::new(), levels, ..finding.clone() };
                let is_like = |group: &&mut (FindingFate, Finding)| {
                    group.0 == fate && Finding { kinds: Vec::new(), ..group.1.clone() } == like
                };
                match groups.iter_mut().find(is_like) {
                    Some(group) => group.1.kinds.extend(kind),
                    None => groups.push((fate, Finding { kinds: kind.into_iter().collect(), ..like })),
                }
            }
        }
    }
    let told = groups.iter().map(|(fate, finding)| {
        let row = GapRow::new(finding, loaded);
        let what = row.sentence(loaded.game.words());
        FindingChange { fate: *fate, rule: finding.gap.name(), what, place: row.place, tval: finding.tval }
    });
    told.collect()
}

/// Whether no kind of the item type of a finding could draw anything at a level, so that few things are more than before.
fn draws_nothing(loaded: &Loaded, report: &GapReport, finding: &Finding, level: u32) -> bool {
    let (Some(tval), catalog) = (finding.tval, &loaded.catalog) else { return false };
    let is_without = |known: &&Finding| {
        let is_of_level = known.affix_levels.is_empty()
            || finding.affix_levels.iter().all(|affix_level| known.affix_levels.contains(affix_level));
        known.gap == Gap::NoAffix && known.tval == Some(tval) && is_of_level
    };
    let without: Vec<&Finding> = report.findings.iter().filter(is_without).collect();
    let at_level = |known: &&&Finding| known.levels.is_empty() || levels_of(known).any(|one| one == level);
    catalog.kinds_of(tval).into_iter().all(|kind| {
        let lines = &catalog.kind(kind).allocations;
        let is_found = lines.iter().any(|line| line.commonness > 0 && (line.min..=line.max).contains(&level));
        !is_found || without.iter().filter(at_level).any(|known| known.kinds.contains(&kind))
    })
}

/// A gap's key, and its number: of how many affixes there are, or what weights come to, more is better.
fn keyed(finding: &Finding, kind: Option<KindId>) -> (Key<'_>, Option<u64>) {
    let (what, number) = match finding.gap {
        Gap::FewAffixes | Gap::WeakTheme => {
            let from_digits = finding.what.chars().skip_while(|c| !c.is_ascii_digit());
            let digits: String = from_digits.take_while(char::is_ascii_digit).collect();
            (String::new(), digits.parse().ok())
        }
        _ => (finding.what.clone(), None),
    };
    ((finding.gap, finding.about, finding.tval, kind, &finding.affix_levels, what), number)
}

/// Each kind of a finding; none, once, where it isn't about kinds.
fn kinds_of(finding: &Finding) -> Vec<Option<KindId>> {
    if finding.kinds.is_empty() { vec![None] } else { finding.kinds.iter().copied().map(Some).collect() }
}

/// The levels of a finding; [`NO_LEVEL`] where it isn't about levels.
fn levels_of(finding: &Finding) -> impl Iterator<Item = u32> {
    let none = finding.levels.is_empty().then_some(NO_LEVEL);
    finding.levels.iter().flat_map(|(first, last)| *first..=*last).chain(none)
}

/// The levels of everything that was found, by what it is.
fn by_key(found: &GapReport) -> Known<'_> {
    let mut known: Known<'_> = BTreeMap::new();
    for finding in &found.findings {
        for kind in kinds_of(finding) {
            let (key, number) = keyed(finding, kind);
            known.entry(key).or_default().extend(levels_of(finding).map(|level| (level, number)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::starter;

    /// From one affix at levels 1 to 4 to two at 1 and 2, to none at 3, and to many at 4.
    #[test]
    fn a_gap_that_improved_is_not_new() {
        let all = starter::all();
        let loaded = &all.iter().find(|starter| starter.slug == "affix-branch-starter").expect("it").loaded;
        let finding = |gap, what: &str, levels: &[(u32, u32)], kinds: &[KindId]| Finding {
            gap,
            about: About::ItemType(36),
            tval: Some(36),
            kinds: kinds.to_vec(),
            levels: levels.to_vec(),
            affix_levels: vec![1],
            qualities: Vec::new(),
            shares: Vec::new(),
            items: None,
            line: None,
            what: what.to_owned(),
            is_remark: false,
        };
        let report = |findings: Vec<Finding>| GapReport { findings, ignored: Vec::new() };
        let few =
            |number: u32, levels| finding(Gap::FewAffixes, &format!("can draw only {number} affixes"), levels, &[]);
        let told = |before: Vec<Finding>, after: Vec<Finding>| -> Vec<(&'static str, &'static str)> {
            let all = gap_changes((loaded, &report(before)), (loaded, &report(after)));
            all.into_iter().map(|change| (change.fate.word(), change.rule)).collect()
        };
        let kinds = loaded.catalog.kinds_of(36);
        let none = |levels| finding(Gap::NoAffix, "can draw no affix here", levels, &kinds);
        assert_eq!(
            told(vec![few(1, &[(1, 4)])], vec![few(2, &[(1, 2)]), none(&[(3, 3)])]),
            [("new", "no-affix"), ("better", "few-affixes"), ("gone", "few-affixes")]
        );
        assert_eq!(told(vec![few(2, &[(1, 4)])], vec![few(1, &[(1, 4)])]), [("new", "few-affixes")]);
        assert_eq!(
            told(vec![none(&[(5, 5)])], vec![few(1, &[(5, 5)])]),
            [("better", "few-affixes"), ("gone", "no-affix")],
            "one is more than none"
        );
        let some = finding(Gap::NoAffix, "can draw no affix here", &[(5, 5)], &kinds[..0]);
        assert_eq!(
            told(vec![some], vec![few(1, &[(5, 5)])])[0],
            ("new", "few-affixes"),
            "others could draw more before"
        );
        assert_eq!(told(vec![few(1, &[(1, 4)])], vec![few(1, &[(1, 4)])]), []);
    }
}
