//! What drops carry: tallies, as shares with intervals.

use std::collections::BTreeMap;

use affixboard_core::{
    batch::{Cell as PlanCell, CellTally, Entry, Metric, Tally},
    catalog::{AffixId, ArtifactId, Catalog, KindId, ThemeId},
    games::{Forge, Words},
};

use super::{
    BuildError, Filter, Sort,
    allocations::{affix_summary, artifact_summary, covering, kind_summary, level_words, theme_summary},
    arrange::arrange,
    columns,
    item::Item,
    keys::{Run, runs},
    subject::Subject,
};
use crate::{
    sheet::{Cell, LeadColumn, LeadField, Measure, Provenance, Row, Sheet, Value},
    wording::thousands,
};

/// What a sheet of counts is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultParams {
    /// The item type.
    pub tval: u16,
    /// One kind of it.
    pub sval: Option<u16>,
    /// The drop quality: a position in [`Words::qualities`].
    pub quality: u8,
    /// Of what the shares are.
    pub denominator: Denominator,
    /// The sections, in this order.
    pub subjects: Vec<Subject>,
    /// Which rows.
    pub filter: Filter,
    /// In which order, within a section.
    pub sort: Sort,
}

/// Of what shares are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denominator {
    /// Of all drops of the cell.
    PerDrop,
    /// Of those drops that are an item of the type or kind.
    PerItem,
}

impl From<Denominator> for Measure {
    fn from(denominator: Denominator) -> Measure {
        match denominator {
            Denominator::PerDrop => Measure::PerDrop,
            Denominator::PerItem => Measure::PerItem,
        }
    }
}

/// The sheet of what was counted for an item type or kind at one drop quality, by depth.
///
/// A row is listed unless the forge proves that it cannot occur in any column. A cell whose count is 0 is
/// [`Value::Impossible`] where every key it sums cannot occur, else [`Value::NotSeen`], or [`Value::NotComputed`] where no
/// item was there to look at.
///
/// In a batch that made each kind on its own, the cells of the type's kinds are summed: an equal mix of the kinds.
///
/// # Errors
/// Where the item or the quality doesn't exist or the tally has no cells for them.
pub fn result(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    tally: &Tally,
    params: &ResultParams,
) -> Result<Sheet, BuildError> {
    let item = Item::find(catalog, params.tval, params.sval)?;
    let quality = *words.qualities.get(usize::from(params.quality)).ok_or_else(|| {
        let known = words.qualities.iter().map(|word| (*word).to_owned()).collect();
        BuildError::UnknownQuality { quality: params.quality, known }
    })?;
    let counted = Counted::of(tally, &item, params.quality)
        .ok_or_else(|| BuildError::NothingCounted { quality: quality.to_owned(), item: item.name() })?;

    let metrics: Vec<Metric> = params.subjects.iter().map(|subject| subject.metric()).chain([Metric::KIND]).collect();
    let runs: Vec<Run> = runs(forge.keys(), &metrics)
        .into_iter()
        .filter(|run| run.kind.is_none_or(|kind| item.kinds.contains(&kind)))
        .collect();
    let kind_runs: Vec<&Run> = runs.iter().filter(|run| run.metric == Metric::KIND).collect();
    let items = Section::sum(&counted, forge, &kind_runs);
    let drops: Vec<u64> = counted.columns.iter().map(|column| column.drops).collect();
    let of = match params.denominator {
        Denominator::PerItem if !counted.by_kind => &items.counts[0],
        _ => &drops,
    };

    let builder = Builder { item: &item, forge, words, counted: &counted, of, params };
    let rows = params.subjects.iter().flat_map(|subject| builder.section(*subject, &runs)).collect();

    let depths: Vec<u32> = counted.columns.iter().map(|column| column.depth).collect();
    let columns = columns(&depths);
    let rows = arrange(rows, params.sort, &columns, words);
    let domain = Sheet::domain_of(rows.iter().flat_map(|row| &row.cells));
    let mut totals = vec![builder.total("drops", drops.iter().map(|n| Value::Count(*n).into()).collect())];
    if !counted.by_kind {
        totals.push(
            builder.total(
                &format!("of them {}, %", item.name()),
                items.counts[0]
                    .iter()
                    .zip(&drops)
                    .zip(&items.possible[0])
                    .map(|((count, n), possible)| share(*count, *n, *possible))
                    .collect(),
            ),
        );
    }
    Ok(Sheet {
        title: format!("{}: what {quality} drops carry", item.heading()),
        caption: caption(&item, &counted, quality, params.denominator),
        provenance,
        before: None,
        quality: Some(quality.to_owned()),
        affix_level: None,
        lead: vec![
            LeadColumn { field: LeadField::Role, label: "Role".to_owned() },
            LeadColumn { field: LeadField::Level, label: "Level".to_owned() },
            LeadColumn { field: LeadField::Summary, label: "Commonness @ levels".to_owned() },
        ],
        columns,
        rows,
        totals,
        measure: params.denominator.into(),
        notes: notes(&item, &counted, words, params),
        domain,
    })
}

/// The cells of a tally that a sheet sums, by column.
struct Counted<'a> {
    columns: Vec<CountedColumn<'a>>,
    /// Whether each kind was made on its own.
    by_kind: bool,
}

struct CountedColumn<'a> {
    depth: u32,
    drops: u64,
    cells: Vec<(PlanCell, &'a CellTally)>,
}

impl<'a> Counted<'a> {
    fn of(tally: &'a Tally, item: &Item<'_>, quality: u8) -> Option<Counted<'a>> {
        let cells = || tally.cells.iter().filter(move |(cell, _)| cell.quality == quality);
        let by_kind = cells().all(|(cell, _)| cell.kind.is_some());
        let mut columns: Vec<CountedColumn<'a>> = Vec::new();
        for (cell, counts) in cells() {
            let relevant = match cell.kind {
                Some(kind) => by_kind && item.kinds.contains(&kind),
                None => true,
            };
            if !relevant {
                continue;
            }
            match columns.last_mut() {
                Some(column) if column.depth == cell.depth => {
                    column.drops += counts.drops;
                    column.cells.push((*cell, counts));
                }
                _ => {
                    columns.push(CountedColumn {
                        depth: cell.depth,
                        drops: counts.drops,
                        cells: vec![(*cell, counts)],
                    });
                }
            }
        }
        (!columns.is_empty()).then_some(Counted { columns, by_kind })
    }
}

/// Sums over runs: by entry, then column.
struct Section {
    counts: Vec<Vec<u64>>,
    /// Whether it can occur; only looked into where nothing was counted.
    possible: Vec<Vec<bool>>,
}

impl Section {
    /// Sums the runs entry by entry.
    fn sum(counted: &Counted<'_>, forge: &dyn Forge, runs: &[&Run]) -> Section {
        let (rows, columns) = (runs.iter().map(|run| run.length).max().unwrap_or(0) as usize, counted.columns.len());
        let mut counts = vec![vec![0; columns]; rows];
        let mut possible = vec![vec![false; columns]; rows];
        let mut in_column = vec![false; rows];
        for (at, column) in counted.columns.iter().enumerate() {
            for (cell, tally) in &column.cells {
                for run in runs.iter().filter(|run| run.is_in(*cell)) {
                    let from = tally.counts.partition_point(|(key, _)| *key < run.first);
                    let end = run.first + run.length;
                    for &(key, count) in tally.counts[from..].iter().take_while(|(key, _)| *key < end) {
                        counts[(key - run.first) as usize][at] += count;
                    }
                }
            }
            for (possible, counts) in in_column.iter_mut().zip(&counts) {
                *possible = counts[at] > 0;
            }
            for (cell, _) in &column.cells {
                let keys: Vec<_> = runs.iter().filter(|run| run.is_in(*cell)).map(|run| run.keys()).collect();
                forge.mark_possible(*cell, &keys, &mut in_column);
            }
            for (possible, in_column) in possible.iter_mut().zip(&in_column) {
                possible[at] = *in_column;
            }
        }
        Section { counts, possible }
    }
}

/// A cell of `count` among `n`.
fn share(count: u64, n: u64, possible: bool) -> Cell {
    if !possible {
        return Value::Impossible.into();
    }
    if n == 0 {
        let detail = Some("no such item among the drops".to_owned());
        return Cell { value: Value::NotComputed, partial: false, detail };
    }
    Value::counted(count, n).into()
}

struct Builder<'a> {
    item: &'a Item<'a>,
    forge: &'a dyn Forge,
    words: &'a Words,
    counted: &'a Counted<'a>,
    /// Of how many, by column.
    of: &'a [u64],
    params: &'a ResultParams,
}

impl Builder<'_> {
    fn section(&self, subject: Subject, runs: &[Run]) -> Vec<Row> {
        let runs: Vec<&Run> = runs.iter().filter(|run| run.metric == subject.metric()).collect();
        if subject == Subject::Kinds {
            // Each kind is a run of its own; all other runs are summed entry by entry.
            return runs.iter().flat_map(|run| self.rows(subject, &[*run])).collect();
        }
        if Subject::VALUES.contains(&subject) {
            let by_kind = runs.iter().any(|run| run.entry == Entry::Kind);
            let size = if by_kind { 1 } else { runs.len().max(1) };
            return runs.chunks(size).flat_map(|runs| self.value_rows(subject, runs)).collect();
        }
        self.rows(subject, &runs)
    }

    fn rows(&self, subject: Subject, runs: &[&Run]) -> Vec<Row> {
        let Some(run) = runs.iter().max_by_key(|run| run.length) else { return Vec::new() };
        let sums = Section::sum(self.counted, self.forge, runs);
        let mut rows = Vec::new();
        for (position, (counts, possible)) in (0..).zip(sums.counts.iter().zip(&sums.possible)) {
            if !possible.contains(&true) || !self.is_of_item(run, position) {
                continue;
            }
            let cells =
                counts.iter().zip(self.of).zip(possible).map(|((count, n), possible)| share(*count, *n, *possible));
            rows.extend(self.row(subject, run, position, cells.collect()));
        }
        rows
    }

    /// Rows of values: there are far more that could be than are, so only those that were counted are listed.
    fn value_rows(&self, subject: Subject, runs: &[&Run]) -> Vec<Row> {
        let Some(first) = runs.first() else { return Vec::new() };
        let mut counts: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (at, column) in self.counted.columns.iter().enumerate() {
            for (cell, tally) in &column.cells {
                for run in runs.iter().filter(|run| run.is_in(*cell)) {
                    let from = tally.counts.partition_point(|(key, _)| *key < run.first);
                    let end = run.first + run.length;
                    for &(key, count) in tally.counts[from..].iter().take_while(|(key, _)| *key < end) {
                        counts.entry(key - run.first).or_insert_with(|| vec![0; self.of.len()])[at] += count;
                    }
                }
            }
        }
        let rows = counts.into_iter().filter_map(|(position, counts)| {
            let cells = counts.iter().zip(self.of).map(|(count, n)| share(*count, *n, true));
            self.row(subject, first, position, cells.collect())
        });
        rows.collect()
    }

    /// Artifacts are counted for no kind, so those of other items are in the same run.
    fn is_of_item(&self, run: &Run, position: u32) -> bool {
        let Entry::Artifact(_) = run.entry else { return true };
        let artifact = self.item.catalog.artifact(ArtifactId(position));
        self.item.is_of(artifact.tval, artifact.sval)
    }

    /// The row of the entry at a position of a run; `None` where the filter hides it.
    fn row(&self, subject: Subject, run: &Run, position: u32, cells: Vec<Cell>) -> Option<Row> {
        let (catalog, kinds, filter) = (self.item.catalog, &self.item.kinds, &self.params.filter);
        let mut row = Row {
            group: Some(subject.heading(self.words)),
            metric: subject.metric().0,
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
                !Subject::VALUES.contains(&subject) || filter.keeps(None, &row.name, &[], "")
            }
        };
        keeps.then_some(row)
    }

    fn total(&self, name: &str, cells: Vec<Cell>) -> Row {
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

fn caption(item: &Item<'_>, counted: &Counted<'_>, quality: &str, denominator: Denominator) -> String {
    let drops = counted.columns.iter().map(|column| column.drops);
    let (least, most) = (drops.clone().min().unwrap_or(0), drops.max().unwrap_or(0));
    let n = if least == most { thousands(most) } else { format!("{} to {}", thousands(least), thousands(most)) };
    let name = item.name();
    match (counted.by_kind, denominator) {
        (true, _) => {
            format!("Of {name} made by itself as {quality} at each depth, the share that each row names; {n} made.")
        }
        (false, Denominator::PerDrop) => {
            format!(
                "Of all {quality} drops at each depth, the share that are {name} and what each row names; {n} drops."
            )
        }
        (false, Denominator::PerItem) => format!(
            "Of those {quality} drops at each depth that are {name}, the share that each row names; {n} drops of all kinds."
        ),
    }
}

fn notes(item: &Item<'_>, counted: &Counted<'_>, words: &Words, params: &ResultParams) -> Vec<String> {
    let mut notes =
        vec!["Intervals are Wilson's at 95 %; “<” stands before the upper end where none was seen.".to_owned()];
    let kinds: std::collections::BTreeSet<KindId> =
        counted.columns.iter().flat_map(|column| column.cells.iter().filter_map(|(cell, _)| cell.kind)).collect();
    if kinds.len() > 1 {
        notes.push(format!(
            "Each of {} kinds of {} was made equally often: the shares are of an equal mix, not of what drops.",
            kinds.len(),
            item.of_type.name
        ));
    }
    if params.subjects.contains(&Subject::Affixes) && !words.one_affix {
        notes.push(format!("An item can carry several {}: their shares need not add up to all items.", words.affixes));
    }
    if params.subjects.iter().any(|subject| Subject::VALUES.contains(subject)) {
        let values = "Values are of items that are not artifacts; only those that came are listed.";
        // These are of artifacts too.
        let marks = [Subject::Power, Subject::Cursed, Subject::Broken];
        let is_mark = |subject: &Subject| marks.contains(subject) || !Subject::VALUES.contains(subject);
        let all_marks = "Artifacts count too; only what came is listed.";
        notes.push(if params.subjects.iter().all(is_mark) { all_marks } else { values }.to_owned());
    }
    if !params.filter.is_empty() {
        notes.push("The filter hides some rows; totals are of all.".to_owned());
    }
    notes
}

#[cfg(test)]
mod tests {
    use affixboard_core::stats::{Z95, wilson};

    use super::*;
    use crate::testing::{self, LONG_SWORD, SIMULATED, SWORD, WORDS, text_of};

    fn params(denominator: Denominator) -> ResultParams {
        ResultParams {
            tval: SWORD,
            sval: None,
            quality: 2,
            denominator,
            subjects: Subject::ALL.into(),
            filter: Filter::default(),
            sort: Sort::default(),
        }
    }

    fn build(tally: &Tally, params: &ResultParams) -> Result<Sheet, BuildError> {
        let forge = testing::forge();
        result(&testing::catalog(), &forge, &WORDS, testing::provenance(SIMULATED), tally, params)
    }

    #[test]
    fn shares_of_drops() {
        let forge = testing::forge();
        let sheet = build(&testing::tally(&forge), &params(Denominator::PerDrop)).expect("a sheet");
        assert_eq!(
            text_of(&sheet),
            [
                "drops: 1,000 2,000 1,000",
                "of them sword, %: 10.0 10.0 < 0.4",
                "[Affixes]",
                "Sharp | prefix | good | 50 @ 1-100: 4.00 4.00 < 0.4",
                "of Slay Evil | suffix | great/uber | 20 @ 1-20 (sval 2), 5 @ 10-40 (sval 2): < 0.4 < 0.2 -",
                "=cmd() | suffix | good | 10 @ 5-30: - < 0.2 -",
                "of Doom | suffix | uber | 1 @ 1-100 (sval 1): < 0.4 < 0.2 < 0.4",
                "[Themes]",
                "of Westernesse | theme | 1-100: < 0.4 < 0.2 < 0.4",
                "[Artifacts]",
                "'Ringil' | artifact | 30 @ 20-127: 0.300 0.300 < 0.4",
                "[Number of affixes]",
                "0: 5.70 5.70 < 0.4",
                "1: 4.00 4.00 < 0.4",
                "2: < 0.4 < 0.2 < 0.4",
                "[Kinds]",
                "Dagger | kind | 20 @ 1-70: 6.00 6.00 < 0.4",
                "Long Sword | kind | 20 @ 1-70: 4.00 4.00 < 0.4",
            ]
        );
        let (low, high) = wilson(80, 2000, Z95);
        assert_eq!(sheet.rows[0].cells[1].value, Value::Share { count: 80, n: 2000, low, high });
        assert_eq!(
            sheet.caption,
            "Of all great drops at each depth, the share that are sword and what each row names; 1,000 to 2,000 drops."
        );
        assert_eq!(sheet.domain, Some((0.003, 0.06)));
    }

    #[test]
    fn shares_of_items() {
        let forge = testing::forge();
        let params = ResultParams { subjects: vec![Subject::Affixes], ..params(Denominator::PerItem) };
        let sheet = build(&testing::tally(&forge), &params).expect("a sheet");
        assert_eq!(
            text_of(&sheet)[2..5],
            [
                "[Affixes]",
                "Sharp | prefix | good | 50 @ 1-100: 40.0 40.0 ·",
                "of Slay Evil | suffix | great/uber | 20 @ 1-20 (sval 2), 5 @ 10-40 (sval 2): < 4 < 2 -",
            ]
        );
        assert_eq!(sheet.rows[0].cells[2].describe(sheet.measure), "not known; no such item among the drops");
        // One kind.
        let sheet = build(&testing::tally(&forge), &ResultParams { sval: Some(2), ..params }).expect("a sheet");
        assert_eq!(text_of(&sheet)[3], "Sharp | prefix | good | 50 @ 1-100: 25.0 25.0 ·");
    }

    #[test]
    fn kinds_made_by_themselves_are_an_equal_mix() {
        let forge = testing::forge();
        let tally = testing::tally_by_kind(&forge);
        for denominator in [Denominator::PerDrop, Denominator::PerItem] {
            let subjects = vec![Subject::Affixes, Subject::Artifacts];
            let sheet = build(&tally, &ResultParams { subjects, ..params(denominator) }).expect("a sheet");
            assert_eq!(
                text_of(&sheet),
                [
                    "drops: 2,000",
                    "[Affixes]",
                    "Sharp | prefix | good | 50 @ 1-100: 37.5",
                    "of Slay Evil | suffix | great/uber | 20 @ 1-20 (sval 2), 5 @ 10-40 (sval 2): < 0.2",
                    "of Doom | suffix | uber | 1 @ 1-100 (sval 1): < 0.2",
                ]
            );
            assert!(sheet.notes.iter().any(|note| note.starts_with("Each of 2 kinds of sword was made equally often")));
        }
        let one = ResultParams { sval: Some(2), ..params(Denominator::PerItem) };
        let sheet = build(&tally, &one).expect("a sheet");
        assert_eq!(text_of(&sheet)[..3], ["drops: 1,000", "[Affixes]", "Sharp | prefix | good | 50 @ 1-100: 25.0",]);
    }

    #[test]
    fn what_was_not_counted() {
        let forge = testing::forge();
        let tally = testing::tally(&forge);
        let errors = [
            (
                ResultParams { quality: 3, ..params(Denominator::PerDrop) },
                "there is no drop quality 3; there are, from 0, normal, good, great",
            ),
            (
                ResultParams { quality: 0, ..params(Denominator::PerDrop) },
                "the batch has no normal drops from which sword can be told",
            ),
        ];
        for (params, message) in errors {
            assert_eq!(build(&tally, &params).expect_err("an error").to_string(), message);
        }
    }

    #[test]
    fn runs_are_those_of_the_keys() {
        let forge = testing::forge();
        let keys = forge.keys();
        let metrics = [Metric::KIND, Metric::AFFIX, Metric::THEME, Metric::ARTIFACT, Metric::NAFFIXES];
        let mut next = 0;
        for run in runs(keys, &metrics) {
            assert_eq!(run.first, next);
            for key in (run.first..run.first + run.length).map(|at| keys.key(at)) {
                assert_eq!((key.metric, key.kind), (run.metric, run.kind));
            }
            next += run.length;
        }
        assert_eq!(next as usize, keys.len());
        let of_sword = runs(keys, &[Metric::NAFFIXES]);
        assert_eq!(of_sword.len(), 4);
        assert_eq!(of_sword[1].kind, Some(LONG_SWORD));
    }
}
