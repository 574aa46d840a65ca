//! A sheet as a heat map: its numbers as coloured cells, each row with a link of the page's own.

use affixboard_report::{
    palette::{Domains, Scale},
    sheet::{Row, Sheet},
};

use super::sheet_view::heat_class;

/// A sheet's cells as a template writes them.
pub struct Heat {
    /// Their headings.
    pub columns: Vec<String>,
    /// In the order of the sheet.
    pub rows: Vec<HeatRow>,
}

/// A row of a [`Heat`].
pub struct HeatRow {
    /// Of the row.
    pub name: String,
    /// Link of the row; empty for none.
    pub href: String,
    /// Small text behind the name.
    pub about: String,
    /// One for each column.
    pub cells: Vec<HeatCell>,
}

/// A cell of a [`HeatRow`].
pub struct HeatCell {
    /// Of its colour.
    pub class: &'static str,
    /// The number as written.
    pub text: String,
    /// How it was obtained.
    pub hint: String,
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
    pub fn new(sheet: &Sheet, href: &dyn Fn(&Row) -> String) -> Heat {
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
