//! Findings of the gap rules in words: each with the names of its entries and the line of the file.

use affixboard_core::{
    catalog::{Catalog, SortEntry, SortSpec},
    game::{Loaded, Words},
    gaps::{About, Finding, Gap},
    text::SourceSet,
};

use crate::wording::shortened;

/// Largest number of kinds named in a sentence.
const NAMED: usize = 6;

/// A finding with names in place of ids.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The levels it holds for, such as `1-19, 90-100`; empty where it is not about levels.
    pub levels: String,
    /// The affix levels it holds for, in the game's words; empty where it is not about these.
    pub affix_levels: Vec<&'static str>,
    /// The predicate of the sentence, without the subject.
    pub what: String,
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
        let declared = (loaded.game.sorts(), loaded.model.entries());
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
            what: finding.what.clone(),
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

    /// The levels it holds for: `at levels 1-19 (affix level up to: good, great)`; empty where it holds everywhere.
    pub fn scope(&self, words: &Words) -> String {
        let levels = match self.levels.as_str() {
            "" => String::new(),
            one if one.bytes().all(|byte| byte.is_ascii_digit()) => format!("at level {one}"),
            several => format!("at levels {several}"),
        };
        if self.affix_levels.is_empty() {
            return levels;
        }
        format!("{levels} ({}: {})", words.affix_level_label.to_lowercase(), self.affix_levels.join(", "))
    }

    /// The whole sentence: `Dagger (sword): can draw no affix here, at levels 1-4`.
    pub fn sentence(&self, words: &Words) -> String {
        let scope = self.scope(words);
        let comma = if scope.is_empty() { "" } else { ", " };
        format!("{}: {}{comma}{scope}", self.subject(), self.what)
    }
}

/// Runs of levels: `1-19, 90`.
fn levels_text(runs: &[(u32, u32)]) -> String {
    let run = |(first, last): &(u32, u32)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    runs.iter().map(run).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use affixboard_core::catalog::{KindId, ThemeId};

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
        assert_eq!(sentence(&of_kinds), "Dagger, Long Sword (sword): is so, at level 3");
        let at_levels = Finding { levels: vec![(1, 4), (9, 9)], affix_levels: vec![0, 1], ..of_kinds };
        assert_eq!(
            sentence(&at_levels),
            "Dagger, Long Sword (sword): is so, at levels 1-4, 9 (affix level up to: good, great)"
        );
        let of_theme = finding(Gap::ThemeOutOfReach, About::Theme(ThemeId(0)));
        assert_eq!(sentence(&of_theme), "of Westernesse (sword): is so");
        let on_kind = Finding { kinds: vec![KindId(0)], ..of_theme };
        assert_eq!(sentence(&on_kind), "of Westernesse on Dagger: is so");
    }
}
