//! Counts of drops in a tally, as shares with intervals.

use std::collections::BTreeMap;

use affixboard_model::{
    batch::{Entry, Metric, Tally},
    catalog::{Catalog, KindId},
    game::{Forge, Words},
};

use super::{
    Filter, RowOrder, SheetError,
    chances::drops_of,
    columns,
    filter_sort::sort_rows,
    item::Item,
    join::{OF_ROWS_TYPE, join},
    key_runs::KeyRun,
    quality_word,
    rows::{self, Rows},
    section::SheetSection,
    sums::{ColumnCells, Sums, within},
};
use crate::{
    sheet::{Cell, Measure, Provenance, Row, Sheet, Value},
    wording::thousands,
};

/// Parameters of [`counts()`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountParams {
    /// The item type.
    pub tval: u16,
    /// The kind; `None` for the whole type.
    pub sval: Option<u16>,
    /// The drop quality: a position in [`Words::qualities`].
    pub quality: u8,
    /// The denominator of the shares.
    pub denominator: Denominator,
    /// The sections, in this order.
    pub sections: Vec<SheetSection>,
    /// The filter of rows.
    pub filter: Filter,
    /// The order of rows within a section.
    pub sort: RowOrder,
}

/// The denominator of shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denominator {
    /// All drops of the cell.
    PerDrop,
    /// The drops of the cell that are an item of the type or kind.
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

/// The sheet of counts for an item type or kind at one drop quality, by depth.
///
/// A row is listed unless the forge proves that it cannot occur in any column. A cell whose count is 0 is
/// [`Value::Impossible`] where every key it sums cannot occur, else [`Value::NotSeen`], or [`Value::NotComputed`] where
/// there was no item to look at.
///
/// In a batch that made each kind on its own, the cells of the type's kinds are summed: an equal mix of the kinds.
///
/// # Errors
/// For an item or quality that doesn't exist, or for which the tally has no cells.
pub fn counts(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    tally: &Tally,
    params: &CountParams,
) -> Result<Sheet, SheetError> {
    build_one_type(catalog, forge, words, provenance, tally, params).map(|one| one.sheet)
}

/// [`counts()`] of several item types, in their order, with all their kinds; [`CountParams::tval`] and
/// [`CountParams::sval`] are ignored. Types without cells in the tally are left out. For one item type it is
/// [`counts()`].
///
/// # Errors
/// As [`counts()`], and for no item type; [`SheetError::NothingCounted`] only where that is so for all types.
pub fn counts_of_types(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: &Provenance,
    tally: &Tally,
    types: &[u16],
    params: &CountParams,
) -> Result<Sheet, SheetError> {
    let of_type = |tval| CountParams { tval, sval: None, ..params.clone() };
    if let [tval] = types {
        return counts(catalog, forge, words, provenance.clone(), tally, &of_type(*tval));
    }
    let (mut parts, mut ways, mut nothing) = (Vec::new(), Vec::new(), None);
    for &tval in types {
        match build_one_type(catalog, forge, words, provenance.clone(), tally, &of_type(tval)) {
            Ok(part) => {
                ways.push(part.drops);
                parts.push((tval, part.sheet));
            }
            Err(error @ SheetError::NothingCounted { .. }) => nothing = Some(error),
            Err(error) => return Err(error),
        }
    }
    let Some(drops) = ways.into_iter().reduce(Drops::and) else { return Err(nothing.unwrap_or(SheetError::NoTypes)) };
    let quality = quality_word(words, params.quality)?;
    join(catalog, parts, caption(OF_ROWS_TYPE, drops, quality, params.denominator))
}

/// The sheet of one item type, and the numbers of drops for its caption.
struct TypeSheet {
    sheet: Sheet,
    drops: Drops,
}

fn build_one_type(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    tally: &Tally,
    params: &CountParams,
) -> Result<TypeSheet, SheetError> {
    let item = Item::find(catalog, params.tval, params.sval)?;
    let quality = quality_word(words, params.quality)?;
    let counted = Counted::of(tally, &item, params.quality)
        .ok_or_else(|| SheetError::NothingCounted { quality: quality.to_owned(), item: item.name() })?;

    let rows_of = Rows { item: &item, forge, words, filter: &params.filter };
    let runs = rows_of.runs(&params.sections);
    let kind_runs: Vec<&KeyRun> = runs.iter().filter(|run| run.metric == Metric::KIND).collect();
    let items = Sums::of(&counted.cells, forge, &kind_runs);
    let drops = &counted.drops;
    let of = match params.denominator {
        Denominator::PerItem if !counted.by_kind => &items.amounts[0],
        _ => drops,
    };
    let cell = |at: usize, count: u64, possible: bool| share(count, of[at], possible);
    let rows = params.sections.iter().flat_map(|section| {
        if SheetSection::VALUES.contains(section) {
            value_rows(&rows_of, &counted, *section, &runs, &cell)
        } else {
            rows_of.section(*section, &runs, &|runs| Sums::of(&counted.cells, forge, runs).cells(&cell))
        }
    });
    let rows = rows.collect();

    let columns = columns(&counted.depths);
    let rows = sort_rows(rows, params.sort, &columns, words);
    let domain = Sheet::domain_of(rows.iter().flat_map(|row| &row.cells));
    let mut totals = vec![rows_of.total("drops", drops.iter().map(|n| Value::Count(*n).into()).collect())];
    if !counted.by_kind {
        totals.push(
            rows_of.total(
                &format!("of them {}, %", item.name()),
                items.amounts[0]
                    .iter()
                    .zip(drops)
                    .zip(&items.possible[0])
                    .map(|((count, n), possible)| share(*count, *n, *possible))
                    .collect(),
            ),
        );
    }
    let made = Drops::of(&counted);
    let of_cells: Vec<_> = counted.cells.iter().flatten().map(|(cell, _)| *cell).collect();
    let absent = rows_of.absent(&params.sections, &rows, &drops_of(quality, &item.name()), &of_cells);
    let sheet = Sheet {
        title: format!("{}: what {quality} drops carry", item.heading()),
        caption: caption(&item.name(), made, quality, params.denominator),
        provenance,
        baseline: None,
        absent,
        quality: Some(quality.to_owned()),
        affix_level: None,
        lead: rows::lead(),
        columns,
        rows,
        totals,
        measure: params.denominator.into(),
        notes: notes(&item, &counted, words, params),
        domain,
    };
    Ok(TypeSheet { sheet, drops: made })
}

/// Numbers of drops over the depths.
#[derive(Debug, Clone, Copy)]
struct Drops {
    least: u64,
    most: u64,
    /// Whether each kind was made on its own.
    by_kind: bool,
}

impl Drops {
    fn of(counted: &Counted<'_>) -> Drops {
        let drops = || counted.drops.iter().copied();
        let (least, most) = (drops().min().unwrap_or(0), drops().max().unwrap_or(0));
        Drops { least, most, by_kind: counted.by_kind }
    }

    fn and(self, other: Drops) -> Drops {
        Drops { least: self.least.min(other.least), most: self.most.max(other.most), ..self }
    }
}

/// The cells of a tally that a sheet sums, by column.
struct Counted<'a> {
    depths: Vec<u32>,
    /// Number of drops of the column's cells.
    drops: Vec<u64>,
    cells: Vec<ColumnCells<'a, (u32, u64)>>,
    /// Whether each kind was made on its own.
    by_kind: bool,
}

impl<'a> Counted<'a> {
    fn of(tally: &'a Tally, item: &Item<'_>, quality: u8) -> Option<Counted<'a>> {
        let cells = || tally.cells.iter().filter(move |(cell, _)| cell.quality == quality);
        let by_kind = cells().all(|(cell, _)| cell.kind.is_some());
        let mut counted = Counted { depths: Vec::new(), drops: Vec::new(), cells: Vec::new(), by_kind };
        for (cell, counts) in cells() {
            let relevant = match cell.kind {
                Some(kind) => by_kind && item.kinds.contains(&kind),
                None => true,
            };
            if !relevant {
                continue;
            }
            if counted.depths.last() != Some(&cell.depth) {
                counted.depths.push(cell.depth);
                counted.drops.push(0);
                counted.cells.push(Vec::new());
            }
            let at = counted.depths.len() - 1;
            counted.drops[at] += counts.drops;
            counted.cells[at].push((*cell, &counts.counts));
        }
        (!counted.depths.is_empty()).then_some(counted)
    }
}

/// A cell of `count` among `n`.
fn share(count: u64, n: u64, possible: bool) -> Cell {
    if !possible {
        return Value::Impossible.into();
    }
    if n == 0 {
        let detail = Some("no such item among the drops".to_owned());
        return Cell { detail, ..Value::NotComputed.into() };
    }
    Value::counted(count, n).into()
}

/// Rows of values. There are far more possible values than counted ones, so only the latter are listed.
fn value_rows(
    rows: &Rows<'_>,
    counted: &Counted<'_>,
    section: SheetSection,
    runs: &[KeyRun],
    cell: &dyn Fn(usize, u64, bool) -> Cell,
) -> Vec<Row> {
    let runs: Vec<&KeyRun> = runs.iter().filter(|run| run.metric == section.metric()).collect();
    let by_kind = runs.iter().any(|run| run.entry == Entry::Kind);
    let size = if by_kind { 1 } else { runs.len().max(1) };
    let summed = |runs: &[&KeyRun]| -> Vec<Row> {
        let Some(first) = runs.first() else { return Vec::new() };
        let mut counts: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
        for (at, cells) in counted.cells.iter().enumerate() {
            for (cell, known) in cells {
                for run in runs.iter().filter(|run| run.is_in(*cell)) {
                    for (key, count) in within(known, run) {
                        counts.entry(key - run.first).or_insert_with(|| vec![0; counted.cells.len()])[at] += count;
                    }
                }
            }
        }
        let listed = counts.into_iter().filter_map(|(position, counts)| {
            let cells = (0..).zip(counts).map(|(at, count)| cell(at, count, true));
            rows.row(section, first, position, cells.collect())
        });
        listed.collect()
    };
    runs.chunks(size).flat_map(summed).collect()
}

fn caption(name: &str, drops: Drops, quality: &str, denominator: Denominator) -> String {
    let Drops { least, most, by_kind } = drops;
    let n = if least == most { thousands(most) } else { format!("{} to {}", thousands(least), thousands(most)) };
    match (by_kind, denominator) {
        (true, _) => {
            let (items, of_each) = if name == OF_ROWS_TYPE {
                (format!("items {name}"), " of a type")
            } else {
                (format!("{name} items"), "")
            };
            format!(
                "Share of {items}, made by themselves as {quality}, that carry it, in per cent, by depth. {n} made{of_each}."
            )
        }
        (false, Denominator::PerDrop) => {
            format!("Share of all {quality} drops that are {name} and carry it, in per cent, by depth. {n} drops.")
        }
        (false, Denominator::PerItem) => {
            let drops = drops_of(quality, name);
            format!("Share of {drops} that carry it, in per cent, by depth. {n} drops of all kinds.")
        }
    }
}

fn notes(item: &Item<'_>, counted: &Counted<'_>, words: &Words, params: &CountParams) -> Vec<String> {
    let mut notes =
        vec!["Intervals are Wilson's at 95 %; “<” stands before the upper end where none was seen.".to_owned()];
    let kinds: std::collections::BTreeSet<KindId> =
        counted.cells.iter().flatten().filter_map(|(cell, _)| cell.kind).collect();
    if kinds.len() > 1 {
        notes.push(format!(
            "Each of {} kinds of {} was made equally often: the shares are of an equal mix, not of what drops.",
            kinds.len(),
            item.of_type.name
        ));
    }
    notes.extend(rows::affixes_note(words, &params.sections));
    if params.sections.iter().any(|section| SheetSection::VALUES.contains(section)) {
        let values = "Values are of items that are not artifacts; only those that came are listed.";
        // These are of artifacts too.
        let marks = [SheetSection::Power, SheetSection::Cursed, SheetSection::Broken];
        let is_mark = |section: &SheetSection| marks.contains(section) || !SheetSection::VALUES.contains(section);
        let all_marks = "Artifacts count too; only what came is listed.";
        notes.push(if params.sections.iter().all(is_mark) { all_marks } else { values }.to_owned());
    }
    notes.extend(rows::filter_note(&params.filter));
    notes
}

#[cfg(test)]
mod tests {
    use affixboard_model::stats::{Z95, wilson};

    use super::{super::key_runs::runs, *};
    use crate::testing::{self, LONG_SWORD, SIMULATED, SWORD, WORDS, text_of};

    fn params(denominator: Denominator) -> CountParams {
        CountParams {
            tval: SWORD,
            sval: None,
            quality: 2,
            denominator,
            sections: SheetSection::ALL.into(),
            filter: Filter::default(),
            sort: RowOrder::default(),
        }
    }

    fn build(tally: &Tally, params: &CountParams) -> Result<Sheet, SheetError> {
        let forge = testing::forge();
        counts(&testing::catalog(), &forge, &WORDS, testing::provenance(SIMULATED), tally, params)
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
            "Share of all great drops that are sword and carry it, in per cent, by depth. 1,000 to 2,000 drops."
        );
        assert_eq!(sheet.domain, Some((0.003, 0.06)));
    }

    #[test]
    fn shares_of_items() {
        let forge = testing::forge();
        let params = CountParams { sections: vec![SheetSection::Affixes], ..params(Denominator::PerItem) };
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
        let sheet = build(&testing::tally(&forge), &CountParams { sval: Some(2), ..params }).expect("a sheet");
        assert_eq!(text_of(&sheet)[3], "Sharp | prefix | good | 50 @ 1-100: 25.0 25.0 ·");
    }

    #[test]
    fn kinds_made_by_themselves_are_an_equal_mix() {
        let forge = testing::forge();
        let tally = testing::tally_by_kind(&forge);
        for denominator in [Denominator::PerDrop, Denominator::PerItem] {
            let sections = vec![SheetSection::Affixes, SheetSection::Artifacts];
            let sheet = build(&tally, &CountParams { sections, ..params(denominator) }).expect("a sheet");
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
        let one = CountParams { sval: Some(2), ..params(Denominator::PerItem) };
        let sheet = build(&tally, &one).expect("a sheet");
        assert_eq!(text_of(&sheet)[..3], ["drops: 1,000", "[Affixes]", "Sharp | prefix | good | 50 @ 1-100: 25.0",]);
    }

    #[test]
    fn what_was_not_counted() {
        let forge = testing::forge();
        let tally = testing::tally(&forge);
        let errors = [
            (
                CountParams { quality: 3, ..params(Denominator::PerDrop) },
                "there is no drop quality 3; there are, from 0, normal, good, great",
            ),
            (
                CountParams { quality: 0, ..params(Denominator::PerDrop) },
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
