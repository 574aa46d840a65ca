//! A sheet as the template shows it: texts, classes and links. The numbers are the sheet's own.

use affixboard_core::batch::Entry;
use affixboard_report::{
    palette::{self, Domains, Scale},
    sheet::{Cell, Direction, LeadColumn, LeadField, Measure, Row, Sheet, Value},
};
use affixboard_store::Revision;

use super::links;

/// How numbers are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    /// As the measure has it: weights, or per cent.
    Plain,
    /// One in so many.
    OneIn,
    /// Changes as both their numbers.
    Both,
}

pub(super) struct SheetView {
    pub(super) lead: Vec<String>,
    pub(super) columns: Vec<ColumnView>,
    pub(super) totals: Vec<RowView>,
    pub(super) groups: Vec<GroupView>,
    pub(super) legend: Option<Legend>,
    /// Whether its cells are changes.
    pub(super) is_change: bool,
    /// All columns together, for cells that span a row.
    pub(super) width: usize,
    pub(super) rows: usize,
}

pub(super) struct ColumnView {
    pub(super) label: String,
    /// Sorts by this column.
    pub(super) href: String,
    /// For `aria-sort`.
    pub(super) sorted: &'static str,
}

pub(super) struct GroupView {
    pub(super) name: String,
    pub(super) rows: Vec<RowView>,
}

pub(super) struct RowView {
    /// For links to this row.
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) href: String,
    pub(super) role: String,
    pub(super) lead: Vec<LeadView>,
    pub(super) cells: Vec<CellView>,
}

pub(super) struct LeadView {
    /// The affix level's words are shown as badges.
    pub(super) badges: Vec<String>,
    pub(super) text: String,
}

pub(super) struct CellView {
    pub(super) class: String,
    pub(super) text: String,
    pub(super) hint: String,
}

/// The colours from the least to the greatest number.
pub(super) struct Legend {
    pub(super) low: String,
    pub(super) high: String,
    pub(super) classes: Vec<u8>,
}

/// What a view is made with besides the sheet.
pub(super) struct ViewOptions<'a> {
    pub(super) revision: &'a Revision,
    pub(super) scale: Scale,
    pub(super) notation: Notation,
    /// The link that sorts by a depth.
    pub(super) sort_link: &'a dyn Fn(u32) -> String,
    /// The depth sorted by, and whether the lowest come first.
    pub(super) sorted: Option<(u32, bool)>,
}

impl SheetView {
    pub(super) fn new(sheet: &Sheet, options: &ViewOptions<'_>) -> SheetView {
        let domains = Domains::new(sheet, options.scale);
        let mut groups: Vec<GroupView> = Vec::new();
        for (at, row) in sheet.rows.iter().enumerate() {
            let view = row_view(sheet, row, options, &|column, cell: &Cell| domains.class(at, column, cell.number()));
            let name = row.group.clone().unwrap_or_default();
            match groups.last_mut().filter(|group| group.name == name) {
                Some(group) => group.rows.push(view),
                None => groups.push(GroupView { name, rows: vec![view] }),
            }
        }
        let legend = sheet.domain.filter(|_| options.scale == Scale::Sheet).map(|(low, high)| Legend {
            low: number_text(low, sheet.measure, options.notation),
            high: number_text(high, sheet.measure, options.notation),
            classes: (0..palette::BINS).collect(),
        });
        let columns = sheet.columns.iter().map(|column| ColumnView {
            label: column.label.clone(),
            href: (options.sort_link)(column.depth),
            sorted: match options.sorted {
                Some((depth, ascending)) if depth == column.depth => {
                    if ascending {
                        "ascending"
                    } else {
                        "descending"
                    }
                }
                _ => "none",
            },
        });
        SheetView {
            lead: lead_columns(sheet).map(|lead| lead.label.clone()).collect(),
            columns: columns.collect(),
            totals: sheet.totals.iter().map(|row| row_view(sheet, row, options, &|_, _| None)).collect(),
            groups,
            legend,
            is_change: sheet.before.is_some(),
            width: 1 + lead_columns(sheet).count() + sheet.columns.len(),
            rows: sheet.rows.len(),
        }
    }
}

/// The columns before the depths, without the role: that stands small behind the name.
fn lead_columns(sheet: &Sheet) -> impl Iterator<Item = &LeadColumn> {
    sheet.lead.iter().filter(|lead| lead.field != LeadField::Role)
}

/// An end of the colour scale, written as the cells are.
fn number_text(number: f64, measure: Measure, notation: Notation) -> String {
    let cell = Cell::from(Value::Exact(number));
    match notation {
        _ if !measure.is_probability() => Cell::from(Value::Weight(number as u32)).text(measure),
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
        anchor: row.index.map_or(String::new(), |index| format!("{}-{index}", row.metric)),
        name: row.name.clone(),
        href,
        role: row.role.clone(),
        lead: lead.collect(),
        cells: row
            .cells
            .iter()
            .enumerate()
            .map(|(at, cell)| cell_view(sheet, cell, options, class(at, cell)))
            .collect(),
    }
}

/// Which way and how much it changed, as a class of the stylesheet.
fn change_class(cell: &Cell) -> &'static str {
    const UP: [&str; 4] = ["up1", "up2", "up3", "up4"];
    const DOWN: [&str; 4] = ["down1", "down2", "down3", "down4"];
    match (cell.direction(), usize::from(cell.strength()).checked_sub(1)) {
        (Some(Direction::Up), Some(at)) => UP[at],
        (Some(Direction::Down), Some(at)) => DOWN[at],
        _ => "same",
    }
}

fn cell_view(sheet: &Sheet, cell: &Cell, options: &ViewOptions<'_>, heat: Option<u8>) -> CellView {
    let mut class = match (cell.value, heat) {
        (Value::Impossible, _) => "no".to_owned(),
        (Value::NotSeen { .. }, _) => "unseen".to_owned(),
        (Value::NotComputed, _) => "unknown".to_owned(),
        (Value::Change { .. }, _) => change_class(cell).to_owned(),
        (_, Some(heat)) => format!("h{heat}"),
        _ => String::new(),
    };
    if cell.partial {
        class += " partial";
    }
    let text = match options.notation {
        Notation::Plain => cell.text(sheet.measure),
        Notation::OneIn => cell.one_in(sheet.measure),
        Notation::Both => cell.both(sheet.measure),
    };
    CellView { class, text, hint: cell.describe(sheet.measure) }
}
