//! One cell: a value, and how it is known.

use std::fmt::Write;

use affixboard_model::{
    game::RowNumber,
    stats::{Z95, wilson, zero_upper},
};

use super::{Measure, exact};
use crate::wording::{push_rounded_up, push_thousands, push_three_digits, push_whole_below, push_whole_or_digits};

/// A cell's value. Probabilities are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    /// Cannot occur, by proof.
    Impossible,
    /// Can occur, but was not seen among `n`.
    NotSeen {
        /// Number of drops or items examined; positive.
        n: u64,
        /// Upper end of the 95 % interval.
        upper: f64,
    },
    /// Not known: not computed yet, or nothing to compute it from.
    NotComputed,
    /// A weight as in the file.
    Weight(u32),
    /// A computed number: a probability, or a number in the unit of the measure.
    Exact {
        /// The number.
        mean: f64,
        /// Error bound: the number by the rules is at most this far away. 0 means exact up to rounding of floats.
        bound: f64,
    },
    /// A counted share; `count` and `n` are positive.
    Share {
        /// Number of times it was seen.
        count: u64,
        /// Number of drops or items examined.
        n: u64,
        /// Lower end of the 95 % interval.
        low: f64,
        /// Upper end of that interval.
        high: f64,
    },
    /// A number estimated from simulated drops, where it is known better so than computed.
    Simulated {
        /// The estimate, in the unit of the measure; 0 where it was not seen.
        mean: f64,
        /// Lower end of the 95 % interval, in that unit.
        low: f64,
        /// Upper end of that interval.
        high: f64,
        /// Number of times it was seen.
        count: u64,
        /// Number of drops or items examined; positive.
        n: u64,
        /// From a share of these to the unit of the measure; positive.
        factor: f64,
    },
    /// A number of things.
    Count(u64),
    /// A quantile of counted numbers, such as powers.
    Quantile {
        /// The quantile.
        value: RowNumber,
        /// Lower end of the 95 % interval; `None` where too few were counted for one.
        low: Option<RowNumber>,
        /// Upper end of that interval, likewise.
        high: Option<RowNumber>,
        /// Number of items counted; positive.
        n: u64,
    },
    /// The difference of two numbers: probabilities, weights, or numbers in the unit of the measure.
    Change {
        /// The earlier number.
        before: f64,
        /// The later number.
        after: f64,
        /// Lower end of the interval of `after - before`: the 95 % interval if either was counted, else what the error
        /// bounds allow.
        low: f64,
        /// Upper end of that interval.
        high: f64,
        /// Whether either number was counted.
        counted: bool,
        /// Whether the difference is significant: for computed numbers larger than their error bounds, for counted ones
        /// beyond chance after Holm's correction over the sheet.
        significant: bool,
    },
}

impl Value {
    /// A computed number that is exact up to rounding of floats.
    pub fn exactly(mean: f64) -> Value {
        Value::Exact { mean, bound: 0.0 }
    }

    /// A count among `n` drops, with Wilson's 95 % interval; [`Value::NotComputed`] where `n` is 0.
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

    /// The estimate `factor · count / n` with Wilson's 95 % interval; `None` where `n` is 0.
    pub fn simulated(count: u64, n: u64, factor: f64) -> Option<Value> {
        (n > 0).then(|| {
            let (low, high) = wilson(count, n, Z95);
            let mean = count as f64 / n as f64 * factor;
            Value::Simulated { mean, low: low * factor, high: high * factor, count, n, factor }
        })
    }

    /// Largest distance of the number by the rules from the number shown: the error bound of a computed one, the longer
    /// side of the 95 % interval of a simulated one; `None` of other values.
    pub fn half_width(&self) -> Option<f64> {
        match *self {
            Value::Exact { bound, .. } => Some(bound),
            Value::Simulated { mean, low, high, .. } => Some((mean - low).max(high - mean)),
            _ => None,
        }
    }

    /// The word for how a computed or simulated number is known, `exact`, `computed` or `simulated`; `None` of other
    /// values. Exact is one whose error bound is at most half a unit of its third digit. A change is simulated if either
    /// number was.
    pub fn how(&self) -> Option<&'static str> {
        match *self {
            Value::Exact { mean, bound } if exact::is_exact(mean, bound) => Some("exact"),
            Value::Exact { .. } => Some("computed"),
            Value::Simulated { .. } | Value::Change { counted: true, .. } => Some("simulated"),
            Value::Change { before, after, low, high, .. } => {
                let between = (after - before).abs();
                Some(if exact::is_exact(between, (high - low) / 2.0) { "exact" } else { "computed" })
            }
            _ => None,
        }
    }
}

/// Whether a chance of at least one would be rounded to 100 %, which claims too much for a dive.
fn is_nearly_sure(measure: Measure, chance: f64) -> bool {
    measure == Measure::AtLeastOne && chance >= 0.9995
}

/// A value with the remarks about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The value.
    pub value: Value,
    /// Stands for several kinds that don't agree; the value is their highest.
    pub partial: bool,
    /// A remark for the tooltip.
    pub detail: Option<String>,
    /// Counts of a batch, laid over a computed number.
    pub overlay: Option<Box<Overlay>>,
}

/// Counts of a batch laid over a computed number, to compare the two.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlay {
    /// The counted share: [`Value::Share`] or [`Value::NotSeen`].
    pub counted: Value,
    /// Whether counted and computed number differ by more than chance explains.
    pub discrepant: bool,
}

impl From<Value> for Cell {
    fn from(value: Value) -> Cell {
        Cell { value, partial: false, detail: None, overlay: None }
    }
}

impl Cell {
    /// The raw number: weights and counts as they are, probabilities from 0 to 1, 0 for what was not seen; `None` for
    /// what cannot occur or isn't known.
    pub fn number(&self) -> Option<f64> {
        match self.value {
            Value::Impossible | Value::NotComputed => None,
            Value::NotSeen { .. } => Some(0.0),
            Value::Weight(weight) => Some(f64::from(weight)),
            Value::Exact { mean, .. } | Value::Simulated { mean, .. } => Some(mean),
            Value::Share { count, n, .. } => Some(count as f64 / n as f64),
            Value::Count(count) => Some(count as f64),
            Value::Quantile { value, .. } => Some(value.value() as f64),
            Value::Change { before, after, .. } => Some(after - before),
        }
    }

    /// Whether only an upper limit is known: the error bound of a computed number leaves no more, or nothing was seen among
    /// simulated drops.
    pub fn is_only_bounded(&self) -> bool {
        match self.value {
            Value::Exact { mean, bound } => exact::is_only_bounded(mean, bound),
            Value::Simulated { mean, .. } => mean <= 0.0,
            _ => false,
        }
    }

    /// The text of the cell: probabilities in per cent with three digits and without the sign, weights and counts
    /// whole, `< 0.002` for what was not seen, `·` for what isn't known, nothing for what cannot occur. A computed
    /// number has no more digits than its error bound allows; where it allows none, `<` and the upper limit.
    pub fn text(&self, measure: Measure) -> String {
        written(|text| self.push_text(measure, text))
    }

    /// Appends [`Cell::text`] to `text`. A page has so many cells that one string for each costs noticeable time.
    pub fn push_text(&self, measure: Measure, text: &mut String) {
        match self.value {
            Value::Impossible => {}
            Value::NotComputed => text.push('·'),
            Value::NotSeen { upper, .. } => {
                text.push_str("< ");
                push_rounded_up(text, shown(upper, measure));
            }
            Value::Weight(weight) => drop(write!(text, "{weight}")),
            Value::Count(count) => push_thousands(text, count),
            Value::Quantile { value, .. } => drop(write!(text, "{value}")),
            Value::Change { .. } => self.push_change(measure, text),
            Value::Exact { mean, bound } if is_nearly_sure(measure, mean - bound) => text.push_str("> 99.9"),
            // Such as a level that a power is held against.
            Value::Exact { mean, bound: 0.0 } if measure == Measure::Number && mean.fract() == 0.0 => {
                let _ = write!(text, "{mean}");
            }
            Value::Exact { mean, bound } => exact::push(text, shown(mean, measure), shown(bound, measure)),
            Value::Simulated { mean, high, .. } if mean <= 0.0 => {
                text.push_str("< ");
                push_rounded_up(text, shown(high, measure));
            }
            Value::Simulated { mean, .. } => {
                let half = self.value.half_width().unwrap_or_default();
                exact::push_estimate(text, shown(mean, measure), shown(half, measure));
            }
            Value::Share { .. } => push_three_digits(text, shown(self.number().unwrap_or_default(), measure)),
        }
    }

    /// [`Cell::text`], followed by the error bound where that leaves fewer than three digits: `24.7 ± 0.6`.
    pub fn text_with_bound(&self, measure: Measure) -> String {
        match self.value {
            Value::Exact { mean, bound } if !is_nearly_sure(measure, mean - bound) => {
                written(|text| exact::push_with_bound(text, shown(mean, measure), shown(bound, measure)))
            }
            _ => self.text(measure),
        }
    }

    /// The `N` of `1 in N`, with three digits; [`Cell::text`] where the value is no probability.
    pub fn one_in(&self, measure: Measure) -> String {
        written(|text| self.push_one_in(measure, text))
    }

    /// Appends [`Cell::one_in`] to `text`.
    pub fn push_one_in(&self, measure: Measure, text: &mut String) {
        match (self.value, self.number()) {
            (Value::NotSeen { upper, .. }, _) => {
                text.push_str("> ");
                push_whole_below(text, 1.0 / upper);
            }
            (Value::Simulated { mean, high, .. }, _) if mean <= 0.0 && measure.is_probability() => {
                text.push_str("> ");
                push_whole_below(text, 1.0 / high);
            }
            (Value::Exact { mean, bound }, _) if bound > 0.0 => exact::push_one_in(text, mean, bound),
            (Value::Simulated { mean, low, .. }, _) if mean > 0.0 && measure.is_probability() => {
                let odds = 1.0 / mean;
                exact::push_estimate(text, odds, if low > 0.0 { 1.0 / low - odds } else { odds });
            }
            (Value::Exact { .. } | Value::Share { .. }, Some(share)) if share > 0.0 => {
                push_whole_or_digits(text, 1.0 / share);
            }
            _ => self.push_text(measure, text),
        }
    }

    /// A description with n and interval, of numbers by the rules of the files' own game; [`super::Sheet::describe`] asks
    /// whether they are.
    pub fn describe(&self, measure: Measure) -> String {
        written(|text| self.push_description(measure, false, text))
    }

    /// Appends [`Cell::describe`] to `text`. Where files are in doubt nothing is called exact.
    pub(super) fn push_description(&self, measure: Measure, is_doubtful: bool, text: &mut String) {
        match self.value {
            Value::Impossible => text.push_str("cannot occur"),
            Value::NotComputed => text.push_str("not known"),
            Value::NotSeen { n, upper } => {
                text.push_str("not seen in ");
                push_thousands(text, n);
                text.push_str("; below ");
                push_rounded_up(text, upper * 100.0);
                text.push_str(" % (95 % interval)");
            }
            Value::Weight(weight) => drop(write!(text, "commonness {weight}")),
            Value::Count(count) => push_thousands(text, count),
            Value::Quantile { value, low, high, n } => {
                let _ = write!(text, "{value}; ");
                let _ = match (low, high) {
                    (Some(low), Some(high)) => write!(text, "95 % interval {low} to {high}"),
                    (Some(low), None) => write!(text, "95 % interval {low} and more"),
                    (None, Some(high)) => write!(text, "95 % interval {high} and less"),
                    (None, None) => write!(text, "too few for a 95 % interval"),
                };
                text.push_str("; of ");
                push_thousands(text, n);
            }
            Value::Exact { mean, bound } => {
                self.push_text(measure, text);
                text.push_str(measure.per());
                if measure.is_probability() && mean > 0.0 && !is_nearly_sure(measure, mean - bound) {
                    text.push_str(", 1 in ");
                    self.push_one_in(measure, text);
                }
                text.push_str("; ");
                text.push_str(self.value.how().filter(|how| !is_doubtful || *how != "exact").unwrap_or("computed"));
                if bound > 0.0 {
                    text.push_str(" to ±");
                    push_rounded_up(text, shown(bound, measure));
                    text.push_str(measure.per());
                }
            }
            // Counted by a game's own program, not simulated here.
            Value::Simulated { mean, high, n, .. } if mean <= 0.0 && measure == Measure::PerVisit => {
                text.push_str("none in ");
                push_thousands(text, n);
                text.push_str(" visits; below ");
                push_rounded_up(text, high);
                text.push_str(measure.per());
                text.push_str(" (95 % interval)");
            }
            Value::Simulated { mean, low, high, count, n, .. } if measure == Measure::PerVisit => {
                push_three_digits(text, mean);
                text.push_str(measure.per());
                text.push_str(": ");
                push_thousands(text, count);
                text.push_str(" in ");
                push_thousands(text, n);
                text.push_str(" visits; 95 % interval ");
                push_three_digits(text, low);
                text.push_str(" to ");
                push_three_digits(text, high);
                text.push_str(measure.per());
            }
            Value::Simulated { mean, high, n, .. } if mean <= 0.0 => {
                text.push_str("not seen in ");
                push_thousands(text, n);
                text.push_str(" simulated; below ");
                push_rounded_up(text, shown(high, measure));
                text.push_str(measure.per());
                text.push_str(" (95 % interval)");
            }
            Value::Simulated { low, high, n, .. } => {
                self.push_text(measure, text);
                text.push_str(measure.per());
                if measure.is_probability() {
                    text.push_str(", 1 in ");
                    self.push_one_in(measure, text);
                }
                text.push_str("; simulated, ");
                push_three_digits(text, shown(low, measure));
                text.push_str(" to ");
                push_three_digits(text, shown(high, measure));
                text.push_str(measure.per());
                text.push_str(" (95 % interval) of ");
                push_thousands(text, n);
            }
            Value::Change { .. } => self.push_change_description(measure, text),
            Value::Share { count, n, low, high } => {
                push_three_digits(text, count as f64 / n as f64 * 100.0);
                text.push_str(" %: ");
                push_thousands(text, count);
                text.push_str(" of ");
                push_thousands(text, n);
                text.push_str("; 95 % interval ");
                push_three_digits(text, low * 100.0);
                text.push_str(" to ");
                push_three_digits(text, high * 100.0);
                text.push_str(" %");
            }
        }
        if let Some(detail) = &self.detail {
            text.push_str("; ");
            text.push_str(detail);
        }
        if let Some(overlay) = &self.overlay {
            text.push_str("; simulated: ");
            Cell::from(overlay.counted).push_description(measure, is_doubtful, text);
            if overlay.discrepant {
                text.push_str("; further apart than chance explains");
            }
        }
    }

    /// Appends the interval of the overlay, in the unit of the measure or as `1 in N`: `2.10–2.73`. Appends nothing
    /// where there is no overlay.
    pub fn push_overlay(&self, measure: Measure, one_in: bool, text: &mut String) {
        match self.overlay.as_ref().map(|overlay| overlay.counted) {
            Some(Value::Share { low, high, .. }) if one_in => {
                push_whole_or_digits(text, 1.0 / high);
                text.push('–');
                push_whole_or_digits(text, 1.0 / low);
            }
            Some(Value::Share { low, high, .. }) => {
                push_three_digits(text, shown_share(low, measure));
                text.push('–');
                push_three_digits(text, shown_share(high, measure));
            }
            Some(Value::NotSeen { .. }) if one_in => {
                self.overlay.iter().for_each(|overlay| Cell::from(overlay.counted).push_one_in(measure, text));
            }
            Some(Value::NotSeen { upper, .. }) => {
                text.push_str("< ");
                push_rounded_up(text, shown_share(upper, measure));
            }
            _ => {}
        }
    }

    /// Whether the overlay's count differs from the computed number by more than chance explains.
    pub fn is_discrepant(&self) -> bool {
        self.overlay.as_ref().is_some_and(|overlay| overlay.discrepant)
    }
}

/// A string filled by `push`.
fn written(push: impl FnOnce(&mut String)) -> String {
    let mut text = String::new();
    push(&mut text);
    text
}

/// A number in the unit shown: probabilities in per cent.
pub(super) fn shown(number: f64, measure: Measure) -> f64 {
    if measure.is_probability() { number * 100.0 } else { number }
}

/// A counted share in the unit of the measure.
fn shown_share(share: f64, measure: Measure) -> f64 {
    share * measure.chance_factor() * if measure.is_probability() { 100.0 } else { 1.0 }
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
    fn quantiles_have_open_ends() {
        let exactly = RowNumber::Exactly;
        for (value, low, high, text, about) in [
            (exactly(12), Some(exactly(10)), Some(exactly(14)), "12", "12; 95 % interval 10 to 14; of 1,500"),
            (exactly(-3), None, Some(exactly(0)), "-3", "-3; 95 % interval 0 and less; of 1,500"),
            (RowNumber::AtLeast(250), Some(exactly(180)), None, "≥ 250", "≥ 250; 95 % interval 180 and more; of 1,500"),
            (exactly(0), None, None, "0", "0; too few for a 95 % interval; of 1,500"),
        ] {
            let cell = Cell::from(Value::Quantile { value, low, high, n: 1500 });
            assert_eq!((cell.text(Measure::Number), cell.describe(Measure::Number)), (text.into(), about.into()));
            assert_eq!((cell.number(), cell.value.how()), (Some(value.value() as f64), None));
        }
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
    fn numbers() {
        let cell = share(10, 100);
        assert_eq!((cell.text(Measure::PerItem), cell.one_in(Measure::PerItem)), ("10.0".into(), "10.0".into()));
        assert_eq!(cell.describe(Measure::PerItem), "10.0 %: 10 of 100; 95 % interval 5.52 to 17.4 %");
        assert_eq!(share(3, 200_000).one_in(Measure::PerDrop), "66,667");
        let weight = Cell {
            value: Value::Weight(20),
            partial: true,
            detail: Some("20 on 2 of 3 kinds".to_owned()),
            overlay: None,
        };
        assert_eq!((weight.text(Measure::Commonness), weight.one_in(Measure::Commonness)), ("20".into(), "20".into()));
        assert_eq!(weight.describe(Measure::Commonness), "commonness 20; 20 on 2 of 3 kinds");
        let exact = Cell::from(Value::exactly(0.265));
        assert_eq!(exact.describe(Measure::Pool), "26.5 %, 1 in 3.77; exact");
        assert_eq!(Cell::from(Value::Count(1886)).text(Measure::Pool), "1,886");
    }
}
