//! Cells with the difference of two numbers: direction, size, text.

use std::fmt::Write;

use super::{Cell, Measure, Value, cell::shown};
use crate::{
    palette::change_class,
    wording::{push_three_digits, significant_digits},
};

/// The direction of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// A significant increase.
    Up,
    /// A significant decrease.
    Down,
    /// Not significant: the number may not have changed.
    Unclear,
}

impl Cell {
    /// The direction of a change; `None` for other cells.
    pub fn direction(&self) -> Option<Direction> {
        match self.value {
            Value::Change { before, after, significant: true, .. } if after > before => Some(Direction::Up),
            Value::Change { before, after, significant: true, .. } if after < before => Some(Direction::Down),
            Value::Change { .. } => Some(Direction::Unclear),
            _ => None,
        }
    }

    /// Whether it is a significant change.
    pub fn is_significant(&self) -> bool {
        matches!(self.direction(), Some(Direction::Up | Direction::Down))
    }

    /// Size class of a significant change by its ratio, as `palette::change_class` gives it; else 0.
    pub fn strength(&self) -> u8 {
        let Value::Change { before, after, .. } = self.value else { return 0 };
        if self.is_significant() { change_class(before, after) } else { 0 }
    }

    /// How many times as much a significant change makes it, `× 1.23`; `None` for other cells, and where a number is 0.
    pub fn ratio(&self) -> Option<String> {
        let Value::Change { before, after, .. } = self.value else { return None };
        let has_ratio = self.is_significant() && before > 0.0 && after > 0.0;
        has_ratio.then(|| format!("× {}", significant_digits(after / before, 3)))
    }

    /// Appends both numbers of a change, `32.0 → 100` (per cent). Returns false, and appends nothing, for other cells.
    pub fn push_both(&self, measure: Measure, text: &mut String) -> bool {
        let Value::Change { before, after, .. } = self.value else { return false };
        push_number(before, measure, text);
        text.push_str(" → ");
        push_number(after, measure, text);
        true
    }

    /// Appends the difference, of probabilities in percentage points, with an arrow if it is significant.
    pub(super) fn push_change(&self, measure: Measure, text: &mut String) {
        let Value::Change { before, after, .. } = self.value else { return };
        let (arrow, digits) = match self.direction() {
            Some(Direction::Up) => ("▲ ", 2),
            Some(Direction::Down) => ("▼ ", 2),
            _ => ("", 1),
        };
        if before.to_bits() == after.to_bits() {
            text.push('=');
            return;
        }
        let between = shown(after - before, measure);
        text.push_str(arrow);
        text.push_str(if between < 0.0 { "−" } else { "+" });
        if measure == Measure::Commonness {
            let _ = write!(text, "{}", between.abs());
        } else {
            text.push_str(&significant_digits(between.abs(), digits));
        }
    }

    /// Appends the change in words.
    pub(super) fn push_change_description(&self, measure: Measure, text: &mut String) {
        let Value::Change { before, after, low, high, counted, .. } = self.value else { return };
        let (unit, points) = if measure.is_probability() { (" %", " points") } else { ("", "") };
        let signed = |number: f64| {
            // Digits beyond the seventh decimal are rounding of floats.
            let number = (number * 1e7).round() / 1e7;
            let mut text = String::from(if number < 0.0 { "−" } else { "+" });
            push_number(number.abs(), measure, &mut text);
            text
        };
        push_number(before, measure, text);
        let _ = write!(text, "{unit} before, ");
        push_number(after, measure, text);
        let _ = write!(text, "{unit} after: {}{points}", signed(after - before));
        if let Some(ratio) = self.ratio() {
            let _ = write!(text, ", {ratio}");
        }
        if low.to_bits() != high.to_bits() {
            let interval = if counted { "95 % interval" } else { "computed, from" };
            let _ = write!(text, "; {interval} {} to {}", signed(low), signed(high));
        }
        if !self.is_significant() && before.to_bits() != after.to_bits() {
            text.push_str(if counted { "; may be chance" } else { "; may be equal" });
        }
    }
}

/// Weights are whole; everything else has three digits.
fn push_number(number: f64, measure: Measure, text: &mut String) {
    if measure == Measure::Commonness {
        let _ = write!(text, "{number}");
    } else {
        push_three_digits(text, shown(number, measure));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Measure;

    #[test]
    fn changes() {
        let change = |before: f64, after: f64, low: f64, high: f64| {
            let significant = low > 0.0 || high < 0.0;
            Cell::from(Value::Change { before, after, low, high, counted: true, significant })
        };
        let up = change(0.32, 1.0, 0.67, 0.69);
        let mut both = String::new();
        assert!(up.push_both(Measure::PerItem, &mut both));
        assert_eq!((up.text(Measure::PerItem), both), ("▲ +68".into(), "32.0 → 100".into()));
        assert_eq!((up.direction(), up.strength()), (Some(Direction::Up), 5));
        assert_eq!(
            up.describe(Measure::PerItem),
            "32.0 % before, 100 % after: +68.0 points, × 3.12; 95 % interval +67.0 to +69.0"
        );
        let down = change(0.02, 0.0, -0.021, -0.019);
        assert_eq!((down.text(Measure::PerItem).as_str(), down.strength()), ("▼ −2.0", 6));
        let chance = change(0.02, 0.0203, -0.001, 0.002);
        assert_eq!((chance.text(Measure::PerItem).as_str(), chance.strength()), ("+0.03", 0));
        assert_eq!(
            chance.describe(Measure::PerItem),
            "2.00 % before, 2.03 % after: +0.0300 points; 95 % interval −0.100 to +0.200; may be chance"
        );
        assert_eq!(change(0.5, 0.5, 0.0, 0.0).text(Measure::PerItem), "=");
    }
    /// 20 to 25 is 5 to 4, 20 to 22 is 11 to 10; weights are whole and no per cent.
    #[test]
    fn weights() {
        let change = |before: f64, after: f64| -> Cell {
            Value::Change {
                before,
                after,
                low: after - before,
                high: after - before,
                counted: false,
                significant: before < after || after < before,
            }
            .into()
        };
        let mut both = String::new();
        assert!(change(25.0, 20.0).push_both(Measure::Commonness, &mut both));
        assert_eq!((change(25.0, 20.0).text(Measure::Commonness), both), ("▼ −5".into(), "25 → 20".into()));
        assert_eq!(change(0.0, 1500.0).describe(Measure::Commonness), "0 before, 1500 after: +1500");
        assert_eq!(
            [21.0, 22.0, 24.0, 25.0, 30.0, 40.0, 99.0, 100.0, 0.0].map(|after| change(20.0, after).strength()),
            [1, 2, 2, 3, 4, 5, 5, 6, 6]
        );
        assert_eq!(change(5.0, 5.0).describe(Measure::Commonness), "5 before, 5 after: +0");
    }

    /// An interval without 0 does not make a change significant: there are many cells.
    #[test]
    fn insignificant_changes_are_not_marked() {
        let cell: Cell =
            Value::Change { before: 0.1, after: 0.2, low: 0.01, high: 0.19, counted: true, significant: false }.into();
        assert_eq!((cell.text(Measure::PerItem).as_str(), cell.strength()), ("+10", 0));
        assert!(cell.describe(Measure::PerItem).ends_with("95 % interval +1.00 to +19.0; may be chance"));
    }
}
