//! A sheet as a heat map: its numbers as coloured cells, each row with a link of the page's own.

use affixboard_report::{
    palette::{Domains, Scale},
    sheet::{Row, Sheet},
};

use super::sheet_view::heat_class;

/// A sheet's cells as a template writes them.
pub(super) struct Heat {
    pub(super) columns: Vec<String>,
    pub(super) rows: Vec<HeatRow>,
}

pub(super) struct HeatRow {
    pub(super) name: String,
    /// Where the row leads; empty where nowhere.
    pub(super) href: String,
    /// What stands small behind the name.
    pub(super) about: String,
    pub(super) cells: Vec<HeatCell>,
}

pub(super) struct HeatCell {
    pub(super) class: &'static str,
    pub(super) text: String,
    pub(super) hint: String,
}

impl Heat {
    /// The rows of a sheet, coloured together; `href` says where each leads.
    pub(super) fn new(sheet: &Sheet, href: &dyn Fn(&Row) -> String) -> Heat {
        let domains = Domains::new(sheet, Scale::Sheet);
        let rows = sheet.rows.iter().enumerate().map(|(at, row)| HeatRow {
            name: row.name.clone(),
            href: href(row),
            about: row.summary.clone(),
            cells: (0..)
                .zip(&row.cells)
                .map(|(column, cell)| {
                    let number = cell.number().filter(|_| !cell.is_only_bounded());
                    HeatCell {
                        class: heat_class(cell, domains.class(at, column, number)),
                        text: cell.text(sheet.measure),
                        hint: cell.describe(sheet.measure),
                    }
                })
                .collect(),
        });
        Heat { columns: sheet.columns.iter().map(|column| column.label.clone()).collect(), rows: rows.collect() }
    }
}
