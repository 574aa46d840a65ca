//! Chances of drops, computed from the rules, by depth.

use affixboard_model::{
    batch::{Cell as PlanCell, Metric},
    catalog::Catalog,
    game::{Chance, Forge, Words},
};

use super::{
    Filter, RowOrder, SheetError,
    chance_column::ChanceColumn,
    columns as depth_columns,
    filter_sort::sort_rows,
    item::Item,
    join::{OF_ROWS_TYPE, join},
    key_runs::KeyRun,
    quality_word,
    rows::{self, Rows},
    section::SheetSection,
    sheet_audit::{AuditCounts, SheetAudit},
    sums::{ColumnCells, Sums},
};
use crate::{
    bounded::Bounded,
    sheet::{Cell, Measure, Method, Provenance, Sheet, Value},
    wording::{push_rounded_up, push_thousands},
};

/// Parameters of [`chances()`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChanceParams {
    /// The item type.
    pub tval: u16,
    /// The kind; `None` for the whole type.
    pub sval: Option<u16>,
    /// The drop quality: a position in [`Words::qualities`].
    pub quality: u8,
    /// The measure of cells.
    pub measure: ChanceMeasure,
    /// The sections, in this order: some of [`SheetSection::ALL`].
    pub sections: Vec<SheetSection>,
    /// The filter of rows.
    pub filter: Filter,
    /// The order of rows within a section.
    pub sort: RowOrder,
}

/// The measures of computed chances. Another measure that follows from the chances of a column is a variant here and an
/// arm in `ChanceMeasure::of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChanceMeasure {
    /// Probability per drop.
    PerDrop,
    /// Probability per drop that is an item of the type or kind.
    PerItem,
    /// Expected number among 1,000 drops.
    PerThousand,
}

impl From<ChanceMeasure> for Measure {
    fn from(measure: ChanceMeasure) -> Measure {
        match measure {
            ChanceMeasure::PerDrop => Measure::PerDrop,
            ChanceMeasure::PerItem => Measure::PerItem,
            ChanceMeasure::PerThousand => Measure::PerThousand,
        }
    }
}

/// The sheet of chances of one drop quality, for an item type or kind, by depth.
///
/// A row is listed unless the forge proves that it cannot occur in any column, whatever is computed so far, so that
/// rows stay while columns come in. A cell is [`Value::Impossible`] where every key it sums cannot occur,
/// [`Value::NotComputed`] in columns without any numbers and for items that don't drop, else the number with the
/// smaller [half-width](Value::half_width): [`Value::Exact`] or [`Value::Simulated`]. Where none is simulated, a
/// provenance of [`Method::Mixed`] becomes one of [`Method::Exact`]. The bound of a sum over kinds is
/// the sum of the bounds, that of a quotient holds for all numbers within both bounds.
///
/// # Errors
/// For an item or quality that doesn't exist, or no columns.
pub fn chances(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    columns: &[ChanceColumn<'_>],
    params: &ChanceParams,
) -> Result<Sheet, SheetError> {
    build_one_type(catalog, forge, words, provenance, columns, params).map(with_notes)
}

/// [`chances()`] of several item types, in their order, with all their kinds, each with its own columns;
/// [`ChanceParams::tval`] and [`ChanceParams::sval`] are ignored. For one item type it is [`chances()`].
///
/// # Errors
/// As [`chances()`], and for no item type.
pub fn chances_of_types(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: &Provenance,
    types: &[(u16, Vec<ChanceColumn<'_>>)],
    params: &ChanceParams,
) -> Result<Sheet, SheetError> {
    let of_type = |tval| ChanceParams { tval, sval: None, ..params.clone() };
    if let [(tval, columns)] = types {
        return chances(catalog, forge, words, provenance.clone(), columns, &of_type(*tval));
    }
    let part = |(tval, columns): &(u16, Vec<ChanceColumn<'_>>)| {
        let (sheet, audit) = build_one_type(catalog, forge, words, provenance.clone(), columns, &of_type(*tval))?;
        Ok(((*tval, sheet), audit))
    };
    let (parts, audits): (Vec<(u16, Sheet)>, Vec<AuditCounts>) =
        types.iter().map(part).collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    let mut audit = AuditCounts::default();
    for of_type in audits {
        audit.add(of_type);
    }
    let quality = quality_word(words, params.quality)?;
    let is_simulated = parts.iter().any(|part| matches!(part.1.provenance.method, Method::Mixed { .. }));
    Ok(with_notes((join(catalog, parts, caption(OF_ROWS_TYPE, quality, params.measure, is_simulated))?, audit)))
}

/// Puts the notes on exactness and on the audit before the sheet's notes; a disagreement comes first.
fn with_notes((mut sheet, audit): (Sheet, AuditCounts)) -> Sheet {
    let note = bound_note(sheet.rows.iter().flat_map(|row| &row.cells), sheet.measure, &sheet.provenance);
    sheet.notes.insert(0, note);
    if let Some(note) = audit.note() {
        sheet.notes.insert(usize::from(audit.disagreements == 0), note);
    }
    sheet
}

fn build_one_type(
    catalog: &Catalog,
    forge: &dyn Forge,
    words: &Words,
    provenance: Provenance,
    columns: &[ChanceColumn<'_>],
    params: &ChanceParams,
) -> Result<(Sheet, AuditCounts), SheetError> {
    let item = Item::find(catalog, params.tval, params.sval)?;
    let quality = quality_word(words, params.quality)?;
    if columns.is_empty() {
        return Err(SheetError::NoDepths);
    }
    let depths: Vec<u32> = columns.iter().map(|column| column.depth).collect();
    let summed: Vec<ColumnCells<'_, Chance>> = columns
        .iter()
        .map(|column| {
            let cell = PlanCell { depth: column.depth, quality: params.quality, kind: None };
            vec![(cell, column.chances.unwrap_or_default())]
        })
        .collect();

    let rows_of = Rows { item: &item, forge, words, filter: &params.filter };
    let runs = rows_of.runs(&params.sections);
    let kind_runs: Vec<&KeyRun> = runs.iter().filter(|run| run.metric == Metric::KIND).collect();
    // All kinds are one entry.
    let items = Sums::of(&summed, forge, &kind_runs);
    let per_item: Vec<Bounded> =
        items.amounts.into_iter().next().unwrap_or_else(|| vec![Bounded::default(); columns.len()]);
    let simulated: Vec<ColumnCells<'_, (u32, u64)>> = summed
        .iter()
        .zip(columns)
        .map(|(cells, column)| column.simulated.iter().map(|simulated| (cells[0].0, simulated.counts)).collect())
        .collect();
    let counted_items = Sums::amounts(&simulated, &kind_runs).into_iter().next();
    let counted_items = counted_items.unwrap_or_else(|| vec![0; columns.len()]);

    let most_cells = runs.iter().map(|run| run.length as usize).sum::<usize>() * columns.len();
    let audit = SheetAudit::new(most_cells, columns);
    let cell = |measure: ChanceMeasure, at: usize, known: Bounded, count: u64, possible: bool| {
        let drops = columns[at].simulated.map_or(0, |simulated| simulated.drops);
        let simulated = measure.of_counts(count, drops, counted_items[at]);
        let computed = columns[at].chances.map(|_| measure.of(known, per_item[at]));
        let mut cell = if possible { best(computed, simulated) } else { Value::Impossible.into() };
        let of = if measure == ChanceMeasure::PerItem { counted_items[at] } else { drops };
        audit.hold(&mut cell, at, known, (count, Value::counted(count, of)));
        cell
    };
    let cells_of_runs = |runs: &[&KeyRun]| {
        let counts = Sums::amounts(&simulated, runs);
        let sums = Sums::of(&summed, forge, runs);
        let rows = sums.amounts.iter().zip(&sums.possible).zip(&counts);
        rows.map(|((known, possible), counts)| {
            let cells = || known.iter().zip(possible).zip(counts).enumerate();
            let cells = || cells().map(|(at, ((known, can), count))| cell(params.measure, at, *known, *count, *can));
            possible.contains(&true).then(|| cells().collect())
        })
        .collect()
    };
    let rows = params.sections.iter().flat_map(|section| rows_of.section(*section, &runs, &cells_of_runs));
    let rows: Vec<_> = rows.collect();
    let depth_columns = depth_columns(&depths);
    let rows = sort_rows(rows, params.sort, &depth_columns, words);

    // A share of items would be 100 % of them.
    let of_total = if params.measure == ChanceMeasure::PerItem { ChanceMeasure::PerDrop } else { params.measure };
    let possible = items.possible.first();
    let of_items = per_item.iter().enumerate().map(|(at, known)| {
        let can = possible.is_some_and(|possible| possible[at]);
        cell(of_total, at, *known, counted_items[at], can)
    });
    let totals = vec![rows_of.total(&format!("drops that are {}", item.name()), of_items.collect())];
    let is_simulated =
        rows.iter().chain(&totals).flat_map(|row| &row.cells).any(|cell| cell.value.how() == Some("simulated"));
    let provenance = Provenance { method: settled_method(provenance.method, is_simulated), ..provenance };
    let domain = Sheet::domain_of(rows.iter().flat_map(|row| &row.cells));
    let measure = params.measure.into();
    let of_columns: Vec<PlanCell> = summed.iter().flatten().map(|(cell, _)| *cell).collect();
    let absent = rows_of.absent(&params.sections, &rows, &drops_of(quality, &item.name()), &of_columns);
    let notes = rows::affixes_note(words, &params.sections).into_iter().chain(rows::filter_note(&params.filter));
    let notes = notes.collect();
    let sheet = Sheet {
        title: format!("{}: chances of {quality} drops", item.heading()),
        caption: caption(&item.name(), quality, params.measure, is_simulated),
        provenance,
        baseline: None,
        absent,
        quality: Some(quality.to_owned()),
        affix_level: None,
        lead: rows::lead(),
        columns: depth_columns,
        rows,
        totals,
        measure,
        notes,
        domain,
    };
    let audit = audit.of(&sheet);
    Ok((sheet, audit))
}

/// The method of a sheet, of which nothing may be simulated though drops were.
pub(super) fn settled_method(method: Method, is_simulated: bool) -> Method {
    match method {
        Method::Mixed { .. } if !is_simulated => Method::Exact,
        method => method,
    }
}

impl ChanceMeasure {
    /// The estimate from `count` among simulated drops, of which `items` were such items; `None` where there is nothing to
    /// divide by.
    fn of_counts(self, count: u64, drops: u64, items: u64) -> Option<Value> {
        match self {
            ChanceMeasure::PerDrop => Value::simulated(count, drops, 1.0),
            ChanceMeasure::PerThousand => Value::simulated(count, drops, 1000.0),
            ChanceMeasure::PerItem => Value::simulated(count, items, 1.0),
        }
    }

    /// The cell of a number per drop, where `items` is the number of such items per drop.
    fn of(self, known: Bounded, items: Bounded) -> Cell {
        let exact = |known: Bounded| Value::Exact { mean: known.mean, bound: known.bound }.into();
        match self {
            ChanceMeasure::PerDrop => exact(known),
            ChanceMeasure::PerThousand => exact(Bounded { mean: known.mean * 1000.0, bound: known.bound * 1000.0 }),
            ChanceMeasure::PerItem => match quotient(known, items) {
                Some(share) => exact(share),
                None if items == Bounded::default() => unknown("no such item among the drops"),
                None => unknown("how many drops are such items is not known well enough"),
            },
        }
    }
}

/// The better known of a computed and a simulated number: that with the smaller half-width, the computed one of two as
/// good.
pub(super) fn best(computed: Option<Cell>, simulated: Option<Value>) -> Cell {
    let Some(computed) = computed else {
        let waiting = || Cell { detail: Some("not computed yet".to_owned()), ..Value::NotComputed.into() };
        return simulated.map_or_else(waiting, Cell::from);
    };
    match (computed.value.half_width(), simulated) {
        (Some(bound), Some(simulated)) if simulated.half_width().is_some_and(|half| half < bound) => simulated.into(),
        // Neither has a number of items to divide by, or the computed one is too badly known.
        (None, Some(simulated)) => simulated.into(),
        _ => computed,
    }
}

fn unknown(why: &str) -> Cell {
    Cell { detail: Some(why.to_owned()), ..Value::NotComputed.into() }
}

/// The share `part / whole`; `None` where `whole` may be 0. The bound holds wherever within their bounds the two
/// numbers are: the quotient is least where `part` is least and `whole` greatest, and greatest the other way round.
fn quotient(part: Bounded, whole: Bounded) -> Option<Bounded> {
    if whole.mean <= whole.bound {
        return None;
    }
    // A share is at most 1; more is rounding.
    let mean = (part.mean / whole.mean).min(1.0);
    if part.bound == 0.0 && whole.bound == 0.0 {
        return Some(Bounded { mean, bound: 0.0 });
    }
    let least = ((part.mean - part.bound) / (whole.mean + whole.bound)).max(0.0);
    let greatest = ((part.mean + part.bound) / (whole.mean - whole.bound)).min(1.0);
    Some(Bounded { mean, bound: (mean - least).max(greatest - mean) })
}

fn caption(name: &str, quality: &str, measure: ChanceMeasure, is_simulated: bool) -> String {
    let what = match measure {
        ChanceMeasure::PerDrop => {
            format!("Share of all {quality} drops that are {name} and carry it, in per cent, by depth")
        }
        ChanceMeasure::PerItem => {
            format!("Share of {} that carry it, in per cent, by depth", drops_of(quality, name))
        }
        ChanceMeasure::PerThousand => {
            format!("Number of drops among 1,000 {quality} ones that are {name} and carry it, by depth")
        }
    };
    format!("{what}. {}", how_computed(is_simulated))
}

/// `great sword drops`.
pub(super) fn drops_of(quality: &str, name: &str) -> String {
    if name == OF_ROWS_TYPE { format!("{quality} drops {name}") } else { format!("{quality} {name} drops") }
}

/// The sentence on how computed numbers are known.
pub(super) fn how_computed(is_simulated: bool) -> &'static str {
    if is_simulated {
        "Computed from the rules, and simulated where that is known better."
    } else {
        "Computed from the rules, not sampled."
    }
}

/// Note on how the numbers are known: how many are exact, computed and simulated, and the largest distance of each sort
/// from the number by the rules.
pub(super) fn bound_note<'a>(
    cells: impl Iterator<Item = &'a Cell>,
    measure: Measure,
    provenance: &Provenance,
) -> String {
    let (mut exact, mut computed, mut simulated) = (0_u64, (0_u64, 0.0_f64), (0_u64, 0.0_f64));
    for value in cells.map(|cell| &cell.value) {
        let half = value.half_width().unwrap_or_default();
        match value.how().map(|how| provenance.word(how)) {
            Some("exact") => exact += 1,
            Some("computed") => computed = (computed.0 + 1, computed.1.max(half)),
            Some("simulated") => simulated = (simulated.0 + 1, simulated.1.max(half)),
            _ => {}
        }
    }
    if simulated.0 == 0 && provenance.is_doubtful() && computed.1 <= 0.0 {
        return "Every number is computed, to the last digit shown, by rules that are not those of the files' own program."
            .to_owned();
    }
    if computed.0 + simulated.0 == 0 {
        return "Every number is exact: the digits shown are those by the rules.".to_owned();
    }
    let mut text = String::new();
    let mut part = |count: u64, word: &str, half: Option<f64>| {
        if count == 0 {
            return;
        }
        if !text.is_empty() {
            text.push_str(", ");
        }
        push_thousands(&mut text, count);
        text.push(' ');
        text.push_str(word);
        if let Some(half) = half {
            text.push_str(" (to ±");
            push_rounded_up(&mut text, half * if measure.is_probability() { 100.0 } else { 1.0 });
            text.push_str(measure.per());
            text.push_str(" or better)");
        }
    };
    part(exact, "exact", None);
    part(computed.0, "computed", Some(computed.1));
    part(simulated.0, "simulated", Some(simulated.1));
    text.push_str(". ");
    text.push_str(if exact > 0 { "Exact numbers are known to the last digit shown; a" } else { "A" });
    text.push_str(
        " computed one is never further from the rules than its own bound, a simulated one in 95 of 100 cases not further than \
         its interval. Pointing at a number shows which it is.",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::{super::chance_column::SimulatedColumn, *};
    use crate::{
        sheet::Method,
        testing::{self, SWORD, WORDS, text_of},
    };

    fn build(params: &ChanceParams) -> Sheet {
        let forge = testing::forge();
        let chances = testing::chances(&forge);
        let column = ChanceColumn::computed;
        let columns = [column(1, Some(chances.as_slice())), column(30, None), column(60, Some(&[]))];
        chances_of(&columns, params).expect("a sheet")
    }

    fn chances_of(columns: &[ChanceColumn<'_>], params: &ChanceParams) -> Result<Sheet, SheetError> {
        let forge = testing::forge();
        chances(&testing::catalog(), &forge, &WORDS, testing::provenance(Method::Exact), columns, params)
    }

    fn params(measure: ChanceMeasure) -> ChanceParams {
        ChanceParams {
            tval: SWORD,
            sval: None,
            quality: 2,
            measure,
            sections: SheetSection::ALL.into(),
            filter: Filter::default(),
            sort: RowOrder::default(),
        }
    }

    /// Sharp: 3 % ± 0.05 on daggers and 1 % on long swords. Doom: nothing ± 0.0001 %. What isn't in the list is 0.
    #[test]
    fn chances_of_drops() {
        let sheet = build(&params(ChanceMeasure::PerDrop));
        assert_eq!(
            text_of(&sheet),
            [
                "drops that are sword: 10 · 0",
                "[Affixes]",
                "Sharp | prefix | good | 50 @ 1-100: 4.0 · 0",
                "of Slay Evil | suffix | great/uber | 20 @ 1-20 (sval 2), 5 @ 10-40 (sval 2): 0 · -",
                "=cmd() | suffix | good | 10 @ 5-30: - · -",
                "of Doom | suffix | uber | 1 @ 1-100 (sval 1): < 0.0001 · 0",
                "[Themes]",
                "of Westernesse | theme | 1-100: 0 · 0",
                "[Artifacts]",
                "'Ringil' | artifact | 30 @ 20-127: 0.300 · 0",
                "[Number of affixes]",
                "0: 6.00 · 0",
                "1: 4.0 · 0",
                "2: 0 · 0",
                "[Kinds]",
                "Dagger | kind | 20 @ 1-70: 6 · 0",
                "Long Sword | kind | 20 @ 1-70: 4 · 0",
            ]
        );
        let Value::Exact { mean, bound } = sheet.rows[0].cells[0].value else { panic!("a number") };
        assert!((mean - 0.04).abs() < 1e-15 && (bound - 0.0005).abs() < 1e-15, "{mean} ± {bound}");
        assert_eq!(
            sheet.rows[0].cells.iter().map(|cell| cell.describe(sheet.measure)).collect::<Vec<_>>(),
            ["4.0 %, 1 in 25; computed to ±0.05 %", "not known; not computed yet", "0 %; exact"]
        );
        assert_eq!((sheet.how(), sheet.how_text().as_str()), ("computed", "14 exact, 5 computed"));
        // Computed: Sharp, Doom, 1 affix and both kinds at depth 1. Exact: the other five there, and nine zeros at depth 60.
        assert!(sheet.notes[0].starts_with("14 exact, 5 computed (to ±0.1 % or better). "), "{}", sheet.notes[0]);
        assert_eq!(
            sheet.caption,
            "Share of all great drops that are sword and carry it, in per cent, by depth. Computed from the rules, not sampled."
        );
    }

    /// Of 10 % ± 0.2 that are swords 4 % ± 0.05 are sharp: 40 %, from 3.95 of 10.2 to 4.05 of 9.8.
    #[test]
    fn chances_of_items() {
        let sheet = build(&params(ChanceMeasure::PerItem));
        let lines = text_of(&sheet);
        assert_eq!(lines[0], "drops that are sword: 10 · 0", "this one is of drops");
        assert_eq!(lines[2], "Sharp | prefix | good | 50 @ 1-100: 40 · ·");
        let Value::Exact { mean, bound } = sheet.rows[0].cells[0].value else { panic!("a number") };
        assert!((mean - 0.4).abs() < 1e-15 && (bound - (4.05 / 9.8 - 0.4)).abs() < 1e-12, "{mean} ± {bound}");
        assert_eq!(sheet.rows[0].cells[2].describe(sheet.measure), "not known; no such item among the drops");
        // Artifacts count among the items: 0.3 of 10 ± 0.2 is from 2.94 to 3.06 %.
        assert_eq!(lines[9], "'Ringil' | artifact | 30 @ 20-127: 3 · ·");
        // Of long swords 4 % ± 0.1, of which 1 % are sharp: 25 %, from 1 of 4.1 to 1 of 3.9.
        let sheet = build(&ChanceParams { sval: Some(2), ..params(ChanceMeasure::PerItem) });
        let Value::Exact { mean, bound } = sheet.rows[0].cells[0].value else { panic!("a number") };
        assert!((mean - 0.25).abs() < 1e-15 && (bound - (1.0 / 3.9 - 0.25)).abs() < 1e-12, "{mean} ± {bound}");
        assert_eq!(sheet.title, "Long Sword 23:2: chances of great drops");
    }

    #[test]
    fn how_many_among_a_thousand() {
        let sections = vec![SheetSection::Affixes, SheetSection::Artifacts];
        let sheet = build(&ChanceParams { sections, ..params(ChanceMeasure::PerThousand) });
        let lines = text_of(&sheet);
        assert_eq!(lines[0], "drops that are sword: 100 · 0");
        assert_eq!(lines[2], "Sharp | prefix | good | 50 @ 1-100: 40 · 0");
        assert_eq!(lines[7], "'Ringil' | artifact | 30 @ 20-127: 3.00 · 0");
        assert_eq!(
            sheet.rows[0].cells[0].describe(sheet.measure),
            "40 per 1,000 drops; computed to ±0.5 per 1,000 drops"
        );
    }

    /// Daggers and long swords are 10 % ± 0.2 of drops, 4 % ± 0.05 are Sharp. 4.03 % of a million simulated drops are known to
    /// ±0.04, of a thousand to ±1.4: the closer one is shown. At depth 30 nothing is computed.
    #[test]
    fn the_better_known_number_is_shown() {
        let forge = testing::forge();
        let chances = testing::chances(&forge);
        let tally = testing::tally(&forge);
        let counted = tally.cells.values().next().expect("a cell");
        let times = |times: u64| -> (u64, Vec<(u32, u64)>) {
            (counted.drops * times, counted.counts.iter().map(|(key, count)| (*key, count * times)).collect())
        };
        let drops = [times(1000), times(1)];
        let [many, few] =
            drops.each_ref().map(|(drops, counts)| Some(SimulatedColumn { made: *drops, drops: *drops, counts }));
        let columns = [
            ChanceColumn { depth: 1, chances: Some(&chances), simulated: many },
            ChanceColumn { depth: 2, chances: Some(&chances), simulated: few },
            ChanceColumn { depth: 3, chances: None, simulated: few },
        ];
        let of = |measure| {
            let params = ChanceParams { sections: vec![SheetSection::Affixes], ..params(measure) };
            let sheet = chances_of(&columns, &params).expect("a sheet");
            let told: Vec<String> = sheet.rows[0].cells.iter().map(|cell| cell.describe(sheet.measure)).collect();
            (told, sheet)
        };
        let (told, sheet) = of(ChanceMeasure::PerDrop);
        assert_eq!(
            told,
            [
                "4.0 %, 1 in 25; simulated, 3.96 to 4.04 % (95 % interval) of 1,000,000",
                "4.0 %, 1 in 25; computed to ±0.05 %",
                "4.0 %, 1 in 25; simulated, 2.95 to 5.40 % (95 % interval) of 1,000",
            ]
        );
        assert_eq!(sheet.how(), "mixed");
        // Exact: no Slay Evil at depths 1 and 2. Computed: Sharp at 2, Doom at 1 and 2. Simulated: Sharp at 1, and the three at 3.
        assert_eq!(sheet.how_text(), "2 exact, 3 computed, 4 simulated");
        assert!(sheet.caption.ends_with("Computed from the rules, and simulated where that is known better."));
        // Doom was not seen, nor is it computed at depth 3.
        let doom = sheet.rows.iter().find(|row| row.name == "of Doom").expect("it");
        assert_eq!(doom.cells[2].describe(sheet.measure), "not seen in 1,000 simulated; below 0.4 % (95 % interval)");
        assert_eq!(
            (doom.cells[2].text(sheet.measure), doom.cells[2].one_in(sheet.measure)),
            ("< 0.4".into(), "> 260".into())
        );
        // 40 of 100 swords, between 30.9 and 49.8 of 100.
        let (told, _) = of(ChanceMeasure::PerItem);
        assert_eq!(told[2], "40 %, 1 in 2.5; simulated, 30.9 to 49.8 % (95 % interval) of 100");
        let (told, _) = of(ChanceMeasure::PerThousand);
        assert_eq!(told[2], "40 per 1,000 drops; simulated, 29.5 to 54.0 per 1,000 drops (95 % interval) of 1,000");
    }

    /// Sharp is 4 % ± 0.05 of drops. Of 100,000 drops 4,000 agree. 4,400 are 350 more than the bound allows, at a standard
    /// deviation of 62: 5.6 of them, which has a chance of 2e-8, less than 0.001 over the at most 39 cells.
    #[test]
    fn what_drops_contradict_is_marked() {
        let forge = testing::forge();
        let chances = testing::chances(&forge);
        let counted = testing::tally(&forge).cells.into_values().next().expect("a cell");
        let of = |sharp: u64| {
            let is_sharp =
                |key: u32| forge.keys().key(key).metric == Metric::AFFIX && forge.keys().label(key).1 == "Sharp";
            let first = counted.counts.iter().map(|entry| entry.0).find(|key| is_sharp(*key)).expect("it");
            let count = |key: u32, count: u64| match key {
                key if key == first => sharp - 40 * 100 + count * 100,
                _ => count * 100,
            };
            let counts: Vec<_> = counted.counts.iter().map(|(key, of)| (*key, count(*key, *of))).collect();
            let drops = counted.drops * 100;
            let columns = [ChanceColumn {
                depth: 1,
                chances: Some(&chances),
                simulated: Some(SimulatedColumn { made: drops, drops, counts: &counts }),
            }];
            let params = ChanceParams { sections: vec![SheetSection::Affixes], ..params(ChanceMeasure::PerDrop) };
            let sheet = chances_of(&columns, &params).expect("a sheet");
            let marked: Vec<String> = sheet
                .rows
                .iter()
                .chain(&sheet.totals)
                .filter(|row| row.cells.iter().any(Cell::is_discrepant))
                .map(|row| row.name.clone())
                .collect();
            (marked, sheet.notes)
        };
        let (marked, notes) = of(4000);
        assert_eq!(marked, [""; 0]);
        assert!(
            notes[1].starts_with(
                "Checked against 100,000 simulated items: none of 4 computed numbers is further from its count than chance"
            ),
            "{notes:?}"
        );
        let (marked, notes) = of(4400);
        assert_eq!(marked, ["Sharp"]);
        assert!(notes[0].starts_with("≠ marks 1 of 4 computed numbers: in 100,000 simulated items"), "{notes:?}");
    }

    #[test]
    fn quotients_have_bounds() {
        let of = |part: (f64, f64), whole: (f64, f64)| {
            let known = |(mean, bound)| Bounded { mean, bound };
            quotient(known(part), known(whole)).map(|known| (known.mean, known.bound))
        };
        assert_eq!(of((0.25, 0.0), (0.5, 0.0)), Some((0.5, 0.0)));
        // Rounding must not make more than all.
        assert_eq!(of((0.300_000_000_000_000_04, 0.0), (0.3, 0.0)), Some((1.0, 0.0)));
        // From 0 of 0.6 to 0.1 of 0.4.
        assert_eq!(of((0.0, 0.1), (0.5, 0.1)), Some((0.0, 0.1 / 0.4)));
        // No share is above 1 or below 0.
        assert_eq!(of((0.4, 0.2), (0.5, 0.0)), Some((0.8, 0.4)));
        // There may be none at all.
        assert_eq!(of((0.0, 0.0), (0.1, 0.1)), None);
        assert_eq!(of((0.0, 0.0), (0.0, 0.0)), None);
    }

    #[test]
    fn what_cannot_be_asked() {
        let column = ChanceColumn::computed(1, Some(&[]));
        for (columns, params, message) in [
            (&[][..], params(ChanceMeasure::PerDrop), "at least one depth is needed"),
            (
                &[column],
                ChanceParams { quality: 3, ..params(ChanceMeasure::PerDrop) },
                "there is no drop quality 3; there are, from 0, normal, good, great",
            ),
            (
                &[column],
                ChanceParams { sval: Some(7), ..params(ChanceMeasure::PerDrop) },
                "item type 23 has no kind 7; there are 1 Dagger, 2 Long Sword, 50 Broken Blade",
            ),
        ] {
            assert_eq!(chances_of(columns, &params).expect_err("an error").to_string(), message);
        }
    }
}
