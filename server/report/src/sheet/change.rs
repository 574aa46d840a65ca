//! A cell that holds what lies between two probabilities: which way, how much, in words.

use std::fmt::Write;

use super::{Cell, Value};
use crate::wording::{push_three_digits, significant};

/// Which way a probability changed, as far as can be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// It grew.
    Up,
    /// It fell.
    Down,
    /// The interval holds 0.
    NotTold,
}

impl Cell {
    /// Which way it changed; `None` where it is no change.
    pub fn direction(&self) -> Option<Direction> {
        match self.value {
            Value::Change { low, .. } if low > 0.0 => Some(Direction::Up),
            Value::Change { high, .. } if high < 0.0 => Some(Direction::Down),
            Value::Change { .. } => Some(Direction::NotTold),
            _ => None,
        }
    }

    /// How much a change that can be told is by its ratio: 1 below 1.25, 2 below 2, 3 below 5, 4 from there, and from or to
    /// nothing.
    pub fn strength(&self) -> u8 {
        let Value::Change { before, after, .. } = self.value else { return 0 };
        let ratio = before.max(after) / before.min(after);
        match ratio {
            _ if self.direction() == Some(Direction::NotTold) => 0,
            ..1.25 => 1,
            ..2.0 => 2,
            ..5.0 => 3,
            _ => 4,
        }
    }

    /// A change as both its numbers, `32.0 → 100` per cent, at the end of a text. False, and nothing, where it is none.
    pub fn push_both(&self, text: &mut String) -> bool {
        let Value::Change { before, after, .. } = self.value else { return false };
        push_three_digits(text, before * 100.0);
        text.push_str(" → ");
        push_three_digits(text, after * 100.0);
        true
    }

    /// A change in points of per cent, with an arrow where it can be told.
    pub(super) fn push_change(&self, text: &mut String) {
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
        let points = (after - before) * 100.0;
        text.push_str(arrow);
        text.push_str(if points < 0.0 { "−" } else { "+" });
        text.push_str(&significant(points.abs(), digits));
    }

    /// A change in words.
    pub(super) fn push_change_description(&self, text: &mut String) {
        let Value::Change { before, after, low, high } = self.value else { return };
        let points = |share: f64| format!("{:+}", (share * 1e7).round() / 1e5).replace('-', "−");
        push_three_digits(text, before * 100.0);
        text.push_str(" % before, ");
        push_three_digits(text, after * 100.0);
        let _ = write!(text, " % after: {} points", points(after - before));
        if low.to_bits() != high.to_bits() {
            let _ = write!(text, "; 95 % interval {} to {}", points(low), points(high));
        }
        if self.direction() == Some(Direction::NotTold) {
            text.push_str("; may be chance");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Measure;

    #[test]
    fn changes() {
        let change = |before, after, low, high| Cell::from(Value::Change { before, after, low, high });
        let up = change(0.32, 1.0, 0.67, 0.69);
        let mut both = String::new();
        assert!(up.push_both(&mut both));
        assert_eq!((up.text(Measure::PerItem), both), ("▲ +68".into(), "32.0 → 100".into()));
        assert_eq!((up.direction(), up.strength()), (Some(Direction::Up), 3));
        assert_eq!(up.describe(Measure::PerItem), "32.0 % before, 100 % after: +68 points; 95 % interval +67 to +69");
        let down = change(0.02, 0.0, -0.021, -0.019);
        assert_eq!((down.text(Measure::PerItem).as_str(), down.strength()), ("▼ −2.0", 4));
        let chance = change(0.02, 0.0203, -0.001, 0.002);
        assert_eq!((chance.text(Measure::PerItem).as_str(), chance.strength()), ("+0.03", 0));
        assert_eq!(
            chance.describe(Measure::PerItem),
            "2.00 % before, 2.03 % after: +0.03 points; 95 % interval −0.1 to +0.2; may be chance"
        );
        assert_eq!(change(0.5, 0.5, 0.0, 0.0).text(Measure::PerItem), "=");
    }
}
