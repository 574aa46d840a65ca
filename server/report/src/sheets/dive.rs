//! Finds of a dive, by its depth: from a drop profile and computed chances.

use affixboard_inquiry::profile::{self, Drops, Found, QUALITIES};
use affixboard_model::{
    batch::{Cell as PlanCell, Metric},
    catalog::Catalog,
    game::{Chance, Forge, Words},
    stats::{WeightedSum, Z95},
};

use super::{
    Filter, RowOrder, SheetError,
    chance_column::SimulatedColumn,
    chances::{best, bound_note, how_computed, settled_method},
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

/// The measures of a dive. The formulas are in [`affixboard_inquiry::profile`].
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
    /// The [exact chances](affixboard_model::game::ExactChances::chances) there, for the kinds and artifacts of the item
    /// type at least; `None` while they aren't computed.
    pub chances: Option<&'a [Chance]>,
    /// What simulated drops of the cell carried; `None` where none were made.
    pub simulated: Option<SimulatedColumn<'a>>,
}

/// The sheet of finds of an item type or kind, from the drops of a profile, down to each depth.
///
/// `cells` are those of the profile ([`affixboard_inquiry::profile::Profile::cells`]), by rising depth; cells deeper than
/// the last column may be left out. A row is listed unless the forge proves that it cannot occur in any of these cells.
/// A cell of the sheet is [`Value::Impossible`] where the row cannot occur in any cell down to its depth,
/// [`Value::NotComputed`] where the numbers of one are missing, else the number with the smaller half-width:
/// [`Value::Exact`] from the chances of all of them, or [`Value::Simulated`] from the counts of those that were simulated
/// and the chances of the others. Where none is simulated, a provenance of
/// [`Method::Mixed`](crate::sheet::Method::Mixed) becomes one of [`Method::Exact`](crate::sheet::Method::Exact).
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
        ends: params.depths.iter().map(|depth| cells.partition_point(|cell| cell.cell.depth <= *depth)).collect(),
        measure: params.measure,
    };

    let rows_of = Rows { item: &item, forge, words, filter: &params.filter };
    let runs = rows_of.runs(&params.sections);
    let counted: Vec<ColumnCells<'_, (u32, u64)>> = cells
        .iter()
        .map(|cell| cell.simulated.iter().map(|simulated| (cell.cell, simulated.counts)).collect())
        .collect();
    let of_runs = |runs: &[&KeyRun]| {
        // What comes once is expected as often as it is found at all.
        let is_once = !runs.is_empty() && runs.iter().all(|run| run.metric == Metric::ARTIFACT);
        let measure = if is_once { DiveMeasure::AtLeastOne } else { dive.measure };
        dive.rows(measure, &Sums::of(&summed, forge, runs), &Sums::amounts(&counted, runs))
    };
    let rows = params.sections.iter().flat_map(|section| rows_of.section(*section, &runs, &of_runs));
    let columns = depth_columns(&params.depths);
    let rows = sort_rows(rows.collect(), params.sort, &columns, words);

    // All kinds are one entry.
    let kind_runs: Vec<&KeyRun> = runs.iter().filter(|run| run.metric == Metric::KIND).collect();
    let of_items = of_runs(&kind_runs).into_iter().next().flatten();
    let of_items = of_items.unwrap_or_else(|| vec![Value::Impossible.into(); columns.len()]);
    let totals = vec![rows_of.total(&format!("drops that are {}", item.name()), of_items)];

    let is_simulated =
        rows.iter().chain(&totals).flat_map(|row| &row.cells).any(|cell| cell.value.how() == Some("simulated"));
    let provenance = Provenance { method: settled_method(provenance.method, is_simulated), ..provenance };
    let measure = params.measure.into();
    let mut notes = vec![bound_note(rows.iter().flat_map(|row| &row.cells), measure, &provenance), drops_note(cells)];
    notes.extend(artifacts_note(&params.sections));
    notes.extend(rows::affixes_note(words, &params.sections));
    notes.extend(rows::filter_note(&params.filter));
    let of_cells: Vec<PlanCell> = cells.iter().map(|cell| cell.cell).collect();
    let absent = rows_of.absent(&params.sections, &rows, &format!("{} drops", item.name()), &of_cells);
    Ok(Sheet {
        title: format!("{}: what a dive finds", item.heading()),
        caption: caption(&item, params.measure, is_simulated),
        provenance,
        baseline: None,
        absent,
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
    /// By column, the number of cells down to its depth.
    ends: Vec<usize>,
    measure: DiveMeasure,
}

impl Dive<'_> {
    /// The cells of each row, from its chances and its counts in each cell of the profile; `None` for rows that can occur
    /// in no cell.
    fn rows(&self, measure: DiveMeasure, sums: &Sums<Bounded>, counts: &[Vec<u64>]) -> Vec<Option<Vec<Cell>>> {
        let rows = sums.amounts.iter().zip(&sums.possible).zip(counts);
        let row = |((chances, possible), counts): ((&Vec<Bounded>, &Vec<bool>), &Vec<u64>)| {
            possible.contains(&true).then(|| self.row(measure, chances, possible, counts))
        };
        rows.map(row).collect()
    }

    fn row(&self, measure: DiveMeasure, chances: &[Bounded], possible: &[bool], counts: &[u64]) -> Vec<Cell> {
        let (mut computed, mut mixed) = (Some(Found::default()), Some(MixedFound::new(measure)));
        let mut can_occur = false;
        let mut added = 0;
        let column = |end: &usize| {
            for at in added..*end {
                can_occur |= possible[at];
                let DiveCell { drops, chances: known, simulated, .. } = self.cells[at];
                let known = known.map(|_| chances[at]);
                match (&mut computed, known) {
                    (Some(found), Some(chance)) => found.add(drops, chance.mean, chance.bound),
                    _ => computed = None,
                }
                match (&mut mixed, simulated, known) {
                    (Some(mixed), simulated, Some(chance))
                        if simulated.is_none_or(|simulated| is_narrow(chance, simulated.drops)) =>
                    {
                        mixed.found.add(drops, chance.mean, chance.bound);
                    }
                    (Some(mixed), Some(simulated), _) => mixed.add_counted(drops, counts[at], simulated.drops),
                    _ => mixed = None,
                }
            }
            added = *end;
            if !can_occur {
                return Value::Impossible.into();
            }
            let of_chances = computed.as_ref().map(|found| {
                let profile::Known { value, bound } = measure.of(found);
                Value::Exact { mean: value, bound }.into()
            });
            best(of_chances, mixed.as_ref().and_then(MixedFound::value))
        };
        self.ends.iter().map(column).collect()
    }
}

/// Error bounds of cells add up over a dive, widths of intervals as squares do: so much narrower must a bound be to be taken
/// where drops were simulated too, for up to 400 cells.
const CELLS: f64 = 20.0;

/// Whether a computed chance is to be taken where so many drops were simulated too.
fn is_narrow(chance: Bounded, drops: u64) -> bool {
    let drops = drops.max(1) as f64;
    chance.bound * CELLS <= (Z95 * (chance.mean / drops).sqrt()).max(Z95 * Z95 / drops)
}

impl DiveMeasure {
    fn of(self, found: &Found) -> profile::Known {
        match self {
            DiveMeasure::Expected => found.expected(),
            DiveMeasure::AtLeastOne => found.at_least_one(),
        }
    }
}

/// Finds by counts of simulated drops where there are any, and by chances elsewhere.
struct MixedFound {
    measure: DiveMeasure,
    /// With the shares counted as if they were known.
    found: Found,
    /// The counts in the measure's additive unit: a number of finds, or −ln of the probability that there are none.
    counted: WeightedSum,
}

impl MixedFound {
    fn new(measure: DiveMeasure) -> MixedFound {
        MixedFound { measure, found: Found::default(), counted: WeightedSum::default() }
    }

    fn add_counted(&mut self, drops: Drops, count: u64, n: u64) {
        let share = count as f64 / n.max(1) as f64;
        self.found.add(drops, share, 0.0);
        let slope = match self.measure {
            DiveMeasure::Expected => 1.0,
            // −ln(1 − p) rises by 1 / (1 − p); where none of n was without it, as if half a one had been.
            DiveMeasure::AtLeastOne => 1.0 / (1.0 - share).max(0.5 / n.max(1) as f64),
        };
        self.counted.add(drops.mean() / n.max(1) as f64 * slope, count, n);
    }

    /// The estimate with its 95 % interval, which has the error bounds of the chances on both sides; `None` where nothing
    /// was counted.
    fn value(&self) -> Option<Value> {
        let (count, n) = self.counted.counts();
        let profile::Known { value: mean, bound } = self.measure.of(&self.found);
        let (low, high) = self.counted.interval(Z95);
        let (less, more) = (self.counted.sum() - low, high - self.counted.sum());
        let (low, high) = match self.measure {
            DiveMeasure::Expected => (mean - less, mean + more),
            DiveMeasure::AtLeastOne => {
                let none = (-mean).ln_1p();
                (-(none + less).exp_m1(), -(none - more).exp_m1())
            }
        };
        // From a share of all that were counted to the measure; only its order of magnitude matters.
        let factor = if count > 0 { mean * n as f64 / count as f64 } else { high * n as f64 };
        let (low, high) = ((low - bound).max(0.0), high + bound);
        let high = if self.measure == DiveMeasure::AtLeastOne { high.min(1.0) } else { high };
        (n > 0).then_some(Value::Simulated { mean, low, high, count, n, factor })
    }
}

fn caption(item: &Item<'_>, measure: DiveMeasure, is_simulated: bool) -> String {
    let name = item.name();
    let what = match measure {
        DiveMeasure::Expected => {
            format!("Number of {name} drops with it that a dive finds down to each depth, on average")
        }
        DiveMeasure::AtLeastOne => {
            format!("Chance that a dive finds at least one {name} drop with it down to each depth, in per cent")
        }
    };
    format!("{what}. {}", how_computed(is_simulated))
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
        "An artifact is made once: it is expected as often as a dive finds it at all. The room that artifacts found earlier \
         leave to others is left out, so that these are somewhat likelier than shown."
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use affixboard_inquiry::profile::Profile;

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
            .map(|(cell, drops)| DiveCell {
                cell,
                drops,
                chances: (cell.depth <= known).then_some(chances.as_slice()),
                simulated: None,
            })
            .collect();
        let provenance = testing::provenance(Method::Exact);
        dive(&testing::catalog(), &forge, &WORDS, provenance, &cells, params).expect("a sheet")
    }

    /// 4 % ± 0.05 are sharp: of 10 drops 0.4 ± 0.005, of 20.5 drops 0.82 ± 0.01025,
    /// which leaves one digit. Ringil is 0.3 % and comes once: 1 − 0.997⁸ · 0.9985⁴ and 1 − 0.997¹⁸ · 0.9985⁵. Depth 1 has no drops, and what
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
                "'Ringil' | artifact | 30 @ 20-127: - 0.0296 0.0597 ·",
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
        assert!(sheet.notes[2].starts_with("An artifact is made once: "));
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

    /// Sharp with 60 of 1,000 at depth 2, 2 drops, and 30 of 2,000 at depth 20, 10.5 drops: 0.12 + 0.1575 = 0.2775 a dive.
    /// Variance (2/1000)² · 60 · 0.94 + (10.5/2000)² · 30 · 0.985 = 2.256e-4 + 8.145e-4, so ±1.96 · 0.03225 = 0.063 about.
    /// At least one: 1 − 0.94² · 0.985¹⁰ · (1 − 0.5 · 0.015) = 0.2460.
    #[test]
    fn counts_stand_in_for_chances() {
        let forge = testing::forge();
        let sharp = |count: u64| -> Vec<(u32, u64)> {
            let keys = 0..forge.keys().len() as u32;
            let is_sharp =
                |key: &u32| forge.keys().key(*key).metric == Metric::AFFIX && forge.keys().label(*key).1 == "Sharp";
            keys.into_iter().filter(is_sharp).take(1).map(|key| (key, count)).collect()
        };
        let profile = Profile::parse("2: good 2\n20: good 10.5").expect("a profile");
        let counts = [sharp(60), sharp(30)];
        let drops = [1000, 2000];
        let cells: Vec<_> = profile
            .cells()
            .enumerate()
            .map(|(at, (cell, of_cell))| DiveCell {
                cell,
                drops: of_cell,
                chances: None,
                simulated: Some(SimulatedColumn { made: drops[at], drops: drops[at], counts: &counts[at] }),
            })
            .collect();
        let make = |measure| {
            let params = params(measure, &[2, 20]);
            let provenance = testing::provenance(Method::Mixed { seed: 1 });
            dive(&testing::catalog(), &forge, &WORDS, provenance, &cells, &params).expect("a sheet")
        };
        let value = |sheet: &Sheet| sheet.rows.iter().find(|row| row.name == "Sharp").expect("it").cells[1].value;
        let expected = make(DiveMeasure::Expected);
        let Value::Simulated { mean, low, high, count, n, .. } = value(&expected) else { panic!("simulated") };
        assert!((mean - 0.2775).abs() < 1e-12 && (count, n) == (90, 3000), "{mean}");
        assert!((mean - low - 0.058).abs() < 0.004 && (high - mean - 0.071).abs() < 0.004, "{low} {high}");
        assert!(expected.how_text().ends_with(" simulated") || expected.how() == "simulated");
        assert!(expected.caption.ends_with("and simulated where that is known better."));
        let once = make(DiveMeasure::AtLeastOne);
        let Value::Simulated { mean, low, high, .. } = value(&once) else { panic!("simulated") };
        assert!((mean - (1.0 - 0.94 * 0.94 * 0.985_f64.powi(10) * 0.9925)).abs() < 1e-12, "{mean}");
        assert!(low > 0.19 && low < mean && high > mean && high < 0.31, "{low} {high}");
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
