//! Finds of a dive, by its depth: from a drop profile and computed chances.

use affixboard_core::{
    batch::{Cell as PlanCell, Metric},
    catalog::Catalog,
    game::{Chance, Forge, Words},
    profile::{self, Drops, Found, QUALITIES},
};

use super::{
    Filter, RowOrder, SheetError,
    chances::bound_note,
    columns as depth_columns,
    filter_sort::sort_rows,
    item::Item,
    key_runs::KeyRun,
    rows::{self, Rows},
    section::SheetSection,
    sums::{ColumnCells, Sums},
};
use crate::{
    bounded::Bounded,
    sheet::{Cell, Measure, Provenance, Sheet, Value},
};

/// Parameters of [`dive()`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiveParams {
    /// The item type.
    pub tval: u16,
    /// The kind; `None` for the whole type.
    pub sval: Option<u16>,
    /// The columns: depths of the dive, rising.
    pub depths: Vec<u32>,
    /// The measure of cells.
    pub measure: DiveMeasure,
    /// The sections, in this order: some of [`SheetSection::ALL`].
    pub sections: Vec<SheetSection>,
    /// The filter of rows.
    pub filter: Filter,
    /// The order of rows within a section.
    pub sort: RowOrder,
}

/// The measures of a dive. The formulas are in [`affixboard_core::profile`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiveMeasure {
    /// Expected number of finds.
    Expected,
    /// Probability of at least one find.
    AtLeastOne,
}

impl From<DiveMeasure> for Measure {
    fn from(measure: DiveMeasure) -> Measure {
        match measure {
            DiveMeasure::Expected => Measure::ExpectedFound,
            DiveMeasure::AtLeastOne => Measure::AtLeastOne,
        }
    }
}

/// The drops of a profile at one depth and quality, with their chances.
#[derive(Debug, Clone, Copy)]
pub struct DiveCell<'a> {
    /// The depth and quality.
    pub cell: PlanCell,
    /// Number of drops; positive.
    pub drops: Drops,
    /// The [exact chances](affixboard_core::game::ExactChances::chances) there, for the kinds and artifacts of the item
    /// type at least; `None` while they aren't computed.
    pub chances: Option<&'a [Chance]>,
}

/// The sheet of finds of an item type or kind, from the drops of a profile, down to each depth.
///
/// `cells` are those of the profile ([`affixboard_core::profile::Profile::cells`]), by rising depth; cells deeper than
/// the last column may be left out. A row is listed unless the forge proves that it cannot occur in any of these cells.
/// A cell of the sheet is [`Value::Impossible`] where the row cannot occur in any cell down to its depth,
/// [`Value::NotComputed`] where the chances of one are missing, else [`Value::Exact`].
///
/// # Errors
/// For an item that doesn't exist, or no columns.
pub fn dive(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    cells: &[DiveCell<'_>],
    params: &DiveParams,
) -> Result<Sheet, SheetError> {
    let item = Item::find(catalog, params.tval, params.sval)?;
    let deepest = *params.depths.last().ok_or(SheetError::NoDepths)?;
    let cells = &cells[..cells.partition_point(|cell| cell.cell.depth <= deepest)];
    let summed: Vec<ColumnCells<'_, Chance>> =
        cells.iter().map(|cell| vec![(cell.cell, cell.chances.unwrap_or_default())]).collect();
    let dive = Dive {
        cells,
        known: cells.iter().position(|cell| cell.chances.is_none()).unwrap_or(cells.len()),
        ends: params.depths.iter().map(|depth| cells.partition_point(|cell| cell.cell.depth <= *depth)).collect(),
        measure: params.measure,
    };

    let rows_of = Rows { item: &item, forge, words, filter: &params.filter };
    let runs = rows_of.runs(&params.sections);
    let of_runs = |runs: &[&KeyRun]| dive.rows(&Sums::of(&summed, forge, runs));
    let rows = params.sections.iter().flat_map(|section| rows_of.section(*section, &runs, &of_runs));
    let columns = depth_columns(&params.depths);
    let rows = sort_rows(rows.collect(), params.sort, &columns, words);

    // All kinds are one entry.
    let kind_runs: Vec<&KeyRun> = runs.iter().filter(|run| run.metric == Metric::KIND).collect();
    let of_items = of_runs(&kind_runs).into_iter().next().flatten();
    let of_items = of_items.unwrap_or_else(|| vec![Value::Impossible.into(); columns.len()]);
    let totals = vec![rows_of.total(&format!("drops that are {}", item.name()), of_items)];

    let measure = params.measure.into();
    let mut notes = vec![bound_note(rows.iter().flat_map(|row| &row.cells), measure, &provenance), drops_note(cells)];
    notes.extend(artifacts_note(&params.sections));
    notes.extend(rows::affixes_note(words, &params.sections));
    notes.extend(rows::filter_note(&params.filter));
    Ok(Sheet {
        title: format!("{}: what a dive finds", item.heading()),
        caption: caption(&item, params.measure),
        provenance,
        baseline: None,
        quality: None,
        affix_level: None,
        lead: rows::lead(),
        domain: Sheet::domain_of(rows.iter().flat_map(|row| &row.cells)),
        columns,
        rows,
        totals,
        measure,
        notes,
    })
}

/// A profile's cells, and how columns follow from them.
struct Dive<'a> {
    cells: &'a [DiveCell<'a>],
    /// Number of cells with chances before the first without.
    known: usize,
    /// By column, the number of cells down to its depth.
    ends: Vec<usize>,
    measure: DiveMeasure,
}

impl Dive<'_> {
    /// The cells of each row; `None` for rows that can occur in no cell.
    fn rows(&self, sums: &Sums<Bounded>) -> Vec<Option<Vec<Cell>>> {
        let rows = sums.amounts.iter().zip(&sums.possible);
        rows.map(|(chances, possible)| possible.contains(&true).then(|| self.row(chances, possible))).collect()
    }

    fn row(&self, chances: &[Bounded], possible: &[bool]) -> Vec<Cell> {
        let mut found = Found::default();
        let mut can_occur = false;
        let mut added = 0;
        let column = |end: &usize| {
            for at in added..*end {
                can_occur |= possible[at];
                found.add(self.cells[at].drops, chances[at].mean, chances[at].bound);
            }
            added = *end;
            if !can_occur {
                return Value::Impossible.into();
            }
            if *end > self.known {
                return Cell { detail: Some("not computed yet".to_owned()), ..Value::NotComputed.into() };
            }
            let profile::Known { value, bound } = match self.measure {
                DiveMeasure::Expected => found.expected(),
                DiveMeasure::AtLeastOne => found.at_least_one(),
            };
            Value::Exact { mean: value, bound }.into()
        };
        self.ends.iter().map(column).collect()
    }
}

fn caption(item: &Item<'_>, measure: DiveMeasure) -> String {
    let name = item.name();
    match measure {
        DiveMeasure::Expected => format!(
            "Of all drops of a dive down to each depth, how many are {name} and what each row names, on average; computed \
             from the rules, not sampled."
        ),
        DiveMeasure::AtLeastOne => format!(
            "The chance that of all drops of a dive down to each depth at least one is {name} and what each row names; \
             computed from the rules, not sampled."
        ),
    }
}

/// Note on the number of drops down to the last column.
fn drops_note(cells: &[DiveCell<'_>]) -> String {
    let of_quality = |quality: u8| {
        let drops = cells.iter().filter(|cell| cell.cell.quality == quality).map(|cell| cell.drops);
        drops.fold(Drops::default(), |sum, drops| sum + drops)
    };
    let drops: Vec<String> =
        (0..).zip(QUALITIES).map(|(quality, name)| format!("{} {name}", of_quality(quality))).collect();
    format!(
        "The dive has {} drops down to the last column, independent of one another; a fraction of a drop is one that comes \
         at times only.",
        drops.join(", ")
    )
}

/// Note that artifacts are made once.
fn artifacts_note(sections: &[SheetSection]) -> Option<String> {
    sections.contains(&SheetSection::Artifacts).then(|| {
        "An artifact is made once, but each drop is computed as if none had been found before: the chance of at least one \
         holds but for the room that artifacts found earlier leave to others, and the expected number counts what would \
         come again."
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use affixboard_core::profile::Profile;

    use super::*;
    use crate::{
        sheet::Method,
        testing::{self, SWORD, WORDS, text_of},
    };

    fn params(measure: DiveMeasure, depths: &[u32]) -> DiveParams {
        DiveParams {
            tval: SWORD,
            sval: None,
            depths: depths.into(),
            measure,
            sections: SheetSection::ALL.into(),
            filter: Filter::default(),
            sort: RowOrder::default(),
        }
    }

    /// The sheet of a profile; the cells with a depth of at most `known` have the testing chances.
    fn build(text: &str, known: u32, params: &DiveParams) -> Sheet {
        let (profile, forge) = (Profile::parse(text).expect("a profile"), testing::forge());
        let chances = testing::chances(&forge);
        let cells: Vec<_> = profile
            .cells()
            .map(|(cell, drops)| DiveCell { cell, drops, chances: (cell.depth <= known).then_some(chances.as_slice()) })
            .collect();
        let provenance = testing::provenance(Method::Exact);
        dive(&testing::catalog(), &forge, &WORDS, provenance, &cells, params).expect("a sheet")
    }

    /// 4 % ± 0.05 are sharp: of 10 drops 0.4 ± 0.005, of 20.5 drops 0.82 ± 0.01025,
    /// which leaves one digit. Ringil is 0.3 %. Depth 1 has no drops, and what
    /// is at depth 40 is not known.
    #[test]
    fn how_many_are_found() {
        let params = params(DiveMeasure::Expected, &[1, 5, 20, 40]);
        let sheet = build("2-5: normal 2, great 0.5\n20: good 10.5\n40: good 1\n90: good 9", 20, &params);
        assert_eq!(
            text_of(&sheet),
            [
                "drops that are sword: - 1.0 2.1 ·",
                "[Affixes]",
                "Sharp | prefix | good | 50 @ 1-100: - 0.40 0.8 ·",
                "of Slay Evil | suffix | great/uber | 20 @ 1-20 (sval 2), 5 @ 10-40 (sval 2): - 0 0 ·",
                "=cmd() | suffix | good | 10 @ 5-30: - 0 0 ·",
                "of Doom | suffix | uber | 1 @ 1-100 (sval 1): - < 1e-5 < 3e-5 ·",
                "[Themes]",
                "of Westernesse | theme | 1-100: - 0 0 ·",
                "[Artifacts]",
                "'Ringil' | artifact | 30 @ 20-127: - 0.0300 0.0615 ·",
                "[Number of affixes]",
                "0: - 0.600 1.23 ·",
                "1: - 0.40 0.8 ·",
                "2: - 0 0 ·",
                "[Kinds]",
                "Dagger | kind | 20 @ 1-70: - 0.6 1.2 ·",
                "Long Sword | kind | 20 @ 1-70: - 0.4 0.8 ·",
            ]
        );
        assert_eq!(
            sheet.notes[1],
            "The dive has 8 normal, 11.5 good, 2 great drops down to the last column, independent of one another; a \
             fraction of a drop is one that comes at times only."
        );
        assert!(sheet.notes[2].starts_with("An artifact is made once"));
        let hints: Vec<_> = sheet.rows[0].cells.iter().map(|cell| cell.describe(sheet.measure)).collect();
        assert_eq!(hints[..2], ["cannot occur", "0.40 a dive; computed to ±0.005 a dive"]);
        assert_eq!(hints[3], "not known; not computed yet");
    }

    /// Ringil with 0.3 %: 2 drops and one in every other dive, 1 − 0.997² · 0.9985 = 0.007482…; after 100 more drops of 10 %
    /// ± 0.2 swords come to 1 − 0.9¹⁰² · 0.95 = 1 − 2.0e-5, at the lower end 1 − 0.902¹⁰² · 0.951 = 1 − 2.6e-5.
    #[test]
    fn how_likely_at_least_one_is_found() {
        let params = params(DiveMeasure::AtLeastOne, &[2, 30]);
        let sheet = build("2: good 2.5\n30: normal 100", 30, &params);
        let ringil = sheet.rows.iter().find(|row| row.name == "'Ringil'").expect("it");
        let Value::Exact { mean, bound } = ringil.cells[0].value else { panic!("a number") };
        assert!((mean - (1.0 - 0.997 * 0.997 * 0.9985)).abs() < 1e-15, "{mean}");
        assert_eq!(bound.to_bits(), 0);
        assert_eq!(ringil.cells[0].text(sheet.measure), "0.748");
        let total = &sheet.totals[0].cells[1];
        assert_eq!(total.text(sheet.measure), "> 99.9");
        assert_eq!(total.describe(sheet.measure), "> 99.9 %; exact to ±0.0006 %");
        assert_eq!(sheet.measure.id(), "at-least-one");
    }

    #[test]
    fn what_there_is_not_is_an_error() {
        let forge = testing::forge();
        let build = |params: &DiveParams| {
            let provenance = testing::provenance(Method::Exact);
            dive(&testing::catalog(), &forge, &WORDS, provenance, &[], params).map(|sheet| text_of(&sheet))
        };
        assert_eq!(build(&params(DiveMeasure::Expected, &[])), Err(SheetError::NoDepths));
        let unknown = DiveParams { tval: 77, ..params(DiveMeasure::Expected, &[1]) };
        assert!(matches!(build(&unknown), Err(SheetError::UnknownType { tval: 77, .. })));
        // A dive without drops finds nothing.
        assert_eq!(build(&params(DiveMeasure::Expected, &[1])), Ok(vec!["drops that are sword: -".to_owned()]));
    }
}
