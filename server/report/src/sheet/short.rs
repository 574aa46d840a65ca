//! Text of cells in narrow columns: at most three digits, of which at most two behind the point.

use std::fmt::Write as _;

use super::{Cell, Direction, Measure, Value, cell::shown};
use crate::wording::significant_digits;

/// The least number that is written; smaller ones are `<0.01`. Whole text and description of a cell have them all.
const LEAST: f64 = 0.01;

impl Cell {
    /// Appends the text of the cell for a narrow column: [`Cell::push_text`] with at most two digits behind the point,
    /// `<0.01` below that, and of a change an arrow in the place of the sign where it is significant: `24.3`, `0.05`, `▴0.34`.
    pub fn push_short(&self, measure: Measure, text: &mut String) {
        match self.value {
            Value::Change { .. } => self.push_short_change(measure, text),
            Value::Exact { .. } | Value::Simulated { .. } | Value::Share { .. } | Value::NotSeen { .. } => {
                let start = text.len();
                self.push_text(measure, text);
                shorten(text, start, shown(self.number().unwrap_or_default(), measure));
            }
            _ => self.push_text(measure, text),
        }
    }

    fn push_short_change(&self, measure: Measure, text: &mut String) {
        let Value::Change { before, after, .. } = self.value else { return };
        if before.to_bits() == after.to_bits() {
            text.push('=');
            return;
        }
        let between = shown(after - before, measure);
        let (sign, digits) = match self.direction() {
            Some(Direction::Up) => ("▴", 2),
            Some(Direction::Down) => ("▾", 2),
            _ if between < 0.0 => ("−", 1),
            _ => ("+", 1),
        };
        text.push_str(sign);
        let start = text.len();
        match between.abs() {
            between if measure == Measure::Commonness => drop(write!(text, "{between}")),
            between => text.push_str(&significant_digits(between, digits)),
        }
        shorten(text, start, between.abs());
    }
}

/// Shortens the text of a number, which begins at a byte: `< 0.3`, `0.00123`, `3.2e-5`, `> 99.9` or one that is short enough. It is
/// rounded anew from the number itself, for what is rounded twice may be wrong.
fn shorten(text: &mut String, start: usize, number: f64) {
    let written = &text[start..];
    let (limit, digits) = match written.as_bytes() {
        [limit @ (b'<' | b'>'), b' ', ..] => (Some(char::from(*limit)), &written[2..]),
        _ => (None, written),
    };
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let is_least = |limit: f64| digits.parse::<f64>().is_ok_and(|written| written > 0.0 && written <= limit);
    let short = match limit {
        Some('<') if is_least(LEAST) => "<0.01".to_owned(),
        Some(limit) => format!("{limit}{digits}"),
        None if number > 0.0 && number < LEAST => "<0.01".to_owned(),
        None if decimals > 2 => format!("{number:.2}"),
        None => return,
    };
    text.truncate(start);
    text.push_str(&short);
}

/// The width of a text in halves of a digit: points, commas and spaces take one of them, all else takes two.
pub fn width_in_halves(text: &str) -> usize {
    text.chars().map(|letter| if matches!(letter, '.' | ',' | ' ') { 1 } else { 2 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn short(value: Value, measure: Measure) -> String {
        let mut text = String::from("x");
        Cell::from(value).push_short(measure, &mut text);
        text.split_off(1)
    }

    /// Of 0.345 % two digits behind the point are 0.34 or 0.35; what is below 0.01 % says so; an upper limit is never rounded down.
    #[test]
    fn numbers() {
        let exact = |mean, bound| Value::Exact { mean, bound };
        for (value, expected) in [
            (exact(1.0, 0.0), "100"),
            (exact(0.2436, 0.0), "24.4"),
            (exact(0.2436, 0.0006), "24"),
            (exact(0.09421, 0.0), "9.42"),
            (exact(0.00347, 0.0), "0.35"),
            (exact(0.000_523, 0.0), "0.05"),
            // Rounded twice this would be 0.12.
            (exact(0.001_254, 0.0), "0.13"),
            (exact(0.000_099, 0.0), "<0.01"),
            (exact(1.23e-9, 0.0), "<0.01"),
            (exact(0.0, 0.0), "0"),
            (exact(0.2436, 0.06), "<40"),
            (exact(0.000_015, 0.000_1), "<0.02"),
            (exact(0.0, 1e-6), "<0.01"),
            (Value::NotSeen { n: 1000, upper: 0.0038 }, "<0.4"),
            (Value::NotSeen { n: 100_000_000, upper: 3.8e-8 }, "<0.01"),
            (Value::Share { count: 3, n: 1000, low: 0.001, high: 0.009 }, "0.30"),
            (Value::Impossible, ""),
            (Value::NotComputed, "·"),
            (Value::Weight(1500), "1500"),
            (Value::Count(1886), "1,886"),
        ] {
            assert_eq!(short(value, Measure::PerItem), expected, "{value:?}");
        }
        assert_eq!(short(exact(0.9999, 0.0), Measure::AtLeastOne), ">99.9");
        assert_eq!(short(exact(12_345.0, 0.0), Measure::PerThousand), "12345");
    }

    #[test]
    fn changes() {
        let change = |before, after, significant| Value::Change {
            before,
            after,
            low: 0.0,
            high: 0.0,
            counted: false,
            significant,
        };
        for (value, expected) in [
            (change(0.32, 1.0, true), "▴68"),
            (change(0.02, 0.0, true), "▾2.0"),
            (change(0.02, 0.0203, false), "+0.03"),
            (change(0.0203, 0.02, false), "−0.03"),
            (change(0.02, 0.020_001, true), "▴<0.01"),
            (change(0.5, 0.5, false), "="),
        ] {
            assert_eq!(short(value, Measure::PerItem), expected, "{value:?}");
        }
        assert_eq!(short(change(25.0, 20.0, true), Measure::Commonness), "▾5");
    }

    #[test]
    fn widths() {
        assert_eq!(["", "24.3", "<0.01", "1,886", "▴0.34"].map(width_in_halves), [0, 7, 9, 9, 9]);
    }
}
