//! Text of numbers and lists.

use std::fmt::Write;

/// The number with a fixed count of significant digits, trailing zeros kept; below 0.0001 in scientific notation.
/// Rounds the exact value of the float.
pub fn significant_digits(value: f64, digits: usize) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    // Rounding first: 9.996 has its three digits in 10.0.
    let scientific = format!("{value:.*e}", digits.saturating_sub(1));
    let exponent: i32 = scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    if exponent < -4 {
        return scientific;
    }
    format!("{value:.*}", (digits as i32 - 1 - exponent).max(0) as usize)
}

/// Appends three significant digits. A sheet has some ten thousand numbers, so most of them take a faster way than
/// [`significant_digits`].
pub(crate) fn push_three_digits(text: &mut String, value: f64) {
    match decimal(value) {
        // Whole numbers of four and more digits keep them all, and the least ones are rare.
        Some((digits, exponent @ -4..=2)) => push_decimal(text, digits, exponent - 2),
        _ => text.push_str(&significant_digits(value, 3)),
    }
}

/// A number of ordinary size rounded to three digits: these, from 100 to 999, and the exponent of the first.
///
/// `None` where the next digits are so close to a half that errors of the floating point could decide.
fn decimal(value: f64) -> Option<(u32, i32)> {
    /// From 10⁻⁵ to 10⁴.
    const POWERS: [f64; 10] = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0, 1e1, 1e2, 1e3, 1e4];
    if !(POWERS[0]..POWERS[9]).contains(&value) {
        return None;
    }
    let exponent = POWERS.iter().rposition(|power| value >= *power)? as i32 - 5;
    let scaled = value * 10_f64.powi(2 - exponent);
    let whole = scaled as u32;
    let rest = scaled - f64::from(whole);
    if (rest - 0.5).abs() < 1e-9 {
        return None;
    }
    match whole + u32::from(rest > 0.5) {
        1000 => Some((100, exponent + 1)),
        digits => Some((digits, exponent)),
    }
}

/// `digits` × 10^`power`, for a power that is not positive.
fn push_decimal(text: &mut String, digits: u32, power: i32) {
    let scale = 10_u32.pow(power.unsigned_abs());
    push_number(text, u64::from(digits / scale), 1);
    if power < 0 {
        text.push('.');
        push_number(text, u64::from(digits % scale), power.unsigned_abs() as usize);
    }
}

/// Appends a whole number with leading zeros up to a width.
fn push_number(text: &mut String, mut number: u64, width: usize) {
    let mut buffer = [b'0'; 20];
    let mut at = buffer.len();
    while number > 0 {
        at -= 1;
        buffer[at] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    let from = at.min(buffer.len() - width.min(buffer.len()));
    text.push_str(str::from_utf8(&buffer[from..]).unwrap_or_default());
}

/// Appends one significant digit, rounded up, so that "below this" stays true.
pub(crate) fn push_rounded_up(text: &mut String, value: f64) {
    if value <= 0.0 || !value.is_finite() {
        let _ = write!(text, "{value}");
        return;
    }
    let mut exponent = value.log10().floor() as i32;
    // 2.0000000001 by rounding error is 2.
    let mut digit = (value / 10_f64.powi(exponent) - 1e-9).ceil().max(1.0) as u32;
    if digit >= 10 {
        (digit, exponent) = (1, exponent + 1);
    }
    match exponent {
        ..-4 => drop(write!(text, "{digit}e{exponent}")),
        -4..=0 => push_decimal(text, digit, exponent),
        _ => drop(write!(text, "{:.0}", f64::from(digit) * 10_f64.powi(exponent))),
    }
}

/// A count with commas between groups of three digits.
pub fn thousands(n: u64) -> String {
    let mut text = String::new();
    push_thousands(&mut text, n);
    text
}

/// Appends a count with commas between groups of three digits.
pub(crate) fn push_thousands(text: &mut String, n: u64) {
    if n >= 1000 {
        push_thousands(text, n / 1000);
        text.push(',');
        push_number(text, n % 1000, 3);
    } else {
        push_number(text, n, 1);
    }
}

/// Appends three digits, or the whole number with its commas from 1000.
pub(crate) fn push_whole_or_digits(text: &mut String, number: f64) {
    if number < 999.5 { push_three_digits(text, number) } else { push_thousands(text, number.round() as u64) }
}

/// Appends a number rounded down to two digits, so that "more than this" stays true.
pub(crate) fn push_whole_below(text: &mut String, number: f64) {
    let step = 10_f64.powf((number.log10().floor() - 1.0).max(0.0));
    push_thousands(text, ((number / step).floor() * step) as u64);
}

/// The text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// The first `most` names, then "and 5 more".
pub(crate) fn shortened(names: &[String], most: usize) -> String {
    match names {
        [] => String::new(),
        // A single name left over takes no more room than saying so.
        _ if names.len() <= most + 1 => names.join(", "),
        _ => format!("{} and {} more", names[..most].join(", "), names.len() - most),
    }
}

/// `1 kind`, `3 kinds`.
pub(crate) fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(n as u64), if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas() {
        assert_eq!([0, 999, 1000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn rounding_to_three_digits() {
        for (value, text) in [
            (0.0, "0"),
            (26.52, "26.5"),
            (3.7, "3.70"),
            (9.996, "10.0"),
            (99.96, "100"),
            (100.0, "100"),
            (1886.0, "1886"),
            (0.012_345, "0.0123"),
            (0.000_123_4, "0.000123"),
            (0.000_099_96, "0.000100"),
            (0.000_012_34, "1.23e-5"),
        ] {
            assert_eq!(significant_digits(value, 3), text);
        }
    }

    /// The quick way must not be seen: every share of small numbers, halves among them, and values of all sizes.
    #[test]
    fn three_digits_are_those_of_the_exact_value() {
        let shares = (1..=400_u32).flat_map(|n| (0..=n).map(move |count| 100.0 * f64::from(count) / f64::from(n)));
        let halves = (0..20_000).map(|at| f64::from(at) / 16.0);
        let near = (0..2000).flat_map(|at| {
            let half = (f64::from(at) + 0.5) / 1000.0;
            [half, f64::from_bits(half.to_bits() - 1), f64::from_bits(half.to_bits() + 1)]
        });
        let mut state = 1_u64;
        let any = (0..200_000).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            10_f64.powf((state >> 11) as f64 / (1_u64 << 53) as f64 * 14.0 - 8.0)
        });
        let ends = [0.0, -3.7, f64::NAN, f64::INFINITY, 1e-5, 9.995e-5, 9.994_999e-5, 999.5, 999.4, 9999.5, 1e300];
        for value in shares.chain(halves).chain(near).chain(any).chain(ends) {
            let mut quick = String::new();
            push_three_digits(&mut quick, value);
            assert_eq!(quick, significant_digits(value, 3));
        }
    }

    #[test]
    fn bounds_round_up() {
        for (value, text) in [
            (0.001_92, "0.002"),
            (0.002, "0.002"),
            (0.002_01, "0.003"),
            (0.0096, "0.01"),
            (27.75, "30"),
            (7.1, "8"),
            (96.0, "100"),
            (100.0, "100"),
            (3.1e-7, "4e-7"),
            (0.000_07, "7e-5"),
            (0.000_95, "0.001"),
            (0.0, "0"),
        ] {
            let mut found = String::new();
            push_rounded_up(&mut found, value);
            assert_eq!(found, text);
        }
    }

    #[test]
    fn counts_and_lists() {
        assert_eq!(
            [thousands(0), thousands(999), thousands(1000), thousands(12_345_678)],
            ["0", "999", "1,000", "12,345,678"]
        );
        let names: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).into();
        assert_eq!(
            (shortened(&names, 3), shortened(&names, 2)),
            ("a, b, c, d".to_owned(), "a, b and 2 more".to_owned())
        );
        assert_eq!(
            (counted(1, "kind", "kinds"), counted(1200, "kind", "kinds")),
            ("1 kind".into(), "1,200 kinds".into())
        );
        assert_eq!(capitalised("éclair"), "Éclair");
    }
}
