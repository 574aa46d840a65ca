//! Findings of the gap rules in words: each with the names of its entries and the line of the file.

use std::collections::BTreeMap;

use affixboard_inquiry::gaps::{About, DiveItems, DropShare, Finding, Gap};
use affixboard_model::{
    catalog::{Catalog, SortEntry, SortSpec},
    game::{Loaded, Words},
    stats::{Z95, wilson},
    text::{SourceSet, Span},
};

use crate::wording::{shortened, significant_digits, thousands};

/// Largest number of kinds named in a sentence.
const NAMED: usize = 6;
/// The depths whose shares a sentence gives, where the finding holds there.
const TOLD: [u32; 4] = [5, 30, 60, 90];

/// A finding with names in place of ids.
#[derive(Debug, Clone, PartialEq)]
pub struct GapRow {
    /// The rule that found it.
    pub gap: Gap,
    /// The entry found.
    pub about: About,
    /// The game's word for that sort of entry, such as `theme`.
    pub sort: &'static str,
    /// The entry's name.
    pub name: String,
    /// Its index in the file; `None` for item types.
    pub index: Option<u32>,
    /// Number (tval) and name of the item type, if the finding is about one.
    pub item_type: Option<(u16, String)>,
    /// The kinds it holds for: sval and name.
    pub kinds: Vec<(u16, String)>,
    /// The levels it holds for, or the depths where it is about drop qualities, such as `1-19, 90-100`; empty where it is
    /// not about these.
    pub levels: String,
    /// The affix levels it holds for, in the game's words; empty where it is not about these.
    pub affix_levels: Vec<&'static str>,
    /// The drop qualities it is about, in the game's words; empty where it is about drops of any.
    pub qualities: Vec<&'static str>,
    /// The share of simulated items that it holds for, at each of the depths; empty where nothing was counted.
    pub shares: Vec<DropShare>,
    /// The items it touches over a dive; `None` where it is about no items.
    pub items: Option<DiveItems>,
    /// The predicate of the sentence, without the subject.
    pub what: String,
    /// The line.
    pub line: Option<Span>,
    /// File and line number.
    pub place: Option<(String, u32)>,
    /// The line's text, from its beginning; cut where it is very long.
    pub text: String,
    /// Whether the diagnostics of the files say the same.
    pub is_remark: bool,
}

impl GapRow {
    /// Puts a finding about these files into words.
    pub fn new(finding: &Finding, loaded: &Loaded) -> GapRow {
        let words = loaded.game.words();
        let declared = (loaded.sorts(), loaded.model.entries());
        GapRow::of(finding, &loaded.catalog, declared, &loaded.sources, words)
    }

    fn of(
        finding: &Finding,
        catalog: &Catalog,
        (sorts, entries): (&'static [SortSpec], &[SortEntry]),
        sources: &SourceSet,
        words: &'static Words,
    ) -> GapRow {
        let (sort, index) = match finding.about {
            About::ItemType(_) => ("item type", None),
            About::Affix(id) => (words.affix, Some(catalog.affix(id).index)),
            About::Theme(id) => ("theme", Some(catalog.theme(id).index)),
            About::Artifact(id) => ("artifact", Some(catalog.artifact(id).index)),
            About::Kind(id) => ("kind", Some(catalog.kind(id).index)),
            About::Entry(sort, index) => (sorts.get(usize::from(sort)).map_or("", |sort| sort.words[0]), Some(index)),
        };
        let line = finding.line.map(|span| (sources.file(span.file), sources.position(span).line));
        GapRow {
            gap: finding.gap,
            about: finding.about,
            sort,
            name: finding.about.name(catalog, entries).to_owned(),
            index,
            item_type: finding.tval.map(|tval| {
                let name = catalog.item_type(tval).map_or_else(|| format!("type {tval}"), |found| found.name.clone());
                (tval, name)
            }),
            kinds: finding
                .kinds
                .iter()
                .map(|id| catalog.kind(*id))
                .map(|kind| (kind.sval, kind.name.clone()))
                .collect(),
            levels: levels_text(&finding.levels),
            affix_levels: finding
                .affix_levels
                .iter()
                .filter_map(|level| words.affix_levels.get(usize::from(*level)).copied())
                .collect(),
            qualities: (finding.qualities.iter())
                .filter_map(|quality| words.qualities.get(usize::from(*quality)).copied())
                .collect(),
            shares: finding.shares.clone(),
            items: finding.items,
            what: finding.what.clone(),
            line: finding.line,
            place: line.map(|(file, line)| (file.name().to_owned(), line)),
            text: line.map_or_else(String::new, |(file, line)| file.quote_line(line).text().trim_end().to_owned()),
            is_remark: finding.is_remark,
        }
    }

    /// Whether it is about that item type.
    pub fn of_type(&self, tval: u16) -> bool {
        self.item_type.as_ref().is_some_and(|item_type| item_type.0 == tval)
    }

    /// The subject of the sentence: `Mithril Shield (shield)`, `of Resistance on Robe`.
    pub fn subject(&self) -> String {
        let names: Vec<String> = self.kinds.iter().map(|kind| kind.1.clone()).collect();
        let kinds = shortened(&names, NAMED);
        match (&self.about, &self.item_type) {
            (About::ItemType(_), Some((_, item_type))) if !kinds.is_empty() => format!("{kinds} ({item_type})"),
            (About::ItemType(_), Some((_, item_type))) => item_type.clone(),
            (_, Some((_, item_type))) if kinds.is_empty() => format!("{} ({item_type})", self.name),
            _ if kinds.is_empty() => self.name.clone(),
            _ => format!("{} on {kinds}", self.name),
        }
    }

    /// The levels it holds for: `at levels 1-19 (affix level up to: good)`; empty where it holds everywhere.
    fn scope(&self, words: &Words) -> String {
        let place = if self.qualities.is_empty() { "level" } else { "depth" };
        let levels = match self.levels.as_str() {
            "" => String::new(),
            one if one.bytes().all(|byte| byte.is_ascii_digit()) => format!(" at {place} {one}"),
            several => format!(" at {place}s {several}"),
        };
        // That an affix is great says the affix level already.
        if self.affix_levels.is_empty() || self.gap == Gap::NoGreatAffix {
            return levels;
        }
        format!("{levels} ({}: {})", words.affix_level_label.to_lowercase(), self.affix_levels.join(", "))
    }

    /// The sentence without its subject: `no affix at levels 1-4`.
    pub fn predicate(&self, words: &Words) -> String {
        format!("{}{}", self.what, self.scope(words))
    }

    /// The numbers that were counted for it, in short: `94.2 % at depth 90 (1,080 of 1,147, interval 92.7 to 95.4 %)`; empty
    /// where nothing was.
    pub fn numbers(&self) -> String {
        let told: Vec<&DropShare> = self.shares.iter().filter(|share| TOLD.contains(&share.depth)).collect();
        let middle = self.shares.get(self.shares.len() / 2);
        let told = if told.is_empty() { middle.into_iter().collect() } else { told };
        let share = |share: &&DropShare| {
            let per_cent = |share: f64| significant_digits(100.0 * share, 3);
            let (low, high) = wilson(share.count, share.n, Z95);
            format!(
                "{} % at depth {} ({} of {}, interval {} to {} %)",
                per_cent(share.share()),
                share.depth,
                thousands(share.count),
                thousands(share.n),
                per_cent(low),
                per_cent(high)
            )
        };
        told.iter().map(share).collect::<Vec<_>>().join("; ")
    }

    /// The number of items a dive, with its interval: `1.39 items a dive (1.35 to 1.43)`; empty where it is about no items.
    pub fn items_text(&self) -> String {
        let number = |value: f64| significant_digits(value, 3);
        self.items.map_or_else(String::new, |DiveItems { mean, low, high }| {
            format!("{} items a dive ({} to {})", number(mean), number(low), number(high))
        })
    }

    /// The whole sentence: `Dagger (sword): no affix at levels 1-4`.
    pub fn sentence(&self, words: &Words) -> String {
        format!("{}: {}", self.subject(), self.predicate(words))
    }
}

/// The findings of one rule about one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct GapGroup {
    /// The rows, those that touch most items first; at least one.
    pub rows: Vec<GapRow>,
    /// The items that the first row touches over a dive; 0 where it is about no items.
    pub items: f64,
}

/// Findings in groups of one rule and thing each, those that touch most items over a dive first.
pub fn grouped(rows: Vec<GapRow>) -> Vec<GapGroup> {
    let mut groups: Vec<GapGroup> = Vec::new();
    let mut at: BTreeMap<(Gap, About), usize> = BTreeMap::new();
    for row in rows {
        let place = *at.entry((row.gap, row.about)).or_insert(groups.len());
        let items = row.items.map_or(0.0, |items| items.mean);
        match groups.get_mut(place) {
            Some(group) => {
                group.items = group.items.max(items);
                group.rows.push(row);
            }
            None => groups.push(GapGroup { rows: vec![row], items }),
        }
    }
    for group in &mut groups {
        let mean = |row: &GapRow| row.items.map_or(0.0, |items| items.mean);
        group.rows.sort_by(|one, other| mean(other).total_cmp(&mean(one)));
    }
    groups.sort_by(|one, other| other.items.total_cmp(&one.items));
    groups
}

/// Runs of levels: `1-19, 90`.
fn levels_text(runs: &[(u32, u32)]) -> String {
    let run = |(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use affixboard_model::catalog::{KindId, ThemeId};

    use super::*;
    use crate::testing::{self, SWORD, WORDS};

    fn finding(gap: Gap, about: About) -> Finding {
        Finding {
            gap,
            about,
            tval: Some(SWORD),
            kinds: Vec::new(),
            levels: Vec::new(),
            affix_levels: Vec::new(),
            qualities: Vec::new(),
            shares: Vec::new(),
            items: None,
            line: None,
            what: "is so".to_owned(),
            is_remark: false,
        }
    }

    #[test]
    fn sentences() {
        let sentence = |finding: &Finding| {
            GapRow::of(finding, &testing::catalog(), (&[], &[]), &SourceSet::new(), &WORDS).sentence(&WORDS)
        };
        let of_type = finding(Gap::NoAffix, About::ItemType(SWORD));
        assert_eq!(sentence(&of_type), "sword: is so");
        let of_kinds = Finding { kinds: vec![KindId(0), KindId(1)], levels: vec![(3, 3)], ..of_type };
        assert_eq!(sentence(&of_kinds), "Dagger, Long Sword (sword): is so at level 3");
        let at_levels = Finding { levels: vec![(1, 4), (9, 9)], affix_levels: vec![0, 1], ..of_kinds };
        assert_eq!(
            sentence(&at_levels),
            "Dagger, Long Sword (sword): is so at levels 1-4, 9 (affix level up to: good, great)"
        );
        let of_theme = finding(Gap::ThemeOutOfReach, About::Theme(ThemeId(0)));
        assert_eq!(sentence(&of_theme), "of Westernesse (sword): is so");
        let on_kind = Finding { kinds: vec![KindId(0)], ..of_theme };
        assert_eq!(sentence(&on_kind), "of Westernesse on Dagger: is so");
    }

    /// Wilson's interval of 90 of 100 by hand: (90 + 1.92 ± 1.96 √(100 · 0.9 · 0.1 + 0.9604)) / 103.84, 0.8256 to 0.9448.
    #[test]
    fn numbers_say_of_how_many() {
        let row = |finding: &Finding| GapRow::of(finding, &testing::catalog(), (&[], &[]), &SourceSet::new(), &WORDS);
        let share = |depth| DropShare { depth, quality: 1, count: 90, n: 100 };
        let of_drops = Finding {
            levels: vec![(88, 95)],
            qualities: vec![1],
            shares: vec![share(88), share(90), share(95)],
            items: Some(DiveItems { mean: 1.5, low: 1.25, high: 1.75 }),
            ..finding(Gap::PlainDrops, About::ItemType(SWORD))
        };
        let told = row(&of_drops);
        assert_eq!(told.sentence(&WORDS), "sword: is so at depths 88-95");
        assert_eq!(told.numbers(), "90.0 % at depth 90 (90 of 100, interval 82.6 to 94.5 %)");
        assert_eq!(told.items_text(), "1.50 items a dive (1.25 to 1.75)");
        // Where none of the usual depths is among them, the middle one.
        let elsewhere = Finding { shares: vec![share(61), share(62), share(63)], ..of_drops };
        assert!(row(&elsewhere).numbers().contains("at depth 62 "));
    }

    #[test]
    fn groups_with_most_items_come_first() {
        let row = |gap, about, mean: Option<f64>| {
            let items = mean.map(|mean| DiveItems { mean, low: mean, high: mean });
            let finding = Finding { items, ..finding(gap, about) };
            GapRow::of(&finding, &testing::catalog(), (&[], &[]), &SourceSet::new(), &WORDS)
        };
        let (sword, theme) = (About::ItemType(SWORD), About::Theme(ThemeId(0)));
        let groups = grouped(vec![
            row(Gap::WeakTheme, theme, None),
            row(Gap::NoAffix, sword, Some(1.0)),
            row(Gap::FewAffixes, sword, Some(2.0)),
            row(Gap::NoAffix, sword, Some(5.0)),
        ]);
        let told: Vec<_> = groups.iter().map(|group| (group.rows[0].gap, group.rows.len(), group.items)).collect();
        assert_eq!(told, [(Gap::NoAffix, 2, 5.0), (Gap::FewAffixes, 1, 2.0), (Gap::WeakTheme, 1, 0.0)]);
    }
}
