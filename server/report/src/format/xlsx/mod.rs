//! Excel workbooks: sheets with numbers as numbers, coloured by rules that people can change, and their provenance.

mod cell_styles;
mod colour_rules;
mod ranges;
mod sheet_names;

use std::{
    borrow::Cow,
    io::{self, Write},
};

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, FormatAlign, Worksheet, XlsxError};

use super::{
    Export,
    csv_long::{self, ExtraColumns},
    csv_wide,
    field::Field,
    provenance::{Fact, facts},
};
use crate::sheet::{Sheet, Value};
use cell_styles::CellStyles;
use sheet_names::SheetNames;

/// Columns of the long table that are the same for all lines; they are in the worksheet of provenance.
const PROVENANCE_COLUMNS: [&str; 6] = ["quality", "affix_level", "edition", "revision", "rules", "seed"];
/// Largest number of characters in a cell.
const LONGEST_TEXT: usize = 32_767;
/// Number of frozen columns: section and name.
const FROZEN: u16 = 2;
/// Width of columns of numbers, in characters.
const DEPTH_WIDTH: f64 = 9.5;
const A4: u8 = 9;

/// A workbook with the sheet, its numbers one a line, and its provenance.
///
/// The first worksheet has the columns of [`super::csv_wide()`] with numbers as numbers: probabilities from 0 to 1,
/// shown in per cent with the page's digits. Impossible cells are empty and hatched, unknown ones the text `NA`,
/// unseen ones 0, shown as less than the upper end of its interval. Text is not escaped; what looks like a
/// formula is marked as text. Colours are conditional formats. The worksheet `Numbers` has the columns of
/// [`super::csv_long()`] but for those that are the same in all lines; they are in `Provenance`.
///
/// # Errors
/// Fails where writing to `out` does, or the sheet is larger than a worksheet can be.
pub fn xlsx(export: Export<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut book = Workbook::new();
    let title = &export.sheet.title;
    book.add(title.split_once(':').map_or(title.as_str(), |(item, _)| item), export)?;
    book.add_numbers(export.sheet)?;
    book.write(out)
}

/// A workbook being built: a worksheet for each sheet that is added, then one of provenance.
pub struct Workbook {
    book: rust_xlsxwriter::Workbook,
    names: SheetNames,
    styles: CellStyles,
    /// Provenance of the first sheet.
    facts: Vec<(String, Fact)>,
    sheets: Vec<WorksheetInfo>,
}

/// The line about a worksheet in the worksheet of provenance.
struct WorksheetInfo {
    name: String,
    title: String,
    caption: String,
    colours: String,
}

impl Default for Workbook {
    fn default() -> Workbook {
        Workbook::new()
    }
}

impl Workbook {
    /// An empty workbook.
    pub fn new() -> Workbook {
        let mut book = rust_xlsxwriter::Workbook::new();
        // The same sheet makes the same file: the time of writing says nothing about the numbers.
        if let Ok(no_time) = ExcelDateTime::from_ymd(1980, 1, 1) {
            book.set_properties(&DocProperties::new().set_author("Affixboard").set_creation_datetime(&no_time));
        }
        Workbook { book, names: SheetNames::new(), styles: CellStyles::new(), facts: Vec::new(), sheets: Vec::new() }
    }

    /// Adds a worksheet with this name, as far as Excel allows it.
    ///
    /// # Errors
    /// Fails where the sheet is larger than a worksheet can be.
    pub fn add(&mut self, name: &str, export: Export<'_>) -> io::Result<()> {
        let name = self.names.unique(name);
        let page = self.book.add_worksheet();
        let colours = page.set_name(&name).and_then(|page| fill(page, export, &mut self.styles)).map_err(io_error)?;
        if self.facts.is_empty() {
            self.facts = facts(export);
        }
        let Sheet { title, caption, notes, .. } = export.sheet;
        let caption = std::iter::once(caption).chain(notes).map(String::as_str).collect::<Vec<_>>().join(" ");
        self.sheets.push(WorksheetInfo { name, title: title.clone(), caption, colours });
        Ok(())
    }

    /// Adds a worksheet of a sheet's numbers, one a line.
    fn add_numbers(&mut self, sheet: &Sheet) -> io::Result<()> {
        let name = self.names.unique("Numbers");
        let page = self.book.add_worksheet();
        page.set_name(&name).and_then(|page| fill_numbers(page, sheet, &mut self.styles)).map_err(io_error)
    }

    /// Adds the worksheet of provenance and writes the workbook.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn write(mut self, out: &mut dyn Write) -> io::Result<()> {
        let name = self.names.unique("Provenance");
        let page = self.book.add_worksheet();
        page.set_name(&name)
            .and_then(|page| fill_provenance(page, &self.facts, &self.sheets, &mut self.styles))
            .map_err(io_error)?;
        let bytes = self.book.save_to_buffer().map_err(io_error)?;
        out.write_all(&bytes)
    }
}

fn io_error(error: XlsxError) -> io::Error {
    match error {
        XlsxError::IoError(error) => error,
        other => io::Error::other(other),
    }
}

/// Fills a worksheet; returns the explanation of its colours.
fn fill(page: &mut Worksheet, export: Export<'_>, styles: &mut CellStyles) -> Result<String, XlsxError> {
    let sheet = export.sheet;
    let lead = FROZEN + 1 + sheet.lead.len() as u16;
    for (at, heading) in (0..).zip(csv_wide::header(sheet)) {
        let depth = at >= lead;
        match heading.parse::<u32>() {
            Ok(number) if depth => page.write_number_with_format(0, at, number, &styles.depth)?,
            _ => page.write_string_with_format(0, at, heading, if depth { &styles.depth } else { &styles.heading })?,
        };
    }
    let mut longest = vec![4; usize::from(lead)];
    let mut lines = Vec::new();
    for (line, (section, of)) in (1..).zip(csv_wide::rows(sheet)) {
        let row = of.row();
        lines.push(of);
        for ((at, longest), field) in (0..).zip(&mut longest).zip(csv_wide::lead(sheet, &section, row)) {
            if let Field::Text(text) = field {
                *longest = text.chars().count().max(*longest);
            }
            put(page, line, at, field, styles)?;
        }
        for (at, cell) in (lead..).zip(&row.cells) {
            match (cell.value, cell.number()) {
                (Value::Impossible, _) => page.write_blank(line, at, &styles.impossible)?,
                (_, Some(number)) => page.write_number_with_format(line, at, number, styles.of(cell, sheet.measure))?,
                (_, None) => page.write_string_with_format(line, at, "NA", &styles.unknown)?,
            };
        }
    }
    for (at, longest) in (0..).zip(longest) {
        page.set_column_width(at, (longest as f64 + 2.0).min(40.0))?;
    }
    for at in (lead..).take(sheet.columns.len()) {
        page.set_column_width(at, DEPTH_WIDTH)?;
    }
    let columns = lead + sheet.columns.len() as u16;
    page.set_freeze_panes(1, FROZEN)?;
    if !lines.is_empty() {
        page.autofilter(0, 0, lines.len() as u32, columns - 1)?;
    }
    print_wide(page)?;
    colour_rules::add(page, export, &lines, (1, lead))
}

/// Landscape, all columns on one page, headings on each.
fn print_wide(page: &mut Worksheet) -> Result<(), XlsxError> {
    page.set_landscape().set_paper_size(A4).set_print_fit_to_pages(1, 0).set_repeat_rows(0, 0).map(|_| ())
}

fn fill_numbers(page: &mut Worksheet, sheet: &Sheet, styles: &mut CellStyles) -> Result<(), XlsxError> {
    let extra = ExtraColumns::of(sheet);
    let is_shown: Vec<bool> = csv_long::header(extra).map(|heading| !PROVENANCE_COLUMNS.contains(&heading)).collect();
    let headings =
        csv_long::header(extra).zip(&is_shown).filter(|(_, is_shown)| **is_shown).map(|(heading, _)| heading);
    for (at, heading) in (0..).zip(headings) {
        page.write_string_with_format(0, at, heading, &styles.heading)?;
        page.set_column_width(at, if heading == "name" { 30 } else { 11 })?;
    }
    let mut line = 0;
    csv_long::lines(sheet, extra, |fields| {
        line += 1;
        let fields = fields.iter().zip(&is_shown).filter(|(_, is_shown)| **is_shown).map(|(field, _)| *field);
        (0..).zip(fields).try_for_each(|(at, field)| put(page, line, at, field, styles))
    })?;
    page.set_freeze_panes(1, 0)?;
    if line > 0 {
        page.autofilter(0, 0, line, is_shown.iter().filter(|is_shown| **is_shown).count() as u16 - 1)?;
    }
    Ok(())
}

fn fill_provenance(
    page: &mut Worksheet,
    facts: &[(String, Fact)],
    sheets: &[WorksheetInfo],
    styles: &mut CellStyles,
) -> Result<(), XlsxError> {
    let bold = styles.heading.clone();
    let wrapped = Format::new().set_text_wrap().set_align(FormatAlign::Top);
    let left = Format::new().set_align(FormatAlign::Left);
    page.set_column_width(0, 24)?.set_column_width(1, 44)?.set_column_width(2, 70)?.set_column_width(3, 70)?;
    let mut line = 0;
    for (word, fact) in facts {
        page.write_string_with_format(line, 0, word, &bold)?;
        match fact {
            Fact::Whole(number) => page.write_number_with_format(line, 1, *number as f64, &left).map(|_| ())?,
            Fact::Text(_) => put(page, line, 1, fact.field(), styles)?,
        }
        line += 1;
    }
    line += 1;
    for (word, meaning) in [
        ("empty, hatched", "cannot occur, by proof"),
        ("NA", "not computed, or not known"),
        (
            "< number",
            "can occur; the number in the cell is known to be less than this only: not seen among n (the cell holds 0), or computed with an error bound as large",
        ),
        ("italic", "stands for several kinds that don't agree; the number is the highest"),
        ("gray", "in sheets of changes: can’t be told"),
        ("≠", "a batch beside it differs by more than chance explains"),
    ] {
        page.write_string_with_format(line, 0, word, &bold)?;
        page.write_string_with_format(line, 1, meaning, &Format::new())?;
        line += 1;
    }
    line += 1;
    for (at, heading) in (0..).zip(["Worksheet", "Title", "What the numbers are", "Colours"]) {
        page.write_string_with_format(line, at, heading, &bold)?;
    }
    for sheet in sheets {
        line += 1;
        for (at, text) in (0..).zip([&sheet.name, &sheet.title, &sheet.caption, &sheet.colours]) {
            page.write_string_with_format(line, at, fitting(text), &wrapped)?;
        }
    }
    page.set_landscape().set_paper_size(A4).set_print_fit_to_pages(1, 0);
    Ok(())
}

fn put(page: &mut Worksheet, line: u32, at: u16, field: Field<'_>, styles: &mut CellStyles) -> Result<(), XlsxError> {
    match field {
        Field::Empty | Field::Text("") => {}
        Field::Word(text) => drop(page.write_string(line, at, text)?),
        // Without the prefix it becomes a formula when somebody edits the cell.
        Field::Text(text) if text.starts_with('\'') || super::formula::needs_guard(text) => {
            page.write_string_with_format(line, at, fitting(text), &styles.quoted)?;
        }
        Field::Text(text) => drop(page.write_string(line, at, fitting(text))?),
        // Exact up to 2⁵³; no count of drops comes near it.
        Field::Whole(number) => drop(page.write_number(line, at, number as f64)?),
        Field::Number(number) => drop(page.write_number(line, at, number)?),
    }
    Ok(())
}

/// The part of a text that fits into a cell.
fn fitting(text: &str) -> Cow<'_, str> {
    if text.len() <= LONGEST_TEXT { Cow::Borrowed(text) } else { text.chars().take(LONGEST_TEXT).collect() }
}

#[cfg(test)]
mod tests;
