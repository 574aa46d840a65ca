//! Colours as conditional formats of the workbook, so that people can change them; as close to the page's as such rules
//! allow.

use rust_xlsxwriter::{
    Color, ConditionalFormat2ColorScale, ConditionalFormat3ColorScale, ConditionalFormatCell,
    ConditionalFormatCellRule, ConditionalFormatType, Format, Worksheet, XlsxError,
};

use super::ranges::{self, Range};
use crate::{
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
    Ok(match (scale, sheet.domain) {
        (_, None) => "none".to_owned(),
        (Scale::Sheet, Some((_, high))) if curve == Curve::Linear => {
            format!("Three-colour scale from 0 over {} to {high}, linear as on the page.", high / 2.0)
        }
        (Scale::Row | Scale::Column, _) if curve == Curve::Linear => format!(
            "Three-colour scales, one per {}, each from 0 to its greatest number, linear as on the page.",
            if scale == Scale::Row { "row" } else { "column" }
        ),
        (Scale::Sheet, Some((low, high))) => format!(
            "Three-colour scale from {low} over {}, the geometric mean, to {high}. The page's scale is logarithmic, which \
             that of a workbook can't be: the two agree at these three numbers, and between them this one is linear.",
            middle(low, high)
        ),
        (Scale::Row | Scale::Column, _) => format!(
            "Three-colour scales, one per {}, each from its least over the geometric mean to its greatest number. The \
             page's are logarithmic, which those of a workbook can't be: they agree at these three numbers, and between \
             them these are linear.",
            if scale == Scale::Row { "row" } else { "column" }
        ),
    })
}

/// The middle of a logarithmic scale: the geometric mean.
fn middle(low: f64, high: f64) -> f64 {
    (low.ln() / 2.0 + high.ln() / 2.0).exp()
}

/// Adds a scale from dark blue to yellow. Zeros stay plain, as on the page, also those that somebody writes; text on
/// dark colours is white.
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
        let colour = colour_at(0.5);
        light_text(page, range, areas, readable(colour) == WHITE, high)?;
        let scale = ConditionalFormat2ColorScale::new()
            .set_minimum(ConditionalFormatType::Lowest, 0)
            .set_maximum(ConditionalFormatType::Highest, 0)
            .set_minimum_color(excel(colour))
            .set_maximum_color(excel(colour))
            .set_multi_range(areas);
        return put(page, range, &scale);
    }
    let [low, middle] = match curve {
        Curve::Log => [low, middle(low, high)],
        Curve::Linear => [0.0, high / 2.0],
    };
    let stops = [(low, colour_at(0.0)), (middle, colour_at(0.5)), (high, colour_at(1.0))];
    light_text(page, range, areas, true, darkest_end(stops))?;
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

/// Adds white text for numbers up to `up_to`.
fn light_text(page: &mut Worksheet, range: Range, areas: &str, wanted: bool, up_to: f64) -> Result<(), XlsxError> {
    if !wanted {
        return Ok(());
    }
    let rule = ConditionalFormatCell::new()
        .set_rule(ConditionalFormatCellRule::LessThanOrEqualTo(up_to))
        .set_format(Format::new().set_font_color(excel(WHITE)))
        .set_multi_range(areas);
    put(page, range, &rule)
}

/// The largest number whose colour has a better contrast with white than with black text, on colours that get lighter.
fn darkest_end(stops: [(f64, Rgb); 3]) -> f64 {
    let [low, middle, high] = stops;
    let colour = |number: f64| {
        let (from, to) = if number < middle.0 { (low, middle) } else { (middle, high) };
        mixed(from.1, to.1, (number - from.0) / (to.0 - from.0))
    };
    let (mut dark, mut light) = (low.0, high.0);
    // Bisection: after 64 steps no float is left between.
    for _ in 0..64 {
        let number = f64::midpoint(dark, light);
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
