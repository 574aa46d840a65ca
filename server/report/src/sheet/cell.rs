//! One cell: a value that says how it is known.

use affixboard_core::stats::{Z95, wilson, zero_upper};

use super::Measure;
use crate::wording::{rounded_up, significant, thousands};

/// What a cell holds. Probabilities are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// It cannot occur here, by proof.
    Impossible,
    /// It can occur, but did not among `n`.
    NotSeen {
        /// Among how many it was looked for; positive.
        n: u64,
        /// The upper end of the 95 % interval.
        upper: f64,
    },
    /// Nothing is known.
    NotComputed,
    /// A weight as in the file.
    Weight(u32),
    /// A probability that was computed.
    Exact(f64),
    /// A share that was counted; `count` and `n` are positive.
    Share {
        /// How often it was seen.
        count: u64,
        /// Among how many.
        n: u64,
        /// The lower end of the 95 % interval.
        low: f64,
        /// Its upper end.
        high: f64,
    },
    /// A number of things.
    Count(u64),
    /// What lies between two probabilities.
    Change {
        /// The first.
        before: f64,
        /// The second.
        after: f64,
        /// The lower end of the 95 % interval of the second less the first; both ends are the difference where the
        /// probabilities were computed.
        low: f64,
        /// Its upper end.
        high: f64,
    },
}

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

impl Value {
    /// A count among `n`, with its 95 % interval; not known where `n` is 0.
    pub fn counted(count: u64, n: u64) -> Value {
        if n == 0 {
            return Value::NotComputed;
        }
        if count == 0 {
            return Value::NotSeen { n, upper: zero_upper(n, Z95) };
        }
        let (low, high) = wilson(count, n, Z95);
        Value::Share { count, n, low, high }
    }
}

/// A value with what has to be said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The value.
    pub value: Value,
    /// It stands for several kinds and they don't agree; the value is the highest.
    pub partial: bool,
    /// What more there is to say.
    pub detail: Option<String>,
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        Cell { value, partial: false, detail: None }
    }
}

impl Cell {
    /// The raw number: weights and counts as they are, probabilities from 0 to 1, 0 where it was not seen; `None` where
    /// there is none because it cannot occur or isn't known.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Value::Impossible | Value::NotComputed => None,
            Value::NotSeen { .. } => Some(0.0),
            Value::Weight(weight) => Some(f64::from(weight)),
            Value::Exact(probability) => Some(probability),
            Value::Share { count, n, .. } => Some(count as f64 / n as f64),
            Value::Count(count) => Some(count as f64),
            Value::Change { before, after, .. } => Some(after - before),
        }
    }

    /// What stands in the cell: probabilities in per cent with three digits and without the sign, weights and counts
    /// whole, `< 0.002` for what was not seen, `·` for what isn't known, nothing for what cannot occur.
    pub fn text(&self, measure: Measure) -> String {
        match self.value {
            Value::Impossible => String::new(),
            Value::NotComputed => "·".to_owned(),
            Value::NotSeen { upper, .. } => format!("< {}", rounded_up(shown(upper, measure))),
            Value::Weight(weight) => weight.to_string(),
            Value::Count(count) => thousands(count),
            Value::Change { before, after, .. } => {
                let points = (after - before) * 100.0;
                let sign = if points < 0.0 { "−" } else { "+" };
                match self.direction() {
                    Some(Direction::Up) => format!("▲ {sign}{}", significant(points.abs(), 2)),
                    Some(Direction::Down) => format!("▼ {sign}{}", significant(points.abs(), 2)),
                    _ if before.to_bits() == after.to_bits() => "=".to_owned(),
                    _ => format!("{sign}{}", significant(points.abs(), 1)),
                }
            }
            Value::Exact(_) | Value::Share { .. } => significant(shown(self.number().unwrap_or_default(), measure), 3),
        }
    }

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

    /// A change as both its numbers: `32.0 → 100`; as [`Cell::text`] where it is none.
    pub fn both(&self, measure: Measure) -> String {
        match self.value {
            Value::Change { before, after, .. } => {
                let text = |share: f64| significant(shown(share, measure), 3);
                format!("{} → {}", text(before), text(after))
            }
            _ => self.text(measure),
        }
    }

    /// The same as `1 in N`, with three digits; as [`Cell::text`] where the value is no probability.
    pub fn one_in(&self, measure: Measure) -> String {
        match (self.value, self.number()) {
            (Value::NotSeen { upper, .. }, _) => format!("> {}", whole_below(1.0 / upper)),
            (Value::Exact(_) | Value::Share { .. }, Some(share)) if share > 0.0 => whole_or_digits(1.0 / share),
            _ => self.text(measure),
        }
    }

    /// The same in words, with n and the interval, for a tooltip or a screen reader.
    pub fn describe(&self, measure: Measure) -> String {
        let percent = |share: f64| significant(share * 100.0, 3);
        let said = match self.value {
            Value::Impossible => "cannot occur".to_owned(),
            Value::NotComputed => "not known".to_owned(),
            Value::NotSeen { n, upper } => {
                format!("not seen in {}; below {} % (95 % interval)", thousands(n), rounded_up(upper * 100.0))
            }
            Value::Weight(weight) => format!("commonness {weight}"),
            Value::Count(count) => thousands(count),
            Value::Exact(0.0) => "0 %".to_owned(),
            Value::Exact(probability) => format!("{} %, 1 in {}", percent(probability), self.one_in(measure)),
            Value::Change { before, after, low, high } => {
                let points = |share: f64| format!("{:+}", (share * 1e7).round() / 1e5).replace('-', "−");
                let interval = if low.to_bits() == high.to_bits() {
                    String::new()
                } else {
                    format!("; 95 % interval {} to {}", points(low), points(high))
                };
                let told = if self.direction() == Some(Direction::NotTold) { "; may be chance" } else { "" };
                format!(
                    "{} % before, {} % after: {} points{interval}{told}",
                    percent(before),
                    percent(after),
                    points(after - before)
                )
            }
            Value::Share { count, n, low, high } => format!(
                "{} %: {} of {}; 95 % interval {} to {} %",
                percent(count as f64 / n as f64),
                thousands(count),
                thousands(n),
                percent(low),
                percent(high)
            ),
        };
        match &self.detail {
            Some(detail) => format!("{said}; {detail}"),
            None => said,
        }
    }
}

/// A number as the measure shows it: probabilities in per cent.
fn shown(number: f64, measure: Measure) -> f64 {
    if measure.is_probability() { number * 100.0 } else { number }
}

/// Three digits, or the whole number with its commas from 1000.
fn whole_or_digits(number: f64) -> String {
    if number < 999.5 { significant(number, 3) } else { thousands(number.round() as u64) }
}

/// Rounded down to two digits, so that "more than this" stays true.
fn whole_below(number: f64) -> String {
    let step = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    thousands(((number / step).floor() * step) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(count: u64, n: u64) -> Cell {
        let (low, high) = wilson(count, n, Z95);
        Value::Share { count, n, low, high }.into()
    }

    fn not_seen(n: u64) -> Cell {
        Value::NotSeen { n, upper: zero_upper(n, Z95) }.into()
    }

    #[test]
    fn the_three_kinds_of_nothing_look_different() {
        let nothing: [Cell; 2] = [Value::Impossible.into(), Value::NotComputed.into()];
        assert_eq!(nothing.clone().map(|cell| cell.text(Measure::PerDrop)), ["", "·"]);
        assert_eq!(nothing.clone().map(|cell| cell.describe(Measure::PerDrop)), ["cannot occur", "not known"]);
        assert_eq!(nothing.map(|cell| cell.number()), [None, None]);
        let cell = not_seen(200_000);
        assert_eq!((cell.text(Measure::PerDrop), cell.one_in(Measure::PerDrop)), ("< 0.002".into(), "> 52,000".into()));
        assert_eq!(cell.describe(Measure::PerDrop), "not seen in 200,000; below 0.002 % (95 % interval)");
        assert_eq!(cell.number(), Some(0.0));
    }

    #[test]
    fn changes() {
        let change = |before, after, low, high| Cell::from(Value::Change { before, after, low, high });
        let up = change(0.32, 1.0, 0.67, 0.69);
        assert_eq!((up.text(Measure::PerItem), up.both(Measure::PerItem)), ("▲ +68".into(), "32.0 → 100".into()));
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

    #[test]
    fn numbers() {
        let cell = share(10, 100);
        assert_eq!((cell.text(Measure::PerItem), cell.one_in(Measure::PerItem)), ("10.0".into(), "10.0".into()));
        assert_eq!(cell.describe(Measure::PerItem), "10.0 %: 10 of 100; 95 % interval 5.52 to 17.4 %");
        assert_eq!(share(3, 200_000).one_in(Measure::PerDrop), "66,667");
        let weight = Cell { value: Value::Weight(20), partial: true, detail: Some("20 on 2 of 3 kinds".to_owned()) };
        assert_eq!((weight.text(Measure::Commonness), weight.one_in(Measure::Commonness)), ("20".into(), "20".into()));
        assert_eq!(weight.describe(Measure::Commonness), "commonness 20; 20 on 2 of 3 kinds");
        let exact = Cell::from(Value::Exact(0.265));
        assert_eq!(exact.describe(Measure::Pool), "26.5 %, 1 in 3.77");
        assert_eq!(Cell::from(Value::Count(1886)).text(Measure::Pool), "1,886");
    }
}
