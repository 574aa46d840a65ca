//! Numbers and lists as people read them.

/// So many significant digits, trailing zeros kept; below 0.0001 in scientific notation.
pub(crate) fn significant(value: f64, digits: usize) -> String {
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

/// One significant digit, rounded up, so that "below this" stays true.
pub(crate) fn rounded_up(value: f64) -> String {
    if value <= 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let mut exponent = value.log10().floor() as i32;
    // What is 2.0000000001 only by rounding error is 2.
    let mut digit = (value / 10_f64.powi(exponent) - 1e-9).ceil().max(1.0) as u32;
    if digit >= 10 {
        (digit, exponent) = (1, exponent + 1);
    }
    if exponent < -4 {
        return format!("{digit}e{exponent}");
    }
    format!("{:.*}", (-exponent).max(0) as usize, f64::from(digit) * 10_f64.powi(exponent))
}

/// A count with commas between groups of three digits.
pub(crate) fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// With a capital first letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// At most so many, then "and 5 more".
pub(crate) fn shortened(names: &[String], most: usize) -> String {
    match names {
        [] => String::new(),
        // One that is left over takes no more room than saying so.
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
    fn three_digits() {
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
            assert_eq!(significant(value, 3), text);
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
        ] {
            assert_eq!(rounded_up(value), text);
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
