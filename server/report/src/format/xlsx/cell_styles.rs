//! Styles of cells in a workbook: number formats with the digits of the page.

use std::collections::HashMap;

use affixboard_model::game::RowNumber;
use rust_xlsxwriter::{Color, Format, FormatAlign, FormatPattern};

use crate::sheet::{Cell, Direction, Measure, Value};

/// Largest number of number formats: with more, programs may refuse the workbook.
const MOST: usize = 150;
/// Largest number of decimals of a number format.
const MOST_DECIMALS: usize = 20;
const QUIET: Color = Color::RGB(0x6b_6b_6b);

/// The styles used so far.
pub(super) struct CellStyles {
    known: HashMap<StyleKey, Format>,
    pub(super) heading: Format,
    /// Style of the heading of a column of numbers.
    pub(super) depth: Format,
    /// Style of text that looks like a formula.
    pub(super) quoted: Format,
    /// Style of impossible values.
    pub(super) impossible: Format,
    /// Style of unknown values.
    pub(super) unknown: Format,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct StyleKey {
    /// In Excel's notation.
    number: String,
    partial: bool,
    quiet: bool,
}

impl CellStyles {
    pub(super) fn new() -> CellStyles {
        let hatched = Format::new().set_pattern(FormatPattern::LightUp);
        CellStyles {
            known: HashMap::new(),
            heading: Format::new().set_bold(),
            depth: Format::new().set_bold().set_align(FormatAlign::Right),
            quoted: Format::new().set_quote_prefix(),
            impossible: hatched.set_foreground_color(Color::RGB(0xb8_b8_b8)),
            unknown: Format::new().set_align(FormatAlign::Right).set_font_color(QUIET),
        }
    }

    /// Style of a cell with a number.
    pub(super) fn of(&mut self, cell: &Cell, measure: Measure) -> &Format {
        let mut number = number_format(cell, measure);
        if self.known.len() >= MOST && number.starts_with('"') {
            "\"< …\"".clone_into(&mut number);
        }
        let quiet = cell.direction() == Some(Direction::Unclear) || matches!(cell.value, Value::NotSeen { .. });
        let key = StyleKey { number, partial: cell.partial, quiet };
        self.known.entry(key).or_insert_with_key(|key| {
            let mut format = Format::new().set_num_format(&key.number).set_align(FormatAlign::Right);
            if key.partial {
                format = format.set_italic();
            }
            if key.quiet {
                format = format.set_font_color(QUIET);
            }
            format
        })
    }
}

/// The number format that shows a cell's number as the page does; where none can, the page's text in quotes, which
/// shows the same for any number.
fn number_format(cell: &Cell, measure: Measure) -> String {
    let measure = match cell.value {
        // Counts and weights are no probabilities, whatever the others of their sheet are.
        Value::Count(_) => return "#,##0".to_owned(),
        Value::Weight(_) | Value::Quantile { value: RowNumber::Exactly(_), .. } => return "0".to_owned(),
        _ => measure,
    };
    let text = cell.text(measure);
    let unit = measure.unit();
    let mark = if cell.is_discrepant() { "\"≠ \"" } else { "" };
    let literal = || if text == "=" { "\"=\"".to_owned() } else { format!("{mark}\"{text}{unit}\"") };
    let number = cell.number().unwrap_or_default() * if unit == "%" { 100.0 } else { 1.0 };
    let Some(decimals) = decimals(&text, number) else { return literal() };
    let digits = if decimals == 0 { "0".to_owned() } else { format!("0.{}", "0".repeat(decimals)) };
    match cell.direction() {
        Some(Direction::Unclear) => format!("+{digits}{unit};-{digits}{unit}"),
        Some(_) => format!("\"▲ \"+{digits}{unit};\"▼ \"-{digits}{unit}"),
        None => format!("{mark}{digits}{unit}"),
    }
}

/// Number of decimals with which a number reads as the text.
fn decimals(text: &str, number: f64) -> Option<usize> {
    let text = text.trim_start_matches(['▲', '▼', ' ']).trim_start_matches(['+', '−']);
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().ok()?;
    let behind = digits.split_once('.').map_or(0, |(_, behind)| behind.len());
    let decimals = usize::try_from(i32::try_from(behind).ok()? - exponent).ok()?;
    let shown: f64 = format!("{:.decimals$}", number.abs()).parse().ok()?;
    let wanted: f64 = text.parse().ok()?;
    (decimals <= MOST_DECIMALS && (shown - wanted).abs() <= wanted * 1e-12).then_some(decimals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Overlay;

    #[test]
    fn number_formats_have_the_digits_of_the_page() {
        let quantile = |value| Value::Quantile { value, low: None, high: None, n: 9 };
        let share = |share: f64| Value::Share { count: 1, n: (1.0 / share).round() as u64, low: 0.0, high: 1.0 };
        for (value, measure, format) in [
            (Value::exactly(0.265), Measure::Pool, "0.0%"),
            (Value::exactly(1.0), Measure::Pool, "0%"),
            (Value::exactly(0.012_34), Measure::Pool, "0.00%"),
            (Value::exactly(0.000_123), Measure::Pool, "0.0000%"),
            (Value::exactly(1.234e-9), Measure::Pool, "0.000000000%"),
            (Value::exactly(0.0), Measure::Pool, "0%"),
            (Value::Exact { mean: 0.2436, bound: 0.0006 }, Measure::PerDrop, "0%"),
            (Value::Exact { mean: 0.2436, bound: 0.006 }, Measure::PerDrop, "\"20%\""),
            (Value::Exact { mean: 0.0, bound: 2e-7 }, Measure::PerDrop, "\"< 2e-5%\""),
            (Value::exactly(0.999_97), Measure::AtLeastOne, "\"> 99.9%\""),
            (Value::exactly(2.65), Measure::PerThousand, "0.00"),
            (share(0.25), Measure::PerItem, "0.0%"),
            (Value::NotSeen { n: 200_000, upper: 0.000_019 }, Measure::PerDrop, "\"< 0.002%\""),
            (Value::Weight(20), Measure::Commonness, "0"),
            (Value::Count(1886), Measure::PerItem, "#,##0"),
            (quantile(RowNumber::Exactly(-3)), Measure::Number, "0"),
            (quantile(RowNumber::AtLeast(250)), Measure::Number, "\"≥ 250\""),
            (
                Value::Change {
                    before: 0.02,
                    after: 0.0203,
                    low: 0.0001,
                    high: 0.0005,
                    counted: false,
                    significant: true,
                },
                Measure::Pool,
                "\"▲ \"+0.000%;\"▼ \"-0.000%",
            ),
            (
                Value::Change { before: 0.5, after: 0.2, low: -0.4, high: 0.1, counted: false, significant: false },
                Measure::Pool,
                "+0%;-0%",
            ),
            (
                Value::Change { before: 25.0, after: 20.0, low: -5.0, high: -5.0, counted: false, significant: true },
                Measure::Commonness,
                "\"▲ \"+0;\"▼ \"-0",
            ),
            (
                Value::Change { before: 0.5, after: 0.5, low: 0.0, high: 0.0, counted: false, significant: false },
                Measure::Pool,
                "\"=\"",
            ),
        ] {
            assert_eq!(number_format(&Cell::from(value), measure), format, "{value:?}");
        }
        let counted = share(0.5);
        let mark =
            Cell { overlay: Some(Box::new(Overlay { counted, discrepant: true })), ..Value::exactly(0.265).into() };
        assert_eq!(number_format(&mark, Measure::PerItem), "\"≠ \"0.0%");
    }

    #[test]
    fn there_are_never_too_many_number_formats() {
        let mut styles = CellStyles::new();
        for n in 1..1000 {
            let _ = styles.of(&Value::NotSeen { n, upper: 1.0 / (n as f64).powi(3) }.into(), Measure::PerDrop);
        }
        assert!(styles.known.len() <= MOST + 1, "{}", styles.known.len());
    }
}
