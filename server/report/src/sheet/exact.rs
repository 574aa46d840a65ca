//! Text of computed numbers: no more digits than their error bounds allow.

use std::fmt::Write as _;

use crate::wording::{
    push_rounded_up, push_thousands, push_three_digits, push_whole_below, push_whole_or_digits, significant_digits,
};

/// Appends a number, given with its error bound in the unit shown: at most three digits; where not even the first is
/// certain, `<` and the upper limit.
pub(super) fn push(text: &mut String, number: f64, bound: f64) {
    match digits(number, bound) {
        Some(3..) => push_three_digits(text, number),
        Some(digits) => text.push_str(&significant_digits(rounded(number, digits), digits)),
        None => {
            text.push_str("< ");
            push_rounded_up(text, number + bound);
        }
    }
}

/// Appends a number, and its error bound where that leaves fewer than three digits. Without it, two numbers side by
/// side that differ by less than their certain digits would look as if the wrong one were larger.
pub(super) fn push_with_bound(text: &mut String, number: f64, bound: f64) {
    match digits(number, bound) {
        Some(1 | 2) => {
            let decimals = (-bound.log10().floor()).max(0.0);
            let unit = 10_f64.powf(-decimals);
            // Rounded up, so that it stays a bound; one that is whole units but for rounding is these.
            let bound = (bound / unit - 1e-9).ceil() * unit;
            // Writing to a string can't fail.
            let _ = write!(text, "{number:.*} ± {bound:.*}", decimals as usize, decimals as usize);
        }
        _ => push(text, number, bound),
    }
}

/// Appends the `N` of `1 in N` for a probability with a positive error bound; `>` and the lower limit where not even
/// the first digit is certain.
pub(super) fn push_one_in(text: &mut String, chance: f64, bound: f64) {
    let odds = 1.0 / chance;
    let known = if chance > bound { digits(odds, 1.0 / (chance - bound) - odds) } else { None };
    match known {
        // Small numbers have three digits and large ones are whole, if they are so well known.
        Some(digits) if digits >= 3.max(whole_digits(odds)) => push_whole_or_digits(text, odds),
        Some(digits) if odds >= 999.5 => push_thousands(text, rounded(odds, digits) as u64),
        Some(digits) => text.push_str(&significant_digits(rounded(odds, digits.min(3)), digits.min(3))),
        None => {
            text.push_str("> ");
            push_whole_below(text, 1.0 / (chance + bound));
        }
    }
}

/// Appends an estimate with half the width of its interval, both in the unit shown: three digits where the interval leaves
/// them, else two. The interval itself stands beside it.
pub(super) fn push_estimate(text: &mut String, number: f64, half_width: f64) {
    if digits(number, half_width).is_some_and(|digits| digits >= 3) {
        push_three_digits(text, number);
    } else {
        text.push_str(&significant_digits(rounded(number, 2), 2));
    }
}

/// Whether a number is known to the last of its three digits: the bound is at most half a unit of it.
pub(super) fn is_exact(number: f64, bound: f64) -> bool {
    digits(number, bound).is_some_and(|digits| digits >= 3)
}

/// Whether no digit of a number is certain, so that only its upper limit is known.
pub(super) fn is_only_bounded(number: f64, bound: f64) -> bool {
    digits(number, bound).is_none()
}

/// Number of certain significant digits: the bound is at most half a unit of the last of them. `None` for none.
fn digits(number: f64, bound: f64) -> Option<usize> {
    if bound <= 0.0 {
        return Some(usize::MAX);
    }
    if number <= 0.0 {
        return None;
    }
    let digits = number.log10().floor() + 1.0 - (2.0 * bound).log10();
    // Float to integer casts saturate. A bound that is half a unit but for rounding counts as half a unit.
    (digits >= 1.0 - 1e-9).then(|| (digits + 1e-9).floor() as usize)
}

/// Number of digits before the decimal point.
fn whole_digits(number: f64) -> usize {
    (number.log10().floor() as usize).saturating_add(1)
}

/// The number rounded to significant digits, as far as these are before the decimal point.
fn rounded(number: f64, digits: usize) -> f64 {
    let unit = 10_f64.powf(number.log10().floor() + 1.0 - digits as f64);
    // Digits after the point are cut by the formatting.
    if unit > 1.0 { (number / unit).round() * unit } else { number }
}

#[cfg(test)]
mod tests {
    use crate::sheet::{Cell, Measure, Overlay, Sheet, Value};

    fn exact(mean: f64, bound: f64) -> Cell {
        Value::Exact { mean, bound }.into()
    }

    /// By hand: of 24.36 % a bound of 0.05 leaves 24.4, since half a unit of the last digit is 0.05; one of 0.06 leaves 24,
    /// one of 0.6 leaves 20 (half a unit of the tens is 5), and one of 6 leaves nothing but the most it can be.
    #[test]
    fn digits_are_as_many_as_the_bound_allows() {
        for (mean, bound, text, odds) in [
            (0.2436, 0.0, "24.4", "4.11"),
            (0.2436, 0.0005, "24.4", "4.1"),
            (0.2436, 0.0006, "24", "4.1"),
            (0.2436, 0.006, "20", "4"),
            (0.2436, 0.06, "< 40", "> 3"),
            (0.000_015, 1e-9, "0.00150", "66,670"),
            (0.000_015, 1e-15, "0.00150", "66,667"),
            (0.000_015, 1e-7, "0.0015", "67,000"),
            (0.000_015, 0.000_1, "< 0.02", "> 8,600"),
            (0.0, 0.000_001, "< 0.0001", "> 1,000,000"),
            (0.0, 0.0, "0", "0"),
        ] {
            let cell = exact(mean, bound);
            assert_eq!(
                (cell.text(Measure::PerDrop).as_str(), cell.one_in(Measure::PerDrop).as_str()),
                (text, odds),
                "{mean} ± {bound}"
            );
        }
    }

    #[test]
    fn a_number_without_a_sure_digit_is_only_bounded() {
        assert_eq!(
            [exact(0.0, 1e-6), exact(0.2436, 0.06), exact(0.2436, 0.006), exact(0.0, 0.0)]
                .map(|cell| cell.is_only_bounded()),
            [true, true, false, false]
        );
        let domain = Sheet::domain_of(&[exact(1e-7, 1e-6), exact(0.25, 0.0), exact(0.5, 1e-6)]);
        assert_eq!(domain, Some((0.25, 0.5)));
    }

    #[test]
    fn descriptions_say_how_exact_it_is() {
        let described = |cell: Cell, measure| cell.describe(measure);
        assert_eq!(described(exact(0.265, 0.0), Measure::PerDrop), "26.5 %, 1 in 3.77; exact");
        assert_eq!(described(exact(0.265, 2e-7), Measure::PerItem), "26.5 %, 1 in 3.77; exact to ±2e-5 %");
        assert_eq!(described(exact(0.0, 2e-7), Measure::PerItem), "< 2e-5 %; computed to ±2e-5 %");
        assert_eq!(described(exact(0.0, 0.0), Measure::PerItem), "0 %; exact");
        // Of 26.5 % half a unit of the last digit is 0.05 %.
        assert_eq!(described(exact(0.265, 0.0005), Measure::PerItem), "26.5 %, 1 in 3.8; exact to ±0.05 %");
        assert_eq!(described(exact(0.265, 0.0006), Measure::PerItem), "26 %, 1 in 3.8; computed to ±0.06 %");
        assert_eq!(
            described(exact(2.65, 0.002), Measure::PerThousand),
            "2.65 per 1,000 drops; exact to ±0.002 per 1,000 drops"
        );
        let counted = Value::Share { count: 30, n: 100, low: 0.219, high: 0.396 };
        let overlay = Some(Box::new(Overlay { counted, discrepant: true }));
        let mut short = String::new();
        let cell = Cell { overlay, ..exact(0.265, 0.0) };
        cell.push_overlay(Measure::PerThousand, false, &mut short);
        short.push(' ');
        cell.push_overlay(Measure::PerDrop, true, &mut short);
        assert_eq!(short, "219–396 2.53–4.57");
        assert_eq!(
            described(cell, Measure::PerDrop),
            "26.5 %, 1 in 3.77; exact; simulated: 30.0 %: 30 of 100; 95 % interval 21.9 to 39.6 %; \
             further apart than chance explains"
        );
    }
}
