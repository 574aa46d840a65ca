//! The biggest gaps of a revision in short, for its edition's page: how many there are by rule, and the most telling ones.
//!
//! Looking for gaps may take seconds, so that the page waits for them a moment only; what is found is kept with the revision.

use std::{cmp::Reverse, sync::Arc, time::Duration};

use affixboard_core::gaps::{Finding, Gap, GapReport, Limits};
use affixboard_report::{capitalised, gaps::GapRow};

use crate::{
    library::{KnownGaps, Library, OpenRevision},
    web::links::{self, Choice, Query},
};

/// The page is answered after this time, with the gaps or without.
const PATIENCE: Duration = Duration::from_millis(200);
/// Findings listed at most, in all and of one rule.
const MOST: usize = 8;
const MOST_OF_RULE: usize = 3;

/// The gaps as templates write them.
pub(crate) struct BiggestGaps {
    /// Whether they are still being looked for.
    pub(crate) is_looking: bool,
    /// The rules that found something, with how many; links to these.
    pub(crate) rules: Vec<Choice>,
    /// The most telling findings, each a sentence with a link to those like it.
    pub(crate) findings: Vec<Choice>,
    /// Total number of gaps, shown or not.
    pub(crate) total: usize,
}

/// The gaps by these limits, or that they are being looked for.
pub(crate) async fn view(library: &Arc<Library>, open: &Arc<OpenRevision>, limits: &Limits) -> BiggestGaps {
    let found = match open.known_gaps(limits) {
        KnownGaps::Known(found) => Some(found),
        KnownGaps::Sought => None,
        KnownGaps::Unknown => library.gaps_within(open, limits, PATIENCE).await,
    };
    match found {
        Some(found) => shown(open, &found),
        None => BiggestGaps { is_looking: true, rules: Vec::new(), findings: Vec::new(), total: 0 },
    }
}

fn shown(open: &OpenRevision, found: &GapReport) -> BiggestGaps {
    let path = links::gaps(&open.revision);
    let of_rule = |gap: Gap| Query::default().set("rule", gap.name());
    let rules = Gap::ALL.iter().filter_map(|gap| {
        let count = found.findings.iter().filter(|finding| finding.gap == *gap).count();
        (count > 0).then(|| Choice::new(format!("{} {count}", gap.name()), of_rule(*gap).on(&path), false))
    });
    let words = open.loaded.game.words();
    let findings = biggest(&found.findings).into_iter().map(|finding| {
        let row = GapRow::new(finding, &open.loaded);
        let tval = row.item_type.as_ref().map_or_else(String::new, |item_type| item_type.0.to_string());
        Choice::new(capitalised(&row.sentence(words)), of_rule(finding.gap).set("type", tval).on(&path), false)
    });
    BiggestGaps { is_looking: false, rules: rules.collect(), findings: findings.collect(), total: found.findings.len() }
}

/// The most telling findings: in the order of the rules, of each those first that hold at most levels and for most kinds.
/// A finding that holds at all levels names none.
fn biggest(findings: &[Finding]) -> Vec<&Finding> {
    let levels = |finding: &Finding| -> u64 {
        let of = finding.levels.iter().map(|(first, last)| u64::from(last.saturating_sub(*first)) + 1).sum();
        if finding.levels.is_empty() { u64::MAX } else { of }
    };
    let mut chosen = Vec::new();
    for gap in Gap::ALL {
        let mut of_rule: Vec<&Finding> = findings.iter().filter(|finding| finding.gap == *gap).collect();
        of_rule.sort_by_key(|finding| Reverse((levels(finding), finding.kinds.len())));
        chosen.extend(of_rule.into_iter().take(MOST_OF_RULE));
    }
    chosen.truncate(MOST);
    chosen
}

#[cfg(test)]
mod tests {
    use affixboard_core::{
        catalog::{AffixId, KindId},
        gaps::About,
    };

    use super::*;

    fn finding(gap: Gap, levels: &[(u32, u32)], kinds: u32) -> Finding {
        Finding {
            gap,
            about: About::Affix(AffixId(0)),
            tval: None,
            kinds: (0..kinds).map(KindId).collect(),
            levels: levels.to_vec(),
            affix_levels: Vec::new(),
            line: None,
            what: format!("{levels:?} {kinds}"),
            is_remark: false,
        }
    }

    #[test]
    fn the_biggest_of_each_rule_come_first() {
        let findings = [
            finding(Gap::DuplicateName, &[], 0),
            finding(Gap::NoAffix, &[(1, 4)], 1),
            finding(Gap::NoAffix, &[(1, 2), (10, 19)], 1),
            finding(Gap::NoAffix, &[(1, 4)], 2),
            finding(Gap::NoAffix, &[], 1),
        ];
        let chosen: Vec<&str> = biggest(&findings).into_iter().map(|finding| finding.what.as_str()).collect();
        assert_eq!(chosen, ["[] 1", "[(1, 2), (10, 19)] 1", "[(1, 4)] 2", "[] 0"]);
    }
}
