//! Colours as conditional formats of the workbook, so that people can change them; as close to the page's as such rules
//! allow.

use rust_xlsxwriter::{
    Color, ConditionalFormat2ColorScale, ConditionalFormat3ColorScale, ConditionalFormatCell,
    ConditionalFormatCellRule, ConditionalFormatType, Format, Worksheet, XlsxError,
};

use super::ranges::{self, Range};
use crate::{
    chart::Theme,
    format::Export,
    palette::{Curve, Domains, Rgb, Scale, WHITE, change_colours, colour_at, mixed, readable},
    sheet::{Cell, Sheet, SheetLine, Value},
};

/// Adds the colour rules of a sheet whose lines begin at a cell; returns a text that explains them. Totals have no
/// colour.
pub(super) fn add(
    page: &mut Worksheet,
    export: Export<'_>,
    lines: &[SheetLine<'_>],
    (line, at): (u32, u16),
) -> Result<String, XlsxError> {
    let Export { sheet, scale, curve, .. } = export;
    if sheet.rows.is_empty() || sheet.columns.is_empty() {
        return Ok("none".to_owned());
    }
    let last = (line + lines.len() as u32 - 1, at + sheet.columns.len() as u16 - 1);
    let all = (line, at, last.0, last.1);
    let row_of = |row: u32| match lines.get((row - line) as usize) {
        Some(SheetLine::Row(at, row)) => Some((*at, *row)),
        _ => None,
    };
    // Cells without colour on the page have none here.
    let cell = |row: u32, column: u16| row_of(row)?.1.cells.get(usize::from(column - at));
    if sheet.baseline.is_some() {
        return changes(
            page,
            sheet,
            all,
            &ranges::ranges_of(all, |row, column| cell(row, column).is_some_and(Cell::is_significant)),
        );
    }
    let is_number = |cell: &Cell| !cell.is_only_bounded() && cell.number().is_some_and(|number| number > 0.0);
    let of = |range: Range| ranges::ranges_of(range, |row, column| cell(row, column).is_some_and(is_number));
    let domains = Domains::new(sheet, scale);
    match scale {
        Scale::Sheet => heat(page, all, &of(all), domains.of(0, 0), curve)?,
        Scale::Section => {
            let rows: Vec<(u32, usize)> = (line..=last.0).filter_map(|line| Some((line, row_of(line)?.0))).collect();
            for section in rows.chunk_by(|a, b| domains.section(a.1) == domains.section(b.1)) {
                let [(first, row), ..] = *section else { continue };
                let until = section.last().map_or(first, |end| end.0);
                let range = (first, at, until, last.1);
                heat(page, range, &of(range), domains.of(row, 0), curve)?;
            }
        }
        Scale::Row => {
            for (line, row) in (line..=last.0).filter_map(|line| Some((line, row_of(line)?.0))) {
                let range = (line, at, line, last.1);
                heat(page, range, &of(range), domains.of(row, 0), curve)?;
            }
        }
        Scale::Column => {
            for (column, at) in (at..=last.1).enumerate() {
                let range = (line, at, last.0, at);
                heat(page, range, &of(range), domains.of(0, column), curve)?;
            }
        }
    }
    let Some(domain) = sheet.domain else { return Ok("none".to_owned()) };
    let [low, middle, high] = curve.stops(domain);
    let which = if scale == Scale::Sheet {
        format!("Three-colour scale from {low} over {middle} to {high}")
    } else {
        let over = match curve {
            Curve::Root => "from 0 over a quarter of its greatest number to that",
            Curve::Log => "from its least over the geometric mean to its greatest number",
            Curve::Linear => "from 0 over half its greatest number to that",
        };
        format!("Three-colour scales, one per {}, each {over}", scale.word())
    };
    let how = match curve {
        Curve::Linear => "linear as on the page",
        Curve::Log | Curve::Root => {
            "with the page's colours at these three numbers; between them it is linear, where the page follows ratios or \
             square roots, which a workbook can't"
        }
    };
    Ok(format!("{which}, {how}."))
}

/// Adds a scale from light to dark, on paper as on the page in light. Zeros stay plain, as on the page, also those that somebody
/// writes; text on dark colours is white.
fn heat(
    page: &mut Worksheet,
    range: Range,
    areas: &str,
    domain: Option<(f64, f64)>,
    curve: Curve,
) -> Result<(), XlsxError> {
    let Some((low, high)) = domain.filter(|_| !areas.is_empty()) else { return Ok(()) };
    let nothing =
        ConditionalFormatCell::new().set_rule(ConditionalFormatCellRule::LessThanOrEqualTo(0)).set_stop_if_true(true);
    put(page, range, &nothing.set_multi_range(areas))?;
    if high <= low && curve == Curve::Log {
        // With one number everything has the middle colour.
        let colour = colour_at(0.5, Theme::Light);
        light_text(page, range, areas, (readable(colour) == WHITE).then_some(low))?;
        let scale = ConditionalFormat2ColorScale::new()
            .set_minimum(ConditionalFormatType::Lowest, 0)
            .set_maximum(ConditionalFormatType::Highest, 0)
            .set_minimum_color(excel(colour))
            .set_maximum_color(excel(colour))
            .set_multi_range(areas);
        return put(page, range, &scale);
    }
    let numbers = curve.stops((low, high));
    let stops = [0, 1, 2].map(|at| (numbers[at], colour_at(at as f64 / 2.0, Theme::Light)));
    light_text(page, range, areas, Some(dark_from(stops)))?;
    let [low, middle, high] = stops;
    let scale = ConditionalFormat3ColorScale::new()
        .set_minimum(ConditionalFormatType::Number, low.0)
        .set_midpoint(ConditionalFormatType::Number, middle.0)
        .set_maximum(ConditionalFormatType::Number, high.0)
        .set_minimum_color(excel(low.1))
        .set_midpoint_color(excel(middle.1))
        .set_maximum_color(excel(high.1))
        .set_multi_range(areas);
    put(page, range, &scale)
}

/// Adds white text for numbers from `from` on; `None` where none is wanted.
fn light_text(page: &mut Worksheet, range: Range, areas: &str, from: Option<f64>) -> Result<(), XlsxError> {
    let Some(from) = from else { return Ok(()) };
    let rule = ConditionalFormatCell::new()
        .set_rule(ConditionalFormatCellRule::GreaterThanOrEqualTo(from))
        .set_format(Format::new().set_font_color(excel(WHITE)))
        .set_multi_range(areas);
    put(page, range, &rule)
}

/// The smallest number whose colour has a better contrast with white than with black text, on colours that get darker.
fn dark_from(stops: [(f64, Rgb); 3]) -> f64 {
    let [low, middle, high] = stops;
    let colour = |number: f64| {
        let (from, to) = if number < middle.0 { (low, middle) } else { (middle, high) };
        mixed(from.1, to.1, (number - from.0) / (to.0 - from.0))
    };
    let (mut light, mut dark) = (low.0, high.0);
    // Bisection: after 64 steps no float is left between.
    for _ in 0..64 {
        let number = f64::midpoint(light, dark);
        if readable(colour(number)) == WHITE {
            dark = number;
        } else {
            light = number;
        }
    }
    dark
}

/// Adds a scale from blue (decrease) over white to orange (increase).
fn changes(page: &mut Worksheet, sheet: &Sheet, range: Range, areas: &str) -> Result<String, XlsxError> {
    let changed = sheet.rows.iter().flat_map(|row| &row.cells).map(|cell| match cell.value {
        Value::Change { before, after, .. } => (after - before).abs(),
        _ => 0.0,
    });
    let most = changed.fold(0.0, f64::max);
    if most <= 0.0 || areas.is_empty() {
        return Ok("none".to_owned());
    }
    let [fell, grew] = change_colours();
    let scale = ConditionalFormat3ColorScale::new()
        .set_minimum(ConditionalFormatType::Number, -most)
        .set_midpoint(ConditionalFormatType::Number, 0)
        .set_maximum(ConditionalFormatType::Number, most)
        .set_minimum_color(excel(fell))
        .set_midpoint_color(excel(WHITE))
        .set_maximum_color(excel(grew))
        .set_multi_range(areas);
    put(page, range, &scale)?;
    Ok(format!(
        "Three-colour scale of the differences, from −{most} over 0 to {most}, where the page colours by \
         ratio. What may be chance is plain, with gray text."
    ))
}

fn put(
    page: &mut Worksheet,
    (line, at, last_line, last): Range,
    rule: &(impl rust_xlsxwriter::ConditionalFormat + Send + Sync),
) -> Result<(), XlsxError> {
    page.add_conditional_format(line, at, last_line, last, rule).map(|_| ())
}

fn excel([red, green, blue]: Rgb) -> Color {
    Color::RGB(u32::from_be_bytes([0, red, green, blue]))
}
