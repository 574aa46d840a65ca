//! A sheet as the template shows it: texts, classes and links. The numbers are the sheet's own.

use std::{fmt::Write as _, ops::RangeInclusive};

use affixboard_model::batch::Entry;
use affixboard_report::{
    chart,
    palette::{self, Curve, Domains, Scale},
    sheet::{Cell, Direction, LeadColumn, LeadField, Measure, Row, Sheet, Value, width_in_halves},
};
use affixboard_store::Revision;

use super::sheet_parts::{PartsView, SheetPart, anchor};
use crate::{explanations::why_links::WhyLinks, links};

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// As the measure has it: weights, or per cent.
    Plain,
    /// One in so many.
    OneIn,
    /// Changes as both their numbers.
    Both,
}

/// The most first columns that can stay in view.
pub(crate) const MOST_FROZEN: usize = 12;

pub(crate) struct SheetView {
    /// Classes of the box.
    pub(crate) class: String,
    pub(crate) name: HeadView,
    pub(crate) lead: Vec<HeadView>,
    pub(crate) columns: Vec<ColumnView>,
    pub(crate) totals: Vec<RowView>,
    /// Totals that are the same in all columns, with their number: `170 total commonness`.
    pub(crate) constants: Vec<String>,
    pub(crate) groups: Vec<GroupView>,
    /// Sections without rows, after those that have some: headings and reasons. Only with the last part.
    pub(crate) absent: Vec<(String, String)>,
    pub(crate) legend: Option<Legend>,
    pub(crate) empty: EmptyCells,
    /// Whether its cells are changes.
    pub(crate) is_change: bool,
    /// Whether depths go down and rows across.
    pub(crate) is_turned: bool,
    /// The question of the links to explanations.
    pub(crate) question: String,
    /// All columns together, for cells that span a row.
    pub(crate) width: usize,
    /// Number of rows of the sheet, shown or not.
    pub(crate) rows: usize,
    /// Number of rows that are left out because no change can be told in them.
    pub(crate) unchanged: usize,
    /// The range of rows shown; `None` if all are.
    pub(crate) parts: Option<PartsView>,
}

/// The heading of a column before the depths.
pub(crate) struct HeadView {
    pub(crate) label: String,
    /// Sorts by this column; empty where it can't.
    pub(crate) href: String,
    /// For `aria-sort`.
    pub(crate) sorted: &'static str,
}

/// The kinds of cells without a number that a sheet has, besides impossible ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct EmptyCells {
    /// Looked for in vain.
    pub(crate) unseen: bool,
    /// Nothing is known.
    pub(crate) unknown: bool,
}

pub(crate) struct ColumnView {
    /// Position of the column, from 0.
    at: usize,
    /// CSS classes of a column that stays in view; else empty.
    pub(crate) frozen: String,
    pub(crate) label: String,
    pub(crate) depth: u32,
    /// The item type, where columns are of several; else empty.
    pub(crate) tval: String,
    /// The end of the ids of its cells.
    pub(crate) key: String,
    /// Sorts by this column; empty where it can't.
    pub(crate) href: String,
    /// For `aria-sort`.
    pub(crate) sorted: &'static str,
}

pub(crate) struct GroupView {
    pub(crate) name: String,
    /// Whether it began in the part before.
    pub(crate) is_again: bool,
    /// Those of its item type, where the sheet has several; they stand before the first of its groups.
    pub(crate) totals: Vec<RowView>,
    /// Whether they stand in the part before too.
    pub(crate) totals_again: bool,
    pub(crate) rows: Vec<RowView>,
}

pub(crate) struct RowView {
    /// For links to this row.
    pub(crate) anchor: String,
    pub(crate) name: String,
    pub(crate) href: String,
    /// Link to its explanation; empty where there is none.
    pub(crate) why: String,
    pub(crate) role: String,
    pub(crate) lead: Vec<LeadView>,
    /// Sparkline of its numbers, as an SVG path.
    pub(crate) spark: String,
    cells: Cells,
}

pub(crate) struct LeadView {
    /// The affix level's words are shown as badges.
    pub(crate) badges: Vec<String>,
    pub(crate) text: String,
}

/// A cell as the template sees it.
pub(crate) struct CellView<'a> {
    pub(crate) class: &'static str,
    pub(crate) text: &'a str,
    /// The overlaid batch's count, in short; empty for none.
    pub(crate) beside: &'a str,
    pub(crate) hint: &'a str,
    /// Whether it lies further from the overlaid count than chance explains.
    pub(crate) is_apart: bool,
}

impl CellView<'_> {
    /// Whether it has no more than a limit: that is written smaller.
    pub(crate) fn is_limit(&self) -> bool {
        self.text.starts_with(['<', '>'])
    }
}

/// The cells of a row. Their texts stand in one string, because a sheet may have some ten thousand of them.
struct Cells {
    texts: String,
    cells: Vec<Ends>,
}

/// A cell's class, and the byte offsets at which its text, its overlaid count and its hint end.
struct Ends {
    class: &'static str,
    is_apart: bool,
    text: usize,
    beside: usize,
    hint: usize,
}

impl RowView {
    pub(crate) fn cells(&self) -> impl Iterator<Item = CellView<'_>> {
        let Cells { texts, cells } = &self.cells;
        let starts = [0].into_iter().chain(cells.iter().map(|ends| ends.hint));
        cells.iter().zip(starts).map(|(ends, start)| CellView {
            class: ends.class,
            text: &texts[start..ends.text],
            beside: &texts[ends.text..ends.beside],
            hint: &texts[ends.beside..ends.hint],
            is_apart: ends.is_apart,
        })
    }

    /// The cell of one column, for sheets whose rows go across.
    pub(crate) fn cell(&self, column: &ColumnView) -> Option<CellView<'_>> {
        let Cells { texts, cells } = &self.cells;
        let start = column.at.checked_sub(1).and_then(|before| cells.get(before)).map_or(0, |ends| ends.hint);
        cells.get(column.at).map(|ends| CellView {
            class: ends.class,
            text: &texts[start..ends.text],
            beside: &texts[ends.text..ends.beside],
            hint: &texts[ends.beside..ends.hint],
            is_apart: ends.is_apart,
        })
    }
}

/// The colours from the least to the greatest number.
pub(crate) struct Legend {
    /// The numbers at the ends, or words where each section, row or column has its own.
    pub(crate) low: String,
    pub(crate) high: String,
    pub(crate) classes: Vec<u8>,
    /// What shares a scale, and the curve where it is not the usual one; empty where that needs no words.
    pub(crate) about: String,
}

impl Legend {
    /// `None` where no cell has a colour.
    fn new(sheet: &Sheet, domains: &Domains, options: &ViewOptions<'_>) -> Option<Legend> {
        let whole = sheet.domain?;
        let is_one = options.scale == Scale::Sheet
            || (options.scale == Scale::Section && domains.section(sheet.rows.len().saturating_sub(1)) == 0);
        let (low, high) = if is_one {
            let (low, high) = domains.of(0, 0).unwrap_or(whole);
            let low = if options.curve == Curve::Log { low } else { 0.0 };
            let text = |number| number_text(number, sheet.measure, options.notation);
            // There is no `1 in N` of nothing.
            let least = if low > 0.0 || options.notation != Notation::OneIn { text(low) } else { "never".to_owned() };
            (least, text(high))
        } else {
            ("least".to_owned(), "most".to_owned())
        };
        let within = if is_one { String::new() } else { format!("within each {}", options.scale.word()) };
        let curve = match options.curve {
            Curve::Root => "",
            Curve::Log => "log scale",
            Curve::Linear => "linear scale",
        };
        let parts: Vec<&str> = [within.as_str(), curve].into_iter().filter(|part| !part.is_empty()).collect();
        Some(Legend { low, high, classes: (0..palette::BINS).collect(), about: parts.join(", ") })
    }
}

/// Options of a sheet's view.
pub(crate) struct ViewOptions<'a> {
    pub(crate) revision: &'a Revision,
    pub(crate) scale: Scale,
    pub(crate) curve: Curve,
    /// Number of leading columns that stay in view, the name among them.
    pub(crate) frozen: usize,
    /// The width of the names and of columns of numbers, where somebody chose one.
    pub(crate) widths: (Option<usize>, Option<usize>),
    /// Whether depths go down and rows across.
    pub(crate) is_turned: bool,
    pub(crate) notation: Notation,
    /// The part of the rows to show.
    pub(crate) part: SheetPart<'a>,
    /// The link to a part.
    pub(crate) part_link: &'a dyn Fn(&str) -> String,
    /// The link that sorts by a depth, `name` or `level`.
    pub(crate) sort_link: &'a dyn Fn(&str) -> String,
    /// The sort column, in the same words, and whether it is reversed.
    pub(crate) sorted: (&'a str, bool),
    /// Links from rows to explanations; `None` where there are none.
    pub(crate) why: Option<WhyLinks<'a>>,
}

impl SheetView {
    pub(crate) fn new(sheet: &Sheet, options: &ViewOptions<'_>) -> SheetView {
        let domains = Domains::new(sheet, options.scale).spread(options.curve);
        let parts = PartsView::new(sheet, options.part, options.part_link);
        let shown = parts.as_ref().map_or(0..sheet.rows.len(), PartsView::range);
        // They are of something else than the rows, whose colours they would outshout.
        let total = |row: &Row| row_view(sheet, row, options, &|_, _: &Cell| None);
        let constant = |row: &Row| constant_text(sheet, row, options).is_some();
        let totals_of = |tval: Option<u16>| -> Vec<RowView> {
            let wanted = |row: &&Row| row.group.as_ref().map(|_| row.place.0) == tval && !constant(row);
            sheet.totals.iter().filter(wanted).map(total).collect()
        };
        let mut groups: Vec<GroupView> = Vec::new();
        let mut of_type = None;
        for (at, row) in sheet.rows.iter().enumerate().take(shown.end).skip(shown.start) {
            let view = row_view(sheet, row, options, &|column, cell: &Cell| domains.class(at, column, cell.number()));
            let name = row.group.clone().unwrap_or_default();
            if let Some(group) = groups.last_mut().filter(|group| group.name == name) {
                group.rows.push(view);
                continue;
            }
            let before = at.checked_sub(1).filter(|_| at == shown.start).map(|before| &sheet.rows[before]);
            let is_again = before.is_some_and(|before| before.group == row.group);
            let totals_again = before.is_some_and(|before| before.place.0 == row.place.0);
            let totals = if of_type == Some(row.place.0) { Vec::new() } else { totals_of(Some(row.place.0)) };
            of_type = Some(row.place.0);
            groups.push(GroupView { name, is_again, totals, totals_again, rows: vec![view] });
        }
        let leads = lead_columns(sheet).count();
        let frozen = if options.is_turned { 0 } else { options.frozen.saturating_sub(1 + leads) };
        let columns = sheet.columns.iter().enumerate().map(|(at, column)| {
            let by = column.depth.to_string();
            let tval = column.tval.map_or(String::new(), |tval| tval.to_string());
            ColumnView {
                at,
                frozen: if at < frozen { format!("fixed d{}", at + 1) } else { String::new() },
                label: column.label.clone(),
                depth: column.depth,
                key: if tval.is_empty() { by.clone() } else { format!("{by}-t{tval}") },
                sorted: if tval.is_empty() { sorted(options, &by, false) } else { "" },
                // A depth is in as many columns as there are types.
                href: if tval.is_empty() { (options.sort_link)(&by) } else { String::new() },
                tval,
            }
        });
        let totals = totals_of(None);
        SheetView {
            class: format!("{} {}", box_class(options, leads, sheet), width_class(options.widths.1, &totals, &groups)),
            name: HeadView {
                label: "Name".to_owned(),
                href: (options.sort_link)("name"),
                sorted: sorted(options, "name", true),
            },
            lead: lead_columns(sheet).map(|lead| lead_head(lead, options)).collect(),
            columns: columns.collect(),
            totals,
            constants: sheet.totals.iter().filter_map(|row| constant_text(sheet, row, options)).collect(),
            groups,
            absent: if shown.end == sheet.rows.len() { absent(sheet) } else { Vec::new() },
            legend: Legend::new(sheet, &domains, options),
            empty: empty_cells(sheet),
            is_change: sheet.baseline.is_some(),
            is_turned: options.is_turned,
            question: options.why.as_ref().map_or("", WhyLinks::question).to_owned(),
            // The name before the depths, and the row in small behind them.
            width: 2 + leads + sheet.columns.len(),
            rows: sheet.rows.len(),
            unchanged: sheet.baseline.as_ref().map_or(0, |before| before.unchanged),
            parts,
        }
    }

    /// Whether rows stand in sections with names.
    pub(crate) fn has_groups(&self) -> bool {
        self.groups.iter().any(|group| !group.name.is_empty())
    }
}

fn absent(sheet: &Sheet) -> Vec<(String, String)> {
    sheet.absent.iter().map(|section| (section.heading.clone(), section.why.clone())).collect()
}

/// CSS classes for the columns that stay in view. A turned sheet has its depths in the first column, and no
/// other that could stay.
fn box_class(options: &ViewOptions<'_>, leads: usize, sheet: &Sheet) -> String {
    let mut class = "sheet".to_owned();
    if options.is_turned {
        class.push_str(" turned");
    }
    if sheet.columns.iter().any(|column| column.tval.is_some()) {
        class.push_str(" by-type");
    }
    if sheet.baseline.is_some() {
        class.push_str(" of-changes");
    }
    if let Some(width) = options.widths.0 {
        let _ = write!(class, " sized names{width}");
    }
    match options.frozen {
        0 => class.push_str(" loose"),
        frozen if frozen > 1 && !options.is_turned => {
            let _ = write!(class, " frozen leads{leads} leads-frozen{}", leads.min(frozen - 1));
        }
        _ => {}
    }
    class
}

/// The total with its number where it is the same in all columns, `170 total commonness`: a caption says that better than a row.
/// `None` of others, and of those of one item type among several.
fn constant_text(sheet: &Sheet, row: &Row, options: &ViewOptions<'_>) -> Option<String> {
    let (first, rest) = row.cells.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let is_plain = |cell: &Cell| cell.overlay.is_none() && !cell.partial && cell.number().is_some();
    let is_same = row.group.is_none() && is_plain(first) && rest.iter().all(|cell| cell == first);
    // Totals have a measure of their own: shares stay rows.
    let number = matches!(first.value, Value::Weight(_) | Value::Count(_)) && is_same;
    number.then(|| {
        let mut text = String::new();
        push_cell(first, sheet.measure, options.notation, &mut text);
        // Of a comparison the name begins with the side.
        match row.name.split_once(": ") {
            Some((side, name)) => format!("{side}: {text} {name}"),
            None => format!("{text} {}", row.name),
        }
    })
}

/// The class for the width of number columns: `w` and halves of a digit, that of the longest number in them.
fn width_class(chosen: Option<usize>, totals: &[RowView], groups: &[GroupView]) -> String {
    if let Some(width) = chosen {
        return format!("w{width}");
    }
    let of_groups = groups.iter().flat_map(|group| group.totals.iter().chain(&group.rows));
    let cells = totals.iter().chain(of_groups).flat_map(RowView::cells);
    let widths = cells.map(|cell| {
        let text = width_in_halves(cell.text);
        // Limits and what stands beneath are written smaller.
        let text = if cell.is_limit() { (text * 5).div_ceil(6) } else { text };
        text.max((width_in_halves(cell.beside) * 5).div_ceil(6))
    });
    format!("w{}", widths.max().unwrap_or_default().clamp(HEADING, *NUMBER_WIDTHS.end()))
}

/// The width that a heading of three bold digits needs, in halves of a digit.
const HEADING: usize = 7;

/// The widths of columns that the stylesheet knows: of numbers in halves of a digit, of names in the unit of the page's text.
pub(crate) const NUMBER_WIDTHS: RangeInclusive<usize> = 6..=24;
pub(crate) const NAME_WIDTHS: RangeInclusive<usize> = 6..=30;

/// For `aria-sort`: words go up from A unless the other way round, numbers down from the highest.
fn sorted(options: &ViewOptions<'_>, by: &str, is_word: bool) -> &'static str {
    match options.sorted {
        (now, reversed) if now == by => {
            if reversed == is_word {
                "descending"
            } else {
                "ascending"
            }
        }
        _ => "none",
    }
}

fn lead_head(lead: &LeadColumn, options: &ViewOptions<'_>) -> HeadView {
    let by = match lead.field {
        LeadField::Level => "level",
        LeadField::Role | LeadField::Summary => "",
    };
    HeadView {
        label: lead.label.clone(),
        href: if by.is_empty() { String::new() } else { (options.sort_link)(by) },
        sorted: if by.is_empty() { "" } else { sorted(options, by, true) },
    }
}

fn empty_cells(sheet: &Sheet) -> EmptyCells {
    let mut empty = EmptyCells::default();
    for cell in sheet.rows.iter().chain(&sheet.totals).flat_map(|row| &row.cells) {
        empty.unseen |= matches!(cell.value, Value::NotSeen { .. }) || cell.is_only_bounded();
        empty.unknown |= matches!(cell.value, Value::NotComputed);
    }
    empty
}

/// The columns before the depths that say something, without the role: that stands small behind the name.
fn lead_columns(sheet: &Sheet) -> impl Iterator<Item = &LeadColumn> {
    let says = |lead: &LeadColumn| sheet.rows.iter().any(|row| !row.lead(lead.field).is_empty());
    sheet.lead.iter().filter(move |lead| lead.field != LeadField::Role && says(lead))
}

/// An end of the colour scale, written as the cells are.
fn number_text(number: f64, measure: Measure, notation: Notation) -> String {
    let cell = Cell::from(Value::exactly(number));
    match notation {
        _ if measure == Measure::Commonness => Cell::from(Value::Weight(number as u32)).text(measure),
        _ if !measure.is_probability() => cell.text(measure),
        Notation::Plain | Notation::Both => format!("{} %", cell.text(measure)),
        Notation::OneIn => format!("1 in {}", cell.one_in(measure)),
    }
}

fn row_view(
    sheet: &Sheet,
    row: &Row,
    options: &ViewOptions<'_>,
    class: &dyn Fn(usize, &Cell) -> Option<u8>,
) -> RowView {
    let href = match (row.entry, row.index) {
        (Some(Entry::Affix(_)), Some(index)) => links::affix(options.revision, index),
        (Some(Entry::Theme(_)), Some(index)) => links::theme(options.revision, index),
        (Some(Entry::Artifact(_)), Some(index)) => links::artifact(options.revision, index),
        (Some(Entry::Kind), Some(index)) if row.kind.is_some() => links::kind(options.revision, index),
        _ => String::new(),
    };
    let lead = lead_columns(sheet).map(|lead| {
        let text = row.lead(lead.field);
        match lead.field {
            LeadField::Level => LeadView {
                badges: text.split('/').filter(|word| !word.is_empty()).map(str::to_owned).collect(),
                text: String::new(),
            },
            _ => LeadView { badges: Vec::new(), text: text.to_owned() },
        }
    });
    RowView {
        anchor: anchor(sheet, row),
        name: row.name.clone(),
        href,
        why: options.why.as_ref().map_or(String::new(), |why| why.of(row.entry, row.place.0)),
        role: row.role.clone(),
        lead: lead.collect(),
        spark: chart::sparkline(&row.cells),
        cells: cells_view(sheet, row, options, class),
    }
}

fn cells_view(sheet: &Sheet, row: &Row, options: &ViewOptions<'_>, heat: &dyn Fn(usize, &Cell) -> Option<u8>) -> Cells {
    let mut texts = String::with_capacity(row.cells.len() * TEXTS);
    let cells = row.cells.iter().enumerate().map(|(at, cell)| {
        push_cell(cell, sheet.measure, options.notation, &mut texts);
        let text = texts.len();
        cell.push_overlay(sheet.measure, options.notation == Notation::OneIn, &mut texts);
        let beside = texts.len();
        sheet.push_description(cell, &mut texts);
        Ends {
            class: heat_class(cell, heat(at, cell)),
            is_apart: cell.is_discrepant(),
            text,
            beside,
            hint: texts.len(),
        }
    });
    Cells { cells: cells.collect(), texts }
}

/// Appends the text of a cell.
fn push_cell(cell: &Cell, measure: Measure, notation: Notation, text: &mut String) {
    match notation {
        Notation::OneIn => cell.push_one_in(measure, text),
        Notation::Both if cell.push_both(measure, text) => {}
        Notation::Plain | Notation::Both => cell.push_short(measure, text),
    }
}

/// The CSS classes for the direction and size of a cell's change.
fn change_classes(cell: &Cell) -> [&'static str; 2] {
    const UP: [[&str; 2]; palette::CHANGE_BINS as usize] = [
        ["up1", "up1 partial"],
        ["up2", "up2 partial"],
        ["up3", "up3 partial"],
        ["up4", "up4 partial"],
        ["up5", "up5 partial"],
        ["up6", "up6 partial"],
    ];
    const DOWN: [[&str; 2]; palette::CHANGE_BINS as usize] = [
        ["down1", "down1 partial"],
        ["down2", "down2 partial"],
        ["down3", "down3 partial"],
        ["down4", "down4 partial"],
        ["down5", "down5 partial"],
        ["down6", "down6 partial"],
    ];
    match (cell.direction(), usize::from(cell.strength()).checked_sub(1)) {
        (Some(Direction::Up), Some(at)) => UP[at],
        (Some(Direction::Down), Some(at)) => DOWN[at],
        _ => ["same", "same partial"],
    }
}

/// Usual length of a cell's text and hint together, in bytes.
const TEXTS: usize = 72;

/// The classes of a cell in the stylesheet; `heat` is that of its number, where it has one.
pub(crate) fn heat_class(cell: &Cell, heat: Option<u8>) -> &'static str {
    let [plain, partial] = match (cell.value, heat) {
        (Value::Impossible, _) => ["no", "no partial"],
        (Value::NotSeen { .. }, _) => ["unseen", "unseen partial"],
        _ if cell.is_only_bounded() => ["unseen", "unseen partial"],
        (Value::NotComputed, _) => ["unknown", "unknown partial"],
        (Value::Change { .. }, _) => change_classes(cell),
        (_, Some(heat)) => HEAT[usize::from(heat.min(palette::BINS - 1))],
        _ => ["", "partial"],
    };
    if cell.partial { partial } else { plain }
}

/// The classes of [`palette::Curve::class`], of cells that stand for all their kinds and of partial ones.
const HEAT: [[&str; 2]; palette::BINS as usize] = [
    ["h0", "h0 partial"],
    ["h1", "h1 partial"],
    ["h2", "h2 partial"],
    ["h3", "h3 partial"],
    ["h4", "h4 partial"],
    ["h5", "h5 partial"],
    ["h6", "h6 partial"],
    ["h7", "h7 partial"],
    ["h8", "h8 partial"],
    ["h9", "h9 partial"],
    ["h10", "h10 partial"],
    ["h11", "h11 partial"],
    ["h12", "h12 partial"],
    ["h13", "h13 partial"],
    ["h14", "h14 partial"],
    ["h15", "h15 partial"],
    ["h16", "h16 partial"],
    ["h17", "h17 partial"],
    ["h18", "h18 partial"],
    ["h19", "h19 partial"],
    ["h20", "h20 partial"],
    ["h21", "h21 partial"],
    ["h22", "h22 partial"],
    ["h23", "h23 partial"],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_classes_are_those_of_the_stylesheet() {
        for (class, [plain, partial]) in HEAT.iter().enumerate() {
            assert_eq!((*plain, *partial), (format!("h{class}").as_str(), format!("h{class} partial").as_str()));
        }
    }
}
