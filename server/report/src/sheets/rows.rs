//! Rows of sheets of counts and chances.

use affixboard_model::{
    batch::{Cell as PlanCell, Entry, Metric},
    catalog::{AffixId, Allocation, ArtifactId, ThemeId},
    game::{Forge, Words, are_only_artifacts},
};

use super::{
    Filter,
    allocation_text::{affix_summary, artifact_summary, covering, kind_summary, level_words, theme_summary},
    item::Item,
    key_runs::{KeyRun, runs},
    section::SheetSection,
};
use crate::{
    sheet::{AbsentSection, Cell, LeadColumn, LeadField, Row},
    wording::capitalised,
};

/// Sums runs entry by entry and makes the cells of each row; `None` for entries that can occur in no column.
pub(super) type CellsOf<'a> = &'a dyn Fn(&[&KeyRun]) -> Vec<Option<Vec<Cell>>>;

/// The inputs of rows.
#[derive(Clone, Copy)]
pub(super) struct Rows<'a> {
    pub(super) item: &'a Item<'a>,
    pub(super) forge: &'a dyn Forge,
    pub(super) words: &'a Words,
    pub(super) filter: &'a Filter,
}

impl Rows<'_> {
    /// The runs of the sections' metrics, and of kinds; runs of kinds of other items are left out.
    pub(super) fn runs(&self, sections: &[SheetSection]) -> Vec<KeyRun> {
        let metrics: Vec<Metric> = sections.iter().map(|section| section.metric()).chain([Metric::KIND]).collect();
        let of_item = |run: &KeyRun| run.kind.is_none_or(|kind| self.item.kinds.contains(&kind));
        runs(self.forge.keys(), &metrics).into_iter().filter(of_item).collect()
    }

    /// The rows of a section. Entries that can occur in no column are not listed.
    pub(super) fn section(&self, section: SheetSection, runs: &[KeyRun], cells: CellsOf<'_>) -> Vec<Row> {
        let runs: Vec<&KeyRun> = runs.iter().filter(|run| run.metric == section.metric()).collect();
        // Each kind is a run of its own; all other runs are summed entry by entry.
        let size = if section == SheetSection::Kinds { 1 } else { runs.len().max(1) };
        runs.chunks(size).flat_map(|runs| self.summed(section, runs, cells)).collect()
    }

    fn summed(&self, section: SheetSection, runs: &[&KeyRun], cells: CellsOf<'_>) -> Vec<Row> {
        let Some(run) = runs.iter().max_by_key(|run| run.length) else { return Vec::new() };
        let listed = (0..).zip(cells(runs)).filter(|(position, _)| self.is_of_item(run, *position));
        listed.filter_map(|(position, cells)| self.row(section, run, position, cells?)).collect()
    }

    /// Artifacts are counted for no kind, so those of other items are in the same run.
    fn is_of_item(&self, run: &KeyRun, position: u32) -> bool {
        let Entry::Artifact(_) = run.entry else { return true };
        let artifact = self.item.catalog.artifact(ArtifactId(position));
        self.item.is_of(artifact.tval, artifact.sval)
    }

    /// The row of the entry at a position of a run; `None` where the filter hides it.
    pub(super) fn row(&self, section: SheetSection, run: &KeyRun, position: u32, cells: Vec<Cell>) -> Option<Row> {
        let (catalog, kinds, filter) = (self.item.catalog, &self.item.kinds, self.filter);
        let mut row = Row {
            group: Some(section.heading(self.words)),
            metric: section.metric().0,
            entry: None,
            kind: None,
            place: self.item.place(),
            index: None,
            name: String::new(),
            role: String::new(),
            level: String::new(),
            summary: String::new(),
            cells,
        };
        let keeps = match run.entry {
            Entry::Affix(_) => {
                let id = AffixId(position);
                let affix = catalog.affix(id);
                let lines = || covering(catalog, kinds, &affix.allocations);
                row.entry = Some(Entry::Affix(id));
                row.index = Some(affix.index);
                row.name.clone_from(&affix.name);
                row.role = affix.role.map_or(String::new(), |role| role.name().to_owned());
                row.level = level_words(self.words, lines());
                row.summary = affix_summary(catalog, kinds, lines());
                filter.keeps(affix.role, &affix.name, &affix.flags, &row.level)
            }
            Entry::Theme(_) => {
                let id = ThemeId(position);
                let theme = catalog.theme(id);
                row.entry = Some(Entry::Theme(id));
                row.index = Some(theme.index);
                row.name.clone_from(&theme.name);
                "theme".clone_into(&mut row.role);
                row.summary = theme_summary(catalog, kinds, covering(catalog, kinds, &theme.allocations));
                filter.keeps(theme.role, &theme.name, &[], "")
            }
            Entry::Artifact(_) => {
                let id = ArtifactId(position);
                let artifact = catalog.artifact(id);
                row.entry = Some(Entry::Artifact(id));
                row.index = Some(artifact.index);
                row.place = (artifact.tval, Some(artifact.sval));
                row.name.clone_from(&artifact.name);
                "artifact".clone_into(&mut row.role);
                row.summary = artifact_summary(self.words, &artifact.allocations);
                filter.keeps(None, &artifact.name, &[], "")
            }
            Entry::Kind => {
                let kind = catalog.kind(run.kind?);
                row.entry = Some(Entry::Kind);
                row.kind = run.kind;
                row.index = Some(kind.index);
                row.place = (kind.tval, Some(kind.sval));
                row.name.clone_from(&kind.name);
                "kind".clone_into(&mut row.role);
                row.summary = kind_summary(&kind.allocations);
                filter.keeps(None, &kind.name, &kind.flags, "")
            }
            Entry::Fixed(_) => {
                row.entry = Some(Entry::Fixed(position));
                let keys = self.forge.keys();
                row.index = keys.affix_of(run.first + position).map(|affix| catalog.affix(affix).index);
                row.name = keys.label(run.first + position).1;
                !SheetSection::VALUES.contains(&section) || filter.keeps(None, &row.name, &[], "")
            }
        };
        keeps.then_some(row)
    }

    /// The sections of affixes, themes and artifacts that have no rows, with the reason. `drops` names the drops that the sheet is
    /// of, `great bow drops`; `cells` are those its numbers come from.
    pub(super) fn absent(
        &self,
        sections: &[SheetSection],
        rows: &[Row],
        drops: &str,
        cells: &[PlanCell],
    ) -> Vec<AbsentSection> {
        let wanted = [SheetSection::Affixes, SheetSection::Themes, SheetSection::Artifacts];
        let wanted = wanted.into_iter().filter(|section| sections.contains(section));
        let absent = wanted.filter_map(|section| {
            let heading = section.heading(self.words);
            let is_there = rows.iter().any(|row| row.group.as_ref() == Some(&heading));
            // A game may not have them at all.
            let has = self.forge.keys().has(section.metric());
            (has && !is_there).then(|| AbsentSection { why: self.why_absent(section, drops, cells), heading })
        });
        absent.collect()
    }

    fn why_absent(&self, section: SheetSection, drops: &str, cells: &[PlanCell]) -> String {
        let (catalog, item) = (self.item.catalog, self.item);
        let noun = section.heading(self.words).to_lowercase();
        let has_line = |lines: &[Allocation]| covering(catalog, &item.kinds, lines).next().is_some();
        let is_named = match section {
            SheetSection::Affixes => catalog.affixes.iter().any(|affix| has_line(&affix.allocations)),
            SheetSection::Themes => catalog.themes.iter().any(|theme| has_line(&theme.allocations)),
            _ => catalog.artifacts.iter().any(|artifact| item.is_of(artifact.tval, artifact.sval)),
        };
        if !self.filter.is_empty() {
            return format!("The filter leaves no {noun}.");
        }
        match section {
            SheetSection::Affixes if !item.of_type.takes_affixes => format!("{} gets no {noun}.", item.heading()),
            SheetSection::Artifacts if !is_named => format!("No artifact is {}.", item.name()),
            _ if !is_named => format!("No line of {noun} is for {}.", item.name()),
            SheetSection::Affixes | SheetSection::Themes if are_only_artifacts(self.forge, &item.kinds, cells) => {
                format!("{} are only ever artifacts.", capitalised(drops))
            }
            _ => format!("{} get none of them at these depths, by the rules.", capitalised(drops)),
        }
    }

    pub(super) fn total(&self, name: &str, cells: Vec<Cell>) -> Row {
        Row {
            group: None,
            metric: Metric::KIND.0,
            entry: None,
            kind: None,
            place: self.item.place(),
            index: None,
            name: name.to_owned(),
            role: String::new(),
            level: String::new(),
            summary: String::new(),
            cells,
        }
    }
}

/// The text columns before the depths.
pub(super) fn lead() -> Vec<LeadColumn> {
    vec![
        LeadColumn { field: LeadField::Role, label: "Role".to_owned() },
        LeadColumn { field: LeadField::Level, label: "Level".to_owned() },
        LeadColumn { field: LeadField::Summary, label: "Allocations".to_owned() },
    ]
}

/// Note that an item can have several affixes, where the sheet shows affixes and the game allows it.
pub(super) fn affixes_note(words: &Words, sections: &[SheetSection]) -> Option<String> {
    let several = sections.contains(&SheetSection::Affixes) && !words.one_affix;
    several.then(|| format!("An item can carry several {}: their shares need not add up to all items.", words.affixes))
}

/// Note that the filter hides rows, if it does.
pub(super) fn filter_note(filter: &Filter) -> Option<String> {
    (!filter.is_empty()).then(|| "The filter hides some rows; totals are of all.".to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use affixboard_model::{
        batch::{Counts, KeySpace},
        catalog::{Catalog, KindId},
        engine::random::Stream,
        game::Pool,
    };

    use super::*;
    use crate::testing::{self, DummyForge, SOFT, SWORD, WORDS};

    /// Rules by which items can be artifacts and nothing else.
    struct OnlyArtifacts(DummyForge);

    impl Forge for OnlyArtifacts {
        fn pool(&self, kind: KindId, level: u32, affix_level: u8) -> Arc<Pool> {
            self.0.pool(kind, level, affix_level)
        }

        fn keys(&self) -> &KeySpace {
            self.0.keys()
        }

        fn possible(&self, _: PlanCell) -> Box<dyn Fn(u32) -> bool + '_> {
            Box::new(|key| [Metric::KIND, Metric::ARTIFACT].contains(&self.keys().key(key).metric))
        }

        fn run(&self, _: PlanCell, _: u64, _: &mut Stream, _: &mut Counts) {}
    }

    fn reasons(catalog: &Catalog, forge: &dyn Forge, tval: u16, filter: &Filter) -> Vec<String> {
        let item = Item::find(catalog, tval, None).expect("an item type");
        let rows = Rows { item: &item, forge, words: &WORDS, filter };
        let cells = [PlanCell { depth: 1, quality: 2, kind: None }];
        let drops = format!("great {} drops", item.name());
        let sections = [SheetSection::Affixes, SheetSection::Themes, SheetSection::Artifacts, SheetSection::Kinds];
        let absent = rows.absent(&sections, &[], &drops, &cells);
        absent.into_iter().map(|section| format!("{}: {}", section.heading, section.why)).collect()
    }

    #[test]
    fn sections_without_rows_say_why() {
        let (mut catalog, forge, all) = (testing::catalog(), testing::forge(), Filter::default());
        assert_eq!(
            reasons(&catalog, &forge, SOFT, &all),
            [
                "Affixes: Great soft armour drops get none of them at these depths, by the rules.",
                "Themes: No line of themes is for soft armour.",
                "Artifacts: Great soft armour drops get none of them at these depths, by the rules.",
            ]
        );
        let only = OnlyArtifacts(testing::forge());
        assert_eq!(
            reasons(&catalog, &only, SWORD, &all)[..2],
            [
                "Affixes: Great sword drops are only ever artifacts.",
                "Themes: Great sword drops are only ever artifacts.",
            ]
        );
        let filter = Filter { text: "nothing like that".to_owned(), ..Filter::default() };
        assert_eq!(reasons(&catalog, &forge, SWORD, &filter)[0], "Affixes: The filter leaves no affixes.");
        catalog.item_types[1].takes_affixes = false;
        assert_eq!(reasons(&catalog, &forge, SOFT, &all)[0], "Affixes: Soft armour gets no affixes.");
        catalog.artifacts.clear();
        assert_eq!(reasons(&catalog, &forge, SOFT, &all)[2], "Artifacts: No artifact is soft armour.");
    }
}
