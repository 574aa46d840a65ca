//! A sheet as a heat map: its numbers as coloured cells, each row with a link of the page's own.

use affixboard_report::{
    palette::{Domains, Scale},
    sheet::{Row, Sheet},
};

use super::sheet_view::heat_class;

/// A sheet's cells as a template writes them.
pub(crate) struct Heat {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<HeatRow>,
}

pub(crate) struct HeatRow {
    pub(crate) name: String,
    /// Link of the row; empty for none.
    pub(crate) href: String,
    /// Small text behind the name.
    pub(crate) about: String,
    pub(crate) cells: Vec<HeatCell>,
}

pub(crate) struct HeatCell {
    pub(crate) class: &'static str,
    pub(crate) text: String,
    pub(crate) hint: String,
}

impl Heat {
    /// The same with the sheet's totals before its rows, without colours.
    pub(crate) fn with_totals(mut self, sheet: &Sheet) -> Heat {
        let totals = sheet.totals.iter().map(|row| HeatRow {
            name: row.name.clone(),
            href: String::new(),
            about: String::new(),
            cells: row
                .cells
                .iter()
                .map(|cell| HeatCell { class: "", text: cell.text(sheet.measure), hint: sheet.describe(cell) })
                .collect(),
        });
        self.rows.splice(0..0, totals);
        self
    }

    /// The rows of a sheet, coloured together; `href` says where each leads.
    pub(crate) fn new(sheet: &Sheet, href: &dyn Fn(&Row) -> String) -> Heat {
        let domains = Domains::new(sheet, Scale::Section);
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
                        hint: sheet.describe(cell),
                    }
                })
                .collect(),
        });
        Heat { columns: sheet.columns.iter().map(|column| column.label.clone()).collect(), rows: rows.collect() }
    }
}
