//! The biggest gaps of a revision in short, for its edition's page: how many there are by rule, and the most telling ones.
//!
//! Looking for gaps may take seconds, so that the page waits for them a moment only; what is found is kept with the revision.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use affixboard_inquiry::gaps::{Gap, GapReport, Search};
use affixboard_report::{
    capitalised,
    gaps::{GapGroup, GapRow, grouped},
};

use crate::links::{self, Choice, Query};
use affixboard_service::library::{KnownGaps, Library, OpenRevision};

/// The page is answered after this time, with the gaps or without.
const PATIENCE: Duration = Duration::from_millis(200);
/// Groups of findings listed at most, in all and of one rule.
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

/// The gaps of this search, or that they are being looked for.
pub(crate) async fn view(library: &Arc<Library>, open: &Arc<OpenRevision>, search: &Search) -> BiggestGaps {
    let found = match open.known_gaps(search) {
        KnownGaps::Known(found) => Some(found),
        KnownGaps::Sought => None,
        KnownGaps::Unknown => library.gaps_within(open, search, PATIENCE).await,
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
    let rows = found.findings.iter().map(|finding| GapRow::new(finding, &open.loaded)).collect();
    let findings = biggest(grouped(rows)).into_iter().map(|group| {
        let row = &group.rows[0];
        let tval = row.item_type.as_ref().map_or_else(String::new, |item_type| item_type.0.to_string());
        Choice::new(capitalised(&row.sentence(words)), of_rule(row.gap).set("type", tval).on(&path), false)
    });
    BiggestGaps { is_looking: false, rules: rules.collect(), findings: findings.collect(), total: found.findings.len() }
}

/// The most telling groups: those that touch most items over a dive, few of each rule.
fn biggest(groups: Vec<GapGroup>) -> Vec<GapGroup> {
    let mut of_rule: BTreeMap<Gap, usize> = BTreeMap::new();
    let mut is_among_first = |group: &GapGroup| {
        let count = of_rule.entry(group.rows[0].gap).or_default();
        *count += 1;
        *count <= MOST_OF_RULE
    };
    groups.into_iter().filter(|group| is_among_first(group)).take(MOST).collect()
}

#[cfg(test)]
mod tests {
    use affixboard_inquiry::gaps::About;
    use affixboard_model::catalog::AffixId;

    use super::*;

    fn group(gap: Gap, name: &str) -> GapGroup {
        let row = GapRow {
            gap,
            about: About::Affix(AffixId(0)),
            sort: "affix",
            name: name.to_owned(),
            index: None,
            item_type: None,
            kinds: Vec::new(),
            levels: String::new(),
            affix_levels: Vec::new(),
            qualities: Vec::new(),
            shares: Vec::new(),
            items: None,
            what: String::new(),
            line: None,
            place: None,
            text: String::new(),
            is_remark: false,
        };
        GapGroup { rows: vec![row], items: 0.0 }
    }

    #[test]
    fn few_of_each_rule_are_told() {
        let of_one_rule = (0..5).map(|at| group(Gap::NoAffix, &at.to_string()));
        let groups = of_one_rule.chain([group(Gap::DuplicateName, "last")]).collect();
        let told: Vec<String> = biggest(groups).into_iter().map(|group| group.rows[0].name.clone()).collect();
        assert_eq!(told, ["0", "1", "2", "last"]);
    }
}
